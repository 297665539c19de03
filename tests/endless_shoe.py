"""Blackjack switch from a shoe without end, a small programme that shares nothing with the analysis: a witness.

Each card comes as if all dealt before had gone back. Hands are strings of cards without suits.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from card_by_card import total as counted

CARDS = "A23456789T"
CHANCE = {card: Fraction(4 if card == "T" else 1, 13) for card in CARDS}
HALF = Fraction(-1, 2)
MOST, PUSHES_AT = 21, 22


class Table(NamedTuple):
    """The options that matter."""

    splits: int = 3
    resplit_aces: bool = False
    surrender: bool = False


class Choice(NamedTuple):
    """What to do with a hand, and what it is worth per unit of its wager."""

    worth: Fraction
    choice: str


@cache
def dealer_ends(hand: str, may_be_blackjack: bool) -> dict[int, Fraction]:
    """How a dealer ends from a hand; his first two cards are no blackjack."""
    ends: dict[int, Fraction] = {}
    possible = [card for card in CARDS if may_be_blackjack or counted(hand + card)[0] != MOST]
    left = sum(CHANCE[card] for card in possible)
    for card in possible:
        now = hand + card
        total, soft = counted(now)
        draws = total < 17 or (total == 17 and soft)
        then = dealer_ends("".join(sorted(now)), True) if draws else {total: Fraction(1)}
        for end, chance in then.items():
            ends[end] = ends.get(end, Fraction(0)) + chance * CHANCE[card] / left
    return ends


@cache
def stand(total: int, up: str, table: Table) -> Fraction:
    """Standing on a total."""
    gained = Fraction(0)
    for end, chance in dealer_ends(up, False).items():
        if end in (PUSHES_AT, total):
            continue
        gained += chance * (1 if end > MOST or total > end else -1)
    return gained


@cache
def draw(total: int, soft: bool, up: str, table: Table) -> Fraction:
    """Drawing one card to a total, and playing on as well as can be."""
    gained = Fraction(0)
    for card in CARDS:
        now = _with_card(total, soft, card)
        gained += CHANCE[card] * (Fraction(-1) if now[0] > MOST else _best(*now, up, table))
    return gained


@cache
def _best(total: int, soft: bool, up: str, table: Table) -> Fraction:
    stands = stand(total, up, table)
    return stands if total >= MOST else max(stands, draw(total, soft, up, table))


def _with_card(total: int, soft: bool, card: str) -> tuple[int, bool]:
    value = 1 if card == "A" else 10 if card == "T" else int(card)
    hard = total - 10 * soft + value
    aces = soft or card == "A"
    return (hard + 10, True) if aces and hard + 10 <= MOST else (hard, False)


@cache
def double(total: int, soft: bool, up: str, table: Table) -> Fraction:
    """Doubling: one card, for twice the wager."""
    gained = Fraction(0)
    for card in CARDS:
        now, _ = _with_card(total, soft, card)
        gained += CHANCE[card] * (Fraction(-1) if now > MOST else stand(now, up, table))
    return 2 * gained


def two_cards(cards: str, up: str, table: Table, splits: int = 0, may_surrender: bool = False) -> Choice:
    """The best play with two cards that are no blackjack, which may be split so often again."""
    total, soft = counted(cards)
    ways = [Choice(stand(total, up, table), "stand")]
    if total < MOST:
        ways.append(Choice(draw(total, soft, up, table), "draw"))
        ways.append(Choice(double(total, soft, up, table), "double"))
    if splits and cards[0] == cards[1]:
        ways.append(Choice(split(cards[0], up, table, splits), "split"))
    if may_surrender and table.surrender:
        ways.append(Choice(HALF, "surrender"))
    return max(ways, key=lambda way: way.worth)


@cache
def split(card: str, up: str, table: Table, splits: int) -> Fraction:
    """Splitting a pair: two hands, the first of which uses up what splits are left if it pairs again."""
    return _split_hands(card, up, table, hands=2, splits=splits - 1)


@cache
def _split_hands(card: str, up: str, table: Table, hands: int, splits: int) -> Fraction:
    """So many hands of one card of a pair, played in turn, with so many splits left for all of them."""
    if not hands:
        return Fraction(0)
    gained = Fraction(0)
    for second in CARDS:
        rest = _split_hands(card, up, table, hands - 1, splits)
        kept = stand(counted(card + second)[0], up, table) if card == "A" else two_cards(card + second, up, table).worth
        worth = kept + rest
        if second == card and splits and (card != "A" or table.resplit_aces):
            worth = max(worth, _split_hands(card, up, table, hands + 1, splits - 1))
        gained += CHANCE[second] * worth
    return gained


@cache
def hand_worth(cards: str, up: str, table: Table, is_blackjack: bool) -> Choice:
    """A hand of a spot before it is played, given no blackjack of the dealer's."""
    if is_blackjack:
        return Choice(Fraction(1), "blackjack")
    splits = table.splits if cards[0] != "A" or table.resplit_aces else min(table.splits, 1)
    return two_cards(cards, up, table, splits, may_surrender=True)


def pairing_worth(first: str, second: str, up: str, table: Table, blackjacks_count: bool) -> Fraction:
    """What both hands of a spot are worth together."""
    return sum(
        (
            hand_worth(
                "".join(sorted(cards, key=CARDS.index)), up, table, blackjacks_count and counted(cards)[0] == MOST
            ).worth
            for cards in (first, second)
        ),
        Fraction(0),
    )


def switches(first: str, second: str, up: str, table: Table, switched_counts: bool) -> Fraction:
    """What switching gains over keeping the hands; more than nothing where it is better."""
    changed = first[0] + second[1], second[0] + first[1]
    return pairing_worth(*changed, up, table, switched_counts) - pairing_worth(first, second, up, table, True)


def mean(table: Table, switched_counts: bool) -> Fraction:
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
                        kept = pairing_worth(a + b, c + d, up, table, True)
                        best = kept + max(Fraction(0), switches(a + b, c + d, up, table, switched_counts))
                        lost = -sum(counted(cards)[0] != MOST for cards in (a + b, c + d))
                        gained += chance * (risk * lost + (1 - risk) * best)
    return gained / 2
