"""Let it ride: exact odds, simulation and the best play, from the solver's counts and the game's own settlement."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import lcm
from typing import cast

from nomorebets.equipment.cards import DECK, RANKS, SUITS
from nomorebets.errors import unknown
from nomorebets.games.let_it_ride import settlement, solver, strategies
from nomorebets.games.let_it_ride import terms as options
from nomorebets.games.let_it_ride.strategies import weigh
from nomorebets.games.stud.in_words import in_words
from nomorebets.hands.poker import THREE_CARD_PAY_CLASSES, three_card_hand
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Advice, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.sheet import Line, Outcome
from nomorebets.regulation import Citation, Odds, cite, law, reading
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import House, Round, Table, Wager
from nomorebets.table.acceptance import verify_bets
from nomorebets.table.money import dollars

End = tuple[str, bool, bool]  # the row that pays the hand, and whether bets one and two ride
RIDES: dict[str, Callable[..., int]] = {
    "bet-1": lambda row, first, second: first,
    "bet-2": lambda row, first, second: second,
    "bet-3": lambda row, first, second: 1,
}


def riding(stake: int, first: bool, second: bool) -> list[Wager]:
    """The bets that ride, in their order."""
    up = {"bet-1": first, "bet-2": second, "bet-3": True}
    return [Wager(1, kind, stake) for kind, rides in up.items() if rides]


def settled(table: Table, pricing: Pricing) -> tuple[House, int]:
    """The house and the stake to price by. Without a stake no payout limit counts, and any amount is as good."""
    if pricing.stake is not None:
        bets = tuple(Wager(1, kind, pricing.stake) for kind in options.BETS)
        verify_bets(Round(table), bets, (), cite("18.6(d)"))
        return table.house, pricing.stake
    unlimited = {**table.house.options, options.PAYOUT_LIMIT.id: "none"}
    unit = _unit(table.house, "bets")
    return replace(table.house, options=unlimited), 100 * unit


def _unit(house: House, kind: str) -> int:
    """The least amount that all odds of a wager pay in whole numbers."""
    rows = (pays for row, pays in house.pays.items() if row.partition(".")[0] == kind)
    return lcm(*(pays.on for pays in rows if isinstance(pays, Odds)))


def played(house: House, stake: int, strategy: str | None, ranks: str = RANKS, suits: str = SUITS) -> solver.Played:
    """All rounds by a named strategy, or by the best one."""

    def net(row: str, first: bool, second: bool) -> int:
        return settlement.gain(house, row, riding(stake, first, second))

    if strategy is None or strategy == "optimal":
        return solver.solve(net, ranks=ranks, suits=suits)
    if strategy not in strategies.RIDES:
        raise unknown("strategy", strategy, strategies.NAMED, house.as_of)
    rides = strategies.RIDES[strategy]
    decide = solver.Strategy(rides.first, lambda cards, first_rides: rides.second(cards))
    return solver.solve(net, decide, ranks, suits)


def ends_of(ends: Ends) -> list[tuple[End, int]]:
    return [(cast(End, end), count) for end, count in ends.counts.items()]


def net_of(house: House, stake: int, end: End, kind: str) -> tuple[str, Fraction, Citation]:
    """How one bet ends: what it is called, what it gains per unit, and by which paragraph."""
    row, first, second = end
    bets = riding(stake, first, second)
    at = next((place for place, bet in enumerate(bets) if bet.kind == kind), None)
    if at is None:
        return "withdrawn", Fraction(0), cite({"bet-1": "18.10(b)2", "bet-2": "18.10(e)2"}[kind])
    if row == settlement.LOWER:
        return row, Fraction(-1), cite("18.10(h)")
    paid, by = settlement.winnings(house, row, [bet.amount for bet in bets])
    return row, Fraction(paid[at], stake), by


def net_of_all(house: House, stake: int, end: End) -> tuple[str, Fraction, Citation]:
    """How the bets of a hand end together, per unit of one of them."""
    row, first, second = end
    bets = riding(stake, first, second)
    name = f"{row}, {len(bets)} riding"
    if row == settlement.LOWER:
        return name, Fraction(-len(bets)), cite("18.10(h)")
    paid, by = settlement.winnings(house, row, [bet.amount for bet in bets])
    return name, Fraction(sum(paid), stake), by


def _line(
    table: Table,
    wager: str,
    ends: Iterable[tuple[tuple[str, Fraction, Citation], int]],
    total: int,
    average: Fraction = Fraction(1),
    note: str = "",
) -> Line:
    """A line of outcomes, those alike taken together, the best first."""
    counts: defaultdict[tuple[str, Fraction, Citation], int] = defaultdict(int)
    for end, count in ends:
        counts[end] += count
    outcomes = [Outcome(name, net, Fraction(count, total), by) for (name, net, by), count in counts.items()]
    outcomes.sort(key=lambda outcome: (-outcome.net, outcome.outcome))
    place = next(iter(table.places(wager)))
    basis = law.weakest([law.basis(by, table.as_of) for by in (place.by, *(o.by for o in outcomes))])
    return Line(wager, tuple(outcomes), basis, average, note=note)


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The three bets together, each by itself, and the bonus wagers."""
    house, stake = settled(table, pricing)
    found = lines_of(table, pricing, played(house, stake, pricing.strategy).ends)
    if "three-card-bonus" in table.layout:
        found.append(three_card_line(table, three_card_counts()))
    return _asked_for(table, pricing, found)


