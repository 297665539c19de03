"""Disputes: what the rules required against what was done."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import msgspec
from msgspec.structs import replace

from nomorebets.errors import RecordError, RulesError, TranscriptError, WagerRefused, counted, listed, shown
from nomorebets.regulation import Citation, law
from nomorebets.rulings.comparison import Difference, Key, compare, handed_over, moved_hand, own_hand, shown_hand
from nomorebets.rulings.driver import BrokenOff, Ended, Refused, SaidAmount, TranscriptDriver
from nomorebets.rulings.implied import implied
from nomorebets.rulings.leftovers import leftover, unremedied
from nomorebets.rulings.names import wager_named
from nomorebets.rulings.steps import Step, steps_of
from nomorebets.rulings.transcript import LATE, IrregularityLine, StandingLine, Transcript, require_short
from nomorebets.rulings.version import rules_version
from nomorebets.showing import InNotebooks
from nomorebets.table import Play, Round, Ruling, Table, Wager
from nomorebets.table.acceptance import require_stake
from nomorebets.table.chips import PutDown
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.game import A_CARD_MORE
from nomorebets.table.handed import Handed
from nomorebets.table.memory import read_opening
from nomorebets.table.money import dollars, show
from nomorebets.table.play import Entry
from nomorebets.table.pots import SharedPot
from nomorebets.table.record import Record, reproduce, write
from nomorebets.table.requests import Collect, Pay, Request
from nomorebets.table.wagers import Place, seat_words

REFUSED = "wager-refused"
WRONG_AMOUNT = "wrong-amount"


class Remark(msgspec.Struct, frozen=True):
    """Something that went wrong, and what the rules have done about it."""

    what: str
    remedy: str
    by: Citation


class RulingWithout(msgspec.Struct, frozen=True):
    """What the ruling would be had a fact not been reported: the wagers that differ, or why there would be none yet."""

    fact: str
    rulings: tuple[Ruling, ...] = ()
    says: str = ""


@dataclass
class Verdict(InNotebooks):
    """What a round required, what had to be put right, and where the dealer departed from it."""

    game: str
    as_of: date
    announcements: list[str]
    required: list[Ruling]
    remedies: list[Remark] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    void: bool = False
    moves: list[Handed] = field(default_factory=list)  # what must change hands
    not_told: list[Key] = field(default_factory=list)  # wagers that were to be settled and were not reported
    says_what_was_done: bool = False  # whether there is anything to compare with
    steps: list[Step] = field(default_factory=list)
    decided_by: list[RulingWithout] = field(default_factory=list)  # the facts without which the ruling would differ
    options: dict[str, str] = field(default_factory=dict)  # the licensee's choices it rests on
    unseen: str = ""  # how far it is known not to depend on cards that nobody saw
    details: dict[str, str] = field(default_factory=dict)  # what a form asks for, as it was reported
    source: str = ""  # the transcript or record, in a form of its own
    pots: list[SharedPot] = field(default_factory=list)  # what players won of each other
    rake: int = 0  # and what the house took of it
    drop: int = 0  # and what went to a jackpot
    time_charge: int = 0  # and what players paid for their time before it

    def __repr__(self) -> str:
        found = counted(len(self.differences), "difference") if self.differences else "nothing done wrong"
        return f"<ruling on {self.game}: {counted(len(self.required), 'wager')}, {found}>"

    @property
    def id(self) -> str:
        """The ruling's own number: the same only for the same facts, rules and result."""
        result = json.dumps(self._result(), sort_keys=True)
        text = "\n".join((self.source, rules_version(), result))
        return f"R-{hashlib.sha256(text.encode()).hexdigest()[:16]}"

    @property
    def is_right(self) -> bool:
        """Whether everything the dealer did was reported, and is right."""
        return self.says_what_was_done and not self.differences and not self.not_told

    def to_dict(self) -> dict[str, Any]:
        """The object that ``dispute --json`` prints."""
        return {
            "id": self.id,
            **self._result(),
            "options": self.options,
            **({"unseen": self.unseen} if self.unseen else {}),
            "decided_by": [
                {
                    "fact": w.fact,
                    **({"without": w.says} if w.says else {"without": [self._row(r) for r in w.rulings]}),
                }
                for w in self.decided_by
            ],
            "steps": [
                {"step": s.number, "what": s.what, **({"facts": s.facts} if s.facts else {}), **self.cited(s.by)}
                for s in self.steps
            ],
        }

    def _result(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "chapter": law.chapter_on(self.as_of).number,
            "as_of": self.as_of.isoformat(),
            "void": self.void,
            "announcements": self.announcements,
            "required": [self._row(r) for r in self.required],
            **self._shared(),
            "moves": [
                {
                    **Key(h.seat, h.wager, moved_hand(h, self.moves), h.player).facts,
                    **({"on": h.on} if h.on else {}),
                    **in_dollars(h.moves),
                }
                for h in self.moves
                if h.moves
            ],
            "remedies": [{"what": m.what, "remedy": m.remedy, **self.cited(m.by)} for m in self.remedies],
            "differences": [
                {
                    **d.key.facts,
                    "done": show(d.done),
                    "required": show(d.required),
                    **({"done_as": in_dollars(d.done_as)} if d.done_as is not None else {}),
                    **({"required_as": in_dollars(d.required_as)} if d.required_as is not None else {}),
                    **self.cited(d.by),
                    "fault": "dealer",
                }
                for d in self.differences
            ],
            "not_told": [key.facts for key in self.not_told],
        }

    def _shared(self) -> dict[str, Any]:
        """What was shared among players and what the house took, where they play for pots."""
        if not self.pots:
            return {}
        pots = [
            {
                "pot": pot.name,
                "amount": show(pot.amount),
                "shares": [{"seat": share.seat, "amount": show(share.amount)} for share in pot.shares],
            }
            for pot in self.pots
        ]
        more = {"jackpot_drop": self.drop, "time_charge": self.time_charge}
        return {"pots": pots, "rake": show(self.rake), **{name: show(taken) for name, taken in more.items() if taken}}

    def _row(self, r: Ruling) -> dict[str, Any]:
        return {
            **Key(r.seat, r.wager, shown_hand(r, self.required), r.player).facts,
            **({"on": r.on} if r.on else {}),
            "result": r.result,
            "net": show(r.net),
            **self.cited(r.amount_by),
            **({"decided": self.cited(r.by)} if r.paid_by else {}),
        }

    def cited(self, by: Citation) -> dict[str, str]:
        """A citation as it is printed: paragraph, basis, and the reading where it is one."""
        shown = {"cite": by.on(self.as_of), "basis": law.basis(by, self.as_of)}
        return {**shown, "reading": by.reading} if by.reading else shown


