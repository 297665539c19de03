"""What the chapter fixes and what it leaves to the house at let it ride: pay tables, amounts, options (19:47-18)."""

from __future__ import annotations

from datetime import date

from nomorebets.errors import HouseRuleError
from nomorebets.regulation import Citation, Pays, PayTable, choice, house_option, pay_table, reading, to, win
from nomorebets.regulation.options import Settings
from nomorebets.table import House
from nomorebets.table.money import cents, dollars, show

BETS = ("bet-1", "bet-2", "bet-3")

MINIMUM_ODDS = pay_table(
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
) | pay_table(
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

SHUFFLE = house_option(
    "shuffle",
    "18.5(a)",
    "How the cards are shuffled.",
    {
        "manual": choice("18.5(b)2"),
        "automated": choice("18.5(b)1"),
        "pre-shuffled": choice("18.5(a)", since=date(2007, 3, 19), read=reading("R-18.5a-pre-shuffled")),
    },
    "automated",
)
DEALING_METHOD = house_option(
    "dealing-method",
    "18.9(a)",
    "How the cards are dealt.",
    {
        "manual-shoe": choice("18.7(a)"),
        "hand": choice("18.8(a)", needs=("shuffle", "automated"), needs_by="18.8(b)1"),
        "automated-shoe": choice("18.9(a)"),
    },
    "automated-shoe",
)
COUNTING_SHUFFLER = house_option(
    "counting-shuffler",
    "18.7(f)",
    "Whether the shuffling device counts the cards, so that the stub need not be counted.",
    {"on": choice("18.7(f)", needs=("shuffle", "automated")), "off": choice("18.7(e)")},
    "off",
)
SECOND_DECK = house_option(
    "second-deck",
    "18.2(b)",
    "Whether two decks alternate, one being shuffled while the other is played.",
    {"on": choice("18.2(b)", needs=("shuffle", "automated")), "off": choice("18.2(a)")},
    "on",
)
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
TWO_POSITIONS = house_option(
    "two-adjacent-positions",
    "18.6(e)",
    "Whether a player may bet at two positions side by side; each is a seat of its own here.",
    {"on": choice("18.6(e)", read=reading("R-18.6e-two-positions")), "off": choice("18.6(e)")},
    "off",
)
MATCH_PLAY = house_option(
    "match-play-accepted",
    "18.6(a)",
    "Whether match play coupons are taken.",
    {"on": choice("18.6(a)", read=reading("R-18.6a-coupon")), "off": choice("18.6(a)")},
    "off",
)


def _cap(text: str) -> str:
    if cents(text) < LEAST_CAP:
        accepts = f"none, or {show(LEAST_CAP)} and more"
        raise HouseRuleError(f"a payout limit of {dollars(cents(text))}", reading("R-18.11c-amount"), accepts=accepts)
    return show(cents(text))


PAYOUT_LIMIT = house_option(
    "payout-limit",
    "18.11(c)",
    "The most that is paid on the let it ride bets of one hand.",
    {"none": choice("18.11(c)"), "50000.00": choice("18.11(c)")},
    "50000.00",
    parse=_cap,
)
OFFER_BONUS = house_option(
    "offer-bonus",
    "18.6A",
    "Whether the bonus wager is offered.",
    {"on": choice("18.6A", layout="an area for the bonus wager and its payouts"), "off": choice("18.6A")},
    "on",
)
OFFER_THREE_CARD_BONUS = house_option(
    "offer-three-card-bonus",
    "18.6A",
    "Whether the three-card bonus wager is offered.",
    {
        "on": choice("18.6A", read=reading("R-18.6B-three-card-bonus"), layout="an area for the three-card bonus"),
        "off": choice("18.6A"),
    },
    "off",
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

OFFERED_BY = {"bonus": OFFER_BONUS, "three-card-bonus": OFFER_THREE_CARD_BONUS}
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


def minimum_odds(house: House) -> dict[str, Pays]:
    """The least this table must pay."""
    rows = {**MINIMUM_ODDS, **three_card_odds(house.get(THREE_CARD_TABLE) or "tcb-1")}
    return {row: pays for row, pays in rows.items() if row.partition(".")[0] in ("bets", *extra_wagers(house))}


def extra_wagers(house: House) -> list[str]:
    """The wagers this table offers beside the three bets."""
    return [kind for kind, option in OFFERED_BY.items() if house.get(option) == "on"]


def payout_limit(house: House) -> int | None:
    """The most that is paid on the bets of a hand, in cents."""
    return None if house[PAYOUT_LIMIT] == "none" else cents(house[PAYOUT_LIMIT])
