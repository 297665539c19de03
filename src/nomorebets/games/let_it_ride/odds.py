"""Let it ride: exact odds and the best play, from the solver's counts and the table's own settlement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import lcm
from typing import cast

from nomorebets.equipment.cards import DECK, RANKS, SUITS, without
from nomorebets.errors import unknown
from nomorebets.games.let_it_ride import solver, strategies
from nomorebets.games.let_it_ride import terms as options
from nomorebets.games.let_it_ride.game import GAME
from nomorebets.games.let_it_ride.settlement import Outcome, riding
from nomorebets.games.let_it_ride.strategies import choice_values
from nomorebets.games.stud.in_words import in_words
from nomorebets.hands.poker import three_card_hand
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Advice, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.lines import Ending, ending, line_of
from nomorebets.pricing.sheet import Line
from nomorebets.regulation import Odds, cite
from nomorebets.table import House, Result, Round, Table, Wager
from nomorebets.table.acceptance import verify_bets
from nomorebets.table.money import dollars

ALL_BETS = "bets"  # the line of the three together
End = tuple[str, bool, bool]  # the row that pays the hand, and whether bets one and two ride


def priced_by(table: Table, pricing: Pricing) -> tuple[House, int]:
    """The house and the stake to price by. Without a stake no payout limit counts, and any amount is as good."""
    if pricing.stake is not None:
        bets = tuple(Wager(1, kind, pricing.stake) for kind in options.BETS)
        verify_bets(Round(table), bets, (), cite("18.6(d)"))
        return table.house, pricing.stake
    unlimited = {**table.house.options, options.PAYOUT_LIMIT.id: "none"}
    unit = _unit(table.house, ALL_BETS)
    return replace(table.house, options=unlimited), 100 * unit


def _unit(house: House, kind: str) -> int:
    """The least amount that all odds of a wager pay in whole numbers."""
    rows = (pays for row, pays in house.pays.items() if row.partition(".")[0] == kind)
    return lcm(*(pays.on for pays in rows if isinstance(pays, Odds)))


def settled(house: House, stake: int, row: str, first: bool, second: bool) -> list[Result]:
    """The three bets at the end of a round, those withdrawn too."""
    return settled_bets(house, [Wager(1, kind, stake) for kind in options.BETS], row, first, second)


def settled_bets(house: House, bets: Sequence[Wager], row: str, first: bool, second: bool) -> list[Result]:
    """The same of three bets that are known."""
    outcome = Outcome(row, riding(bet for bet, rides in zip(bets, (first, second, True), strict=True) if rides))
    return GAME.settle(bets, outcome, house)


def net_of(house: House, bets: Sequence[Wager], row: str, first: bool, second: bool) -> int:
    """What they gain together."""
    return sum(result.net for result in settled_bets(house, bets, row, first, second))


def played(
    house: House,
    stake: int,
    strategy: str | None,
    ranks: str = RANKS,
    suits: str = SUITS,
    gone: tuple[str, ...] = (),
) -> solver.Played:
    """All rounds by a named strategy, or by the best one."""

    def net(row: str, first: bool, second: bool) -> int:
        return sum(result.net for result in settled(house, stake, row, first, second))

    if strategy is None or strategy == "optimal":
        return solver.solve(net, ranks=ranks, suits=suits, gone=gone)
    if strategy not in strategies.RIDES:
        raise unknown("strategy", strategy, strategies.NAMED, house.as_of)
    rides = strategies.RIDES[strategy]
    decide = solver.Strategy(rides.first, lambda cards, first_rides: rides.second(cards))
    return solver.solve(net, decide, ranks, suits, gone)


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The three bets together, each by itself, and the bonus wagers."""
    require_line(table, pricing)
    house, stake = priced_by(table, pricing)
    every = lines_of(table, pricing, played(house, stake, pricing.strategy, gone=pricing.removed).ends)
    if "three-card-bonus" in table.layout:
        every.append(three_card_line(table, three_card_counts(pricing.removed)))
    return asked_for(pricing, every)


def asked_for(pricing: Pricing, every: list[Line]) -> list[Line]:
    """All lines, or the one that was named."""
    return [line for line in every if pricing.wager in (None, line.wager)]


def require_line(table: Table, pricing: Pricing) -> None:
    """Refuse a line that there is not, before anything is solved."""
    if pricing.wager not in (None, ALL_BETS, *table.layout):
        raise unknown("wager", pricing.wager, (ALL_BETS, *table.layout), table.as_of)


