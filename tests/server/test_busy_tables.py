"""A busy table: who is answered sees it at once, who sits beside soon, who watches within a second; events at once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from people import Frame, Person, seated, with_house

from nomorebets.server.book.changes import Changes
from nomorebets.server.tables import delivery
from nomorebets.server.tables.service import LiveHouse


async def written(person: Person) -> list[Frame]:
    """What somebody was sent by now; what waits to be shown goes on waiting."""
    while (task := person.live.delivery.task) is not None and not task.done():
        await task
    frames = []
    while not person.watcher.frames.empty():
        frames.append(msgspec.json.decode(person.watcher.frames.get_nowait()))
    return frames


@pytest.mark.parametrize(("near", "far", "beside", "watching"), [(60, 60, 0, 0), (0, 60, 1, 0), (0, 0, 1, 1)])
def test_orders_are_shown_at_a_pace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, near: int, far: int, beside: int, watching: int
) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        first, second, stranger = await seated(house, live), await seated(house, live), Person(live, None)
        people = (first, second, stranger)
        for person in people:
            await person.hear()
        monkeypatch.setattr(delivery, "SHOWN_EVERY", near)
        monkeypatch.setattr(delivery, "PATIENCE", far)
        live.receive(first.watcher, {"type": "wager", "on": "red", "amount": 500, "id": "1"})
        sent = [[frame["type"] for frame in await written(person)] for person in people]
        assert sent == [["ack", "state"], ["state"] * beside, ["state"] * watching]
        for person in people[1:]:  # and whoever waited for it sees all of it in the end
            await person.hear()
        seen = [frame["view"]["seats"][0]["orders"] for frame in stranger.seen if frame["type"] == "state"]
        assert watching or seen[-1][0]["amount"] == 500

    with_house(tmp_path, work)


def test_what_happens_is_shown_to_everybody_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("sic-bo")
        person, stranger = await seated(house, live), Person(live, None)
        for one in (person, stranger):
            await one.hear()
        monkeypatch.setattr(delivery, "SHOWN_EVERY", 60.0)
        monkeypatch.setattr(delivery, "PATIENCE", 60.0)
        live.receive(person.watcher, {"type": "wager", "on": "small", "amount": 500, "id": "1"})
        assert await written(stranger) == []
        live.receive(person.watcher, {"type": "deal", "id": "2"})
        kinds = [frame["type"] for frame in await written(stranger)]
        assert kinds[0] == "event"
        assert kinds[-1] == "state"

    with_house(tmp_path, work)


def test_where_everybody_is_answered_nobody_is_shown_the_table_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        people = [await seated(house, live), await seated(house, live)]
        for person in people:
            await person.hear()
        monkeypatch.setattr(delivery, "SHOWN_EVERY", 0.5)
        monkeypatch.setattr(delivery, "PATIENCE", 60.0)
        live.receive(people[0].watcher, {"type": "wager", "on": "red", "amount": 500, "id": "1"})
        assert [frame["type"] for frame in await written(people[0])] == ["ack", "state"]
        assert await written(people[1]) == []  # it is for later
        for person in people:
            live.receive(person.watcher, {"type": "wager", "on": "red", "amount": 500, "id": "2"})
        sent = [[frame["type"] for frame in await written(person)] for person in people]
        assert sent == [["ack", "state"]] * 2
        await asyncio.sleep(0.8)
        assert [await written(person) for person in people] == [[], []]

    with_house(tmp_path, work)


def test_what_happens_while_the_book_is_written_is_written_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only then is any of it acknowledged."""

    async def work(house: LiveHouse) -> None:
        live, other = await house.open_table("roulette"), await house.open_table("roulette")
        people, busy = [await seated(house, live), await seated(house, live)], await seated(house, other)
        for person in (*people, busy):
            await person.hear()
        store, written_together, goes_on = house.store, [], asyncio.Event()
        write = store._write_all

        async def _slowly(connection: Any, several: list[Changes]) -> None:
            written_together.append([changes.table_id for changes in several])
            if len(written_together) == 1:
                await goes_on.wait()
            await write(connection, several)

        monkeypatch.setattr(store, "_write_all", _slowly)
        other.receive(busy.watcher, {"type": "wager", "on": "red", "amount": 500, "id": "0"})
        while not written_together:
            await asyncio.sleep(0)
        for person in people:  # one after the other, and the book is busy all the while
            live.receive(person.watcher, {"type": "wager", "on": "red", "amount": 500, "id": "1"})
            for _ in range(20):
                await asyncio.sleep(0)
            assert person.watcher.frames.empty()
        goes_on.set()
        for person in people:
            assert [frame["type"] for frame in await written(person)] == ["ack", "state"]
        assert written_together == [[other.id], [live.id]]

    with_house(tmp_path, work)
