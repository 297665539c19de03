"""Blackjack switch from a shoe without end: each card comes as if all dealt before had gone back.

Exact for such a shoe, and a close guide at a real one, whose few missing cards it does not see. Given the card shown
and no blackjack of the dealer's, what one hand gains on average does not depend on how the other is played.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from nomorebets.games.twenty_one.hand import MOST, count, dealer_draws, is_ace_and_ten
from nomorebets.games.twenty_one.rules import Rules

CARDS = "A23456789T"  # the values, as cards of no suit
CHANCE = {card: Fraction(4 if card == "T" else 1, 13) for card in CARDS}
HALF = Fraction(-1, 2)


class Choice(NamedTuple):
    """What to do with a hand, and what it is worth per unit of its wager."""

    worth: Fraction
    choice: str


@cache
def dealer_ends(hand: str, may_be_blackjack: bool) -> dict[int, Fraction]:
    """How a dealer ends from a hand, more than 22 as 23; his first two cards are no blackjack."""
    ends: dict[int, Fraction] = {}
    left = Fraction(1)
    for card in CARDS:
        if not may_be_blackjack and is_ace_and_ten(hand + card):
            left -= CHANCE[card]
    for card in CARDS:
        now = hand + card
        if not may_be_blackjack and is_ace_and_ten(now):
            continue
        total = count(now).total
        then = dealer_ends(_canonical(now), True) if dealer_draws(now, True) else {min(total, MOST + 2): Fraction(1)}
        for end, chance in then.items():
            ends[end] = ends.get(end, Fraction(0)) + chance * CHANCE[card] / left
    return ends


@cache
def _canonical(cards: str) -> str:
    return "".join(sorted(cards, key=CARDS.index))


@cache
def stand(total: int, up: str, rules: Rules) -> Fraction:
    """Standing on a total."""
    gained = Fraction(0)
    for end, chance in dealer_ends(up, False).items():
        if end in (rules.pushes_at, total):
            continue
        gained += chance * (rules.win_pays if end > MOST or total > end else -1)
    return gained


@cache
def draw(total: int, soft: bool, up: str, rules: Rules) -> Fraction:
    """Drawing one card to a total, and playing on as well as can be."""
    gained = Fraction(0)
    for card in CARDS:
        now = _with_card(total, soft, card)
        gained += CHANCE[card] * (Fraction(-1) if now[0] > MOST else _best(*now, up, rules))
    return gained


@cache
def _best(total: int, soft: bool, up: str, rules: Rules) -> Fraction:
    stands = stand(total, up, rules)
    return stands if total >= MOST else max(stands, draw(total, soft, up, rules))


def _with_card(total: int, soft: bool, card: str) -> tuple[int, bool]:
    value = 1 if card == "A" else 10 if card == "T" else int(card)
    hard = total - 10 * soft + value
    aces = soft or card == "A"
    return (hard + 10, True) if aces and hard + 10 <= MOST else (hard, False)


@cache
def double(total: int, soft: bool, up: str, rules: Rules) -> Fraction:
    """Doubling: one card, for twice the wager."""
    gained = Fraction(0)
    for card in CARDS:
        now, _ = _with_card(total, soft, card)
        gained += CHANCE[card] * (Fraction(-1) if now > MOST else stand(now, up, rules))
    return 2 * gained


def two_cards(cards: str, up: str, rules: Rules, splits: int = 0, may_surrender: bool = False) -> Choice:
    """The best play with two cards that are no blackjack, which may be split so often again.

    >>> two_cards("TT", "6", Rules(decks=6, hit_soft_17=True, pushes_at=22)).choice
    'stand'
    """
    total, soft = count(cards)
    ways = [Choice(stand(total, up, rules), "stand")]
    if total < MOST:
        ways.append(Choice(draw(total, soft, up, rules), "draw"))
        ways.append(Choice(double(total, soft, up, rules), "double"))
    if splits and cards[0] == cards[1]:
        ways.append(Choice(split(cards[0], up, rules, splits), "split"))
    if may_surrender and rules.surrender != "none":
        ways.append(Choice(HALF, "surrender"))
    return max(ways, key=lambda way: way.worth)


@cache
def split(card: str, up: str, rules: Rules, splits: int) -> Fraction:
    """Splitting a pair: two hands, the first of which uses up what splits are left if it pairs again."""
    return _split_hands(card, up, rules, hands=2, splits=splits - 1)


@cache
def _split_hands(card: str, up: str, rules: Rules, hands: int, splits: int) -> Fraction:
    """So many hands of one card of a pair, played in turn, with so many splits left for all of them."""
    if not hands:
        return Fraction(0)
    gained = Fraction(0)
    for second in CARDS:
        rest = _split_hands(card, up, rules, hands - 1, splits)
        if card == "A":
            kept = stand(count(card + second).total, up, rules)
        else:
            kept = two_cards(card + second, up, rules).worth
        worth = kept + rest
        if second == card and splits and (card != "A" or rules.resplit_aces):
            worth = max(worth, _split_hands(card, up, rules, hands + 1, splits - 1))
        gained += CHANCE[second] * worth
    return gained


@cache
def hand_worth(cards: str, up: str, rules: Rules, is_blackjack: bool) -> Choice:
    """A hand of a spot before it is played, given no blackjack of the dealer's."""
    if is_blackjack:
        return Choice(rules.blackjack_pays, "blackjack")
    return two_cards(cards, up, rules, rules.splits_of(CARDS.index(cards[0])), may_surrender=True)


def pairing_worth(first: str, second: str, up: str, rules: Rules, blackjacks_count: bool) -> Fraction:
    """What both hands of a spot are worth together."""
    return sum(
        (
            hand_worth(_canonical(cards), up, rules, blackjacks_count and is_ace_and_ten(cards)).worth
            for cards in (first, second)
        ),
        Fraction(0),
    )


def switches(first: str, second: str, up: str, rules: Rules, switched_counts: bool) -> Fraction:
    """What switching gains over keeping the hands; more than nothing where it is better."""
    changed = first[0] + second[1], second[0] + first[1]
    return pairing_worth(*changed, up, rules, switched_counts) - pairing_worth(first, second, up, rules, True)


def mean(rules: Rules, switched_counts: bool) -> Fraction:
    """What the two wagers together gain per unit of both, by the best play from a shoe without end."""
    gained = Fraction(0)
    for up in CARDS:
        dealer = CHANCE[up]
        risk = CHANCE["T"] if up == "A" else CHANCE["A"] if up == "T" else Fraction(0)
        for a in CARDS:
            for b in CARDS:
                for c in CARDS:
                    for d in CARDS:
                        chance = dealer * CHANCE[a] * CHANCE[b] * CHANCE[c] * CHANCE[d]
                        kept = pairing_worth(a + b, c + d, up, rules, True)
                        best = kept + max(Fraction(0), switches(a + b, c + d, up, rules, switched_counts))
                        lost = -sum(not is_ace_and_ten(cards) for cards in (a + b, c + d))
                        gained += chance * (risk * lost + (1 - risk) * best)
    return gained / 2
