"""The house has its head witnessed: a line in a file, or a note at another house, whenever the chain has grown.

At another house it is a guest of its own, whose id it prints; anybody may read there what was noted under that id.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import httpx
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from nomorebets.errors import RulesError, UnknownName
from nomorebets.server.book import schema
from nomorebets.server.book.chain import Head, head_of
from nomorebets.server.book.changes import now
from nomorebets.server.book.seldom import Seldom
from nomorebets.server.book.store import Store
from nomorebets.server.book.witness import Witnessed, read_witness

log: logging.Logger = logging.getLogger(__name__)
SELDOM = Seldom(log)

EVERY = 10.0  # seconds between two looks at the head
PATIENCE = 10.0  # seconds for another house to answer


async def current_head(store: Store) -> Head:
    """Where the chain ends now."""
    async with store.engine.connect() as connection:
        return await connection.run_sync(head_of) or Head()


class WitnessFile:
    """Heads go to the end of a file, on the disk before it goes on."""

    name: str

    def __init__(self, path: Path) -> None:
        self.name, self._path = str(path), path
        if path.exists():
            read_witness(path)  # nothing is added to a file that is something else
        self._append(b"")

    async def note(self, head: Head) -> None:
        line = f"{Witnessed(head.seal, head.n, at=now())}\n"
        await asyncio.to_thread(self._append, line.encode())

    def _append(self, line: bytes) -> None:
        try:
            with self._path.open("ab") as file:
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as fault:
            raise UnknownName(f"{self._path} cannot be written: {fault.strerror}", accepts="a file of yours") from None


class OtherHouse:
    """Heads are noted at another house, as a guest there."""

    name: str

    def __init__(self, address: str, store: Store) -> None:
        self.name, self._store = address.rstrip("/"), store
        self._token = ""

    async def note(self, head: Head) -> None:
        async with httpx.AsyncClient(base_url=f"{self.name}/api/v1", timeout=PATIENCE) as http:
            try:
                if not self._token:
                    self._token = await self._come_in(http)
                headers = {"Authorization": f"Bearer {self._token}"}
                answer = await http.post("/heads", json={"n": head.n, "seal": head.seal}, headers=headers)
                answer.raise_for_status()
            except httpx.HTTPError as fault:
                raise UnknownName(f"{self.name} has not noted the head: {fault}", accepts="another house") from None

    async def _come_in(self, http: httpx.AsyncClient) -> str:
        name = f"witness {self.name}"
        async with self._store.engine.connect() as connection:
            kept: str | None = await connection.scalar(select(schema.meta.c.value).where(schema.meta.c.name == name))
        if kept:
            return kept
        answer = await http.post("/patrons", headers={"Idempotency-Key": secrets.token_hex(16)})
        answer.raise_for_status()
        guest = answer.json()
        log.warning("heads of this house can be read at %s/api/v1/heads/%s", self.name, guest["patron"])
        return await self._store.secret(name, str(guest["token"]))


Witness = WitnessFile | OtherHouse


def witness_at(place: str, store: Store) -> Witness:
    """A file, or another house by its address."""
    return OtherHouse(place, store) if "://" in place else WitnessFile(Path(place))


class Witnessing:
    """Looks at the head now and then, and when the house closes, and has it noted everywhere."""

    def __init__(self, store: Store, places: Sequence[str]) -> None:
        self._store = store
        self._witnesses = [witness_at(place, store) for place in places]
        self._noted: dict[str, Head] = {}
        self._looking: asyncio.Task[None] | None = None

    def open(self) -> None:
        if self._witnesses:
            self._looking = asyncio.create_task(self._look(), name="witnesses")

    async def close(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            with suppress(asyncio.CancelledError):
                await self._looking
            await self.note()

    async def _look(self) -> None:
        while True:
            await self.note()
            await asyncio.sleep(EVERY)

    async def note(self) -> None:
        """Wherever the head was not noted yet; who cannot be reached is asked the next time."""
        try:
            head = await current_head(self._store)
        except (SQLAlchemyError, OSError):
            return
        for witness in self._witnesses:
            if self._noted.get(witness.name, Head()) == head:
                continue
            try:
                await witness.note(head)
                self._noted[witness.name] = head
            except (RulesError, SQLAlchemyError, OSError) as fault:
                SELDOM.error("a witness does not hear of the head: %s", fault)