def in_dollars(moves: dict[str, int]) -> dict[str, str]:
    """What changes hands, as it is printed."""
    return {deed: show(amount) for deed, amount in moves.items()}


def verdict_of(game: Play) -> Verdict:
    """What the rules required in a round that was played."""
    felt, table = game.table.felt, game.table.table
    remedies = [Remark(r.what, r.remedy, r.by) for r in felt.remedies]
    return Verdict(
        table.game.id,
        table.as_of,
        list(felt.called),
        [_of_hand(game, ruling) for ruling in game.explained()],
        remedies,
        void=_is_void(game.rulings, remedies),
        moves=handed_over([game]),
        options=dict(table.house.options),
        pots=list(felt.pots),
        rake=felt.rake,
        drop=felt.drop,
        time_charge=felt.time_charge,
    )


def _of_hand(game: Play, r: Ruling) -> Ruling:
    """A ruling with the hand that its wager is on."""
    return replace(r, hand=own_hand(game, r.on or r.wager, r.hand))


def _is_void(rulings: list[Ruling], remedies: list[Remark]) -> bool:
    """Whether the round was void: every wager goes back by the paragraph of a remedy; only a Bank may stand."""
    decided = [ruling for ruling in rulings if ruling.result != "stands"]
    paragraphs = {(m.by.section, m.by.path) for m in remedies}
    return bool(decided) and all(r.result == "void" and (r.by.section, r.by.path) in paragraphs for r in decided)


