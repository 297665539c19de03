"""What a patron finds at a table: words, amounts, focus, money that runs out, and a first visit."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from browser.visiting import Forged, fits

PHONE = {"width": 375, "height": 700}
ABOVE_THE_PANEL = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return box.top >= 0 && box.bottom <= document.querySelector(".acting").getBoundingClientRect().top;
}"""


def test_three_words_to_a_newcomer_and_never_again(visit: Callable[..., Any]) -> None:
    me = visit(**PHONE)
    me.go("/")
    coach = me.page.locator("#coach")
    for words in ("New here?", "Why 2012?", "Says who?"):
        expect(coach).to_contain_text(words)
        expect(me.page.locator(".coached")).to_have_count(1)
        coach.locator("button").first.click()
    expect(coach).to_be_hidden()
    me.go("/")
    expect(coach).to_be_hidden()
    nav = me.page.locator(".rooms a")
    edges = nav.evaluate_all("all => all.map((one) => one.getBoundingClientRect().right)")
    buttons = me.page.locator(".game button").evaluate_all("all => all.map((one) => one.getBoundingClientRect().right)")
    assert max(*edges, *buttons) <= PHONE["width"]


def test_a_chip_is_undone_and_a_wrong_amount_is_put_right(visit: Callable[..., Any]) -> None:
    me = visit(**PHONE)
    me.sit_down("craps")
    page, stake = me.page, me.page.locator('[data-place="field"] .stake')
    assert page.evaluate("document.activeElement.dataset.act") == "deal"  # who sat down by keys goes on by keys
    page.evaluate("""for (let n = 0; n < 2; n++)
        document.querySelector('.place[data-place="field"]').dispatchEvent(new MouseEvent("click", {bubbles: true}))""")
    expect(stake).to_have_text("10")
    page.click("#undo")
    expect(stake).to_have_text("5")
    page.click("#undo")
    expect(stake).to_have_count(0)
    expect(page.locator("#undo")).to_be_disabled()
    page.wait_for_selector("#table[data-odds]")
    page.click('.place[data-place="place-win-6"]')
    refusal = page.locator("#refusal")
    expect(refusal).to_contain_text("Place win 6 takes multiples of $6")
    refusal.locator("button").click()
    expect(page.locator('[data-place="place-win-6"] .stake')).to_have_text("6")
    expect(refusal).to_be_hidden()
    me.play()
    page.evaluate("scrollTo(0, 400)")  # what was thrown, the call and the zoom stay above the panel
    for seen in ("#outcome", "#dealer-says", "#zoom"):
        assert page.evaluate(ABOVE_THE_PANEL, seen), seen


def test_a_double_click_is_done_once_and_undoes_twice(visit: Callable[..., Any]) -> None:
    me = visit()
    me.sit_down("big-six")
    page, chips, refusal = me.page, me.page.locator("#chips"), me.page.locator("#refusal")
    page.dblclick("#buy-in button:not([data-act])")
    expect(chips).to_have_text("$600")  # a hundred more, not two
    page.dblclick('.place[data-place="bigsix-1"]')
    expect(chips).to_have_text("$590")  # two chips
    page.dblclick("#undo")
    expect(page.locator(".place .stake")).to_have_count(0)
    expect(chips).to_have_text("$600")
    number = me.at("round")
    me.put("bigsix-1")
    page.dblclick('[data-act="deal"]')
    me.until("round", number)
    expect(page.locator("#results .ruling")).to_have_count(1)
    expect(refusal).to_be_hidden()


def test_a_hand_that_is_to_be_decided_comes_out_from_behind_the_panel(visit: Callable[..., Any]) -> None:
    me = visit(width=360, height=740)
    me.sit_down("blackjack")
    while me.page.locator("#decision").is_hidden():  # a blackjack is not decided by anybody
        number = me.at("round")
        me.put("blackjack")
        me.play()
        me.page.wait_for_selector(f'#decision:not([hidden]), #table:not([data-round="{number}"])')
    me.page.wait_for_function(ABOVE_THE_PANEL, arg=".seat.mine.turn .hand")


def test_who_has_no_chips_left_is_told_so_where_others_place_their_bets(visit: Callable[..., Any]) -> None:
    me = visit()
    wire = Forged(me.page)
    me.sit_down("roulette")
    prompt = me.page.locator("#prompt")
    expect(prompt).to_contain_text("Place your bets")
    wire.changes(["seats", 0, "stack"], 0)
    expect(prompt).to_have_text("Out of chips: buy more, or leave.")


def test_a_wire_that_is_slow_is_said_to_be_and_nothing_is_done_twice(visit: Callable[..., Any]) -> None:
    me, held, is_slow = visit(), [], []

    def wired(socket: Any) -> None:
        house = socket.connect_to_server()
        socket.on_message(lambda text: held.append((house, text)) if is_slow else house.send(text))

    me.page.route_web_socket("**/ws/tables/**", wired)
    me.sit_down("roulette")
    expect(me.page.locator("#unanswered")).to_be_hidden()
    me.put("red")
    is_slow.append(True)
    number = me.at("round")
    for _ in range(2):
        me.page.click('[data-act="deal"]')
    expect(me.page.locator("#unanswered")).to_be_visible()
    assert [json.loads(text)["type"] for _, text in held] == ["deal"]
    is_slow.clear()
    for house, text in held:
        house.send(text)
    me.until("round", number)
    expect(me.page.locator("#unanswered")).to_be_hidden()


def test_a_long_name_stays_on_the_page(visit: Callable[..., Any]) -> None:
    me = visit(**PHONE)
    me.go("/account")
    account, name = me.page.locator('form[action="/register"]'), "W" * 30
    account.locator("[name=name]").fill(name)
    account.locator("[name=password]").fill("correct horse battery")
    account.locator("button").click()
    me.sit_down("big-six")
    expect(me.page.locator("#seats")).to_contain_text(name)
    assert fits(me.page)


def test_who_has_lost_everything_is_refilled_and_the_table_goes_on(visit: Callable[..., Any]) -> None:
    for _ in range(6):  # until somebody loses all of it at once
        me = visit()
        me.sit_down("roulette", "1000")
        page = me.page
        expect(page.locator("#refill")).to_be_hidden()
        page.click('[data-chip="50000"]')
        for _ in range(2):
            page.click('.place[data-place="straight:17"]')
        expect(page.locator("#chips")).to_have_text("$0")
        expect(page.locator("#refill")).to_be_hidden()  # nothing is lost yet
        me.play()
        if page.locator("#refill").is_visible():
            break
    page.click("#refill button")
    page.wait_for_selector('#table[data-wire="connected"][data-phase]')
    expect(page.locator("#refill")).to_be_hidden()
    expect(page.locator("#purse")).to_have_text("You have $1,000 of play money.")
