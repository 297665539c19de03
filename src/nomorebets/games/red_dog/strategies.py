"""Ways to decide at red dog: the best play, and rules that a person can keep in mind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from nomorebets.drivers.facet import GameStrategies, Strategy
from nomorebets.games.rank_games.counting import exact_stake, may_come, rank
from nomorebets.games.red_dog.game import GAME
from nomorebets.games.red_dog.settlement import Outcome
from nomorebets.pricing.facet import ChoiceValue
from nomorebets.table import House, Round, Wager
from nomorebets.table.decisions import Ask, Chosen, chosen

Rule = Callable[[int, Counter[int], int, House], bool]  # low rank, what may still come by rank, high rank: raise?


def gain_of_raise(low: int, left: Counter[int], high: int, house: House) -> Fraction:
    """What a raise of 1 gains with all the cards that may still come, together."""
    return Fraction(*net_of_raise(low, left, high, house))


def net_of_raise(low: int, left: Counter[int], high: int, house: House) -> tuple[int, int]:
    """The same in cents of a stake that every payout pays in whole cents; and the stake."""
    inside = sum([left[rank] for rank in range(low + 1, high)])
    won, lost, stake = ends_of_raise(high - low, house)
    return won * inside + lost * (sum(left.values()) - inside), stake


@lru_cache(1 << 8)
def ends_of_raise(apart: int, house: House) -> tuple[int, int, int]:
    """What a raise nets if the third card falls between two that lie so far apart, and if not; and its stake."""
    stake = exact_stake(house, parts=1)
    outcomes = Outcome(apart, third_wins=True), Outcome(apart)
    settled = (GAME.settle([Wager(1, "raise", stake)], outcome, house) for outcome in outcomes)
    won, lost = (sum(result.net for result in results) for results in settled)
    return won, lost, stake


def best_rule(low: int, left: Counter[int], high: int, house: House) -> bool:
    """Raise if a raise gains on average, over what may still come."""
    return net_of_raise(low, left, high, house)[0] > 0


RULES_OF_PLAY: dict[str, Rule] = {
    "optimal": best_rule,
    "raise-on-seven": lambda low, left, high, house: high - low - 1 >= 7,
    "always-raise": lambda low, left, high, house: True,
    "never-raise": lambda low, left, high, house: False,
}


def first_two(table: Round) -> tuple[int, int]:
    """The ranks of the first two cards, the lower first."""
    one, other = rank(table.felt.hand("first")[0]), rank(table.felt.hand("second")[0])
    return (one, other) if one < other else (other, one)


def _by_rule(raises: Rule) -> Strategy:
    def decide(request: Ask, table: Round) -> Chosen:
        if "keep" in request.choices:
            return chosen("keep")
        low, high = first_two(table)
        return chosen("raise", request.most) if raises(low, may_come(table), high, table.house) else chosen("stand")

    return decide


def choice_values(request: Ask, table: Round) -> dict[str, ChoiceValue]:
    """What the largest raise is worth, over what may still come; the bet itself is decided alike either way."""
    if "raise" not in request.choices:
        return {}
    (low, high), left = first_two(table), may_come(table)
    worth = request.most * gain_of_raise(low, left, high, table.house) / left.total()
    return {"raise": ChoiceValue(worth, request.most), "stand": ChoiceValue(Fraction(0))}


STRATEGIES = GameStrategies(
    named={name: _by_rule(rule) for name, rule in RULES_OF_PLAY.items()}, choices=("raise", "stand", "keep", "withdraw")
)
