"""One round at the big six wheel (5.6), and what may go wrong with a spin."""

from __future__ import annotations

from nomorebets.games.big_six.terms import CLAPPER_BETWEEN, WHEEL
from nomorebets.procedures.spinning import no_spin
from nomorebets.regulation import cite, reading
from nomorebets.table import (
    Irregularity,
    Round,
    Script,
    announce,
    checkpoint,
    collect,
    pay,
    remedy,
    spin_wheel,
    take_wagers,
)

IRREGULARITIES = {
    "fewer-than-three-revolutions": Irregularity(
        "the wheel did not turn three times",
        ask="spin-wheel",
        facts={"revolutions": 2},
        more=("revolutions",),
        remedy="no spin: the wheel is spun again; every wager stands",
        by=reading("R-5.6b-respin"),
    ),
    "clapper-between": Irregularity(
        "the clapper stopped between two sections",
        ask="spin-wheel",
        facts={"between": True},
        remedy="no spin: the spin is void and the wheel is spun again; every wager stands",
        by=cite("5.6(c)2"),
        more=("passed", "symbol"),
        outcome_is="passed",
        instead={
            (CLAPPER_BETWEEN.id, "previous-section-wins"): ("the section that was passed last wins", cite("5.6(c)1"))
        },
    ),
    "wheel-obstructed": Irregularity(
        "the wheel was touched or obstructed",
        ask="spin-wheel",
        facts={"obstructed": True},
        remedy="no spin: the spin is void and the wheel is spun again; every wager stands",
        by=reading("R-5.6c-obstructed"),
    ),
}


def big_six(table: Round) -> Script[None]:
    """One round of play, from the first wager to the last payment."""
    symbol = yield from valid_spin(table)
    results = table.settle(table.wagers, symbol)
    yield from collect((r for r in results if r.outcome == "lose"), by=cite("5.6(e)"))  # all losing wagers first
    yield from pay((r for r in results if r.outcome == "win"), by=cite("5.6(e)"))


def valid_spin(table: Round) -> Script[str]:
    """Spin until a spin counts; return the winning symbol."""
    while True:
        yield from checkpoint("before the spin", by=cite("5.6(b)"))
        yield from take_wagers("until the dealer calls", by=cite("5.6(a)"))
        yield from announce("No More Bets", by=cite("5.6(a)"))  # before the wheel is spun
        rest = yield from spin_wheel(table.house[WHEEL], by=cite("5.6(b)"))
        if rest.obstructed:
            yield from no_spin("wheel-obstructed", IRREGULARITIES)
        elif rest.revolutions < 3:
            yield from no_spin("fewer-than-three-revolutions", IRREGULARITIES)
        elif not rest.between:
            return rest.symbol
        elif table.house[CLAPPER_BETWEEN] == "previous-section-wins":
            yield from remedy("clapper-between", f"{rest.passed}, passed last, wins", by=cite("5.6(c)1"))
            return rest.passed  # in the direction of the final motion (R-5.6c1-direction)
        else:
            yield from no_spin("clapper-between", IRREGULARITIES)
