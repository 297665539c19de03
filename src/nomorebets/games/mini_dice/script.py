"""One shake of mini-dice, from the wagers before it to the last payment (13.5, 13.7)."""

from __future__ import annotations

from nomorebets.games.mini_dice.terms import ROTATION
from nomorebets.procedures.dice import NOBODY, clockwise
from nomorebets.procedures.shaker import ShakerRules, mishaps, offer_the_shaker, relinquishments, valid_shake
from nomorebets.regulation import Citation, cite, law, reading
from nomorebets.table import (
    Irregularity,
    Round,
    Script,
    announce,
    collect,
    note,
    pay,
)

IRREGULARITIES: dict[str, Irregularity] = {
    **mishaps(reading("R-13.5-void"), reading("R-13.5-tampering"), reading("R-13.5-wrong-call")),
    **relinquishments(
        "a supervisor takes the shaker away for cause",
        "the shaker is offered to the next player",
        by=reading("R-13.7-rotation"),
    ),
}


def void_by(table: Round) -> Citation:
    """The section on irregularities, where the chapter of the day has it."""
    by = reading("R-13.8-void")
    return by if law.in_force(by, table.as_of) else reading("R-13.5-void")


RULES = ShakerRules(
    dice=2,
    round_by=cite("13.5"),
    wagers_by=reading("R-13.4-until"),
    shaken_by=reading("R-13.5-procedure"),
    called_by=reading("R-13.5-procedure"),
    void_by=void_by,
    irregularities=IRREGULARITIES,
)


def mini_dice(table: Round) -> Script[None]:
    """One shake, from the wagers before it to the last payment."""
    roll = yield from valid_shake(table, RULES, give_the_shaker)
    yield from announce(str(sum(roll)), by=reading("R-13.5-procedure"))
    results = table.settle(table.wagers, roll)
    yield from collect((r for r in results if r.outcome == "lose"), by=reading("R-13.5-order"))  # losing wagers first
    yield from pay((r for r in results if r.outcome == "win"), by=reading("R-13.5-order"))
    if sum(roll) == 7 and table.house[ROTATION] == "on-seven":
        yield from note("holder", "", by=reading("R-13.7-rotation"))


def give_the_shaker(table: Round) -> Script[None]:
    """Leave the shaker with its holder, or offer it on: the first player at the dealer's left, then clockwise."""
    known = table.felt.state.get("holder", "")
    holder = int(known) if known else NOBODY
    by = reading("R-13.5-offer") if holder == NOBODY else reading("R-13.7-rotation")
    to = yield from offer_the_shaker(RULES, holder, clockwise(table, holder), by)
    if str(to) != known:
        yield from note("holder", str(to), by=by)
