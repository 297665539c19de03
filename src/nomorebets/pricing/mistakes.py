"""What a decision costs beside the best one, in money and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeGuard

from nomorebets.equipment.packs import printed
from nomorebets.pricing.facet import ChoiceValue, odds_of
from nomorebets.regulation import names
from nomorebets.table import Round
from nomorebets.table.card_decisions import SetApart
from nomorebets.table.decisions import Chosen
from nomorebets.table.record import Record, rerun
from nomorebets.table.requests import Answer, PatronRequest, Request


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


@dataclass(frozen=True)
class Decided:
    """What somebody decided in a round, and what it cost beside the best; ``cost`` is None where that is not solved."""

    entry: int
    seat: int
    player: str
    choice: str
    best: str = ""
    cost: Fraction | None = None  # cents
    stake: int = 0  # the wager that started the round of this seat


def decisions_of(record: Record) -> list[Decided]:
    """Every decision of a round that is over, weighed by what its seat could know when it was made."""
    found: list[Decided] = []
    seen = 0

    def weigh(request: Request, at: Round, answer: Answer) -> None:
        nonlocal seen
        seen += 1
        if is_decision(request):
            parts = request.parts(answer)
            found.extend(decided(seen, request, seat, parts[seat], at) for seat in request.seats() if seat)

    rerun(record, before=weigh)
    return found


def is_decision(request: Request) -> TypeGuard[PatronRequest]:
    """Whether somebody decides, rather than wagers or waits."""
    return isinstance(request, PatronRequest) and not request.takes_wagers and not request.is_pause


def decided(entry: int, request: PatronRequest, seat: int, part: Answer, at: Round) -> Decided:
    """One decision of a seat, which it is about to make."""
    player = request.hand_of(seat)[1]
    values, chosen, amount = _values(request, seat, part, at)
    named = names.choice if isinstance(part, Chosen) else _pieces
    bare = Decided(entry, seat, player, named(chosen), stake=stake_of(at, seat, player))
    if chosen not in values or (amount and values[chosen].amount not in (0, amount)):
        return bare  # not solved, or not for an amount other than the best
    best = max(values, key=lambda choice: values[choice].worth)
    cost = cost_of(values, chosen)
    return Decided(entry, seat, player, bare.choice, named(best) if cost else bare.choice, cost, bare.stake)


def _values(request: PatronRequest, seat: int, part: Answer, at: Round) -> tuple[Mapping[str, ChoiceValue], str, int]:
    """What each choice is worth, which was made, and with how much; a hand that is set goes by the pieces set apart."""
    known, asked = odds_of(at.game), request.ask_of(seat)
    if isinstance(part, SetApart):
        settings = known.settings(request, seat, at) if known is not None and known.settings is not None else {}
        return {" ".join(sorted(low)): value for low, value in settings.items()}, " ".join(sorted(part.cards)), 0
    if not isinstance(part, Chosen):
        return {}, "", 0
    if known is None or known.choices is None or asked is None:
        return {}, part.choice, part.amount
    return known.choices(asked, at), part.choice, part.amount


def _pieces(apart: str) -> str:
    return " ".join(map(printed, apart.split()))
