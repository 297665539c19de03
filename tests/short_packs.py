"""Rounds that a script deals from a short pack: one with its cards in order, or every one of the blackjack family."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from nomorebets.drivers.bots import BotTable
from nomorebets.drivers.chance import SeededChance
from nomorebets.drivers.enumeration import enumerate_round
from nomorebets.drivers.facet import Strategy
from nomorebets.games.twenty_one.hand import value
from nomorebets.table import Play, Round, Ruling, Table, Wager
from nomorebets.table.cards import Draw, Drawn
from nomorebets.table.decisions import Ask, Chosen
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.requests import Bets

STAKE = 1000


def scripted(
    table: Table, pack: Iterable[str], cards: Sequence[str], decisions: Iterable[Chosen], *wagers: Wager
) -> Sequence[Ruling]:
    """What becomes of wagers in one round, the cards falling and the decisions being made in this order."""
    game = Play(Round(table, Felt.opened(Opening({"pack": " ".join(pack)}))))
    left, chosen = iter(cards), iter(decisions)
    while game.request is not None:
        request = game.request
        if isinstance(request, Draw):
            game.answer(Drawn(next(left)), trusted=True)
        elif isinstance(request, Ask):
            game.answer(next(chosen), trusted=True)
        elif request.asks == "patrons":
            game.answer(Bets(wagers), trusted=True)
        else:
            game.answer(request.usual(), trusted=True)
    return game.rulings


def dealt(table: Table, wager: str, strategy: Strategy, pack: str) -> tuple[Fraction, Fraction]:
    """Mean and mean square of what a unit on a box gains, dealt by the script; of several wagers, a unit of all."""
    places = [place.id for place in table.places(wager)]
    bots = BotTable(tuple(Wager(1, on, STAKE) for on in places), SeededChance(0), strategy)
    mean = square = Fraction(0)
    for probability, rulings in enumerate_round(table, bots, Opening({"pack": pack})):
        net = Fraction(sum(r.net for r in rulings), len(places) * STAKE)
        mean, square = mean + probability * net, square + probability * net**2
    return mean, square


def shoe_of(pack: str) -> list[int]:
    """How many cards of each value a pack has, the ace first."""
    counts = Counter(value(card) - 1 for card in pack.split())
    return [counts[place] for place in range(10)]
