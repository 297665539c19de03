"""The wagers of minibaccarat, 7.2, what they must pay, 7.3, and how a round is settled, 7.10."""

from nomorebets.games.baccarat import settlement
from nomorebets.games.baccarat.settlement import ENDS, SettlingRules, WagerRules, bets_of
from nomorebets.games.minibaccarat.terms import OPTIONS, ORDERS
from nomorebets.regulation import cite, reading

WAGERS = WagerRules(
    permitted=dict.fromkeys(settlement.WAGERS, reading("R-7.2-wagers")),
    ends=dict.fromkeys(settlement.WAGERS, dict.fromkeys(ENDS, reading("R-7.2-wagers"))),
    odds=cite("7.3"),
    form=cite("7.2"),
    coupon=reading("R-7.2-coupon"),
)
SETTLING = SettlingRules(collect=cite("7.10"), orders=ORDERS)
BETS = bets_of(WAGERS, OPTIONS)
