"""What may be done with a wager of craps and when: making, raising, reducing, taking down, turning on and off (1.3)."""

from __future__ import annotations

from typing import NamedTuple

from nomorebets.games.craps.wagers import COME_OUT, CrapsWager
from nomorebets.regulation import Citation, cite, reading


class Allowed(NamedTuple):
    """One row of the matrix: each act is allowed, or not and by which paragraph."""

    make: Citation | None = None  # None: allowed
    raise_: Citation | None = None
    reduce: Citation | None = None
    remove: Citation | None = None
    call: Citation | None = None

    def refused(self, act: str) -> Citation | None:
        """The paragraph that refuses an act; None where it is allowed."""
        return {
            "make": self.make,
            "raise": self.raise_,
            "reduce": self.reduce,
            "remove": self.remove,
            "on": self.call,
            "off": self.call,
        }[act]


_CONTRACT = reading("R-1.3-contract")
_DONT = reading("R-1.3-dont")
_NO_CALL = reading("R-1.3-turn-off")
_FIRE = reading("R-1.12-when")

# (family, state) -> what is refused, and by what; what is not named is allowed (R-1.3-free)
MATRIX: dict[tuple[str, str], Allowed] = {
    ("pass", "come-out"): Allowed(call=_NO_CALL),
    ("pass", "point"): Allowed(cite("1.2(a)1"), cite("1.2(a)1"), _CONTRACT, _CONTRACT, _NO_CALL),  # no put bets
    ("dont-pass", "come-out"): Allowed(call=_NO_CALL),
    ("dont-pass", "point"): Allowed(cite("1.2(a)2"), _DONT, call=_NO_CALL),
    ("come", "come-out"): Allowed(reading("R-1.2a3-point-on"), reading("R-1.2a3-point-on"), call=_NO_CALL),
    ("come", "area"): Allowed(call=_NO_CALL),
    ("come", "on its point"): Allowed(cite("1.2(a)3"), cite("1.2(a)3"), _CONTRACT, _CONTRACT, _NO_CALL),
    ("dont-come", "come-out"): Allowed(reading("R-1.2a4-point-on"), reading("R-1.2a4-point-on"), call=_NO_CALL),
    ("dont-come", "area"): Allowed(call=_NO_CALL),
    ("dont-come", "on its point"): Allowed(cite("1.2(a)4"), _DONT, call=_NO_CALL),
    ("one-roll", ""): Allowed(call=_NO_CALL),
    ("fire", "new hand"): Allowed(call=_NO_CALL),
    ("fire", "hand under way"): Allowed(_FIRE, _FIRE, _FIRE, _FIRE, _NO_CALL),
}
FREE = Allowed()  # place, buy, lay, hardway and odds bets


def state_of(bet: CrapsWager, point: int, hand_is_new: bool) -> str:
    """The state of a wager that the matrix asks for."""
    if bet.family in ("pass", "dont-pass"):
        return "come-out" if point == COME_OUT else "point"
    if bet.family in ("come", "dont-come"):
        if bet.number:
            return "on its point"
        return "come-out" if point == COME_OUT else "area"
    if bet.family == "fire":
        return "new hand" if hand_is_new else "hand under way"
    return ""


def allowed(bet: CrapsWager, point: int, hand_is_new: bool) -> Allowed:
    """The row of the matrix for a wager as it lies."""
    return MATRIX.get((bet.family, state_of(bet, point, hand_is_new)), FREE)


def why(bet: CrapsWager, act: str, point: int) -> str:
    """The reason of a refusal in words."""
    on = f"{point} is the point" if point else "it is a come-out roll"
    if bet.family in ("come", "dont-come") and bet.number and act == "make":
        return "a come bet goes to its point by a roll and is not put there"
    if act in ("on", "off"):
        return "it cannot be called on or off"
    if bet.family == "fire":
        return "the shooter's hand is under way"
    if act == "make":
        return on
    done = {"raise": "raised", "reduce": "reduced", "remove": "taken down"}[act]
    return f"it cannot be {done} once its point is set"
