"""Dice thrown in one line, told as a floorperson would: wagers before rolls, the rolls, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from nomorebets.rulings.dispute import Verdict, play_rounds, rule_on
from nomorebets.rulings.transcript import DoneLine, IrregularityLine, Transcript, WagerLine
from nomorebets.table import Play, Ruling

OLD = date(2000, 1, 3)  # 19:47, in which 1.1 and 1.2(a)1 to 7 were read


class Thrown:
    """A transcript of dice that was played to its end; amounts in cents."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript
        self.verdict: Verdict = rule_on(transcript)
        self.rounds: list[Play] = play_rounds(transcript)

    @property
    def state(self) -> dict[str, str]:
        """What the table remembers after the last roll."""
        return self.rounds[-1].next_opening.state

    @property
    def called(self) -> list[str]:
        return self.verdict.announcements

    @property
    def remedies(self) -> dict[str, str]:
        return {r.what: r.by.reading or str(r.by) for r in self.verdict.remedies}

    def all(self, wager: str, seat: int = 1) -> list[Ruling]:
        """Every ruling on a wager, as its patron named it or by where it lay."""
        return [r for r in self.verdict.required if r.seat == seat and wager in (r.wager, r.on)]

    def one(self, wager: str, seat: int = 1) -> Ruling:
        found = self.all(wager, seat)
        assert len(found) == 1, found
        return found[0]

    def result(self, wager: str, seat: int = 1) -> str:
        return self.one(wager, seat).result

    def net(self, wager: str, seat: int = 1) -> int:
        return sum(r.net for r in self.all(wager, seat))

    def cite(self, wager: str, seat: int = 1) -> str:
        by = self.one(wager, seat).by
        return by.reading or str(by)


def lines(wagers: object) -> list[WagerLine]:
    """``{"pass": 10}`` of seat 1 before the first roll, or a list of lines; ``roll`` says before which."""
    if isinstance(wagers, Mapping):
        return [WagerLine(1, on, amount) for on, amount in wagers.items()]
    rows = []
    for line in wagers:
        facts = {"seat": 1, **line}
        rows.append(WagerLine(before=facts.pop("roll", 1), **facts))
    return rows


def throw(
    game: str,
    wagers: object,
    dice: str,
    *,
    as_of: date | None = None,
    wrong: Iterable[Mapping[str, object]] = (),
    done: Iterable[Mapping[str, object]] = (),
    opening: Mapping[str, str] | None = None,
    **options: object,
) -> Thrown:
    """Play a transcript; options with underscores, ``wrong`` as ``{"roll": 1, "what": "die-off-table"}``."""
    house = {name.replace("_", "-"): value for name, value in options.items()}
    faults = [
        IrregularityLine(str(w["what"]), int(str(w["roll"])), {k: v for k, v in w.items() if k not in ("roll", "what")})
        for w in wrong
    ]
    transcript = Transcript(
        game, as_of, house, lines(wagers), dice.split(), faults, [DoneLine(**d) for d in done], [], dict(opening or {})
    )
    return Thrown(transcript)