def _asked_for(table: Table, pricing: Pricing, found: list[Line]) -> list[Line]:
    if pricing.wager is None:
        return found
    one = [line for line in found if line.wager == pricing.wager]
    if not one:
        raise unknown("wager", pricing.wager, [line.wager for line in found], table.as_of)
    return one


def lines_of(table: Table, pricing: Pricing, ends: Ends) -> list[Line]:
    """What counts of ends, exact or simulated, say of every wager on five cards."""
    house, stake = settled(table, pricing)
    bets = ((net_of_all(house, stake, end), count) for end, count in ends_of(ends))
    average = ends.mean(lambda row, first, second: 1 + first + second)
    found = [_line(table, "bets", bets, ends.total, average, _note(pricing))]
    for kind in options.BETS:
        bet = ((net_of(house, stake, end, kind), count) for end, count in ends_of(ends))
        average = ends.mean(RIDES[kind])
        found.append(_line(table, kind, bet, ends.total, average, _note(pricing)))
    if "bonus" in table.layout:
        bonus = ((bonus_net(table.house, row), count) for (row, _, _), count in ends_of(ends))
        found.append(_line(table, "bonus", bonus, ends.total, note=f"its stake is {dollars(options.BONUS_STAKE)}"))
    return found


def _note(pricing: Pricing) -> str:
    return f"for bets of {dollars(pricing.stake)}" if pricing.stake else "no payout limit counted; name a stake for it"


def bonus_net(house: House, row: str) -> tuple[str, Fraction, Citation]:
    """How the bonus wager ends, whatever is done with the bets."""
    result = settlement.settle_bonus(Wager(1, "bonus", options.BONUS_STAKE), row, house)
    name = row if result.outcome == "win" else "lower than three of a kind"
    return name, Fraction(result.net, options.BONUS_STAKE), result.by


@cache
def three_card_counts() -> Counter[str]:
    """How many hands of three cards are of each pay class."""
    return Counter(three_card_hand(cards).pay_class for cards in combinations(DECK, 3))


def three_card_line(table: Table, counts: Counter[str]) -> Line:
    """The three-card bonus wager, on the player's own three cards."""
    unit = _unit(table.house, "three-card-bonus")
    found = []
    for pay_class, count in counts.items():
        won = table.house.pays.get(f"three-card-bonus.{pay_class}")
        if won is None:
            found.append((("lower than a pair", Fraction(-1), reading("R-18.6B-three-card-bonus")), count))
        else:
            found.append(((pay_class, Fraction(won.of(unit), unit), reading("R-18.6B-tables")), count))
    return _line(table, "three-card-bonus", found, counts.total())


# --- simulation -----------------------------------------------------------------------------------------------------


def simulator_of(table: Table, pricing: Pricing) -> Simulator:
    """Rounds drawn by the compiled kernel, each end settled as the exact lines settle it."""
    from nomorebets.games.stud.rounds import LET_IT_RIDE, let_it_ride_kernel

    kernel = let_it_ride_kernel(played(*settled(table, pricing), pricing.strategy))

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        came = {end: count for end, count in zip(LET_IT_RIDE, counts, strict=False) if count}
        found = lines_of(table, pricing, Ends(came, rounds))
        if "three-card-bonus" in table.layout:
            own = zip(THREE_CARD_PAY_CLASSES, counts[len(LET_IT_RIDE) :], strict=True)
            found.append(three_card_line(table, Counter({pay_class: count for pay_class, count in own if count})))
        return [estimate_of(line, rounds) for line in _asked_for(table, pricing, found)]

    return Simulator(kernel, lines)


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
    house, stake = settled(table, pricing)
    best = played(house, stake, None)
    exact = _rules("bet 1, three cards", ((cards, rides) for cards, _, rides in best.first_decisions()))
    alike = bool((best.second[0] == best.second[1]).all())
    for first_rides in (False,) if alike else (False, True):
        with_first = "" if alike else f", bet 1 {'riding' if first_rides else 'withdrawn'}"
        decided = ((cards, rides) for cards, _, rides in best.second_decisions(first_rides))
        exact += _rules(f"bet 2, four cards{with_first}", decided)
    costs = [
        StrategyEdge(name, lines(table, Pricing("bets", pricing.stake, name))[0].edge) for name in strategies.NAMED
    ]
    note = f"{_note(pricing)}; a bet that is worth nothing either way is taken back"
    return Advice("bets", tuple(exact), "short-rule", SHORT, tuple(costs), note)


def _rules(decision: str, holdings: Iterable[tuple[tuple[str, ...], bool]]) -> list[PlayRule]:
    rules = [PlayRule(decision, "let-it-ride", words) for words in in_words(holdings)]
    return [*rules, PlayRule(decision, "withdraw", "anything else")]


ODDS = GameOdds(lines=lines, advice=advice, choices=weigh)
