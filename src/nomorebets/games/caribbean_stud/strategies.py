"""Ways to decide at Caribbean stud: the best play, and rules that a person can keep in mind."""

from __future__ import annotations

from collections.abc import Callable

from nomorebets.drivers.facet import GameStrategies, Strategy
from nomorebets.equipment.cards import RANKS
from nomorebets.hands.poker import FiveCardHand, five_card_hand, is_ace_king_or_better
from nomorebets.procedures.deck import wager_of
from nomorebets.table import Round
from nomorebets.table.areas import seat_area
from nomorebets.table.decisions import Ask, Chosen, chosen

Rule = Callable[[FiveCardHand, str], bool]  # the own hand and the rank of the dealer's card: bet?


def _by_rule(bets: Rule) -> Strategy:
    """A way to decide that needs no suits."""

    def decide(request: Ask, table: Round) -> Chosen:
        hand = five_card_hand(table.felt.hand(seat_area(request.seat)))
        return chosen("bet" if bets(hand, dealers_card(table)[0]) else "fold")

    return decide


def dealers_card(table: Round) -> str:
    """The one card of the dealer's that lies face up."""
    return next(laid.card for laid in table.felt.cards["dealer"] if laid.up)


def optimal(request: Ask, table: Round) -> Chosen:
    """The best play for the ante on the table, against the dealer's upcard."""
    from nomorebets.games.caribbean_stud.odds import best_choice

    ante = wager_of(table, request.seat, "ante")
    assert ante is not None
    hand = table.felt.hand(seat_area(request.seat))
    return chosen("bet" if best_choice(table.house, ante.amount, hand, dealers_card(table)) else "fold")


def three_rules(hand: FiveCardHand, shown: str) -> bool:
    """With ace-king: bet if the dealer shows one of the own ranks up to the queen; or an ace or king while holding a
    queen or jack; or no own rank while holding a queen, and below the own fourth card.
    """
    if hand.category != "high-card":
        return True
    if not is_ace_king_or_better(hand):
        return False
    rank, others = RANKS.index(shown), hand.ranks[2:]
    if shown in "AK":
        return others[0] >= RANKS.index("J")
    return rank in others or (others[0] == RANKS.index("Q") and rank < others[1])


LOWEST_SHORT_RULE = five_card_hand("Ac Kd Jh 8s 3c")
RULES_OF_PLAY: dict[str, Rule] = {
    "three-rules": three_rules,
    "ace-king-jack-eight-three": lambda hand, shown: hand >= LOWEST_SHORT_RULE,
    "ace-king-or-better": lambda hand, shown: is_ace_king_or_better(hand),
    "pair-or-better": lambda hand, shown: hand.category != "high-card",
    "always-bet": lambda hand, shown: True,
    "always-fold": lambda hand, shown: False,
}
NAMED: dict[str, Strategy] = {"optimal": optimal} | {name: _by_rule(r) for name, r in RULES_OF_PLAY.items()}
STRATEGIES = GameStrategies(named=NAMED, choices=("bet", "fold"))
