"""A tournament of three people at two tables, on desk and phone: drawn, one out, one last table, prizes."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from playwright.sync_api import expect
from sqlalchemy import insert

from browser.test_site import faults_of
from browser.visiting import EntranceSettings, fits
from nomorebets.server.book import schema
from nomorebets.server.book.changes import Changes
from nomorebets.server.book.store import Store
from nomorebets.server.tables.clock import Clock
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.tournaments.service import Tournaments

EXAMPLE = (Path(__file__).parents[2] / "examples" / "tournament.toml").read_text()
PLAY = "[play]\nseats = 2\nrounds = 1\nminutes = 30\nadvance = 1\n"
PHONE = {"width": 390, "height": 844}


async def opened(address: str, game: str = "roulette") -> tuple[str, str]:
    """A tournament that is signed by two, and the token of the floorperson who opened it."""
    house = LiveHouse(Store(address))
    await house.open()
    ann, bob = [await house.people.create(name) for name in ("Ann", "Bob")]
    changes, row = Changes(), {"password": "none", "role": "floorperson", "since": "now"}
    changes.do(insert(schema.members).values(patron_id=ann.patron, login="ann", **row))
    await house.store.commit(changes)
    held = Tournaments(house)
    text = EXAMPLE.partition("[play]")[0].replace('game = "roulette"', f'game = "{game}"') + PLAY
    name = await held.open(ann, text)
    await held.countersign(bob, name)
    token = await house.people.token(ann)
    await house.close()
    return name, token


def number_of(person: Any) -> str:
    """What somebody drew, when the page shows it by itself."""
    expect(person.page.locator("#now")).to_contain_text("stage 1")
    return str(person.page.locator("#board tr:has(.yours) td").nth(2).inner_text())


def play_one_round(people: list[Any], wager: str = "red") -> None:
    for person in people:
        person.page.click("text=Go to your seat")
        person.page.wait_for_selector('#table[data-wire="connected"][data-phase="wagers"]')
        expect(person.page.locator("#sit")).to_be_hidden()
        expect(person.page.locator("#buy-in")).to_be_hidden()
        assert fits(person.page)
    for person in people:
        person.put(wager)
    for person in people:
        person.page.click('[data-act="deal"]')


def test_three_people_at_two_tables(visit: Any, other_doors: EntranceSettings) -> None:
    book = f"sqlite:///{other_doors.folder / 'house.db'}"
    with ThreadPoolExecutor(1) as thread:  # the browser's own loop runs in this one
        name, token = thread.submit(asyncio.run, opened(book)).result()
    other_doors.clock = Clock(again=0)
    other_doors.open()
    try:
        floor, *people = [visit(address=other_doors.address, **size) for size in ({}, {}, PHONE, PHONE)]
        floor.page.context.add_cookies([{"name": "patron", "value": token, "url": other_doors.address}])
        for person in people:
            person.go("/" if person is people[0] else "/tournaments")
            person.page.click("text=Spring tournament")
            person.page.click("text=Enter for $50")
            expect(person.page.locator("#board")).to_contain_text("you")
            assert fits(person.page)
        floor.go(f"/tournaments/{name}")
        floor.page.click("text=Draw the seats")
        expect(floor.page.locator("#now")).to_contain_text("stage 1")
        drew = {number_of(person): person for person in people}
        play_one_round([drew["1"], drew["3"]])  # at the first table; who drew the second is alone, and goes on
        expect(floor.page.locator("#now")).to_contain_text("stage 2")
        expect(floor.page.locator("#board")).to_contain_text("out")
        last = [p for p in people if is_in_the_last_stage(p, name)]
        assert len(last) == 2
        play_one_round(last)
        for person in (floor, *last):
            expect(person.page.locator("#now")).to_contain_text("It is over")
            expect(person.page.locator("#board tbody tr").first).to_contain_text("$75")
            assert fits(person.page)
        assert faults_of(last[-1].page) == []
        for person in people:  # a page may still ask for its table when that has just been closed
            person.faults[:] = [fault for fault in person.faults if "404" not in fault]
    finally:
        other_doors.close()


def is_in_the_last_stage(person: Any, name: str) -> bool:
    """A table whose stage is over sends its people back to the tournament by itself."""
    person.page.wait_for_url(f"**/tournaments/{name}")
    expect(person.page.locator("#now")).to_contain_text("stage 2")
    return bool(person.page.locator("text=Go to your seat").count())
