"""Playing a transcript: its lines answer the script, in the order things happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from nomorebets.errors import TranscriptError, WagerRefused, shown, unknown
from nomorebets.procedures.banking import bank_at
from nomorebets.regulation import Citation
from nomorebets.rulings.names import nearest, wager_named
from nomorebets.rulings.outcomes import TranscriptOutcomes
from nomorebets.rulings.transcript import (
    LATE,
    DecisionLine,
    IrregularityLine,
    Transcript,
    WagerLine,
    wrong_kind,
)
from nomorebets.rulings.unseen import is_unseen
from nomorebets.table import Round, Table, Wager
from nomorebets.table.acceptance import require_stake, verify_bets
from nomorebets.table.areas import HIDDEN, Area, owner_of
from nomorebets.table.felt import Felt
from nomorebets.table.game import Irregularity
from nomorebets.table.money import cents
from nomorebets.table.play import Entry
from nomorebets.table.requests import Answer, Bets, PatronRequest, Request
from nomorebets.table.stakes import BetweenRounds
from nomorebets.table.wagers import Change

_LIMITS = (
    "R-8.2-limits",
    "R-8.2-increments",
)  # a dealer may let such a wager stand: the transcript says whether he did


class Ended(TranscriptError):
    """The transcript ends before the round does."""


class Question(NamedTuple):
    """A decision that the transcript does not tell."""

    seat: int
    hand: int
    player: str
    asked: Mapping[str, Any]  # what the seat must know to answer
    at: int  # where its line belongs among the decisions
    assumed: Mapping[str, Any] | None = None  # what is taken for it; None where the round waits for it


class Undecided(Ended):
    """The transcript ends where a seat has to decide."""

    question: Question


class BrokenOff(Ended):
    """The transcript ends with an outcome that was void: nothing is decided, and every wager stands."""


class Refused(NamedTuple):
    """A wager that a dealer took although the rules refuse it."""

    wager: Wager
    by: Citation
    why: str
    is_dealt: bool = False  # its seat has nothing else, and was dealt a hand for it all the same


class SaidAmount(NamedTuple):
    """An amount reported with a decision that leaves no amount to choose."""

    seat: int
    choice: str
    amount: int
    by: Citation
    required: int  # what it takes; 0 where only the wager it brings shows that


class Reported(NamedTuple):
    """An irregularity that was reported to the script, and how many remedies there were before it."""

    line: IrregularityLine
    felt: Felt
    remedies: int
    by: Citation  # of the request at which it was reported


def _seats_of(facts: Mapping[str, object]) -> list[object]:
    """The seats that an irregularity names."""
    named = facts.get("seats", ())
    seats = [*named] if isinstance(named, list | tuple) else [named]
    return [*seats, facts["seat"]] if "seat" in facts else seats


class TranscriptDriver:
    """Answers a script from a transcript, in the order things happened.

    ``takes_outcome``: whether a card is listed also where it went wrong and is not used. People write it both ways;
    whoever plays the transcript tries the one and then the other. A spin or roll that is listed where one went wrong
    *is* the one that went wrong. ``burned``: likewise, whether cards that are burned unseen are listed.
    """

    def __init__(
        self,
        transcript: Transcript,
        table: Table,
        takes_outcome: bool,
        way: int = 0,
        rules_on_refused: bool = False,
        burned: bool = True,
    ) -> None:
        self.transcript = transcript
        self.table = table
        self.takes = takes_outcome
        self.rules_on_refused = rules_on_refused
        self.outcomes: TranscriptOutcomes = TranscriptOutcomes(transcript, table, way, burned)
        tickets = {w.called: w.wager for w in transcript.wagers if w.called}
        self.wagers: list[WagerLine] = [
            msgspec.structs.replace(w, wager=wager_named(table, tickets.get(w.wager, w.wager)))
            for w in transcript.wagers
        ]
        self.decisions: list[DecisionLine] = list(transcript.decisions)
        self.decision: int = 1  # the decision that comes next
        lines = [msgspec.structs.replace(line, what=self._known(line.what)) for line in transcript.irregularities]
        self.pending: list[IrregularityLine] = [line for line in lines if line.what != LATE]
        self.late: list[IrregularityLine] = [line for line in lines if line.what == LATE]
        self.reported: list[Reported] = []  # irregularities that the script knows of
        self.refused: list[Refused] = []
        self.voided: list[tuple[Wager, Citation]] = []  # tickets that were made void in time
        self.said: list[SaidAmount] = []
        self.assumed: list[Question] = []  # decisions of which the transcript says nothing
        self.entries: list[Entry] = []  # of all rounds, when they are over
        # requests at which something could have been reported, and when, each once
        self.asked: dict[tuple[str, int, int, int], None] = {}
        self._acts: set[str] = set()  # their names
        self.trusts: bool = False  # the answer given last holds wagers that the rules refuse
        self._void: tuple[object, int, str] | None = None  # an act that went wrong, and the remedies before it
        self._last: tuple[object, int, int] | None = None  # the felt at the last outcome, its remedies and results
        for line in self.pending:
            self._require_possible(table.game.irregularities[line.what], line.what)
        for line in lines:
            self._require_when(line)

    def _known(self, what: str) -> str:
        known = (*self.table.game.irregularities, LATE)
        name = nearest(what, known)
        if name not in known:
            strange = unknown(f"irregularity of {self.table.game.id}", what, known)
            raise TranscriptError(strange.text, accepts=strange.accepts)
        return name

    def _require_possible(self, cause: Irregularity, what: str) -> None:
        options = self.table.house.options
        for option, value in cause.needs.items():
            if options.get(option, value) != value:
                raise TranscriptError(
                    f"{what} cannot happen at this table: {option} = {options[option]}",
                    cause.by,
                    self.table.as_of,
                    f'house = {{ {option} = "{value}" }}',
                )

    def _require_when(self, line: IrregularityLine) -> None:
        """It must be told when something went wrong, unless that can only have been at one moment."""
        cause = self.table.game.irregularities.get(line.what)
        by_seat = cause is not None and cause.seat_says_when and "seat" in line.more
        if not line.before and (cause is None or not (cause.stage_says_when or cause.waits or by_seat)):
            before = self.table.game.chance.before
            raise TranscriptError(
                f"{line.what} must say before which outcome it went wrong",
                cause.by if cause is not None else None,
                self.table.as_of,
                f'{{ {before} = 1, what = "{line.what}" }}',
            )

    def __call__(self, request: Request, table: Round) -> Answer:
        self.trusts = False
        self._drop_void(request, table)
        wrong = next((w for w in self.pending if self._is_now(w, request)), None)
        self.asked[request.name, self.outcomes.next, self.decision, self.outcomes.next_roll] = None
        self._acts.add(request.name)
        if wrong is not None:
            self.pending.remove(wrong)
            self.reported.append(Reported(wrong, table.felt, len(table.felt.remedies), request.by))
        if isinstance(request, PatronRequest) and not request.takes_wagers:
            if isinstance(request, BetweenRounds):
                return request.called(self.transcript.paid_time, table)
            return self._decide(request, wrong, table)
        if request.asks == "patrons":
            return self._late_bets(table) if getattr(request, "late", False) else self._bets(table, request.by)
        if wrong is not None:
            return self._irregular(request, wrong, table)
        if request.asks == "chance":
            return self._answer(request, self._outcome(request, "", table))
        return request.usual()

    # --- what went wrong ---------------------------------------------------------------------------------------------

    def _is_now(self, line: IrregularityLine, request: Request) -> bool:
        """Whether it is reported at this request: at its number, or when an act is done that is done only once."""
        cause = self.table.game.irregularities[line.what]
        if not cause.may_be_reported_at(request):
            return False
        if cause.seat_says_when and "seat" in line.more:
            return bool(owner_of(getattr(request, "to", "")) == line.more["seat"])
        counted = self.decision if line.counts == "decision" else self.outcomes.next
        if line.counts == "roll" and self.outcomes.begins_by_roll:
            counted = self.outcomes.next_roll
        if line.before == counted or ((cause.waits or cause.stage_says_when) and line.before < counted):
            return True
        once = request.name not in self._acts
        over = self.outcomes.are_over and not self.decisions and not cause.outcome_is  # a card has its own number
        return request.asks == "dealer" and line.before < counted and once and (line.before == 1 or over)

    def _irregular(self, request: Request, line: IrregularityLine, table: Round) -> Answer:
        cause = self.table.game.irregularities[line.what]
        facts: dict[str, object] = {}
        is_roll = self.outcomes.begins_by_roll and bool(request.rolled)
        listed_too = bool(self.outcomes.rolls if is_roll else self.outcomes.listed) and cause.may_list_outcome
        listed_too = listed_too and (self.takes or is_roll or not self.outcomes.are_dealt)
        if listed_too and request.asks != "chance" and not cause.outcome_is:
            self._void = table.felt, len(table.felt.remedies), request.name
        elif cause.needs_outcome or listed_too:
            facts.update(self._outcome(request, cause.outcome_is, table, counts=cause.needs_outcome))
        else:
            self.outcomes.next_roll += is_roll
        if line.counts == "roll" and cause.may_list_outcome and not is_roll:
            void = [w for w in self.pending if not self.table.game.irregularities[w.what].needs_outcome]
            self.outcomes.drop_roll(leaving=1 + sum(w.counts == "roll" for w in void))
        if not facts:
            self._mark(table)
        more = self._facts(line)
        for name, value in facts.items():
            if name in cause.facts and cause.facts[name] != value:
                text = (
                    f"{line.what} is reported with {name} {shown(value, 20)}, and means {shown(cause.facts[name], 20)}"
                )
                raise TranscriptError(text, cause.by, self.table.as_of, f"{cause.facts[name]}, or no {line.what}")
        return self._answer(request, {**facts, **more})

    def _drop_void(self, request: Request, table: Round) -> None:
        """Where an act that went wrong was put right and is done again, the outcome listed for it is void."""
        if self._void is None:
            return
        felt, remedies, act = self._void
        remedied = felt is table.felt and len(table.felt.remedies) > remedies
        if remedied and (request.asks == "patrons" or request.name == act):
            self.outcomes.drop()
            self._void = None
        elif request.asks == "chance":  # it was let count
            self._void = None

    def _facts(self, line: IrregularityLine) -> dict[str, object]:
        """An irregularity as facts of an answer, with whatever else was reported of it."""
        cause = self.table.game.irregularities[line.what]
        for name in line.more:
            if name not in cause.more:
                raise TranscriptError(f"{line.what}: {unknown('fact', name, cause.more)}", on=self.table.as_of)
        return {**cause.facts, **line.more}

    # --- decisions ---------------------------------------------------------------------------------------------------

    def _decide(self, request: PatronRequest, wrong: IrregularityLine | None, table: Round) -> Answer:
        """What each seat that is asked decided; what went wrong before it comes with it."""
        facts: dict[str, object] = self._facts(wrong) if wrong is not None else {}
        cause = self.table.game.irregularities[wrong.what] if wrong is not None else None
        out = _seats_of(facts) if cause is not None and cause.forfeits else []
        if wrong is not None and cause is not None and cause.forfeits:
            self._require_somebody(wrong, cause, out, table)
        nothing_left = cause is not None and (cause.ends_round or cause.decides)
        parts: dict[int, Answer] = {}
        for seat in request.seats() or (0,):
            forfeits = nothing_left or seat in out
            parts[seat] = request.forfeit(seat) if forfeits else self._part(request, seat, table)
        joined = request.join(parts)
        return self._answer(request, {**msgspec.to_builtins(joined), **facts}) if facts else joined

    def _require_somebody(self, line: IrregularityLine, cause: Irregularity, out: list[object], table: Round) -> None:
        """A forfeiture names whose hands are lost."""
        playing = sorted({wager.seat for wager in (*table.wagers, *table.felt.banked)})
        if not out or any(seat not in playing for seat in out):
            text = f"{line.what}: {shown(out)}" if out else f"{line.what} must say whose hands are lost"
            among = ", ".join(map(str, playing))
            accepts = f"seats = [{among}], or some of them" if "seats" in cause.more else f"seat = one of {among}"
            raise TranscriptError(text, cause.by, self.table.as_of, accepts)

    def _part(self, request: PatronRequest, seat: int, table: Round) -> Answer:
        """The seat's next decision; where none is reported, the one that is assumed."""
        hand, player = request.hand_of(seat)
        # a question to all seats is asked of the first player of each
        player = player or next((wager.player for wager in table.wagers if wager.seat == seat), "")
        own = (
            d
            for d in self.decisions
            if (d.seat == seat or not seat) and d.hand in (0, hand) and (d.player or player) == player
        )
        line, assumed = next(own, None), request.assumed(seat)
        message = self._message(request, seat, line, table) if line is not None else {}
        every = self.transcript.decisions
        at = next((number for number, told in enumerate(every) if told is line), len(every))
        if assumed is not None and (line is None or not request.fits(seat, message, table)):
            question = Question(seat, hand, player, request.question(seat, table), at, request.written(seat, assumed))
            self.assumed.append(question)
            return self._decided_by_wager(request, seat) or assumed
        if line is None:
            text = f"the transcript ends before the round: seat {seat} is asked and decides nothing"
            ended = Undecided(
                f"{text} (decision {self.decision})", request.by, self.table.as_of, request.transcript_line(seat)
            )
            ended.question = Question(seat, hand, player, request.question(seat, table), at)
            raise ended
        required = message.pop("required", None)
        if isinstance(required, int):
            self.said.append(SaidAmount(seat, str(message["choice"]), cents(line.amount), request.by, required))
        part = request.read(seat, message, table)
        self.decisions.remove(line)
        self.decision += 1
        return part

    def _message(self, request: PatronRequest, seat: int, line: DecisionLine, table: Round) -> dict[str, object]:
        """What the seat said, its choice by its name; an amount that is no choice of its own is kept apart."""
        message: dict[str, object] = dict(line.message)
        if "choice" not in message:
            return message
        asked = request.question(seat, table)
        choice = message["choice"] = nearest(str(message["choice"]), asked.get("choices", ()))
        option = next((o for o in asked.get("options", ()) if o["name"] == choice), None)
        least, most = (option.get("least", 0), option.get("most", 0)) if option else (0, 1)
        if option is not None and least == most and cents(line.amount) not in (0, most):
            message["required"] = most
            message.pop("amount", None)
        return message

    def _decided_by_wager(self, request: PatronRequest, seat: int) -> Answer | None:
        """A decision that brings a wager may be reported as that wager."""
        for line in self.wagers:
            if line.seat in (seat, 0) and line.before <= self.outcomes.next:
                part = request.as_wager(line.seat, line.wager, cents(line.amount))
                if part is not None:
                    self.wagers.remove(line)
                    return part
        return None

    # --- wagers ------------------------------------------------------------------------------------------------------

    def _bets(self, table: Round, by: Citation) -> Answer:
        due = [line for line in self.wagers if line.before <= self.outcomes.next]
        self.wagers = [line for line in self.wagers if line.before > self.outcomes.next]
        placed: list[Wager] = []
        removed: list[Wager] = []
        changed: list[Change] = []
        voided_before = len(self.voided)
        for line in due:
            lies = line.remove or bool(line.call and not line.amount)
            intended = self.table.game.betting.intended(table, line.seat, line.wager, lies)
            for place in (place.id for place in table.table.places(intended)):
                if lies:
                    own = [w for w in (*table.wagers, *placed) if (w.seat, w.on) == (line.seat, place)]
                    own = own or [Wager(line.seat, place, 0)]
                    less = cents(line.amount) if line.remove else 0
                    if line.remove and not less and own[0] in placed and not self.table.game.betting.is_listed:
                        placed.remove(own[0])
                        self.voided.append((own[0], by))
                    elif line.remove and not less:
                        removed += own
                    elif line.call and own[0] in placed:  # made and called in one pause: it is made as called
                        placed[placed.index(own[0])] = self._changed(table, own[0], line, less)
                    else:
                        changed.append(Change(own[0], self._changed(table, own[0], line, less)))
                    continue
                more = {
                    "coupon": line.coupon,
                    "chips": line.chips,
                    "verbal": line.verbal,
                    "accepted": line.accepted,
                    "call": line.call,
                    "button": bool(line.call) and line.button,
                    "player": line.player,
                }
                named = line.wager if intended != line.wager else place
                made = table.wager(line.seat, named, line.amount, **more)
                placed.append(msgspec.structs.replace(made, made_as=line.called) if line.called else made)
        if self.rules_on_refused:
            placed = self._lawful(table, placed, tuple(removed), tuple(changed), by)
        voided = tuple(wager for wager, _ in self.voided[voided_before:])
        return Bets(tuple(placed), tuple(removed), tuple(changed), voided)

    def _lawful(
        self, table: Round, placed: list[Wager], removed: tuple[Wager, ...], changed: tuple[Change, ...], by: Citation
    ) -> list[Wager]:
        """The wagers that the rules accept together; what they refuse was taken all the same, and is ruled on."""
        try:
            verify_bets(table, tuple(placed), removed, by, changed)
            return placed
        except WagerRefused:
            pass
        kept: list[Wager] = []
        bank = self.table.game.banked
        for wager in placed:
            if any(wager is w for w in kept):
                continue
            try:  # with those that it is made together with
                together = [w for w in placed if _go_together(table, w, wager)]
                verify_bets(table, (*kept, *together), removed, by, changed)
                kept += together
                continue
            except WagerRefused:
                pass
            try:
                verify_bets(table, (*kept, wager), removed, by, changed)
                kept.append(wager)
            except WagerRefused as fault:
                require_stake(table, wager)
                alone = bank and not any(w.kind != bank for w in (*placed, *table.wagers) if w is not wager)
                if fault.by is None or fault.by.reading in _LIMITS or wager.kind == bank or alone:
                    raise
                why = fault.text.partition(" refused: ")[2] or fault.text
                self.refused.append(Refused(wager, fault.by, why))
        if bank or not self.outcomes.are_dealt:  # no seat was dealt a hand of its own for its wager
            return kept
        seats = {bank_at(table), *(wager.seat for wager in (*kept, *table.wagers))}  # who banks has a hand anyway
        bets = self.table.game.bet
        early = [r for r in self.refused if r.wager in placed and bets[r.wager.kind].opens == "before-deal"]
        dealt = [r for r in early if r.wager.seat not in seats]  # what is made later, as a war wager is, gets no hand
        self.refused = [r._replace(is_dealt=r in dealt) for r in self.refused]
        self.trusts = bool(dealt)
        return [wager for wager in placed if wager in kept or any(r.wager is wager for r in dealt)]

    def _changed(self, table: Round, wager: Wager, line: WagerLine, less: int) -> Wager:
        """A wager after a part of it was taken down, or after a call."""
        amount = wager.amount - less
        fee = min(wager.fee, table.game.betting.fee(table.house, table.place_of(wager), amount))
        to = msgspec.structs.replace(wager, amount=amount, fee=fee)
        return msgspec.structs.replace(to, call=line.call, button=line.button) if line.call else to

    def _late_bets(self, table: Round) -> Answer:
        """Wagers that came while the dice rolled, and that the dealer confirmed aloud."""
        due = [line for line in self.late if line.before == self.outcomes.next and line.more.get("confirmed") is True]
        self.late = [line for line in self.late if line not in due]
        placed = []
        for line in due:
            facts = {name: value for name, value in line.more.items() if name != "confirmed"}
            if set(facts) != {"seat", "wager", "amount"}:
                text = "a late wager must say whose it was, where and how much"
                raise TranscriptError(text, self.table.game.terms.late_by, self.table.as_of, "seat, wager and amount")
            placed.append(table.wager(facts["seat"], facts["wager"], facts["amount"], late="confirmed"))
        return Bets(tuple(placed))

    # --- outcomes ----------------------------------------------------------------------------------------------------

    def _outcome(self, request: Request, fact: str, table: Round, counts: bool = True) -> Mapping[str, object]:
        """The next outcome as facts of an answer; one that does not count need not have been seen."""
        roll = self.outcomes.roll(request, table)
        if roll == {}:
            raise self._ended(request, table)
        if roll is not None:
            return {} if HIDDEN in roll.values() and not counts else roll
        token = self.outcomes.take(request, table)
        if token is None and self.reported and self.outcomes.is_put_away(request):
            token = HIDDEN  # for something that went wrong: nobody need have kept count of it
        if token is None:
            raise self._ended(request, table)
        self._mark(table)
        if token == HIDDEN and not counts:
            return {}
        if is_unseen(token) and not (token == HIDDEN and request.may_stay_unseen):
            if not self.outcomes.are_dealt:
                what = f"{request.name}: outcome {self.outcomes.next - 1} is {token}, and it decides the round"
                raise TranscriptError(what, request.by, self.table.as_of, "what came up")
            token = self.outcomes.unseen.card_for(token, table)
        facts = self.table.game.chance.read(token, self.table)
        return {fact or name: value for name, value in facts.items()}

    def _mark(self, table: Round) -> None:
        self._last = (table.felt, len(table.felt.remedies), len(table.felt.results))

    def _ended(self, request: Request, table: Round) -> Ended:
        """The transcript ends before the round; after a void spin or roll that is an end, too."""
        kind, number = self.table.game.chance.words, self.outcomes.next
        felt, remedies, results = self._last or (None, 0, 0)
        void = felt is table.felt and len(table.felt.remedies) > remedies and len(table.felt.results) == results
        to = getattr(request, "to", "")
        where = f" (to {Area.read(to).words})" if isinstance(to, str) and to else ""
        text = f"the transcript ends before the round: {request.name}{where} is asked, and {kind!r} has no outcome"
        if self.outcomes.begins_by_roll and request.rolled:
            text = f"the transcript ends before the round: {request.name} is asked, and dice has no roll"
            return Ended(f"{text} {self.outcomes.next_roll - 1}", request.by, self.table.as_of, 'dice = "2-3-5"')
        listed = self.transcript.outcomes
        last = " ".join([*(["…"] if len(listed) > 12 else []), *listed[-12:]])
        accepts = f'one more in {kind} = "{last} …"'
        if self.outcomes.hands and where:
            name = self.outcomes.names_of(to, table)[0]
            key = f'"{name}"' if "#" in name else name  # as TOML has it
            accepts = f'one more card in hands = {{ {key} = "…" }}, or in cards'
        left = len(self.pending) > len(self.further_defects) or self.wagers or self.decisions
        ends_void = void and not request.deals_cards and not left
        return (BrokenOff if ends_void else Ended)(f"{text} {number}", request.by, self.table.as_of, accepts)

    def _answer(self, request: Request, facts: Mapping[str, object]) -> Answer:
        try:
            return msgspec.convert(dict(facts), request.answer)
        except msgspec.ValidationError as fault:
            raise TranscriptError(f"{request.name}: {wrong_kind(fault)}", request.by, self.table.as_of) from None

    # --- at the end --------------------------------------------------------------------------------------------------

    def goes_on(self) -> bool:
        """Whether the transcript has another round."""
        return bool(self.outcomes.listed)

    @property
    def further_defects(self) -> list[IrregularityLine]:
        """Further defects of a spin or roll that was void already: nothing more comes of them."""
        if self.outcomes.are_dealt or not self.rules_on_refused:
            return []
        by_outcome = (r for r in self.reported if r.line.counts != "decision")
        void = {r.line.before for r in by_outcome if len(r.felt.remedies) > r.remedies}
        return [line for line in self.pending if line.counts != "decision" and line.before in void]

    @property
    def remaining(self) -> tuple[int, ...]:
        """How much of the transcript no round has used yet."""
        return len(self.outcomes.listed), len(self.wagers), len(self.decisions), len(self.pending)


def _go_together(table: Round, one: Wager, other: Wager) -> bool:
    """Whether two wagers of one player are parts of one, like those on both hands of a spot."""
    if one is other or (one.seat, one.player) != (other.seat, other.player):
        return one is other
    return any(one.kind in kinds and other.kind in kinds for kinds in table.game.betting.bundles.values())
