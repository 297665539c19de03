"""What the wagers of three card poker win and lose, and by which reading (19:47-20.10 and 20.11). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nomorebets.games.stud.showdown import End
from nomorebets.games.three_card_poker.terms import (
    PAIR_PLUS_SURVIVES,
    PROGRESSIVE_STAKE,
    SIDE_WAGERS_SURVIVE,
    SPADES,
    payout_limit,
)
from nomorebets.hands.poker import MINI_ROYAL, ThreeCardHand
from nomorebets.regulation import Money, Pays, cite, reading
from nomorebets.table import House, Result, Wager
from nomorebets.table.wagers import lost

SIX_CARD_ROYAL = "six-card-royal"
SIX_CARD_ROYAL_DIAMONDS = f"{SIX_CARD_ROYAL}-diamonds"
LIMITED_BY = reading("R-20.11-aggregate-limit")


@dataclass(frozen=True)
class Outcome:
    """A player's hand, how it ended against the dealer's, and what the side wagers go by."""

    end: End | None = None  # None without an ante
    hand: str = ""  # the pay class of the player's hand, as long as it is not shown none
    ante: int = 0  # cents; the ante bonus goes by it
    six: str = ""  # the class of the best five of the player's and the dealer's cards
    jackpot: int = 0  # cents: what the meter shows


def class_of(hand: ThreeCardHand, cards: Sequence[str]) -> str:
    """The pay class of a hand; ace, king and queen of spades are one of their own."""
    return SPADES if hand.pay_class == MINI_ROYAL and cards[0][1] == "s" else hand.pay_class


def in_any_suit(hand: str) -> str:
    """A pay class whatever the suit of a mini royal, which only the progressive wager asks for."""
    return MINI_ROYAL if hand == SPADES else hand


def category_of(hand: str) -> str:
    """The category of a pay class: a mini royal is a straight flush."""
    return "straight-flush" if in_any_suit(hand) == MINI_ROYAL else hand


def six_card_class(cards: Sequence[str]) -> str:
    """The category of the best five of six cards; nine to ace of one suit apart, and those of diamonds again."""
    from nomorebets.hands.ranks import FIVE_CARD_HANDS, best_five

    if {card[0] for card in cards} == set("9TJQKA") and len({card[1] for card in cards}) == 1:
        return SIX_CARD_ROYAL_DIAMONDS if cards[0][1] == "d" else SIX_CARD_ROYAL
    return FIVE_CARD_HANDS[best_five(list(cards))].category


# --- against the dealer ----------------------------------------------------------------------------------------------


def settle_ante(ante: Wager, outcome: Outcome, house: House) -> Result | None:
    """The ante: given up by a fold, paid when the dealer does not qualify or has the lower hand."""
    if outcome.end == "fold":
        return lost(ante, reading("R-20.10-folded"))
    even = house.pays["ante"]
    return _against_the_dealer(ante, outcome, even.of(ante.amount) + even.of(ante.coupon))


def settle_play(play: Wager, outcome: Outcome, house: House) -> Result | None:
    """The play wager: returned when the dealer does not qualify. A fold makes none."""
    if outcome.end == "no-hand":
        return Result(play, "push", 0, reading("R-20.10-no-qualifying"))
    return _against_the_dealer(play, outcome, house.pays["play"].of(play.amount))


def _against_the_dealer(wager: Wager, outcome: Outcome, due: int) -> Result | None:
    by = reading("R-20.10-no-qualifying")
    match outcome.end:
        case "no-hand":
            return Result(wager, "win", due, by)
        case "win":
            return Result(wager, "win", due, reading("R-20.11-even-money"))
        case "push":
            return Result(wager, "push", 0, by)
        case "lose":
            return lost(wager, by)
    return None


def settle_ante_bonus(bonus: Wager, outcome: Outcome, house: House) -> Result | None:
    """What a straight or better earns on the ante, whatever the dealer holds; nothing is staked on it."""
    odds = house.pays.get(f"ante-bonus.{category_of(outcome.hand)}")
    if outcome.end in ("fold", None) or odds is None:
        return None
    return Result(bonus, "win", odds.of(outcome.ante), reading("R-20.10-ante-bonus"))


# --- on the player's own cards, and on all six -----------------------------------------------------------------------


def settle_pair_plus(wager: Wager, outcome: Outcome, house: House) -> Result | None:
    """A pair plus wager, by the player's own cards; a fold may forfeit it."""
    if outcome.end == "fold" and house[PAIR_PLUS_SURVIVES] == "off":
        return lost(wager, reading("R-20.10-fold-pair-plus"))
    if not outcome.hand:
        return None
    odds = pair_plus_pays(house, outcome.hand)
    if odds is None:
        return lost(wager, cite("20.10"))
    return Result(wager, "win", odds.of(wager.amount) + odds.of(wager.coupon), reading("R-20.11-pay-tables"))


