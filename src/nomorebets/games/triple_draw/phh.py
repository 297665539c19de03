"""The codes under which the PHH format knows this game."""

from __future__ import annotations

from nomorebets.table.notation import PhhCodes

PHH = PhhCodes(
    {
        "F2L3D": {"structure": "fixed-limit", "variant-wins": "2-7"},
    }
)
