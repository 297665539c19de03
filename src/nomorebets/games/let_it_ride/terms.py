"""What the chapter fixes and what it leaves to the house at let it ride: pay tables, amounts, options (19:47-18)."""

from __future__ import annotations

from datetime import date

from nomorebets.procedures.deck_options import (
    BY_DEVICE,
    counting_option,
    dealing_option,
    match_play_option,
    second_deck_option,
    shuffle_option,
)
from nomorebets.regulation import Citation, PayTable, choice, cite, house_option, pay_table, reading, switch, to, win
from nomorebets.regulation.options import Choice, Settings
from nomorebets.table import House
from nomorebets.table.money import amounts_from, cents, show

BETS = ("bet-1", "bet-2", "bet-3")

BETS_PAY = pay_table(
    "18.11(b)",
    {
        "bets.royal-flush": to(1000),
        "bets.straight-flush": to(200),
        "bets.four-of-a-kind": to(50),
        "bets.full-house": to(11),
        "bets.flush": to(8),
        "bets.straight": to(5),
        "bets.three-of-a-kind": to(3),
        "bets.two-pair": to(2),
        "bets.tens-or-better": to(1),
    },
)
BONUS_PAYS = pay_table(
    "18.11(d)",
    {
        "bonus.royal-flush": win(25_000),
        "bonus.straight-flush": win(2_500),
        "bonus.four-of-a-kind": win(400),
        "bonus.full-house": win(200),
        "bonus.flush": win(50),
        "bonus.straight": win(25),
        "bonus.three-of-a-kind": win(5),
    },
)
# what the player's own three cards win on the three-card bonus; none of these is known to be New Jersey's
THREE_CARD_ROWS = ("mini-royal", "straight-flush", "three-of-a-kind", "straight", "flush", "pair")
THREE_CARD_TABLES = {
    "tcb-1": (50, 40, 30, 6, 3, 1),
    "tcb-2": (50, 40, 30, 6, 4, 1),
    "tcb-3": (100, 50, 25, 6, 3, 1),
    "tcb-4": (40, 40, 30, 5, 4, 1),
}
BONUS_STAKE = 100  # cents: R-18.6A-stake
LEAST_CAP = 5_000_000  # cents: 18.11(c)
POSITIONS = 7  # R-18.6b-seats
THREE_CARD_BONUS_CAME = date(2012, 3, 19)  # R-18.6B-three-card-bonus

SHUFFLE = shuffle_option(
    cite("18.5(a)"),
    manual=choice("18.5(b)2"),
    automated=choice("18.5(b)1"),
    pre_shuffled=choice("18.5(a)", since=date(2007, 3, 19), read=reading("R-18.5a-pre-shuffled")),
)
DEALING_METHOD = dealing_option(
    cite("18.9(a)"),
    "automated-shoe",
    manual_shoe=choice("18.7(a)"),
    hand=choice("18.8(a)", needs=BY_DEVICE, needs_by="18.8(b)1"),
    automated_shoe=choice("18.9(a)"),
)
COUNTING_SHUFFLER = counting_option(cite("18.7(f)"), on=choice("18.7(f)", needs=BY_DEVICE), off=choice("18.7(e)"))
SECOND_DECK = second_deck_option(cite("18.2(b)"), on=choice("18.2(b)", needs=BY_DEVICE), off=choice("18.2(a)"))
COVER_CARD = house_option(
    "cover-card",
    "18.2(a)",
    "The colour of the cover card.",
    {
        "yellow": choice("18.2(a)"),
        "green": choice("18.2(a)"),
        "another-solid-colour": choice("18.2(a)", since=date(1998, 9, 8)),
    },
    "yellow",
)
TWO_POSITIONS = switch(
    "two-adjacent-positions",
    cite("18.6(e)"),
    "Whether a player may bet at two positions side by side; each is a seat of its own here.",
    on=choice("18.6(e)", read=reading("R-18.6e-two-positions")),
    off=choice("18.6(e)"),
)
MATCH_PLAY = match_play_option(
    cite("18.6(a)"), on=choice("18.6(a)", read=reading("R-18.6a-coupon")), off=choice("18.6(a)")
)


PAYOUT_LIMIT = house_option(
    "payout-limit",
    "18.11(c)",
    "The most that is paid on the let it ride bets of one hand.",
    {"none": choice("18.11(c)"), show(LEAST_CAP): Choice(cite("18.11(c)"), sign=reading("R-18.11c-sign"))},
    show(LEAST_CAP),
    parse=amounts_from(
        LEAST_CAP, "a payout limit of", f"none, or {show(LEAST_CAP)} and more", reading("R-18.11c-amount")
    ),
    decrease_sign="18.11(c)",
    own_sign=reading("R-18.11c-sign"),
    on_layout="the payout limit",
)
OFFER_BONUS = switch(
    "offer-bonus",
    cite("18.6A"),
    "Whether the bonus wager is offered.",
    on=choice("18.6A", layout="an area for the bonus wager and its payouts"),
    off=choice("18.6A"),
    default="on",
)
OFFER_THREE_CARD_BONUS = switch(
    "offer-three-card-bonus",
    cite("18.6A"),
    "Whether the three-card bonus wager is offered.",
    on=choice("18.6A", read=reading("R-18.6B-three-card-bonus"), layout="an area for the three-card bonus"),
    off=choice("18.6A"),
    since=THREE_CARD_BONUS_CAME,
)


def _no_three_card_bonus(settings: Settings, day: date) -> Citation | None:
    return None if settings.get("offer-three-card-bonus") == "on" else reading("R-18.6B-three-card-bonus")


THREE_CARD_TABLE = house_option(
    "three-card-bonus-table",
    "18.6A",
    "What the three-card bonus wager pays.",
    {name: choice("18.6A", read=reading("R-18.6B-tables")) for name in THREE_CARD_TABLES},
    "tcb-1",
    since=THREE_CARD_BONUS_CAME,
    ruled_out=_no_three_card_bonus,
)

OPTIONS = (
    SHUFFLE,
    DEALING_METHOD,
    COUNTING_SHUFFLER,
    SECOND_DECK,
    COVER_CARD,
    TWO_POSITIONS,
    MATCH_PLAY,
    PAYOUT_LIMIT,
    OFFER_BONUS,
    OFFER_THREE_CARD_BONUS,
    THREE_CARD_TABLE,
)


def three_card_odds(name: str) -> PayTable:
    """One of the pay tables of the three-card bonus."""
    by = reading("R-18.6B-tables")
    rows = zip(THREE_CARD_ROWS, THREE_CARD_TABLES[name], strict=True)
    return PayTable({f"three-card-bonus.{hand}": (to(pays), by) for hand, pays in rows})


def three_card_odds_at(house: House) -> PayTable:
    """The one that a table has chosen."""
    return three_card_odds(house.get(THREE_CARD_TABLE) or "tcb-1")


def payout_limit(house: House) -> int | None:
    """The most that is paid on the bets of a hand, in cents."""
    return None if house[PAYOUT_LIMIT] == "none" else cents(house[PAYOUT_LIMIT])
