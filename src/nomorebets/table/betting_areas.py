"""Layouts of card games: a betting area of each kind in front of each seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from nomorebets.errors import WagerRefused, unknown
from nomorebets.regulation import Citation, names
from nomorebets.table.game import Bet
from nomorebets.table.house import House
from nomorebets.table.wagers import FixedStake, Layout, Place


def area_of(kind: str) -> str:
    """Where a wager of a kind lies, in words; its name may have an article of its own."""
    return f"the {names.wager(kind).lower().removeprefix('the ')} area"


def betting_areas(kinds: Mapping[str, Citation], stakes: Mapping[str, FixedStake] | None = None) -> Layout:
    """One area per kind of wager, by the paragraph that provides for it; ``stakes`` are those that are fixed."""
    fixed = stakes or {}
    return Layout(
        {
            kind: Place(kind, kind, (), by, area_of(kind), at=(i, 0), stake=fixed.get(kind))
            for i, (kind, by) in enumerate(kinds.items())
        }
    )


def areas_for(bets: Sequence[Bet]) -> Callable[[House], Layout]:
    """The layout of a game whose bets have an area each: those that the table offers, in their order."""

    def layout(house: House) -> Layout:
        offered = [bet for bet in bets if bet.has_stake and bet.is_offered(house)]
        stakes = {bet.kind: bet.stake for bet in offered if bet.stake is not None}
        return betting_areas({bet.kind: bet.by for bet in offered}, stakes)

    return layout


def area_finder(by: Citation) -> Callable[[str, Layout, House], Place]:
    """How a patron names one of the areas; what is none of them is refused by this paragraph."""
    return lambda text, layout, house: find_area(text, layout, house, by)


def find_area(text: str, layout: Layout, house: House, by: Citation) -> Place:
    """The area a patron names, or the refusal."""
    words = text.strip().lower()
    if words in layout:
        return layout[words]
    near = unknown("wager", words, layout)
    raise WagerRefused(f"{text[:60]!r} is no wager at this table", by, house.as_of, near.accepts)


def whole_chips(house: House, place: Place) -> int:
    """A wager is a whole number of the table's smallest chips."""
    return house.smallest_chip
