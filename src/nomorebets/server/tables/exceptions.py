"""Limits of one player: a supervisor lets him wager outside those posted, and the floor log says who did (8.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec

from nomorebets.errors import HouseRuleError, shown
from nomorebets.games import open_table
from nomorebets.regulation import Citation
from nomorebets.server.book.floor_log import Allowed, NoLonger
from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.inbox import Message
from nomorebets.server.tables.rules import Rules, moment
from nomorebets.server.tables.seats import Seats
from nomorebets.table import Round, Settings, Table, Wager
from nomorebets.table.acceptance import is_within_limits, verify_wager
from nomorebets.table.house import limits_by

MOST_AT_ONCE = 100
_ENDS = ("min", "max")


class Exceptions:
    """Who may wager outside the limits of a table."""

    def __init__(self, table: Table, seats: Seats, rules: Rules) -> None:
        self._table, self._seats, self._rules = table, seats, rules

    @property
    def _by(self) -> Citation | None:
        return limits_by(self._table.as_of, "R-8.2-player")

    def allow(self, purse: Purse, message: Message) -> None:
        """Let whoever sits in a seat wager less than the minimum or more than the maximum of a wager."""
        seat, limits = message.get("seat"), {end: str(message[end]) for end in _ENDS if message.get(end) is not None}
        sitting = self._seats.at(seat) if type(seat) is int else None
        if sitting is None:
            accepts = ", ".join(map(str, self._seats)) or "a seat that is taken: nobody sits here"
            raise HouseRuleError(f"nobody sits in seat {shown(seat, 20)}", self._by, self._table.as_of, accepts)
        if not limits:
            text = "an exception says the minimum or the maximum that it allows"
            raise HouseRuleError(text, self._by, self._table.as_of, 'max = "2000.00"')
        if len(self._rules.floor.exceptions) >= MOST_AT_ONCE:
            raise HouseRuleError(f"{MOST_AT_ONCE} exceptions are made here", accepts="ending one of them")
        allowed = Allowed(
            number=self._rules.floor.number + 1,
            at=moment(),
            who=purse.patron,
            name=purse.name,
            patron=sitting.patron,
            player=sitting.name,
            wager=str(message.get("wager") or "table"),
            limits=limits,
        )
        self._limits_with([allowed])  # refused where the table could not post them
        self._rules.write(allowed)

    def end(self, purse: Purse, message: Message) -> None:
        number, known = message.get("exception"), self._rules.floor.exceptions
        if type(number) is not int or number not in known:
            accepts = ", ".join(map(str, known)) or "none is made here"
            raise HouseRuleError(f"no exception {shown(number, 20)} is made here", self._by, self._table.as_of, accepts)
        self._rules.write(NoLonger(number=number, at=moment(), who=purse.patron, name=purse.name))

    def _limits_with(self, allowed: list[Allowed]) -> Table:
        """The table with the limits of one player."""
        settings = self._rules.floor.settings
        limits = dict(settings.limits)
        for one in allowed:
            posted = limits.get(one.wager)
            limits[one.wager] = {**(posted if isinstance(posted, dict) else {}), **one.limits}
        own = Settings(dict(settings.options), dict(settings.pay_table), limits)
        return open_table(self._table.game.id, self._table.as_of, own)

    def taker(self, patron: str) -> Callable[[Round, Wager], Wager]:
        """What verifies the wagers of a player: one outside the posted limits and within his own is accepted as it is.

        Whatever else a rule demands of it, beside other wagers for one, is demanded all the same.
        """
        own = [one for one in self._rules.floor.exceptions.values() if one.patron == patron]
        table = self._limits_with(own) if own else None

        def take(at: Round, wager: Wager) -> Wager:
            if table is None or is_within_limits(at, wager):
                verify_wager(at, wager)
                return wager
            verify_wager(replace(at, table=table), wager)
            return msgspec.structs.replace(wager, accepted=True)

        return take

    def shown(self, patron: str | None, supervises: bool) -> list[dict[str, Any]]:
        """One's own; to a supervisor all of them."""
        if not self._rules.floor.exceptions:
            return []
        return [
            {
                "exception": number,
                "player": one.player,
                "wager": one.wager,
                "limits": one.limits,
                "allowed_by": one.name,
            }
            for number, one in self._rules.floor.exceptions.items()
            if supervises or one.patron == patron
        ]
