"""Games of a file's own in a real browser: played, and in a tournament."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.test_tournament import is_in_the_last_stage, number_of, opened, play_one_round
from browser.visiting import EntranceSettings, fits
from nomorebets import games
from nomorebets.server.book.audit import audit
from nomorebets.server.tables import offering
from nomorebets.server.tables.clock import Clock
from nomorebets.server.web.pages import lobby

STATUS = 'status = { is = "test", until = 2099-12-31, at = "Sample Casino" }\n'
LIMITS = '[limits]\ntable = { min = "5.00", max = "100.00" }\n'
OWN = {
    "harbor-wheel": 'equipment = "wheel"\nname = "Harbor Wheel"\nsections = "gull gull crab whale gull crab"\n'
    + STATUS
    + '[[wager]]\nname = "gull"\ncovers = ["gull"]\npays = "4 to 5"\n'
    + '[[wager]]\nname = "sea-life"\ncovers = ["crab", "whale"]\npays = "4 to 5"\n',
    "three-bones": 'equipment = "dice"\ndice = 3\nname = "Three Bones"\n'
    + STATUS
    + '[[wager]]\nname = "high"\nwins = { total = [12, 13, 14, 15, 16] }\npush = { total = 11 }\npays = "1 to 1"\n',
    "twice-asked": 'equipment = "cards"\nname = "Twice Asked"\n'
    + STATUS
    + '[cards]\neach = 2\ncommunity = 1\nranking = "three-card-poker"\n'
    + '[[wager]]\nname = "ante"\nagainst = "dealer"\npays = "1 to 1"\n'
    + '[[decision]]\nname = "raise"\nwhen = "before-community"\ntimes = [1, 2]\notherwise = "check"\npays = "1 to 1"\n'
    + '[[decision]]\nname = "call"\ntimes = [1]\npays = "1 to 1"\n[dealer]\nties = "push"\n',
}


@pytest.fixture
def own_doors(tmp_path: Path) -> Iterator[EntranceSettings]:
    """A house that offers games from files, not open yet."""
    for name, text in OWN.items():
        path = tmp_path / f"{name}.toml"
        path.write_text(text + LIMITS, encoding="utf-8")
        assert games.offer(path, "Sample Casino") == name
    offering.serve_for("Sample Casino")
    lobby.games.cache_clear()  # other houses of this process offer other games
    doors = EntranceSettings(tmp_path, clock=Clock(again=0))
    yield doors
    doors.close()
    games._offered.clear()
    lobby.games.cache_clear()
    offering.serve_for("")
    assert audit(f"sqlite:///{tmp_path / 'house.db'}").findings == []


@pytest.mark.parametrize(
    ("name", "wager"), [("harbor-wheel", "sea-life"), ("three-bones", "high"), ("twice-asked", "ante")]
)
def test_a_game_of_ones_own_is_played_to_the_end_of_several_rounds(
    visit: Any, own_doors: EntranceSettings, name: str, wager: str
) -> None:
    own_doors.open()
    me = visit(address=own_doors.address)
    me.sit_down(name)
    for choice in ("", "check", ""):  # a raise, then a check that the second decision follows, then a raise
        if name == "twice-asked":
            number = me.at("round")
            me.put(wager)
            me.play()
            me.page.wait_for_selector("#decision:not([hidden])")
            me.decide(choice)
            while me.at("round") == number:
                me.page.wait_for_selector(f'#decision:not([hidden]), #table:not([data-round="{number}"])')
                if me.at("round") == number:
                    me.decide("call-1")
        else:
            me.play_round(wager)
    assert me.at("round") == "4"
    assert "own-" not in me.page.inner_text("main")  # its name, and no id of ours
    assert fits(me.page)


def test_8_6_a_tournament_at_two_tables_of_an_own_game(visit: Any, own_doors: EntranceSettings) -> None:
    """Three people, chips of no value, one out at the first stage, one last table, prizes by the posted rule."""
    book = f"sqlite:///{own_doors.folder / 'house.db'}"
    with ThreadPoolExecutor(1) as thread:  # the browser's own loop runs in this one
        name, token = thread.submit(asyncio.run, opened(book, "harbor-wheel")).result()
    own_doors.open()
    floor, *people = [visit(address=own_doors.address) for _ in range(4)]
    floor.page.context.add_cookies([{"name": "patron", "value": token, "url": own_doors.address}])
    for person in people:
        person.go("/tournaments")
        person.page.click("text=Spring tournament")
        person.page.click("text=Enter for $50")
        expect(person.page.locator("#board")).to_contain_text("you")
    floor.go(f"/tournaments/{name}")
    assert "own-" not in floor.page.inner_text("main")
    floor.page.click("text=Draw the seats")
    drew = {number_of(person): person for person in people}
    play_one_round([drew["1"], drew["3"]], "gull")
    expect(floor.page.locator("#now")).to_contain_text("stage 2")
    expect(floor.page.locator("#board")).to_contain_text("out")
    last = [p for p in people if is_in_the_last_stage(p, name)]
    assert len(last) == 2
    play_one_round(last, "gull")
    for person in (floor, *last):
        expect(person.page.locator("#now")).to_contain_text("It is over")
        expect(person.page.locator("#board tbody tr").first).to_contain_text("$75")
    for person in people:  # a page may still ask for its table when that has just been closed
        person.faults[:] = [fault for fault in person.faults if "404" not in fault]
