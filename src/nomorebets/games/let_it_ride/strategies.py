"""Let it ride: ways to decide which bets ride (19:47-18.10(b) and (e))."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from nomorebets.drivers.facet import GameStrategies, Strategy
from nomorebets.equipment.cards import RANKS
from nomorebets.games.let_it_ride.script import bets_of
from nomorebets.games.let_it_ride.settlement import Outcome, riding, row_of
from nomorebets.games.let_it_ride.terms import BETS
from nomorebets.hands.draws import is_one_suit, is_open_ended, straight_gaps
from nomorebets.pricing.facet import ChoiceValue
from nomorebets.table import House, Round, Wager
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import PACK, pack_of
from nomorebets.table.decisions import Ask, Chosen, chosen

if TYPE_CHECKING:
    from nomorebets.games.let_it_ride import solver

Cards = tuple[str, ...]


@dataclass(frozen=True)
class Ride:
    """Which bets ride, by the three cards of the first decision and the four of the second."""

    first: Callable[[Cards], bool]
    second: Callable[[Cards], bool]


def pays_already(cards: Cards) -> bool:
    """Whether three or four cards are a paying hand whatever comes.

    >>> pays_already(("Ts", "Td", "2c")), pays_already(("9s", "9d", "2c"))
    (True, False)
    """
    several = {card[0]: number for card in cards if (number := sum(other[0] == card[0] for other in cards)) > 1}
    return len(several) == 2 or any(number > 2 or is_high(rank) for rank, number in several.items())


def is_high(rank: str) -> bool:
    """A ten or better: a pair of them pays."""
    return RANKS.index(rank) >= RANKS.index("T")


def short_first(cards: Cards) -> bool:
    """A paying hand, or three cards of one suit that fit a straight with no more gaps than cards from the ten up."""
    gaps = straight_gaps(cards)
    high = sum(is_high(card[0]) for card in cards)
    return pays_already(cards) or (is_one_suit(cards) and gaps is not None and gaps <= high)


def short_second(cards: Cards) -> bool:
    """A paying hand, four cards of one suit, or four in a row that can be completed at both ends."""
    return pays_already(cards) or is_one_suit(cards) or is_open_ended(cards)


RIDES = {
    "short-rule": Ride(short_first, short_second),
    "paying-hands-only": Ride(pays_already, pays_already),
    "always-ride": Ride(lambda cards: True, lambda cards: True),
    "never-ride": Ride(lambda cards: False, lambda cards: False),
}


def _decides(rides: Ride) -> Strategy:
    def decide(request: Ask, table: Round) -> Chosen:
        shown = _shown_community(table)
        own = table.felt.hand(seat_area(request.seat))
        rides_on = rides.second(own + shown) if shown else rides.first(own)
        return chosen("let-it-ride" if rides_on else "withdraw")

    return decide


def _shown_community(table: Round) -> Cards:
    return tuple(card for card in table.felt.seen_by(None).get("community", ()) if card != "??")


def optimal(request: Ask, table: Round) -> Chosen:
    """Let a bet ride where that gains on average; take it back where it makes no difference."""
    if PACK not in table.felt.state:
        bets = {wager.on: (wager.amount, wager.coupon) for wager in bets_of(table, request.seat)}
        # a bet that was taken back makes no difference any more
        best = _best(table.house, bets.get("bet-1", (0, 0)), bets["bet-2"], bets["bet-3"])
        shown, own = _shown_community(table), table.felt.hand(seat_area(request.seat))
        rides = best.rides_second(own + shown, "bet-1" in bets) if shown else best.rides_first(own)
        return chosen("let-it-ride" if rides else "withdraw")
    choices = choice_values(request, table)
    return chosen("let-it-ride" if choices["let-it-ride"].worth > choices["withdraw"].worth else "withdraw")


@lru_cache(1 << 6)
def _best(house: House, *bets: tuple[int, int]) -> solver.Played:
    """All decisions of the best play, for three bets of so many cents and coupons."""
    from nomorebets.games.let_it_ride.odds import net_of  # numba: only here
    from nomorebets.games.let_it_ride.solver import solve

    wagers = [Wager(1, kind, amount, coupon) for kind, (amount, coupon) in zip(BETS, bets, strict=True)]
    return solve(lambda row, first, second: net_of(house, wagers, row, first, second))


def choice_values(request: Ask, table: Round) -> dict[str, ChoiceValue]:
    """What all bets gain on average, over every card that may come; bets and payout limit as they are.

    At the first decision the second is then made as well as it can be.
    """
    from nomorebets.hands.ranks import FIVE_CARD_HANDS, rank5

    shown, own = _shown_community(table), table.felt.hand(seat_area(request.seat))
    bet = {wager.on: wager for wager in bets_of(table, request.seat)}
    unseen = [card for card in pack_of(table.felt, 1) if card not in own + shown]

    @cache
    def rows_after(four: Cards) -> Counter[str]:
        last = (card for card in unseen if card not in four)
        return Counter(row_of(FIVE_CARD_HANDS[rank5((*four, card))]) for card in last)

    @cache
    def gained(row: str, kinds: Cards) -> int:
        bets = [bet[kind] for kind in kinds]
        return sum(result.net for result in table.settle(bets, Outcome(row, riding(bets))))

    def worth(four: Cards, kinds: Cards) -> Fraction:
        rows = rows_after(four)
        return Fraction(sum(gained(row, kinds) * number for row, number in rows.items()), rows.total())

    first = ("bet-1",) if "bet-1" in bet else ()
    if shown:
        rides, back = worth(own + shown, (*first, "bet-2", "bet-3")), worth(own + shown, (*first, "bet-3"))
        return {"let-it-ride": ChoiceValue(rides), "withdraw": ChoiceValue(back)}

    def best(first: Cards) -> Fraction:
        ways = ((*first, "bet-2", "bet-3"), (*first, "bet-3"))
        return sum((max(worth((*own, c), kinds) for kinds in ways) for c in unseen), Fraction(0)) / len(unseen)

    return {"let-it-ride": ChoiceValue(best(("bet-1",))), "withdraw": ChoiceValue(best(()))}


NAMED: dict[str, Strategy] = {"optimal": optimal, **{name: _decides(rides) for name, rides in RIDES.items()}}
STRATEGIES = GameStrategies(named=NAMED, choices=("let-it-ride", "withdraw"))