def verdict_of_all(games: list[Play]) -> Verdict:
    """What the rules required in rounds that followed each other at one table: every decision, then what stands."""
    verdict = verdict_of(games[0])
    for game in games[1:]:
        after = verdict_of(game)
        verdict.required = [r for r in verdict.required if r.result != "stands"] + after.required
        verdict.announcements += after.announcements
        verdict.remedies += after.remedies
        verdict.void = verdict.void and after.void
    verdict.moves = handed_over(games)
    stayed = {(r.wager.seat, r.wager.on) for game in games for r in game.table.felt.results if r.stays}
    stands = [r for r in verdict.required if r.result == "stands" and (r.seat, r.on or r.wager) in stayed]
    verdict.required = [r for r in verdict.required if r not in stands]  # it was decided, and its stake left up
    return verdict


def play_transcript(transcript: Transcript) -> Play:
    """Play a transcript to its end; of several rounds, the last."""
    return play_rounds(transcript)[-1]


def play_rounds(transcript: Transcript) -> list[Play]:
    """Every round of a transcript, each to its end; a wager that the rules refuse stops it."""
    games, driver = _play(transcript)
    if not games[-1].over:
        last = games[-1].request
        text = "the transcript ends with a void outcome: the round is not over"
        raise TranscriptError(text, last.by if last else None, games[-1].table.as_of, "the outcome that followed")
    for said, required, by in _wrong_amounts(games, driver):
        text = f"seat {said.seat}: {said.choice} of {dollars(said.amount)} refused"
        raise WagerRefused(text, by, games[-1].table.as_of, f"exactly {dollars(required)}")
    return games


def _play(
    transcript: Transcript, way: int = 0, rules_on_refused: bool = False, whole: bool = True
) -> tuple[list[Play], TranscriptDriver]:
    """Play a transcript. ``whole``: all of it is used.

    A card that went wrong may be listed or not, and so may those that were burned unseen: all is tried. Whoever tells
    hands tells what he saw, and whoever lists the cards how they came.
    """
    table = transcript.table()
    faults: list[RulesError] = []
    for lists_burned in (not transcript.hands, bool(transcript.hands)):
        fault: RulesError | None = None
        for takes_outcome in (True, False)[: 1 + bool(transcript.irregularities)]:
            driver = TranscriptDriver(transcript, table, takes_outcome, way, rules_on_refused, lists_burned)
            games: list[Play] = []
            try:
                games.extend(rounds_of(transcript, table, driver))
            except RulesError as ended:
                if not faults and not isinstance(ended, TranscriptError):
                    raise
                only_ends = isinstance(ended, Ended)
                fault = fault or (unremedied(driver) if only_ends else None) or ended
                continue
            left = leftover(driver) if whole else None
            if left is None:
                return games, driver
            fault = fault if fault is not None and not driver.takes else left
        assert fault is not None
        faults.append(fault)
        if not driver.outcomes.any_burned:
            break
    raise faults[0]


def rounds_of(transcript: Transcript, table: Table, driver: TranscriptDriver) -> Iterator[Play]:
    """The rounds that a transcript tells; each is played when the next one is asked for."""
    named = {line.seat for line in transcript.wagers} | {line.seat for line in transcript.decisions}
    named |= {line.seat for line in transcript.standing}
    seats = transcript.seats or {seat: 0 for seat in sorted(named) if seat}
    game = Play(Round(table, Felt.opened(_opening(transcript, table)), seats))
    yield game
    _drive(game, driver)
    while (table.game.betting.carries or game.next_opening.wagers) and driver.goes_on() and game.over:
        before = driver.remaining
        game = Play(Round(table, Felt.opened(game.next_opening), seats))
        yield game
        _drive(game, driver)
        if driver.remaining == before:  # a round that needed nothing of it, and so would the next
            break


def _drive(game: Play, driver: TranscriptDriver) -> None:
    """Play a round; where the transcript ends with a void outcome the round stays open, and every wager stands."""
    table, felt = game.table, game.table.felt
    remedies = entries = called = 0  # as they were when something was put right last
    try:
        while game.request is not None:
            answer = driver(game.request, table)
            game.answer(answer, trusted=driver.trusts)
            if len(felt.remedies) > remedies:
                remedies, entries, called = len(felt.remedies), len(game.entries), len(felt.called)
    except BrokenOff:
        del game.entries[entries:], felt.called[called:]  # the transcript does not say that it went on
        by = felt.remedies[-1].by
        standing = (replace(r, by=by) if r.result == "stands" else r for r in felt.rulings())
        game.rulings = list(standing)


