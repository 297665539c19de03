"""The gaming-dispute form: a ruling with the fields that a surveillance department files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nomorebets.rulings.dispute import Verdict
from nomorebets.rulings.transcript import LATE
from nomorebets.table.money import show

FIELDS = (
    "property",
    "area",
    "section",
    "requested_by",
    "subject",
    "start",
    "end",
    "review_method",
    "camera",
    "remarks",
    "second_auditor",
)
WHO = ("time", "dealer", "supervisor")  # told once here, and repeated in every violation


def gaming_dispute(verdict: Verdict, details: Mapping[str, str], transcript: str = "") -> dict[str, Any]:
    """A ruling as the file of a dispute; what nobody told is empty.

    Losses are what the house paid too much, savings what it kept and owes to the patron.
    """
    by = {name: details.get(name, "") for name in WHO}
    return {
        "form": "gaming-dispute",
        **{name: details.get(name, "") for name in FIELDS},
        "violations": [{**row, **by} for row in _violations(verdict)],
        "ruling": verdict.to_dict(),
        "transcript": transcript,
    }


def _violations(verdict: Verdict) -> list[dict[str, str]]:
    rows = []
    for d in verdict.differences:
        over = d.done - d.required
        who = f"seat {d.seat}, {d.wager}"
        what = f"{who}: settled with {show(d.done)} where {show(d.required)} is required [{d.by.full(verdict.as_of)}]"
        owed = (
            f"the house owes seat {d.seat} {show(-over)}" if over < 0 else f"seat {d.seat} was paid {show(over)} over"
        )
        rows.append(_row("dealer", what, owed, max(-over, 0), max(over, 0)))
    for remark in verdict.remedies:
        at_fault = "patron" if remark.what == LATE else "none"
        what = f"{remark.what}: {remark.remedy} [{remark.by.full(verdict.as_of)}]"
        rows.append(_row(at_fault, what, "remedied by the rules", 0, 0))
    if not rows:
        rows.append(_row("none", "none: nothing departs from the rules", "", 0, 0))
    return rows


def _row(at_fault: str, violation: str, remarks: str, savings: int, losses: int) -> dict[str, str]:
    return {
        "type_of_error": at_fault,
        "violation": violation,
        "remarks": remarks,
        "savings": show(savings),
        "losses": show(losses),
    }
