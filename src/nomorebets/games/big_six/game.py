"""Big six wheel: N.J.A.C. 19:47-5.5 and 5.6 (since 2012, 13:69F-5.5 and 5.6)."""

from __future__ import annotations

from nomorebets.errors import WagerRefused
from nomorebets.games.big_six.script import IRREGULARITIES, big_six
from nomorebets.games.big_six.settlement import settle
from nomorebets.games.big_six.terms import MINIMUM_ODDS, SYMBOL, TERMS
from nomorebets.regulation import cite, pay_table
from nomorebets.table import Game, House, Layout, Place, Round, Table, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.game import Bet, Betting, ChanceKind, least_unit

BETS = tuple(
    Bet(
        kind=kind,
        by=cite("5.5(a)"),
        settle=settle,
        pays=pay_table("5.5(a)", {kind: odds}),
        opens="before-spin",
        decided="clapper-rests",
    )
    for kind, odds in MINIMUM_ODDS.items()
)


def layout(house: House) -> Layout:
    """One betting area per symbol."""
    places = (
        Place(kind, kind, (symbol,), cite("5.5(a)"), f"the area of {symbol}", at=(i, 0))
        for i, (kind, symbol) in enumerate(SYMBOL.items())
    )
    return Layout({place.id: place for place in places})


def find(text: str, layout: Layout, house: House) -> Place:
    """The area a patron names: ``bigsix-5``, ``$5`` or ``5``."""
    words = text.strip().lower()
    for place in layout.values():
        symbol = place.covers[0]
        if words in (place.id, symbol, symbol.removeprefix("$")):
            return place
    raise WagerRefused(f"{text[:60]!r} is no big six wager", cite("5.5(a)"), house.as_of, ", ".join(layout))


def read_section(token: str, table: Table) -> dict[str, object]:
    """A section as people write it, like the area of its symbol."""
    return {"symbol": find(token, layout(table.house), table.house).covers[0]}


def verify(table: Round, wager: Wager) -> None:
    """Chips on an area are all that the text knows."""
    if wager.coupon or wager.verbal:
        raise refusal(
            table,
            wager,
            "the big six rules know neither coupons nor spoken wagers",
            cite("5.6(a)"),
            "chips on the layout",
        )


GAME = Game(
    id="big-six",
    terms=TERMS,
    bets=BETS,
    betting=Betting(layout=layout, place=find, unit=least_unit, verify=verify),
    script=big_six,
    chance=ChanceKind(words="spins", read=read_section),
    irregularities=IRREGULARITIES,
)
