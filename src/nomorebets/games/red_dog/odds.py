"""Red dog, exactly: whole numbers by counts of values, for any composition of the shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from nomorebets.equipment.cards import RANKS
from nomorebets.errors import UnknownName, unknown
from nomorebets.games.rank_games.counting import Counts, exact_stake, fresh, rule_named
from nomorebets.games.red_dog.settlement import Outcome
from nomorebets.games.red_dog.strategies import RULES_OF_PLAY, choice_values
from nomorebets.games.red_dog.terms import DECKS, RAISE_MAX
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Advice, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.lines import Ending, ending, line_of
from nomorebets.pricing.sheet import Line
from nomorebets.table import House, Result, Table, Wager

End: TypeAlias = tuple[Outcome, bool]  # what the cards come to, and whether the bet was raised


def end_of(apart: int, raised: bool, third_wins: bool) -> End:
    """The end of a round whose first two cards are so many ranks apart; without a spread there is no raise.

    >>> end_of(8, True, True), end_of(1, True, True)
    ((Outcome(apart=8, third_wins=True), True), (Outcome(apart=1, third_wins=False), False))
    """
    return Outcome(apart, third_wins and apart != 1), raised and apart > 1


ENDS = tuple(dict.fromkeys(end_of(a, r, w) for a in range(len(RANKS)) for r in (False, True) for w in (True, False)))


def name_of(outcome: Outcome, raised: bool) -> str:
    """An end in words."""
    if outcome.spread:
        return f"{'win' if outcome.third_wins else 'lose'}: spread {outcome.spread}{', raised' if raised else ''}"
    return "sequence" if outcome.apart else "three-of-a-kind" if outcome.third_wins else "pair"


def solve(shoe: Counts, raises: Mapping[tuple[int, int], bool]) -> Ends:
    """How often a round comes to each end; ``raises`` says what is done with each two ranks, the lower first."""
    total = sum(shoe.values())
    if total < 3:
        raise UnknownName(f"a shoe of {total} cards is too small for a round", accepts="three cards or more")
    ends: Counter[End] = Counter()
    for low, of_low in shoe.items():
        for high, of_high in shoe.items():
            if high < low:
                continue
            ways = of_low * (of_low - 1) if low == high else 2 * of_low * of_high
            inside = sum(shoe[rank] for rank in range(low + 1, high) if rank in shoe)
            inside = of_low - 2 if low == high else inside
            raised = raises.get((low, high), False)
            ends[end_of(high - low, raised, True)] += ways * (inside if high - low != 1 else 0)
            ends[end_of(high - low, raised, False)] += ways * (total - 2 - (inside if high - low != 1 else 0))
    return Ends({end: n for end, n in ends.items() if n}, total * (total - 1) * (total - 2))


def raises_by(shoe: Counts, house: House, strategy: str | None) -> dict[tuple[int, int], bool]:
    """What a strategy does with each two ranks that leave a spread, with nothing else known."""
    rule = rule_named(RULES_OF_PLAY, strategy, house)
    raises: dict[tuple[int, int], bool] = {}
    for low in shoe:
        for high in shoe:
            if high - low > 1:
                left = Counter({rank: n - (rank in (low, high)) for rank, n in shoe.items()})
                raises[low, high] = rule(low, left, high, house)
    return raises


@cache
def _solved(decks: int, raised: frozenset[tuple[int, int]], removed: tuple[str, ...]) -> Ends:
    return solve(fresh(decks, removed), dict.fromkeys(raised, True))


def played(table: Table, strategy: str | None, removed: tuple[str, ...] = ()) -> Ends:
    """All rounds from a fresh shoe, or what is left of it, by a named strategy."""
    decks = int(table.house[DECKS])
    raises = raises_by(fresh(decks, removed), table.house, strategy)
    return _solved(decks, frozenset(ranks for ranks, does in raises.items() if does), removed)


# --- the line --------------------------------------------------------------------------------------------------------


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The line of the bet with its raise."""
    if pricing.wager is not None and pricing.wager.partition(":")[0] not in ("bet", "raise"):
        raise unknown("wager", pricing.wager, table.layout, table.as_of)
    return [bet_line(table, played(table, pricing.strategy, pricing.removed))]


def settled(table: Table, outcome: Outcome, raised: bool) -> list[Result]:
    """The bet and its raise, if there is one, at the end of a round."""
    part = Fraction(table.house[RAISE_MAX])
    stake = exact_stake(table.house, parts=part.denominator)
    return table.settle([Wager(1, "bet", stake), *([Wager(1, "raise", int(stake * part))] if raised else [])], outcome)


def bet_line(table: Table, ends: Ends) -> Line:
    """The line of the bet with its raise, from counts."""
    part = Fraction(table.house[RAISE_MAX])
    stake = exact_stake(table.house, parts=part.denominator)
    counted: list[tuple[Ending, int]] = []
    staked = 0
    for (outcome, raised), count in ends.counts.items():
        results = settled(table, outcome, raised)
        counted.append((ending(name_of(outcome, raised), results, stake), count))
        staked += count * sum(result.wager.amount for result in results)
    note = "" if part == 1 else f"raises are {part} of the bet, if that is whole chips"
    return line_of(table, "bet", counted, ends.total, average_wager=Fraction(staked, ends.total * stake), note=note)


# --- the best play in words ------------------------------------------------------------------------------------------


def advice(table: Table, pricing: Pricing) -> Advice:
    """From which spread on to raise, and what other ways cost."""
    shoe = fresh(int(table.house[DECKS]))
    raises = raises_by(shoe, table.house, None)
    by_spread = {high - low - 1: does for (low, high), does in raises.items()}  # a fresh shoe has all ranks alike
    raised = sorted(spread for spread, does in by_spread.items() if does)
    costs = [StrategyEdge(name, bet_line(table, played(table, name)).edge) for name in RULES_OF_PLAY]
    short = min(costs[1:], key=lambda cost: cost.edge).strategy
    decision = "when a spread is announced"
    words = {"raise-on-seven": "a spread of 7 or more", "always-raise": "always"}
    exact = [PlayRule(decision, "stand", "every other spread")]
    if raised:
        when = "a spread of " + ", ".join(map(str, raised))
        exact.insert(0, PlayRule(decision, "raise", f"{when}, by as much as may be"))
    rules = [PlayRule(decision, "stand", "every other spread" if short in words else "always")]
    if short in words:
        rules.insert(0, PlayRule(decision, "raise", words[short]))
    note = "for a fresh shoe; raise whenever more than half of the cards left, as far as they are known, lie between"
    return Advice("bet", tuple(exact), short, tuple(rules), tuple(costs), note)


ODDS = GameOdds(lines=lines, advice=advice, choices=choice_values, takes_removed=True)