def lines_of(table: Table, pricing: Pricing, ends: Ends) -> list[Line]:
    """The lines of every wager on five cards, from exact or simulated counts of how rounds end."""
    house, stake = priced_by(table, pricing)
    counted = [(end[0], settled(house, stake, *end), count) for end, count in _ends_of(ends)]

    def bets_end(row: str, results: list[Result]) -> Ending:
        rides = [result for result in results if result.outcome != "void"]
        return ending(f"{row}, {len(rides)} riding", rides, stake)

    def bet_ends(row: str, result: Result) -> Ending:
        return ending("withdrawn" if result.outcome == "void" else row, [result], stake)

    average = ends.mean(lambda row, first, second: 1 + first + second)
    every = [
        _line(table, ALL_BETS, ((bets_end(row, r), n) for row, r, n in counted), ends.total, average, _note(pricing))
    ]
    for at, kind in enumerate(options.BETS):
        rode = sum(count for _, results, count in counted if results[at].outcome != "void")
        alone = ((bet_ends(row, results[at]), count) for row, results, count in counted)
        every.append(_line(table, kind, alone, ends.total, Fraction(rode, ends.total), _note(pricing)))
    if "bonus" in table.layout:
        bonus = ((bonus_ends(table.house, row), count) for row, _, count in counted)
        every.append(_line(table, "bonus", bonus, ends.total, note=f"its stake is {dollars(options.BONUS_STAKE)}"))
    return every


def _ends_of(ends: Ends) -> list[tuple[End, int]]:
    return [(cast(End, end), count) for end, count in ends.counts.items()]


def _line(
    table: Table,
    wager: str,
    counted: Iterable[tuple[Ending, int]],
    total: int,
    average: Fraction = Fraction(1),
    note: str = "",
) -> Line:
    """A line that also rests on the paragraph that provides for the wager."""
    provided = table.places(wager)[0].by
    return line_of(table, wager, counted, total, average_wager=average, note=note, rests_on=[provided])


def _note(pricing: Pricing) -> str:
    return f"for bets of {dollars(pricing.stake)}" if pricing.stake else "no payout limit counted; name a stake for it"


def bonus_ends(house: House, row: str) -> Ending:
    """How the bonus wager ends, whatever is done with the bets."""
    results = GAME.settle([Wager(1, "bonus", options.BONUS_STAKE)], Outcome(row), house)
    name = row if results[0].outcome == "win" else "lower than three of a kind"
    return ending(name, results, options.BONUS_STAKE)


@cache
def three_card_counts(gone: tuple[str, ...]) -> Counter[str]:
    """How many hands of three cards are of each pay class."""
    return Counter(three_card_hand(cards).pay_class for cards in combinations(without(DECK, gone), 3))


def three_card_line(table: Table, counts: Counter[str]) -> Line:
    """The three-card bonus wager, on the player's own three cards."""
    stake = _unit(table.house, "three-card-bonus")

    def end_called(pay_class: str) -> Ending:
        results = GAME.settle([Wager(1, "three-card-bonus", stake)], Outcome(own=pay_class), table.house)
        return ending(pay_class if results[0].outcome == "win" else "lower than a pair", results, stake)

    counted = ((end_called(pay_class), count) for pay_class, count in counts.items())
    return _line(table, "three-card-bonus", counted, counts.total())


# --- the best play in words -----------------------------------------------------------------------------------------

SHORT = (
    PlayRule(
        "bet 1, three cards",
        "let-it-ride",
        "a pair of tens or better, three of a kind, or three of one suit that fit a straight with no more gaps than "
        "cards from the ten up",
    ),
    PlayRule("bet 1, three cards", "withdraw", "anything else"),
    PlayRule(
        "bet 2, four cards",
        "let-it-ride",
        "a pair of tens or better, two pair, three or four of a kind, four of one suit, or four in a row that can be "
        "completed at both ends",
    ),
    PlayRule("bet 2, four cards", "withdraw", "anything else"),
)


def advice(table: Table, pricing: Pricing) -> Advice:
    """Which bets to let ride: exactly, in short, and what each named way to play costs."""
    house, stake = priced_by(table, pricing)
    best = played(house, stake, None)
    exact = _rules("bet 1, three cards", ((cards, rides) for cards, _, rides in best.first_decisions()))
    alike = bool((best.second[0] == best.second[1]).all())
    for first_rides in (False,) if alike else (False, True):
        with_first = "" if alike else f", bet 1 {'riding' if first_rides else 'withdrawn'}"
        decided = ((cards, rides) for cards, _, rides in best.second_decisions(first_rides))
        exact += _rules(f"bet 2, four cards{with_first}", decided)
    costs = [
        StrategyEdge(name, lines(table, Pricing(ALL_BETS, pricing.stake, name))[0].edge) for name in strategies.NAMED
    ]
    note = f"{_note(pricing)}; a bet that is worth nothing either way is taken back"
    return Advice(ALL_BETS, tuple(exact), "short-rule", SHORT, tuple(costs), note)


def _rules(decision: str, holdings: Iterable[tuple[tuple[str, ...], bool]]) -> list[PlayRule]:
    rules = [PlayRule(decision, "let-it-ride", words) for words in in_words(holdings)]
    return [*rules, PlayRule(decision, "withdraw", "anything else")]


ODDS = GameOdds(lines=lines, advice=advice, choices=choice_values, takes_removed=True)
