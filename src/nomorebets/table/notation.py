"""Hand histories of other programs: which of their codes stand for which house rules of a game."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class PhhCodes(msgspec.Struct, frozen=True):
    """The facet ``phh`` of a game: the variants of the PHH format that it is, each with the options that make it so."""

    codes: Mapping[str, Mapping[str, str]]
    # its name in the Open Hand History format, by which hands win; none where the format has no such game
    open_names: Mapping[str, str] = {}
