"""The audit of the floor log: each change of a rule against its notice (8.3), judged as the table judged it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from nomorebets.compliance.change import changes_between
from nomorebets.errors import RulesError
from nomorebets.server.book.audit_checkpoints import Finding
from nomorebets.server.book.floor_log import Allowed, Disqualified, Floor, TookEffect, followed, read
from nomorebets.table.record import HouseLines, house_lines

Changed = dict[tuple[str, str], str | None]  # a group of settings and a name in it: what it became


class Since(NamedTuple):
    """What a supervisor did between two rounds of a table."""

    changed: Changed
    allowed: set[str]  # patrons who might wager outside the limits

    def explains(self, patron: str | None) -> bool:
        """Whether somebody could wager outside the limits: he was allowed to, or did before they changed."""
        return patron in self.allowed or any(group == "limits" for group, _ in self.changed)


class FloorAudit:
    """Follows the floor logs of all tables along the chain."""

    def __init__(self, tables: dict[str, Any], findings: list[Finding]) -> None:
        self._tables, self._findings = tables, findings
        self._floors: dict[str, Floor] = {}
        self._changed: dict[str, Changed] = defaultdict(dict)  # at each table, since its last round
        self._allowed: dict[str, set[str]] = defaultdict(set)  # patrons, likewise
        self.entries: int = 0
        self.disqualified: dict[tuple[str, str], str] = {}  # table and patron, and why

    def entered(self, link: Any) -> None:
        """An entry of the log: it follows from those before, and a change had its notice."""
        self.entries += 1
        try:
            floor, entry = self._floor(link.table_id), read(link.entry)
            if isinstance(entry, TookEffect):
                self._took_effect(link, floor, entry)
            floor.follow(entry)
            if isinstance(entry, Allowed):
                self._allowed[link.table_id].add(entry.patron)
            if isinstance(entry, Disqualified):
                self.disqualified[link.table_id, entry.patron] = entry.why
        except (RulesError, msgspec.MsgspecError, KeyError, ValueError) as fault:
            self._find(link, f"an entry of the floor log does not follow from those before it: {fault}")

    def _floor(self, table_id: str) -> Floor:
        if table_id not in self._floors:
            row = self._tables[table_id]
            house = msgspec.json.decode(row.house, type=dict[str, Any])
            self._floors[table_id] = followed(row.id, row.game, row.as_of, house, ())
        return self._floors[table_id]

    def _took_effect(self, link: Any, floor: Floor, entry: TookEffect) -> None:
        judged = floor.judge(floor.changes[entry.number], entry.closed, entry.at)
        for missing in judged.missing:
            by = missing.by.full(floor.day)
            self._find(link, f"change {entry.number} took effect without its notice: {missing.what} [{by}]")
        rows = changes_between(judged.before, judged.after) if judged.after is not None else []
        if rows != entry.changes:
            self._find(link, f"change {entry.number} took effect as something else than was drafted")
        if judged.after is None:
            return
        now = house_lines(judged.after)  # as records have it: a row says what holds, be it the table's
        settings: dict[str, Mapping[str, str | None]] = {
            "option": now.options,
            "pay-table": now.pays,
            "limits": _flat(now.limits),
        }
        for row in rows:
            group, name = str(row["setting"]), str(row["name"])
            self._changed[link.table_id][group, name] = settings[group].get(name)

    def _find(self, link: Any, text: str) -> None:
        self._findings.append(Finding("floor", f"{link.table_id} link {link.n}", text))

    def since_last_round(self, table_id: str) -> Since:
        """What has changed at a table since its last round, once."""
        since = Since(self._changed.pop(table_id, {}), self._allowed.pop(table_id, set()))
        if table_id in self._floors:
            self._allowed[table_id] = {one.patron for one in self._floors[table_id].exceptions.values()}
        return since


def unannounced(before: HouseLines, now: HouseLines, changed: Changed) -> str:
    """What both rounds know of and is not the same, or not what it was changed to: a later program may know of more."""
    names = []
    for was, here, group in (
        (before.options, now.options, "option"),
        (before.pays, now.pays, "pay-table"),
        (_flat(before.limits), _flat(now.limits), "limits"),
    ):
        expected = {**was, **{name: after for (kind, name), after in changed.items() if kind == group}}
        known = {*was, *here} if group == "limits" else {name for name in expected if name in here}
        names += [name for name in known if expected.get(name) != here.get(name)]
    return ", ".join(sorted(names))[:200]


def _flat(limits: dict[str, dict[str, str]]) -> dict[str, str | None]:
    return {f"{kind} {end}": amount for kind, ends in limits.items() for end, amount in ends.items()}
