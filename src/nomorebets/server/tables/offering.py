"""What a house that is served may offer: whose it is, the status of games from files (8.4), options that must be alike.

A training table is a demonstration: there a game may be shown that no table may offer yet, or any more, and it says so.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING, Any

from nomorebets.errors import HouseRuleError, RulesError
from nomorebets.games import MAY_BE_OFFERED, SAMPLE
from nomorebets.regulation import reading
from nomorebets.server.tables.events import paragraph
from nomorebets.table import Table
from nomorebets.table.game_file import file_of, rules_of
from nomorebets.table.house import require_no_analysis
from nomorebets.table.variation import may_not_offer

if TYPE_CHECKING:
    from nomorebets.server.tables.live import LiveTable
    from nomorebets.server.tables.service import LiveHouse

STATUS = reading("R-8.4-status")
EVERY = 30.0  # seconds between two looks at whether a test is over
_whose = {"licensee": ""}  # said once, when the house is opened


def serve_for(licensee: str) -> None:
    """Say whose house this process serves."""
    _whose["licensee"] = licensee


def licensee() -> str:
    """Whose house it is; nothing where nobody said."""
    return _whose["licensee"]


def why_not_offered(table: Table) -> str:
    """Why no table but a demonstration may have this game; nothing where any may."""
    if file_of(table.house.options).startswith(SAMPLE):
        return "it is a sample, our invention and nobody's game"
    rules = rules_of(table.house.options)
    return "" if rules is None else may_not_offer(rules.status, date.today(), licensee())


def require_offered(table: Table, training: bool) -> None:
    """Refuse a game that may not be offered (8.4(e)), or not so, unless it is a demonstration."""
    why = "" if training else why_not_offered(table)
    if why:
        accepts = f"a training table, which shows it; or {MAY_BE_OFFERED}"
        raise HouseRuleError(f"{table.game.entry.name} cannot be offered: {why}", STATUS, table.as_of, accepts)
    if not training:
        require_no_analysis(table.game, table.house)


def words_of_status(table: Table) -> str:
    """What is said at a table of a game from a file: until when it is tested, or that it is only shown."""
    why, rules = why_not_offered(table), rules_of(table.house.options)
    if why:
        return f"a demonstration: {why}"
    return f"tested until {rules.status.until}" if rules is not None and rules.status.state == "test" else ""


async def close_what_is_over(house: LiveHouse) -> None:
    """Close tables whose game may not be offered any more, each after its round; whoever is there is told why."""
    for live in list(house.tables.values()):
        why = "" if live.training or live.stage is not None else why_not_offered(live.table)
        if not why or live.closed:
            continue
        text = f"{live.table.game.entry.name} is not offered any more: {why}"
        live.closing = text
        if live.can_close:
            with suppress(RulesError):
                await house.close_table(live)


async def watch(house: LiveHouse) -> None:
    """Look again and again, as long as the house is open; often while a table waits for the end of its round."""
    while True:
        await close_what_is_over(house)
        waits = any(live.closing and not live.closed for live in house.tables.values())
        await asyncio.sleep(1.0 if waits else EVERY)


def closing_notice(live: LiveTable) -> list[dict[str, Any]]:
    """The notice that a table closes after the round, as the notices of changes are shown."""
    if not live.closing:
        return []
    about = {"change": 0, "words": f"This table closes after the round: {live.closing}", "state": "pending"}
    return [{**about, "takes_effect": None, "seconds": 0.0, **paragraph(STATUS, live.table.as_of)}]
