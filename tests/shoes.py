"""Rounds dealt from a shoe and told in one line: what the tests of the baccarat games share."""

from __future__ import annotations

from functools import cached_property

from nomorebets.rulings.dispute import Verdict, play_rounds, rule_on
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table import Play

SUITS = "shdc"


def cards(text: str) -> str:
    """``"9 K T 8"`` with suits, which matter to nobody here; 0 and 1 are a king and an ace."""
    words = [{"0": "K", "1": "A"}.get(word, word) for word in text.split()]
    return " ".join(word + SUITS[at % 4] if len(word) == 1 else word for at, word in enumerate(words))


class Shoe:
    """A transcript of one round or several, played; amounts in cents."""

    def __init__(self, text: str) -> None:
        self.transcript = read_transcript(text.encode())
        self.rounds: list[Play] = play_rounds(self.transcript)

    @property
    def play(self) -> Play:
        return self.rounds[-1]

    @property
    def state(self) -> dict[str, str]:
        """What the table remembers at the end."""
        return self.play.next_opening.state

    @cached_property
    def verdict(self) -> Verdict:
        return rule_on(self.transcript)

    @property
    def net(self) -> dict[tuple[int, str], int]:
        """What each seat gained on each wager, all rounds together."""
        found: dict[tuple[int, str], int] = {}
        for ruling in self.verdict.required:
            found[ruling.seat, ruling.wager] = found.get((ruling.seat, ruling.wager), 0) + ruling.net
        return found

    @property
    def results(self) -> dict[tuple[int, str], str]:
        return {(r.seat, r.wager): r.result for r in self.verdict.required}

    @property
    def cites(self) -> dict[tuple[int, str], str]:
        """The paragraph (or reading) of each result."""
        return {(r.seat, r.wager): r.by.reading or str(r.by) for r in self.verdict.required}

    @property
    def remedies(self) -> list[tuple[str, str]]:
        """What went wrong, and the paragraph (or reading) of its remedy."""
        return [(r.what, r.by.reading or str(r.by)) for r in self.verdict.remedies]

    @property
    def texts(self) -> list[str]:
        return [r.remedy for r in self.verdict.remedies]

    @property
    def called(self) -> list[str]:
        return self.verdict.announcements

    def asked(self, name: str) -> list:
        """The requests of a kind with their answers."""
        return [(e.request, e.answer) for game in self.rounds for e in game.entries if e.request.name == name]

    def burned(self) -> int:
        """How many cards were drawn to be discarded."""
        return sum(request.to == "burn" for request, _ in self.asked("draw"))


def told(game: str, drawn: str, wagers: str = "", more: str = "", as_of: str = "", house: str = "") -> Shoe:
    """``told("punto-banco", "9 K T 8", "1 player 10, 2 banker 20")``: wagers as seat, name and dollars."""
    lines = [line.split() for line in wagers.split(",") if line.strip()]
    rows = ", ".join(f'{{seat = {s}, wager = "{w}", amount = "{a}"{_when(rest)}}}' for s, w, a, *rest in lines)
    text = f'game = "{game}"\ncards = "{cards(drawn)}"\nwagers = [{rows}]\n{more}\n'
    text += f"as_of = {as_of}\n" if as_of else ""
    text += f"house = {{{house}}}\n" if house else ""
    return Shoe(text)


def _when(rest: list[str]) -> str:
    """``@5``: before the fifth card."""
    return f", before_card = {rest[0][1:]}" if rest else ""
