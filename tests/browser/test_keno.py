"""Keno in a real browser: tickets marked by click, by drawing and with the keys; bought, printed and looked up."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from browser.visiting import EntranceSettings, fits


def number(me: Any, n: int) -> Any:
    return me.page.locator(f'[data-number="{n}"]')


def test_a_way_ticket_is_marked_priced_bought_drawn_and_looked_up(visit: Callable[..., Any]) -> None:
    me = visit()
    me.sit_down("keno")
    price = me.page.locator("#ticket-price")
    expect(price).to_have_text("no ticket yet")
    for n in (1, 2):
        number(me, n).click()
    expect(price).to_have_text("1 way, $1")
    number(me, 2).focus()
    for key in ("g", "ArrowRight", " ", "ArrowDown", " "):  # another group: 3 and 13
        me.page.keyboard.press(key)
    expect(number(me, 13)).to_have_attribute("aria-pressed", "true")
    expect(number(me, 3)).to_have_class(re.compile("group-2"))
    expect(number(me, 1)).to_have_class(re.compile("group-1"))
    me.page.locator('#ways input[value="2"]').check()
    expect(price).to_have_text("2 ways, $2")
    me.page.locator('#ways input[value="4"]').check()
    me.page.fill('#pad input[name="price"]', "0.50")
    expect(price).to_have_text("3 ways, $1.50")
    me.page.click("#pad button.primary")
    ticket = "ticket:1-2/3-13:2/2_1/4"
    expect(me.page.locator(f'[data-place="{ticket}"] .stake')).to_have_count(1)
    expect(price).to_have_text("no ticket yet")
    me.page.locator("#slips a").click()
    slip = me.page.locator(".slip")
    expect(slip).to_contain_text("1 2 / 3 13")
    expect(slip).to_contain_text("$1.50")
    expect(slip).to_contain_text("within 365 days")
    expect(slip).to_contain_text("Game 1: not played yet")
    issued = me.page.locator(".slip dt:text('Issued') + dd")
    expect(issued).to_have_text(re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d$"))
    when = issued.inner_text()
    name = slip.get_attribute("aria-label").removeprefix("Ticket ")
    me.page.go_back()
    me.page.wait_for_selector('#table[data-wire="connected"][data-phase="wagers"]')
    me.play()
    expect(me.page.locator(".number.came")).to_have_count(20)
    expect(me.page.locator("#results")).to_contain_text("ticket 1 2 / 3 13, 2/2 1/4")
    expect(me.page.locator(".last-games li")).to_have_count(1)
    expect(me.page.locator(".frequencies")).to_have_count(1)
    me.go(f"/tickets?number={name}")
    expect(me.page.locator(".slip")).to_contain_text(re.compile(r"Game 1: (paid|no prize)"))
    expect(issued).to_have_text(when)
    other = visit()
    other.go("/tickets")
    assert other.page.request.get(f"{other.address}/tickets?number={name}").status == 404  # it is nobody else's


def take_back(me: Any, ticket: str) -> None:
    me.page.locator("#taking").click()
    me.page.locator(f'[data-place="{ticket}"]').click()
    expect(me.page.locator(f'[data-place="{ticket}"]')).to_have_count(0)
    me.page.locator("#taking").click()


def test_two_people_in_one_room_see_one_draw_and_each_his_own_tickets(
    visit: Callable[..., Any], doors: EntranceSettings
) -> None:
    with doors.other_times(wagers=120):
        play_in_one_room(visit(), visit(width=390, height=800))


def play_in_one_room(one: Any, two: Any) -> None:
    one.sit_down("keno")
    two.go(f"/tables/{one.at('table')}")
    two.take_seat()
    one.put("ticket:3-17")
    two.put("ticket:5")
    expect(one.page.locator("#clock")).to_be_visible()  # the time until the game closes
    one.page.locator("#slips a").click()
    name = one.page.locator(".slip").get_attribute("aria-label").removeprefix("Ticket ")
    one.page.go_back()
    one.page.wait_for_selector('#table[data-wire="connected"][data-phase="wagers"]')
    take_back(one, "ticket:3-17")
    found = one.page.request.get(f"{one.address}/tickets?number={name}").text()
    assert "VOID" in found
    assert "not played yet" not in found
    one.put("ticket:7-8")
    take_back(one, "ticket:7-8")
    one.put("ticket:7-8")  # once more: it stands
    found = one.page.request.get(f"{one.address}/tickets?table={one.at('table')}&on=ticket:7-8").text()
    assert "not played yet" in found
    assert "VOID" not in found
    number = one.at("round")
    for me in (one, two):
        me.page.click('[data-act="deal"]')
    for me in (one, two):
        me.until("round", number)
        expect(me.page.locator(".number.came")).to_have_count(20)
        expect(me.page.locator(".last-games li")).to_have_count(1)
    came = [sorted(n.get_attribute("data-number") for n in me.page.locator(".number.came").all()) for me in (one, two)]
    assert came[0] == came[1]
    for me, mine in ((one, "ticket 7 8"), (two, "ticket 5")):
        expect(me.page.locator("#results")).to_contain_text(mine)
    one.go(f"/tickets?number={name}")  # what was taken back left a void slip
    expect(one.page.locator(".slip")).to_contain_text("3 17")
    expect(one.page.locator(".slip")).to_contain_text("VOID: taken back before game 1 closed, $1 returned")


def test_numbers_are_drawn_over_and_picked_by_the_system_on_a_phone(visit: Callable[..., Any]) -> None:
    me = visit(width=390, height=800)
    me.sit_down("keno")
    number(me, 41).scroll_into_view_if_needed()
    first, last = number(me, 41).bounding_box(), number(me, 44).bounding_box()
    mouse = me.page.mouse
    mouse.move(first["x"] + first["width"] / 2, first["y"] + first["height"] / 2)
    mouse.down()
    mouse.move(last["x"] + last["width"] / 2, last["y"] + last["height"] / 2, steps=12)
    mouse.up()
    expect(me.page.locator('[data-number][aria-pressed="true"]')).to_have_count(4)
    me.page.fill('#pad input[name="spots"]', "8")
    me.page.click("#quick-pick")
    expect(me.page.locator('[data-number][aria-pressed="true"]')).to_have_count(8)
    expect(me.page.locator("#ticket-price")).to_have_text("1 way, $1")
    me.page.fill('#pad input[name="games"]', "3")
    me.page.click("#pad button.primary")
    expect(me.page.locator("#refusal")).to_contain_text("it is for 3 games")
    me.page.fill('#pad input[name="games"]', "1")
    me.page.click("#pad button.primary")
    expect(me.page.locator("[data-place] .stake")).to_have_count(1)
    assert fits(me.page)


def test_a_number_of_nobody_is_no_ticket(visit: Callable[..., Any]) -> None:
    me = visit()
    me.go("/tickets")
    answer = me.page.request.get(f"{me.address}/tickets?number=nonsense")
    assert answer.status == 404
    assert "no ticket of yours has the number" in answer.text()
