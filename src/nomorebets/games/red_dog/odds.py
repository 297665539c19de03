"""Red dog, exactly: whole numbers by counts of values, for any composition of the shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from nomorebets.equipment.cards import RANKS
from nomorebets.errors import UnknownName, unknown
from nomorebets.games.red_dog import terms as options
from nomorebets.games.red_dog.strategies import NAMED, RULES_OF_PLAY, weigh
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Advice, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.sheet import Line, Outcome
from nomorebets.regulation import Citation, law, reading
from nomorebets.table import House, Table

Counts: TypeAlias = Mapping[int, int]  # cards by rank, the two being 0
End: TypeAlias = tuple[str, int, bool]  # what it is, the spread, and whether the bet was raised

NOT_RAISED = {"three-of-a-kind", "pair", "sequence"}


def end_of(gap: int, raised: bool, won: bool) -> End:
    """The end of a round whose first two cards are so many ranks apart.

    >>> end_of(0, False, True), end_of(1, False, False), end_of(8, True, True)
    (('three-of-a-kind', 0, False), ('sequence', 0, False), ('win', 7, True))
    """
    if gap < 2:
        return ("sequence" if gap else "three-of-a-kind" if won else "pair"), 0, False
    return "win" if won else "lose", gap - 1, raised


ENDS = tuple(dict.fromkeys(end_of(g, r, w) for g in range(len(RANKS)) for r in (False, True) for w in (True, False)))


def fresh(decks: int) -> Counter[int]:
    """A shoe of so many decks."""
    return Counter(dict.fromkeys(range(len(RANKS)), 4 * decks))


def solve(shoe: Counts, raises: Mapping[tuple[int, int], bool]) -> Ends:
    """How often a round comes to each end; ``raises`` says what is done with each two ranks, the lower first."""
    total = sum(shoe.values())
    if total < 3:
        raise UnknownName(f"a shoe of {total} cards is no round", accepts="three cards or more")
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


def net_of(house: House, end: End) -> Fraction:
    """What bet and raise gain together, per unit of the bet."""
    what, spread, raised = end
    stake = 1 + (Fraction(house[options.RAISE_MAX]) if raised else Fraction(0))
    if what == "win":
        return stake * house.pays[f"bet.spread-{spread}"].size
    if what == "lose":
        return -stake
    return house.pays["bet.three-of-a-kind"].size if what == "three-of-a-kind" else Fraction(0)


def raises_by(shoe: Counts, house: House, strategy: str | None) -> dict[tuple[int, int], bool]:
    """What a strategy does with each two ranks that leave a spread, with nothing else known."""
    name = strategy or "optimal"
    if name not in RULES_OF_PLAY:
        raise unknown("strategy", name, NAMED, house.as_of)
    rule = RULES_OF_PLAY[name]
    found: dict[tuple[int, int], bool] = {}
    for low in shoe:
        for high in shoe:
            if high - low > 1:
                left = Counter({rank + 2: n - (rank in (low, high)) for rank, n in shoe.items()})
                found[low, high] = rule(low + 2, left, high + 2, house)
    return found


@cache
def _solved(decks: int, raised: frozenset[tuple[int, int]]) -> Ends:
    return solve(fresh(decks), dict.fromkeys(raised, True))


def played(table: Table, strategy: str | None) -> Ends:
    """All rounds from a fresh shoe by a named strategy."""
    decks = int(table.house[options.DECKS])
    raises = raises_by(fresh(decks), table.house, strategy)
    return _solved(decks, frozenset(ranks for ranks, does in raises.items() if does))


# --- the line --------------------------------------------------------------------------------------------------------


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The line of the bet with its raise."""
    if pricing.wager is not None and pricing.wager.partition(":")[0] not in ("bet", "raise"):
        raise unknown("wager", pricing.wager, table.layout, table.as_of)
    return [bet_line(table, played(table, pricing.strategy))]


def bet_line(table: Table, ends: Ends) -> Line:
    """The line of the bet with its raise, from counts."""
    outcomes, staked = [], Fraction(0)
    for end, count in ends.counts.items():
        assert isinstance(end[1], int)
        what, spread, raised = str(end[0]), end[1], bool(end[2])
        net, chance = net_of(table.house, (what, spread, raised)), Fraction(count, ends.total)
        name = f"{what}: spread {spread}{', raised' if raised else ''}" if spread else what
        outcomes.append(Outcome(name, net, chance, _by(what)))
        staked += chance * (1 + (Fraction(table.house[options.RAISE_MAX]) if raised else 0))
    outcomes.sort(key=lambda o: (-o.net, o.outcome))
    basis = law.weakest([law.basis(o.by, table.as_of) for o in outcomes])
    part = table.house[options.RAISE_MAX]
    note = "" if part == "1" else f"raises are {part} of the bet, if that is whole chips"
    return Line("bet", tuple(outcomes), basis, average_wager=staked, note=note)


def _by(what: str) -> Citation:
    name = {"lose": "spread", "pair": "pair", "sequence": "consecutive"}.get(what, "odds")
    return reading(f"R-6.5-{name}")


# --- the best play in words ------------------------------------------------------------------------------------------


def advice(table: Table, pricing: Pricing) -> Advice:
    """From which spread on to raise, and what other ways cost."""
    shoe = fresh(int(table.house[options.DECKS]))
    raises = raises_by(shoe, table.house, None)
    by_spread = {high - low - 1: does for (low, high), does in raises.items()}  # a fresh shoe has all ranks alike
    raised = sorted(spread for spread, does in by_spread.items() if does)
    costs = [StrategyEdge(name, bet_line(table, played(table, name)).edge) for name in RULES_OF_PLAY]
    short = min(costs[1:], key=lambda costed: costed.edge).strategy
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


ODDS = GameOdds(lines=lines, advice=advice, choices=weigh)
