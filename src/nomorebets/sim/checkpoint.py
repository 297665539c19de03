"""The checkpoint file of a simulation: what was played, and the totals of its whole blocks.

A block is random only in its seed and number, so whoever has the totals of the first blocks goes on with the next one
and ends where an uninterrupted run ends. The file is replaced in one step: whenever a run is killed, a whole file is
there, at most a second old. It does not say how many rounds were wanted; the same file may be taken further.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec

from nomorebets.errors import RecordError, shown
from nomorebets.sim.blocks import BLOCK_ROUNDS, Merged
from nomorebets.sim.jobs import Job, code_version

FORMAT = "nomorebets simulation 1"
SECONDS_BETWEEN = 1.0
MOST_BYTES = 64 * 1024 * 1024


class Checkpoint:
    """The file of one run. What it held is in ``merged``; ``keep`` takes what is added."""

    def __init__(self, path: Path, job: Job, seed: int) -> None:
        self.path = path
        self.head: dict[str, Any] = {
            "format": FORMAT,
            "code": code_version(),
            "block_rounds": BLOCK_ROUNDS,
            "seed": seed,
            "job": msgspec.to_builtins(job),
        }
        self.merged: Merged = (0, [])
        if path.exists():
            self.merged = self._read()
        self._written: Merged | None = None
        self.write()  # before hours of work: can it be written at all?

    def keep(self, merged: Merged) -> None:
        """Remember whole blocks, and write them down where the last time is a while ago."""
        self.merged = merged
        if monotonic() - self._at >= SECONDS_BETWEEN:
            self.write()

    def write(self) -> None:
        """Replace the file by one that holds all blocks so far."""
        self._at = monotonic()
        if self._written is self.merged:
            return
        blocks, counts = self.merged
        body = {**self.head, "blocks": blocks, "counts": counts}
        part = self.path.with_name(self.path.name + ".part")
        try:
            with part.open("w", encoding="utf-8") as file:
                json.dump({**body, "sha256": _sum(body)}, file)
                file.flush()
                os.fsync(file.fileno())
            part.replace(self.path)
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise
        with suppress(OSError):  # not everywhere can a folder be opened
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        self._written = self.merged

    def _read(self) -> Merged:
        name = shown(self.path)
        another = "the name of a new file, or the file of the same simulation"
        with self.path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        try:
            held = json.loads(content)
        except (ValueError, RecursionError):
            raise RecordError(f"{name} is no checkpoint of a simulation, or is broken off", accepts=another) from None
        if not isinstance(held, dict) or held.get("format") != FORMAT:
            raise RecordError(f"{name} is no checkpoint of a simulation", accepts=another)
        said = held.pop("sha256", None)
        blocks, counts = held.get("blocks"), held.get("counts")
        if not (isinstance(blocks, int) and isinstance(counts, list) and said == _sum(held)):
            raise RecordError(f"{name} was altered: its totals do not fit its checksum", accepts=another)
        if held["code"] != self.head["code"]:
            text = "was written by another version of nomorebets, whose blocks cannot be added to this one's"
            raise RecordError(f"{name} {text}", accepts="a new file, or that version")
        for what, there, here in _differences(held, self.head):
            text = f"{name} is of another simulation: {what} is {shown(there, 40)} there and {shown(here, 40)} here"
            raise RecordError(text, accepts=another)
        return blocks, counts


def _sum(body: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def _differences(there: Any, here: Any, name: str = "") -> list[tuple[str, Any, Any]]:
    """What differs between two objects of JSON, by the names that lead to it."""
    if isinstance(there, dict) and isinstance(here, dict):
        names = dict.fromkeys((*here, *there))
        differences = []
        for key in names:
            if name or key not in ("blocks", "counts"):
                differences += _differences(there.get(key), here.get(key), f"{name}.{key}" if name else key)
        return differences
    label = name.removeprefix("job.").removeprefix("house.").removeprefix("options.")
    return [] if there == here else [(label, there, here)]