def _opening(transcript: Transcript, table: Table) -> Opening:
    """What the table remembered from before, and the wagers that stood."""
    state = read_opening(table.game, transcript.opening)
    for line in transcript.irregularities:
        known = table.game.irregularities.get(line.what)
        state = {**(known.opening if known else {}), **state}
    standing = tuple(_standing(line, table) for line in transcript.standing)
    return Opening({**table.game.memory.assumed, **state}, standing)


def _standing(line: StandingLine, table: Table) -> Wager:
    """A wager that stood from before: where it lies, and what its patron made it as."""
    bets = table.game.bet.values()
    if not table.game.betting.carries and not any(bet.may_stand for bet in bets):
        text = f"opening: no wager stands from one round of {table.game.id} to the next"
        raise TranscriptError(text, on=table.as_of, accepts="wagers of this round, in wagers")
    made = _made_as(line, table)
    if not table.game.betting.carries and not table.game.bet[made.kind].may_stand:
        text = f"opening: {made.id} does not stand from one round of {table.game.id} to the next"
        stand = ", ".join(bet.kind for bet in bets if bet.may_stand)
        raise TranscriptError(text, table.game.bet[made.kind].by, table.as_of, stand)
    named = made.id.endswith(f":{line.point}")  # odds are made on the number
    at = table.place(f"{made.id}:{line.point}") if line.point and not named else made
    wager = Round(table).wager(line.seat, at.id, line.amount, accepted=True)
    require_stake(Round(table), wager)
    wager = replace(wager, accepted=False)
    return wager if at == made else replace(wager, made_as=made.id)


def _made_as(line: StandingLine, table: Table) -> Place:
    """The place that a wager was made on; odds have none without the number of the wager they go with."""
    name = wager_named(table, line.wager)
    try:
        return table.place(name)
    except RulesError:
        if not line.point:
            raise
        return table.place(f"{name}:{line.point}")


def rule_on(transcript: Transcript) -> Verdict:
    """The ruling on a transcript: required results, remedies, and where what was done differs."""
    require_short(transcript)
    try:
        verdict, driver = _ruled(transcript)
    except TranscriptError:
        shown_without_saying = _implied(transcript)
        if shown_without_saying is None:
            raise
        transcript, verdict, driver = shown_without_saying
    for way in range(1, driver.outcomes.unseen.ways):
        other = _ruled(transcript, way)[0]
        if _essence(other) != _essence(verdict):
            text = "the ruling depends on a card that nobody saw, or of which only the rank is known"
            accepts = "the card, with its suit"
            raise TranscriptError(text, on=verdict.as_of, accepts=accepts)
    verdict.unseen = driver.outcomes.unseen.says
    verdict.decided_by = [
        without
        for line in transcript.irregularities
        if (without := _ruling_without(transcript, line, verdict)) is not None
    ]
    verdict.steps = steps_of(driver.entries, verdict.as_of)
    verdict.details = dict(transcript.details)
    plain = msgspec.to_builtins(transcript, str_keys=True)
    verdict.source = msgspec.json.encode(plain, order="deterministic").decode()
    return verdict


def _implied(transcript: Transcript) -> tuple[Transcript, Verdict, TranscriptDriver] | None:
    """The ruling where an irregularity that was not named explains the transcript; the broken rule comes first."""
    for other, line in implied(transcript, transcript.table()):
        try:
            verdict, driver = _ruled(other)
        except RulesError:
            continue
        cause = driver.table.game.irregularities[line.what]
        broken = next(w.by for w in driver.reported if w.line == line) if cause.shown_by == A_CARD_MORE else cause.by
        verdict.remedies.insert(0, Remark(line.what, f"not named, but shown by the transcript: {cause.says}", broken))
        return other, verdict, driver
    return None


def _essence(verdict: Verdict) -> tuple[object, ...]:
    """What must not depend on a card that nobody saw."""
    rows = [(r.seat, r.player, r.hand, r.wager, r.on, r.result, r.net, r.by) for r in verdict.required]
    return rows, [(m.what, m.by) for m in verdict.remedies], verdict.announcements


