"""What a decision costs beside the best one, in money and in words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from nomorebets.pricing.facet import ChoiceValue
from nomorebets.table import Round


def stake_of(at: Round, seat: int, player: str = "") -> int:
    """The wager that a mistake is measured by: the one that starts the round of this seat, or of one behind it."""
    game = at.game
    first = next(iter(at.table.usual), "")
    kinds = game.betting.bundles.get(first, (first,))
    own = (wager for wager in at.wagers if (wager.seat, wager.player) == (seat, player))
    return next((wager.amount for wager in own if game.banked or wager.kind in kinds), 0)


def cost_of(choices: Mapping[str, ChoiceValue], choice: str) -> Fraction:
    """What a choice gains less than the best, in cents."""
    return max(value.worth for value in choices.values()) - choices[choice].worth


def in_money(worth: Fraction) -> str:
    """A mean gain in dollars and cents.

    >>> in_money(Fraction(-250)), in_money(Fraction(1, 3)), in_money(Fraction(0))
    ('-$2.50', 'less than $0.01', '$0.00')
    """
    if worth and abs(worth) < 1:
        return "less than $0.01" if worth > 0 else "hardly anything"
    return f"{'-' if worth < 0 else ''}${abs(float(worth)) / 100:,.2f}"
