"""The cards of blackjack and what may go wrong with them (19:47-2.4 to 2.6 and 2.15)."""

from __future__ import annotations

from nomorebets.games.twenty_one.dealing import DealRules
from nomorebets.games.twenty_one.reader import ReaderRules
from nomorebets.games.twenty_one.shoe import family_shoe
from nomorebets.procedures.opening import OpeningRules
from nomorebets.procedures.shoe import ShoeRules, shoe_irregularities
from nomorebets.regulation import cite, reading
from nomorebets.table import Irregularity

DEAL = DealRules(
    order=reading("R-2.6-order"),
    further=cite("2.12(a)"),
    dealer=cite("2.12(b)"),
    cutting_card=reading("R-2.6-cutting-card"),
    in_error=reading("R-2.15-in-error"),
    exposed=reading("R-2.15-exposed"),
    dealer_skipped=reading("R-2.15-dealer-skipped"),
    not_dealt=reading("R-2.15-not-dealt"),
    one_card=reading("R-2.15-one-card"),
    forgotten=reading("R-2.15-forgotten"),
    overdrew=reading("R-2.15-overdrew"),
    hole_card=reading("R-2.15-hole-card"),
    extra=reading("R-2.15-extra-card"),
)
READER = ReaderRules(
    use=reading("R-2.6-reader"),
    misused=reading("R-2.15-reader-misused"),
    failed=reading("R-2.15-reader-failed"),
)
SHOE = family_shoe(
    ShoeRules(
        opening=OpeningRules(
            inspect=cite("2.4"),
            replace=reading("R-2.4-not-right"),
            show=cite("2.4"),
            mix=cite("2.4"),
            idle=reading("R-2.5-idle"),
            nobody=reading("R-2.5-idle"),
        ),
        shuffle=cite("2.5(a)"),
        cut=cite("2.5(c)"),
        recut=reading("R-2.5-recut"),
        marker=cite("2.5(d)"),
        burn=reading("R-2.6-burn"),
        cutting_card=reading("R-2.6-cutting-card"),
        continuous=reading("R-2.21-continuous"),
        shuffler_jam=reading("R-2.15-shuffler"),
        other_method=reading("R-2.15-device"),
        face_up=reading("R-2.15-face-up"),
        too_few=reading("R-2.15-exhausted"),
    ),
    DEAL,
    READER,
)
# nothing went wrong, but it is told as what does: the licensee's own act between two rounds
AT_WILL = Irregularity(
    "the licensee had the cards shuffled after the round",
    ask="shuffle-at-will",
    facts={"shuffles": True, "found": "shuffled-at-will"},
    remedy="the cards are shuffled before the next round",
    by=cite("2.5(a)"),
    may_list_outcome=False,
    needs={"shuffle-at-will": "on"},
    stage_says_when=True,
)
IRREGULARITIES: dict[str, Irregularity] = {**shoe_irregularities(SHOE), "shuffled-at-will": AT_WILL}
