"""Rooms in a real browser: a record stepped through with the keys, a dispute told by clicking, live odds."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.visiting import fits

PHONE = {"width": 390, "height": 844}
SIZES = pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
RECORDS = Path(__file__).parents[1] / "records"


@SIZES
def test_a_round_that_was_played_is_stepped_through_with_the_keys(
    visit: Callable[..., Any], size: dict[str, int]
) -> None:
    me = visit(**size)
    me.sit_down("big-six")
    me.put("bigsix-1")
    me.play()
    me.until("round", "1")
    me.go("/records")
    page = me.page
    page.click("tbody tr:first-child a")
    step = page.locator("#step")
    expect(step).to_have_attribute("data-entry", "0")
    page.wait_for_load_state("load")
    last = int(str(step.get_attribute("data-last")))
    for entry in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        expect(step).to_have_attribute("data-entry", str(entry))
        assert fits(page)
    expect(step).to_contain_text("What became of every wager")
    expect(page.locator("#live")).to_contain_text("The round is closed")
    assert page.url.endswith(f"?entry={last}")
    page.keyboard.press("ArrowLeft")
    expect(step).to_have_attribute("data-entry", str(last - 1))
    expect(step.locator(".because .cite")).to_be_visible()
    page.keyboard.press("Home")
    expect(step).to_have_attribute("data-entry", "0")
    page.click('[data-step="next"]')
    expect(step).to_have_attribute("data-entry", "1")
    page.reload()
    expect(step).to_have_attribute("data-entry", "1")
    if not size:
        plays_by_itself(page, last)
        is_shared_and_withdrawn(page, visit)


def plays_by_itself(page: Any, last: int) -> None:
    step = page.locator("#step")
    page.locator(".entries li").nth(2).locator("a").click()
    expect(step).to_have_attribute("data-entry", "3")
    page.select_option("#pace", label="fast")
    page.keyboard.press("p")  # not while the list of paces has the focus
    page.focus("#autoplay")
    page.keyboard.press("Home")
    expect(step).to_have_attribute("data-entry", "0")
    page.keyboard.press("Enter")
    expect(page.locator("#autoplay")).to_have_attribute("aria-pressed", "true")
    expect(step).to_have_attribute("data-entry", str(last))
    expect(page.locator("#autoplay")).to_have_attribute("aria-pressed", "false")
    page.focus("#jump")
    page.keyboard.press("Home")
    expect(step).to_have_attribute("data-entry", "0")


def is_shared_and_withdrawn(page: Any, visit: Callable[..., Any]) -> None:
    page.click("text=Share this round")
    link = str(page.locator("#share a").get_attribute("href"))
    stranger = visit()
    stranger.go(link)
    stranger.page.keyboard.press("End")
    expect(stranger.page.locator("#step")).to_contain_text("What became of every wager")
    is_framed_elsewhere(stranger, link)
    page.click("text=Stop sharing")
    stranger.page.reload()
    expect(stranger.page.locator("main")).to_contain_text("This link leads nowhere")
    stranger.faults.clear()  # the browser notes the status of a page that is not there


def is_framed_elsewhere(stranger: Any, link: str) -> None:
    """Another site's page may frame what is made for it, and nothing else of the house."""
    paths = link.replace("/shared/", "/embed/rounds/"), link, "/records"
    frames = "".join(f'<iframe src="{stranger.address}{path}"></iframe>' for path in paths)
    with another_site(frames) as elsewhere:
        page = stranger.page.context.new_page()
        page.goto(elsewhere)
        ours, *others = (page.frame_locator("iframe").nth(n) for n in range(len(paths)))
        ours.locator('[data-step="last"]').click()
        expect(ours.locator("#step")).to_contain_text("What became of every wager")
        assert ours.locator("form").count() == 0
        page.wait_for_load_state("load")
        assert [other.locator("main").count() for other in others] == [0, 0]
        page.close()


