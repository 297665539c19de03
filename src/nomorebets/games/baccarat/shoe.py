"""The shoe of a baccarat table before and after a round."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from nomorebets.games.baccarat.terms import chosen
from nomorebets.hands.baccarat import value
from nomorebets.procedures.deck import HandsVoid
from nomorebets.procedures.shoe import (
    IN_PLAY,
    REMEMBERS,
    SHOE,
    ShoeRules,
    finish_shoe,
    leave_shoe,
    let_go_of_set_aside,
    open_shoe,
    shoe_ends,
)
from nomorebets.procedures.vigorish import VIGORISH, collect_marked
from nomorebets.regulation import Citation, law
from nomorebets.table import Round, Script
from nomorebets.table.game import Memory
from nomorebets.table.memory import MONEY, OF_A_SEAT

# of a table with the house
MEMORY = Memory(remembers=REMEMBERS | {VIGORISH + OF_A_SEAT: MONEY}, assumed={SHOE: IN_PLAY})
RECUT_BY = {"last-cutter": "whoever cut last", "next-entitled": "the next person entitled to cut"}


@cache
def burned_with(ten: int) -> Callable[[str], int]:
    """How many further cards are burned with a card, where a ten or a court card takes so many with it."""
    return lambda card: value(card) or ten


def shoe_at(table: Round, rules: ShoeRules) -> ShoeRules:
    """The rules of the shoe as this table has them; the same in every round."""
    known: ShoeRules | None = table.table.known.get("rules of the shoe")
    if known is None:
        known = table.table.known["rules of the shoe"] = _shoe_at(table, rules)
    return known


def _shoe_at(table: Round, rules: ShoeRules) -> ShoeRules:
    ten = int(chosen(table.house, "ten-burn-count", "10"))
    in_force = law.in_force(rules.recut, table.as_of)
    return rules.but(
        with_burned=burned_with(ten),
        with_face_up=value,
        recut=rules.recut if in_force else rules.cut,  # before there was a recut, a cut had to be made as it should be
        recut_by=RECUT_BY.get(chosen(table.house, "recut-by"), rules.recut_by),
    )


def _method(table: Round) -> str:
    return chosen(table.house, "shoe", "manual")


def make_ready(table: Round, shoe: ShoeRules) -> Script[None]:
    """Take the shoe up, or shuffle, cut, mark and burn as this house does."""
    decks, behind = int(chosen(table.house, "decks")), int(chosen(table.house, "cutoff-from-back"))
    burns = chosen(table.house, "burn-rule") != "none"
    yield from open_shoe(table, shoe, decks, behind, _method(table), burns)


def leave(
    table: Round, shoe: ShoeRules, marks: Citation, kept: Citation, void: HandsVoid | None = None
) -> Script[None]:
    """Leave the shoe for the next round; where it is finished, marked vigorish is collected before the reshuffle."""
    yield from let_go_of_set_aside(table, by=kept)
    too_few = void is not None and void.what == "insufficient-cards"
    if too_few or (_method(table) != "continuous" and shoe_ends(table, shoe)):
        yield from collect_marked(table, by=marks)
    if too_few:
        assert void is not None
        yield from finish_shoe(by=void.by)
    else:
        yield from leave_shoe(table, shoe, _method(table))
