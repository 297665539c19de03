"""What a game is: its script, options, odds and layout, all as the chapter gives them."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

from nomorebets.errors import EditionError, UnknownName, shown, unknown, written
from nomorebets.regulation import Citation, HouseOption, Money, Pays, PayTable, law
from nomorebets.table.house import SMALLEST_CHIP, House, Wishes, open_house
from nomorebets.table.wagers import Layout, Place, Wager

if TYPE_CHECKING:
    from nomorebets.games.craps.plans import Plan
    from nomorebets.pricing.sheet import Line
    from nomorebets.sim.simulate import Simulator
    from nomorebets.table.cards import Ask, Chosen
    from nomorebets.table.felt import Felt
    from nomorebets.table.memory import Remembered
    from nomorebets.table.requests import Answer, Request
    from nomorebets.table.round import Round

T = TypeVar("T")
Script = Generator["Request", "Answer", T]
Strategy = Callable[["Ask", "Round"], "Chosen"]


@dataclass(frozen=True)
class Irregularity:
    """Something that may go wrong at the table and be told in a transcript."""

    says: str
    # what happened, as the facts of the answer to one request of the script
    ask: str
    facts: Mapping[str, object]
    remedy: str
    by: Citation
    more: tuple[str, ...] = ()  # further facts that may be told
    outcome_is: str = ""  # the fact that a listed outcome then stands for, where it is not the usual one
    may_list_outcome: bool = True  # people may list an outcome for it although it does not count
    needs_outcome: bool = False  # an outcome is always listed for it, because it does count
    needs_seat: bool = False  # it must be told whose hand or wager it concerns
    ends_round: bool = False  # nothing is decided or drawn after it
    forfeits: bool = False  # the seats it names lose their hands, and decide nothing any more
    decides: bool = False  # it leaves nothing to decide: the last of the choices is taken
    opening: Mapping[str, str] = field(default_factory=dict)  # what the table must remember for it to come up
    needs: Mapping[str, str] = field(default_factory=dict)  # options and values without which it cannot happen


@dataclass(frozen=True)
class Pricing:
    """What is to be priced, beyond the table itself."""

    wager: str | None = None  # one wager, or all
    stake: int | None = None  # cents, where amounts matter
    strategy: str | None = None  # where there are decisions
    meter: int | None = None  # cents, where a progressive meter pays
    removed: tuple[str, ...] = ()  # cards that have left the shoe, where a game is dealt from one


@dataclass(frozen=True)
class Advised:
    """One rule of play: at this decision, with these hands, do this."""

    decision: str
    play: str
    when: str


@dataclass(frozen=True)
class Costed:
    """A named way to decide and its edge."""

    strategy: str
    edge: Fraction


@dataclass(frozen=True)
class Advice:
    """The best play of a game in words a person can use, and what simpler ways to play cost beside it."""

    line: str  # the line of the odds that the edges are of
    exact: tuple[Advised, ...]
    short: str  # the strategy that a person can remember
    short_rules: tuple[Advised, ...]
    costs: tuple[Costed, ...]  # the best play first
    note: str = ""

    def cost(self, strategy: str) -> Fraction:
        """What a strategy loses more than the best, per unit of the line's starting wager."""
        edges = {costed.strategy: costed.edge for costed in self.costs}
        return edges[strategy] - self.costs[0].edge


@dataclass(frozen=True)
class Weighed:
    """What a choice is worth: the mean gain in cents of all wagers it decides on, by what the seat can know."""

    worth: Fraction
    amount: int = 0  # cents; the best amount, where the choice takes one


