"""Double down stud: exact odds, simulation and best play, from the solver's counts and the game's own settlement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import cast

from nomorebets.equipment.cards import RANKS, SUITS
from nomorebets.errors import unknown
from nomorebets.games.double_down_stud import game, solver
from nomorebets.games.double_down_stud import terms as options
from nomorebets.games.double_down_stud.strategies import DOUBLES, NAMED, doubles_worth_trying, weigh
from nomorebets.games.stud.in_words import in_words
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Advice, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.sheet import Line, Outcome
from nomorebets.regulation import Citation, Odds, cite, law
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import House, Round, Table, Wager
from nomorebets.table.acceptance import verify_bets
from nomorebets.table.money import dollars

End = tuple[str, int]  # the row that decides the hand, and what the wager was doubled by, in cents
USUAL_ORIGINAL = 100  # cents: no payout limit bites with the least odds


def settled(table: Table, pricing: Pricing) -> int:
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


def played(table: Table, pricing: Pricing, ranks: str = RANKS, suits: str = SUITS) -> solver.Played:
    """All rounds by a named strategy, or by the best one."""
    original, name = settled(table, pricing), pricing.strategy
    amounts = amounts_for(table.house, original, pricing)

    def net(row: str, double: int) -> int:
        return game.gain(table.house, row, wagered(original, double))

    if name is None or name == "optimal":
        return solver.solve(net, None, ranks, suits, amounts)
    if name not in DOUBLES:
        raise unknown("strategy", name, NAMED, table.as_of)
    doubles, all_of_it = DOUBLES[name], amounts[-1]
    return solver.solve(
        net, lambda cards: all_of_it if doubles(cards) else 0, ranks, suits, (0, all_of_it)[: len(amounts)]
    )


def wagered(original: int, double: int) -> list[int]:
    return [original, double] if double else [original]


def net_of(house: House, original: int, end: End) -> tuple[str, Fraction, Citation]:
    """How a hand ends: what it is called, what both wagers gain per unit of the original, and by which paragraph."""
    row, double = end
    by = cite({game.LOWER: "17.9(a)", game.PUSH: "17.9(b)"}.get(row, "17.10(b)"))
    if row not in (game.LOWER, game.PUSH):
        by = game.winnings(house, row, wagered(original, double))[1]
    name = f"{row}, {'doubled' if double == original else f'{dollars(double)} more'}" if double else row
    return name, Fraction(game.gain(house, row, wagered(original, double)), original), by


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The original wager with its double."""
    if pricing.wager not in (None, "original", "double-down"):
        raise unknown("wager", pricing.wager, ["original"], table.as_of)
    return [line_of(table, pricing, played(table, pricing).ends)]


def line_of(table: Table, pricing: Pricing, ends: Ends) -> Line:
    """What counts of ends, exact or simulated, say of the original wager and its double."""
    original = settled(table, pricing)
    counts: defaultdict[tuple[str, Fraction, Citation], int] = defaultdict(int)
    for end, count in ends.counts.items():
        counts[net_of(table.house, original, cast(End, end))] += count
    outcomes = [Outcome(name, net, Fraction(count, ends.total), by) for (name, net, by), count in counts.items()]
    outcomes.sort(key=lambda outcome: (-outcome.net, outcome.outcome))
    basis = law.weakest([law.basis(outcome.by, table.as_of) for outcome in outcomes])
    average = 1 + ends.mean(lambda row, double: Fraction(double, original))
    return Line("original", tuple(outcomes), basis, average, note=f"for an original wager of {dollars(original)}")


def simulator_of(table: Table, pricing: Pricing) -> Simulator:
    """Rounds drawn by the compiled kernel, each end settled as the exact line settles it."""
    from nomorebets.games.stud.rounds import double_down_stud_kernel

    if pricing.wager not in (None, "original", "double-down"):
        raise unknown("wager", pricing.wager, ["original"], table.as_of)
    rounds_played = played(table, pricing)
    kernel = double_down_stud_kernel(rounds_played)
    ends = [(hand, double) for hand in solver.CLASSES.names for double in rounds_played.amounts]

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        came = {end: count for end, count in zip(ends, counts, strict=True) if count}
        return [estimate_of(line_of(table, pricing, Ends(came, rounds)), rounds)]

    return Simulator(kernel, lines)


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
    original = settled(table, pricing)
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


ODDS = GameOdds(lines=lines, advice=advice, choices=weigh)
