"""Insurance against a dealer's ace, and even money where a game has it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from nomorebets.games.twenty_one.boxes import Box, beside, index_of
from nomorebets.games.twenty_one.hand import TEN, is_ace, value
from nomorebets.games.twenty_one.outcome import HoleCard
from nomorebets.regulation import Citation
from nomorebets.table import House, Result, Round, Script, Wager, announce, collect, pay
from nomorebets.table.cards import put_down
from nomorebets.table.decisions import Chosen, Option, ask, ask_all
from nomorebets.table.wagers import lost

NO_INSURANCE = "no-insurance"


@dataclass(frozen=True, kw_only=True)
class InsuranceRules:
    """The paragraphs by which a game of the family insures."""

    offered: Citation
    amount: Citation  # the most of it
    each: Citation  # each player on a box for himself
    wins: Citation
    loses: Citation
    surrendered: Citation  # insurance on a hand that is given up


@dataclass(frozen=True)
class Insured:
    """What may be insured at a table, and how."""

    by: InsuranceRules
    kinds: tuple[str, ...]  # the wagers that start a box
    even_money: bool = False


def most_insurance(amount: int, chip: int) -> int:
    """Half of a wager, or the next amount that can be made in chips.

    >>> most_insurance(1500, 500), most_insurance(1000, 500), most_insurance(2500, 50)
    (1000, 500, 1250)
    """
    return -(-amount // (2 * chip)) * chip


def settle_insurance(rules: InsuranceRules, wager: Wager, hole: HoleCard, house: House) -> Result:
    """Insurance: won by a hole card that counts ten."""
    if value(hole.card) == TEN:
        return Result(wager, "win", house.pays["insurance"].of(wager.amount), rules.wins)
    return lost(wager, rules.loses)


def insurance(table: Round, how: Insured, up: str, boxes: list[Box]) -> Script[list[tuple[Box, Wager]]]:
    """Every box may insure against a dealer's ace, each player on it, before any further card.

    A blackjack may take even money instead, where the house offers it: the boxes and wagers that did.
    """
    if not is_ace(up):
        return []
    yield from announce("Insurance", by=how.by.offered)
    taken = []
    for kind in how.kinds:
        asked = {box.seat: box for box in boxes if main_wager(table, box, box.players[0], kind)}
        first = {seat: choices_of(table, how, box, box.players[0], kind) for seat, box in asked.items()}
        decided = yield from ask_all(first, by=how.by.offered, default=NO_INSURANCE, most_if_unsaid=True)
        for box in boxes:
            for player in box.players:
                wager = main_wager(table, box, player, kind)
                if wager is None:
                    continue
                alone = player != box.players[0]
                chosen = (yield from ask_other(table, how, box, player, kind)) if alone else decided[box.seat]
                if chosen.choice == "insure":
                    amount = chosen.amount or limit_of(table, wager)
                    insured = Wager(box.seat, beside("insurance", wager), amount, player=player)
                    yield from put_down(insured, by=how.by.amount)
                elif chosen.choice == "even-money":
                    taken.append((box, wager))
    return taken


def main_wager(table: Round, box: Box, player: str, kind: str) -> Wager | None:
    """What a player has on a box, of one kind."""
    own = (w for w in table.wagers if (w.seat, w.player, w.kind) == (box.seat, player, kind))
    return next(own, None)


def ask_other(table: Round, how: Insured, box: Box, player: str, kind: str) -> Script[Chosen]:
    """Each of several players on a box decides for himself."""
    own = choices_of(table, how, box, player, kind)
    return (yield from ask(box.seat, *own, by=how.by.each, default=NO_INSURANCE, player=player, most_if_unsaid=True))


def choices_of(table: Round, how: Insured, box: Box, player: str, kind: str) -> tuple[str | Option, ...]:
    """Insurance up to half of the wager; even money for a blackjack."""
    wager = main_wager(table, box, player, kind)
    assert wager is not None
    even = ("even-money",) if box.has_blackjack and how.even_money else ()
    return (*even, Option("insure", table.house.smallest_chip, limit_of(table, wager)), NO_INSURANCE)


def limit_of(table: Round, wager: Wager) -> int:
    """The most that a wager may be insured for."""
    return most_insurance(wager.amount, table.house.smallest_chip)


def settle_insurances(
    table: Round, rules: InsuranceRules, hole: str, index: int = 0, surrendered: Collection[int] = ()
) -> Script[None]:
    """As soon as the hole card is known: losers collected, winners paid; on a surrendered hand by itself."""
    mine = (w for w in table.wagers if w.kind == "insurance" and index_of(w) == index)
    results = table.game.settle(sorted(mine, key=lambda w: w.seat), HoleCard(hole), table.house)
    apart = [r for r in results if r.wager.seat in surrendered]
    rest = [r for r in results if r not in apart]
    yield from collect([r for r in rest if r.outcome == "lose"], by=rules.loses)
    yield from collect([r for r in apart if r.outcome == "lose"], by=rules.surrendered)
    yield from pay([r for r in rest if r.outcome == "win"], by=rules.wins)
    yield from pay([r for r in apart if r.outcome == "win"], by=rules.surrendered)
