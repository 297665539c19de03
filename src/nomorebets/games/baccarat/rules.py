"""The paragraphs of one of the two games with the house, and the options their licensee has."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from nomorebets.errors import HouseRuleError
from nomorebets.hands.baccarat import value
from nomorebets.procedures.shoe import ShoeRules
from nomorebets.regulation import Citation, HouseOption, law
from nomorebets.regulation.odds import PayTable
from nomorebets.regulation.options import Choice, Settings
from nomorebets.table import House, Round
from nomorebets.table.game import Irregularity

MOST_DECKS = 100  # a larger figure is a slip of the pen
LEAST_DECKS = 6
ERRORS_SINCE = date(2006, 9, 5)  # when 4.12(h), the pattern of the three procedures, came
TENS_SINCE = date(2008, 7, 21)  # when its proviso for cards worth nothing came


@dataclass(frozen=True)
class ErrorRules:
    """What is done with a card that was dealt in error and that no hand can use."""

    undisclosed: Citation
    too_late: Citation  # undisclosed, but the cutting card is already seen
    disclosed: Citation
    before: Citation  # disclosed, before there were procedures to choose from
    ways: Mapping[str, Citation]
    tens: Citation
    simulated: Citation  # how a simulated round is dealt
    values: Callable[[str], Citation]  # the paragraph that gives a card its value


@dataclass(frozen=True)
class BaccaratRules:
    """The paragraphs by which punto banco, or minibaccarat, is dealt and settled."""

    shoe: ShoeRules
    areas: Mapping[str, Citation]  # wager: the paragraph that permits it
    results: Mapping[str, Mapping[str, Citation]]  # wager: what it comes to, and by which paragraph
    no_more_bets: Citation
    call: str
    deal: Citation
    wrong_hand: Citation
    count: Citation
    counts_called: Citation
    instruct: Citation
    third: Citation
    one_card: Citation
    natural: Citation
    player_table: Citation
    banker_table: Citation
    result: Citation
    collect: Citation
    orders: Mapping[str, Citation]
    vigorish_collection: Citation
    third_to_player: Citation
    third_to_banker: Citation
    not_dealt: Citation
    errors: ErrorRules
    form: Citation  # what a wager is made of
    coupon: Citation
    closing: Citation  # no wager is made, raised or taken back any more
    odds: PayTable  # the least a wager is paid
    printing: Citation
    more: Mapping[str, Irregularity]


# --- options ---------------------------------------------------------------------------------------------------------


def number(least: int, most: int, what: str, by: Citation) -> Callable[[str], str]:
    """Reads a whole number within limits."""

    def parse(text: str) -> str:
        digits = re.fullmatch(r"\s*(\d{1,6})\s*%?\s*", text, re.ASCII)
        if digits is None or not least <= int(digits[1]) <= most:
            raise HouseRuleError(f"{text[:20]!r} is not {what}", by, accepts=f"{least} to {most}")
        return str(int(digits[1]))

    return parse


def option(
    id: str,
    by: Citation,
    says: str,
    choices: Mapping[str, Citation | Choice],
    default: str,
    *,
    since: date | None = None,
    sign: Citation | None = None,
    parse: Callable[[str], str] | None = None,
    ruled_out: Callable[[Settings, date], Citation | None] = lambda settings, day: None,
    makes_the_odds: bool = False,
    same_in_pit: Citation | None = None,
    minutes_ahead: int = 0,
    counts_cards: bool = False,
) -> HouseOption:
    """An option whose values rest on paragraphs or readings."""
    made = {name: given if isinstance(given, Choice) else Choice(given) for name, given in choices.items()}
    return HouseOption(
        id,
        by,
        says,
        made,
        default,
        since,
        sign,
        ruled_out,
        parse,
        makes_the_odds,
        same_in_pit,
        minutes_ahead,
        counts_cards,
    )


@dataclass(frozen=True)
class OptionRules:
    """The paragraphs that give a licensee the options both games have."""

    decks: Citation
    marker: Citation
    burn: Citation
    cards_456: Citation
    bonus: Citation
    bonus_table: Citation
    natural_tie: Citation
    tie: Citation
    vigorish: Citation
    rounding: Citation
    collection: Citation
    orders: Mapping[str, Citation]
    orders_chosen: Citation
    orders_in_pit: Citation
    orders_notice: Citation
    recut: Citation
    disclosed: Citation
    tens: Citation
    coupon: Citation
    recut_since: date | None = None


def shared_options(by: OptionRules) -> dict[str, HouseOption]:
    """The options that punto banco and minibaccarat have alike, by their ids."""
    made = (
        option(
            "decks",
            by.decks,
            "How many decks the shoe holds.",
            {"6": by.decks, "7": by.decks, "8": by.decks},
            "8",
            parse=number(LEAST_DECKS, MOST_DECKS, "a number of decks", by.decks),
            counts_cards=True,
        ),
        option(
            "cutoff-from-back",
            by.marker,
            "How many cards lie behind the cutting card that marks the end of the shoe.",
            {"14": by.marker},
            "14",
            parse=number(14, 200, "a number of cards behind the cutting card", by.marker),
            counts_cards=True,
        ),
        option(
            "burn-rule",
            by.burn,
            "Whether the first card of a shoe decides how many are burned.",
            {"first-card-value": by.burn, "none": by.burn},
            "first-card-value",
        ),
        option(
            "ten-burn-count",
            by.burn,
            "How many cards a first card worth nothing burns.",
            {"10": by.burn},
            "10",
            parse=number(0, 10, "a number of burned cards", by.burn),
            counts_cards=True,
        ),
        option(
            "offer-cards-456",
            by.cards_456,
            "Whether wagers on four, five and six cards are offered.",
            {"on": by.cards_456, "off": by.cards_456},
            "off",
        ),
        option(
            "offer-bonus",
            by.bonus,
            "Whether the bonus wager on either hand is offered.",
            {"on": by.bonus, "off": by.bonus},
            "off",
        ),
        option(
            "bonus-paytable",
            by.bonus_table,
            "Which table the bonus wager pays by.",
            {"A": by.bonus_table, "B": by.bonus_table, "custom": by.bonus_table},
            "A",
        ),
        option(
            "bonus-natural-tie",
            by.natural_tie,
            "What two naturals of the same count do to the bonus wager.",
            {"push": by.natural_tie, "lose": by.natural_tie},
            "push",
        ),
        option(
            "tie-odds",
            by.tie,
            "What a Tie Bet pays to 1.",
            {"8": by.tie, "9": by.tie},
            "8",
            parse=number(8, 100, "odds of a Tie Bet", by.tie),
        ),
        option(
            "vig-rate",
            by.vigorish,
            "How many percent of a win on the Banker's Hand are vigorish.",
            {"5": by.vigorish, "4": by.vigorish},
            "5",
        ),
        option(
            "vig-rounding",
            by.rounding,
            "Whether vigorish is rounded up to 25 cents.",
            {"up-to-25c": by.rounding, "exact": by.rounding},
            "up-to-25c",
        ),
        option(
            "vig-collection",
            by.collection,
            "Whether vigorish is taken with the payment, or marked and collected later.",
            {"at-payment": by.collection, "deferred": by.collection},
            "deferred",
        ),
        option(
            "settlement-order",
            by.orders_chosen,
            "In which order winners are paid and vigorish is taken or marked.",
            dict(by.orders),
            "pay-vig-each",
            sign=by.orders_notice,
            same_in_pit=by.orders_in_pit,
            minutes_ahead=30,
        ),
        option(
            "recut-by",
            by.recut,
            "Who cuts again when a supervisor orders a recut.",
            {"last-cutter": by.recut, "next-entitled": by.recut},
            "last-cutter",
            since=by.recut_since,
        ),
        option(
            "match-play-accepted",
            by.coupon,
            "Whether match play coupons are taken.",
            {"on": by.coupon, "off": by.coupon},
            "off",
        ),
        *error_options(by.disclosed, by.tens),
    )
    return {each.id: each for each in made}


def error_options(disclosed: Citation, tens: Citation, ways: Mapping[str, Citation] | None = None) -> list[HouseOption]:
    """What a licensee selects in advance for a card dealt in error and disclosed."""
    names = ("burn-by-value", "burn-one-face-down", "simulated-round")
    return [
        option(
            "exposed-card-procedure",
            disclosed,
            "What is done with a disclosed card that no hand can use.",
            ways or dict.fromkeys(names, disclosed),
            "burn-by-value",
            since=ERRORS_SINCE,
        ),
        option(
            "exposed-ten-extra",
            tens,
            "How many further cards a disclosed 10, jack, queen or king takes with it.",
            {"1": tens, "10": tens},
            "1",
            since=TENS_SINCE,
            ruled_out=lambda settings, day: (
                None if settings.get("exposed-card-procedure") == "burn-by-value" else disclosed
            ),
        ),
    ]


def chosen(house: House, id: str, default: str = "") -> str:
    """The value of an option by its id, or a default where it does not exist at this table."""
    return house.options.get(id, default)


def shoe_rules(table: Round, rules: ShoeRules) -> ShoeRules:
    """The rules of the shoe as this table has them."""
    ten = int(chosen(table.house, "ten-burn-count", "10"))
    recut = {"last-cutter": "whoever cut last", "next-entitled": "the next person entitled to cut"}
    by = recut.get(chosen(table.house, "recut-by"), rules.recut_by)
    in_force = law.in_force(rules.recut, table.as_of)
    return replace(
        rules,
        with_burned=lambda card: value(card) or ten,
        with_face_up=value,
        recut=rules.recut if in_force else rules.cut,  # before there was a recut, a cut had to be made as it should be
        recut_by=by,
    )
