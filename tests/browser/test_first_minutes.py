"""What a newcomer on a phone runs into: amounts that are proposed, focus, what lies in view, dollars, plain names."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from browser.visiting import EntranceSettings
from browser.wording import gathered, no_words_in
from nomorebets.server.tables import idle
from server.serving import eventually

PHONE = {"width": 390, "height": 844}


def top_of(page: Any, selector: str) -> float:
    return float(page.evaluate("one => document.querySelector(one).getBoundingClientRect().top", selector))


UNDER_A_BUTTON = """() => [...document.querySelectorAll(".game")].filter((game) => {
  const button = game.querySelector("button").getBoundingClientRect();
  return [...game.querySelectorAll("a")].some((link) => {
    const { left, right, top, bottom } = link.getBoundingClientRect();
    return right > button.left && left < button.right && bottom > button.top && top < button.bottom;
  });
}).length"""


@pytest.mark.parametrize(("width", "locale"), [(390, "en-US"), (390, "es-MX"), (320, "en-US"), (320, "es-MX")])
def test_no_link_of_the_lobby_lies_under_a_button(visit: Callable[..., Any], width: int, locale: str) -> None:
    me = visit(width=width, height=844, locale=locale)
    me.go("/")
    me.page.wait_for_load_state("networkidle")
    assert me.page.locator(".game a").count()
    assert me.page.evaluate(UNDER_A_BUTTON) == 0


def test_a_bank_is_taken_by_keys_and_the_hands_come_before_the_roads(visit: Callable[..., Any]) -> None:
    me = visit(**PHONE)
    me.sit_down("chemin-de-fer", "300")
    page = me.page
    expect(page.locator("#decision")).to_be_visible()
    expect(page.locator("#prompt")).to_contain_text("Take the bank?")
    expect(page.locator("#decision label")).to_contain_text("to $300")  # no more than one has
    expect(page.locator("[data-amount-for]")).to_have_value("5.00")  # the chip one plays with
    assert top_of(page, ".scores") > top_of(page, "#felt")
    page.locator("#decision button").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('#table[data-phase="wagers"]')
    expect(page.locator("#prompt")).to_contain_text("No bet from you now")
    assert page.evaluate("document.querySelector('.acting').contains(document.activeElement)")
    assert no_words_in(gathered(page)) == {}


def test_money_is_dollars_and_no_more_is_proposed_than_there_is(visit: Callable[..., Any]) -> None:
    me = visit(**PHONE)
    me.sit_down("roulette", "900")
    page = me.page
    me.play_round("red")
    table = me.at("table")
    me.go("/records")
    expect(page.locator("tbody tr").first).to_contain_text(re.compile(r"(?:won |lost -)\$(?:5|2\.50)"))
    me.go("/")
    page.click('.game form:has(input[value="big-six"]) button')
    expect(page.locator("#sit input")).to_have_value("100")
    me.go(f"/tables/{table}")
    page.wait_for_selector("#stack:not([hidden])")
    page.click('[data-act="leave"]')  # far below
    expect(page.locator("#sit")).to_be_visible()
    page.wait_for_function("scrollY === 0")
    me.go("/odds/roulette")
    expect(page.locator("#choices select").first).to_be_hidden()  # the figures come first
    page.click("#choices summary")
    expect(page.locator("#choices select").first).to_be_visible()


def test_a_table_left_behind_closes_gives_the_chips_back_and_leaves_the_lobby(
    visit: Callable[..., Any], other_doors: EntranceSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idle, "LOOKED_AFTER", 0.2)
    other_doors.open()
    me = visit(address=other_doors.address, **PHONE)
    me.sit_down("big-six")
    table = urlsplit(me.page.url).path
    assert me.page.request.head(me.page.url).body() == b""  # somebody looks at it; and HEAD answers
    me.go("/")
    assert me.page.locator(f'a[href="{table}"]').count()
    monkeypatch.setattr(idle, "AWAY", 0.5)
    eventually(lambda: table not in me.page.request.get(other_doors.address).text(), "the table is still in the lobby")
    me.page.reload()
    expect(me.page.locator("main")).to_contain_text("You have $1,000 of play money")
    assert "at tables" not in me.page.inner_text("main")
    assert me.page.request.head(other_doors.address + table).status == 404
    other_doors.close()
