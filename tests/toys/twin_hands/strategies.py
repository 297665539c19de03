"""Ways to decide at twin hands: which hand is raised, by the front cards of both."""

from __future__ import annotations

from collections.abc import Callable

from nomorebets.drivers.facet import GameStrategies, Strategy
from nomorebets.equipment.cards import RANKS
from nomorebets.table import Round
from nomorebets.table.decisions import AskAll, Chosen
from nomorebets.table.requests import Answer, PatronRequest
from twin_hands.game import HANDS, highest
from twin_hands.settlement import value

ACE = RANKS.index("A")
Rule = Callable[[int, int], str]  # the front cards, by value: what is chosen


def raise_aces(first: int, second: int) -> str:
    """The better hand, if its front card is an ace or the joker: no king wins ten times as often as it loses."""
    if max(first, second) < ACE:
        return "neither"
    return "first" if first >= second else "second"


RULES_OF_PLAY: dict[str, Rule] = {"optimal": raise_aces, "never-raise": lambda first, second: "neither"}


def _by_rule(rule: Rule) -> Strategy:
    def decide(request: PatronRequest, table: Round) -> Answer:
        if not isinstance(request, AskAll):
            return request.usual()  # the higher card of a hand in front
        chosen = {}
        for seat in request.seats():
            option = request.ask_of(seat).option(rule(*(value(highest(table, seat, hand)) for hand in HANDS)))
            assert option is not None
            chosen[seat] = Chosen(option.name, option.most)
        return request.join(chosen)

    return decide


STRATEGIES = GameStrategies(named={name: _by_rule(rule) for name, rule in RULES_OF_PLAY.items()})
