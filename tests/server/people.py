"""People at a live table, for the tests: who says something and reads what the table answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec

from nomorebets.drivers.chance import Chance, SeededChance
from nomorebets.server.book.audit import audit
from nomorebets.server.book.store import Store
from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.clock import Clock
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.tables.shown import view_of
from nomorebets.server.tables.watchers import Watcher

Frame = dict[str, Any]
Stack = Callable[[str], None]  # the next cards that are dealt


class Person:
    """Somebody with a connection to a table."""

    def __init__(self, live: LiveTable, purse: Purse | None, after: int | None = None) -> None:
        self.live, self.purse = live, purse
        self.watcher = Watcher(purse)
        self.seen: list[Frame] = []
        self._said = 0
        live.join(self.watcher, after)

    async def hear(self) -> list[Frame]:
        """Everything the table has sent since."""
        await self.live.settled()
        fresh: list[Frame] = []
        while not self.watcher.frames.empty():
            fresh.append(msgspec.json.decode(self.watcher.frames.get_nowait()))
        self.seen += fresh
        return fresh

    async def wait_for(self, found: Callable[[Frame], bool]) -> Frame:
        """The next frame of which something is true."""
        while True:
            frame: Frame = msgspec.json.decode(await asyncio.wait_for(self.watcher.frames.get(), 20))
            self.seen.append(frame)
            if found(frame):
                return frame

    async def say(self, type: str, **fields: Any) -> Frame:
        """Send a message; the acknowledgement or the refusal."""
        self._said += 1
        name = str(fields.pop("id", f"{id(self)}-{self._said}"))
        self.live.receive(self.watcher, {"type": type, "id": name, **fields})
        heard = await self.hear()
        return next(f for f in heard if f["type"] in ("ack", "refused") and f["id"] == name)

    async def do(self, type: str, **fields: Any) -> None:
        answer = await self.say(type, **fields)
        assert answer["type"] == "ack", answer

    @property
    def view(self) -> Frame:
        return view_of(self.live, self.purse)

    def go(self) -> None:
        self.live.part(self.watcher)


new_book: Callable[[], str] | None = None  # set where the tests of live tables run on PostgreSQL (conftest.py)
_books: dict[Path, str] = {}


def address_in(folder: Path) -> str:
    """The database of a folder, the same one every time."""
    if new_book is None:
        return f"sqlite:///{folder / 'house.db'}"
    if folder not in _books:
        _books[folder] = new_book()
    return _books[folder]


def with_house(
    path: Path | str,
    work: Callable[[LiveHouse], Awaitable[None]],
    chance: Chance | None = None,
    clock: Clock | None = None,
) -> None:
    """Open a house over the database of a folder, or of an address, work in it, and close it again."""
    address = path if isinstance(path, str) else address_in(path)

    async def run() -> None:
        house = LiveHouse(Store(address), chance or SeededChance(1), clock)
        await house.open()
        try:
            await asyncio.wait_for(work(house), 60)
        finally:
            await house.close()

    asyncio.run(run())


def with_store(book: str, work: Callable[[Store], Awaitable[None]]) -> None:
    """The same with a book alone."""

    async def run() -> None:
        store = Store(book)
        await store.open()
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


def chips_for(live: LiveTable, amount: int) -> int:
    """So many chips, as far as the table lets one buy them."""
    limits = live.table.game.terms.buy_in
    return amount if limits is None else min(amount, limits(live.table.house).most)


async def seated(house: LiveHouse, live: LiveTable, amount: int = 50_000) -> Person:
    person = Person(live, await house.people.create())
    await person.do("sit", amount=chips_for(live, amount))
    return person


async def audited(house: LiveHouse) -> dict[str, int]:
    """Every balance, after an audit of the whole book."""
    for live in house.tables.values():
        await live.settled()
    assert (await asyncio.to_thread(audit, house.store.url)).findings == []
    balances = await house.store.balances()
    for live in house.tables.values():
        for one in live.seats.people:
            assert balances.get(f"{live.id}/seat:{one.spot}", 0) == one.stack
    return balances
