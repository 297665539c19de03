"""May this wager be made? Asked before anything moves; the answer names the paragraph."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from nomorebets.errors import RulesError, WagerRefused, listed, shown
from nomorebets.regulation import Citation, reading
from nomorebets.table.house import limit_of
from nomorebets.table.ledger import patron
from nomorebets.table.money import MOST, dollars
from nomorebets.table.wagers import Wager

if TYPE_CHECKING:
    from nomorebets.table.round import Round

MOST_SEATS = 100


def refusal(table: Round, wager: Wager, why: str, by: Citation, accepts: str) -> WagerRefused:
    """The refusal of a wager: who, what, why, by which paragraph, and what would be accepted."""
    seat = wager.seat if abs(wager.seat) <= MOST else "beyond count"
    amount = dollars(wager.amount) if abs(wager.amount) <= MOST else "an amount beyond count"
    on = wager.on if wager.on in table.table.layout else shown(wager.on)
    return WagerRefused(f"seat {seat}: {amount} on {on} refused: {why}", by, table.as_of, accepts)


def verify_wager(table: Round, wager: Wager) -> None:
    """Raise the reason why a wager may not be made now."""
    rules, house, game = table.table, table.table.house, table.table.game
    _require_well_formed(table, wager)
    place = rules.place(wager.on)
    by = reading("R-8.2-limits")
    if not 1 <= wager.seat <= MOST_SEATS:
        raise refusal(table, wager, "there is no such seat", by, f"seats 1 to {MOST_SEATS}")
    if wager.on != place.id:
        raise refusal(table, wager, "the place is named in another way", place.by, place.id)
    unit = game.unit(house, place)
    if not 0 < wager.amount <= MOST or not 0 <= wager.coupon <= MOST:
        raise refusal(table, wager, "that is no stake", by, f"amounts from {dollars(unit)} on")
    if wager.amount % unit and (place.parts > 1 or not wager.accepted):  # equal parts are no limit of the house
        raise refusal(
            table,
            wager,
            f"it is not made of whole chips of {dollars(house.smallest_chip)}, or cannot be divided and paid exactly",
            place.by if place.parts > 1 else reading("R-8.2-increments"),
            f"multiples of {dollars(unit)}",
        )
    stack = table.seats.get(wager.seat, 0)
    left = stack + table.felt.ledger.balance[patron(wager.seat)]
    if stack and wager.amount > left:
        raise refusal(table, wager, f"the seat has {dollars(left)} left", by, f"at most {dollars(left)}")
    if not wager.accepted:
        _verify_limits(table, wager, place.odds_of, place.parts)
    game.verify(table, wager)


def _require_well_formed(table: Round, wager: Wager) -> None:
    """Refuse what is no wager at all, before anything about it is compared."""
    by = reading("R-8.2-limits")
    try:
        msgspec.convert(msgspec.to_builtins(wager), Wager)
    except (msgspec.MsgspecError, TypeError, ValueError):
        accepts = "a seat, a place and an amount, each of its own kind"
        raise WagerRefused(f"{shown(wager, 120)} is no wager", by, table.as_of, accepts) from None
    if not (wager.chips.isprintable() and len(wager.chips) <= 40):
        raise refusal(table, wager, f"{shown(wager.chips, 40)} names no chips", by, "a colour, or value")


def _verify_limits(table: Round, wager: Wager, kind: str, parts: int) -> None:
    limit = limit_of(table.table.game, table.table.house, kind)
    total = table.felt.on(wager.seat, wager.on) + wager.amount
    low, high = limit.min * parts, limit.max * parts
    within = f"{dollars(low or 1)} to {dollars(high)}" if high else f"{dollars(low)} and more"
    by = reading("R-8.2-limits")
    if total < low:
        raise refusal(table, wager, f"the posted minimum is {dollars(low)}", by, within)
    if high and total > high:
        raise refusal(table, wager, f"the posted maximum is {dollars(high)}", by, within)
    if limit.step and total % (limit.step * parts):
        step = dollars(limit.step * parts)
        raise refusal(table, wager, f"wagers go in steps of {step}", by, f"multiples of {step}")


def can_wager(table: Round, wager: Wager) -> bool:
    """The same as a question."""
    try:
        verify_wager(table, wager)
    except RulesError:
        return False
    return True


def verify_bets(table: Round, placed: tuple[Wager, ...], removed: tuple[Wager, ...], by: Citation) -> None:
    """Check a whole answer before any of it moves: each wager alone, and together with the others."""
    lying = list(table.felt.wagers)
    for wager in removed:
        if wager not in lying:
            own = listed(f"{w.on} {dollars(w.amount)}" for w in lying if w.seat == wager.seat)
            raise refusal(table, wager, "there is no such wager to take down", by, own or "nothing: it has no wager")
        lying.remove(wager)
    rehearsal = table.copy()
    for wager in removed:
        rehearsal.felt.take_up(wager, by)
    for wager in placed:
        verify_wager(rehearsal, wager)
        rehearsal.felt.put_down(wager, by)
