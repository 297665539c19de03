"""Requests and answers: how chance, choice and time reach a script, and how the dealer's acts reach the felt.

A script yields a request; whoever drives it answers; the answer is verified, applied to the felt, and recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeVar

import msgspec

from nomorebets.equipment.cards import ranks_shown
from nomorebets.errors import DealerError, WagerRefused, one_line, shown
from nomorebets.regulation import Citation, names
from nomorebets.table.acceptance import verify_bets, verify_late, verify_voided
from nomorebets.table.areas import owner_of
from nomorebets.table.handed import Handed
from nomorebets.table.memory import value_shown
from nomorebets.table.money import dollars
from nomorebets.table.wagers import Change, Result, Wager, wager_facts

if TYPE_CHECKING:
    from nomorebets.table.decisions import Ask
    from nomorebets.table.felt import Felt
    from nomorebets.table.round import Round


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What happened."""


class Done(Answer, frozen=True):
    """The dealer did what the script asked."""


class Noticed(Answer, frozen=True):
    """The dealer did what the script asked; or something was noticed before it was done, and it was not done yet."""

    found: str = ""
    seat: int = 0  # whose hand or wager it concerned
    seats: tuple[int, ...] = ()  # those it concerned, where they are several
    cards: int = 0  # how many cards lay where another number belongs
    wager: str = ""
    disclosed: bool = True  # whether a card drawn in error was seen
    rectified: bool = False  # whether it could be put right


class Telling(NamedTuple):
    """What may be told of an entry: to everybody, and more of it to the seat it concerns."""

    words: str = ""
    facts: Mapping[str, Any] = {}
    results: tuple[Result, ...] = ()  # wagers decided by it
    private_to: int = 0  # the seat that is told more
    own_words: str = ""
    own_facts: Mapping[str, Any] = {}  # beside the facts that everybody is told


A = TypeVar("A", bound=Answer)
# answers that are given again and again, by identity: well-formed, and nothing was found
PLAIN: dict[int, Answer] = {}


def plain(answer: A) -> A:
    """An answer that is kept to be given again: it is looked at now, and not each time."""
    msgspec.convert(msgspec.to_builtins(answer), type(answer))
    if not getattr(answer, "found", "") and len(PLAIN) < 1 << 14:
        PLAIN[id(answer)] = answer
    return answer


@cache
def usual(kind: type[Answer]) -> Answer:
    """The answer of a kind when nothing goes wrong."""
    return plain(kind())


def over(
    result: Result, *, paid: int = 0, collected: int = 0, returned: int = 0, stays: int = 0, beside: int = 0
) -> Handed:
    """What changes hands over the wager of a result."""
    wager = result.wager
    on = wager.on if wager.made_as else ""
    handed = Handed(wager.seat, wager.name, paid, collected, returned, stays=stays, beside=beside, on=on)
    return handed._replace(hand=wager.hand, player=wager.player)


def at_rest(result: Result) -> dict[str, int]:
    """What becomes of a stake that is not lost: it goes back, or stays where it lies."""
    return {"stays" if result.stays else "returned": result.wager.amount}


OUTCOMES = {"win": "wins", "lose": "loses", "push": "is a push", "void": "is void", "stands": "stands"}


def tell_results(results: Sequence[Result]) -> Telling:
    """Wagers that are decided, in the order of their settlement."""
    lines = []
    for result in results:
        amount = f" {dollars(abs(result.net))}" if result.net else ""
        lines.append(f"{result.wager.whose}: {names.wager(result.wager.name)} {OUTCOMES[result.outcome]}{amount}")
    return Telling("; ".join(lines), results=tuple(results))


