"""The mini-dice layout: its places, how a patron names one, and what is demanded of a wager (13.2, 13.4, 13.6)."""

from __future__ import annotations

from typing import cast

from nomorebets.errors import WagerRefused, unknown
from nomorebets.games.craps.wagers import BOX
from nomorebets.games.mini_dice.settlement import WINS_ON, provided_by
from nomorebets.games.mini_dice.terms import MATCH_PLAY, PLACE_REMOVAL, ROUNDING
from nomorebets.regulation import Odds, cite, reading
from nomorebets.table import House, Layout, Place, Round, Wager
from nomorebets.table.acceptance import refusal


def layout(house: House) -> Layout:
    """Six numbers and four areas."""
    places = [
        *(Place(f"place-{n}", f"place-{n}", (str(n),), provided_by(f"place-{n}"), f"the box of {n}") for n in BOX),
        *(
            Place(kind, kind, tuple(map(str, totals)), provided_by(kind), f'the area "{kind.replace("-", " ")}"')
            for kind, totals in WINS_ON.items()
        ),
    ]
    return Layout({place.id: place for place in places})


def find(text: str, layout: Layout, house: House) -> Place:
    """The wager a patron names; there are no others."""
    words = text.strip().lower().replace(" ", "-").replace("any-seven", "any-7").replace("place-win-", "place-")
    if words in layout:
        return layout[words]
    near = unknown("wager of mini-dice", words, layout)
    raise WagerRefused(near.text, cite("13.2(b)"), house.as_of, ", ".join(layout))


def unit(house: House, place: Place) -> int:
    """The step in which a wager can be made and paid: 13.6(b)1."""
    chip = house.smallest_chip
    return chip if house[ROUNDING] == "up" else chip * cast(Odds, house.pays[place.odds_of]).ratio.denominator


def verify(table: Round, wager: Wager) -> None:
    """Chips on the layout; no fee, no call, nothing spoken, and a coupon only with over 7 and under 7."""
    if wager.fee:
        raise refusal(table, wager, "no fee is charged on a mini-dice wager", cite("13.6(b)2"), "the wager alone")
    if wager.call:
        raise refusal(table, wager, "no mini-dice wager is ever off", cite("13.2(a)1"), "a wager without a call")
    if wager.verbal:
        by = reading("R-13.4-no-cash")
        raise refusal(table, wager, "spoken wagers are not taken", by, "chips on the layout")
    if wager.coupon and (table.house[MATCH_PLAY] != "on" or wager.on not in ("over-7", "under-7")):
        by = reading("R-13.4-coupon")
        raise refusal(table, wager, "a match play coupon is not taken here", by, "chips on the layout")


def verify_act(table: Round, act: str, wager: Wager) -> None:
    """Place bets may be reduced or taken down unless the house does not allow it; nothing is called on or off."""
    if act in ("on", "off"):
        raise refusal(table, wager, "no mini-dice wager is ever off", cite("13.2(a)1"), "leaving it as it is")
    stood = wager.on.startswith("place-")
    if stood and act in ("reduce", "remove") and table.house[PLACE_REMOVAL] == "not-allowed":
        by = reading("R-13.4-place-removal")
        raise refusal(table, wager, "this house lets no place bet be taken down", by, "leaving it until it is decided")
