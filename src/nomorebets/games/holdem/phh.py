"""The names under which formats of hand histories know this game."""

from __future__ import annotations

from nomorebets.table.notation import PhhCodes

PHH = PhhCodes(
    {
        "NT": {"structure": "no-limit"},
        "FT": {"structure": "fixed-limit"},
        "PT": {"structure": "pot-limit"},
    },
    {"high": "Holdem"},
)
