"""Rounds that questions are made from: dealt by the script to bots that wager and decide by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from nomorebets.drivers.bots import BotTable, usual_stake, wagers_of, ways_of
from nomorebets.drivers.chance import Chance, SeededChance
from nomorebets.drivers.facet import Strategy, strategies_of
from nomorebets.errors import RulesError
from nomorebets.regulation import Citation, names
from nomorebets.table import Play, Round, Table, Wager
from nomorebets.table.acceptance import can_wager
from nomorebets.table.areas import VACANT, Area
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.requests import Answer, Bets, PatronRequest, Request
from nomorebets.table.wagers import seats_words

ROUNDS = 60  # dealt at most for one question
SAMPLED = 12  # dealt for wrong answers
STAKES = 20  # of how many sizes wagers are
STEP = 500  # cents
SEATS = 2


@dataclass
class Watched:
    """A round that was dealt, and what was told of each step."""

    play: Play
    told: list[str] = field(default_factory=list)

    def up_to(self, step: int) -> Play:
        """The round again, until before a step."""
        at = self.play.table
        again = Play(Round(at.table, Felt.opened(self.play.opening), dict(at.seats)))
        for entry in self.play.entries[:step]:
            again.answer(entry.answer, trusted=True)
        return again

    def before(self, step: int) -> Round:
        """The table as it lay before a step."""
        return self.up_to(step).table


def at_chance(chance: Chance) -> Strategy:
    """A way to decide that takes any choice as gladly as another, and sets and discards as whoever says nothing."""

    def decide(request: PatronRequest, at: Round) -> Answer:
        parts = {}
        for seat in request.seats() or (0,):
            is_choice = request.ask_of(seat) is not None
            ways = list(ways_of(request, seat, at).values()) if is_choice else [request.default(seat)]
            parts[seat] = ways[chance.below(len(ways))]
        return request.join(parts)

    return decide


def watched(at: Round, answer: Callable[[Request, Round], Answer]) -> Watched:
    """Deal a round and keep what was told of every step."""
    dealt = Watched(Play(at))
    play = dealt.play
    while play.request is not None:
        request = play.request
        given = answer(request, at)
        play.answer(given)
        dealt.told.append(request.tell(given, at).words)
    return dealt


def stakes(table: Table, chance: Chance, on: str = "") -> tuple[Wager, ...]:
    """The wagers of a round: what is usual, in sizes by chance; and on one more place, where that may be wagered on."""
    size = STEP * (1 + chance.below(STAKES))
    usual = "+".join(table.usual) if strategies_of(table.game).named or table.game.betting.bundles else "variety"
    made = list(wagers_of(table, usual if table.usual else "variety", SEATS, size))
    if not on or any(wager.on == on and wager.seat == 1 for wager in made):
        return tuple(made)
    at = Round(table)
    extra = at.chips(1, on, usual_stake(table, table.place(on), STEP * (1 + chance.below(STAKES))))
    if usual == "variety":
        return (extra, *(wager for wager in made if wager.seat != 1))
    for wager in made:
        at.felt.put_down(wager, table.game.terms.dealt_by)
    return (*made, extra) if can_wager(at, extra) else tuple(made)


def any_place(table: Table, chance: Chance) -> str:
    """A place to wager on, of any kind as likely as of another."""
    kinds = list(table.kinds().values())
    places = kinds[chance.below(len(kinds))] if kinds else []
    return places[chance.below(len(places))].id if places else ""


def rounds(table: Table, chance: Chance, on: str = "", most: int = ROUNDS) -> Iterator[Watched]:
    """Rounds at a table, one after the other; one that bots cannot finish as they began is left out."""
    opening = Opening(dict(table.game.memory.assumed))
    wagers = stakes(table, chance, on)
    for _ in range(most):
        bots = BotTable(wagers, chance, _way(table, chance))
        dealt = None
        with suppress(RulesError):
            dealt = watched(Round(table, Felt.opened(opening), {wager.seat: 0 for wager in wagers}), _willing(bots))
        if dealt is None or not table.game.betting.carries:
            opening = Opening(dict(table.game.memory.assumed))
            wagers = stakes(table, chance, on)
        else:
            opening = dealt.play.next_opening
        if dealt is not None:
            yield dealt


def _willing(bots: BotTable) -> Callable[[Request, Round], Answer]:
    """Bots that leave out the wagers they may not make: who banks, does not wager."""

    def answer(request: Request, at: Round) -> Answer:
        given = bots(request, at)
        if not isinstance(given, Bets):
            return given
        tried, placed = at.copy(), []
        for wager in given.placed:
            if can_wager(tried, wager):
                tried.felt.put_down(wager, request.by)
                placed.append(wager)
        return Bets(placed=tuple(placed))

    return answer


def _way(table: Table, chance: Chance) -> Strategy:
    """How bots decide: at chance, which is quick and shows what is rare; for pots as a player would, or all fold."""
    named = strategies_of(table.game).named
    return next(iter(named.values())) if table.game.terms.buy_in is not None and named else at_chance(chance)


def sample(table: Table) -> tuple[Watched, ...]:
    """A few rounds at a table, always the same: wrong answers are taken from them."""
    return _sample(_Alike((table.game.id, table.as_of, *table.house.options.items()), table))


@dataclass(frozen=True)
class _Alike:
    """A table, alike to all of the same game, day and options."""

    by: tuple[object, ...]
    table: Table = field(compare=False)


@lru_cache(maxsize=16)
def _sample(alike: _Alike) -> tuple[Watched, ...]:
    return tuple(rounds(alike.table, SeededChance(0), most=SAMPLED))


def step_words(request: Request) -> str:
    """What the dealer does at a step; nothing where nobody sees it."""
    return names.step(request.name, _Facts(request))


class _Facts(dict[str, str]):
    """The facts of a request as a sentence names them."""

    def __init__(self, request: Request) -> None:
        super().__init__()
        self._request = request

    def __missing__(self, name: str) -> str:
        request: Any = self._request
        if name == "where":
            return whose(getattr(request, "area", "") or request.to)
        if name == "seat":
            wager = getattr(request, "wager", request)
            return f"seat {wager.seat}" if wager.seat else "the players"
        if name == "seats":
            return seats_words({result.wager.seat for result in request.results})
        if name == "number":
            return "one card" if request.number == 1 else f"{request.number} cards"
        if name == "words":
            return str(getattr(request, "said", request.words))
        if name == "face":
            return f"face {request.face}"
        return names.wager(str(getattr(request, name))) if name == "place" else str(getattr(request, name))


def whose(area: str) -> str:
    """Whose cards an area has, as a sentence names it."""
    if area.startswith(VACANT):
        return f"the {VACANT} position {area.rpartition(':')[2]}"
    words = Area.read(area).words
    return words if words.startswith("seat") else f"the {words}"


def hand_of(area: str) -> str:
    """The hand that lies in an area, as a sentence names it.

    >>> hand_of("seat:1:low"), hand_of("dealer:low"), hand_of("seat:1#2"), hand_of("first")
    ('the low hand of seat 1', 'the low hand of the dealer', 'the hand of seat 1, hand 2', 'the first card')
    """
    read = Area.read(area)
    if not read.owner and read.name in names.catalogue()["area"]:
        return whose(area)
    part = read.name if read.owner else read.name.partition(":")[2]
    return f"the {part} hand of {whose(area.removesuffix(f':{part}'))}" if part else f"the hand of {whose(area)}"


def citation_of(dealt: Watched, seat: int, wager: str, hand: int) -> Citation | None:
    """The paragraph that decides what becomes of a wager."""
    for ruling in dealt.play.explained():
        if (ruling.seat, ruling.wager, ruling.hand) == (seat, wager, hand):
            return ruling.amount_by
    return None
