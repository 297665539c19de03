"""Casino war, exactly: whole numbers by counts of ranks, for any composition of the shoe.

Cards burned unseen change nothing: whatever is dealt after them is equally likely to be any of the cards not seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from nomorebets.equipment.cards import RANK_NAMES, RANKS
from nomorebets.errors import UnknownName, unknown
from nomorebets.games.casino_war.strategies import ENDS, RULES_OF_PLAY, choice_values, ends_of, war_ends
from nomorebets.games.casino_war.terms import DECKS, ends_at_tie
from nomorebets.games.rank_games.counting import Counts, exact_stake, fresh, rule_named
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Advice, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.lines import ending, line_of
from nomorebets.pricing.sheet import Line
from nomorebets.regulation import Citation
from nomorebets.table import House, Table, Wager


def solve(shoe: Counts, wars: Mapping[int, bool]) -> Ends:
    """How often one player against the dealer comes to each end; ``wars`` says what is done on a tie at each rank.

    >>> solve(fresh(6), dict.fromkeys(range(13), True)).probability("win")
    Fraction(144, 311)
    """
    total = sum(shoe.values())
    if total < 4:
        raise UnknownName(f"a shoe of {total} cards cannot end in a war", accepts="four cards or more")
    rest = (total - 2) * (total - 3)
    ends: Counter[str] = Counter()
    for player, of_player in shoe.items():
        ends["win"] += of_player * sum(n for r, n in shoe.items() if r < player) * rest
        ends["lose"] += of_player * sum(n for r, n in shoe.items() if r > player) * rest
        ties = of_player * (of_player - 1)
        if not wars[player]:
            ends["surrender"] += ties * rest
        else:
            left = Counter({**shoe, player: of_player - 2})
            for end, ways in war_ends(left).items():
                ends[end] += ties * ways
    return Ends({(end,): n for end, n in ends.items() if n}, total * (total - 1) * rest)


def wars_by(shoe: Counts, house: House, strategy: str | None) -> dict[int, bool]:
    """What a strategy does on a tie at each rank, with nothing else known than the two cards."""
    rule = rule_named(RULES_OF_PLAY, strategy, house)
    if ends_at_tie(house):
        return dict.fromkeys(shoe, False)
    return {rank: rule(rank, Counter({**shoe, rank: shoe[rank] - 2}), house) for rank in shoe}


@cache
def _solved(decks: int, wars: tuple[bool, ...], removed: tuple[str, ...]) -> Ends:
    return solve(fresh(decks, removed), dict(enumerate(wars)))


def played(table: Table, strategy: str | None, removed: tuple[str, ...] = ()) -> Ends:
    """All rounds from a fresh shoe, or what is left of it, by a named strategy."""
    decks = int(table.house[DECKS])
    wars = wars_by(fresh(decks, removed), table.house, strategy)
    return _solved(decks, tuple(wars[rank] for rank in range(len(RANKS))), removed)


# --- lines -----------------------------------------------------------------------------------------------------------


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The line of the initial wager with its war wager, and that of the tie wager where it is offered."""
    kinds = [kind for kind in table.layout.kinds() if kind != "war"]
    wager = "initial" if pricing.wager in ("war", "war-tie-bonus") else pricing.wager
    if wager is not None and wager not in kinds:
        raise unknown("wager", wager, kinds, table.as_of)
    ends = played(table, pricing.strategy, pricing.removed)
    make = {"initial": initial_line, "tie": tie_line}
    return [make[kind](table, ends) for kind in kinds if wager in (None, kind)]


def initial_line(table: Table, ends: Ends) -> Line:
    """The line of the initial wager with its war wager, from counts."""
    known = ends_of(table.house)
    wars = sum((ends.probability(end) for end, outcome in ENDS.items() if outcome.war is not None), Fraction(0))
    counted = [(known[end], count) for (end,), count in ends.counts.items()]
    return line_of(table, "initial", counted, ends.total, average_wager=1 + wars, rests_on=_decks(table))


def tie_line(table: Table, ends: Ends) -> Line:
    """The line of the tie wager: settled on the first two cards, whatever is decided then."""
    stake = exact_stake(table.house, parts=1)
    counted = []
    for (end,), count in ends.counts.items():
        (result,) = table.settle([Wager(1, "tie", stake)], ENDS[end])
        counted.append((ending(result.outcome, [result], stake), count))
    return line_of(table, "tie", counted, ends.total, rests_on=_decks(table))


def _decks(table: Table) -> tuple[Citation]:
    return (DECKS.choices[table.house[DECKS]].by,)


# --- the best play in words ------------------------------------------------------------------------------------------


def advice(table: Table, pricing: Pricing) -> Advice:
    """When to go to war, by the rank of the tie, and what other ways cost."""
    if ends_at_tie(table.house):
        cost = StrategyEdge("optimal", initial_line(table, played(table, None)).edge)
        return Advice("initial", (), "optimal", (), (cost,), "a tie is over at once: there is nothing to decide")
    shoe = fresh(int(table.house[DECKS]))
    wars = wars_by(shoe, table.house, None)
    costs = [StrategyEdge(name, initial_line(table, played(table, name)).edge) for name in RULES_OF_PLAY]
    short = min(costs[1:], key=lambda cost: cost.edge).strategy
    decision = "when the first two cards tie"
    always = {
        "always-war": PlayRule(decision, "war", "always"),
        "always-surrender": PlayRule(decision, "surrender", "always"),
    }
    if all(wars.values()):
        exact = [always["always-war"]]
    elif not any(wars.values()):
        exact = [always["always-surrender"]]
    else:
        exact = [
            PlayRule(decision, play, "at " + ", ".join(RANK_NAMES[RANKS[r]] + "s" for r in wars if wars[r] == goes))
            for play, goes in (("war", True), ("surrender", False))
        ]
    note = "the tie wager is settled on the first two cards and leaves nothing to decide"
    return Advice("initial", tuple(exact), short, (always[short],), tuple(costs), note)


ODDS = GameOdds(lines=lines, advice=advice, choices=choice_values, takes_removed=True)
