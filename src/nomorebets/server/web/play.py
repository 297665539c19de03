"""A patron's play against its expectation: wagers as the book counts them, each priced by the odds of its table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

from nomorebets.errors import RulesError
from nomorebets.games import open_table
from nomorebets.pricing.played import Expectation, Moments, expected, is_counted_in, line_of_wager, total
from nomorebets.pricing.sheet import Line, odds_at
from nomorebets.server.book.play_days import PlayedRow, tables_of
from nomorebets.server.book.store import Store
from nomorebets.server.web.rooms import LAYOUTS
from nomorebets.table import Settings, Table

MOST_POINTS = 240  # of a graph
WITHIN = 0.3  # seconds that a page waits for the odds of a table
FOR_A_FILE = 15.0  # and a file, which nobody asks for again


@dataclass
class Prices:
    """The tables that somebody played at, with their odds as far as they are known."""

    tables: dict[str, Table] = field(default_factory=dict)
    lines: dict[str, Mapping[str, Line]] = field(default_factory=dict)
    games: dict[str, str] = field(default_factory=dict)
    is_complete: bool = True  # nothing is being worked out any more

    _known: dict[tuple[str, str], Moments | Literal["unpriced"] | None] = field(default_factory=dict)

    def of(self, row: PlayedRow) -> Expectation | None:
        """A row of wagers; None where nobody has priced them."""
        key = row.table_id, row.wager
        if key not in self._known:
            self._known[key] = self._moments(*key)
        known = self._known[key]
        return None if known == "unpriced" else expected(known, row.amount, row.wagers, row.net)

    def _moments(self, table_id: str, wager: str) -> Moments | Literal["unpriced"] | None:
        """None where another wager's line counts it in."""
        table, lines = self.tables.get(table_id), self.lines.get(table_id)
        if table is None or lines is None:
            return "unpriced"
        if is_counted_in(table, wager, lines):
            return None
        line = line_of_wager(table, wager, lines)
        return "unpriced" if line is None else Moments.of(line)


async def prices_of(store: Store, ids: set[str], wait: float = WITHIN) -> Prices:
    """The odds of some tables, by the rules they were opened with."""
    prices = Prices()
    for table_id, (game, as_of, house) in (await tables_of(store, ids)).items():
        prices.games[table_id] = game
        try:
            table = open_table(game, date.fromisoformat(as_of), Settings(**house))  # type: ignore[arg-type]
            lines = await lines_at(table, wait)
        except RulesError:
            continue  # a game that is not offered any more, or has no odds
        prices.tables[table_id] = table
        if lines is None:
            prices.is_complete = False
        else:
            prices.lines[table_id] = lines
    return prices


async def lines_at(table: Table, wait: float) -> dict[str, Line] | None:
    """Every line of a table; None as long as they are being worked out."""
    key = ("edges", table.game.id, table.as_of, tuple(table.house.options.items()), str(table.house.pays))
    return await LAYOUTS.get(key, lambda: dict(odds_at(table)), wait=wait)


@dataclass(frozen=True)
class Played:
    """Wagers of one kind at one game."""

    game: str
    wager: str
    whole: Expectation  # what was staked and won, priced or not
    priced: Expectation | None


def by_wager(rows: Sequence[PlayedRow], prices: Prices) -> list[Played]:
    """Results by game and wager, what was staked most first."""
    kinds: dict[tuple[str, str], list[PlayedRow]] = {}
    for row in rows:
        kinds.setdefault((prices.games.get(row.table_id, ""), row.wager), []).append(row)
    found = []
    for (game, wager), same in kinds.items():
        whole = total(Expectation(row.wagers, row.wagers * row.amount, row.net) for row in same)
        known = [one for row in same if (one := prices.of(row)) is not None]
        found.append(Played(game, wager, whole, total(known) if len(known) == len(same) else None))
    return sorted(found, key=lambda one: -one.whole.staked)


def course(parts: Sequence[Sequence[PlayedRow]], prices: Prices) -> list[Expectation]:
    """How it went: after each part, everything priced so far; thinned where there are very many."""
    points, so_far = [Expectation()], Expectation()
    for part in parts:
        so_far += total(one for row in part if (one := prices.of(row)) is not None)
        points.append(so_far)
    every = -(-len(points) // MOST_POINTS)
    return points[::every] if (len(points) - 1) % every == 0 else [*points[::every], points[-1]]


def as_rows(rows: Sequence[PlayedRow], prices: Prices) -> list[dict[str, Any]]:
    """Everything for a file: amounts in cents, mean and variance as fractions."""
    listed = []
    for row in rows:
        one = prices.of(row)
        listed.append(
            {
                "day": row.day,
                "game": prices.games.get(row.table_id, ""),
                "table": row.table_id,
                "wager": row.wager,
                "amount": row.amount,
                "wagers": row.wagers,
                "net": row.net,
                "mean": None if one is None else str(one.mean),
                "variance": None if one is None else str(one.variance),
            }
        )
    return listed