@dataclass(frozen=True)
class Game:
    """One game of the chapter, ready to be dealt."""

    id: str
    script: Callable[[Round], Script[None]]
    dealt_by: Citation  # the paragraph without which there is no procedure
    options: tuple[HouseOption, ...]
    minimum_odds: PayTable
    odds: Callable[[House], dict[str, Pays]]  # the least odds of each wager this table offers
    layout: Callable[[House], Layout]
    find: Callable[[str, Layout, House], Place]  # the place a patron names, or the refusal
    unit: Callable[[House, Place], int]  # the step in which a wager can be made and paid, in cents
    verify: Callable[[Round, Wager], None]  # what the game demands of a wager beyond its place and amount
    outcomes: str  # what a transcript calls the outcomes: spins, dice, cards
    outcome: Callable[[str, Table], Mapping[str, object]]  # one of them, as the facts of an answer
    irregularities: Mapping[str, Irregularity]
    to_not_for: Citation | None  # the paragraph that has odds printed with "to", where there is one
    late_by: Citation  # why a wager put down after the call is none
    offered_by: Mapping[str, HouseOption] = field(default_factory=dict)  # wagers that an option brings
    limit_groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    no_decision: str = ""  # why there is nothing to decide, where there is not
    strategies: Mapping[str, Strategy] = field(default_factory=dict)  # named ways to decide
    usual_wagers: tuple[str, ...] = ()  # what a bot puts down where nothing else is said
    price: Callable[[Table, Pricing], list[Line]] | None = None  # a solver, where enumeration would take too long
    simulator: Callable[[Table, Pricing], Simulator] | None = None  # where the game is not a wheel
    advise: Callable[[Table, Pricing], Advice] | None = None  # the best play, where there are decisions
    weigh: Callable[[Ask, Round], Mapping[str, Weighed]] | None = None  # each choice at a decision
    weighed_against: str = ""  # what a choice is weighed against, where others decide too
    bundles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # wagers that are made together, by one name
    bonuses: Mapping[str, str] = field(default_factory=dict)  # payments without a stake, and the wager that earns them
    # what the wagers of a seat must be together when the call comes; raises the refusal
    complete: Callable[[Round, int], None] = lambda table, seat: None
    position_by: Citation | None = None  # why a wager counts where it lies and not where it was meant
    plan: Callable[[Table, bytes], Plan] | None = None  # a strategy file, where wagers live across rounds
    # the place a seat means by a name that only what lies on the felt makes clear: odds beside its only Come Bet
    meant: Callable[[Round, int, str, bool], str] = lambda table, seat, text, lies: text
    carries: bool = False  # wagers stand from round to round, and a transcript tells several rounds
    told_opening: Mapping[str, str] = field(default_factory=dict)  # what a transcript takes for granted: a shoe in play
    # what a table remembers from round to round, and how it is written
    remembers: Mapping[str, Remembered] = field(default_factory=dict)
    needs_company: str = ""  # why one patron alone cannot play it
    banked: str = ""  # the place of the patron who banks: wins and loses, each round, what the others wager
    prices_removed: bool = False  # the odds know what it means that cards have left the shoe
    score: Callable[[Felt], str] | None = None  # a round that is over, as one mark of a scoreboard
    # may a wager be made or raised now, or one that lies be removed, reduced, called on or off? Raises the refusal
    verify_act: Callable[[Round, str, Wager], None] = lambda table, act, wager: None
    fee: Callable[[House, Place, int], int] = lambda house, place, amount: 0  # commission due beside a wager
    unpayable_by: Citation | None = None  # why an amount that cannot be paid exactly is refused
    own_limits: tuple[str, ...] = ()  # kinds to which the limits of the table do not apply
    limits_in_chips: bool = False  # a limit is whole chips; each wager begins at the next amount it can be paid for

    @property
    def entry(self) -> law.GameEntry:
        return entries()[self.id]

    @property
    def all_options(self) -> tuple[HouseOption, ...]:
        """The game's options and the smallest chip, which a game may have its own default for."""
        own = any(option.id == SMALLEST_CHIP.id for option in self.options)
        return self.options if own else (*self.options, SMALLEST_CHIP)