class Request(msgspec.Struct, frozen=True, tag_field="ask", omit_defaults=True, gc=False):
    """What the script needs to know or have done, and the paragraph it acts by."""

    by: Citation
    asks: ClassVar[Literal["patrons", "chance", "dealer"]] = "dealer"
    answer: ClassVar[type[Answer]] = Done
    shuffles_dealt_cards: ClassVar[bool] = False  # cards that had been dealt may come again
    deals_cards: ClassVar[bool] = False  # what the dealer cleared before it is gone from sight
    is_aloud: ClassVar[bool] = False  # the dealer says it, so that everybody hears
    rolled: ClassVar[str] = ""  # the fact of the answer that a roll gives, where one does

    def usual(self) -> Answer:
        """What happens when nothing goes wrong; for a dealer's act, that it is done."""
        return usual(self.answer)

    def chances(self, table: Round) -> Sequence[tuple[Answer, int]]:
        """Every answer chance may give, with its weight."""
        return ((self.usual(), 1),)

    def verify(self, table: Round, answer: Answer) -> None:
        """Refuse an answer that cannot be; nothing has moved yet."""
        # acts of every round call this by its name: to find it by super() takes half as long as to do it
        if type(answer) is not self.answer:
            raise DealerError(
                f"{self.name} is answered with {type(answer).__name__}",
                self.by,
                table.as_of,
                self.answer.__name__,
            )
        if PLAIN.get(id(answer)) is answer:
            return
        try:
            msgspec.convert(msgspec.to_builtins(answer), self.answer)
        except (msgspec.MsgspecError, TypeError, ValueError) as fault:
            text = f"{self.name} cannot be answered with {shown(answer, 120)}: {one_line(fault, 120)}"
            accepts = f"{self.answer.__name__} with every fact of its kind"
            raise DealerError(text, self.by, table.as_of, accepts) from None
        what = getattr(answer, "found", "")
        if not what:
            return
        causes = table.game.irregularities.values()
        here = [cause for cause in causes if "found" in cause.facts and cause.may_be_reported_at(self)]
        known = [str(cause.facts["found"]) for cause in here]
        if what not in known:
            text = f"{self.name}: {shown(what, 40)} cannot be reported here"
            raise DealerError(text, self.by, table.as_of, ", ".join(known) or "that nothing went wrong")
        for cause in causes:
            barred = cause.barred(table, self) if what == cause.facts.get("found") else None
            if barred is not None and cause.ask == self.name:
                raise barred

    def apply(self, felt: Felt, answer: Answer) -> None:
        """Move the felt accordingly."""

    def tell(self, answer: Answer, table: Round) -> Telling:
        """What everybody at the table may know of it, when it has just happened; if nothing else, its name."""
        return Telling()

    def hands_over(self) -> tuple[Handed, ...]:
        """What changes hands over wagers when the dealer does it."""
        return ()

    @property
    def name(self) -> str:
        return str(self.__struct_config__.tag)

    @property
    def may_stay_unseen(self) -> bool:
        """Whether nobody need ever see what it deals."""
        return False


HAS_COME = ("card-drawn-in-error",)  # what holds nothing up: the card has come, and the others are turned all the same


def is_held_up(answer: Answer) -> bool:
    """Whether something was noticed first, so that the act was not done."""
    what = getattr(answer, "found", "")
    return bool(what) and what not in HAS_COME


def verify_concerned(table: Round, answer: Answer, by: Citation) -> None:
    """Whoever is said to be concerned has a hand; and where it matters whose it is, that must be said."""
    what: str = getattr(answer, "found", "")
    cause = table.game.irregularities.get(what) if what else None
    if cause is None:
        return
    seat: int = getattr(answer, "seat", 0)
    seats: tuple[int, ...] = getattr(answer, "seats", ())
    felt = table.felt
    dealt_in = {owner_of(area) for area, lying in felt.cards.items() if lying} - {0}  # also who has wagered nothing yet
    in_play = sorted({w.seat for w in (*felt.wagers, *felt.banked, *(r.wager for r in felt.results))} | dealt_in)
    accepts = f"seat = {', '.join(map(str, in_play)) or 'one that has wagered'}"
    if (seat or cause.needs_seat) and seat not in in_play:
        text = f"{what}: seat {seat} has no hand" if seat else f"{what} must say whose hand it is"
        raise DealerError(text, by, table.as_of, accepts)
    for one in seats:
        if one not in in_play:
            raise DealerError(f"{what}: seat {one} has no hand", by, table.as_of, accepts)
    own = [w.kind for w in (*felt.wagers, *felt.banked) if w.seat == seat]
    wager: str = getattr(answer, "wager", "")
    if wager and wager not in own:
        text = f"{what}: seat {seat} has no {wager[:40]} yet"
        raise DealerError(text, by, table.as_of, f"wager = {', '.join(own)}")


