"""One shake of sic bo: what goes wrong with it, and the round of play (9.5, 9.6)."""

from __future__ import annotations

from nomorebets.equipment.dice import Roll, written
from nomorebets.procedures.shaker import ShakerRules, mishaps, put_right, shaken, uncovered
from nomorebets.regulation import cite, reading
from nomorebets.table import Round, Script, announce, checkpoint, collect, pay, take_wagers

IRREGULARITIES = {
    **mishaps(reading("R-9.6-void"), reading("R-9.6-tampering"), reading("R-9.6-device")),
    **put_right(
        "wrong-entry",
        "the numbers were wrongly entered in the device",
        "the entry is corrected before anything is paid: the dice, not the lights, decide",
        by=reading("R-9.6-device"),
    ),
    **put_right(
        "device-fails",
        "the device that lights the winning places fails",
        "the dealer settles from the dice by hand",
        by=reading("R-9.6-device"),
    ),
}
RULES = ShakerRules(
    dice=3,
    round_by=cite("9.5"),
    wagers_by=reading("R-9.3-until"),
    shaken_by=reading("R-9.5-shake"),
    called_by=reading("R-9.5-call"),
    void_by=lambda table: reading("R-9.6-void"),
    irregularities=IRREGULARITIES,
)


def sic_bo(table: Round) -> Script[None]:
    """One round of play: the covered shake, the wagers, and what the dice decide."""
    roll = yield from valid_shake(table)
    yield from announce(f"{written(roll)}, {sum(roll)}", by=reading("R-9.5-call"))
    results = table.settle(table.wagers, roll)
    yield from collect((r for r in results if r.outcome == "lose"), by=reading("R-9.5-order"))  # losing wagers first
    yield from pay((r for r in results if r.outcome == "win"), by=reading("R-9.5-order"))


def valid_shake(table: Round) -> Script[Roll]:
    """Shake under the cover, take wagers, and uncover, until a shake counts."""
    while True:
        yield from checkpoint("before the shake", by=RULES.round_by)
        counts = yield from shaken(table, RULES)
        if not counts:
            continue
        yield from take_wagers("until the dealer calls", by=RULES.wagers_by)  # the dice are hidden
        yield from announce("No More Bets", by=RULES.shaken_by)
        roll = yield from uncovered(table, RULES)
        if roll is not None:
            return roll
