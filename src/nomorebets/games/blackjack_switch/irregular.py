"""The cards of blackjack switch and what may go wrong with them (13:69F-2A.3, 2A.4, 2A.7 and 2A.15)."""

from __future__ import annotations

from nomorebets.games.twenty_one.cutting import CutRules, offering
from nomorebets.games.twenty_one.dealing import DealRules
from nomorebets.games.twenty_one.reader import ReaderRules
from nomorebets.games.twenty_one.shoe import family_shoe
from nomorebets.procedures.opening import OpeningRules
from nomorebets.procedures.shoe import ShoeRules, shoe_irregularities
from nomorebets.regulation import cite, reading
from nomorebets.table import Irregularity

DEAL = DealRules(
    order=reading("R-2A.7-order"),
    further=cite("2A.12(a)"),
    doubled=cite("2A.12(a)2"),
    dealer=cite("2A.12(b)"),
    cutting_card=reading("R-2A.7-cutting-card"),
    in_error=cite("2A.15(b)"),
    exposed=cite("2A.15(c)"),
    exposed_early=reading("R-2A.15-early"),
    dealer_skipped=cite("2A.15(e)"),
    not_dealt=cite("2A.15(g)"),
    one_card=cite("2A.15(g)"),
    declined=reading("R-2A.15-declined"),
    forgotten=cite("2A.15(h)"),
    overdrew=cite("2A.15(d)"),
    overdrew_higher=reading("R-2A.15-standing"),
    overdrew_idle=reading("R-2A.12-no-draw"),
    hole_card=reading("R-2A.15-hole-card"),
)
READER = ReaderRules(
    use=reading("R-2A.7-reader"),
    misused=cite("2A.15(k)"),
    known=cite("2A.15(k)1"),
    unknown=cite("2A.15(k)2"),
    failed=cite("2A.15(l)"),
)
CUT = CutRules(
    backs=cite("2A.4"),
    first_player=reading("R-2A.4-cut"),
    on_box=reading("R-2A.4-cut"),
    on_dealer=reading("R-2A.4-cut"),
    at_will=None,
    nobody=reading("R-2A.4-cut"),
)
SHOE = family_shoe(
    ShoeRules(
        opening=OpeningRules(
            inspect=cite("2A.3"),
            replace=reading("R-2A.3-not-right"),
            show=cite("2A.3"),
            mix=cite("2A.3"),
            idle=reading("R-2A.4-idle"),
            nobody=reading("R-2A.4-idle"),
        ),
        shuffle=cite("2A.4"),
        cut=cite("2A.4"),
        no_cut=reading("R-2A.4-device"),
        offer=offering(CUT),
        recut=reading("R-2A.4-recut"),
        marker=cite("2A.4"),
        burn=reading("R-2A.7-burn"),
        cutting_card=reading("R-2A.7-cutting-card"),
        shuffler_jam=cite("2A.15(i)"),
        device={"shuffle-method": "automated"},
        other_method=cite("2A.15(j)"),
        face_up=cite("2A.15(a)"),
        too_few=cite("2A.15(f)"),
    ),
    DEAL,
    READER,
)
IRREGULARITIES: dict[str, Irregularity] = shoe_irregularities(SHOE)