def of_hand(hand: int) -> dict[str, Any]:
    """Which hand it is, where the seat may have several."""
    return {"hand": hand} if hand > 1 else {}


class ChanceRequest(Request, frozen=True):
    """What chance decides."""

    asks: ClassVar[Literal["patrons", "chance", "dealer"]] = "chance"

    def weight(self, table: Round) -> int:
        """The weights of all answers together."""
        return sum(weight for _, weight in self.chances(table))

    def answer_at(self, number: int, table: Round) -> Answer:
        """The answer that a number below the whole weight falls to."""
        return falls_to(number, self.chances(table))

    def come(self, table: Round, below: Callable[[int], int]) -> Answer:
        """What chance brings, as likely as its weight; ``below`` draws a number below a bound, each equally likely."""
        return self.answer_at(below(self.weight(table)), table)


def falls_to(number: int, chances: Iterable[tuple[Answer, int]]) -> Answer:
    """The answer that a number below all weights together falls to."""
    for answer, weight in chances:
        if number < weight:
            return answer
        number -= weight
    raise AssertionError("weights are positive")


class PatronRequest(Request, frozen=True):
    """What people at the table are asked. Live tables, terminal, transcripts and bots handle any by these methods."""

    asks: ClassVar[Literal["patrons", "chance", "dealer"]] = "patrons"
    takes_wagers: ClassVar[bool] = False  # wagers are gathered in a window of time, decisions seat by seat
    is_pause: ClassVar[bool] = False  # nobody is asked anything: people come and go until the dealer goes on

    @property
    def opens_window(self) -> bool:
        """Whether wagers are taken from now until the window closes."""
        return self.takes_wagers

    def seats(self) -> tuple[int, ...]:
        """Who is asked; nobody by name where whoever likes may speak up."""
        return ()

    def ask_of(self, seat: int) -> Ask | None:
        """The choice that one seat is asked to make, as if it were asked alone; None where it is no such choice."""
        return None

    def read(self, seat: int, message: Mapping[str, Any], table: Round) -> Answer:
        """What one seat says, as its part of the answer; raises what cannot be understood. Money is in dollars."""
        raise WagerRefused(f"seat {seat}: {self.name} is not for one seat to decide", self.by, accepts="a wager")

    def default(self, seat: int, gone: bool = False) -> Answer:
        """The part of a seat that says nothing in time, or has left."""
        return self.usual()

    def join(self, parts: Mapping[int, Answer]) -> Answer:
        """The parts of all seats as one answer; whoever has said nothing answers by default."""
        return next(iter(parts.values()), None) or self.default(0)

    def verify_part(self, table: Round, seat: int, part: Answer) -> None:
        """Refuse what one seat says, before the others have spoken."""
        self.verify(table, self.join({seat: part}))

    def parts(self, answer: Answer) -> dict[int, Answer]:
        """An answer, as what each seat said."""
        return dict.fromkeys(self.seats(), answer)

    def assumed(self, seat: int) -> Answer | None:
        """What a transcript that says nothing of a seat means by it; None where it must say something."""
        return None

    def forfeit(self, seat: int) -> Answer:
        """The part of a seat that has nothing to decide any more."""
        return self.default(seat, gone=True)

    def fits(self, seat: int, message: Mapping[str, Any], table: Round) -> bool:
        """Whether a message may answer this request, and not one that is still to come."""
        return True

    def as_wager(self, seat: int, on: str, amount: int) -> Answer | None:
        """A decision that brings a wager may be reported as that wager; None where it is none."""
        return None

    def hand_of(self, seat: int) -> tuple[int, str]:
        """Which of the seat's hands is asked about, and which of several people there is asked."""
        return 1, ""

    def question(self, seat: int, table: Round) -> dict[str, Any]:
        """What a seat must know to answer."""
        return {}

    def prompt(self, seat: int) -> str:
        """The same in a line, for whoever types the answer."""
        return f"{self.name}?"

    def typed(self, seat: int, words: str, table: Round) -> dict[str, Any]:
        """What somebody types, as the message that :meth:`read` takes."""
        return {"choice": words}

    def written(self, seat: int, part: Answer) -> dict[str, Any]:
        """What a seat said, as the message that :meth:`read` takes."""
        return {}

    def transcript_line(self, seat: int) -> str:
        """The line of a transcript for the answer of a seat."""
        return f'{{ seat = {seat}, choose = "…" }}'

    def possible(self, seat: int, table: Round) -> Sequence[Answer]:
        """Answers a seat may give: all of them where they are few, otherwise some of every kind."""
        return (self.default(seat),)


