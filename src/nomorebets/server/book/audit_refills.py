"""The audit of refills: from the house, to somebody out of money, and no more often than allowed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from nomorebets.server.book.audit_checkpoints import Finding
from nomorebets.server.book.changes import HOUSE, REFILL, REFILL_BELOW, REFILL_EVERY, kind_of


class RefillsAudit:
    """Follows the refills of a book along its chain."""

    def __init__(self, findings: list[Finding]) -> None:
        self._findings = findings
        self._last: dict[str, datetime] = {}

    def posted(self, row: Any, balances: Mapping[str, int]) -> None:
        """A posting, and what every account holds after it."""
        if row.cite != REFILL:
            return
        if row.source != HOUSE or kind_of(row.target) != "patron":
            self._fault(row, f"{row.source} to {row.target} is no refill of a patron by the house")
        if balances[row.target] - row.amount >= REFILL_BELOW:
            self._fault(row, f"{row.target} was refilled and had {balances[row.target] - row.amount} cents left")
        at = datetime.fromisoformat(row.at)
        before = self._last.get(row.target)
        if before is not None and (at - before).total_seconds() < REFILL_EVERY:
            self._fault(row, f"{row.target} was refilled at {before.isoformat()} already")
        self._last[row.target] = at

    def _fault(self, row: Any, text: str) -> None:
        self._findings.append(Finding("refill", f"link {row.n}", text))
