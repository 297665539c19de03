"""The codes under which the PHH format knows this game."""

from __future__ import annotations

from nomorebets.table.notation import PhhCodes

PHH = PhhCodes(
    {
        "F7S": {"structure": "fixed-limit", "variant-wins": "high"},
        "F7S/8": {"structure": "fixed-limit", "variant-wins": "high-low-8"},
        "FR": {"structure": "fixed-limit", "variant-wins": "low"},
    }
)
