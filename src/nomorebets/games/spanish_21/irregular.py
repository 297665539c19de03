"""The cards of Spanish 21 and what may go wrong with them (19:47-19.3, 19.4, 19.7 and 19.15)."""

from __future__ import annotations

from nomorebets.games.spanish_21.cutting import offer_cut
from nomorebets.games.twenty_one.dealing import DealRules
from nomorebets.games.twenty_one.reader import ReaderRules
from nomorebets.games.twenty_one.shoe import family_shoe
from nomorebets.procedures.deck import noticed
from nomorebets.procedures.opening import OpeningRules
from nomorebets.procedures.shoe import ShoeRules, shoe_irregularities
from nomorebets.regulation import cite, reading
from nomorebets.table import Irregularity

DEAL = DealRules(
    order=reading("R-19.7-order"),
    further=cite("19.12"),
    dealer=cite("19.12"),
    cutting_card=reading("R-19.7-cutting-card"),
    in_error=reading("R-19.15-in-error"),
    exposed=reading("R-19.15-exposed"),
    dealer_skipped=reading("R-19.15-dealer-skipped"),
    not_dealt=reading("R-19.15-not-dealt"),
    one_card=reading("R-19.15-one-card"),
    forgotten=reading("R-19.15-forgotten"),
    overdrew=reading("R-19.15-overdrew"),
    hole_card=reading("R-19.15-hole-card"),
)
READER = ReaderRules(
    use=reading("R-19.7-reader"),
    misused=reading("R-19.15-reader-misused"),
    failed=reading("R-19.15-reader-failed"),
    cards="ace, king, queen or jack",
)
TEN_FOUND = noticed(
    "draw",
    "ten-found",
    "a ten came out of the shoe",
    "the round is void, wagers go back, and the decks are inspected again",
    reading("R-19.15-ten"),
    may_list_outcome=False,
    ends_round=True,
)
SHOE = family_shoe(
    ShoeRules(
        opening=OpeningRules(
            inspect=cite("19.3(a)"),
            replace=reading("R-19.3-not-right"),
            show=cite("19.3(b)"),
            mix=cite("19.3(c)"),
            idle=reading("R-19.4-idle"),
            nobody=reading("R-19.4-idle"),
            no_tens=cite("19.3(a)"),
        ),
        shuffle=cite("19.4(a)"),
        cut=cite("19.4(b)2"),
        no_cut=cite("19.4(b)1"),
        offer=offer_cut,
        recut=reading("R-19.4-recut"),
        marker=reading("R-19.4-marker"),
        burn=reading("R-19.7-burn"),
        cutting_card=reading("R-19.7-cutting-card"),
        shuffler_jam=reading("R-19.15-shuffler"),
        device={"shuffle-method": "automated"},
        other_method=reading("R-19.15-device"),
        face_up=reading("R-19.15-face-up"),
        too_few=reading("R-19.15-exhausted"),
    ),
    DEAL,
    READER,
    TEN_FOUND,
)
IRREGULARITIES: dict[str, Irregularity] = shoe_irregularities(SHOE)
