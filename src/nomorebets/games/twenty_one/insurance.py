"""Insurance against a dealer's ace, and even money where a game has it."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

import msgspec

from nomorebets.games.twenty_one.boxes import Box, beside, index_of, wagers_on
from nomorebets.games.twenty_one.dealing import Deal
from nomorebets.games.twenty_one.hand import TEN, is_ace, value
from nomorebets.games.twenty_one.outcome import HoleCard
from nomorebets.regulation import Citation, PayTable, to
from nomorebets.table import House, Result, Script, Wager, announce, collect, pay
from nomorebets.table.chips import put_down
from nomorebets.table.decisions import Chosen, Option, ask, ask_all
from nomorebets.table.game import Bet
from nomorebets.table.wagers import lost

NO_INSURANCE = "no-insurance"


class InsuranceRules(msgspec.Struct, frozen=True, kw_only=True):
    """The paragraphs by which a game of the family insures."""

    offered: Citation
    amount: Citation  # the most of it
    each: Citation  # each player on a box for himself
    wins: Citation
    loses: Citation
    surrendered: Citation  # insurance on a hand that is given up


class Insured(msgspec.Struct, frozen=True):
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


def insurance_bet(rules: InsuranceRules, beside: str) -> Bet:
    """The wager itself: 2 to 1, made when the dealer shows an ace."""
    return Bet(
        kind="insurance",
        by=rules.offered,
        settle=partial(settle_insurance, rules),
        pays=PayTable({"insurance": (to(2), rules.wins)}),
        opens="second-card",
        decided="hole-card",
        beside=beside,
    )


def insurance(deal: Deal, how: Insured, boxes: list[Box]) -> Script[list[tuple[Box, Wager]]]:
    """Every box may insure against a dealer's ace, each player on it, before any further card.

    A blackjack may take even money instead, where the house offers it: the boxes and wagers that did.
    """
    if not is_ace(deal.up):
        return []
    yield from announce("Insurance", by=how.by.offered)
    taken = []
    for kind in how.kinds:
        asked = [box for box in boxes if main_wager(deal, box, box.players[0], kind)]
        first = {box.seat: choices_of(deal, how, box, box.players[0], kind) for box in asked}
        hand = asked[0].number if asked else 1
        behind = {box.seat: box.players[0] for box in asked if (box.seat, box.players[0]) in deal.table.behind}
        decided = yield from ask_all(
            first, by=how.by.offered, default=NO_INSURANCE, most_if_unsaid=True, hand=hand, players=behind
        )
        for box in boxes:
            for player in box.players:
                wager = main_wager(deal, box, player, kind)
                if wager is None:
                    continue
                alone = player != box.players[0]
                chosen = (yield from ask_other(deal, how, box, player, kind)) if alone else decided[box.seat]
                if chosen.choice == "insure":
                    amount = chosen.amount or limit_of(deal, wager)
                    on = beside("insurance", wager)
                    yield from put_down(Wager(box.seat, on, amount, hand=box.number, player=player), by=how.by.amount)
                elif chosen.choice == "even-money":
                    taken.append((box, wager))
    return taken


def main_wager(deal: Deal, box: Box, player: str, kind: str) -> Wager | None:
    """What a player has on a box, of one kind."""
    return next(iter(wagers_on(deal, (kind,), box.hands[0], player)), None)


def ask_other(deal: Deal, how: Insured, box: Box, player: str, kind: str) -> Script[Chosen]:
    """Each of several players on a box decides for himself."""
    own, by = choices_of(deal, how, box, player, kind), how.by.each
    return (
        yield from ask(box.seat, *own, by=by, default=NO_INSURANCE, hand=box.number, player=player, most_if_unsaid=True)
    )


def choices_of(deal: Deal, how: Insured, box: Box, player: str, kind: str) -> tuple[str | Option, ...]:
    """Insurance up to half of the wager; even money for a blackjack."""
    wager = main_wager(deal, box, player, kind)
    assert wager is not None
    even = ("even-money",) if box.has_blackjack and how.even_money else ()
    return (*even, Option("insure", deal.table.house.smallest_chip, limit_of(deal, wager)), NO_INSURANCE)


def limit_of(deal: Deal, wager: Wager) -> int:
    """The most that a wager may be insured for."""
    return most_insurance(wager.amount, deal.table.house.smallest_chip)


def settle_insurances(
    deal: Deal, rules: InsuranceRules, index: int = 0, surrendered: Collection[tuple[int, int]] = ()
) -> Script[None]:
    """As soon as the hole card is known: losers collected, winners paid; on a surrendered hand by itself."""
    table = deal.table
    mine = [w for w in table.felt.wagers if w.kind == "insurance" and index_of(w) == index]
    if not mine:
        return
    results = table.game.settle(sorted(mine, key=lambda w: (w.seat, w.hand)), HoleCard(deal.dealer[1]), table.house)
    apart = [r for r in results if (r.wager.seat, r.wager.hand) in surrendered]
    rest = [r for r in results if r not in apart]
    yield from collect([r for r in rest if r.outcome == "lose"], by=rules.loses)
    yield from collect([r for r in apart if r.outcome == "lose"], by=rules.surrendered)
    yield from pay([r for r in rest if r.outcome == "win"], by=rules.wins)
    yield from pay([r for r in apart if r.outcome == "win"], by=rules.surrendered)
