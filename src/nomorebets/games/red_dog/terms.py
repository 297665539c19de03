"""What the house may choose at red dog, and what is paid (19:47-6)."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from nomorebets.errors import HouseRuleError
from nomorebets.procedures.deck_options import match_play_option
from nomorebets.procedures.shoe import decks_from
from nomorebets.regulation import choice, cite, house_option, pay_table, reading, switch, to
from nomorebets.regulation.options import Idle, idle_where
from nomorebets.table import House
from nomorebets.table.game import Terms

WIDEST = 11  # ace and two
MINIMUM_ODDS = pay_table(
    "6.5",
    {
        "bet.three-of-a-kind": to(11),
        "bet.spread-1": to(5),
        "bet.spread-2": to(4),
        "bet.spread-3": to(2),
        **{f"bet.spread-{spread}": to(1) for spread in range(4, WIDEST + 1)},
    },
)

DECKS = house_option(
    "decks",
    "6.1(a)",
    "How many decks are dealt from: one or more.",
    {str(n): choice("6.1(a)", read=reading("R-6.1a-decks")) for n in (1, 2, 4, 6, 8)},
    "6",
    parse=decks_from(1, cite("6.1(a)")),
    makes_the_odds=True,
    counts_cards=True,
)
DEAL_METHOD = house_option(
    "deal-method",
    "6.4",
    "Whether the cards come from a shoe or from a continuous shuffler.",
    {"shoe": choice("6.4"), "continuous-shuffler": choice("6.9", read=reading("R-6.9-continuous"))},
    "shoe",
)


def _part(text: str) -> str:
    fraction = re.fullmatch(r"(\d{1,4})/(\d{1,4})|0?\.\d{1,4}|1(?:\.0{1,4})?", text, re.ASCII)
    part = Fraction(text) if fraction and int(fraction[2] or 1) else Fraction(0)
    if not 0 < part <= 1:
        raise HouseRuleError(
            f"a raise of up to {text[:20]!r} of the bet", reading("R-6.5-raise"), accepts="1, or a part like 1/2 or 0.5"
        )
    return str(part)


RAISE_MAX = house_option(
    "raise-max",
    "6.5",
    "The most a raise may be, as a part of the bet: 1 is the whole bet.",
    {"1": choice("6.5", read=reading("R-6.5-raise"))},
    "1",
    sign="8.3",
    parse=_part,
)
MULTIPLE_AREAS = house_option(
    "multiple-areas",
    "6.8",
    "On how many betting areas one player may wager.",
    {"1": choice("6.8"), **{str(n): choice("6.8", read=reading("R-6.8-second-area")) for n in (2, 3)}},
    "1",
)
RESHUFFLE_AT_WILL = switch(
    "reshuffle-at-will",
    cite("6.3"),
    "Whether the house may have the cards reshuffled after any round.",
    on=choice("6.3"),
    off=choice("6.3"),
    default="on",
)
BURN_AFTER_SHUFFLE = house_option(
    "burn-after-shuffle",
    "6.3",
    "How many cards are burned after each shuffle.",
    {"1": choice("6.3", read=reading("R-6.3-burn")), "0": choice("6.3", read=reading("R-6.3-burn"))},
    "1",
)
VERBAL_CASH = house_option(
    "verbal-cash-wagers",
    "6.5",
    "Whether a spoken wager with cash is taken if the dealer confirms it.",
    {"accept": choice("6.5", read=reading("R-6.5-verbal")), "refuse": choice("6.5", read=reading("R-6.5-verbal"))},
    "refuse",
)
MATCH_PLAY = match_play_option(cite("6.5"), on=choice("6.5", read=reading("R-6.5-coupon")), off=choice("6.5"))
TERMS = Terms(
    options=idle_where(
        (
            DECKS,
            DEAL_METHOD,
            RAISE_MAX,
            MULTIPLE_AREAS,
            RESHUFFLE_AT_WILL,
            BURN_AFTER_SHUFFLE,
            VERBAL_CASH,
            MATCH_PLAY,
        ),
        dict.fromkeys(  # R-6.9-continuous
            (RESHUFFLE_AT_WILL.id, BURN_AFTER_SHUFFLE.id), Idle(beside={DEAL_METHOD.id: ("continuous-shuffler",)})
        ),
    ),
    dealt_by=cite("6.5"),
    late_by=reading("R-6.5-closing"),
    to_not_for=reading("R-6.5-printing"),
)


def most_raise(bet: int, house: House) -> int:
    """The most a bet may be raised by, in whole chips."""
    on, of = _ratio(house[RAISE_MAX])
    most = bet * on // of
    return most - most % house.smallest_chip


@lru_cache(1 << 6)  # the same text in every round
def _ratio(text: str) -> tuple[int, int]:
    return Fraction(text).as_integer_ratio()
