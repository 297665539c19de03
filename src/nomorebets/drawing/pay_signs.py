"""Pay tables as signs beside the felt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nomorebets.regulation import Citation
from nomorebets.regulation.odds import in_print
from nomorebets.table import Table


@dataclass(frozen=True)
class PaySign:
    """What one wager pays, or several that belong together: each case, and its odds or sum."""

    name: str
    rows: tuple[tuple[str, str], ...]
    by: Citation


def pay_sign(table: Table, name: str, kinds: Sequence[str], first: Sequence[tuple[str, str]] = ()) -> PaySign | None:
    """The sign of wagers, from what this house pays; ``first`` stands above it. None where it offers none of them."""
    offered = [kind for kind in kinds if kind in table.game.bet and table.game.bet[kind].is_offered(table.house)]
    rows = [(row, pays) for row, pays in table.house.pays.items() if row.partition(".")[0] in offered]
    if not rows:
        return None
    cases = ((row.partition(".")[2] or row, in_print(pays)) for row, pays in rows)
    lines = (*first, *((case.replace("-", " "), pays) for case, pays in cases))
    bet, row = table.game.bet[offered[0]], rows[0][0]
    return PaySign(name, lines, bet.pays.by_for(row) if row in bet.pays else bet.by)
