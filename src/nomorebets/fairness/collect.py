"""Collections for a laboratory: raw output of the generator, and final outcomes as a game uses them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from nomorebets.errors import UnknownName, one_line
from nomorebets.fairness.drbg import MOST_BYTES
from nomorebets.fairness.outcomes import Pack, Source, equipment, outcomes
from nomorebets.table import Table

MOST = 10**12
STEP = 1000  # outcomes between two reports of progress
RAW_DRAWN = "one stream of HMAC_DRBG (SP 800-90A, SHA-256), begun with 384 bits"
EACH_DRAWN = (
    "for every outcome another seal of 384 bits, in series of 512 (SHAKE-256), HMAC_DRBG (SP 800-90A, SHA-256), "
    "bounded numbers by rejection"
)

Tell = Callable[[int], None]


def collect_raw(file: BinaryIO, count: int, source: Source, begun: str, tell: Tell) -> dict[str, Any]:
    """So many bytes as the generator gives them; what goes beside the file."""
    _require(count)
    chance, digest = source(), hashlib.sha256()
    for at in range(0, count, MOST_BYTES):
        content = chance.take(min(MOST_BYTES, count - at))
        file.write(content)
        digest.update(content)
        tell(len(content))
    drawn = {"content": "raw bytes", "count": count, "drawn": RAW_DRAWN, "begun_from": begun}
    return {**_about(), **drawn, "sha256": digest.hexdigest()}


def collect_outcomes(
    file: BinaryIO, table: Table, count: int, source: Source, begun: str, tell: Tell, as_numbers: bool
) -> dict[str, Any]:
    """Lines of text, one for each outcome, below a header that says how they came about; the header."""
    _require(count)
    of = equipment(table)
    names = list(dict.fromkeys(of.cards)) if isinstance(of, Pack) else of.faces
    weights = [of.cards.count(name) for name in names] if isinstance(of, Pack) else of.weights
    written = {name: str(at) if as_numbers else name for at, name in enumerate(names)}
    about = {
        **_about(),
        "content": "a shuffled pack to a line, in the order it is dealt"
        if isinstance(of, Pack)
        else "an outcome to a line",
        "game": table.game.id,
        "as_of": table.as_of.isoformat(),
        "count": count,
        "drawn": EACH_DRAWN,
        "begun_from": begun,
        "written_as": "numbers of the faces, from 0" if as_numbers else "text",
        "faces": [[name, weight] for name, weight in zip(names, weights, strict=True)],
    }
    for key, value in about.items():
        file.write(f"# {key}: {value if isinstance(value, str) else json.dumps(value)}\n".encode())
    for number, outcome in enumerate(islice(outcomes(of, source), count), 1):
        file.write(" ".join(written[name] for name in outcome).encode() + b"\n")
        if number % STEP == 0 or number == count:
            tell(number % STEP or STEP)
    return about


def _require(count: int) -> None:
    if not 1 <= count <= MOST:
        raise UnknownName(f"a collection of {one_line(count, 20)}", accepts=f"1 to {MOST:,}")


def _about() -> dict[str, Any]:
    at = datetime.now(UTC).isoformat(timespec="seconds")
    return {"collected_by": f"nomorebets {version('nomorebets')}", "collected": at, "code_sha256": code_hash()}


def code_hash() -> str:
    """One hash over the files that make chance, so that a laboratory knows which it has seen."""
    folder = Path(__file__).parent
    digest = hashlib.sha256()
    for name in ("drbg.py", "outcomes.py", "sealed.py"):
        digest.update((folder / name).read_bytes())
    return digest.hexdigest()
