"""One round at the big six wheel (5.6), and what may go wrong with a spin."""

from __future__ import annotations

from nomorebets.games.big_six.terms import CLAPPER_BETWEEN, WHEEL
from nomorebets.procedures.spinning import UprightRules, upright_irregularities, valid_spin
from nomorebets.regulation import cite, reading
from nomorebets.table import Round, Script, collect, pay

SPIN = UprightRules(
    spin=cite("5.6(b)"),
    wagers=cite("5.6(a)"),
    call=cite("5.6(a)"),
    few=reading("R-5.6b-respin"),
    between=CLAPPER_BETWEEN,
    void=cite("5.6(c)2"),
    passed=cite("5.6(c)1"),
    obstructed=reading("R-5.6c-obstructed"),
)
IRREGULARITIES = upright_irregularities(SPIN)


def big_six(table: Round) -> Script[None]:
    """One round of play, from the first wager to the last payment."""
    symbol = yield from valid_spin(table, table.house[WHEEL], SPIN)
    results = table.settle(table.wagers, symbol)
    yield from collect((r for r in results if r.outcome == "lose"), by=cite("5.6(e)"))  # all losing wagers first
    yield from pay((r for r in results if r.outcome == "win"), by=cite("5.6(e)"))
