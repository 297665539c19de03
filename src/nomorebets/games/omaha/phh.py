"""The names under which formats of hand histories know this game."""

from __future__ import annotations

from nomorebets.table.notation import PhhCodes

PHH = PhhCodes(
    {
        "PO": {"structure": "pot-limit", "variant-wins": "high"},
        "FO/8": {"structure": "fixed-limit", "variant-wins": "high-low-8"},
    },
    {"high": "Omaha", "high-low-8": "OmahaHiLo"},
)
