"""A round that is over, opened, or a whole shoe: everything somebody needs who checks it without this software.

``verify_round.py`` beside this file reads it; it uses nothing but Python's standard library.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from nomorebets.fairness.sealed import RoundChance, Seal, in_order
from nomorebets.fairness.series import Series
from nomorebets.table import Play
from nomorebets.table.record import opened, read

FORMAT = "nomorebets round 1"
SHOE_FORMAT = "nomorebets shoe 1"
VERIFIER = Path(__file__).with_name("verify_round.py")


def bundle_of(
    content: bytes, seal: Seal, words: Mapping[str, str], published: str = "", series: Series | None = None
) -> dict[str, Any]:
    """The opening of a recorded round; a record that does not follow from its seal is refused."""
    record = read(content)
    play, chance = Play(opened(record)), RoundChance(seal, words)
    draws, words_after = [], 0
    for number, entry in enumerate(record.entries, 1):
        pick = chance.follow(entry.request, play.table, entry.answer)
        if pick is not None:
            written = [[text, weight] for text, _, weight in pick.faces]
            draws.append({"entry": number, "bound": pick.bound, "number": pick.number, "faces": written})
        if chance.words_are_in and not words_after:
            words_after = number
        play.answer(entry.answer, trusted=True)
    return {
        "format": FORMAT,
        "round": seal.round_id,
        "published": published,
        "commitment": seal.commitment,
        "salt": seal.salt.hex(),
        "seed": seal.seed.hex(),
        "words": in_order(words),
        "words_after_entry": words_after,
        "draws": draws,
        "record": content.decode().splitlines(),
        **({} if series is None else {"series": _place_in(series, seal)}),
    }


def _place_in(series: Series, seal: Seal) -> dict[str, Any]:
    """How the commitment of a round follows from what was published of all that were sealed with it."""
    number = int(seal.round_id.rpartition("-")[2])
    return {"root": series.root, "first": series.first, "path": series.path(number)}


def shoe_of(bundles: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Rounds that were sealed together, those of one shoe, in the order they were played."""
    return {"format": SHOE_FORMAT, "rounds": list(bundles)}
