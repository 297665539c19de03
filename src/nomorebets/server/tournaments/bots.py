"""Bots of the house in a tournament: they enter like everybody, with play money that the house gives them."""

from __future__ import annotations

from pathlib import Path

from nomorebets.compliance.tournament import Submission
from nomorebets.drivers.bots import bots_at, live_ways
from nomorebets.drivers.chance import SeededChance
from nomorebets.games import entries
from nomorebets.server.book import schema
from nomorebets.server.book.changes import HOUSE, PLAY_MONEY, Changes, money_of, now
from nomorebets.server.people.accounts import Purse
from nomorebets.table import Round, Table, play

PRACTICE = Path(__file__).parent / "practice.toml"
BOTS_OF_PRACTICE = 5
REHEARSED = 20  # rounds, in which nearly everything is decided that will be


def practice(game: str) -> str:
    """The submission of a tournament against bots, at a game."""
    return PRACTICE.read_text(encoding="utf-8").replace("GAME_NAME", entries()[game].name).replace("GAME", game)


def enter_bots(changes: Changes, tournament: str, own: Submission, bots: list[Purse], by: str) -> None:
    """Write bots down as entrants; the house pays their fees, through their purses."""
    for bot in bots:
        entered = {"tournament_id": tournament, "patron_id": bot.patron, "since": now(), "stage": 0, "chips": 0}
        changes.insert(schema.entrants, entered | {"prize": 0})
        changes.move(HOUSE, bot.account, own.fee, PLAY_MONEY)
        changes.move(bot.account, money_of(tournament), own.fee, by)


def rehearse(table: Table) -> None:
    """Bots play for themselves: to work out how takes seconds, for which the whole house would wait at their table."""
    for way in live_ways(table):
        for seed in range(REHEARSED):
            bots = bots_at(table, way, 2, SeededChance(seed))
            play(Round(table, seats={wager.seat: 0 for wager in bots.wagers}), bots)
