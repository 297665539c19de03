"""What a pokette wager wins or loses (12.6(b), 12.7, 12.8): script, odds, simulation and disputes settle by it."""

from __future__ import annotations

from dataclasses import dataclass

from nomorebets.equipment.wheels import JACER
from nomorebets.games.pokette.hand import completing
from nomorebets.games.pokette.layout import layout
from nomorebets.games.pokette.terms import JACER_IN_HAND
from nomorebets.regulation import cite, reading
from nomorebets.table import House, Result, Wager
from nomorebets.table.wagers import lost


@dataclass(frozen=True)
class Spin:
    """What came up, and the cards of the hand before it."""

    section: str
    hand: tuple[str, ...] = ()


def settle_card(wager: Wager, spin: Spin, house: House) -> Result:
    """A wager on cards, or on the jacer."""
    place = layout(house)[wager.on]
    if spin.section in place.covers:
        return Result(wager, "win", house.pays[place.odds_of].of(wager.amount), cite("12.6(b)"))
    return lost(wager, reading("R-12.7-jacer") if spin.section == JACER else cite("12.7"))


def settle_hand(wager: Wager, spin: Spin, house: House) -> Result:
    """A wager that the next card completes the hand; void where the cards shown did not open it."""
    cards = completing(house, spin.hand).get(wager.kind)
    if cards is None:
        return Result(wager, "void", 0, reading("R-12.9-not-open"))
    if spin.section == JACER and house[JACER_IN_HAND] == "breaks":
        return lost(wager, reading("R-12.8-jacer"))
    if spin.section in cards or spin.section == JACER:
        return Result(wager, "win", house.pays[wager.kind].of(wager.amount), cite("12.6(b)"))
    return lost(wager, cite("12.8"))
