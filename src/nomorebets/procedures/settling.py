"""Settling: each wager by the one settlement of its bet, from what happened."""

from __future__ import annotations

from collections.abc import Iterable

from nomorebets.procedures.deck import wager_of
from nomorebets.table.round import Round
from nomorebets.table.wagers import Result, Wager


def settle_wagers(table: Round, outcome: object, wagers: Iterable[Wager]) -> list[Result]:
    """What these wagers win or lose, in their order; one that is not decided yet has no result."""
    bet = table.table.game.bet
    results = (bet[wager.kind].settle(wager, outcome, table.house) for wager in wagers)
    return [result for result in results if result is not None]


def settle_seat(table: Round, seat: int, outcome: object) -> list[Result]:
    """What the wagers of one seat win or lose, in the order of the game's bets; a bonus goes by the wager beside it."""
    results: list[Result] = []
    for bet in table.table.game.bets:
        wager = wager_of(table, seat, bet.kind if bet.has_stake else bet.beside)
        result = bet.settle(wager, outcome, table.house) if wager else None
        if result is not None:
            results.append(result)
    return results
