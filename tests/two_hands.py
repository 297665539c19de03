"""Blackjack switch from a tiny shoe, card by card, in fractions: an enumeration that shares nothing with the analysis.

Hands are strings of cards without suits, "T" for all that count ten. The hole card is dealt with the others and looked
at last. Both hands are dealt to their ends, one after the other, and then the dealer's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache

from card_by_card import CARDS, Shoe, draws, total

# own cards, the two cards of the other hand, the card shown, the pair it was split from (or "")
Decides = Callable[[str, str, str, str], str]
Switches = Callable[[str, str, str], bool]


def mean_of(  # noqa: PLR0915
    shoe: Shoe,
    switches: Switches,
    decides: Decides,
    *,
    reader: bool = True,
    switched_counts: bool = False,
    most_hands: int = 2,
    resplit_aces: bool = False,
    blackjack_pays: Fraction = Fraction(1),
) -> Fraction:
    """What both wagers gain per unit of the two."""

    @lru_cache(None)
    def dealer(left: Shoe, hand: str) -> dict[int, Fraction]:
        points, soft = total(hand)
        if points > 17 or (points == 17 and not soft):
            return {points: Fraction(1)}
        ends: defaultdict[int, Fraction] = defaultdict(Fraction)
        for card, chance, rest in draws(left):
            for end, then in dealer(rest, "".join(sorted(hand + card))).items():
                ends[end] += chance * then
        return dict(ends)

    Done = tuple[tuple[int, int], ...]  # total (0: over 21) and stake of each finished hand

    def one_box(left: Shoe, own: str, other: str, up: str) -> Iterator[tuple[Done, Fraction, Fraction, Shoe]]:
        """All ways in which a box ends: its hands, what is lost already, how likely, what is left."""

        def hand(rest: Shoe, cards: str, pair: str) -> Iterator[tuple[tuple[int, int], Fraction, Shoe]]:
            choice = "stand" if total(cards)[0] >= 21 or pair == "A" else decides(cards, other, up, pair)
            if choice == "stand":
                points = total(cards)[0]
                yield (points if points <= 21 else 0, 1), Fraction(1), rest
                return
            for card, chance, after in draws(rest):
                grown = "".join(sorted(cards + card, key=CARDS.index))
                if choice == "double":
                    points = total(grown)[0]
                    yield (points if points <= 21 else 0, 2), chance, after
                else:
                    for end, then, last in hand(after, grown, pair):
                        yield end, chance * then, last

        def split_hands(rest: Shoe, pair: str, waiting: int, made: int) -> Iterator[tuple[Done, Fraction, Shoe]]:
            if not waiting:
                yield (), Fraction(1), rest
                return
            for card, chance, after in draws(rest):
                if card == pair and made < most_hands and (pair != "A" or resplit_aces):
                    ways = split_hands(after, pair, waiting + 1, made + 1)
                    yield from ((done, chance * then, last) for done, then, last in ways)
                    continue
                for end, then, later in hand(after, "".join(sorted(pair + card, key=CARDS.index)), pair):
                    for done, also, last in split_hands(later, pair, waiting - 1, made):
                        yield (end, *done), chance * then * also, last

        choice = "stand" if total(own)[0] == 21 else decides(own, other, up, "")
        if choice == "surrender":
            yield (), Fraction(1, 2), Fraction(1), left
        elif choice == "split":
            for done, chance, rest in split_hands(left, own[0], 2, 2):
                yield done, Fraction(0), chance, rest
        else:
            for end, chance, rest in hand(left, own, ""):
                yield (end,), Fraction(0), chance, rest

    def gained(done: Done, end: int) -> Fraction:
        net = Fraction(0)
        for points, stake in done:
            if points == 0 or (end <= 21 and points < end):
                net -= stake
            elif end != 22 and (end > 21 or points > end):
                net += stake
        return net

    mean = Fraction(0)
    for a, c1, s1 in draws(shoe):
        for c, c2, s2 in draws(s1):
            for up, c3, s3 in draws(s2):
                for b, c4, s4 in draws(s3):
                    for d, c5, s5 in draws(s4):
                        for hole, c6, left in draws(s5):
                            chance = c1 * c2 * c3 * c4 * c5 * c6
                            his = total(up + hole)[0] == 21
                            kept = his and reader
                            switched = not kept and switches(a + b, c + d, up)
                            pairs = (a + d, c + b) if switched else (a + b, c + d)
                            hands = ["".join(sorted(cards, key=CARDS.index)) for cards in pairs]
                            counts = [cards == "AT" and (not switched or switched_counts) for cards in hands]
                            if his:
                                mean -= chance * (2 - sum(counts))
                                continue
                            mean += chance * blackjack_pays * sum(counts)
                            live = [at for at in (0, 1) if not counts[at]]
                            ways = [((), Fraction(0), Fraction(1), left)]
                            for at in live:
                                ways = [
                                    ((*done, *more), lost + also, p * q, rest)
                                    for done, lost, p, before in ways
                                    for more, also, q, rest in one_box(before, hands[at], hands[1 - at], up)
                                ]
                            for done, lost, p, rest in ways:
                                net = -lost
                                if any(points for points, _ in done):
                                    ends = dealer(rest, "".join(sorted(up + hole)))
                                    net += sum((q * gained(done, end) for end, q in ends.items()), Fraction(0))
                                else:
                                    net -= sum(stake for _, stake in done)
                                mean += chance * p * net
    return mean / 2
