"""8.3 in a real browser: two people at a table at which a supervisor changes a rule."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.visiting import fits
from nomorebets.server import machine
from nomorebets.server.book.audit import audit

PHONE = {"width": 390, "height": 844}


def sit_before(boss: Any, doors: Any, first: Any, second: Any) -> str:
    """Two people at the table that the first has opened, and somebody at its supervisor's desk; where it is."""
    table = "/tables/" + str(first.at("table"))
    first.take_seat()
    second.go(table)
    second.take_seat()
    boss.go("/")
    make_floorperson(doors.folder / "house.db")
    boss.go(table)
    boss.page.click("#supervising summary")
    return table


def give_notice(boss: Any) -> None:
    for act in ("posted", "announced", "regulator told"):
        boss.page.click(f'#changes [data-notice="{act}"]')
        expect(boss.page.locator(f'#changes [data-notice="{act}"]')).to_have_count(0)


def test_8_3_a_supervisor_changes_a_rule_at_a_table_with_two_people(
    visit: Callable[..., Any], doors: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, boss = visit(), visit(**PHONE), visit()
    first.go("/tables/new?game=roulette")
    first.page.select_option('[name="even-money-on-zero"]', "half")
    first.page.click("main button.primary")
    sit_before(boss, doors, first, second)
    boss.page.select_option('#draft-option [name="option"]', "even-money-on-zero")
    boss.page.select_option('#draft-option [name="value"]', "whole")
    boss.page.click("#draft-option button")
    give_notice(boss)
    for person in (first, second):
        expect(person.page.locator("#notices")).to_contain_text(
            "Even-money wagers on zero lose: Whole (currently Half)"
        )
        expect(person.page.locator("#notices .countdown")).to_contain_text("in 29:")
        assert fits(person.page)
        assert person.page.locator("#draft-option").count() == 0
    usual = machine.Machine.seconds
    monkeypatch.setattr(machine.Machine, "seconds", lambda self: usual(self) + 1800)
    first.put("red")  # under the old rule, and takes it back
    first.page.click('[data-act="clear"]')
    for person in (first, second):
        person.page.wait_for_selector('#table[data-rules="1"]')
        expect(person.page.locator("#notices .notice")).to_have_text(re.compile("^Changed: Even-money .* Whole"))
        rule = person.page.locator('dt:text-is("Even-money wagers on zero lose") + dd')
        assert str(rule.text_content()).startswith("Whole")


def test_8_3_a_supervisor_changes_a_row_of_a_pay_table_with_two_people(
    visit: Callable[..., Any], doors: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Less than the rule's least is refused with its paragraph; more takes effect after its notice, between rounds."""
    first, second, boss = visit(), visit(**PHONE), visit(**PHONE)
    first.go("/tables/new?game=roulette")
    first.page.click("main button.primary")
    table = sit_before(boss, doors, first, second)
    assert fits(boss.page)
    covered = "document.querySelector('.acting').getBoundingClientRect().height / innerHeight"
    assert boss.page.evaluate(covered) < 0.75  # the desk scrolls in the panel, and the table stays in view
    form = boss.page.locator("#draft-odds")
    form.locator('[name="row"]').select_option("straight")
    expect(form.locator('[name="pays"]')).to_have_value("35 to 1")
    expect(form).to_contain_text("at least 35 to 1")
    for odds in ("34 to 1", "36 to 1"):
        form.locator('[name="pays"]').fill(odds)
        form.locator("button").click()
        if odds == "34 to 1":
            expect(boss.page.locator("#refusal")).to_contain_text("the minimum is 35 to 1")
            expect(boss.page.locator("#refusal")).to_contain_text("5.2(a)")
    give_notice(boss)
    for person in (first, second):
        expect(person.page.locator("#notices")).to_contain_text("Straight up pays 36 to 1 (currently 35 to 1)")
        expect(person.page.locator("#notices .countdown")).to_contain_text("in 29:")
        assert fits(person.page)
        assert person.page.locator("#draft-odds").count() == 0
    first.put("straight:17")  # under the old odds
    usual = machine.Machine.seconds
    monkeypatch.setattr(machine.Machine, "seconds", lambda self: usual(self) + 1800)
    second.put("straight:20")
    second.page.click('[data-act="clear"]')
    assert first.at("rules") == "0"  # what lies on the layout is decided first
    first.page.click('[data-act="clear"]')
    for person in (first, second):
        person.page.wait_for_selector('#table[data-rules="1"]')
        expect(person.page.locator("#notices .notice")).to_have_text(re.compile("^Changed: Straight up pays 36 to 1"))
        person.page.locator("summary", has_text="All wagers").click()
        expect(person.page.locator("#all-wagers tr", has_text="Straight up").first).to_contain_text("36 to 1")
    found = audit(f"sqlite:///{doors.folder / 'house.db'}").findings
    assert [finding for finding in found if table.rpartition("/")[2] in finding.text] == []


def make_floorperson(book: Path) -> None:
    """The guest who came last works here; how roles are given is tested elsewhere."""
    with sqlite3.connect(book, timeout=20) as connection:
        [(patron,)] = connection.execute("SELECT id FROM patrons ORDER BY since DESC LIMIT 1")
        connection.execute("INSERT INTO members VALUES (?, ?, 'none', 'floorperson', 'now')", (patron, patron))
    connection.close()
