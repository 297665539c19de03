"""Rounds dealt to bots from a seal, for the tests of fairness."""

from __future__ import annotations

from nomorebets.drivers.bots import bots_at
from nomorebets.drivers.chance import SeededChance
from nomorebets.fairness.drbg import HmacDrbg
from nomorebets.fairness.sealed import RoundChance, Seal, fresh_seal
from nomorebets.games import open_table
from nomorebets.table import Play, Round
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.record import record_of, write


def told_seal(number: int, round_id: str = "table-1") -> Seal:
    """The same seal for the same number."""
    return fresh_seal(round_id, HmacDrbg(number.to_bytes(48)).generate)


def dealt(game: str, seal: Seal, words: dict[int, str] | None = None, opening: Opening | None = None) -> Play:
    """A round dealt to bots from a seal."""
    table = open_table(game)
    bots = bots_at(table, "variety", 3, SeededChance(0))
    chance = RoundChance(seal, words)
    seats = {wager.seat: 0 for wager in bots.wagers}
    play = Play(Round(table, Felt.opened(opening or Opening()), seats))
    while play.request is not None:
        request = play.request
        answer = chance.pick(request, play.table).answer if request.asks == "chance" else bots(request, play.table)
        chance.answered(request)
        play.answer(answer)
    return play


def recorded(play: Play) -> bytes:
    return write(record_of(play))
