"""Layouts of card games: a betting area of each kind in front of each seat."""

from __future__ import annotations

from collections.abc import Mapping

from nomorebets.errors import WagerRefused, unknown
from nomorebets.regulation import Citation
from nomorebets.table.house import House
from nomorebets.table.wagers import FixedStake, Layout, Place


def betting_areas(kinds: Mapping[str, Citation], stakes: Mapping[str, FixedStake] | None = None) -> Layout:
    """One area per kind of wager, by the paragraph that provides for it; ``stakes`` are those that are fixed."""
    fixed = stakes or {}
    return Layout(
        {
            kind: Place(kind, kind, (), by, f"the {kind} area", at=(i, 0), stake=fixed.get(kind))
            for i, (kind, by) in enumerate(kinds.items())
        }
    )


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