def _ruled(transcript: Transcript, way: int = 0, whole: bool = True) -> tuple[Verdict, TranscriptDriver]:
    games, driver = _play(transcript, way, rules_on_refused=True, whole=whole)
    verdict, table = verdict_of_all(games), games[-1].table.table
    for refused in driver.refused:  # the dealer took it all the same
        _rule_on_refused(verdict, refused)
    for ticket, by in driver.voided:
        verdict.required.append(Ruling(ticket.seat, ticket.name, ticket.amount, "void", 0, by, on=ticket.on))
        verdict.moves.append(Handed(ticket.seat, ticket.name, returned=ticket.amount, on=ticket.on))
    for line in driver.late:  # all that no dealer confirmed in time
        _rule_on_late(verdict, table, {k: v for k, v in line.more.items() if k != "confirmed"})
    for line in driver.further_defects:
        cause = table.game.irregularities[line.what]
        verdict.remedies.append(Remark(line.what, *cause.remedy_at(table.house)))
    for made in transcript.wagers:
        if made.said and table.game.terms.position_by is not None:
            lay = table.place(wager_named(table, made.wager))
            remedy = f"settled as {lay.id}, where it lay ({lay.where}); what was said does not count"
            verdict.remedies.append(Remark("misplaced-wager", remedy, table.game.terms.position_by))
    for said, required, by in _wrong_amounts(games, driver):
        taken = f"seat {said.seat}: {said.choice} of {dollars(said.amount)} was taken"
        remedy = f"{taken}; the rules require {dollars(required)}, and it is settled so"
        verdict.remedies.append(Remark(WRONG_AMOUNT, remedy, by))
    verdict.differences, verdict.not_told = compare(
        verdict.required, verdict.moves, table, transcript.done, _fees_by(games)
    )
    verdict.says_what_was_done = bool(transcript.done)
    driver.entries = [entry for game in games for entry in game.entries]
    return verdict, driver


def _rule_on_refused(verdict: Verdict, refused: Refused) -> None:
    """A wager that the rules refuse is void and goes back, and with it all that was wagered on a hand dealt for it."""
    wager, by = refused.wager, refused.by
    whose = seat_words(wager.seat, wager.player)
    goes_back = f"no wager: the {dollars(wager.staked)} on {wager.on} go back to {whose}"
    verdict.remedies.append(Remark(REFUSED, f"{goes_back}; {refused.why}", by))
    own = [r for r in verdict.required if r.seat == wager.seat]
    if not refused.is_dealt or all(r.wager != wager.name for r in own):  # no hand of it, or none that decided it
        name, player, on = wager.name, wager.player, "" if wager.name == wager.on else wager.on
        verdict.required.append(Ruling(wager.seat, name, wager.amount, "void", 0, by, on=on, player=player))
        verdict.moves.append(Handed(wager.seat, name, returned=wager.staked, on=on, player=player))
        return
    if any(r.result != "void" or r.by != by for r in own):
        rows = (replace(r, result="void", net=0, by=by) if r in own else r for r in verdict.required)
        verdict.required = list(rows)
        others = [h for h in verdict.moves if h.seat != wager.seat]
        verdict.moves = others + [
            Handed(r.seat, r.wager, returned=r.amount, on=r.on, hand=r.hand, player=r.player) for r in own if r.amount
        ]


def _fees_by(games: list[Play]) -> Citation:
    """The paragraph by which vigorish was taken, where any was."""
    steps = (entry.request for game in games for entry in game.entries)
    by = next((step.by for step in steps for handed in step.hands_over() if handed.wager == "vigorish"), None)
    return by or games[-1].table.game.terms.dealt_by


