"""A sealed round in a real browser: the commitment is noted, a word given, and the round checked when it is over."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from browser.visiting import fits
from nomorebets.fairness import verify_round


def test_a_round_is_checked_by_the_one_who_played_it(visit: Callable[..., Any]) -> None:
    me = visit(width=390, height=844)
    me.sit_down("roulette")
    me.page.click("#fairness summary")
    noted = me.page.inner_text("#commitment")
    me.page.fill("#word input", "my own word")
    me.page.click("#word button")
    expect(me.page.locator("#live")).to_contain_text("mixed in")
    me.play_round("red")
    expect(me.page.locator("#commitment")).not_to_have_text(noted)
    assert me.page.input_value("#word input") == ""
    me.page.click("text=The record of round 1")
    expect(me.page.locator("#noted")).to_have_text(
        "Sealed as your browser noted before the round, and its word was mixed in"
    )
    me.page.click("text=How chance was sealed, and opened")
    expect(me.page.locator("main")).to_contain_text(noted)
    expect(me.page.locator("main")).to_contain_text("my own word")
    assert fits(me.page)
    with me.page.expect_download() as waiting:
        me.page.click("text=Download the opened round")
    content = json.loads(Path(waiting.value.path()).read_text())
    assert "1 draw follows from the seed" in verify_round.verify(content, noted)[0]
    me.page.click("text=check it yourself")
    expect(me.page.locator("h1")).to_have_text("How chance is made and checked")
    assert fits(me.page)


def test_a_browser_gives_a_random_word_to_every_round_and_notices_when_it_is_left_out(
    visit: Callable[..., Any],
) -> None:
    me = visit()
    me.sit_down("roulette")
    me.play_round("red")
    me.page.click("text=The record of round 1")
    expect(me.page.locator("#noted")).to_contain_text("its word was mixed in")
    kept = json.loads(me.page.evaluate("localStorage.getItem('noted')"))
    assert re.fullmatch("[0-9a-f]{32}", kept[0]["word"])
    expect(me.page.locator("#noted")).to_have_class("verified yes")
    for change, says in (
        ({"word": "another"}, "was not mixed in: another"),
        ({"commitment": "x"}, "another commitment"),
    ):
        told = json.dumps([{**kept[0], **change}])
        me.page.evaluate("(told) => localStorage.setItem('noted', told)", told)
        me.page.reload()
        expect(me.page.locator("#noted")).to_contain_text(says)
        expect(me.page.locator("#noted")).to_have_attribute("role", "alert")


def test_a_commitment_that_is_exchanged_under_ones_eyes_is_shown_at_once(visit: Callable[..., Any]) -> None:
    me = visit()
    me.sit_down("roulette")
    expect(me.page.locator("#exchanged")).to_be_hidden()
    me.page.evaluate(
        "localStorage.setItem('noted', localStorage.getItem('noted').replace(/commitment\":\"./, 'commitment\":\"x'))"
    )
    me.page.reload()
    me.page.click("#fairness summary")
    expect(me.page.locator("#exchanged")).to_be_visible()
