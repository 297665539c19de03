"""What a game is: its terms, bets and script, all as the chapter gives them; and a table opened under them."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from nomorebets.equipment.balls import read_ball
from nomorebets.equipment.dice import read_throw
from nomorebets.equipment.tiles import read_tile
from nomorebets.errors import RulesError, written
from nomorebets.regulation import Citation, HouseOption, Money, Pays, PayTable, law
from nomorebets.showing import InNotebooks
from nomorebets.table.areas import HIDDEN
from nomorebets.table.house import SMALLEST_CHIP, House
from nomorebets.table.wagers import FixedStake, Layout, Place, Result, Wager

if TYPE_CHECKING:
    from nomorebets.table.memory import Remembered
    from nomorebets.table.requests import Answer, Request
    from nomorebets.table.round import Round
    from nomorebets.table.stakes import BuyIn

USUAL_SEATS = 7

T = TypeVar("T")
Script = Generator["Request", "Answer", T]
Settle = Callable[[Wager, Any, House], Result | None]  # the wager, what happened, the house: never the felt


A_CARD_MORE = "a card more than the rules deal"


class Irregularity(msgspec.Struct, frozen=True):
    """Something that may go wrong at the table and be reported in a transcript."""

    says: str
    # what happened, as the facts of the answer to one request of the script
    ask: str
    facts: Mapping[str, object]
    remedy: str
    by: Citation
    more: tuple[str, ...] = ()  # further facts that may be reported
    outcome_is: str = ""  # the fact that a listed outcome then stands for, where it is not the usual one
    may_list_outcome: bool = True  # people may list an outcome for it although it does not count
    needs_outcome: bool = False  # an outcome is always listed for it, because it does count
    needs_seat: bool = False  # the transcript must say whose hand or wager it concerns
    ends_round: bool = False  # nothing is decided or drawn after it
    forfeits: bool = False  # the seats it names lose their hands, and decide nothing any more
    decides: bool = False  # it leaves nothing to decide: the last of the choices is taken
    opening: Mapping[str, str] = {}  # what the table must remember for it to come up
    needs: Mapping[str, str] = {}  # options and values without which it cannot happen
    # options and values under which another remedy is commanded, and by which paragraph
    instead: Mapping[tuple[str, str], tuple[str, Citation]] = {}
    # why it cannot have happened when this is asked; None where it can
    barred: Callable[[Round, Request], RulesError | None] = lambda table, request: None
    # decisions and acts of the dealer before which it may be noticed too, by the paragraph that commands them
    also: tuple[Citation, ...] = ()
    shown_by: str = ""  # a choice nobody was offered, or A_CARD_MORE: a transcript that has it need not name it
    stages: tuple[str, ...] = ()  # parts of the round in which it can happen; without any, in all
    seat_says_when: bool = False  # it is about the one card that a seat gets in that part of the round
    stage_says_when: bool = False  # it is about the one card of that part of the round: no number need be told
    waits: bool = False  # it may be reported at any moment before, and is put right when the dealer comes to it

    def remedy_at(self, house: House) -> tuple[str, Citation]:
        """What is done about it at a table, and by which paragraph."""
        chosen = (other for (option, value), other in self.instead.items() if house.options.get(option) == value)
        return next(chosen, (self.remedy, self.by))

    def may_be_reported_at(self, request: Request) -> bool:
        """Whether the answer to a request may report it."""
        if self.stages and getattr(request, "stage", "") not in self.stages:
            return False
        says_what_went_wrong = "found" in request.answer.__struct_fields__
        return request.name == self.ask or (says_what_went_wrong and request.by in self.also)


class AnyOf(str):
    """Several requests at which something may be found: as ``Irregularity.ask`` it is the name of each of them.

    >>> AnyOf("draw turn-up") == "draw", AnyOf("draw turn-up") == "turn-up", AnyOf("draw turn-up") == "cut"
    (True, True, False)
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and (str.__eq__(self, other) or other in self.split())

    def __hash__(self) -> int:
        return str.__hash__(self)

    def __ne__(self, other: object) -> bool:
        return not self == other


