"""Ways to decide at a card game of one's own."""

from nomorebets.drivers.facet import GameStrategies
from nomorebets.table import Round, Table
from nomorebets.table.decisions import Ask, Chosen, chosen


def optimal(request: Ask, table: Round) -> Chosen:
    """What gains most on average; of choices that gain the same, the one that puts least at risk.

    Where hands are too many to be counted no best play is known, and the smallest raise is made.
    """
    from nomorebets.games.own_cards.odds import choice_values

    worth = choice_values(request, table)
    order = (request.choices[-1], *request.choices[:-1])
    return chosen(max(order, key=lambda choice: worth[choice].worth) if worth else request.choices[0])


def always_raise(request: Ask, table: Round) -> Chosen:
    """The smallest raise, with every hand."""
    return chosen(request.choices[0])


def always_fold(request: Ask, table: Round) -> Chosen:
    """No raise: a fold, or a check where that is what players may do."""
    return chosen(request.choices[-1])


def is_at_hand(table: Table) -> bool:
    """Whether the best play is known by now; a game may take minutes to be solved, or never be."""
    from nomorebets.games.own_cards.definition import game_at
    from nomorebets.games.own_cards.odds import nets
    from nomorebets.games.own_cards.solution import is_at_hand as known

    return known(game_at(table.house), nets(table))


STRATEGIES = GameStrategies(
    is_at_hand=is_at_hand,
    named={"optimal": optimal, "always-raise": always_raise, "always-fold": always_fold},
)
