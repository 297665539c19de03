"""Blackjack from a tiny shoe, card by card, in fractions: an enumeration that shares nothing with the analysis.

Hands are strings of cards without suits, "T" for all that count ten. The hole card is dealt first and looked at last.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache

Shoe = tuple[int, ...]
Net = dict[Fraction, Fraction]
# the cards of the hand, the card shown, the pair it was split from (or ""): "stand", "draw", "double", "split", …
Decides = Callable[[str, str, str], str]

CARDS = "A23456789T"


def total(hand: str) -> tuple[int, bool]:
    points = sum(CARDS.index(card) + 1 for card in hand)
    return (points + 10, True) if "A" in hand and points <= 11 else (points, False)


def draws(shoe: Shoe) -> Iterator[tuple[str, Fraction, Shoe]]:
    size = sum(shoe)
    assert size, "the shoe ran out"
    for at, n in enumerate(shoe):
        if n:
            yield CARDS[at], Fraction(n, size), (*shoe[:at], n - 1, *shoe[at + 1 :])


def enumerate_rounds(  # noqa: PLR0915
    shoe: Shoe,
    decides: Decides,
    *,
    hit_soft_17: bool = False,
    blackjack_pays: Fraction = Fraction(3, 2),
    surrender: str = "none",
    most_hands: int = 2,
    resplit_aces: bool = False,
    five_card_21: Fraction | None = None,
    win_pays: Fraction = Fraction(1),
    busted_plus_one: bool = False,
    pushes_at: int = 0,
) -> tuple[Net, dict[Fraction, Fraction]]:
    """How likely each net result is, and each amount at risk."""

    @lru_cache(None)
    def dealer(left: Shoe, hand: str) -> dict[int, Fraction]:
        points, soft = total(hand)
        if points > 17 or (points == 17 and not (soft and hit_soft_17)):
            return {points if points <= 21 or points == pushes_at else 0: Fraction(1)}
        ends: defaultdict[int, Fraction] = defaultdict(Fraction)
        for card, chance, rest in draws(left):
            for end, then in dealer(rest, "".join(sorted(hand + card))).items():
                ends[end] += chance * then
        return dict(ends)

    Done = tuple[tuple[int, int, bool], ...]  # total (0: bust), stake, whether a bonus hand

    def gained(done: Done, end: int) -> Fraction:
        net = Fraction(0)
        for points, stake, bonus in done:
            if points == 0 or (end and points < end <= 21):
                net -= stake
            elif points > end:
                net += five_card_21 if bonus and five_card_21 else stake * win_pays
        return net

    @lru_cache(None)
    def play(left: Shoe, up: str, hole: str, hand: str, pair: str, waiting: int, hands: int, done: Done):
        """A hand to be played (one card: a split card that gets its second), then those waiting, then the dealer."""
        result: defaultdict[tuple[Fraction, int], Fraction] = defaultdict(Fraction)

        def add(further, chance):
            for key, then in further.items():
                result[key] += chance * then

        def finish(rest: Shoe, hand: str, stake: int):
            points = total(hand)[0]
            bonus = five_card_21 is not None and points == 21 and len(hand) == 5 and not pair and stake == 1
            ended = tuple(sorted((*done, (points if points <= 21 else 0, stake, bonus))))
            if waiting:
                return play(rest, up, hole, pair, pair, waiting - 1, hands, ended)
            stakes = sum(stake for _, stake, _ in ended)
            if total(up + hole)[0] == 21:  # only where a dealer's blackjack lets busted hands stay lost
                lost = sum(stake for points, stake, _ in ended if points == 0)
                return {(Fraction(-lost - any(points for points, _, _ in ended)), stakes): Fraction(1)}
            net: defaultdict[tuple[Fraction, int], Fraction] = defaultdict(Fraction)
            for end, chance in dealer(rest, "".join(sorted(up + hole))).items():
                net[gained(ended, end), stakes] += chance
            return net

        if len(hand) == 1:
            for card, chance, rest in draws(left):
                if card == pair and hands < most_hands and (pair != "A" or resplit_aces):
                    add(play(rest, up, hole, pair, pair, waiting + 1, hands + 1, done), chance)
                elif pair == "A":
                    add(finish(rest, hand + card, 1), chance)
                else:
                    add(play(rest, up, hole, "".join(sorted(hand + card)), pair, waiting, hands, done), chance)
            return result
        if total(hand)[0] >= 21:
            return finish(left, hand, 1)
        choice = decides(hand, up, pair)
        if choice == "stand":
            return finish(left, hand, 1)
        for card, chance, rest in draws(left):
            grown = "".join(sorted(hand + card))
            if choice == "double":
                add(finish(rest, grown, 2), chance)
            else:
                assert choice == "draw", choice
                add(play(rest, up, hole, grown, pair, waiting, hands, done), chance)
        return result

    nets: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    risked: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for first, one, after_one in draws(shoe):
        for second, two, after_two in draws(after_one):
            for up, three, after_three in draws(after_two):
                for hole, four, left in draws(after_three):
                    chance = one * two * three * four
                    hand = "".join(sorted(first + second))
                    mine, his = total(hand)[0] == 21, total(up + hole)[0] == 21
                    choice = "" if mine else decides(hand, up, "")
                    if mine:
                        ends = {(Fraction(0) if his else blackjack_pays, 1): Fraction(1)}
                    elif choice == "surrender" and (surrender == "early" or not his):
                        ends = {(Fraction(-1, 2), 1): Fraction(1)}
                    elif his and (not busted_plus_one or choice == "surrender"):
                        ends = {(Fraction(-1), 1): Fraction(1)}
                    elif choice == "split":
                        ends = play(left, up, hole, first, first, 1, 2, ())
                    else:
                        ends = play(left, up, hole, hand, "", 0, 1, ())
                    for (net, stakes), then in ends.items():
                        nets[net] += chance * then
                        risked[Fraction(stakes)] += chance * then
    assert sum(nets.values()) == 1
    return {net: p for net, p in sorted(nets.items()) if p}, dict(risked)