class Bet(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of wager: who provides for it, what it must pay, when it is decided, and how."""

    kind: str
    by: Citation
    settle: Settle
    pays: PayTable = msgspec.field(default_factory=lambda: PayTable({}))  # the least the chapter allows, row by row
    # this table's rows, where options choose among them; without it, all of ``pays``
    least: Callable[[House], Mapping[str, Pays]] | None = None
    odds_are_fixed: bool = False  # the chapter says what it pays: no more and no less
    opens: str = "before-deal"  # the moment of the script at which it may be made
    decided: str = "showdown"  # and at which it is decided
    may_stand: bool = False  # from round to round, in a game whose other wagers do not
    offered: HouseOption | None = None  # the option that brings it
    brought_by: tuple[str, ...] = ()  # the values of that option that do; without them, all but off
    beside: str = ""  # the wager it goes only with
    hand: int = 1  # which of its seat's hands it is on, where it says no other; 0: on all of them
    stake: FixedStake | None = None
    has_stake: bool = True  # a bonus has none: the wager it goes with earns it
    own_limits: bool = False  # the limits of the table do not apply to it
    own_odds: bool = False  # no least is known: what it pays is the house's to say
    bank: Literal["house", "player", "pot"] = "house"  # who pays it
    paid_by: Citation | None = None  # what decides the amount of a win, where what makes it win does not say
    # why a wager that stands could not be decided, from what the table remembered before; None: nothing came up for it
    off_by: Callable[[Wager, Mapping[str, str], House], Citation | None] = lambda wager, state, house: None

    def hand_of(self, hand: int) -> int:
        """Which of its seat's hands a wager of this kind is on, by the hand that it says."""
        return hand if hand > 1 else self.hand

    def is_offered(self, house: House) -> bool:
        """Whether a table has this wager."""
        if self.offered is None:
            return True
        chosen = house.get(self.offered)
        return chosen in self.brought_by if self.brought_by else chosen not in (None, "off")

    @property
    def offer(self) -> str:
        """What a licensee writes to offer it: ``streak = on``."""
        return f"{self.offered.id} = {self.brought_by[0] if self.brought_by else 'on'}" if self.offered else ""

    def pays_at(self, house: House) -> Mapping[str, Pays]:
        """The least odds of this wager at a table, by row; none where the table does not offer it."""
        if not self.is_offered(house):
            return {}
        return self.pays if self.least is None else self.least(house)


class Permitted(msgspec.Struct, frozen=True):
    """How many of something a house permits, and by which paragraph."""

    most: Callable[[House], int]
    by: Citation


class Terms(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Under what a game is offered: the licensee's options, seats and limits, and the paragraphs behind them."""

    options: tuple[HouseOption, ...]
    dealt_by: Citation  # the paragraph without which there is no procedure
    late_by: Citation  # why a wager put down after the call is none
    to_not_for: Citation | None = None  # the paragraph that has odds printed with "to", where there is one
    position_by: Citation | None = None  # why a wager counts where it lies, whatever its patron says
    same_odds_by: Citation | None = None  # the paragraph by which all tables of the game in a casino pay the same odds
    unpayable_by: Citation | None = None  # why an amount that cannot be paid exactly is refused
    limit_groups: Mapping[str, tuple[str, ...]] = {}
    limits_in_chips: bool = False  # a limit is whole chips; each wager begins at the next amount it can be paid for
    why_not_alone: str = ""  # why one patron alone cannot play it
    no_decision: str = ""  # why there is nothing to decide, where there is not
    seats: Callable[[House], int] = lambda house: USUAL_SEATS  # how many players the table has places for
    # with how many chips somebody sits down, in a game that is played with those in front of the seats
    buy_in: Callable[[House], BuyIn] | None = None
    shared: Permitted | None = None  # people who wager at one seat, if the first one agrees
    several: Permitted | None = None  # seats of one person; without it, one
    # what is wrong with options beside the odds and limits of a table, by option
    faults: Callable[[House], Mapping[str, RulesError]] = lambda house: {}
    # the paragraph that refuses a choice about a hand of a seat, where it is not that of the wager; None: it is
    refused_by: Callable[[Round, int, int, str], Citation | None] = lambda table, seat, hand, choice: None
    # the newest procedure of its script, which a record names: rounds dealt by an earlier one are reproduced by that
    procedure: int = 1
    # what players also say for a choice, by its name; one letter is its key
    said: Mapping[str, tuple[str, ...]] = {}

    @cached_property
    def all_options(self) -> tuple[HouseOption, ...]:
        """The game's options and the smallest chip, which a game may have its own default for."""
        own = any(option.id == SMALLEST_CHIP.id for option in self.options)
        return self.options if own else (*self.options, SMALLEST_CHIP)

    def choice_said(self, words: str, offered: Collection[str]) -> str:
        """The choice that somebody means, in the word it is offered by; his own word where there is none."""
        if words in offered:
            return words
        return next((choice for choice in offered if words.lower() in self.said.get(choice, ())), words)

    def keys(self, choices: Iterable[str]) -> dict[str, str]:
        """The letters by which choices are made at a keyboard."""
        letters = {choice: [word for word in self.said.get(choice, ()) if len(word) == 1] for choice in choices}
        return {choice: own[0] for choice, own in letters.items() if own}


def _nothing(table: Round, wager: Wager) -> None:
    """A game that demands nothing beyond place and amount."""


def any_act(table: Round, act: str, wager: Wager) -> None:
    """A game in which wagers may be made, raised and removed as long as any are taken."""


def _as_said(table: Round, seat: int, text: str, lies: bool) -> str:
    return text


class Betting(msgspec.Struct, frozen=True, kw_only=True):
    """How wagers are made: the layout, how a patron names a place, and what is demanded of a wager."""

    layout: Callable[[House], Layout]
    place: Callable[[str, Layout, House], Place]  # the place a patron names, or the refusal
    unit: Callable[[House, Place], int]  # the step in which a wager can be made and paid, in cents
    # what the game demands of a wager beyond its place and amount; raises the refusal
    verify: Callable[[Round, Wager], None] = _nothing
    # may a wager be made or raised now, or one that lies be removed, reduced, called on or off? Raises the refusal
    verify_act: Callable[[Round, str, Wager], None] = any_act
    # what the wagers of a seat must be together when the call comes; raises the refusal
    complete: Callable[[Round, int], None] = lambda table, seat: None
    # the place a seat means by a name that only what lies on the felt makes clear: odds beside its only Come Bet
    intended: Callable[[Round, int, str, bool], str] = _as_said
    fee: Callable[[House, Place, int], int] = lambda house, place, amount: 0  # commission due beside a wager
    usual: tuple[str, ...] = ()  # what a bot puts down where nothing else is said
    varied: tuple[str, ...] = ()  # what bots put down, each another, to show what there is
    bundles: Mapping[str, tuple[str, ...]] = {}  # wagers that are made together, by one name
    per_all: tuple[str, ...] = ()  # bundles whose odds are per unit of all their wagers; of others, per unit of one
    is_listed: bool = True  # the layout lists every place; a ticket is a place by its name alone
    carries: bool = False  # wagers stand from round to round, and a transcript may have several rounds

    def made_with(self, kind: str) -> tuple[str, ...]:
        """The bundle of a wager and all that is in it, or of a bundle; nothing where it is made alone."""
        return next(((name, *kinds) for name, kinds in self.bundles.items() if kind in (name, *kinds)), ())


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """What a table remembers from round to round, and how it is written."""

    remembers: Mapping[str, Remembered] = {}
    assumed: Mapping[str, str] = {}  # what a transcript need not say: a shoe in play
    public: tuple[str, ...] = ()  # what everybody at the table may see of it


class ChanceKind(msgspec.Struct, frozen=True, kw_only=True):
    """What decides a game: the word a transcript lists its outcomes under, and how one of them is read."""

    words: str  # one of BEFORE
    read: Callable[[str, Table], Mapping[str, object]]  # one outcome, as the facts of an answer
    pack: str = ""  # what the game is dealt from, by its name in equipment.packs; without one, the deck of 52
    begins_by_roll: bool = False  # dice or a device say where the deal begins: a transcript lists them as dice

    @property
    def before(self) -> str:
        """How a transcript says before which outcome something happened."""
        return BEFORE[self.words]


# the words under which a transcript lists outcomes, and says before which one something happened
BEFORE: Mapping[str, str] = {
    "spins": "before_spin",
    "dice": "before_roll",
    "cards": "before_card",
    "tiles": "before_tile",
    "draws": "before_draw",
}
CARDS = ChanceKind(words="cards", read=lambda token, table: {"card": token})
CARDS_AND_JOKER = replace(CARDS, pack="joker")
CARDS_WITHOUT_TENS = replace(CARDS, pack="spanish")
DICE = ChanceKind(words="dice", read=lambda token, table: {"dice": read_throw(token)})
TILES = ChanceKind(
    words="tiles",
    read=lambda token, table: {"card": token if token == HIDDEN else read_tile(token)},
    pack="tiles",
    begins_by_roll=True,
)
BALLS = ChanceKind(words="draws", read=lambda token, table: {"ball": read_ball(token)})


class Game(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One game of the chapter, ready to be dealt."""

    id: str
    terms: Terms
    bets: tuple[Bet, ...]
    betting: Betting
    script: Callable[[Round], Script[None]]
    chance: ChanceKind
    memory: Memory = Memory()
    irregularities: Mapping[str, Irregularity] = {}
    name: str = ""  # that a game file gives it

    @property
    def entry(self) -> law.GameEntry:
        """How it is listed: by the chapter, and by the name that a game file gives it."""
        listed = law.entries().get(self.id) or law.GameEntry(self.id, self.name, unknown="a game file defines it")
        return msgspec.structs.replace(listed, name=self.name) if self.name else listed

    @cached_property
    def minimum_pays(self) -> PayTable:
        """The least that the chapter lets a licensee pay, for every wager it knows."""
        rows = PayTable({})
        for bet in self.bets:
            rows = rows | bet.pays
        return rows

    def pays_at(self, house: House) -> dict[str, Pays]:
        """The least odds of each wager this table offers."""
        return {row: pays for bet in self.bets for row, pays in bet.pays_at(house).items()}

    @cached_property
    def bet(self) -> Mapping[str, Bet]:
        """Every bet by the kind of its wager."""
        return {bet.kind: bet for bet in self.bets}

    def settle(self, wagers: Iterable[Wager], outcome: Any, house: House) -> list[Result]:
        """As :meth:`Table.settle`, for solvers that know the house alone: wagers are named after their kind."""
        results = (self.bet[wager.kind].settle(wager, outcome, house) for wager in wagers)
        return [result for result in results if result is not None]

    def offered_by(self, row: str) -> HouseOption | None:
        """The option that brings a wager, or a row of its pay table."""
        kind = row.partition(".")[0]
        return next((bet.offered for bet in self.bets if bet.kind == kind or row in bet.pays), None)

    @cached_property
    def bonuses(self) -> Mapping[str, str]:
        """Payments without a stake, and the wager that earns each."""
        return {bet.kind: bet.beside for bet in self.bets if not bet.has_stake}

    @cached_property
    def banked(self) -> str:
        """The place of the patron who banks, and wins and loses each round what the others wager; or nothing."""
        return next((bet.kind for bet in self.bets if bet.bank == "player"), "")

    def bet_of(self, row: str) -> Bet | None:
        """The bet of a kind of wager, or the one that a row of the pay table belongs to."""
        return self.bet.get(row) or next((bet for bet in self.bets if row in bet.pays), None)


MOST_KEPT = 1 << 12  # names that a table remembers the places of


@dataclass(frozen=True)
class Table(InNotebooks):
    """A game opened as of a date under one licensee's rules."""

    game: Game
    house: House
    layout: Layout
    # what follows from all of it, kept by whoever worked it out
    known: dict[object, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __reduce__(self) -> tuple[object, ...]:
        """A table in another process is opened again under the same terms: its game is code, and that is there."""
        from nomorebets.table.record import house_lines, reopened  # opening needs all games

        return reopened, (self.game.id, self.as_of, house_lines(self))

    def __repr__(self) -> str:
        return f"<table of {self.game.id} as of {self.as_of}>"

    @property
    def as_of(self) -> date:
        return self.house.as_of

    @cached_property
    def seats(self) -> int:
        """How many players it has places for."""
        return self.game.terms.seats(self.house)

    def place_of(self, wager: Wager) -> Place:
        """The place on which a wager lies, whether the layout lists it or its name says all of it."""
        listed = self.layout.places.get(wager.on)
        return listed if listed is not None else self.place(wager.on)

    def has_place(self, name: str) -> bool:
        """Whether a wager may lie on a place of this name, in just this spelling."""
        if name in self.layout.places:
            return True
        try:
            return not self.game.betting.is_listed and self.place(name).id == name
        except RulesError:
            return False

    @cached_property
    def usual(self) -> tuple[str, ...]:
        """What is usually put down, as far as this table has it."""
        betting = self.game.betting
        return tuple(name for name in betting.usual if name in betting.bundles or self.has_place(name))

    def kinds(self) -> dict[str, list[Place]]:
        """The places of each kind of wager: all that the layout lists, and of tickets those that bots know."""
        betting = self.game.betting
        unlisted = [name for name in dict.fromkeys((*betting.usual, *betting.varied)) if name not in self.layout]
        tickets = {name: self.place(name) for name in unlisted if self.has_place(name)}
        return Layout({**self.layout.places, **tickets}).kinds() if tickets else self.layout.kinds()

    def place(self, text: object) -> Place:
        """The place a patron names; refused with the paragraph and what would be accepted."""
        known = self._places.get(text) if type(text) is str else None
        if known is None:
            known = self.game.betting.place(written(text), self.layout, self.house)
            if type(text) is str and len(self._places) < MOST_KEPT:
                self._places[text] = known
        return known

    def unit(self, place: Place) -> int:
        """The step in which a wager on a place can be made and paid, in cents."""
        known = self._units.get(place.id)
        if known is None:
            known = self.game.betting.unit(self.house, place)
            if len(self._units) < MOST_KEPT:
                self._units[place.id] = known
        return known

    @cached_property
    def _places(self) -> dict[str, Place]:
        return {}

    @cached_property
    def _units(self) -> dict[str, int]:
        return {}

    def result_of(self, wager: Wager, outcome: object) -> Result | None:
        """What becomes of a wager, by the one settlement of its bet; None where the outcome does not decide it."""
        bet = self.game.bet.get(wager.kind) or self.game.bet[self.place_of(wager).kind]
        return bet.settle(wager, outcome, self.house)

    def settle(self, wagers: Iterable[Wager], outcome: object) -> list[Result]:
        """What wagers win or lose, in their order; those that the outcome does not decide are left out."""
        return [result for wager in wagers if (result := self.result_of(wager, outcome)) is not None]

    def places(self, text: object) -> list[Place]:
        """The place a patron names, or all places of wagers that are made together and have one name."""
        together = self.game.betting.bundles.get(written(text).strip().lower())
        return [self.layout[place] for place in together] if together else [self.place(text)]

    def pays(self, wager: str) -> str:
        """What a wager or a line of the odds is paid: its odds, or the least and the most of its rows."""
        kind = wager.split(":", maxsplit=1)[0]
        listed = self.layout.get(wager) or (self.place(wager) if self.has_place(wager) else None)
        places = self.layout.kinds().get(kind) if listed is None else [listed]
        names = (kind, places[0].odds_of if places else kind, *self.game.betting.made_with(kind))
        for name in names:
            if name in self.house.pays:
                return str(self.house.pays[name])
        rows = [pays for row, pays in self.house.pays.items() if row.partition(".")[0] in names]
        if not rows:
            return ""
        ends = [str(min(rows, key=lambda pays: pays.size)), str(max(rows, key=lambda pays: pays.size))]
        return " … ".join(dict.fromkeys(ends))


def least_unit(house: House, place: Place) -> int:
    """The step in which a wager is whole chips in equal parts, and is paid in whole cents."""
    rows = [pays for row, pays in house.pays.items() if row.partition(".")[0] == place.odds_of]
    on = [odds.on // math.gcd(odds.on, odds.pays) for odds in rows if not isinstance(odds, Money)]
    return place.parts * math.lcm(house.smallest_chip, *on)
