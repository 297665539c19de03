"""The wagers of punto banco, 3.2, what they must pay, 3.3, and how a round is settled, 3.10."""

from __future__ import annotations

from nomorebets.games.baccarat.settlement import SettlingRules, WagerRules, bets_of
from nomorebets.games.punto_banco.terms import OPTIONS, ORDERS
from nomorebets.regulation import cite, reading

BONUS_ENDS = {
    "win": cite("3.2(a)5i"),
    "natural": reading("R-3.2a5-natural-line"),
    "lose": reading("R-3.2a5-loses"),
    "void": reading("R-3.2a5-natural-tie"),
    "natural-tie": reading("R-3.2a5-natural-tie"),
}
WAGERS = WagerRules(
    permitted={
        "banker": cite("3.2(a)1"),
        "player": cite("3.2(a)2"),
        "tie": cite("3.2(a)3"),
        **dict.fromkeys(("cards-4", "cards-5", "cards-6"), cite("3.2(a)4")),
        **dict.fromkeys(("bonus-player", "bonus-banker"), cite("3.2(a)5")),
    },
    ends={
        "banker": {"win": cite("3.2(a)1i"), "lose": cite("3.2(a)1ii"), "void": cite("3.2(a)1iii")},
        "player": {"win": cite("3.2(a)2i"), "lose": cite("3.2(a)2ii"), "void": cite("3.2(a)2iii")},
        "tie": {"win": cite("3.2(a)3"), "lose": cite("3.2(a)3")},
        **{f"cards-{n}": {"win": cite("3.2(a)4"), "lose": cite("3.2(a)4")} for n in (4, 5, 6)},
        "bonus-player": BONUS_ENDS,
        "bonus-banker": BONUS_ENDS,
    },
    odds=cite("3.3"),
    form=reading("R-3.2a-form"),
    coupon=reading("R-3.2a-coupon"),
)
SETTLING = SettlingRules(collect=cite("3.10(b)"), orders=ORDERS)
BETS = bets_of(WAGERS, OPTIONS)
