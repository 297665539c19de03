"""One shake of automated craps: the shaker goes round the table as the dice do at craps (1A.3 to 1A.8)."""

from __future__ import annotations

from nomorebets.games.craps.memory import point_of
from nomorebets.games.craps.script import settle_all, travellers
from nomorebets.games.craps.settlement import Rolled, next_point
from nomorebets.procedures.dice import NOBODY, clockwise
from nomorebets.procedures.shaker import ShakerRules, mishaps, offer_the_shaker, relinquishments, valid_shake
from nomorebets.regulation import cite, reading
from nomorebets.table import (
    Irregularity,
    Round,
    Script,
    announce,
    collect,
    mark,
    note,
    pay,
    travel,
)
from nomorebets.table.chips import give_back
from nomorebets.table.dice import SOMEBODY

IRREGULARITIES: dict[str, Irregularity] = {
    **{
        what: mishap
        for what, mishap in mishaps(reading("R-1A.8-void"), reading("R-1A.8-void"), reading("R-1A.5-procedure")).items()
        if what in ("machine-fails", "die-not-flat", "dice-stacked", "tampering", "wrong-total-called")
    },
    **relinquishments(
        "a supervisor orders the shaker passed on",
        "another player goes on with the same point",
        by=reading("R-1A.7-passes"),
    ),
}
RULES = ShakerRules(
    dice=2,
    round_by=cite("1A.3"),
    wagers_by=reading("R-1A.4-as-craps"),
    shaken_by=reading("R-1A.5-procedure"),
    called_by=reading("R-1A.5-procedure"),
    void_by=lambda table: reading("R-1A.8-void"),
    irregularities=IRREGULARITIES,
)


def automated_craps(table: Round) -> Script[None]:
    """One shake, from the wagers before it to the puck after it."""
    roll = yield from valid_shake(table, RULES, give_the_shaker)
    rolled, by = Rolled(roll, point_of(table)), reading("R-1A.5-procedure")
    yield from announce(str(rolled.total), by=by)
    results = settle_all(table, rolled)
    moving = travellers(table, rolled)
    yield from collect((r for r in results if r.outcome == "lose"), by=by)  # all losing wagers first
    yield from pay((r for r in results if r.outcome == "win"), by=by)
    yield from give_back([r for r in results if r.outcome == "void"], by=by)
    for wager, to in moving:
        yield from travel(wager, to, by=reading("R-1A.2-as-craps"))
    point, after = rolled.point, next_point(rolled.point, rolled.total)
    if after != point:
        yield from mark("puck", str(after or "off"), by=by)
        yield from note("point", str(after or ""), by=by)
    if point and rolled.total == 7:  # the loser 7: the shaker passes on
        yield from note("last-shooter", table.felt.state.get("shooter", ""), by=reading("R-1A.7-passes"))
        yield from note("shooter", "", by=reading("R-1A.7-passes"))


def give_the_shaker(table: Round) -> Script[None]:
    """Leave the shaker's button with its holder, or offer it on."""
    by = reading("R-1A.7-passes")
    known = table.felt.state.get("shooter", "")
    holder = int(known) if known else NOBODY
    last = holder if holder > SOMEBODY else int(table.felt.state.get("last-shooter") or SOMEBODY)
    to = yield from offer_the_shaker(RULES, holder, clockwise(table, last), by)
    if str(to) != known:
        yield from note("shooter", str(to), by=by)
