"""Wheels: spins that do not count, and the upright wheel from the wagers to the section under its clapper."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from nomorebets.regulation import Citation, HouseOption
from nomorebets.table import Round
from nomorebets.table.game import Irregularity, Script
from nomorebets.table.steps import announce, checkpoint, remedy, take_wagers
from nomorebets.table.wheels import spin_wheel

LEAST_REVOLUTIONS = 3
PREVIOUS = "previous-section-wins"


def no_spin(what: str, causes: Mapping[str, Irregularity]) -> Script[None]:
    """Call a spin off: nothing has won or lost, and wagers may be changed before the next (R-5.4-wagers-stand)."""
    cause = causes[what]
    yield from announce("No Spin", by=cause.by)
    yield from remedy(what, cause.remedy, by=cause.by)


class UprightRules(msgspec.Struct, frozen=True, kw_only=True):
    """The paragraphs by which an upright wheel is spun, and by which a spin does not count."""

    spin: Citation
    wagers: Citation
    call: Citation  # no more bets
    few: Citation  # revolutions
    between: HouseOption  # what the house does with a clapper between two sections
    void: Citation  # the spin, then
    passed: Citation  # or the section that was passed last wins
    obstructed: Citation


def upright_irregularities(rules: UprightRules) -> dict[str, Irregularity]:
    """What may go wrong with a spin of an upright wheel."""
    again = "the spin is void and the wheel is spun again; every wager stands"
    return {
        "fewer-than-three-revolutions": Irregularity(
            "the wheel did not turn three times",
            ask="spin-wheel",
            facts={"revolutions": LEAST_REVOLUTIONS - 1},
            more=("revolutions",),
            remedy="no spin: the wheel is spun again; every wager stands",
            by=rules.few,
        ),
        "clapper-between": Irregularity(
            "the clapper stopped between two sections",
            ask="spin-wheel",
            facts={"between": True},
            remedy=f"no spin: {again}",
            by=rules.void,
            more=("passed", "symbol"),
            outcome_is="passed",
            instead={(rules.between.id, PREVIOUS): ("the section that was passed last wins", rules.passed)},
        ),
        "wheel-obstructed": Irregularity(
            "the wheel was touched or obstructed",
            ask="spin-wheel",
            facts={"obstructed": True},
            remedy=f"no spin: {again}",
            by=rules.obstructed,
        ),
    }


def valid_spin(table: Round, wheel: str, rules: UprightRules) -> Script[str]:
    """Take wagers and spin until a spin counts; what the winning section bears."""
    causes = table.game.irregularities
    while True:
        yield from checkpoint("before the spin", by=rules.spin)
        yield from take_wagers("until the dealer calls", by=rules.wagers)
        yield from announce("No More Bets", by=rules.call)  # before the wheel is spun
        rest = yield from spin_wheel(wheel, by=rules.spin)
        if rest.obstructed:
            yield from no_spin("wheel-obstructed", causes)
        elif rest.revolutions < LEAST_REVOLUTIONS:
            yield from no_spin("fewer-than-three-revolutions", causes)
        elif not rest.between:
            return rest.symbol
        elif table.house[rules.between] == PREVIOUS:
            yield from remedy("clapper-between", f"{rest.passed}, passed last, wins", by=rules.passed)
            return rest.passed  # in the direction of the final motion (R-5.6c1-direction)
        else:
            yield from no_spin("clapper-between", causes)
