"""What the wagers of twin hands win and lose: ranks in, results out."""

from __future__ import annotations

from typing import NamedTuple

from nomorebets.equipment.cards import JOKER, RANKS
from nomorebets.regulation import cite
from nomorebets.table import House, Result, Wager
from nomorebets.table.wagers import lost

NAMES = (*RANKS, JOKER)  # by value: the joker ranks above the ace


def value(card: str) -> int:
    return NAMES.index(card if card == JOKER else card[0])


class Showdown(NamedTuple):
    """The front cards of a seat and the dealer's card, by their values."""

    first: int
    second: int
    dealer: int


def settle_stake(wager: Wager, shown: Showdown, house: House) -> Result:
    """Both hands against the dealer."""
    if min(shown.first, shown.second) <= shown.dealer:
        return lost(wager, cite("91.1(b)"))
    return Result(wager, "win", house.pays["stake"].of(wager.amount), cite("91.1(b)"))


def settle_raise(wager: Wager, shown: Showdown, house: House) -> Result:
    """One hand against the dealer."""
    front = shown.first if wager.kind == "first" else shown.second
    if front <= shown.dealer:
        return lost(wager, cite("91.1(c)"))
    return Result(wager, "win", house.pays[wager.kind].of(wager.amount), cite("91.1(c)"))


def ranks_on(ticket: str) -> list[str]:
    """The ranks that a ticket names: ``ticket:7-K``."""
    return ticket.partition(":")[2].split("-")


def settle_ticket(wager: Wager, shown: Showdown, house: House) -> Result:
    """The ranks on a ticket against the rank of the dealer's card."""
    ranks = ranks_on(wager.on)
    if NAMES[shown.dealer] not in ranks:
        return lost(wager, cite("91.1(d)"))
    return Result(wager, "win", house.pays[f"ticket.{len(ranks)}"].of(wager.amount), cite("91.1(d)"))
