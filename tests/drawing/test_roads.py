"""The roads of a scoreboard, against a shoe worked out by hand on squared paper."""

from __future__ import annotations

from itertools import groupby

import pytest

from nomorebets.drawing.scores import DERIVED, derived

SHOE = "BBBPTBBPPBPPPB"  # columns of 3, 1, 2, 2, 1, 3 and 1; a tie opens none


def as_drawn(marks: str, back: int) -> list[str]:
    """The same beads by looking at the cells of a drawn board, as the rule of the road is usually told."""
    columns = [len(list(same)) for _, same in groupby(marks.replace("T", ""))]
    cells = {(c, r) for c, depth in enumerate(columns) for r in range(depth)}
    beads = []
    for c, depth in enumerate(columns):
        for r in range(depth):
            if (c, r) == (back, 0) or c < back:
                continue
            if r == 0:
                beads.append("R" if columns[c - 1] == columns[c - 1 - back] else "B")
            else:
                beside, above = (c - back, r) in cells, (c - back, r - 1) in cells
                beads.append("R" if beside == above else "B")
    return beads


@pytest.mark.parametrize(
    ("name", "beads"),
    [("big eye", "BBBRRBBRB"), ("small", "RBBBBRBB"), ("cockroach", "RBRRBB")],
)
def test_a_derived_road_of_a_known_shoe(name: str, beads: str) -> None:
    assert "".join(derived(SHOE, DERIVED[name])) == beads == "".join(as_drawn(SHOE, DERIVED[name]))
