"""May this wager be made? Asked before anything moves; the answer names the paragraph."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from nomorebets.errors import RulesError, WagerRefused, listed, shown
from nomorebets.regulation import Citation, names
from nomorebets.table.felt import begin_trial, end_trial
from nomorebets.table.game import any_act
from nomorebets.table.house import counts_for, limit_of, limits_by
from nomorebets.table.money import MOST, dollars
from nomorebets.table.wagers import Change, FixedStake, Place, Wager, seat_words

if TYPE_CHECKING:
    from nomorebets.table.round import Round

MOST_SEATS = 100
MOST_FORMED = 1 << 10
_FORMED: dict[int, Wager] = {}  # found well formed, by identity: they cannot change, and bots make the same again


def refusal(table: Round, wager: Wager, why: str, by: Citation | None, accepts: str) -> WagerRefused:
    """The refusal of a wager: who, what, why, by which paragraph, and what would be accepted."""
    whose = seat_words(wager.seat, wager.player) if abs(wager.seat) <= MOST else "seat beyond count"
    amount = dollars(wager.amount) if abs(wager.amount) <= MOST else "an amount beyond count"
    on = names.wager(wager.on) if table.table.has_place(wager.on) else shown(wager.on)
    return WagerRefused(f"{whose}: {amount} on {on} refused: {why}", by, table.as_of, accepts)


def outside_limits(table: Round, wager: Wager, why: str, accepts: str) -> WagerRefused:
    """The refusal of a wager that no table takes, or not this one: by our reading of 8.2."""
    return refusal(table, wager, why, limits_by(table.as_of), accepts)


def verify_wager(table: Round, wager: Wager, alone: bool = True) -> None:
    """Raise the reason why a wager may not be made now. One of several is judged beside the others afterwards."""
    game = table.game
    place = require_stake(table, wager)
    unit = table.table.unit(place)
    free = wager.accepted and place.parts == 1  # equal parts are no limit of the house
    if wager.amount % unit and place.stake is None and not free:
        raise refusal(
            table,
            wager,
            f"{names.wager(place.id)} takes multiples of {dollars(unit)}",
            game.terms.unpayable_by or (place.by if place.parts > 1 else limits_by(table.as_of, "R-8.2-increments")),
            f"multiples of {dollars(unit)}",
        )
    stack = table.stack(wager.seat, wager.player)
    if stack:
        require_chips(table, wager, stack + table.felt.ledger.balance.get(wager.owner, 0))  # leaves no account behind
    if place.stake is not None:
        _verify_fixed(table, wager, place.stake)
    elif table.house.limits and not wager.accepted:
        _verify_limits(table, wager, place.odds_of, place.parts)
    betting = game.betting
    if betting.verify_act is not any_act:
        betting.verify_act(table, "raise" if table.felt.on(wager.seat, wager.on, wager.player) else "make", wager)
    if alone:
        betting.verify(table, wager)
        if _is_match_play(wager):
            chips = table.felt.on(wager.seat, wager.on, wager.player) + wager.amount
            _verify_coupon(table, wager, chips, _with_coupons(table))


def require_chips(table: Round, wager: Wager, left: int) -> None:
    """Refuse a wager for which a seat has too few chips."""
    if wager.staked > left:
        raise outside_limits(table, wager, f"the seat has {dollars(left)} left", f"at most {dollars(left)}")


def require_stake(table: Round, wager: Wager) -> Place:
    """Refuse what could be no wager at any time: of no seat, on no place, of no amount. The place it lies on."""
    if _FORMED.get(id(wager)) is not wager:
        _require_well_formed(table, wager)
    place = table.table.place(wager.on)
    if not 1 <= wager.seat <= MOST_SEATS:
        raise outside_limits(table, wager, "there is no such seat", f"seats 1 to {MOST_SEATS}")
    if wager.on != place.id:
        raise refusal(table, wager, "the place is named in another way", place.by, place.id)
    redeemed = place.stake is not None and place.stake.coupon and wager.coupon > 0  # no chip is needed beside it
    if not (0 if redeemed else 1) <= wager.amount <= MOST or not 0 <= wager.coupon <= MOST:
        least = dollars(table.game.betting.unit(table.house, place))
        raise outside_limits(table, wager, "that is no stake", f"amounts from {least} on")
    return place


def _require_well_formed(table: Round, wager: Wager) -> None:
    """Refuse what is no wager at all, before anything about it is compared."""
    try:
        msgspec.convert(msgspec.to_builtins(wager), Wager)
    except (msgspec.MsgspecError, TypeError, ValueError):
        accepts = "a seat, a place and an amount, each of its own kind"
        raise WagerRefused(f"{shown(wager, 120)} is no wager", limits_by(table.as_of), table.as_of, accepts) from None
    if not (wager.chips.isprintable() and len(wager.chips) <= 40):
        raise outside_limits(table, wager, f"{shown(wager.chips, 40)} names no chips", "a colour, or value")
    if len(_FORMED) >= MOST_FORMED:
        _FORMED.clear()
    _FORMED[id(wager)] = wager


def _verify_fixed(table: Round, wager: Wager, stake: FixedStake) -> None:
    """Exactly the stake, once: a chip, or where the rules say so a coupon."""
    if any((lying.owner, lying.on) == (wager.owner, wager.on) for lying in table.felt.wagers):
        raise refusal(table, wager, "it has been made", stake.by, f"exactly {dollars(stake.amount)}, once a round")
    if stake.coupon and (wager.amount, wager.coupon) == (0, stake.amount):
        return
    if wager.amount != stake.amount or (stake.coupon and wager.coupon):
        coupon = ", or a coupon for it" if stake.coupon else ""
        what = dollars(stake.amount)
        raise refusal(table, wager, f"its stake is {what}, no more and no less", stake.by, f"exactly {what}{coupon}")


def _is_match_play(wager: Wager) -> bool:
    """Whether a coupon lies beside chips; one that is redeemed lies in place of them."""
    return wager.coupon > 0 < wager.amount


def _with_coupons(table: Round) -> set[str]:
    return {wager.owner for wager in table.felt.wagers if _is_match_play(wager)}


def _verify_coupon(table: Round, wager: Wager, chips: int, with_coupons: set[str]) -> None:
    """A match play coupon lies with chips that are worth no less, and is the only one of its patron."""
    by = limits_by(table.as_of, "R-8.2-coupon")
    if wager.owner in with_coupons:
        raise refusal(table, wager, "its patron has a coupon on the layout", by, "one coupon a round")
    if wager.coupon > chips:
        why = f"a coupon of {dollars(wager.coupon)} lies with {dollars(chips)} in chips"
        raise refusal(table, wager, why, by, f"chips of at least {dollars(wager.coupon)}, or a smaller coupon")


def _verify_limits(table: Round, wager: Wager, kind: str, parts: int) -> None:
    limit = limit_of(table.game, table.house, kind)
    total = table.felt.on(wager.seat, wager.on, wager.player) + wager.amount
    low, high = limit.min * parts, limit.max * parts
    if total < low or (high and total > high):
        end, amount = ("minimum", low) if total < low else ("maximum", high)
        within = f"{dollars(low or 1)} to {dollars(high)}" if high else f"{dollars(low)} and more"
        raise outside_limits(table, wager, f"the posted {end} is {dollars(amount)}", within)
    if limit.step and total % (limit.step * parts):
        step = dollars(limit.step * parts)
        raise outside_limits(table, wager, f"wagers go in steps of {step}", f"multiples of {step}")


def is_within_limits(table: Round, wager: Wager) -> bool:
    """Whether a wager keeps the limits that are posted for it."""
    place = table.place_of(wager)
    try:
        _verify_limits(table, wager, place.odds_of, place.parts)
    except RulesError:
        return False
    return True


def can_wager(table: Round, wager: Wager) -> bool:
    """The same as a question."""
    try:
        verify_wager(table, wager)
    except RulesError:
        return False
    return True


def verify_late(table: Round, wagers: tuple[Wager, ...], by: Citation) -> None:
    """When the usual time is over only wagers that a dealer confirms aloud are taken, and nothing is changed."""
    for wager in wagers:
        if wager.late != "confirmed" or wager in table.felt.wagers:
            raise refusal(table, wager, "it comes too late", by, "a new wager that a dealer confirms aloud")


def verify_bets(
    table: Round,
    placed: tuple[Wager, ...],
    removed: tuple[Wager, ...],
    by: Citation,
    changed: tuple[Change, ...] = (),
) -> None:
    """Check a whole answer before any of it moves: each wager alone, and together with the others."""
    if not (placed or removed or changed):
        return
    betting = table.game.betting
    verify_act = betting.verify_act
    lying = list(table.felt.wagers) if removed else []
    for wager in removed:
        if wager not in lying:
            own = listed(f"{w.on} {dollars(w.amount)}" for w in lying if w.seat == wager.seat)
            raise refusal(table, wager, "there is no such wager to take down", by, own or "nothing: it has no wager")
        verify_act(table, "remove", wager)
        lying.remove(wager)
    felt = table.felt
    trial = begin_trial(felt)
    try:
        for wager in removed:
            felt.take_up(wager, by)
        for change in changed:
            _require_change(table, change, by)
            felt.change(change.wager, change.to, by)
        with_coupons = _with_coupons(table)
        for wager in placed:
            verify_wager(table, wager, alone=False)
            felt.put_down(wager, by)
        for wager in reversed(placed):  # who came last is the one refused
            betting.verify(table, wager)
        for wager in filter(_is_match_play, placed):
            _verify_coupon(table, wager, felt.on(wager.seat, wager.on, wager.player), with_coupons)
            with_coupons.add(wager.owner)
        touched = (*placed, *removed, *[change.wager for change in changed])
        for seat in sorted({wager.seat for wager in touched}):
            betting.complete(table, seat)
        if table.house.limits and any(limit.total for limit in table.house.limits.values()):
            for owner in dict.fromkeys(wager.owner for wager in touched):
                verify_totals(table, owner)
    finally:
        end_trial(felt, trial)


def verify_totals(table: Round, owner: str) -> None:
    """Refuse wagers of a player that come to less than the house requires of them together (8.2)."""
    game, own = table.game, [wager for wager in table.wagers if wager.owner == owner]
    if any(wager.accepted for wager in own):
        return  # what the dealer accepted outside the limits stands
    for name, limit in table.house.limits.items():
        counted = [wager for wager in own if limit.total and counts_for(game, table.place_of(wager).kind, name)]
        together = sum(wager.amount for wager in counted)
        if counted and together < limit.total:
            which = "all wagers" if name == "table" else f"wagers on {name}"
            why = f"{which} of a player must come to {dollars(limit.total)} and come to {dollars(together)}"
            accepts = f"{dollars(limit.total - together)} more, or none of them"
            raise refusal(table, counted[-1], why, limits_by(table.as_of, "R-8.2-total"), accepts)


def verify_voided(table: Round, ticket: Wager, by: Citation) -> None:
    """Only a ticket leaves a void slip: of a wager on a layout that was taken up again nothing is kept."""
    if table.game.betting.is_listed or ticket.amount < 1:
        raise refusal(table, ticket, "only a ticket that was paid for can be void", by, "a wager that is not listed")
    table.table.place(ticket.on)


def _require_change(table: Round, change: Change, by: Citation) -> None:
    """A change takes something down, or says on or off; nothing else about a wager can change where it lies."""
    wager, to, game = change.wager, change.to, table.game
    if wager not in table.felt.wagers:
        own = listed(f"{w.on} {dollars(w.amount)}" for w in table.wagers if w.seat == wager.seat)
        raise refusal(table, wager, "there is no such wager to change", by, own or "nothing: it has no wager")
    place = table.place_of(wager)
    fee = game.betting.fee(table.house, place, to.amount)
    allowed = msgspec.structs.replace(wager, amount=to.amount, fee=fee, call=to.call, button=to.button)
    if allowed != to or not 0 < to.amount <= wager.amount or fee > wager.fee:
        raise refusal(
            table, to, "a wager that lies can be reduced, or called on or off", by, "a smaller amount, a call"
        )
    if to.amount < wager.amount:
        unit = table.table.unit(place)
        if to.amount % unit and not wager.accepted:
            unpayable = game.terms.unpayable_by or limits_by(table.as_of, "R-8.2-increments")
            raise refusal(table, to, "the rest cannot be paid exactly", unpayable, f"multiples of {dollars(unit)}")
        if _is_match_play(to):
            _verify_coupon(table, to, to.amount, set())
        game.betting.verify_act(table, "reduce", to)
    if (to.call, to.button) != (wager.call, wager.button):
        game.betting.verify_act(table, to.call or "on", to)
