"""Ways to decide at casino war: the best play, and rules that a person can keep in mind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

from nomorebets.drivers.facet import GameStrategies, Strategy
from nomorebets.games.casino_war.game import last_rank, rank
from nomorebets.pricing.facet import ChoiceValue
from nomorebets.procedures.deck import wager_of
from nomorebets.table import (
    House,
    Round,
)
from nomorebets.table.decisions import Ask, Chosen

Rule = Callable[[int, Counter[int], House], bool]  # the rank of the tie, what may still come by rank: war?


def best_rule(tied: int, left: Counter[int], house: House) -> bool:
    """War if it loses less than half the wager on average, over what may still come."""
    from nomorebets.games.casino_war.odds import war_is_best

    return war_is_best(left, house)


RULES_OF_PLAY: dict[str, Rule] = {
    "optimal": best_rule,
    "always-war": lambda tied, left, house: True,
    "always-surrender": lambda tied, left, house: False,
}


def _by_rule(goes_to_war: Rule) -> Strategy:
    def decide(request: Ask, table: Round) -> Chosen:
        goes = goes_to_war(last_rank(table, "dealer"), _left(table), table.house)
        return Chosen("war" if goes else "surrender")

    return decide


def _left(table: Round) -> Counter[int]:
    """What may still come, by rank."""
    left: Counter[int] = Counter()
    for card, count in table.felt.shoe.items():
        left[rank(card)] += count
    return left


def weigh(request: Ask, table: Round) -> dict[str, ChoiceValue]:
    """What war and surrender are worth, over the cards that may still come."""
    from nomorebets.games.casino_war.odds import net_of, war_ends

    initial = wager_of(table, request.seat, "initial")
    assert initial is not None
    ends = war_ends(_left(table))
    war = sum((net_of(table.house, end) * ways for end, ways in ends.items()), Fraction(0)) / ends.total()
    worth = {"war": war, "surrender": net_of(table.house, "surrender")}
    return {choice: ChoiceValue(initial.amount * worth[choice]) for choice in request.choices}


NAMED: dict[str, Strategy] = {name: _by_rule(rule) for name, rule in RULES_OF_PLAY.items()}

STRATEGIES = GameStrategies(named=NAMED)
