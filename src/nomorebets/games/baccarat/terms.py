"""What the chapter leaves to the licensee in more than one game of the family, said once; the paragraphs are data."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from msgspec.structs import replace

from nomorebets.procedures.deck_options import match_play_option
from nomorebets.procedures.shoe import cutting_card_option, decks_option
from nomorebets.regulation import Citation, HouseOption
from nomorebets.regulation.options import Choice, Idle, idle_where, option, whole_number
from nomorebets.table import House

LEAST_DECKS = 6
ERRORS_SINCE = date(2006, 9, 5)  # when 4.12(h), the pattern of the three procedures, came
TENS_SINCE = date(2008, 7, 21)  # when its proviso for cards worth nothing came
WAYS = ("burn-by-value", "burn-one-face-down", "simulated-round")  # what is done with a disclosed card
OFFER_CARDS, OFFER_BONUS = "offer-cards-456", "offer-bonus"
COUNTS_ON_A_TIE = 2  # the procedure since which the final counts are called on a tie too
BONUS_TABLE, NATURAL_TIE, TIE_ODDS = "bonus-paytable", "bonus-natural-tie", "tie-odds"


def chosen(house: House, id: str, default: str = "") -> str:
    """The value of an option by its id, or a default where it does not exist at this table."""
    return house.options.get(id, default)


def by_id(*options: HouseOption) -> dict[str, HouseOption]:
    """Options by their ids, in this order."""
    return {each.id: each for each in options}


# --- the shoe --------------------------------------------------------------------------------------------------------


def shoe_options(
    decks: Citation, marker: Citation, burn: Citation, usual: str = "8", behind: tuple[str, ...] = ("14",)
) -> tuple[HouseOption, ...]:
    """How the shoe is made up, where it ends, and whether its first card burns others."""
    says = "Whether the first card of a shoe decides how many are burned."
    return (
        decks_option(decks, ("6", "7", "8"), usual, LEAST_DECKS),
        cutting_card_option(marker, behind),
        option("burn-rule", burn, says, ("first-card-value", "none")),
    )


def ten_burn_option(by: Citation) -> HouseOption:
    says, parse = (
        "How many cards a first card worth nothing burns.",
        whole_number(0, 10, "a number of burned cards", by),
    )
    one = option("ten-burn-count", by, says, ("10",), parse=parse, counts_cards=True)
    return replace(one, idle=Idle(beside={"burn-rule": ("none",)}))


def recut_option(by: Citation, since: date | None = None) -> HouseOption:
    says = "Who cuts again when a supervisor orders a recut."
    return option("recut-by", by, says, ("last-cutter", "next-entitled"), since=since)


# --- wagers with the house -------------------------------------------------------------------------------------------


def card_wagers_option(by: Citation, sign: Citation | None = None) -> HouseOption:
    says = "Whether wagers on four, five and six cards are offered."
    return option(OFFER_CARDS, by, says, {"on": Choice(by, sign=sign), "off": by}, "off")


def bonus_options(
    by: Citation, table: Citation, natural_tie: Citation, sign: Citation | None = None
) -> tuple[HouseOption, ...]:
    """Whether there is a bonus wager, and what it pays; ``sign``: by which notice is given that there is."""
    says = "Whether the bonus wager on either hand is offered."
    options = (
        option(OFFER_BONUS, by, says, {"on": Choice(by, sign=sign), "off": by}, "off"),
        option(BONUS_TABLE, table, "Which table the bonus wager pays by.", ("A", "B", "custom")),
        option(
            NATURAL_TIE,
            natural_tie,
            "What two naturals of the same count do to the bonus wager.",
            ("push", "lose"),
        ),
    )
    offered = Idle(without=("bonus",))
    return idle_where(options, {BONUS_TABLE: replace(offered, rows=("bonus",)), NATURAL_TIE: offered})


def tie_option(by: Citation) -> HouseOption:
    parse = whole_number(8, 100, "odds of a Tie Bet", by)
    pays = option(TIE_ODDS, by, "What a Tie Bet pays to 1.", ("8", "9"), parse=parse)
    return replace(pays, idle=Idle(without=("tie",), rows=("tie",)))


def order_option(by: Citation, orders: Mapping[str, Citation], notice: Citation, in_pit: Citation) -> HouseOption:
    """In which order winners are paid and vigorish is taken."""
    return option(
        "settlement-order",
        by,
        "In which order winners are paid and vigorish is taken or marked.",
        dict(orders),
        "pay-vig-each",
        sign=notice,
        same_in_pit=in_pit,
        minutes_ahead=30,
    )


def coupon_option(by: Citation) -> HouseOption:
    return match_play_option(by, on=Choice(by), off=Choice(by))


# --- cards dealt in error --------------------------------------------------------------------------------------------


def error_options(
    disclosed: Citation, tens: Citation, ways: Mapping[str, Citation] | None = None, must_choose: bool = False
) -> tuple[HouseOption, ...]:
    """What a licensee selects in advance for a card dealt in error and disclosed; where the text says so, it must."""
    return (
        option(
            "exposed-card-procedure",
            disclosed,
            "What is done with a disclosed card that no hand can use.",
            ways or WAYS,
            since=ERRORS_SINCE,
            must_choose=disclosed if must_choose else None,
        ),
        option(
            "exposed-ten-extra",
            tens,
            "How many further cards a disclosed 10, jack, queen or king takes with it.",
            ("1", "10"),
            since=TENS_SINCE,
            must_choose=tens if must_choose else None,
            ruled_out=lambda settings, day: (
                None if settings.get("exposed-card-procedure") == "burn-by-value" else disclosed
            ),
        ),
    )
