"""What the wagers of casino war win and lose (19:47-22.8 and 22.9)."""

from __future__ import annotations

from typing import Literal

import msgspec

from nomorebets.games.casino_war.terms import TIE_RULE, WAR_TIE, WAR_TIE_BONUS
from nomorebets.regulation import cite, reading
from nomorebets.table import House, Result, Wager
from nomorebets.table.variation import TERM
from nomorebets.table.wagers import lost

Compared = Literal["higher", "equal", "lower"]


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How a player's cards compare with the dealer's, and what was done about a tie."""

    first: Compared
    surrendered: bool = False  # or over at once, where a game file has no war
    war: Compared | None = None  # war cards are compared with war cards only
    initial: int = 0  # cents; the war tie bonus goes by it


def compare(player: int, dealer: int) -> Compared:
    """A player's rank against the dealer's."""
    return "higher" if player > dealer else "lower" if player < dealer else "equal"


def settle_initial(wager: Wager, outcome: Outcome, house: House) -> Result | None:
    """The initial wager: decided by the first cards, or on a tie by surrender or war."""
    if outcome.first == "higher":
        return Result(wager, "win", house.pays["initial"].of(wager.amount), cite("22.9"))
    if outcome.first == "lower":
        return lost(wager, cite("22.8"))
    at_once = house.get(TIE_RULE) if outcome.surrendered else None
    if at_once in ("push", "lost"):
        return lost(wager, TERM) if at_once == "lost" else Result(wager, "push", 0, TERM)
    if at_once == "half-lost":
        return Result(wager, "lose", -(wager.amount // 2), TERM)
    if outcome.surrendered:
        return Result(wager, "lose", -(wager.amount // 2), reading("R-22.8-surrender"))
    if outcome.war is None:
        return None
    if outcome.war == "lower":
        return lost(wager, reading("R-22.8-war"))
    if outcome.war == "equal" and house.get(WAR_TIE) == "lost":
        return lost(wager, TERM)
    return Result(wager, "push", 0, reading("R-22.9-net"))


def settle_tie(wager: Wager, outcome: Outcome, house: House) -> Result:
    """The tie wager: decided by the first cards, whatever is done about a tie."""
    if outcome.first == "equal":
        return Result(wager, "win", house.pays["tie"].of(wager.amount), cite("22.9"))
    return lost(wager, reading("R-22.8-tie-wager"))


def settle_war(wager: Wager, outcome: Outcome, house: House) -> Result | None:
    """The war wager: an equal war card wins like a higher one."""
    if outcome.war is None:
        return None
    if outcome.war == "lower":
        return lost(wager, reading("R-22.8-war"))
    if outcome.war == "equal" and house.get(WAR_TIE) in ("push", "lost"):
        return lost(wager, TERM) if house[WAR_TIE] == "lost" else Result(wager, "push", 0, TERM)
    by = reading("R-22.8-one-war") if outcome.war == "equal" else cite("22.9")
    return Result(wager, "win", house.pays["war"].of(wager.amount), by)


def settle_war_tie_bonus(wager: Wager, outcome: Outcome, house: House) -> Result | None:
    """What an equal war card earns beside the war wager, where the house pays it; there is no stake."""
    if outcome.war != "equal" or house[WAR_TIE_BONUS] == "none" or house.get(WAR_TIE) in ("push", "lost"):
        return None
    return Result(wager, "win", house.pays["war-tie-bonus"].of(outcome.initial), reading("R-22.8-war-tie-bonus"))