def _wrong_amounts(games: list[Play], driver: TranscriptDriver) -> list[tuple[SaidAmount, int, Citation]]:
    """Decisions reported with a wrong amount, and the right one."""
    wrong = []
    brought = [e.request for game in games for e in game.entries if isinstance(e.request, PutDown)]
    for said in driver.said:
        own = next((r for r in brought if r.wager.seat == said.seat), None)
        if own is not None:
            brought.remove(own)
        required = said.required or (own.wager.amount if own is not None else 0)
        if not required:
            text = f"seat {said.seat}: {said.choice} takes no amount"
            raise WagerRefused(text, said.by, driver.table.as_of, said.choice)
        if required != said.amount:
            wrong.append((said, required, own.by if own is not None else said.by))
    return wrong


def _ruling_without(transcript: Transcript, line: IrregularityLine, verdict: Verdict) -> RulingWithout | None:
    """What the ruling would be without one thing that went wrong; None where it would be the same."""
    others = [other for other in transcript.irregularities if other is not line]
    less = replace(transcript, irregularities=others, done=[])
    try:
        other = _ruled(less, whole=False)[0]
    except RulesError as fault:
        asked = fault.text.removeprefix("the transcript ends before the round: ")
        return RulingWithout(line.what, says=f"the round would have gone on: {asked}")
    was = {whose: (r.result, r.net) for whose, r in _numbered(verdict.required)}
    differ = tuple(r for whose, r in _numbered(other.required) if was.get(whose) != (r.result, r.net))
    return RulingWithout(line.what, differ) if differ else None


def _numbered(rulings: Iterable[Ruling]) -> Iterator[tuple[tuple[object, ...], Ruling]]:
    """Rulings, and whose each is: a wager that stands from roll to roll has a first and a second."""
    before: Counter[tuple[object, ...]] = Counter()
    for r in rulings:
        whose = _whose(r)
        before[whose] += 1
        yield (*whose, before[whose]), r


def _whose(r: Ruling) -> tuple[object, ...]:
    return r.seat, r.player, r.hand, r.on or r.wager


def _rule_on_late(verdict: Verdict, table: Table, more: dict[str, Any]) -> None:
    """A wager put down after the call: no wager, and it goes back."""
    if set(more) != {"seat", "wager", "amount"}:
        accepts = '{ before_spin = 1, what = "late-wager", seat = 1, wager = "red", amount = "10.00" }'
        raise TranscriptError(
            "a late wager must say whose it was, where and how much", table.game.terms.late_by, table.as_of, accepts
        )
    at = Round(table)
    late = at.wager(more["seat"], wager_named(table, str(more["wager"])), more["amount"], accepted=True)
    require_stake(at, late)  # and no more: whether it could have been made does not matter any more
    by = table.game.terms.late_by
    verdict.required.append(Ruling(late.seat, late.on, late.amount, "void", 0, by))
    verdict.moves.append(Handed(late.seat, late.on, returned=late.amount))
    verdict.remedies.append(Remark(LATE, f"no wager: the {dollars(late.amount)} go back to seat {late.seat}", by))


def rule_on_record(record: Record) -> Verdict:
    """The ruling on a record: the script's own settlement against the one that was recorded."""

    def is_settlement(number: int, asked: Request, entry: Entry) -> bool:
        return isinstance(asked, Collect | Pay) and type(asked) is type(entry.request)

    game = reproduce(record, is_settlement)
    verdict = verdict_of(game)
    verdict.says_what_was_done, verdict.source = True, write(record).decode()
    verdict.steps = steps_of(game.entries, verdict.as_of)
    done: defaultdict[tuple[object, ...], list[Ruling]] = defaultdict(
        list
    )  # several where chips of two kinds lie there
    for closed in record.rulings:
        done[_whose(_of_hand(game, closed))].append(closed)
    for ruling in verdict.required:
        same = done[_whose(ruling)]
        was = same.pop(0) if same else None
        if was is None or was.net != ruling.net:
            net, hand = was.net if was else 0, shown_hand(ruling, verdict.required)
            by, player = ruling.amount_by, ruling.player
            differs = Difference(ruling.seat, ruling.wager, net, ruling.net, by, hand=hand, player=player)
            verdict.differences.append(differs)
    for (seat, *_, wager), left in done.items():
        if left:
            text = f"the closing line rules on a wager nobody made: seat {shown(seat, 20)}, {shown(wager, 40)}"
            raise RecordError(text, accepts=listed(f"seat {r.seat} {r.wager}" for r in verdict.required) or "no ruling")
    return verdict
