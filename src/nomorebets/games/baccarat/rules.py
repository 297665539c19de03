"""The paragraphs by which a game of this family deals its hands; each game fills in its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from nomorebets.regulation import Citation


@dataclass(frozen=True, kw_only=True)
class ErrorRules:
    """What is done with a card that was dealt in error and that no hand can use."""

    undisclosed: Citation
    several: Citation  # undisclosed, and not the first to be set aside
    too_late: Citation  # undisclosed, but the cutting card is already seen
    gone: Citation  # it was face up in the shoe: nothing is left that was drawn in error
    before: Citation  # disclosed, before there were procedures to choose from
    ways: Mapping[str, Citation]
    tens: Citation
    simulated: Citation  # how a simulated round is dealt
    values: Callable[[str], Citation]  # the paragraph that gives a card its value


@dataclass(frozen=True, kw_only=True)
class HandRules:
    """How two hands are counted and called, and a card laid to the wrong one is put right."""

    kept: Citation  # the card kept from the last hand opens this one
    wrong_hand: Citation
    count: Citation
    counts_called: Citation
    result: Citation


@dataclass(frozen=True, kw_only=True)
class ThirdCardRules:
    """Who takes a third card, and what is done about one that was dealt or forgotten against the tables."""

    dealt: Citation
    natural: Citation
    player_table: Citation
    banker_table: Citation
    to_player: Citation  # dealt to a Player's Hand that must stay
    to_banker: Citation
    not_dealt: Citation
    errors: ErrorRules
