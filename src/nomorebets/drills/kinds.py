"""The kinds of drills, and which of them a game has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

from nomorebets.drills import calling, deciding, faults, paying, procedure
from nomorebets.drills.question import NotAsked, Question
from nomorebets.errors import unknown
from nomorebets.table import Table

AGAIN, FAR_OFF = 4, 10**12


@dataclass(frozen=True)
class Kind:
    """One kind of drill."""

    name: str
    says: str
    make: Callable[[Table, int], Question]
    is_for: Callable[[Table], bool]
    who: Literal["dealer", "player"] = "dealer"


KINDS: Mapping[str, Kind] = {
    "pay": Kind("Pay this wager", "A bet has won: how much do you pay?", paying.pay, paying.pays),
    "call": Kind("Call the hand", "Cards or dice as they lie: name them.", calling.call, calling.has_calls),
    "house-way": Kind(
        "Set the house way", "Set a hand in two as the house does.", calling.house_way, calling.has_house_way
    ),
    "error": Kind(
        "Spot the error", "One thing went wrong: find it, and say what is done.", faults.spot, faults.has_faults
    ),
    "next": Kind("Next step", "What does the dealer do next?", procedure.next_step, lambda table: True),
    "vigorish": Kind("Vigorish in the head", "Work out the commission.", paying.vigorish, paying.has_vigorish),
    "decide": Kind(
        "Best play", "Choose, and see what it costs beside the best.", deciding.decide, deciding.is_solved, "player"
    ),
}


def kinds_of(table: Table) -> tuple[str, ...]:
    """The kinds of drills that a game has."""
    return tuple(kind for kind, known in KINDS.items() if known.is_for(table))


def kind_called(table: Table, kind: str) -> Kind:
    """A kind of drill that a game has, by its id; or the refusal."""
    if kind not in KINDS:
        raise unknown("drill", kind, KINDS)
    if kind not in kinds_of(table):
        raise NotAsked(f"{table.game.entry.name} has no drill “{KINDS[kind].name}”", accepts=", ".join(kinds_of(table)))
    return KINDS[kind]


def question(table: Table, kind: str, seed: int) -> Question:
    """The question of a kind that a seed stands for: always the same for the same table."""
    make = kind_called(table, kind).make
    for again in range(AGAIN):  # of some rounds there is nothing to ask
        with suppress(NotAsked):
            return replace(make(table, seed + again * FAR_OFF), seed=seed)
    return make(table, seed + AGAIN * FAR_OFF)
