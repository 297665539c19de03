"""Doing a thing once: ids of messages are each patron's own and good for a stated time; keys of programs expire."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from litestar.testing import TestClient
from people import Person, seated, with_house
from sqlalchemy import text

from nomorebets.errors import WagerRefused
from nomorebets.server.book.changes import Changes
from nomorebets.server.tables import inbox as inboxes
from nomorebets.server.tables.inbox import GOOD_FOR, LONGEST_ID, Inbox
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.web.api import once, tables
from nomorebets.server.web.app import build_app

WAGER = {"type": "wager", "on": "red", "amount": 500}


class Clock:
    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def __call__(self) -> int:
        return int(self.seconds * 1000)


def test_a_neighbours_messages_do_not_push_an_id_out(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        one, other = await seated(house, live), await seated(house, live)
        await one.do("wager", on="red", amount=500, id="mine")
        for _ in range(600):
            other.live.receive(other.watcher, {"type": "clear", "id": f"n{_}"})
        await other.hear()
        await one.do("wager", on="red", amount=500, id="mine")
        assert live.seats[1].orders.placed["red"].amount == 500

    with_house(tmp_path, work)


def test_an_id_is_good_over_rounds_and_a_restart(tmp_path: Path) -> None:
    patrons: list[str] = []

    async def play(house: LiveHouse) -> None:
        person = await seated(house, await house.open_table("roulette"))
        patrons.append(person.live.seats[1].patron)
        await person.do("wager", on="red", amount=500, id="once")
        for _ in range(4):
            await person.do("deal")
            await person.do("wager", on="red", amount=300)

    async def again(house: LiveHouse) -> None:
        (live,) = house.tables.values()
        person = Person(live, await house.people.purse(patrons[0]))
        await person.do("wager", on="red", amount=500, id="once")
        assert live.seats[1].orders.placed["red"].amount == 300
        assert "something else" in (await person.say("wager", on="black", amount=500, id="once"))["reason"]

    with_house(tmp_path, play)
    with_house(tmp_path, again)


def test_an_id_is_forgotten_when_its_time_is_over_and_the_second_round_after_it_begins() -> None:
    clock = Clock()
    inbox = Inbox("t", clock)
    inbox.write(Changes(), 1)
    inbox.note("p", "1", WAGER)
    inbox.write(Changes(), 9)
    clock.seconds += GOOD_FOR - 1
    assert inbox.is_done("p", "1", WAGER)
    clock.seconds += 2
    assert not inbox.is_done("p", "1", WAGER)
    inbox.note("p", "2", WAGER)
    clock.seconds += 10 * GOOD_FOR  # a round that takes hours
    inbox.write(Changes(), 10)
    assert inbox.is_done("p", "2", WAGER)
    inbox.write(Changes(), 11)
    assert not inbox.is_done("p", "2", WAGER)


def test_ids_of_some_minutes_are_forgotten_together_and_none_too_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inboxes, "MOST_IDS", 3)
    clock = Clock()
    inbox = Inbox("t", clock)
    inbox.write(Changes(), 1)
    span = GOOD_FOR // inboxes.SPANS
    for name, at in (("first", 0), ("with it", span - 1), ("later", span)):
        clock.seconds = at
        inbox.note("p", name, WAGER)
        inbox.write(Changes(), 1)
    with pytest.raises(WagerRefused, match="too many messages"):  # of both spans together
        inbox.is_done("p", "one more", WAGER)
    inbox.write(Changes(), 3)
    clock.seconds = GOOD_FOR + span - 1
    assert inbox.is_done("p", "with it", WAGER)
    clock.seconds += 1
    assert not inbox.is_done("p", "first", WAGER)
    assert not inbox.is_done("p", "with it", WAGER)
    assert inbox.is_done("p", "later", WAGER)
    clock.seconds += 1
    assert not inbox.is_done("p", "later", WAGER)


def test_rows_that_are_too_old_leave_the_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inboxes, "GOOD_FOR", 0)

    async def work(house: LiveHouse) -> None:
        person = await seated(house, await house.open_table("roulette"))
        for _ in range(6):
            await person.do("wager", on="red", amount=100)
            await person.do("deal")
        async with house.store.engine.connect() as connection:
            rounds = (await connection.scalars(text("SELECT DISTINCT round FROM heard"))).all()
        assert len(rounds) <= 3

    with_house(tmp_path, work)


def test_more_ids_than_can_be_kept_are_refused_and_none_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inboxes, "MOST_IDS", 3)
    inbox = Inbox("t", Clock())
    for name in "123":
        assert not inbox.is_done("p", name, WAGER)
        inbox.note("p", name, WAGER)
    with pytest.raises(WagerRefused, match="too many messages"):
        inbox.is_done("p", "4", WAGER)
    assert all(inbox.is_done("p", name, WAGER) for name in "123")
    assert not inbox.is_done("another", "4", WAGER)


@pytest.mark.parametrize("name", ["x" * (LONGEST_ID + 1), "x" * LONGEST_ID + "y" * 900, "a\0b", "\0"])
def test_an_id_that_could_be_taken_for_another_is_refused(tmp_path: Path, name: str) -> None:
    async def work(house: LiveHouse) -> None:
        person = await seated(house, await house.open_table("roulette"))
        refused = await person.say("wager", on="red", amount=500, id=name)
        assert refused["type"] == "refused"
        assert "is no id" in refused["reason"]
        await person.do("wager", on="red", amount=500, id="x" * LONGEST_ID)
        assert person.live.seats[1].orders.placed["red"].amount == 500

    with_house(tmp_path, work)


def key(name: str) -> dict[str, str]:
    return {"idempotency-key": f"{name}-of-this-test"}


def test_a_session_is_not_the_answer_to_an_old_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with TestClient(build_app(f"sqlite:///{tmp_path / 'house.db'}")) as client:
        first = client.post("/api/v1/patrons", headers=key("guest")).json()
        again = client.post("/api/v1/patrons", headers=key("guest"))
        assert again.json()["patron"] == first["patron"]
        monkeypatch.setattr(tables, "ASKED_AGAIN", timedelta(0))
        late = client.post("/api/v1/patrons", headers=key("guest"))
        assert (late.status_code, "token" in late.json()) == (409, False)
        monkeypatch.setattr(once, "KEPT", timedelta(0))
        fresh = client.post("/api/v1/patrons", headers=key("guest"))  # forgotten: somebody else
        assert fresh.json()["patron"] != first["patron"]


def test_nor_one_of_somebody_who_has_a_password_by_now(tmp_path: Path) -> None:
    with TestClient(build_app(f"sqlite:///{tmp_path / 'house.db'}")) as client:
        guest = client.post("/api/v1/patrons", headers=key("guest")).json()
        members = client.app.state.house.people.members
        with client.portal() as portal:
            portal.call(members.register, guest["patron"], "Anna", "a password of hers")
        late = client.post("/api/v1/patrons", headers=key("guest"))
        assert (late.status_code, "token" in late.json()) == (409, False)