def pair_plus_pays(house: House, hand: str) -> Pays | None:
    """The odds of a hand; a mini royal is never paid less than the straight flush it is."""
    odds = house.pays.get(f"pair-plus.{in_any_suit(hand)}")
    if in_any_suit(hand) == MINI_ROYAL and odds:
        return max(odds, house.pays["pair-plus.straight-flush"], key=lambda pays: pays.size)
    return odds


def settle_six_cards(wager: Wager, outcome: Outcome, house: House) -> Result | None:
    """A six-card bonus, by the best five of the player's and the dealer's cards."""
    if _forfeited(outcome, house):
        return lost(wager, reading("R-20.6-side-wagers"))
    if not outcome.six:
        return None
    odds = house.pays.get(f"six-card-bonus.{six_card_row(outcome.six, house)}")
    by = reading("R-20.6-six-card")
    if odds is None:
        return lost(wager, by)
    return Result(wager, "win", odds.cents if isinstance(odds, Money) else odds.of(wager.amount), by)


def six_card_row(six: str, house: House) -> str:
    """The row that pays six cards: nine to ace of one suit is a royal flush where no sum is fixed for it."""
    royal = six in (SIX_CARD_ROYAL, SIX_CARD_ROYAL_DIAMONDS) and f"six-card-bonus.{six}" not in house.pays
    return "royal-flush" if royal else six


def _forfeited(outcome: Outcome, house: House) -> bool:
    """Whether a fold has given the side wagers up."""
    return outcome.end == "fold" and house[SIDE_WAGERS_SURVIVE] == "off"


# --- the progressive wager -------------------------------------------------------------------------------------------


def settle_progressive(chip: Wager, outcome: Outcome, house: House) -> Result | None:
    """The progressive wager: the whole meter for the mini royal in spades, fixed sums for other hands."""
    if _forfeited(outcome, house):
        return lost(chip, reading("R-20.6-side-wagers"))
    if not outcome.hand:
        return None
    row = house.pays.get(f"progressive.{outcome.hand}")
    amount = outcome.jackpot if outcome.hand == SPADES else row.of(PROGRESSIVE_STAKE) if row else 0
    return Result(chip, "win" if amount else "lose", amount - chip.amount, reading("R-20.6-progressive"))


def settle_envy(envy: Wager, outcome: Outcome, house: House) -> Result | None:
    """A fixed sum for a mini royal of somebody else's; nothing is staked on it."""
    if in_any_suit(outcome.hand) != MINI_ROYAL:
        return None
    row = "progressive.envy-spades" if outcome.hand == SPADES else "progressive.envy"
    return Result(envy, "win", house.pays[row].of(PROGRESSIVE_STAKE), reading("R-20.6-envy"))


# --- together --------------------------------------------------------------------------------------------------------


def limited(results: Sequence[Result], house: House) -> list[Result]:
    """The results of a hand with no more paid than the limit on it, where there is one."""
    most = payout_limit(house)
    if most is None:
        return list(results)
    left, kept = most, []
    for result in results:
        if result.net > left:
            if left or result.wager.amount:  # a bonus of nothing is none
                kept.append(Result(result.wager, result.outcome, left, LIMITED_BY))
        else:
            kept.append(result)
        left -= min(max(result.net, 0), left)
    return kept
