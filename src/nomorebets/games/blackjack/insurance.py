"""Insurance and even money (19:47-2.7 and 2.9)."""

from __future__ import annotations

from nomorebets.games.blackjack.settlement import HoleCard, most_insurance
from nomorebets.games.blackjack.terms import EVEN_MONEY, main_kinds
from nomorebets.games.twenty_one.boxes import Box
from nomorebets.games.twenty_one.hand import is_ace
from nomorebets.regulation import cite
from nomorebets.table import Round, Script, Wager, announce, collect, pay
from nomorebets.table.cards import put_down
from nomorebets.table.decisions import Chosen, Option, ask, ask_all

NO_INSURANCE = "no-insurance"


def insurance(table: Round, up: str, boxes: list[Box]) -> Script[list[tuple[Box, str]]]:
    """Every box may insure against a dealer's ace, each player on it, before any further card.

    A blackjack may take even money instead, where the house offers it: the boxes and players that did.
    """
    if not is_ace(up):
        return []
    yield from announce("Insurance", by=cite("2.9(a)"))
    first = {box.seat: choices_of(table, box, box.players[0]) for box in boxes}
    decided = yield from ask_all(first, by=cite("2.9(a)"), if_untold=NO_INSURANCE, most_if_unsaid=True)
    taken = []
    for box in boxes:
        for player in box.players:
            chosen = decided[box.seat] if player == box.players[0] else (yield from ask_other(table, box, player))
            if chosen.choice == "insure":
                amount = chosen.amount or limit_of(table, box.seat, player)
                yield from put_down(Wager(box.seat, "insurance", amount, player=player), by=cite("2.9(b)"))
            elif chosen.choice == "even-money":
                taken.append((box, player))
    return taken


def ask_other(table: Round, box: Box, player: str) -> Script[Chosen]:
    """Each of several players on a box decides for himself."""
    own = choices_of(table, box, player)
    return (
        yield from ask(box.seat, *own, by=cite("2.13(e)"), if_untold=NO_INSURANCE, player=player, most_if_unsaid=True)
    )


def choices_of(table: Round, box: Box, player: str) -> tuple[str | Option, ...]:
    """Insurance up to half of the wager; even money for a blackjack."""
    most = limit_of(table, box.seat, player)
    even = ("even-money",) if box.has_blackjack and table.house[EVEN_MONEY] == "on" else ()
    return (*even, Option("insure", table.house.smallest_chip, most), NO_INSURANCE)


def limit_of(table: Round, seat: int, player: str) -> int:
    """The most that a player on a box may insure for."""
    own = [w for w in table.wagers if (w.seat, w.player) == (seat, player) and w.kind in main_kinds(table.house)]
    return most_insurance(sum(w.amount for w in own), table.house.smallest_chip)


def settle_insurances(table: Round, hole: str) -> Script[None]:
    """As soon as the hole card is known: losers collected, winners paid."""
    lying = sorted((w for w in table.wagers if w.kind == "insurance"), key=lambda w: w.seat)
    results = table.game.settle(lying, HoleCard(hole), table.house)
    yield from collect([r for r in results if r.outcome == "lose"], by=cite("2.9(d)"))
    yield from pay([r for r in results if r.outcome == "win"], by=cite("2.9(c)"))
