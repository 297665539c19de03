"""The odds of fast action hold'em by the terms of a game file, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from nomorebets.equipment.cards import DECK, index, without
from nomorebets.errors import UnknownName, unknown
from nomorebets.games.fast_action_holdem.game import GAME
from nomorebets.games.fast_action_holdem.hands import Cards, settings
from nomorebets.games.fast_action_holdem.script import COMMUNITY
from nomorebets.games.fast_action_holdem.settlement import MAIN, Outcome, either_may_be_higher, is_foul
from nomorebets.games.fast_action_holdem.solver import Ends, Solved, settings_on, solved, worth
from nomorebets.games.fast_action_holdem.solver import Game as Priced
from nomorebets.games.fast_action_holdem.strategies import HOUSE_WAY
from nomorebets.games.fast_action_holdem.terms import (
    COPIES,
    DEALER_WAY,
    GAME_FILE,
    OPTIMAL,
    WAYS,
    WRONG_SETTING,
    shape_at,
    wheel_at,
)
from nomorebets.pricing.facet import Advice, ChoiceValue, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.lines import ending, line_of
from nomorebets.pricing.sheet import Line
from nomorebets.procedures.deck import wager_of
from nomorebets.procedures.two_hands import HandsInTwo
from nomorebets.table import House, Result, Round, Table, Wager
from nomorebets.table.acceptance import verify_bets
from nomorebets.table.areas import seat_area
from nomorebets.table.card_decisions import SetHand
from nomorebets.table.money import dollars
from nomorebets.table.requests import PatronRequest

STAKE = 10_000  # cents: a rate of vigorish in percent of it needs no rounding
NAMES = ("both hands win", "one hand wins", "no hand wins")


def priced_at(house: House, removed: tuple[str, ...] = ()) -> Priced:
    """What the odds of a house depend on; a round must be left of the deck."""
    left, shape = len(without(DECK, removed)), shape_at(house)
    if left < (needed := 2 * shape.own + shape.community):
        raise UnknownName(f"{left} cards are left, and a round takes {needed}", accepts="fewer cards with --removed")
    gone = tuple(sorted(map(index, removed)))
    free, copies_win = either_may_be_higher(house), house[COPIES] == "player"
    return Priced(shape, wheel_at(house), house[DEALER_WAY], free, copies_win, gone)


def results_of(house: House, stake: int) -> list[Result]:
    """What two, one and no hand won bring, by the one settlement."""
    return [GAME.settle([Wager(1, MAIN, stake)], Outcome(won), house)[0] for won in (2, 1, 0)]


def nets_of(house: House, stake: int) -> Ends:
    """The same in cents."""
    two, one, none = (result.net for result in results_of(house, stake))
    return two, one, none


def solved_at(house: House, stake: int, removed: tuple[str, ...] = ()) -> Solved:
    """All deals of a house, counted."""
    return solved(priced_at(house, removed), nets_of(house, stake))


def way_named(house: House, strategy: str | None) -> str:
    """The way to set that a strategy is."""
    if strategy in (None, HOUSE_WAY):
        return house[DEALER_WAY]
    if strategy not in (*WAYS, OPTIMAL):
        raise unknown("strategy", strategy, (HOUSE_WAY, *WAYS, OPTIMAL), house.as_of)
    return strategy


def line_from(table: Table, stake: int, ends: Ends) -> Line:
    """The line of the wager, from counts."""
    results = zip(NAMES, results_of(table.house, stake), ends, strict=True)
    counted = [(ending(f"{result.outcome}: {name}", [result], stake), number) for name, result, number in results]
    note = f"for a wager of {dollars(stake)}, by the terms of {table.house[GAME_FILE]}"
    return line_of(table, MAIN, counted, sum(ends), note=note)


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The only line there is."""
    if pricing.wager not in (None, MAIN):
        raise unknown("wager", pricing.wager, [MAIN], table.as_of)
    stake = pricing.stake or STAKE
    if pricing.stake is not None:
        verify_bets(Round(table), (Wager(1, MAIN, stake),), (), GAME.bet[MAIN].by)
    way = way_named(table.house, pricing.strategy)
    return [line_from(table, stake, solved_at(table.house, stake, pricing.removed).ends[way])]


def setting_values(request: PatronRequest, seat: int, table: Round) -> Mapping[Cards, ChoiceValue]:
    """What each way to set a hand is worth beside this board, by the cards that are set apart."""
    assert isinstance(request, SetHand)
    house, own = table.house, wager_of(table, seat, MAIN)
    nets, shape = nets_of(house, own.amount if own is not None else STAKE), shape_at(house)
    cards, board = table.felt.hand(seat_area(seat, request.hand)), table.felt.hand(COMMUNITY)
    ends = settings_on(priced_at(house), tuple(map(index, board)), tuple(map(index, cards)))
    values = {}
    for high, low in settings(cards, shape):
        alone = low if shape.apart == 1 else high
        values[low] = worth(ends[cards.index(alone[0])], nets)
        if is_foul(HandsInTwo(high, low, board), house):
            values[low] = Fraction(nets[2])
    if house[WRONG_SETTING] != "loses":  # a foul is worth what the house way is
        by_house = values[request.default(seat).cards]
        fouls = [low for high, low in settings(cards, shape) if is_foul(HandsInTwo(high, low, board), house)]
        values |= dict.fromkeys(fouls, by_house)
    return {low: ChoiceValue(value) for low, value in values.items()}


WORDS = {
    "high-first": "the cards that leave the best high hand; of equal ones the best low hand",
    "low-first": "the card that makes the best low hand that may stand in front; of equal ones the best high hand",
}


def advice(table: Table, pricing: Pricing) -> Advice:
    """How to set hands: the better of the two simple ways, and what each costs beside the best settings."""
    stake = pricing.stake or STAKE
    ends = solved_at(table.house, stake).ends
    edges = {way: line_from(table, stake, ends[way]).edge for way in (OPTIMAL, *WAYS)}
    short = min(WAYS, key=lambda way: edges[way])
    exact = PlayRule("with any cards", "low", "the setting that is worth most, all dealers' hands beside it counted")
    note = (
        "no rule in words is exact: while a hand is set, the help tells what each setting is worth; "
        f"the terms are those of {table.house[GAME_FILE]}"
    )
    costs = tuple(StrategyEdge(way, edge) for way, edge in edges.items())
    return Advice(MAIN, (exact,), short, (PlayRule("with any cards", "low", WORDS[short]),), costs, note)


def to_check(table: Table) -> Mapping[str, Fraction]:
    """The edge at the best play: the terms are the licensee's own."""
    return {MAIN: line_from(table, STAKE, solved_at(table.house, STAKE).ends[OPTIMAL]).edge}


ODDS = GameOdds(
    lines=lines,
    advice=advice,
    usual_play=HOUSE_WAY,
    settings=setting_values,
    to_check=to_check,
    takes_removed=True,
)
