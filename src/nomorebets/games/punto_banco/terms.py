"""What punto banco is offered under: the shoe of 3.4 and 3.5, and what the chapter leaves to the licensee."""

from __future__ import annotations

from datetime import date

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
from nomorebets.regulation.options import Choice, Idle, idle_where, option
from nomorebets.table.game import Terms

FACE_DOWN = date(2005, 4, 4)  # when 3.7(d) and the last sentence of 3.8(a) came
RECUT = date(1996, 5, 20)

SHOE_RULES = ShoeRules(
    opening=opened_by(cite("3.4"), replace=reading("R-3.4-not-right"), idle=reading("R-3.5-idle")),
    shuffle=cite("3.5"),
    cut=reading("R-3.5-cut"),
    cutter=reading("R-3.5c-order"),
    recut=cite("3.5(f)"),
    marker=reading("R-3.5-marker"),
    burn=reading("R-3.5-burn"),
    cutting_card=cite("3.8(e)"),
    shuffler_jam=reading("R-3.12-shuffler"),
    other_method=reading("R-3.12-shuffler"),
    face_up=reading("R-3.12-face-up"),
    with_face_up=value,
    face_up_ends_last_hand=True,
    too_few=reading("R-3.12-too-few"),
)

ORDERS = {
    "pay-all-then-vig": cite("3.10(b)1"),
    "vig-all-then-pay": cite("3.10(b)2"),
    "pay-vig-each": cite("3.10(b)3"),
    "vig-pay-each": cite("3.10(b)4"),
}

OPTIONS = by_id(
    *shoe_options(cite("3.1(a)"), reading("R-3.5-marker"), reading("R-3.5-burn")),
    ten_burn_option(reading("R-3.5-burn")),
    card_wagers_option(cite("3.2(a)4"), sign=cite("8.3")),
    *bonus_options(cite("3.2(a)5"), reading("R-3.3-bonus-table"), reading("R-3.2a5-natural-tie"), sign=cite("8.3")),
    tie_option(reading("R-3.3-tie-odds")),
    rate_option(reading("R-3.3-vigorish"), "a win on the Banker's Hand", "5", "4"),
    rounding_option(reading("R-3.3-vigorish-rounding")),
    collection_option(reading("R-3.3-vigorish-collection")),
    order_option(cite("3.10(c)"), ORDERS, notice=cite("3.10(c)2"), in_pit=cite("3.10(c)1")),
    recut_option(cite("3.5(f)"), RECUT),
    coupon_option(reading("R-3.2a-coupon")),
    *error_options(reading("R-3.12-disclosed"), reading("R-3.12-disclosed-ten")),
    option(
        "deal-display",
        cite("3.7(c)"),
        "Whether the dealer lays the hands face up, or the highest bettors turn them.",
        {"dealer-places-face-up": cite("3.7(c)"), "squeeze": Choice(cite("3.7(d)"), since=FACE_DOWN)},
    ),
    option(
        "squeeze-no-wager-hand",
        cite("3.7(d)6"),
        "Who turns a hand on which nobody has wagered.",
        {"dealer-turns": reading("R-3.7d6-dealer"), "other-side-player-may-turn": cite("3.7(d)6")},
    ),
    option(
        "banker-first-on-request",
        cite("3.8(a)"),
        "Whether the Banker's Hand is turned first when the dealer deals and a player asks for it.",
        ("on", "off"),
        since=FACE_DOWN,
    ),
    option(
        "reshuffle-option",
        cite("3.5(b)"),
        "The reshuffle option, of which nothing but its notice is known.",
        {"off": reading("R-3.5b-off")},
    ),
    option(
        "back-both-hands", reading("R-3.2a-both-hands"), "Whether one person may wager on both hands.", ("on", "off")
    ),
)

TERMS = Terms(
    procedure=COUNTS_ON_A_TIE,
    options=idle_where(
        OPTIONS.values(),
        {
            "squeeze-no-wager-hand": Idle(beside={"deal-display": ("dealer-places-face-up",)}),
        },
    ),
    dealt_by=cite("3.7(b)"),
    late_by=reading("R-3.2a-closing"),
    to_not_for=reading("R-3.3-printing"),
    no_decision="the drawing tables of 3.9 deal every card, and nobody decides anything",
)
