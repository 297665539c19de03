"""All-in or fold as charts: what the small blind pushes, and what the big blind calls."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from nomorebets.equipment.cards import RANKS
from nomorebets.errors import UnknownName
from nomorebets.games.poker_room.matchups import CLASSES
from nomorebets.games.poker_room.push_or_fold import Blinds, solve
from nomorebets.games.poker_room.terms import blinds_at, buy_in_at
from nomorebets.pricing.facet import ChartCell, ChartRow, PartialPlay, PlayChart, Pricing
from nomorebets.table import Table
from nomorebets.table.money import dollars

USUAL_STACK = 10  # big blinds
NOT_SOLVED = (
    "Hold 'em is not solved: nobody knows the best play with more than a few chips, or of more than two players. "
    "Solved exactly is the short stack of two players who go all in or fold before the flop, without rake and antes."
)
ACTS, FOLDS, MIXES = "+", ".", "~"


def push_or_fold(table: Table, pricing: Pricing) -> PartialPlay:
    """The equilibrium for the table's blinds and a stack: the stake, or ten big blinds."""
    posted = blinds_at(table.house)
    if len(posted) != 2:
        text = f"{len(posted)} blinds: all-in or fold is worked out for a small and a big one"
        raise UnknownName(text, on=table.as_of, accepts='--set "blinds=1.00 2.00"')
    small, big = posted
    stack = pricing.stake or USUAL_STACK * big
    most = buy_in_at(table.house).most
    if not big < stack <= most:
        text = f"a stack of {dollars(stack)} beside a big blind of {dollars(big)}"
        raise UnknownName(text, on=table.as_of, accepts=f"--stake of more than {dollars(big)}, up to {dollars(most)}")
    found = solve(Blinds(small, big, stack))
    at = f"with {dollars(stack)} and blinds of {dollars(small)} and {dollars(big)}"
    value = found.value / big
    notes = (
        f"the small blind wins {float(value):+.6f} big blinds a hand on average, exactly {value}",
        f"best answers would gain {found.exploitable / big} big blinds a hand together",
    )
    return PartialPlay(
        NOT_SOLVED,
        (
            _chart(f"small blind, all in {at}", "all in", found.pushes, ()),
            _chart(f"big blind, calls all in {at}", "call", found.calls, notes),
        ),
        {"value_in_big_blinds": value, "exploitable_in_big_blinds": found.exploitable / big},
    )


def _chart(title: str, act: str, often: Sequence[Fraction], notes: tuple[str, ...]) -> PlayChart:
    """The 169 classes as a square: pairs on the diagonal, suited hands to the right of it, others to the left."""
    columns = tuple(reversed(RANKS))
    rows = tuple(
        ChartRow(rank, tuple(ChartCell(_letter(often[13 * at + column])) for column in range(13)))
        for at, rank in enumerate(columns)
    )
    mixed = [f"{CLASSES[at]} in {share} of all cases" for at, share in enumerate(often) if 0 < share < 1]
    letters = {ACTS: act, FOLDS: "fold", **({MIXES: "mixed: " + ", ".join(mixed)} if mixed else {})}
    return PlayChart(title, columns, (("suited ↗", rows),), letters, notes)


def _letter(share: Fraction) -> str:
    return ACTS if share == 1 else MIXES if share else FOLDS
