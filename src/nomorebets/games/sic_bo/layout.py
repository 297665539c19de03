"""The sic bo layout: its fifty places, how a patron names one, and what is demanded of a wager (9.2, 9.3)."""

from __future__ import annotations

from itertools import combinations

from nomorebets.equipment.dice import FACES, read, written
from nomorebets.errors import WagerRefused, unknown
from nomorebets.games.sic_bo.terms import NON_VALUE_CHIPS, TOTALS
from nomorebets.regulation import reading
from nomorebets.table import House, Layout, Place, Round, Wager
from nomorebets.table.acceptance import refusal


def _place(id: str, kind: str, where: str, *covers: int, read: str = "", paid_as: str = "") -> Place:
    by = reading(read or f"R-9.2-{kind}")
    return Place(id, kind, tuple(map(str, covers)), by, f'the place "{where}"', paid_as=paid_as)


PLACES = Layout(
    {
        place.id: place
        for place in (
            *(_place(f"triple-{n}", "triple", f"three {n}s", n) for n in FACES),
            *(_place(f"double-{n}", "double", f"two {n}s", n) for n in FACES),
            _place("any-triple", "any-triple", "any three of a kind"),
            *(_place(f"total-{t}", f"total-{t}", f"total {t}", t, read="R-9.2-total") for t in TOTALS),
            *(_place(f"combo-{a}-{b}", "combo", f"{a} and {b}", a, b) for a, b in combinations(FACES, 2)),
            _place("small", "small", "small"),
            _place("big", "big", "big"),
            *(_place(f"single-{n}", "single", f"the number {n}", n, paid_as="single-1-die") for n in FACES),
        )
    }
)


def layout(house: House) -> Layout:
    """The same places at every table."""
    return PLACES


def find(text: str, layout: Layout, house: House) -> Place:
    """The wager a patron names; the list is closed."""
    words = text.strip().lower().replace(":", "-").replace(" ", "-")
    roll = read(words.removeprefix("combo-"), 2) if words.startswith("combo-") else None
    words = f"combo-{written(roll)}" if roll else words
    if words in layout:
        return layout[words]
    near = unknown("wager of sic bo", words, layout)
    raise WagerRefused(near.text, reading("R-9.2-closed-list"), house.as_of, near.accepts)


def verify(table: Round, wager: Wager) -> None:
    """Chips on the layout, of a colour of the patron's own where they are non-value chips."""
    if wager.coupon or wager.verbal or wager.call or wager.fee:
        raise refusal(
            table, wager, "only chips on the layout are a wager", reading("R-9.3-until"), "chips on the layout"
        )
    if wager.chips != "value":
        if table.house[NON_VALUE_CHIPS] == "off":
            raise refusal(table, wager, "non-value chips are not played here", reading("R-9.3-chips"), "value chips")
        if any(w.seat != wager.seat and w.chips == wager.chips for w in table.wagers):
            raise refusal(
                table, wager, "another seat plays the same non-value chips", reading("R-9.3-chips"), "another colour"
            )
