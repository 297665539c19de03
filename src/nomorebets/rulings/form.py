"""The gaming-dispute form: a ruling with the fields that a surveillance department files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nomorebets.rulings.dispute import REFUSED, WRONG_AMOUNT, Verdict
from nomorebets.rulings.transcript import DETAILS, LATE
from nomorebets.table.money import dollars, show

WHO = ("time", "dealer", "supervisor")  # given once here, and repeated in every violation
FIELDS = tuple(name for name in DETAILS if name not in WHO)


def gaming_dispute(verdict: Verdict, details: Mapping[str, str], transcript: str) -> dict[str, Any]:
    """A ruling as the file of a dispute; what nobody reported is empty.

    Losses are what the house paid too much, savings what it kept and owes to the patron.
    """
    filled = {**verdict.details, **{name: value for name, value in details.items() if value}}
    by = {name: filled.get(name, "") for name in WHO}
    return {
        "form": "gaming-dispute",
        "ruling_id": verdict.id,
        **{name: filled.get(name, "") for name in FIELDS},
        "violations": [{**row, **by} for row in _violations(verdict)],
        "ruling": verdict.to_dict(),
        "transcript": transcript,
    }


def _violations(verdict: Verdict) -> list[dict[str, str]]:
    rows = []
    for d in verdict.differences:
        over = d.done - d.required
        who = f"{d.key.whose}, {d.wager}"
        done, must = in_words(d.done_as), in_words(d.required_as)
        done, must = done or f"settled with {show(d.done)}", must or show(d.required)
        what = f"{who}: {done} where {must} is required [{d.by.full(verdict.as_of)}]"
        owed = "the amount is right, what was done with it is not"
        if over:
            side = f"the house owes seat {d.seat} {show(-over)}"
            owed = side if over < 0 else f"seat {d.seat} was paid {show(over)} over"
        rows.append(_row("dealer", what, owed, max(-over, 0), max(over, 0)))
    for remark in verdict.remedies:
        at_fault = {LATE: "patron", REFUSED: "dealer", WRONG_AMOUNT: "dealer"}.get(remark.what, "none")
        what = f"{remark.what}: {remark.remedy} [{remark.by.full(verdict.as_of)}]"
        rows.append(_row(at_fault, what, "remedied by the rules", 0, 0))
    if not rows:
        unknown = "none known: the transcript does not say what was done"
        right = "none: nothing departs from the rules" if verdict.says_what_was_done else unknown
        rows.append(_row("none", right, "", 0, 0))
    return rows


def _row(at_fault: str, violation: str, remarks: str, savings: int, losses: int) -> dict[str, str]:
    return {
        "type_of_error": at_fault,
        "violation": violation,
        "remarks": remarks,
        "savings": show(savings),
        "losses": show(losses),
    }


def in_words(moves: Mapping[str, int] | None) -> str:
    """What changes hands, for a sentence: ``collected $2.50, returned $2.50``."""
    return ", ".join(f"{deed} {dollars(amount)}" for deed, amount in (moves or {}).items())
