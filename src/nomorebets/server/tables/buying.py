"""Buying chips at a live table: what somebody can pay for, within the limits of a table played with chips in front."""

from __future__ import annotations

from collections.abc import Callable

from nomorebets.errors import WagerRefused
from nomorebets.server.people.accounts import Purse
from nomorebets.table import Table
from nomorebets.table.house import limits_by
from nomorebets.table.money import dollars
from nomorebets.table.stakes import BuyIn

USUAL_BUY_IN = 50_000  # cents


def stakes_of(table: Table) -> BuyIn | None:
    """Within what amounts chips are bought, where only those in front of the seats play."""
    limits = table.game.terms.buy_in
    return limits(table.house) if limits else None


def chips_to_buy(
    table: Table, purse: Purse, amount: int | None, miscounted: Callable[[Purse], None], has: int = 0
) -> int:
    """How many chips somebody buys: the usual where he does not say; refused beyond the limits of the table."""
    stakes = stakes_of(table)
    usual = USUAL_BUY_IN if stakes is None else max(stakes.usual - has, 0)
    amount = min(usual, purse.balance) if amount is None else amount
    is_nothing = amount == 0 < purse.balance  # who does not say how many has the usual chips, or more
    if stakes is not None and (is_nothing or not stakes.least <= has + amount <= stakes.most):
        more = f" beside {dollars(has)}" if has else ""
        text = f"{dollars(amount)} of chips{more} refused: the table has its limits for buying in"
        least, most = max(stakes.least - has, 1), stakes.most - has
        accepts = f"{dollars(least)} to {dollars(most)}" if most > 0 else "playing with the chips you have"
        raise WagerRefused(text, stakes.by, table.as_of, accepts)
    require_money(table, purse, amount, miscounted)
    return amount


def require_money(table: Table, purse: Purse, amount: int, miscounted: Callable[[Purse], None]) -> None:
    """Refuse chips that somebody cannot pay for."""
    if not 0 < amount <= purse.balance:
        miscounted(purse)
        text = f"{dollars(amount)} of chips refused: you have {dollars(purse.balance)} of play money"
        raise WagerRefused(text, limits_by(table.as_of), table.as_of, f"at most {dollars(purse.balance)}")
