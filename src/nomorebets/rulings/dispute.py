"""Disputes: what the rules required against what was done."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from nomorebets.errors import RecordError, RulesError, TranscriptError, listed, shown
from nomorebets.regulation import Citation, law
from nomorebets.rulings.transcript import LATE, DoneLine, Transcript, TranscriptDriver
from nomorebets.table import Play, Round, Ruling, Table, Wager, play
from nomorebets.table.acceptance import require_stake
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.memory import read_opening
from nomorebets.table.money import NotMoney, cents, dollars, show
from nomorebets.table.play import Entry
from nomorebets.table.record import Record, reproduce
from nomorebets.table.requests import Collect, Pay, Request


@dataclass(frozen=True)
class Remark:
    """Something that went wrong, and what the rules have done about it."""

    what: str
    remedy: str
    by: Citation


@dataclass(frozen=True)
class Difference:
    """A wager that was settled otherwise than the rules require; amounts are the patron's gain in cents."""

    seat: int
    wager: str
    done: int
    required: int
    by: Citation
    hand: int = 0  # which of the seat's hands, where it has several
    player: str = ""


@dataclass
class Verdict:
    """What a round required, what had to be put right, and where the dealer departed from it."""

    game: str
    as_of: date
    announcements: list[str]
    required: list[Ruling]
    remedies: list[Remark] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    void: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The object that ``dispute --json`` prints."""
        several = {r.seat for r in self.required if r.hand > 1}
        return {
            "game": self.game,
            "chapter": law.chapter_on(self.as_of).number,
            "as_of": self.as_of.isoformat(),
            "void": self.void,
            "announcements": self.announcements,
            "required": [
                {
                    "seat": r.seat,
                    **({"player": r.player} if r.player else {}),
                    **({"hand": r.hand} if r.seat in several else {}),
                    "wager": r.wager,
                    **({"on": r.on} if r.on else {}),
                    "result": r.result,
                    "net": show(r.net),
                    **self.cited(r.by),
                }
                for r in self.required
            ],
            "remedies": [{"what": m.what, "remedy": m.remedy, **self.cited(m.by)} for m in self.remedies],
            "differences": [
                {
                    "seat": d.seat,
                    **({"player": d.player} if d.player else {}),
                    **({"hand": d.hand} if d.hand else {}),
                    "wager": d.wager,
                    "done": show(d.done),
                    "required": show(d.required),
                    **self.cited(d.by),
                    "fault": "dealer",
                }
                for d in self.differences
            ],
        }

    def cited(self, by: Citation) -> dict[str, str]:
        """A citation as it is printed: paragraph, basis, and the reading where it is one."""
        shown = {"cite": by.on(self.as_of), "basis": law.basis(by, self.as_of)}
        return {**shown, "reading": by.reading} if by.reading else shown


def verdict_of(game: Play) -> Verdict:
    """What the rules required in a round that was played."""
    felt, table = game.table.felt, game.table.table
    remedies = [Remark(r.what, r.remedy, r.by) for r in felt.remedies]
    void = bool(remedies and game.rulings) and all(ruling.result == "void" for ruling in game.rulings)
    return Verdict(table.game.id, table.as_of, list(felt.called), game.rulings, remedies, void=void)


def verdict_of_all(games: list[Play]) -> Verdict:
    """What the rules required in rounds that followed each other at one table: every decision, then what stands."""
    verdict = verdict_of(games[0])
    for game in games[1:]:
        after = verdict_of(game)
        verdict.required = [r for r in verdict.required if r.result != "stands"] + after.required
        verdict.announcements += after.announcements
        verdict.remedies += after.remedies
    stayed = {(r.wager.seat, r.wager.on) for game in games for r in game.table.felt.results if r.stays}
    stands = [r for r in verdict.required if r.result == "stands" and (r.seat, r.on or r.wager) in stayed]
    verdict.required = [r for r in verdict.required if r not in stands]  # it was decided, and its stake left up
    return verdict


def play_transcript(transcript: Transcript) -> Play:
    """Play a transcript to its end; where it tells several rounds, the last."""
    return play_rounds(transcript)[-1]


def play_rounds(transcript: Transcript) -> list[Play]:
    """Every round of a transcript. Outcomes may be listed for spins that went wrong, or not: both are tried."""
    return _play_told(transcript)[0]


def _play_told(transcript: Transcript) -> tuple[list[Play], TranscriptDriver]:
    table = transcript.table()
    opening = read_opening(table.game, transcript.opening)
    for line in transcript.irregularities:
        known = table.game.irregularities.get(line.what)
        opening = {**(known.opening if known else {}), **opening}
    opening = {**table.game.memory.told, **opening}
    fault: RulesError | None = None
    for takes_outcome in (True, False):
        told = TranscriptDriver(transcript, table, takes_outcome)
        told_of = {*(line.seat for line in transcript.wagers), *(line.seat for line in transcript.decisions)}
        seats = {seat: 0 for seat in sorted(told_of) if seat}
        try:
            games = [play(Round(table, Felt.opened(Opening(opening)), seats), told)]
            while (table.game.betting.carries or games[-1].next_opening.wagers) and told.goes_on():
                before = told.untold
                games.append(play(Round(table, Felt.opened(games[-1].next_opening), seats), told))
                if told.untold == before:  # a round that needed nothing of it, and so would the next
                    break
        except TranscriptError as ended:
            fault = ended
            if not transcript.irregularities:
                break
            continue
        left = told.leftover()
        if not left:
            return games, told
        fault = TranscriptError(left, told.left_by, table.as_of, "a transcript of one round")
    assert fault is not None
    raise fault


def rule_on(transcript: Transcript) -> Verdict:
    """The ruling on a transcript: required results, remedies, and where what was done differs."""
    games, driver = _play_told(transcript)
    verdict, table = verdict_of_all(games), games[-1].table.table
    for line in driver.late:  # all that no dealer confirmed in time
        _rule_on_late(verdict, table, {k: v for k, v in line.more.items() if k != "confirmed"})
    for wager in transcript.wagers:
        if wager.said and table.game.terms.position_by is not None:
            lay = table.place(wager.wager)
            remedy = f"settled as {lay.id}, where it lay ({lay.where}); what was said does not count"
            verdict.remedies.append(Remark("misplaced-wager", remedy, table.game.terms.position_by))
    verdict.differences = _differences(verdict, table, transcript.done)
    return verdict


def _rule_on_late(verdict: Verdict, table: Table, more: dict[str, Any]) -> None:
    """A wager put down after the call: no wager, and it goes back."""
    if set(more) != {"seat", "wager", "amount"}:
        accepts = '{ before_spin = 1, what = "late-wager", seat = 1, wager = "red", amount = "10.00" }'
        raise TranscriptError(
            "a late wager must say whose it was, where and how much", table.game.terms.late_by, table.as_of, accepts
        )
    at = Round(table)
    late = at.wager(more["seat"], more["wager"], more["amount"], accepted=True)
    require_stake(at, late)  # and no more: whether it could have been made does not matter any more
    by = table.game.terms.late_by
    verdict.required.append(Ruling(late.seat, late.on, late.amount, "void", 0, by))
    verdict.remedies.append(Remark(LATE, f"no wager: the {dollars(late.amount)} go back to seat {late.seat}", by))


Whose = tuple[int, str, int, str]  # seat, player, hand (0: all of the seat's hands together), wager


def _differences(verdict: Verdict, table: Table, done: list[DoneLine]) -> list[Difference]:
    required: dict[Whose, tuple[int, Citation]] = {}
    for ruling in verdict.required:
        for name in {ruling.wager, ruling.on or ruling.wager}:
            for hand in (0, ruling.hand):
                own = (ruling.seat, ruling.player, hand, name)
                net, _ = required.get(own, (0, ruling.by))
                required[own] = (net + ruling.net, ruling.by)
    for bundle, kinds in table.game.betting.bundles.items():
        for seat, player in {own[:2] for own in required}:
            parts = [required[seat, player, 0, kind] for kind in kinds if (seat, player, 0, kind) in required]
            if parts:
                required[seat, player, 0, bundle] = (sum(net for net, _ in parts), parts[-1][1])
    for bonus, earned_by in table.game.bonuses.items():  # one that is not due may have been paid
        for seat, player, hand, wager in list(required):
            if wager == earned_by:
                required.setdefault((seat, player, hand, bonus), (0, required[seat, player, hand, wager][1]))
    settled: dict[Whose, int] = {}
    for line in done:
        named, who = line.wager.strip().lower(), (line.seat, line.player, line.hand)
        known = named in table.game.betting.bundles or (*who, named) in required
        own = (*who, named if known else table.place(line.wager).id)
        if own not in required:
            whose = Wager(line.seat, own[-1], 0, hand=line.hand or 1, player=line.player).whose
            there = dict.fromkeys(f"seat {seat} {wager}" for seat, _, _, wager in required)
            text, nothing = f"done: {whose} has no wager on {own[-1]}", "nothing: there are no wagers"
            raise TranscriptError(text, accepts=listed(there) or nothing)
        # half collected and half returned are two lines about one wager
        settled[own] = settled.get(own, 0) + _done_net(line)
    return [
        Difference(own[0], own[3], was, *required[own], own[2], own[1])
        for own, was in settled.items()
        if was != required[own][0]
    ]


def _done_net(line: DoneLine) -> int:
    said = {k: v for k in ("paid", "collected", "returned") if (v := getattr(line, k)) is not None}
    if len(said) != 1:
        raise TranscriptError(
            f"done: seat {line.seat}, {shown(line.wager, 40)}: one line says one thing",
            accepts='paid = "…", collected = "…" or returned = "…"',
        )
    (what, amount), sign = next(iter(said.items())), {"paid": 1, "collected": -1, "returned": 0}
    if what == "returned" and amount is True:
        return 0
    try:
        value = cents(amount)
    except NotMoney as fault:
        text = f"done: seat {line.seat}, {shown(line.wager, 40)}: {what} = {fault.text}"
        raise TranscriptError(text, accepts=fault.accepts) from None
    if value < 0:
        text = f"done: seat {line.seat}, {shown(line.wager, 40)}: {what} = {shown(amount, 20)} is negative"
        raise TranscriptError(text, accepts='an amount like "25.00": the word says which way it went')
    return sign[what] * value


def rule_on_record(record: Record) -> Verdict:
    """The ruling on a record: the script's own settlement against the one that was recorded."""

    def the_dealers_doing(number: int, asked: Request, entry: Entry) -> bool:
        return isinstance(asked, Collect | Pay) and type(asked) is type(entry.request)

    game = reproduce(record, the_dealers_doing)
    verdict = verdict_of(game)
    done: defaultdict[Whose, list[Ruling]] = defaultdict(list)  # several where chips of two kinds lie there
    several = {r.seat for r in verdict.required if r.hand > 1}
    for closed in record.rulings:
        done[closed.seat, closed.player, closed.hand, closed.on or closed.wager].append(closed)
    for ruling in verdict.required:
        same = done[ruling.seat, ruling.player, ruling.hand, ruling.on or ruling.wager]
        was = same.pop(0) if same else None
        if was is None or was.net != ruling.net:
            hand, net = ruling.hand if ruling.seat in several else 0, was.net if was else 0
            verdict.differences.append(
                Difference(ruling.seat, ruling.wager, net, ruling.net, ruling.by, hand, ruling.player)
            )
    for (seat, _, _, wager), left in done.items():
        if left:
            text = f"the closing line rules on a wager nobody made: seat {shown(seat, 20)}, {shown(wager, 40)}"
            raise RecordError(text, accepts=listed(f"seat {r.seat} {r.wager}" for r in verdict.required) or "no ruling")
    return verdict
