"""Every message gets exactly one answer, whatever happens to the table meanwhile; and joining a table is cheap."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from people import Person, audited, seated, with_house
from sqlalchemy.exc import OperationalError

from nomorebets.server.book.changes import LeaseLost, StoreError
from nomorebets.server.book.store import Store
from nomorebets.server.tables import delivery, live, unread
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.tables.watchers import Watcher


def told(watcher: Watcher) -> list[dict[str, Any]]:
    found = []
    while not watcher.frames.empty():
        found.append(msgspec.json.decode(watcher.frames.get_nowait()))
    return found


def answers(watcher: Watcher) -> list[dict[str, Any]]:
    return [frame for frame in told(watcher) if frame["type"] in ("ack", "refused")]


class Trouble:
    """A store that fails its commits for a while, and is read slowly or not at all."""

    def __init__(self, house: LiveHouse, fault: StoreError, slowly: float = 0.0, unreadable: int = 0) -> None:
        self.store, self.fault, self.slowly, self.unreadable = house.store, fault, slowly, unreadable
        self._commit, self._kept = house.store.commit, house.store.kept
        self.fails = 1
        self.store.commit = self.commit  # type: ignore[method-assign]
        self.store.kept = self.kept  # type: ignore[method-assign]

    async def commit(self, changes: Any) -> None:
        await asyncio.sleep(0.01)
        if self.fails and changes:
            self.fails -= 1
            raise self.fault
        await self._commit(changes)

    async def kept(self, *asked: Any) -> Any:
        await asyncio.sleep(self.slowly)
        if self.unreadable:
            self.unreadable -= 1
            raise OperationalError("SELECT", {}, Exception("the server is starting up"))
        return await self._kept(*asked)


@pytest.mark.parametrize("unreadable", [0, 2])
def test_what_is_said_while_a_table_is_read_again_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unreadable: int
) -> None:
    monkeypatch.setattr(live, "RETRY", 0.05)

    async def work(house: LiveHouse) -> None:
        person = await seated(house, await house.open_table("roulette"))
        await person.do("wager", on="red", amount=500, id="before")
        Trouble(house, StoreError("the disk is full; nothing has moved"), 0.1, unreadable)
        alone = Watcher(person.purse)  # of a program: no connection that could end
        asked: list[str] = []
        heard: list[dict[str, Any]] = []
        while len(asked) < 2_000 and not any(frame["type"] == "ack" for frame in heard):  # until it is read again
            name = f"n{len(asked)}"
            message = {"type": "wager", "on": "red", "amount": 100, "id": name}
            person.live.receive(alone, message)
            asked.append(name)
            await asyncio.sleep(0.005)
            heard += answers(alone)
        person.live.receive(alone, {"type": "wager", "on": "red", "amount": 500, "id": "before"})
        await asyncio.sleep(0.5)
        await person.live.settled()
        heard += answers(alone)
        assert sorted(frame["id"] for frame in heard) == sorted([*asked, "before"])
        done = sum(frame["type"] == "ack" for frame in heard if frame["id"] != "before")
        assert 0 < done < len(asked)
        assert person.live.seats[1].orders.placed["red"].amount == 500 + 100 * done
        await audited(house)

    with_house(tmp_path, work)


def test_a_table_that_cannot_be_read_is_tried_again_whoever_goes_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "RETRY", 0.05)

    async def work(house: LiveHouse) -> None:
        person = await seated(house, await house.open_table("roulette"))
        other = await seated(house, person.live)
        await person.do("wager", on="red", amount=100)  # from here on the other one waits: the clock runs
        Trouble(house, StoreError("the disk is full; nothing has moved"), unreadable=1)
        assert (await person.say("wager", on="red", amount=100))["type"] == "refused"
        assert person.live.closed
        other.go()  # nobody waits any more: the clock stops
        await person.live.settled()
        for _ in range(100):
            if not person.live.closed:
                break
            await asyncio.sleep(0.02)
        await person.do("wager", on="red", amount=100)

    with_house(tmp_path, work)


def test_what_the_book_did_not_take_is_shown_to_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "RETRY", 0.3)

    async def work(house: LiveHouse) -> None:
        person = await seated(house, await house.open_table("roulette"))
        seq = person.live.log.seq
        Trouble(house, StoreError("the disk is full; nothing has moved"), unreadable=1)
        await person.say("wager", on="red", amount=100)
        await person.say("deal")
        assert person.live.closed
        person.live.log.seq += 1  # whatever happened in memory only
        late = Watcher(person.purse)
        person.live.join(late, after=0)
        person.live.delivery.due()
        await person.live.settled()
        assert told(late) == []
        while person.live.closed:
            await asyncio.sleep(0.02)
        await person.live.settled()
        states = [frame for frame in told(late) if frame["type"] == "state"]
        assert states
        assert {frame["seq"] for frame in states} == {seq}
        assert person.live.seats[1].orders.placed == {}

    with_house(tmp_path, work)


def test_what_was_refused_with_a_failed_write_is_not_acknowledged_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "PATIENCE", 0.1)

    async def work(house: LiveHouse) -> None:
        person = await seated(house, await house.open_table("roulette"))
        Trouble(house, StoreError("the disk is full; nothing has moved"), slowly=0.05)
        alone, wager = Watcher(person.purse), {"type": "wager", "on": "red", "amount": 100, "id": "twice"}
        person.live.receive(alone, wager)
        await asyncio.sleep(0.005)  # it is being written
        person.live.receive(alone, wager)
        await asyncio.sleep(0.03)  # the table is being read again
        stranger = Watcher(None)
        person.live.join(stranger)
        person.live.part(stranger)
        await asyncio.sleep(0.3)
        await person.live.settled()
        assert [frame["type"] for frame in answers(alone)] == ["refused", "refused"]
        assert person.live.seats[1].orders.placed == {}

    with_house(tmp_path, work)


def test_whoever_comes_while_something_is_written_hears_of_it_once_and_after(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        person = await seated(house, await house.open_table("roulette"))
        await person.do("wager", on="red", amount=100)
        before = person.live.log.seq
        Trouble(house, StoreError("the disk is full; nothing has moved")).fails = 0
        person.live.receive(person.watcher, {"type": "deal", "id": "deal"})
        await asyncio.sleep(0)
        while not person.live.outbox.writing:
            await asyncio.sleep(0)
        written = [event.seq for event in person.live.outbox.writing]
        late = Watcher(person.purse)
        person.live.join(late, after=before)
        assert told(late) == []
        await person.live.settled()
        heard = [frame["seq"] for frame in told(late) if frame["type"] == "event"]
        assert heard[: len(written)] == written
        assert len(heard) == len(set(heard))

    with_house(tmp_path, work)


def test_whoever_asked_when_the_lease_was_lost_is_answered(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        person = await seated(house, await house.open_table("roulette"))
        Trouble(house, LeaseLost("another process serves the table now; nothing has moved", accepts="come again"))
        alone = Watcher(person.purse)
        for number in range(3):
            person.live.receive(alone, {"type": "wager", "on": "red", "amount": 100, "id": str(number)})
        await person.live.settled()
        person.live.receive(alone, {"type": "wager", "on": "red", "amount": 100, "id": "late"})
        await person.live.settled()
        heard = answers(alone)
        assert [frame["id"] for frame in heard] == ["0", "1", "2", "late"]
        assert {(frame["type"], frame["who"]) for frame in heard} == {("refused", "database")}
        assert person.watcher.ending is not None

    with_house(tmp_path, work)


@pytest.mark.parametrize("part", ["_prepare", "_states"])
def test_a_defect_while_answers_are_delivered_loses_none(tmp_path: Path, part: str) -> None:
    async def work(house: LiveHouse) -> None:
        person = await seated(house, await house.open_table("roulette"))
        table = person.live
        right, broken = getattr(table.delivery, part), [True]

        def slip(*args: Any) -> Any:
            if broken.pop() if broken else False:
                raise ZeroDivisionError
            return right(*args)

        setattr(table.delivery, part, slip)
        answer = await person.say("wager", on="red", amount=100, id="once")
        if answer["type"] == "refused":
            assert answer["who"] == "database"
        while table.closed:
            await asyncio.sleep(0.05)
        await person.do("wager", on="red", amount=100, id="once")
        assert table.seats[1].orders.placed["red"].amount == 100
        await person.do("deal")
        await audited(house)

    with_house(tmp_path, work)


def test_a_record_that_does_not_come_back_stops_the_table_and_everybody_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(house: LiveHouse) -> None:
        person = await seated(house, await house.open_table("roulette"))
        Trouble(house, StoreError("the disk is full; nothing has moved"), 0.05)
        monkeypatch.setattr(live.LiveTable, "restore", lambda *_: 1 / 0)
        first = asyncio.create_task(person.say("wager", on="red", amount=100, id="1"))
        await asyncio.sleep(0.03)
        alone = Watcher(person.purse)
        person.live.receive(alone, {"type": "wager", "on": "red", "amount": 100, "id": "2"})
        assert (await first)["type"] == "refused"
        await asyncio.sleep(0.1)
        await person.live.settled()
        assert [(frame["id"], frame["type"]) for frame in answers(alone)] == [("2", "refused")]
        assert "stopped" in (await person.say("wager", on="red", amount=100))["reason"]
        other = await seated(house, await house.open_table("roulette"))
        await other.do("wager", on="red", amount=100)

    with_house(tmp_path, work)


def test_strangers_who_come_and_go_do_not_make_the_table_write_to_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "PATIENCE", 0.2)

    async def work(house: LiveHouse) -> None:
        person = await seated(house, await house.open_table("roulette"))
        await asyncio.sleep(0.3)
        await person.hear()
        crowd = []
        for _ in range(50):
            crowd.append(Person(person.live, None))
            assert [frame["type"] for frame in await crowd[-1].hear()] == ["state"]  # whoever comes sees the table
        assert len(await person.hear()) < 10
        await asyncio.sleep(0.5)
        assert (await person.hear())[-1]["view"]["spectators"] == 50
        for one in crowd:
            one.go()
        await asyncio.sleep(0.5)
        assert (await person.hear())[-1]["view"]["spectators"] == 0

    with_house(tmp_path, work)


def test_a_table_that_the_book_does_not_give_when_the_house_opens_is_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then whoever asks for it is told to come again (503), not that there is no such table."""
    monkeypatch.setattr(unread, "BEAT", 0.05)
    opened: list[str] = []

    async def first(house: LiveHouse) -> None:
        table = await house.open_table("roulette")
        opened.append(table.id)
        await (await seated(house, table)).do("wager", on="red", amount="5.00")

    with_house(tmp_path, first)
    asked, kept = 0, Store.kept

    async def not_at_first(store: Store, *names: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked <= 2:
            raise StoreError("the book cannot be read (the server is starting up)")
        return await kept(store, *names)

    monkeypatch.setattr(Store, "kept", not_at_first)

    async def later(house: LiveHouse) -> None:
        with pytest.raises(StoreError, match="cannot be read now"):
            house.table(opened[0])
        async with asyncio.timeout(20):
            while opened[0] not in house.tables:
                await asyncio.sleep(0.01)
        assert asked == 3
        assert [seat.orders.staked for seat in house.table(opened[0]).seats.people] == [500]

    with_house(tmp_path, later)


def test_a_refusal_says_what_would_be_accepted(tmp_path: Path) -> None:
    """Only a wager that lies may be called on or off, and nothing is decided while wagers are taken."""

    async def work(house: LiveHouse) -> None:
        person = await seated(house, await house.open_table("craps"))
        refused = await person.say("decide", choice="stand")
        assert (refused["reason"], refused["accepts"]) == ("seat 1: not now: wagers are taken", "a wager, or deal")
        await person.do("wager", on="field", amount=500)
        refused = await person.say("call", on="field", call="off")
        assert refused["reason"] == "seat 1 has nothing on Field"
        assert refused["accepts"] == "nothing: there is no wager of yours"
        assert (await person.say("take-back", on="hard-8"))["accepts"] == "Field"

    with_house(tmp_path, work)
