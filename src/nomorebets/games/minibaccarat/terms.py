"""What minibaccarat is offered under: the shoe of 7.4 and 7.5, and what the chapter leaves to the licensee."""

from __future__ import annotations

from nomorebets.games.baccarat.settlement import PASSES
from nomorebets.games.baccarat.terms import (
    COUNTS_ON_A_TIE,
    bonus_options,
    by_id,
    card_wagers_option,
    coupon_option,
    error_options,
    order_option,
    recut_option,
    shoe_options,
    ten_burn_option,
    tie_option,
)
from nomorebets.hands.baccarat import value
from nomorebets.procedures.opening import opened_by
from nomorebets.procedures.shoe import ShoeRules
from nomorebets.procedures.vigorish import collection_option, rate_option, rounding_option
from nomorebets.regulation import cite, reading
from nomorebets.regulation.options import Choice, option
from nomorebets.table.game import Terms

SHUFFLE = reading("R-7.5-shuffle")
WAGERS = reading("R-7.2-wagers")
ODDS = reading("R-7.3-odds")
SETTLEMENT = reading("R-7.10-procedures")
DISCLOSED = reading("R-7.11-disclosed")
DISPLAY = reading("R-7.7-display")

SHOE_RULES = ShoeRules(
    opening=opened_by(cite("7.4"), replace=reading("R-7.4-not-right"), idle=reading("R-7.5-idle")),
    shuffle=cite("7.5"),
    cut=SHUFFLE,
    recut=SHUFFLE,
    marker=SHUFFLE,
    burn=SHUFFLE,
    cutting_card=cite("7.8"),
    continuous=reading("R-7.12-continuous"),
    shuffler_jam=reading("R-7.11-shuffler"),
    other_method=reading("R-7.11-shuffler"),
    face_up=reading("R-7.11-face-up"),
    with_face_up=value,
    face_up_ends_last_hand=True,
    too_few=reading("R-7.11-too-few"),
)

ORDERS = dict.fromkeys(PASSES, SETTLEMENT)

OPTIONS = by_id(
    option(
        "shoe",
        cite("7.12"),
        "Whether the cards last for a shoe or are shuffled without end.",
        {"manual": cite("7.6"), "continuous": cite("7.12")},
    ),
    *shoe_options(reading("R-7.1-decks"), SHUFFLE, SHUFFLE),
    ten_burn_option(SHUFFLE),
    card_wagers_option(WAGERS),
    *bonus_options(WAGERS, ODDS, WAGERS),
    tie_option(ODDS),
    rate_option(ODDS, "a win on the Banker's Hand", "5", "4"),
    rounding_option(ODDS),
    collection_option(
        ODDS,
        {
            "at-payment": reading("R-7.12-vigorish"),
            "deferred": Choice(ODDS, needs=("shoe", "manual"), needs_by=reading("R-7.12-vigorish")),
        },
    ),
    order_option(SETTLEMENT, ORDERS, notice=SETTLEMENT, in_pit=SETTLEMENT),
    recut_option(SHUFFLE),
    coupon_option(reading("R-7.2-coupon")),
    *error_options(DISCLOSED, DISCLOSED),
    option(
        "deal-display",
        DISPLAY,
        "Whether the cards are laid face up as they are dealt, or face down until the hands are called.",
        ("face-up", "face-down-banker-tucked"),
    ),
    option("players-handle-cards", reading("R-7.7-no-touch"), "Whether players may touch the cards.", ("never",)),
)

TERMS = Terms(
    procedure=COUNTS_ON_A_TIE,
    options=tuple(OPTIONS.values()),
    dealt_by=cite("7.7"),
    late_by=reading("R-7.2-closing"),
    to_not_for=reading("R-7.3-printing"),
    no_decision="the drawing tables of 7.9 deal every card, and nobody decides anything",
)
