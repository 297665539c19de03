"""How wagers with the house end over counts of coups: every coup settled as at the table."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.baccarat.coups import Counts
from nomorebets.games.baccarat.drawing_terms import DRAWING_TERMS
from nomorebets.hands.baccarat import CODES, coup_with
from nomorebets.pricing.lines import Ending, ending, line_of
from nomorebets.pricing.sheet import Line
from nomorebets.table import House, Table, Wager
from nomorebets.table.game import Settle
from nomorebets.table.variation import known_by


@lru_cache(maxsize=256)
def endings(settle: Settle, wager: Wager, house: House) -> tuple[tuple[Ending, NDArray[np.int64]], ...]:
    """Every way a wager may end, with the codes of the coups that end it so; kept, for settlement is pure."""
    codes: defaultdict[Ending, list[int]] = defaultdict(list)
    for code in range(CODES):
        result = settle(wager, coup_with(code), house)
        assert result is not None
        codes[ending(result.outcome, [result], wager.amount)].append(code)
    return tuple((end, np.array(codes[end])) for end in sorted(codes, key=lambda end: end.by))


def lines_of(table: Table, counts: Counts, wagers: list[Wager]) -> list[Line]:
    """One line per wager, from how often each coup comes out."""
    total = int(counts.sum())
    lines = []
    for wager in wagers:
        bet = table.game.bet[wager.kind]
        counted = [(end, int(counts[codes].sum())) for end, codes in endings(bet.settle, wager, table.house)]
        drawn = (known_by(table.house, term, bet.by) for term in DRAWING_TERMS)
        rests_on = (bet.by, *map(bet.pays.by_for, bet.pays), *drawn)
        lines.append(line_of(table, wager.on, counted, total, rests_on=rests_on))
    return lines
