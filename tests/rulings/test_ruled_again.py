"""Transcripts that were once ruled wrongly; each says at its end how it is ruled, and by which paragraph."""

from __future__ import annotations

from pathlib import Path

import pytest

from nomorebets.errors import RulesError
from nomorebets.rulings.dispute import rule_on
from nomorebets.rulings.transcript import read_transcript

TRANSCRIPTS = sorted((Path(__file__).parent / "transcripts").glob("*.toml"))
SAYS = "# ruled: "


def ruled(content: bytes) -> list[str]:
    """What is required, what is put right and where the dealer departed from it, or why it cannot be ruled on."""
    try:
        verdict = rule_on(read_transcript(content)).to_dict()
    except RulesError as refused:
        return [f"refused: {refused}"]
    return [
        *(f"seat {r['seat']}, {r['wager']}: {r['result']} {r['net']} by {_by(r)}" for r in verdict["required"]),
        *(f"{r['what']}: {r['remedy']}, by {_by(r)}" for r in verdict["remedies"]),
        *(
            f"seat {r['seat']}, {r['wager']}: done {r['done']}, by {_by(r)} {r['required']}"
            for r in verdict["differences"]
        ),
        *(["the round is void"] if verdict["void"] else []),
    ]


def _by(row: dict[str, str]) -> str:
    return f"{row['cite']} {row.get('reading', '')}".strip()


@pytest.mark.parametrize("file", TRANSCRIPTS, ids=lambda file: file.stem)
def test_it_is_ruled_as_the_paragraph_says(file: Path) -> None:
    told = file.read_text(encoding="utf-8")
    says = [line.removeprefix(SAYS) for line in told.splitlines() if line.startswith(SAYS)]
    assert ruled(told.encode()) == says


def test_there_are_some() -> None:
    assert len(TRANSCRIPTS) > 50
