"""Hands that lie open because nobody can bet any more, while the rest is dealt street by street.

Before each street the dealer waits a moment, so that everybody sees what the hands may expect of the pot. That is no
help in the sense of 8.1: nobody has anything left to decide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nomorebets.pricing.facet import odds_of
from nomorebets.server.tables.clock import Clock
from nomorebets.server.tables.round_in_play import RoundInPlay

OpenStreet = tuple[Mapping[int, str], str]  # the hands by seat, and the board


class OpenHands:
    """The street at which hands lie open now, and what was counted of it."""

    def __init__(self, round: RoundInPlay, clock: Clock) -> None:
        self._round, self._clock = round, clock
        known = odds_of(round.table.game)
        self._all_in = known.all_in if known is not None else None
        self._dealt_on: tuple[int, OpenStreet | None] = (0, None)  # the round, and the street that was waited at
        self._counted: tuple[int, Sequence[Mapping[str, Any]]] = (0, [])

    @property
    def now(self) -> OpenStreet | None:
        """The hands and the board, where cards are due and no bets."""
        request = self._round.request
        if self._all_in is None or request is None or not request.deals_cards:
            return None
        return self._all_in(self._round.at)

    @property
    def seconds(self) -> float | None:
        """How long the dealer waits before the next street; None where he does not."""
        street = self.now if self._clock.street else None
        return None if street is None or (self._round.number, street) == self._dealt_on else self._clock.street

    def deal_on(self) -> None:
        """The moment is over."""
        self._dealt_on = (self._round.number, self.now)

    def tell(self, number: int, streets: Sequence[Mapping[str, Any]]) -> bool:
        """What was counted of a round, for everybody; whether it is news."""
        is_news = bool(streets) and (number, streets) != self._counted
        self._counted = (number, streets) if is_news else self._counted
        return is_news

    def shown(self) -> dict[str, Any]:
        """What everybody sees: the board at which hands lie open, and the streets that are counted."""
        street = self.now
        if street is None:
            return {}
        number, streets = self._counted
        return {"all_in": {"board": street[1], "streets": streets if number == self._round.number else []}}
