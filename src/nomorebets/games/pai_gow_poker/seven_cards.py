"""What cards hold, however they are set: for the wagers that ignore the setting. Pure.

>>> sorted(seven_cards_hold("5c 5d 5h 6s 7s 8d 9c".split()))
['straight', 'three-of-a-kind']
>>> sorted(seven_cards_hold("Qs Jd 9h 8c 6s 4d 2h".split())), sorted(three_cards_hold("Jk 7h 8h".split()))
(['queen-high'], ['flush', 'straight', 'straight-flush-joker'])
"""

from __future__ import annotations

from collections.abc import Sequence

from nomorebets.equipment.cards import JOKER, RANKS, SUITS
from nomorebets.games.pai_gow_poker.house_way import settings
from nomorebets.games.pai_gow_poker.terms import ROYAL_MATCH, SEVEN_CARD, SEVEN_CARD_JOKER, THREE_PAIR, TOP_CARDS
from nomorebets.hands.joker import ranks_of
from nomorebets.hands.poker import ACE, three_card_hand_of

UNPAID = ("high-card", "pair", "two-pair")  # hands that no wager pays by themselves
IN_SEQUENCE = tuple(frozenset((low + i) % len(RANKS) for i in range(7)) for low in range(-1, len(RANKS) - 6))
"""Seven ranks in sequence; the ace may stand below the two."""


def seven_cards_hold(cards: Sequence[str]) -> frozenset[str]:
    """Every hand that pay tables name among seven cards; where there is not even a pair, by the top card alone."""
    made = {setting.high.category for setting in settings(cards)}
    if made == {"high-card"}:
        return frozenset({TOP_CARDS[min(max(ranks_of(cards)), ACE)]})
    held = made - {*UNPAID}
    ranks = [rank for rank in ranks_of(cards) if rank <= ACE]
    if len({card[1] for card in cards if card != JOKER}) == 1 and any({*ranks} <= run for run in IN_SEQUENCE):
        held.add(SEVEN_CARD_JOKER if JOKER in cards else SEVEN_CARD)
    if "royal-flush" in held and has_royal_match(cards):
        held.add(ROYAL_MATCH)
    as_aces = [min(rank, ACE) for rank in ranks_of(cards)]
    if sorted(as_aces.count(rank) for rank in set(as_aces)) == [1, 2, 2, 2]:
        held.add(THREE_PAIR)
    return frozenset(held)


def has_royal_match(cards: Sequence[str]) -> bool:
    """Whether a royal flush leaves a king and a queen of another suit; the joker may fill the flush alone."""
    pairs = [suit for suit in SUITS if {"K" + suit, "Q" + suit} <= {*cards}]
    royal = [
        suit for suit in SUITS if sum(card in cards for card in (r + suit for r in "TJQKA")) + (JOKER in cards) >= 5
    ]
    return any(match != flush for match in pairs for flush in royal)


def three_cards_hold(cards: Sequence[str]) -> frozenset[str]:
    """The hands that three cards make; the joker is an ace, or completes a straight or a flush."""
    suits = {card[1] for card in cards if card != JOKER}
    ranks = [rank for rank in ranks_of(cards) if rank <= ACE]
    if JOKER not in cards:
        return frozenset({three_card_hand_of(ranks, len(suits) == 1).category} - {"high-card"})
    made = {three_card_hand_of([*ranks, ACE], False).category}
    if len(suits) == 1:
        made.add("flush")
    for rank in range(len(RANKS)):
        if rank not in ranks and three_card_hand_of([*ranks, rank], False).category == "straight":
            made |= {"straight", *(("straight-flush-joker",) if len(suits) == 1 else ())}
    return frozenset(made - {"high-card"})


def colours_of(cards: Sequence[str]) -> tuple[int, int]:
    """How many cards are red, and how many black; the joker is neither."""
    return sum(card[1] in "dh" for card in cards), sum(card[1] in "cs" for card in cards)
