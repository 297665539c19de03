"""What the house may choose at pai gow poker, and what its wagers pay (19:47-11; since 2012, 13:69F-11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

from msgspec.structs import replace

from nomorebets.errors import HouseRuleError, RulesError
from nomorebets.games.pai_gow_poker.house_way import (
    HouseWay,
    read_house_way,
    written_house_way,
)
from nomorebets.hands.joker import Wheel
from nomorebets.procedures.banking import bank_options
from nomorebets.procedures.deck_options import BY_DEVICE, dealing_option, second_deck_option, shuffle_option
from nomorebets.procedures.dragons_eye import dragons_eye_option
from nomorebets.procedures.meter import rates
from nomorebets.procedures.vigorish import rounding_option
from nomorebets.regulation import Citation, Pays, choice, cite, house_option, reading, switch, to, win
from nomorebets.regulation.options import Settings
from nomorebets.table import House
from nomorebets.table.money import amounts_from, cents, dollars, show

POSITIONS = 6
SEVEN_CARD, SEVEN_CARD_JOKER = "seven-card-straight-flush", "seven-card-straight-flush-joker"
ROYAL_MATCH, THREE_PAIR = "royal-match", "three-pair"
TOP_CARDS = {7: "9-high", 8: "10-high", 9: "jack-high", 10: "queen-high", 11: "king-high", 12: "ace-high"}
"""A hand of nothing by its top card, the rank of a two being 0; seven cards cannot be lower than nine high."""

PUSHED_BY_DEALER = "queen-high"  # the dealer's seven cards with which every wager of an EZ table pushes


def _rows(wager: str, hands: str, *odds: int) -> dict[str, Pays]:
    return {f"{wager}.{hand}": to(pays) for hand, pays in zip(hands.split(), odds, strict=True)}


def _sums(wager: str, hands: str, *sums: int) -> dict[str, Pays]:
    return {f"{wager}.{hand}": win(sum_) for hand, sum_ in zip(hands.split(), sums, strict=True)}


# --- the tables ------------------------------------------------------------------------------------------------------

_BONUS = (
    "seven-card-straight-flush royal-match seven-card-straight-flush-joker five-aces royal-flush straight-flush "
    "four-of-a-kind full-house flush three-of-a-kind straight"
)
BONUS = {
    "T1": _rows("bonus", _BONUS, 5000, 1000, 750, 250, 100, 50, 20, 5, 4, 3, 2),
    "T2": _rows("bonus", _BONUS, 8000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2),
    "T3": _rows("bonus", _BONUS, 5000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2),
    "T4": _rows("bonus", _BONUS, 2500, 1000, 750, 250, 125, 50, 25, 5, 4, 3, 2),
    "T6": _rows("bonus", _BONUS, 5000, 1000, 500, 300, 110, 45, 25, 5, 4, 3, 2),
}
PUSHES_THREE_PAIR = ("T1",)
_PREMIUM = (
    "seven-card-straight-flush royal-match seven-card-straight-flush-joker five-aces royal-flush straight-flush "
    "four-of-a-kind"
)
ENVY = _sums("envy", _PREMIUM, 5000, 1000, 500, 250, 50, 20, 5)
LEAST_FOR_ENVY = 500  # cents
INSURANCE = _rows("insurance", " ".join(TOP_CARDS.values()), 100, 25, 15, 6, 5, 3)
THREE_CARD = _rows(
    "three-card", "straight-flush three-of-a-kind straight-flush-joker straight flush pair", 40, 30, 5, 4, 3, 1
)
_SEVEN = "five-aces royal-flush straight-flush four-of-a-kind full-house flush three-of-a-kind straight"
SEVEN = _rows("seven-card", _SEVEN, 500, 250, 50, 25, 5, 4, 3, 2)
IMPERIAL_PLAYER = _rows(
    "imperial",
    "five-aces royal-flush straight-flush four-of-a-kind full-house flush straight three-of-a-kind",
    *(1000, 200, 50, 25, 5, 4, 2, 2),
)
IMPERIAL_BANKER = _rows("imperial", "banker-9-high banker-10-high banker-jack-high", 100, 20, 5)
DYNASTY = {
    f"dynasty.{row.partition('.')[2]}": pays for row, pays in BONUS["T3"].items() if not row.endswith(".straight")
}
DYNASTY_ENVY = {f"dynasty-{row}": pays for row, pays in ENVY.items()}
PROTECTION = {f"protection.{row.partition('.')[2]}": pays for row, pays in INSURANCE.items()}
PROGRESSIVE_STAKE = 100  # cents
WHOLE_METER, PART_OF_METER = (SEVEN_CARD, SEVEN_CARD_JOKER), "five-aces"
METER_PERCENT = 10  # of the meter, for five aces
PROGRESSIVE = _sums("progressive", "royal-flush straight-flush four-of-a-kind full-house", 500, 100, 75, 4)

# --- the options -----------------------------------------------------------------------------------------------------

SHUFFLE = shuffle_option(cite("11.6"), manual=choice("11.6"), automated=choice("11.6"))
DEAL_METHOD = replace(
    dealing_option(
        cite("11.8B"),
        "automated-shoe",
        manual_shoe=choice("11.8"),
        hand=choice("11.8A"),
        automated_shoe=choice("11.8B"),
    ),
    id="deal-method",
)
TWO_DECKS = replace(
    second_deck_option(cite("11.2"), on=choice("11.2", needs=BY_DEVICE), off=choice("11.2")), id="two-decks"
)
START_METHOD = house_option(
    "start-method",
    "11.8C",
    "How the position that is dealt to first is found: by three dice, by a device or by a button.",
    {"dice": choice("11.8C"), "rng": choice("11.8C"), "button": choice("11.8C", since=date(2012, 3, 19))},
    "dice",
)
WHEEL_RANK = house_option(
    "wheel-rank",
    "11.3",
    "Where A-2-3-4-5 stands among straights.",
    {"second": choice("11.3"), "lowest": choice("11.3", read=reading("R-11.3-wheel"))},
    "second",
)
HOUSE_WAY = house_option(
    "house-way",
    "11.9",
    "The method by which the dealer's hand is set, as the licensee files it.",
    {"standard": choice("11.9", read=reading("R-11.9-house-way"))},
    "standard",
    parse=lambda text: written_house_way(read_house_way(text)),
)
TWO_AREAS = switch(
    "two-areas",
    cite("11.12"),
    "Whether a player may wager on two betting areas side by side; each is a seat of its own.",
    on=choice("11.12"),
    off=choice("11.12"),
    default="on",
)
EZ = switch(
    "ez",
    cite("11.22"),
    "Whether no vigorish is taken, and every wager pushes when the dealer has a queen-high pai gow.",
    on=choice("11.22", read=reading("R-11.22-ez")),
    off=choice("11.22"),
)


def _at_ez(settings: Settings, day: date) -> Citation | None:
    """An EZ table takes no vigorish, and no player banks there."""
    return reading("R-11.22-ez") if settings.get("ez") == "on" else None


VIG_ROUNDING = replace(rounding_option(reading("R-11.9-vigorish"), "quarter-up", "none"), ruled_out=_at_ez)
BANKING = tuple(replace(option, ruled_out=_at_ez) for option in bank_options("11.10", reading("R-11.10-offer")))
BONUS_PACKAGE = house_option(
    "bonus-package",
    "11.7",
    "Which bonus wagers are offered beside the pai gow poker wager.",
    {
        "none": choice("11.7"),
        "bonus": choice("11.15", layout="areas for the bonus and the insurance wager"),
        "three-seven": choice("11.17", layout="areas for the three-card and the seven-card bonus wager"),
        "imperial": choice("11.19", layout="an area for the imperial pai gow bonus wager"),
        "ez": choice("11.22", needs=("ez", "on"), layout="areas for the EZ pai gow bonus wagers"),
    },
    "none",
)


def _only_with(option: str, value: str, by: str) -> Callable[[Settings, date], Citation | None]:
    """An option that is there only where another one has a value."""
    return lambda settings, day: None if settings.get(option) == value else cite(by)


BONUS_TABLE = house_option(
    "bonus-table",
    "11.16",
    "What the bonus wager pays.",
    {name: choice("11.16", read=reading("R-11.16-tables")) for name in BONUS},
    "T2",
    ruled_out=_only_with("bonus-package", "bonus", "11.16"),
)
LEAST_IMPERIAL_LIMIT = 4_000_000  # cents: 11.20(d)
IMPERIAL_LIMIT = house_option(
    "imperial-limit",
    "11.20(d)",
    "The most that one player is paid on imperial wagers in a round.",
    {show(LEAST_IMPERIAL_LIMIT): choice("11.20(d)"), "none": choice("11.20(d)")},
    show(LEAST_IMPERIAL_LIMIT),
    parse=amounts_from(
        LEAST_IMPERIAL_LIMIT, "a limit of", f"none, or {show(LEAST_IMPERIAL_LIMIT)} and more", cite("11.20(d)")
    ),
    decrease_sign="11.20(d)",
    on_layout="the payout limit",
    ruled_out=_only_with("bonus-package", "imperial", "11.19"),
)
OFFER_PROGRESSIVE = switch(
    "progressive",
    cite("11.14"),
    "Whether the progressive payout wager is offered.",
    on=choice("11.14", layout="progressive acceptors"),
    off=choice("11.14"),
)
PROGRESSIVE_RATE = house_option(
    "progressive-rate",
    "11.14",
    "How much of each progressive wager goes to the meter.",
    {"0.20": choice("11.14", read=reading("R-11.14-meter"))},
    "0.20",
    parse=rates("0.00", "0.99", cite("11.14")),
    ruled_out=_only_with("progressive", "on", "11.14"),
)
PROGRESSIVE_SEED = house_option(
    "progressive-seed",
    "11.14",
    "What the meter shows at first, and after it was won.",
    {"1000.00": choice("11.14", read=reading("R-11.14-meter"))},
    "1000.00",
    parse=amounts_from(PROGRESSIVE_STAKE, "a meter that starts at", "an amount from 1.00 on", cite("11.14")),
    ruled_out=_only_with("progressive", "on", "11.14"),
)
DRAGONS_EYE = replace(
    dragons_eye_option("dragons-eye", cite("11.21")), ruled_out=_only_with("start-method", "dice", "11.21")
)

OPTIONS = (
    SHUFFLE,
    DEAL_METHOD,
    TWO_DECKS,
    START_METHOD,
    WHEEL_RANK,
    HOUSE_WAY,
    TWO_AREAS,
    EZ,
    *BANKING,
    VIG_ROUNDING,
    BONUS_PACKAGE,
    BONUS_TABLE,
    IMPERIAL_LIMIT,
    OFFER_PROGRESSIVE,
    PROGRESSIVE_RATE,
    PROGRESSIVE_SEED,
    DRAGONS_EYE,
)


def is_ez(house: House) -> bool:
    """Whether this is an EZ table."""
    return house.get(EZ) == "on"


def wheel_at(house: House) -> Wheel:
    """Where A-2-3-4-5 stands at this house."""
    return "second" if house[WHEEL_RANK] == "second" else "lowest"


def way_at(house: House) -> HouseWay:
    """The filed method of this house."""
    return read_house_way(house[HOUSE_WAY])


def imperial_limit(house: House) -> int | None:
    """The most that a player is paid on imperial wagers, in cents."""
    limit = house.get(IMPERIAL_LIMIT) or "none"
    return None if limit == "none" else cents(limit)


def limit_too_low(house: House) -> dict[str, RulesError]:
    """A limit on imperial wagers must leave room for the most that a minimum wager could win (11.20(d))."""
    limit, rows = imperial_limit(house), rows_of("imperial", house)
    least = house.limits["imperial"].min if "imperial" in house.limits else 0
    if limit is None or not rows:
        return {}
    bankers = [pays.of(least) for row, pays in rows.items() if row.startswith("banker-")]
    most = max(pays.of(least) for pays in rows.values()) + max(bankers)
    if limit >= most:
        return {}
    text = (
        f"a limit of {dollars(limit)} is below the {dollars(most)} that a minimum wager of {dollars(least)} could win"
    )
    accepts = f"none, or {show(most)} and more"
    return {IMPERIAL_LIMIT.id: HouseRuleError(text, cite("11.20(d)"), house.as_of, accepts)}


def rows_of(wager: str, house: House) -> Mapping[str, Pays]:
    """What a wager pays at a house, by what must be held."""
    return {row.partition(".")[2]: pays for row, pays in house.pays.items() if row.partition(".")[0] == wager}
