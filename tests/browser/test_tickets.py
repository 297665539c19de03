"""Wagers that no layout lists, in a real browser: made by their names, drawn when they lie, taken back by a click."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs
from playwright.sync_api import expect

from browser.visiting import EntranceSettings
from nomorebets.errors import WagerRefused
from nomorebets.server.tables import service
from nomorebets.table import House, Layout, Place, Round, Table, collect, take_wagers
from nomorebets.table.wagers import lost
from toys import BY, table_with


def place(text: str, layout: Layout, house: House) -> Place:
    """A ticket with one number from 1 to 9, or an area of the layout."""
    if re.fullmatch("ticket:[1-9]", text):
        return Place(text, "ticket", (text[-1],), BY, f"a ticket for {text[-1]}")
    if text not in layout:
        raise WagerRefused(f"{text!r} is no ticket", BY, house.as_of, "ticket:1 to ticket:9")
    return layout[text]


def script(table: Round) -> Iterator[Any]:
    yield from take_wagers("until the draw", by=BY)
    yield from collect([lost(wager, BY) for wager in table.wagers], by=BY)


def tickets(*given: object, **more: object) -> Table:
    table = table_with(script)
    betting = structs.replace(
        table.game.betting,
        place=place,
        unit=lambda house, place: 100,
        verify=lambda at, wager: None,
        varied=("ticket:7",),
        is_listed=False,
    )
    return replace(table, game=structs.replace(table.game, betting=betting))


def test_a_ticket_is_made_by_its_name_and_taken_back(
    visit: Callable[..., Any], other_doors: EntranceSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "open_table", tickets)
    other_doors.open()
    me = visit(address=other_doors.address)
    me.sit_down("casino-war")
    field = me.page.locator('#ticket input[name="on"]')
    expect(field).to_have_attribute("placeholder", "ticket:7")
    field.fill("ticket:0")
    field.press("Enter")
    expect(me.page.locator("#refusal")).to_contain_text("is no ticket")
    for ticket in ("ticket:3", "ticket:4"):
        field.fill(ticket)
        field.press("Enter")
        expect(me.page.locator(f'[data-place="{ticket}"] .stake')).to_have_count(1)
    me.page.locator("#taking").click()
    me.page.locator('[data-place="ticket:3"]').click()
    expect(me.page.locator('[data-place="ticket:3"]')).to_have_count(0)
    me.play()
    expect(me.page.locator("#results")).to_contain_text("ticket:4")
    other_doors.close()


def test_where_all_places_are_listed_there_is_nothing_to_name(visit: Callable[..., Any]) -> None:
    me = visit()
    me.sit_down("roulette")
    expect(me.page.locator("#ticket")).to_have_count(0)
