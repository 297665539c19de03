"""May this craps wager be made, raised, reduced, taken down, called on or off? 1.2, 1.3, 1.5, 1.6 and 1.12."""

from __future__ import annotations

from nomorebets.games.craps.layout import payable_unit
from nomorebets.games.craps.memory import hand_is_new, point_of
from nomorebets.games.craps.removal import allowed, why
from nomorebets.games.craps.settlement import fee
from nomorebets.games.craps.terms import CUSTOMARY_ODDS, FIRE_MAX, FIRE_MIN, MATCH_PLAY, multiple_on
from nomorebets.games.craps.wagers import (
    AGAINST,
    BOX,
    EVEN_MONEY,
    ODDS_BETS,
    TRUE_ODDS,
    CrapsWager,
    supports,
    true_odds,
    wagers,
)
from nomorebets.regulation import reading
from nomorebets.table import (
    House,
    Round,
    Wager,
)
from nomorebets.table.acceptance import refusal
from nomorebets.table.money import cents, dollars


def verify(table: Round, wager: Wager) -> None:
    """What 1.3 and 1.5 demand of a wager whenever it is made."""
    if wager.coupon:
        by, family = reading("R-1.3-coupon"), wagers()[wager.on].family
        if table.house.get(MATCH_PLAY) != "on":
            raise refusal(table, wager, "match play coupons are not taken here", by, "chips or plaques alone")
        if family not in EVEN_MONEY:
            raise refusal(table, wager, "a coupon goes with a line or come bet", by, "chips or plaques alone")
    if wager.verbal == "unconfirmed":
        raise refusal(table, wager, "the dealer has not confirmed it", reading("R-1.3-verbal"), "a confirmed wager")
    due = fee(table.house, table.place_of(wager), wager.amount)
    if wager.fee != due:
        what = f"the commission is {dollars(due)}, not {dollars(wager.fee)}"
        raise refusal(table, wager, what, reading("R-1.5-commission"), f"a commission of {dollars(due)}")


def verify_made(table: Round, wager: Wager, bet: CrapsWager) -> None:
    """What 1.6 and 1.12 demand of a wager when it is made or raised."""
    if wager.call:
        verify_act(table, wager.call, wager)
    if bet.family in ODDS_BETS:
        verify_odds(table, wager, bet)
    if bet.family == "fire" and not wager.accepted:
        low, high = cents(table.house[FIRE_MIN]), cents(table.house[FIRE_MAX])
        if not low <= table.felt.on(wager.seat, wager.on) + wager.amount <= high:
            within = f"{dollars(low)} to {dollars(high)}"
            raise refusal(table, wager, "it is outside the posted limits", reading("R-1.12-when"), within)


def verify_odds(table: Round, wager: Wager, bet: CrapsWager) -> None:
    """Odds need a bet with a point beside them, are limited by it, and must be payable on their number."""
    number, parent = bet.number or point_of(table), table.felt.on(wager.seat, supports(bet))
    if not number or not parent:
        name = supports(bet)
        raise refusal(
            table, wager, "there is no bet with a point for it to support", reading("R-1.6-parent"), f"first {name}"
        )
    total = table.felt.on(wager.seat, wager.on) + wager.amount
    most = ceiling(table.house, bet, number, parent)
    if total > most and not wager.accepted:
        raise refusal(
            table, wager, "it is more than the posted multiple allows", reading("R-1.6-ceiling"), dollars(most)
        )
    unit = payable_unit(table.house, true_odds(bet, number))
    if wager.amount % unit and not wager.accepted:
        raise refusal(
            table, wager, "it cannot be paid exactly", reading("R-1.4-payable"), f"multiples of {dollars(unit)}"
        )


def ceiling(house: House, bet: CrapsWager, number: int, parent: int) -> int:
    """The most odds beside a bet: the multiple of it, or for laid odds a win of that multiple."""
    multiple = multiple_on(house, number)
    most = multiple * parent
    if bet.family in AGAINST:
        return int(most * TRUE_ODDS[number].ratio)
    unit = TRUE_ODDS[number].ratio.denominator * house.smallest_chip
    over = most % unit
    if multiple == 1 and house.get(CUSTOMARY_ODDS) == "on" and 2 * over >= unit:
        return most + unit - over  # six beside five on 5 and 9, five beside three on 6 and 8
    return most


def verify_act(table: Round, act: str, wager: Wager) -> None:
    """The removal matrix of 1.3: may a wager be made or raised now, or one that lies be changed?"""
    bet, point = wagers()[wager.on], point_of(table)
    by = allowed(bet, point, hand_is_new(table)).refused(act)
    making = act in ("make", "raise")
    if by is not None:
        accepts = accepts_now(bet, point) if making else "leaving it until it is decided"
        raise refusal(table, wager, why(bet, act, point), by, accepts)
    if making:
        verify_made(table, wager, bet)
    if act == "reduce":
        for odds in table.wagers:
            beside = wagers().get(odds.on)
            if beside is not None and odds.seat == wager.seat and supports(beside) == wager.on:
                most = ceiling(table.house, beside, beside.number or point, wager.amount)
                if odds.amount > most:
                    what = f"its odds of {dollars(odds.amount)} would be more than the posted multiple allows"
                    raise refusal(table, wager, what, reading("R-1.6-ceiling"), f"odds of {dollars(most)} first")


def accepts_now(bet: CrapsWager, point: int) -> str:
    if bet.family in ("pass", "dont-pass"):
        return "before the next come-out roll, or come and odds bets now"
    if bet.family in ("come", "dont-come"):
        return "in its area while a point is on" if not point or bet.number else "nothing more on it"
    return "before a new shooter's first come-out roll"


def intended(table: Round, seat: int, text: str, lies: bool) -> str:
    """``come-odds`` means the odds beside the seat's only Come Bet with a point; what lies may be named so too."""
    words = text.strip().lower()
    parent = ODDS_BETS.get(words, words if lies else "")
    if parent not in ("come", "dont-come") or (lies and table.felt.on(seat, words)):
        return text
    numbers = [n for n in BOX if table.felt.on(seat, f"{parent}:{n}")]
    return f"{words}:{numbers[0]}" if len(numbers) == 1 else text
