"""Ways to decide at red dog: the best play, and rules that a person can keep in mind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

from nomorebets.drivers.facet import GameStrategies, Strategy
from nomorebets.games.red_dog.game import outer, value
from nomorebets.pricing.facet import ChoiceValue
from nomorebets.table import (
    House,
    Round,
)
from nomorebets.table.decisions import Ask, Chosen

Rule = Callable[[int, Counter[int], int, House], bool]  # low value, what may still come by value, high value: raise?


def best_rule(low: int, left: Counter[int], high: int, house: House) -> bool:
    """Raise if a raise gains on average, over what may still come."""
    inside = sum(left[v] for v in range(low + 1, high))
    odds = house.pays[f"bet.spread-{high - low - 1}"].size
    return inside * odds > left.total() - inside


RULES_OF_PLAY: dict[str, Rule] = {
    "optimal": best_rule,
    "raise-on-seven": lambda low, left, high, house: high - low - 1 >= 7,
    "always-raise": lambda low, left, high, house: True,
    "never-raise": lambda low, left, high, house: False,
}


def _by_rule(raises: Rule) -> Strategy:
    def decide(request: Ask, table: Round) -> Chosen:
        if "keep" in request.choices:
            return Chosen("keep")
        low, high = outer(table)
        return Chosen("raise", request.most) if raises(low, _left(table), high, table.house) else Chosen("stand")

    return decide


def _left(table: Round) -> Counter[int]:
    """What may still come, by value."""
    left: Counter[int] = Counter()
    for card, count in table.felt.shoe.items():
        left[value(card)] += count
    return left


def weigh(request: Ask, table: Round) -> dict[str, ChoiceValue]:
    """What the largest raise is worth, over what may still come; the bet itself is decided alike either way."""
    if "raise" not in request.choices:
        return {}
    (low, high), left = outer(table), _left(table)
    inside = sum(left[v] for v in range(low + 1, high))
    odds = table.house.pays[f"bet.spread-{high - low - 1}"].size
    worth = request.most * (inside * odds - (left.total() - inside)) / left.total()
    return {"raise": ChoiceValue(worth, request.most), "stand": ChoiceValue(Fraction(0))}


NAMED: dict[str, Strategy] = {name: _by_rule(rule) for name, rule in RULES_OF_PLAY.items()}

STRATEGIES = GameStrategies(named=NAMED)
