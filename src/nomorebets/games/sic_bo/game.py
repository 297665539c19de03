"""Sic bo: N.J.A.C. 19:47-9 (since 2012, 13:69F-9). Three dice, every wager decided by one shake.

The text was not read: the wagers are Pennsylvania's 625a.3, the odds those reported of Atlantic City.
"""

from __future__ import annotations

from collections.abc import Mapping

from nomorebets.games.sic_bo.layout import PLACES, find, layout, verify
from nomorebets.games.sic_bo.script import IRREGULARITIES, sic_bo
from nomorebets.games.sic_bo.settlement import settle
from nomorebets.games.sic_bo.terms import OPTIONS, PAYS, SINGLE, SINGLE_TRIPLE, TOTALS
from nomorebets.regulation import Odds, Pays, cite, pay_table, reading
from nomorebets.table import Game, House
from nomorebets.table.game import DICE, Bet, Betting, Terms


def single_pays(house: House) -> Mapping[str, Pays]:
    """One of a kind on all three dice is paid as the house has it."""
    return {**SINGLE, "single-3-dice": Odds.parse(house[SINGLE_TRIPLE])}


BETS = tuple(
    Bet(
        kind=kind,
        by=PLACES.kinds()[kind][0].by,
        settle=settle,
        pays=pay_table("9.4", rows),
        least=single_pays if kind == "single" else None,
        opens="shaken",  # the dice lie under the cover
        decided="uncovered",
    )
    for kind, rows in PAYS.items()
)

GAME = Game(
    id="sic-bo",
    terms=Terms(
        options=OPTIONS,
        dealt_by=cite("9.2"),
        late_by=reading("R-9.3-until"),
        to_not_for=reading("R-9.4-to"),
        same_odds_by=reading("R-9.4-to"),
        limit_groups={"totals": tuple(f"total-{t}" for t in TOTALS)},
        no_decision=(
            "a sic bo wager is made before the dice are uncovered and then left alone: there is nothing to decide"
        ),
    ),
    bets=BETS,
    betting=Betting(
        layout=layout,
        place=find,
        unit=lambda house, place: house.smallest_chip,
        verify=verify,
        usual=("small", "total-9", "single-4"),
    ),
    script=sic_bo,
    chance=DICE,
    irregularities=IRREGULARITIES,
)
