"""What a transcript shows without saying so: a card too many, a choice that nobody was offered."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from nomorebets.rulings.names import nearest
from nomorebets.rulings.transcript import IrregularityLine, Transcript
from nomorebets.table import Table
from nomorebets.table.game import A_CARD_MORE


def implied(transcript: Transcript, table: Table) -> Iterator[tuple[Transcript, IrregularityLine]]:
    """The transcript again, each time with one irregularity that would explain it."""
    for what, cause in table.game.irregularities.items():
        if cause.shown_by == A_CARD_MORE and transcript.outcomes:
            line = IrregularityLine(what, len(transcript.outcomes), {})
            yield replace(transcript, irregularities=[*transcript.irregularities, line]), line
        for number, decision in enumerate(transcript.decisions, start=1):
            if cause.shown_by and nearest(decision.choose, [cause.shown_by]) == cause.shown_by:
                line = IrregularityLine(what, number, {}, counts="decision")
                others = [d for d in transcript.decisions if d is not decision]
                wrong = [*transcript.irregularities, line]
                yield replace(transcript, irregularities=wrong, decisions=others), line
