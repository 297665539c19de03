"""Ways to decide at three card poker: the best play, and rules that a person can keep in mind."""

from __future__ import annotations

from collections.abc import Callable

from nomorebets.drivers.facet import GameStrategies, Strategy
from nomorebets.hands.poker import ThreeCardHand, is_queen_high_or_better, three_card_hand
from nomorebets.procedures.deck import wager_of
from nomorebets.table import Round
from nomorebets.table.areas import seat_area
from nomorebets.table.decisions import Ask, Chosen, chosen

Rule = Callable[[ThreeCardHand], bool]  # the own hand: play?

QUEEN_SIX_FOUR = three_card_hand("Qc 6d 4h")
RULES_OF_PLAY: dict[str, Rule] = {
    "queen-six-four": lambda hand: hand >= QUEEN_SIX_FOUR,
    "queen-or-better": is_queen_high_or_better,
    "pair-or-better": lambda hand: hand.category != "high-card",
    "always-play": lambda hand: True,
    "always-fold": lambda hand: False,
}


def _by_rule(plays: Rule) -> Strategy:
    def decide(request: Ask, table: Round) -> Chosen:
        return chosen("play" if plays(three_card_hand(table.felt.hand(seat_area(request.seat)))) else "fold")

    return decide


def optimal(request: Ask, table: Round) -> Chosen:
    """The best play for the ante on the table."""
    from nomorebets.games.three_card_poker.odds import best_choice

    ante = wager_of(table, request.seat, "ante")
    assert ante is not None
    hand = table.felt.hand(seat_area(request.seat))
    return chosen("play" if best_choice(table.house, ante.amount, hand) else "fold")


NAMED: dict[str, Strategy] = {"optimal": optimal} | {name: _by_rule(r) for name, r in RULES_OF_PLAY.items()}

STRATEGIES = GameStrategies(named=NAMED, choices=("play", "fold"))