@dataclass(frozen=True)
class Table:
    """A game opened as of a date under one licensee's rules."""

    game: Game
    house: House
    layout: Layout

    @property
    def as_of(self) -> date:
        return self.house.as_of

    def place(self, text: object) -> Place:
        """The place a patron names; refused with the paragraph and what would be accepted."""
        return self.game.find(written(text), self.layout, self.house)

    def places(self, text: object) -> list[Place]:
        """The place a patron names, or all places of wagers that are made together and have one name."""
        together = self.game.bundles.get(written(text).strip().lower())
        return [self.layout[place] for place in together] if together else [self.place(text)]

    def pays(self, wager: str) -> str:
        """What a wager or a line of the odds is paid: its odds, or the least and the most of its rows."""
        kind = wager.split(":", maxsplit=1)[0]
        places = self.layout.kinds().get(kind)
        bundle = next((name for name, kinds in self.game.bundles.items() if kind in kinds), kind)
        names = (kind, places[0].odds_of if places else kind, bundle)
        for name in names:
            if name in self.house.pays:
                return str(self.house.pays[name])
        rows = [pays for row, pays in self.house.pays.items() if row.partition(".")[0] in names]
        if not rows:
            return ""
        return f"{min(rows, key=lambda pays: pays.size)} … {max(rows, key=lambda pays: pays.size)}"


@cache
def entries() -> dict[str, law.GameEntry]:
    """Every game the chapter lists, by its id."""
    return {entry.id: entry for sub in law.subchapters() for entry in sub.game}


@cache
def subchapter_of(game_id: str) -> str:
    return next(sub.subchapter for sub in law.subchapters() for entry in sub.game if entry.id == game_id)


def can_be_dealt(game_id: str) -> bool:
    return find_spec(f"nomorebets.games.{game_id.replace('-', '_')}") is not None


@cache
def game(game_id: str) -> Game:
    """A game that can be dealt, by its id."""
    if game_id not in entries():
        raise unknown("game", game_id, entries())
    if not can_be_dealt(game_id):
        why = entries()[game_id].unknown or "its script is not written yet"
        dealt = ", ".join(g for g in entries() if can_be_dealt(g))
        raise UnknownName(f"{game_id} cannot be dealt: {why}", accepts=dealt)
    found: Game = importlib.import_module(f"nomorebets.games.{game_id.replace('-', '_')}.game").GAME
    return found


def open_table(game_id: str, as_of: date | None = None, wishes: Wishes | None = None) -> Table:
    """Open a table as of a date; without one, under the newest text known.

    >>> table = open_table("roulette", date(1998, 11, 16), Wishes(options={"even-money-on-zero": "whole"}))
    >>> table.place("corner:1-2-4-5").where
    'the common corner of 1, 2, 4, 5'
    """
    day = law.newest() if as_of is None else _day(as_of)
    law.chapter_on(day)
    if not isinstance(game_id, str):
        raise unknown("game", game_id, entries())
    if game_id in entries():
        _require_listed(game_id, day)
    dealt = game(game_id)
    house = open_house(dealt, day, wishes)
    return Table(dealt, house, dealt.layout(house))


def _day(given: object) -> date:
    """A date, also one with a time of day, which the text does not ask about."""
    if isinstance(given, datetime):
        return given.date()
    if not isinstance(given, date):
        raise EditionError(f"{shown(given, 40)} is not a date", accepts="a date, like date(1998, 11, 16)")
    return given


def _require_listed(game_id: str, day: date) -> None:
    number = subchapter_of(game_id)
    first = law.subchapter_since(number)
    if day < first:
        known = law.subchapter(number).first_day() is not None
        raise EditionError(
            f"{game_id} {'was not yet authorized' if known else 'is not known to have been authorized'} on {day}: "
            f"subchapter {number} is {'effective' if known else 'first seen'} {first}",
            accepts=f"dates from {first} on",
        )


def later(module: str, name: str) -> Callable[..., Any]:
    """A function that is imported when it is called: what computes odds needs compiled code, a table does not."""

    def call(*given: Any) -> Any:
        return getattr(importlib.import_module(module), name)(*given)

    return call


def least_unit(house: House, place: Place) -> int:
    """The step in which a wager is whole chips in equal parts, and is paid in whole cents."""
    odds = house.pays[place.odds_of]
    if isinstance(odds, Money):
        return place.parts * house.smallest_chip
    return place.parts * math.lcm(house.smallest_chip, odds.on // math.gcd(odds.on, odds.pays))