class Bets(Answer, frozen=True):
    """Wagers that patrons put down, took up, or reduced and called on or off where they lie."""

    placed: tuple[Wager, ...] = ()
    removed: tuple[Wager, ...] = ()
    changed: tuple[Change, ...] = ()
    voided: tuple[Wager, ...] = ()  # tickets that were issued and made void before the time was over: their void slips


class TakeWagers(PatronRequest, frozen=True, tag="take-wagers"):
    """Patrons may make, change and take down wagers until the time given."""

    takes_wagers: ClassVar[bool] = True
    answer: ClassVar[type[Answer]] = Bets
    until: str = ""
    late: bool = False  # the usual time is over: only what a dealer confirms aloud is taken

    @property
    def opens_window(self) -> bool:
        return not self.late

    def question(self, seat: int, table: Round) -> dict[str, Any]:
        return {"until": self.until}

    def verify(self, table: Round, answer: Answer) -> None:
        Request.verify(self, table, answer)
        assert isinstance(answer, Bets)
        if self.late:
            verify_late(table, (*answer.placed, *answer.removed, *(c.wager for c in answer.changed)), self.by)
        verify_bets(table, answer.placed, answer.removed, self.by, answer.changed)
        for ticket in answer.voided:
            verify_voided(table, ticket, self.by)

    def apply(self, felt: Felt, answer: Answer) -> None:
        assert isinstance(answer, Bets)
        for wager in answer.removed:
            felt.take_up(wager, self.by)
        for change in answer.changed:
            felt.change(change.wager, change.to, self.by)
        for wager in answer.placed:
            felt.put_down(wager, self.by)

    def tell(self, answer: Answer, table: Round) -> Telling:
        assert isinstance(answer, Bets)
        made = [f"{w.whose} {dollars(w.amount)} on {names.wager(w.on)}" for w in answer.placed]
        taken = [f"{w.whose} takes {names.wager(w.on)} down" for w in answer.removed]
        called = [f"{c.to.whose}: {names.wager(c.to.on)} {c.to.call or dollars(c.to.amount)}" for c in answer.changed]
        void = [f"{w.whose}: {names.wager(w.on)} is void, {dollars(w.amount)} go back" for w in answer.voided]
        facts = {"placed": [wager_facts(w) for w in answer.placed]}
        facts |= {"voided": [wager_facts(w) for w in answer.voided]} if answer.voided else {}
        return Telling("; ".join((*made, *taken, *called, *void)), facts)