@contextmanager
def another_site(page: str) -> Iterator[str]:
    """A site that has one page, at an address of its own."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *said: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}/"
        site.shutdown()


def test_a_record_brought_along_is_stepped_through_too(visit: Callable[..., Any]) -> None:
    me = visit()
    me.go("/records")
    me.page.set_input_files("input[type=file]", RECORDS / "caribbean-stud-qualifies.jsonl")
    me.page.click("text=Verify and show")
    step = me.page.locator("#step")
    expect(step).to_be_visible()
    me.page.wait_for_load_state("load")
    for entry in range(1, 12):
        me.page.keyboard.press("ArrowRight")
        expect(step).to_have_attribute("data-entry", str(entry))
    me.page.keyboard.press("End")
    expect(step).to_contain_text("What became of every wager")
    expect(me.page.locator(".verified.yes")).to_have_count(2)


def test_a_dispute_is_told_by_clicking_only(visit: Callable[..., Any]) -> None:
    me = visit()
    me.go("/floor/roulette")
    page = me.page
    page.click('[data-chip="2500"]')
    page.click('.place[data-place="red"]')
    expect(page.locator('.place[data-place="red"] .stake')).to_have_count(1)
    expect(page.locator("#needs")).to_contain_text("Next: a spin")
    page.select_option("#incident", label="Foreign object")
    page.click("text=Add the incident")
    page.click('[data-piece="17"]')
    page.click('[data-piece="0"]')
    expect(page.locator("#transcript")).to_have_value(re.compile('spins = "17 0"'))  # answered: the rows stay
    page.locator("#rows select").select_option("collected")
    expect(page.locator("#needs")).to_contain_text("the ruling can be given")
    expect(page.locator("#transcript")).to_have_value(re.compile("collected"))
    page.click("text=Get ruling")
    expect(page.locator(".against")).to_contain_text("The house owes the patron $12.50")
    expect(page.locator(".near").first).to_contain_text("Foreign object")
    page.click("text=Change what was told")
    page.fill("#transcript", page.input_value("#transcript").replace('"17 0"', '"17 36"'))  # and the other way
    expect(page.locator("#outcomes")).to_contain_text("36")
    page.click("text=Get ruling")
    expect(page.locator(".against")).to_contain_text("The house owes the patron $50")
    page.click(".against .cite")
    expect(page.locator("h1")).to_contain_text("5.2(a)")


def test_dice_and_balls_are_told_by_clicking_only(visit: Callable[..., Any]) -> None:
    me = visit()
    page = me.page

    def desk(game: str, place: str = "") -> None:
        me.go(f"/floor/{game}")
        expect(page.locator("#needs")).not_to_be_empty()
        if place:
            page.click(f'.place[data-place="{place}"]')
            expect(page.locator(f'[data-place="{place}"] .stake').first).to_be_visible()

    def roll(*faces: int) -> None:
        for face in faces:
            page.locator("#dice button").nth(face - 1).click()

    def is_ruled_on(told: str, words: str) -> None:
        transcript = page.locator("#transcript")
        expect(transcript).to_have_value(re.compile(told))  # answered: the rows stay
        expect(page.locator("#needs")).to_contain_text("the ruling can be given")
        page.locator("#rows select").first.select_option("collected")
        expect(transcript).to_have_value(re.compile("collected"))
        page.click("text=Get ruling")
        expect(page.locator("main")).to_contain_text(words)

    desk("craps", "pass")
    roll(3, 4)
    is_ruled_on('dice = "3-4"', "The house owes the patron $20")
    desk("keno")
    for number in (1, 2, 3):
        page.click(f'[data-mark="{number}"]')
    page.click("text=Add the ticket")
    for number in range(1, 21):
        page.click(f'[data-piece="{number}"]')
    is_ruled_on("18 19 20", "The house owes the patron")


def test_a_hand_is_told_by_clicking_only_on_a_phone(visit: Callable[..., Any]) -> None:
    me = visit(width=390, height=844)
    me.go("/floor/blackjack")
    page = me.page
    expect(page.locator("#needs")).to_contain_text("Put the chips down first.")  # the desk is ready
    page.select_option("#seat", "2")
    page.locator('.place[data-place="blackjack"][data-seat="2"]').focus()
    page.keyboard.press("Enter")
    for card in ("Ts", "Th", "6d", "9c"):
        page.click(f'[data-piece="{card}"]')
    expect(page.locator('[data-area="seat:2"] .card')).to_have_count(2)
    expect(page.locator("#needs")).to_contain_text("Seat 2 decides")
    page.click('#questions button:text-is("Stand")')
    expect(page.locator("#decisions")).to_contain_text("Stand")
    expect(page.locator("#needs")).to_contain_text("the ruling can be given")
    assert fits(page)
    # Told and asked in one breath: the house has not answered the first when the second is pressed.
    page.evaluate(
        """() => {
            const deed = document.querySelector("#rows select");
            deed.value = "returned";
            deed.dispatchEvent(new Event("change"));
            [...document.querySelectorAll("button")].find((each) => each.textContent === "Get ruling").click();
        }"""
    )
    expect(page.locator(".against")).to_contain_text("The patron was paid $10 too much")


def test_a_changed_option_shows_its_effect_at_once(visit: Callable[..., Any]) -> None:
    me = visit()
    me.go("/odds/roulette")
    page = me.page
    expect(page.locator("#line h2")).to_have_text("Straight up")
    expect(page.locator("#choices select").first).to_be_hidden()  # the figures come first
    page.click("#choices summary")
    page.focus('#settings [name="wheel-kind"]')
    page.select_option('#settings [name="wheel-kind"]', "single-zero")
    expect(page.locator(".odds")).to_contain_text("against the defaults")
    expect(page.locator(".odds")).to_contain_text("1/37")
    assert "wheel-kind=single-zero" in page.url
    expect(page.locator('#settings [name="wheel-kind"]')).to_be_focused()
    page.fill('#settings [name="as_of"]', "2008-07-21")
    page.locator('#settings [name="as_of"]').dispatch_event("change")
    expect(page.locator("#as-of")).to_contain_text("19:47 as of 2008-07-21")
    page.click('.odds a:text-is("Red")')
    expect(page.locator("#line h2")).to_have_text("Red")
    page.select_option('[name="session"]', "1000")
    expect(page.locator(".session-drawn")).to_contain_text("After 1,000 wagers")
    page.fill('#simulate [name="rounds"]', "20000000")
    page.click("#simulate .primary")
    expect(page.locator("[data-result] tbody tr")).to_have_count(13)
    expect(page.locator(".simulated")).to_contain_text("20,000,000 rounds")
    expect(page.locator("[data-result] svg circle")).to_have_count(13)


def test_the_rooms_work_without_a_script(browser: Any, doors: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{doors.address}/odds/big-six")
    expect(page.locator("#line h2")).to_have_text("$1")
    page.click("#choices summary")
    page.select_option('[name="clapper-between-two"]', "previous-section-wins")
    page.click("text=Update")
    expect(page.locator(".odds tbody tr")).to_have_count(7)
    page.fill('#simulate [name="rounds"]', "100000")
    page.click("#simulate .primary")
    expect(page.locator("tbody tr")).to_have_count(7)
    page.goto(f"{doors.address}/floor/big-six?example=yes")
    page.click("text=Get ruling")
    expect(page.locator("h1")).to_have_text("Ruling: Big six wheel")
    page.goto(doors.address)
    page.click('.game form:has(input[value="big-six"]) button')
    expect(page.locator("main .refusal:visible")).to_contain_text("A table is played with JavaScript")
    context.close()


@pytest.mark.slow
def test_the_documentation_is_searched_in_the_browser(visit: Callable[..., Any]) -> None:
    me = visit()
    me.go("/docs/games/roulette")
    found = me.page.locator("#docs-found li")
    me.page.fill("#docs-find", "executors")
    expect(found.first).to_contain_text("Executors")
    me.page.fill("#docs-find", "no such word anywhere")
    expect(me.page.locator("#docs-count")).to_have_text("0 places")
    me.page.fill("#docs-find", "executors")
    found.first.locator("a").click()
    expect(me.page).to_have_url(re.compile(r"/docs/library#executors$"))
