"""The best play of one hand where 21 always wins, by plain recursion: it shares nothing with the analysis.

No splits; what is known is the own hand and the card shown. Suits matter only to the first two cards.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

F = Fraction
CARDS = "A23456789T"
NEEDED = {"67": "8", "68": "7", "78": "6", "77": "7"}


def total(hand: str) -> tuple[int, bool]:
    points = sum(CARDS.index(card) + 1 for card in hand)
    return (points + 10, True) if "A" in hand and points <= 11 else (points, False)


def best_mean(  # noqa: PLR0915
    shoe: dict[str, int], suits: int, *, reader: bool = True, redoubles: int = 0, hit_soft_17: bool = False
) -> Fraction:
    """What a unit gains; of sixes, sevens and eights there are ``suits`` of each suit."""

    def left_after(used: str) -> dict[str, int]:
        return {card: n - used.count(card) for card, n in shoe.items()}

    def makes_blackjack(up: str, hole: str) -> bool:
        return {up, hole} == {"A", "T"}

    def chance(used: str, up: str, card: str) -> Fraction:
        """Of the next card, given that the dealer has no blackjack where that is known."""
        left = left_after(used + up)
        size = sum(left.values())
        plain = F(left[card], size)
        if not reader or up not in "AT" or not plain:
            return plain
        other = "T" if up == "A" else "A"
        return plain * (1 - F(left[other] - (card == other), size - 1)) / (1 - F(left[other], size))

    @lru_cache(None)
    def dealer(used: str, hand: str) -> dict[int, Fraction]:
        points, soft = total(hand)
        if points > 17 or (points == 17 and not (soft and hit_soft_17)):
            return {points if points <= 21 else 0: F(1)}
        ends: dict[int, Fraction] = {}
        left = left_after(used + hand)
        for card, n in left.items():
            if n > 0:
                for end, then in dealer(used, "".join(sorted(hand + card))).items():
                    ends[end] = ends.get(end, F(0)) + F(n, sum(left.values())) * then
        return ends

    @lru_cache(None)
    def stands(hand: str, up: str, stake: int) -> Fraction:
        mine, left, worth, certain = total(hand)[0], left_after(hand + up), F(0), F(0)
        for hole, n in left.items():
            p = F(max(n, 0), sum(left.values()))
            if makes_blackjack(up, hole):
                if not reader:
                    worth -= p  # the original wager only
                    certain += p
                continue
            certain += p
            for end, then in dealer(hand, "".join(sorted(up + hole))).items():
                worth += p * then * stake * ((mine > end) - (mine < end) if end else 1)
        return worth / certain

    def lost(hand: str, up: str, stake: int) -> Fraction:
        """Over 21: a double goes back to a blackjack that is not known yet."""
        if reader or up not in "AT":
            return F(-stake)
        left = left_after(hand + up)
        risk = F(left["T" if up == "A" else "A"], sum(left.values()))
        return -stake * (1 - risk) - risk

    @lru_cache(None)
    def raised(hand: str, up: str, doubles: int) -> Fraction:
        points, stake = total(hand)[0], 2**doubles
        if points > 21:
            return lost(hand, up, stake)
        if points == 21:
            return F(stake)
        choices = [stands(hand, up, stake), F(-stake, 2)]
        if doubles <= redoubles:
            choices.append(drawn(hand, up, lambda then: raised(then, up, doubles + 1)))
        return max(choices)

    def drawn(hand: str, up: str, worth) -> Fraction:
        left = left_after(hand + up)
        return sum((chance(hand, up, c) * worth("".join(sorted(hand + c))) for c, n in left.items() if n > 0), F(0))

    def paid(hand: str) -> Fraction:
        return {5: F(3, 2), 6: F(2)}.get(len(hand), F(3) if len(hand) > 6 else F(1))

    @lru_cache(None)
    def played(hand: str, up: str) -> Fraction:
        """Of three cards and more."""
        points = total(hand)[0]
        if points > 21:
            return lost(hand, up, 1)
        if points == 21:
            return paid(hand)
        return max(
            stands(hand, up, 1),
            drawn(hand, up, lambda then: played(then, up)),
            drawn(hand, up, lambda then: raised(then, up, 1)),
        )

    def dealt(hand: str, up: str, kind: str) -> Fraction:
        third = NEEDED.get(hand, "")

        def worth(then: str) -> Fraction:
            if not third or sorted(hand + third) != sorted(then):
                return played(then, up)
            rest = suits - (hand.count(third) if kind != "mixed" else 0)
            same = F(rest, 4 * suits - hand.count(third))
            return F(3, 2) if kind == "mixed" else same * (3 if kind == "spades" else 2) + (1 - same) * F(3, 2)

        choices = [stands(hand, up, 1), drawn(hand, up, worth), drawn(hand, up, lambda then: raised(then, up, 1))]
        return max(choices)

    mean = F(0)
    size = sum(shoe.values())
    for first, one in shoe.items():
        for second, two in shoe.items():
            for up, three in shoe.items():
                ways = one * (two - (second == first)) * (three - (up == first) - (up == second))
                if ways <= 0:
                    continue
                p, hand = F(ways, size * (size - 1) * (size - 2)), "".join(sorted((first, second), key=CARDS.index))
                if hand == "AT":
                    mean += p * F(3, 2)
                    continue
                same = F(suits - (first == second), 4 * suits - (first == second)) if hand in NEEDED else F(0)
                kinds = {"mixed": 1 - same, "suited": same * F(3, 4), "spades": same / 4}
                own = "".join(sorted(hand))
                worth = sum(
                    (share * dealt(hand if hand in NEEDED else own, up, kind) for kind, share in kinds.items()), F(0)
                )
                if reader and up in "AT":
                    left = left_after(hand + up)
                    risk = F(left["T" if up == "A" else "A"], size - 3)
                    worth = -risk + (1 - risk) * worth
                mean += p * worth
    return mean
