"""Bots of the house in a tournament: they enter like everybody, with play money that the house gives them."""

from __future__ import annotations

from pathlib import Path

from nomorebets.compliance.tournament import Submission
from nomorebets.games import entries
from nomorebets.server.book import schema
from nomorebets.server.book.changes import HOUSE, PLAY_MONEY, Changes, money_of, now
from nomorebets.server.people.accounts import Purse

PRACTICE = Path(__file__).parent / "practice.toml"
BOTS_OF_PRACTICE = 5


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