class Announce(Request, frozen=True, tag="announce"):
    """The dealer says these words."""

    is_aloud: ClassVar[bool] = True
    answer: ClassVar[type[Answer]] = Noticed
    words: str

    def verify(self, table: Round, answer: Answer) -> None:
        Request.verify(self, table, answer)
        assert isinstance(answer, Noticed)
        if answer.found:
            verify_concerned(table, answer, self.by)

    def apply(self, felt: Felt, answer: Answer) -> None:
        if not is_held_up(answer):
            felt.called.append(self.said)

    def tell(self, answer: Answer, table: Round) -> Telling:
        return Telling() if is_held_up(answer) else Telling(f"“{self.said}”", {"words": self.said})

    @property
    def said(self) -> str:
        """As people hear and read it: records have one letter for a ten."""
        return ranks_shown(self.words)


class Mark(Request, frozen=True, tag="mark"):
    """The dealer puts a marker on a place of the layout."""

    marker: str
    place: str

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.markers[self.marker] = self.place

    def tell(self, answer: Answer, table: Round) -> Telling:
        return Telling(names.marked(self.marker, self.place), {"marker": self.marker, "place": self.place})


class Note(Request, frozen=True, tag="note"):
    """The table remembers something from here on: the point, the shooter, a meter."""

    what: str
    value: str

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.state[self.what] = self.value

    def tell(self, answer: Answer, table: Round) -> Telling:
        if self.what not in table.game.memory.public:
            return Telling()
        return Telling(names.noted(self.what, self.shown(table)) if self.value else "", {self.what: self.value})

    def shown(self, table: Round) -> str:
        """What is remembered, as people read it: a meter in dollars."""
        return value_shown(table.game, self.what, self.value)


class MovePart(Request, frozen=True, tag="move-part"):
    """The dealer moves a part of a wager to another place."""

    wager: Wager
    to: str
    amount: int

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.move_part(self.wager, self.to, self.amount, self.by)

    def tell(self, answer: Answer, table: Round) -> Telling:
        part = dollars(self.amount)
        return Telling(
            f"seat {self.wager.seat}: {part} of {names.wager(self.wager.on)} goes to {names.wager(self.to)}",
            {"to": self.to},
        )


class Travel(Request, frozen=True, tag="travel"):
    """The dealer moves a whole wager to another place: a Come Bet to its point."""

    wager: Wager
    to: str

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.travel(self.wager, self.to, self.by)

    def tell(self, answer: Answer, table: Round) -> Telling:
        return Telling(
            f"seat {self.wager.seat}: {names.wager(self.wager.on)} goes to {names.wager(self.to)}", {"to": self.to}
        )


class Collect(Request, frozen=True, tag="collect"):
    """The dealer collects losing wagers, in this order."""

    results: tuple[Result, ...]

    def apply(self, felt: Felt, answer: Answer) -> None:
        for result in self.results:
            felt.collect(result)

    def hands_over(self) -> tuple[Handed, ...]:
        return tuple(
            over(r, collected=-r.net, returned=r.wager.staked + r.net, beside=r.wager.fee) for r in self.results
        )

    def tell(self, answer: Answer, table: Round) -> Telling:
        return tell_results(self.results)


class Pay(Request, frozen=True, tag="pay"):
    """The dealer pays winning wagers, in this order."""

    results: tuple[Result, ...]

    def apply(self, felt: Felt, answer: Answer) -> None:
        for result in self.results:
            felt.pay(result)

    def hands_over(self) -> tuple[Handed, ...]:
        return tuple(over(r, paid=r.net + r.wager.fee, beside=r.wager.fee, **at_rest(r)) for r in self.results)

    def tell(self, answer: Answer, table: Round) -> Telling:
        return tell_results(self.results)


class Remedy(Request, frozen=True, tag="remedy"):
    """Something went wrong, and this is what the rules have done about it."""

    what: str
    remedy: str

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.remedies.append(self)

    def tell(self, answer: Answer, table: Round) -> Telling:
        return Telling(f"{names.incident(self.what)}: {self.remedy}", {"what": self.what, "remedy": self.remedy})


class Attest(Request, frozen=True, tag="attest"):
    """Somebody verifies something before the round may go on."""

    what: str


class Checkpoint(Request, frozen=True, tag="checkpoint"):
    """From here on only what lies on the felt matters; enumeration joins equal states here. Never recorded."""

    at: str
