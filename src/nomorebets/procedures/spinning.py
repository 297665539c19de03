"""Wheels: what is done with a spin that does not count."""

from __future__ import annotations

from collections.abc import Mapping

from nomorebets.table.game import Irregularity, Script
from nomorebets.table.steps import announce, remedy


def no_spin(what: str, causes: Mapping[str, Irregularity]) -> Script[None]:
    """Call a spin off: nothing has won or lost, and wagers may be changed before the next (R-5.4-wagers-stand)."""
    cause = causes[what]
    yield from announce("No Spin", by=cause.by)
    yield from remedy(what, cause.remedy, by=cause.by)
