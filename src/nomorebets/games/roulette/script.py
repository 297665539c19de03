"""One round of roulette (5.3, 5.4), and what may go wrong with a spin."""

from __future__ import annotations

from nomorebets.games.roulette.terms import WHEEL_KIND, wheel_of
from nomorebets.procedures.spinning import no_spin
from nomorebets.regulation import cite, reading
from nomorebets.table import (
    Irregularity,
    Round,
    Script,
    announce,
    ball_rests,
    checkpoint,
    collect,
    mark,
    move_part,
    pay,
    spin_ball,
    take_wagers,
)

IRREGULARITIES = {
    "same-direction": Irregularity(
        "the ball was spun in the direction of the wheel",
        ask="spin-ball",
        facts={"direction": "same"},
        remedy="no spin: the ball is taken out if it can be, and spun again; every wager stands",
        by=cite("5.4(a)"),
    ),
    "fewer-than-four-revolutions": Irregularity(
        "the ball did not go round the track four times",
        ask="ball-rests",
        facts={"revolutions": 3},
        more=("revolutions",),
        remedy="no spin: the ball is taken out if it can be, and spun again; every wager stands",
        by=cite("5.4(b)"),
    ),
    "foreign-object": Irregularity(
        "something fell into the wheel before the ball was at rest",
        ask="ball-rests",
        facts={"foreign_object": True},
        remedy="no spin: the object and the ball are taken out, and the ball is spun again; every wager stands",
        by=cite("5.4(c)"),
    ),
    "ball-left-wheel": Irregularity(
        "the ball left the wheel",
        ask="ball-rests",
        facts={"left_wheel": True},
        remedy="no spin: the ball is found and inspected, and spun again; every wager stands",
        by=reading("R-5.4-ball-left"),
    ),
    "ball-in-double-zero": Irregularity(
        "the ball rested in 00 of a double zero wheel used as a single zero wheel",
        ask="ball-rests",
        facts={"compartment": "00"},
        remedy="no spin: the spin is void and the ball is spun again; every wager stands",
        by=cite("5.2(d)2"),
        needs={WHEEL_KIND.id: "double-as-single"},
    ),
}


def roulette(table: Round) -> Script[None]:
    """One round of play, from the first wager to the last payment."""
    number = yield from valid_spin(table)
    yield from announce(number, by=cite("5.3(c)"))
    yield from mark("crown", number, by=cite("5.3(c)"))
    yield from move_winning_fifths(table, number)
    results = table.settle(table.felt.wagers, number)
    yield from collect([r for r in results if r.outcome == "lose"], by=cite("5.3(e)"))  # all losing wagers first
    yield from pay([r for r in results if r.outcome == "win"], by=cite("5.3(e)"))


def valid_spin(table: Round) -> Script[str]:
    """Spin until a spin counts; return the number of the compartment."""
    while True:
        yield from checkpoint("before the spin", by=cite("5.3(a)"))
        yield from take_wagers("until the ball is spun", by=cite("5.1(a)"))
        spun = yield from spin_ball(by=cite("5.3(a)"))
        if spun.direction == "same":
            yield from no_spin("same-direction", IRREGULARITIES)
            continue
        yield from take_wagers("until the dealer calls", by=cite("5.1(a)"))  # betting goes on while the ball turns
        yield from announce("No More Bets", by=cite("5.3(b)"))
        rest = yield from ball_rests(wheel_of(table.house), by=cite("5.3(a)"))
        if rest.foreign_object:
            yield from no_spin("foreign-object", IRREGULARITIES)
        elif rest.left_wheel or not rest.compartment:
            short = rest.revolutions < 4
            yield from no_spin("fewer-than-four-revolutions" if short else "ball-left-wheel", IRREGULARITIES)
        elif rest.revolutions < 4:
            yield from no_spin("fewer-than-four-revolutions", IRREGULARITIES)
        elif rest.compartment == "00" and table.house[WHEEL_KIND] == "double-as-single":
            yield from no_spin("ball-in-double-zero", IRREGULARITIES)
        else:
            return rest.compartment


def move_winning_fifths(table: Round, number: str) -> Script[None]:
    """Move a fifth of each winning five-adjacent wager from the replica to the box of the number."""
    for wager in table.wagers:
        place = table.place_of(wager)
        if place.kind == "five-adjacent" and number in place.covers:
            yield from move_part(wager, f"straight:{number}", wager.amount // place.parts, by=cite("5.3(d)"))
