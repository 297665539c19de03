"""Double down stud: exact odds and the best play, from the solver's counts and the table's own settlement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

from msgspec.structs import replace

from nomorebets.equipment.cards import RANKS, SUITS
from nomorebets.errors import unknown
from nomorebets.games.double_down_stud import solver
from nomorebets.games.double_down_stud import terms as options
from nomorebets.games.double_down_stud.game import GAME
from nomorebets.games.double_down_stud.settlement import Outcome, wagered
from nomorebets.games.double_down_stud.strategies import DOUBLES, NAMED, choice_values, doubles_worth_trying
from nomorebets.games.stud.in_words import in_words
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Advice, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.lines import Ending, ending, line_of
from nomorebets.pricing.sheet import Line
from nomorebets.regulation import Odds, cite
from nomorebets.table import House, Result, Round, Table, Wager
from nomorebets.table.acceptance import verify_bets
from nomorebets.table.money import dollars

USUAL_ORIGINAL = 100  # cents: no payout limit bites with the least odds


def original_of(table: Table, pricing: Pricing) -> int:
    """The original wager to price by. Without a stake, one that all odds pay in whole cents."""
    if pricing.stake is not None:
        verify_bets(Round(table), (Wager(1, "original", pricing.stake),), (), cite("17.6"))
        return pricing.stake
    return USUAL_ORIGINAL * lcm(*(pays.on for pays in table.house.pays.values() if isinstance(pays, Odds)))


def amounts_for(house: House, original: int, pricing: Pricing) -> tuple[int, ...]:
    """What a wager may be doubled by: with a stake, by what is worth trying; without one, by all of it or nothing."""
    if pricing.stake is None:
        return 0, original
    least, most = options.least_double(house), original // house.smallest_chip * house.smallest_chip
    return tuple(doubles_worth_trying(house, original, least, most)) if least <= most else (0,)


def settled(house: House, original: int, row: str, double: int) -> list[Result]:
    """The original wager and the double, if there is one, at the end of a round."""
    wagers = [Wager(1, "original", original), *([Wager(1, "double-down", double)] if double else [])]
    return GAME.settle(wagers, Outcome(row, wagered(wagers)), house)


def played(table: Table, pricing: Pricing, ranks: str = RANKS, suits: str = SUITS) -> solver.Played:
    """All rounds by a named strategy, or by the best one."""
    original, name = original_of(table, pricing), pricing.strategy
    amounts = amounts_for(table.house, original, pricing)

    def net(row: str, double: int) -> int:
        return sum(result.net for result in settled(table.house, original, row, double))

    if name is None or name == "optimal":
        return solver.solve(net, None, ranks, suits, amounts, pricing.removed)
    if name not in DOUBLES:
        raise unknown("strategy", name, NAMED, table.as_of)
    doubles, all_of_it = DOUBLES[name], amounts[-1]
    both = (0, all_of_it)[: len(amounts)]
    return solver.solve(net, lambda cards: all_of_it if doubles(cards) else 0, ranks, suits, both, pricing.removed)


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The original wager with its double."""
    require_wager(table, pricing)
    return [original_line(table, pricing, played(table, pricing).ends)]


def require_wager(table: Table, pricing: Pricing) -> None:
    """There is one line, by the name of either wager."""
    if pricing.wager not in (None, "original", "double-down"):
        raise unknown("wager", pricing.wager, ["original"], table.as_of)


def original_line(table: Table, pricing: Pricing, ends: Ends) -> Line:
    """The line of the original wager and its double, from exact or simulated counts of how rounds end."""
    original = original_of(table, pricing)

    def end_called(row: str, double: int) -> Ending:
        more = "doubled" if double == original else f"{dollars(double)} more"
        return ending(f"{row}, {more}" if double else row, settled(table.house, original, row, double), original)

    return line_of(
        table,
        "original",
        ((end_called(*end), count) for end, count in ends.counts.items()),
        ends.total,
        average_wager=1 + ends.mean(lambda row, double: Fraction(double, original)),
        note=f"for an original wager of {dollars(original)}",
    )


# --- the best play in words -----------------------------------------------------------------------------------------

DECISION = "your card and the three face up"
SHORT = (
    PlayRule(
        DECISION,
        "double-down",
        "a pair of sixes or better, two pair, three or four of a kind, four of one suit, or four in a row that can be "
        "completed at both ends",
    ),
    PlayRule(DECISION, "stand", "anything else"),
)


def advice(table: Table, pricing: Pricing) -> Advice:
    """When to double: exactly, in short, and what each named way to play costs."""
    rounds = played(table, pricing)
    original = original_of(table, pricing)
    exact: list[PlayRule] = []
    for amount in rounds.amounts[:0:-1]:
        holdings = [(cards, double == amount) for cards, _, double in rounds.decisions()]
        by = "" if amount == original else f" by {dollars(amount)}"
        exact += _rules(f"double-down{by}", holdings)
    exact.append(PlayRule(DECISION, "stand", "anything else"))
    costs = [StrategyEdge(name, lines(table, replace(pricing, strategy=name))[0].edge) for name in NAMED]
    note = "a double that is worth nothing either way is not made; other players' cards, if seen, are not counted here"
    return Advice("original", tuple(exact), "short-rule", SHORT, tuple(costs), note)


def _rules(play: str, holdings: Sequence[tuple[tuple[str, ...], bool]]) -> Iterable[PlayRule]:
    return [PlayRule(DECISION, play, words) for words in in_words(holdings)]


ODDS = GameOdds(lines=lines, advice=advice, choices=choice_values, takes_removed=True)
