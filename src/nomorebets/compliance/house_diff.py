"""Two house files of a licensee: tables that came, went or changed, and what that does to every edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nomorebets.compliance.change import changes_between
from nomorebets.compliance.housefile import Entry, HouseFile, HouseFileError
from nomorebets.errors import RulesError
from nomorebets.games import open_table
from nomorebets.pricing.changes import EdgeChange, edge_changes
from nomorebets.pricing.sheet import odds_at
from nomorebets.table.game import Table
from nomorebets.table.game_file import RULES_OPTION, called

SAME = "the same"


@dataclass(frozen=True)
class TableChange:
    """One table in both files, or in one of them."""

    label: str
    before: Table | None
    after: Table | None
    settings: tuple[dict[str, str | None], ...] = ()
    edges: tuple[EdgeChange, ...] = ()

    @property
    def what(self) -> str:
        if self.before is None or self.after is None:
            return "came" if self.before is None else "went"
        return "changed" if self.settings or self.edges else SAME

    def to_dict(self) -> dict[str, Any]:
        own = self.after or self.before
        assert own is not None
        return {
            "table": self.label,
            "game": called(own.game),
            "what": self.what,
            "settings": list(self.settings),
            "edges": [change.to_dict() for change in self.edges],
        }


def compare(old: HouseFile, new: HouseFile) -> list[TableChange]:
    """Every table of two house files, by its id. A table that changed its game came and went."""
    before, after = _tables(old), _tables(new)
    rows: list[TableChange] = []
    for label in dict.fromkeys((*before, *after)):
        was, now = before.get(label), after.get(label)
        if was is None or now is None or was.game.id != now.game.id:
            rows += [TableChange(label, *pair) for pair in ((was, None), (None, now)) if any(pair)]
            continue
        settings = tuple(_in_words(row) for row in changes_between(was, now))
        if was.as_of != now.as_of:
            dates = {"before": was.as_of.isoformat(), "after": now.as_of.isoformat()}
            settings = ({"setting": "text", "name": "as of", **dates}, *settings)
        priced = was.as_of != now.as_of or any(row["setting"] != "limits" for row in settings)
        edges = edge_changes(odds_at(was), odds_at(now)) if priced else ()
        rows.append(TableChange(label, was, now, settings, edges))
    return rows


def _in_words(row: dict[str, str | None]) -> dict[str, str | None]:
    """A setting that differs; the rules of a game file are not printed, only that they are others."""
    if row["name"] != RULES_OPTION:
        return row
    return {"setting": "rules", "name": "of the game", "before": "the first file's", "after": "the second file's"}


def _tables(house: HouseFile) -> dict[str, Table]:
    labels = [entry.label for entry in house.entries]
    for label in labels:
        if labels.count(label) > 1:
            text = f"{labels.count(label)} tables of one house file are called {label}"
            raise HouseFileError(
                text, accepts="an id of its own for each, or until = the day on which it was superseded"
            )
    return {entry.label: _open(house, entry) for entry in house.entries}


def _open(house: HouseFile, entry: Entry) -> Table:
    try:
        return open_table(entry.table.game, house.day(entry), entry.table.settings)
    except RulesError as fault:
        fault.text = f"table {entry.label}: {fault.text}"
        raise
