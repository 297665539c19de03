"""Insurance and even money (19:47-2.7 and 2.9)."""

from __future__ import annotations

from collections.abc import Collection

from nomorebets.games.blackjack.play import beside, index_of
from nomorebets.games.blackjack.settlement import HoleCard, most_insurance
from nomorebets.games.blackjack.terms import EVEN_MONEY, main_kinds
from nomorebets.games.twenty_one.boxes import Box
from nomorebets.games.twenty_one.hand import is_ace
from nomorebets.regulation import cite
from nomorebets.table import Round, Script, Wager, announce, collect, pay
from nomorebets.table.cards import put_down
from nomorebets.table.decisions import Chosen, Option, ask, ask_all

NO_INSURANCE = "no-insurance"


def insurance(table: Round, up: str, boxes: list[Box]) -> Script[list[tuple[Box, Wager]]]:
    """Every box may insure against a dealer's ace, each player on it, before any further card.

    A blackjack may take even money instead, where the house offers it: the boxes and wagers that did.
    """
    if not is_ace(up):
        return []
    yield from announce("Insurance", by=cite("2.9(a)"))
    taken = []
    for kind in main_kinds(table.house):
        asked = {box.seat: box for box in boxes if main_wager(table, box, box.players[0], kind)}
        first = {seat: choices_of(table, box, box.players[0], kind) for seat, box in asked.items()}
        decided = yield from ask_all(
            first,
            by=cite("2.9(a)"),
            default=NO_INSURANCE,
            most_if_unsaid=True,
            players={seat: first_behind(table, box) for seat, box in asked.items()},
        )
        for box in boxes:
            for player in box.players:
                wager = main_wager(table, box, player, kind)
                if wager is None:
                    continue
                alone = player != box.players[0]
                chosen = (yield from ask_other(table, box, player, kind)) if alone else decided[box.seat]
                if chosen.choice == "insure":
                    amount = chosen.amount or limit_of(table, wager)
                    insured = Wager(box.seat, beside("insurance", wager), amount, player=player)
                    yield from put_down(insured, by=cite("2.9(b)"))
                elif chosen.choice == "even-money":
                    taken.append((box, wager))
    return taken


def first_behind(table: Round, box: Box) -> str:
    """The player who decides for a box at which nobody who sits there wagers."""
    return box.players[0] if (box.seat, box.players[0]) in table.behind else ""


def main_wager(table: Round, box: Box, player: str, kind: str) -> Wager | None:
    """What a player has on a box, of one kind."""
    own = (w for w in table.wagers if (w.seat, w.player, w.kind) == (box.seat, player, kind))
    return next(own, None)


def ask_other(table: Round, box: Box, player: str, kind: str) -> Script[Chosen]:
    """Each of several players on a box decides for himself."""
    own = choices_of(table, box, player, kind)
    return (
        yield from ask(box.seat, *own, by=cite("2.13(e)"), default=NO_INSURANCE, player=player, most_if_unsaid=True)
    )


def choices_of(table: Round, box: Box, player: str, kind: str) -> tuple[str | Option, ...]:
    """Insurance up to half of the wager; even money for a blackjack."""
    wager = main_wager(table, box, player, kind)
    assert wager is not None
    even = ("even-money",) if box.has_blackjack and table.house[EVEN_MONEY] == "on" else ()
    return (*even, Option("insure", table.house.smallest_chip, limit_of(table, wager)), NO_INSURANCE)


def limit_of(table: Round, wager: Wager) -> int:
    """The most that a wager may be insured for."""
    return most_insurance(wager.amount, table.house.smallest_chip)


def settle_insurances(table: Round, hole: str, index: int = 0, surrendered: Collection[int] = ()) -> Script[None]:
    """As soon as the hole card is known: losers collected, winners paid; on a surrendered hand by itself."""
    mine = (w for w in table.wagers if w.kind == "insurance" and index_of(w) == index)
    results = table.game.settle(sorted(mine, key=lambda w: w.seat), HoleCard(hole), table.house)
    apart = [r for r in results if r.wager.seat in surrendered]
    rest = [r for r in results if r not in apart]
    yield from collect([r for r in rest if r.outcome == "lose"], by=cite("2.9(d)"))
    yield from collect([r for r in apart if r.outcome == "lose"], by=cite("2.8(b)"))
    yield from pay([r for r in rest if r.outcome == "win"], by=cite("2.9(c)"))
    yield from pay([r for r in apart if r.outcome == "win"], by=cite("2.8(b)"))
