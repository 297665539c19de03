"""Pay tables as signs beside the felt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nomorebets.regulation import Citation, names
from nomorebets.regulation.odds import in_print
from nomorebets.table import Table
from nomorebets.table.added_wagers import is_added


@dataclass(frozen=True)
class PaySign:
    """What one wager pays, or several that belong together: each case, and its odds or sum."""

    name: str
    rows: tuple[tuple[str, str], ...]
    by: Citation
    kinds: tuple[str, ...] = ()  # the wagers it is for


def pay_sign(table: Table, name: str, kinds: Sequence[str], first: Sequence[tuple[str, str]] = ()) -> PaySign | None:
    """The sign of wagers, from what this house pays; ``first`` stands above it. None where it offers none of them."""
    offered = [kind for kind in kinds if kind in table.game.bet and table.game.bet[kind].is_offered(table.house)]
    rows = [(row, pays) for row, pays in table.house.pays.items() if row.partition(".")[0] in offered]
    if not rows:
        return None
    cases = ((row.partition(".")[2] or row, in_print(pays)) for row, pays in rows)
    lines = (*first, *((case.replace("-", " "), pays) for case, pays in cases))
    bet, row = table.game.bet[offered[0]], rows[0][0]
    return PaySign(name, lines, bet.pays.by_for(row) if row in bet.pays else bet.by, tuple(offered))


def usual_pay_signs(table: Table) -> tuple[PaySign, ...]:
    """A sign for everything that is paid by the hand, as this house pays it."""
    rows: dict[str, list[str]] = {}
    for row in table.house.pays:
        kind, _, case = row.partition(".")
        if case:
            rows.setdefault(kind, []).append(row)
    return tuple(_usual(table, kind, of) for kind, of in rows.items())


def added_signs(table: Table) -> tuple[PaySign, ...]:
    """The signs of wagers that a game file has added."""
    return tuple(sign for sign in usual_pay_signs(table) if all(is_added(table.game, kind) for kind in sign.kinds))


def _usual(table: Table, kind: str, rows: Sequence[str]) -> PaySign:
    bets = [bet for bet in table.game.bets if bet.kind == kind or rows[0] in bet.pays]
    by = next((bet.pays.by_for(rows[0]) for bet in bets if rows[0] in bet.pays), bets[0].by)
    lines = ((row.partition(".")[2].replace("-", " "), in_print(table.house.pays[row])) for row in rows)
    return PaySign(names.wager(kind), tuple(lines), by, tuple(bet.kind for bet in bets))
