"""Side wagers of the blackjack family: paid by a row of a pay table; matching the dealer's first card."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import perm
from typing import Any

from nomorebets.games.twenty_one.shoe_counts import ShoeCounts
from nomorebets.regulation import Citation, PayTable
from nomorebets.table import House, Result, Wager
from nomorebets.table.game import Settle
from nomorebets.table.wagers import lost

# how many of the first two cards have the rank of the dealer's first card, and how many its suit too
MATCHES = ("two-suited", "one-of-each", "one-suited", "two", "one")


def in_one_suit(cards: Iterable[str]) -> bool:
    return len({card[1] for card in cards}) == 1


def by_row(row_of: Callable[[Any, House], str | None], pays: PayTable, lost_by: Citation) -> Settle:
    """How a wager is settled that is paid by the rows of a pay table.

    ``row_of`` tells the row that was won: "" where the wager has lost, None where that is not known yet.
    """

    def settle(wager: Wager, outcome: Any, house: House) -> Result | None:
        name = row_of(outcome, house)
        if name is None:
            return None
        row = f"{wager.kind}.{name}"
        if row not in house.pays:
            return lost(wager, lost_by)
        return Result(wager, "win", house.pays[row].of(wager.amount), pays.by_for(row))

    return settle


def match_ways(shoe: ShoeCounts) -> dict[str, int]:
    """In how many ways the first cards of a box match the dealer's: as cards that match a king of clubs so."""
    ways = dict.fromkeys(("Kc Kc", "Kc Kd", "Kd Kh", "Kc 2c", "Kd 2c", "2c 3c"), 0)
    for card, held in shoe.of.items():
        if not held:
            continue
        same, alike, rest = held - 1, shoe.rank[card[0]] - held, shoe.total - shoe.rank[card[0]]
        ways["Kc Kc"] += held * perm(same, 2)
        ways["Kc Kd"] += held * 2 * same * alike
        ways["Kd Kh"] += held * perm(alike, 2)
        ways["Kc 2c"] += held * 2 * same * rest
        ways["Kd 2c"] += held * 2 * alike * rest
        ways["2c 3c"] += held * perm(rest, 2)
    return ways


def match_name(cards: Iterable[str], up: str) -> str:
    """How the initial cards match the dealer's first card; "" where none has its rank.

    >>> match_name(("Qd", "Qs"), "Qd"), match_name(("Kd", "9d"), "Qd")
    ('one-of-each', '')
    """
    ranks = sum(card[0] == up[0] for card in cards)
    identical = sum(card == up for card in cards)
    if ranks == 2:
        return ("two", "one-of-each", "two-suited")[identical]
    return ("one", "one-suited")[identical] if ranks else ""
