"""Ways to decide at a card game of one's own."""

from nomorebets.drivers.facet import GameStrategies
from nomorebets.games.own_cards.definition import FOLD
from nomorebets.table import Round
from nomorebets.table.decisions import Ask, Chosen


def optimal(request: Ask, table: Round) -> Chosen:
    """What gains most on average; of choices that gain the same, the one that puts least at risk."""
    from nomorebets.games.own_cards.odds import choice_values

    worth = choice_values(request, table)
    order = (FOLD, *(choice for choice in request.choices if choice != FOLD))
    return Chosen(max(order, key=lambda choice: worth[choice].worth))


def always_raise(request: Ask, table: Round) -> Chosen:
    """The smallest raise, with every hand."""
    return Chosen(request.choices[0])


def always_fold(request: Ask, table: Round) -> Chosen:
    return Chosen(FOLD)


STRATEGIES = GameStrategies(
    named={"optimal": optimal, "always-raise": always_raise, "always-fold": always_fold},
)
