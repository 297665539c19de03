"""The audit of chance: every seal against its commitment and its series, and every record against its seal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from nomorebets.fairness.sealed import RoundChance
from nomorebets.fairness.series import goes_on
from nomorebets.server.book.archive import kept_seal, series_of
from nomorebets.server.book.audit_checkpoints import Left
from nomorebets.table import Round
from nomorebets.table.game import Game
from nomorebets.table.record import Record, SealLines
from nomorebets.table.requests import Answer, Request


def faults_of_seal(record: Record, row: Any, sealed: Any, left: Left) -> Iterable[str]:
    """Whether a round has the seal that was published before it; a book older than seals has rounds without."""
    published = record.header.seal
    if sealed is None:
        if left.seals or published is not None:
            yield "its seal is missing: earlier rounds have theirs, or its record names it"
        return
    try:
        seal, words = kept_seal(sealed), msgspec.json.decode(sealed.words, type=dict[str, str])
    except ValueError as fault:
        yield f"its record does not follow from its seal: {fault}"
        return
    if seal.commitment != sealed.commitment:
        yield "its salt and seed are not those of the commitment that was published"
    if sealed.n is None:
        if left.seals > 1 or published is not None:
            yield "its commitment is not in the chain, as those of earlier rounds are"
        return
    series = "" if sealed.series == sealed.commitment else sealed.series
    if published is None or published != SealLines(sealed.commitment, series, words):
        yield "its record was begun under another seal, or with other words, than the book has"


def faults_of_series(game: Game, record: Record, row: Any, sealed: Any, left: Left) -> Iterable[str]:
    """Whether the seal was fixed with those of the rounds it belongs to."""
    if sealed is None or sealed.series is None:
        return
    series = series_of(sealed)
    if series is None:
        yield "what its seal follows from is missing"
        return
    is_known = sealed.series == left.series  # and was computed when its first round was examined
    if (
        (not is_known and series.root != sealed.series)
        or not series.covers(row.number)
        or series.seal(row.number) != kept_seal(sealed)
    ):
        yield "its seal is not the one that was fixed with those of the rounds it belongs to"
    belongs = left.series and left.series_ends >= row.number and goes_on(game, record.header.opening)
    if belongs and sealed.series != left.series:
        yield "it was sealed anew in the midst of what had been sealed together: a shoe in use, or wagers that stand"


def follows(sealed: Any) -> Callable[[Request, Round, Answer], object] | None:
    """What holds every answer of chance against the seal of its round, if it has one."""
    if sealed is None:
        return None
    words = msgspec.json.decode(sealed.words, type=dict[str, str])
    return RoundChance(kept_seal(sealed), words).follow
