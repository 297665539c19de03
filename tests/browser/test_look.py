"""How the house looks to one visitor, and what it tells a screen reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.visiting import Forged, fits
from nomorebets.server.web.languages.catalogue import GAP, catalogue

SHOWN = """() => [...document.querySelectorAll("body *")].filter((node) => node.checkVisibility())
  .flatMap((node) => [...node.childNodes].filter((part) => part.nodeType === 3).map((part) => part.data.trim()))"""
SAID = (
    """async (texts) => { const { say } = await import("/static/words.js"); return texts.map((text) => say(text)); }"""
)
NAMED = """async (names) => { const { given, say } = await import("/static/words.js");
  return names.map((name) => say(`seat 3, ${given(name)}`)); }"""
STYLE = "([selector, name, pseudo]) => getComputedStyle(document.querySelector(selector), pseudo || null)[name]"


def sentences() -> list[str]:
    """Some of what the house says, with figures and names put in, alone and in one line."""
    keys = sorted(key for key in catalogue("es").messages if not re.search(r"\{[{%]|<\w|\x04", key))
    some = [GAP.sub("Pass line", key).replace("#", "12") for key in keys[:: len(keys) // 200]]
    return [
        *some,
        *(f"{one}; {two}" for one, two in zip(some[::9], some[4::9], strict=False)),
        *(f"{one}, {two}." for one, two in zip(some[2::9], some[6::9], strict=False)),
        "PASS LINE 2",
        "Player called.",  # the longer pattern, "player {1}", has a gap that nobody knows
        "nobody’s",
    ]


def choose(page: Any, name: str, value: str) -> None:
    page.click(".look > summary")
    page.locator(f'[data-look="{name}"][value="{value}"]').check(force=True)
    page.keyboard.press("Escape")
    expect(page.locator(".look-menu")).to_be_hidden()


def test_light_and_dark_follow_the_system_until_one_chooses(visit: Callable[..., Any]) -> None:
    me = visit()
    page = me.page
    paper = {}
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        me.go("/rules")
        paper[theme] = page.evaluate(STYLE, ["html", "backgroundColor", ""])
    assert paper["light"] != paper["dark"]
    choose(page, "theme", "light")
    assert page.evaluate(STYLE, ["html", "backgroundColor", ""]) == paper["light"]
    me.go("/")  # and it stays chosen
    assert page.evaluate(STYLE, ["html", "backgroundColor", ""]) == paper["light"]


@pytest.mark.parametrize("locale", ["en", "es"])
def test_every_room_is_in_sight_on_every_screen(visit: Callable[..., Any], locale: str) -> None:
    me = visit(locale=locale)
    me.go("/odds")
    for width in (360, 768, 820, 1024, 1060, 1180, 1280):
        me.page.set_viewport_size({"width": width, "height": 700})
        assert me.page.evaluate("[document.querySelector('.rooms')].every((one) => one.scrollWidth <= one.clientWidth)")


def with_large_letters(me: Any) -> None:
    """As a browser is set to show letters twice as large, which a page cannot tell from a narrow screen."""
    sizes = {"fontSizes": {"standard": 32, "fixed": 26}}
    me.page.context.new_cdp_session(me.page).send("Page.setFontSizes", sizes)


@pytest.mark.parametrize(
    "path",
    ["/records", "/account", "/tournaments", "/tables/new?game=craps", "/find?q=ball", "/floor/blackjack?example=yes"],
)
def test_letters_twice_as_large_stay_on_a_phone(visit: Callable[..., Any], path: str) -> None:
    me = visit(width=360, height=800)
    with_large_letters(me)
    me.go(path)
    if path.startswith("/floor/"):
        expect(me.page.locator("#rows p")).to_have_count(2)  # all that was told is on the page
    assert fits(me.page)


@pytest.mark.parametrize(("game", "wager"), [("roulette", "red"), ("caribbean-stud", "ante"), ("holdem", "")])
def test_a_table_with_letters_twice_as_large_stays_on_a_phone(visit: Callable[..., Any], game: str, wager: str) -> None:
    me = visit(width=360, height=800)
    with_large_letters(me)
    me.sit_down(game)
    assert fits(me.page)
    me.put(wager)
    me.play()
    assert fits(me.page)
    assert me.page.evaluate(STYLE, [".acting", "position", ""]) == "static"  # it would cover all of the table
    for _ in range(9):
        if me.at("phase") != "decision":
            break
        me.page.wait_for_selector("#decision:not([hidden])")
        assert fits(me.page)
        me.decide()
    me.page.click("#results a[href^='/records/']:not([download])")
    me.page.wait_for_selector("#step")
    assert fits(me.page)


def test_a_printed_round_has_every_entry(visit: Callable[..., Any]) -> None:
    me = visit()
    me.sit_down("caribbean-stud")
    me.play_round("ante")
    me.page.click("#results a[href^='/records/']")
    me.page.wait_for_selector("#step")
    cut = "(() => { const box = document.querySelector('.entries'); return box.scrollHeight - box.clientHeight; })()"
    assert me.page.evaluate(cut) > 0  # on a screen one scrolls
    me.page.emulate_media(media="print")
    assert me.page.evaluate(cut) == 0
    expect(me.page.locator(".player")).to_be_hidden()


def test_four_colours_tell_four_suits_in_any_language_and_the_paid_row_is_lit(
    visit: Callable[..., Any],
) -> None:
    me = visit()
    forged = Forged(me.page)
    suits = "[...'cdhs'].map((s) => getComputedStyle(document.documentElement).getPropertyValue(`--suit-${s}`).trim())"
    me.go("/")
    assert len(set(me.page.evaluate(suits))) == 2
    choose(me.page, "deck", "four")
    assert len(set(me.page.evaluate(suits))) == 4
    me.page.select_option(".foot [name=to]", "es")
    me.page.click(".foot button")
    expect(me.page.locator("html")).to_have_attribute("lang", "es")
    me.sit_down("caribbean-stud")
    assert len(set(me.page.evaluate(suits))) == 4
    expect(me.page.locator("#prompt")).to_contain_text("Hagan sus apuestas")  # who chose Spanish reads no English
    known = catalogue("es").messages
    shown = set(me.page.evaluate(SHOWN))
    assert {text for text in shown if known.get(text, text) != text} == {"No More Bets"}  # its own name
    asked = sentences()
    assert me.page.evaluate(SAID, asked) == [catalogue("es").say(text) for text in asked]  # in scripts as on pages
    mine, guest = me.page.evaluate(NAMED, ["Red", "Guest 0A1B"])
    assert re.sub("[\u2068\u2069]", "", mine) == "puesto 3, Red"  # who calls himself so is called so
    assert guest == "puesto 3, Invitado 0A1B"
    lit = me.page.locator(".pay-sign .lit")
    for paid, row in (("100 to 1", "royal flush"), ("50 to 1", "straight flush")):  # the row is lit that was just paid
        forged.wins("bet", 5000, paid)
        expect(lit).to_have_attribute("data-case", re.compile(row))


# what each sound begins with, in hertz; what moved, how long was waited, and whether the felt ever shone
SENSES = """(() => {
  window.heard = [];
  window.moved = [];
  window.waited = [];
  addEventListener("animationstart", (event) => moved.push(event.animationName), true);
  const wait = window.setTimeout;
  window.setTimeout = (what, ms, ...rest) => { waited.push(Math.round(ms)); return wait(what, ms, ...rest); };
  localStorage.setItem("look.pace", "fast");
  for (const name of ["BiquadFilterNode", "OscillatorNode"]) {
    window[name] = class extends window[name] {
      constructor(context, options) { super(context, options); heard.push(options.frequency); }
    };
  }
  new MutationObserver(() => {
    window.shone ||= Boolean(document.querySelector(".felt.big-win"));
    if (document.querySelector("#felt .thrown-dice")) moved.push("thrown");
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
})()"""
CHIP, CARD, DICE, BALL, WIN = 4200, 1800, 900, 2600, 523


def hears(page: Any, sound: int) -> None:
    page.wait_for_function("sound => heard.includes(sound)", arg=sound)
    page.evaluate("heard.length = 0")


def moves_so(page: Any, name: str) -> None:
    page.wait_for_function("name => moved.includes(name)", arg=name)
    page.evaluate("moved.length = 0")


# how far a wheel still has to turn when half of its time is over, in parts of all its turning
STILL_TO_TURN = """() => {
  const rotor = document.querySelector("#outcome .rotor");
  const [turning] = rotor.getAnimations();
  const at = (part) => {
    turning.currentTime = part * turning.effect.getTiming().duration;
    return parseFloat(getComputedStyle(rotor).rotate) || 0;
  };
  turning.pause();
  const rest = at(0.5) / at(0);
  turning.currentTime = 0;
  turning.play();
  return rest;
}"""


def a_wheel_slows_and_is_told_when_it_stands(page: Any, forged: Forged) -> None:
    told = page.locator("#calls li").count()
    forged.happens("spin", wheel="17")
    hears(page, BALL)
    moves_so(page, "run-back")
    assert page.evaluate(STYLE, ["#outcome .rotor", "animationDuration", ""]) == "1.75s"  # five seconds, in haste
    assert 0 < page.evaluate(STILL_TO_TURN) < 0.25
    expect(page.locator("#calls li")).to_have_count(told + 1)
    assert page.evaluate("document.getElementById('outcome').getAnimations({ subtree: true }).length") == 0


def cards_are_dealt_and_turned_and_dice_are_thrown(me: Any) -> None:
    me.sit_down("caribbean-stud", "100")
    me.put("ante")
    me.play()
    moves_so(me.page, "deal")
    me.decide("bet")
    moves_so(me.page, "turn-over")  # the dealer's cards, which lay face down
    me.sit_down("craps", "100")
    me.put("field")
    me.play()
    moves_so(me.page, "thrown")
    expect(me.page.locator(".thrown-dice")).to_have_count(0)  # and lie beside the felt
    expect(me.page.locator("#outcome .dice")).to_be_visible()


def is_heard_where_asked_for(me: Any, forged: Forged) -> None:
    page = me.page
    me.put("red")
    moves_so(page, "drop")
    assert page.evaluate("heard") == []  # off until asked for
    choose(page, "sound", "on")
    me.put("black")
    hears(page, CHIP)
    for card in ("As", "Kd", "9h"):  # at once: a state of the table in between would take them off again
        forged.happens("draw", to="dealer", card=card)
    page.wait_for_function("sound => heard.filter((one) => one === sound).length === 3", arg=CARD)
    page.evaluate("heard.length = 0")
    assert page.evaluate("waited").count(280) == 1  # before the card that may decide it: 0.8 seconds, in haste
    forged.happens("throw", dice="3-4")
    hears(page, DICE)
    a_wheel_slows_and_is_told_when_it_stands(page, forged)
    forged.wins("red", -500, "")
    moves_so(page, "sweep")
    forged.wins("red", 2400, "24 to 5")
    hears(page, WIN)
    moves_so(page, "paid")
    assert not page.evaluate("window.shone")
    forged.wins("red", 2500, "5 to 1")  # five times the wager is a big win
    hears(page, WIN)
    page.wait_for_function("window.shone")
    cards_are_dealt_and_turned_and_dice_are_thrown(me)


def is_still(me: Any, forged: Forged) -> None:
    page = me.page
    choose(page, "sound", "on")
    me.put("red")
    forged.wins("red", 17500, "35 to 1")
    expect(page.locator("#results")).to_contain_text("at 35 to 1")
    assert not page.evaluate("window.shone")
    me.sit_down("craps", "100")
    me.put("field")
    me.play()
    for nothing in ("heard", "moved"):
        assert page.evaluate(nothing) == []


@pytest.mark.parametrize(("motion", "moves"), [("on", True), ("off", False)])
def test_motion_can_be_switched_off(visit: Callable[..., Any], motion: str, moves: bool) -> None:
    me = visit()
    me.page.add_init_script(SENSES)
    forged = Forged(me.page)
    me.page.emulate_media(reduced_motion="no-preference" if not moves else "reduce")  # the choice overrules the system
    me.go("/")
    choose(me.page, "motion", motion)
    me.sit_down("roulette")
    me.page.eval_on_selector("#outcome .wheel", "wheel => wheel.classList.add('spinning')")
    moving = me.page.evaluate(STYLE, ["#outcome .rotor", "animationName", ""]) != "none"
    assert moving is moves
    (is_heard_where_asked_for if moves else is_still)(me, forged)


def test_every_change_is_told_to_a_screen_reader(visit: Callable[..., Any]) -> None:
    me = visit()
    me.sit_down("roulette")
    me.page.click("text=When to stop today")
    me.page.fill('#goals [name="rounds"]', "1")
    with me.page.expect_navigation():
        me.page.click("text=Set goals")
    me.page.wait_for_selector('#table[data-wire="connected"][data-phase="wagers"]')
    live = me.page.locator("#live")
    expect(live).to_have_attribute("aria-live", "polite")
    framed = me.page.context.new_page()
    framed.goto(f"{me.address}/embed/tables/{me.at('table')}")
    framed.wait_for_selector('#shown[data-wire="connected"]')
    framed.evaluate("window.isTheSame = true")
    me.put("red")
    expect(live).to_contain_text("$5 on Red")
    expect(framed.locator('#shown [data-place="red"] .stake')).to_have_count(
        1
    )  # what is framed follows, and is not loaded again
    assert framed.evaluate("window.isTheSame")
    assert framed.locator("#shown[inert]").count() == 1
    framed.close()
    red = me.page.get_by_role("button", name="Red, the red box, pays 1 to 1; you have $5 here", exact=True)
    expect(red).to_have_count(1)
    me.page.locator('.place[data-place="red"]').focus()
    me.page.keyboard.press("Delete")
    expect(live).to_contain_text("taken back: Red")
    me.page.click('[data-act="deal"]')
    expect(me.page.get_by_role("alert").filter(has_text="nothing lies on the layout")).to_be_visible()
    me.play_round("red")
    for words in ("No More Bets", "The ball rests in", "Round 1: you"):
        expect(live).to_contain_text(words)
    goal = me.page.locator("#goal")
    expect(goal).to_contain_text("That was 1 round, as you planned")
    assert not me.page.locator('[data-act="deal"]').is_disabled()  # it is advice
    goal.locator("button").click()
    expect(goal).to_be_hidden()


def test_the_rulebook_by_citation_date_and_round(visit: Callable[..., Any]) -> None:
    me = visit(width=390, height=844)
    me.sit_down("big-six")
    me.play_round("bigsix-1")
    me.go("/rules")
    page = me.page
    page.fill('[name="citation"]', "13:69F-5.6(e)")
    page.click("text=Look up")
    expect(page.locator("h1")).to_contain_text("13:69F-5.6(e)")
    expect(page.locator(".says")).not_to_be_empty()
    expect(page.locator(".code-list").first).to_contain_text("games/big_six/script.py")
    page.locator("h2:has-text('Rounds that cited it') ~ * tbody a").first.click()
    expect(page.locator("#step")).to_be_visible()
    page.go_back()
    page.fill('[name="as_of"]', "2008-07-21")
    page.click("text=Show that day")
    expect(page.locator("h1")).to_contain_text("19:47-5.6(e)")
    me.go("/rules/changes/big-six?from=1990-01-01&to=2008-07-21")
    expect(page.locator("main")).to_contain_text("19:47-5.5(b)")
    me.go("/rules/coverage/big-six")
    expect(page.locator("tbody tr")).not_to_have_count(0)


def test_rounds_are_found_by_game_seat_and_result(visit: Callable[..., Any]) -> None:
    me = visit()
    me.sit_down("sic-bo")
    me.play_round("small", "total-9")
    table, name = me.at("table"), me.page.inner_text("h1")
    me.go("/records")
    page = me.page
    page.select_option('[name="game"]', "sic-bo")
    page.fill('[name="table"]', name)
    page.fill('[name="seat"]', "1")
    page.click("text=Find")
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.locator("tbody tr")).to_contain_text(name)
    lost = "lost" in page.inner_text("tbody tr")
    page.select_option('[name="result"]', "lose")
    page.click("text=Find")
    expect(page.locator("tbody tr")).to_have_count(int(lost))
    me.go(f"/records?table={table}&seat=2")
    expect(page.locator("tbody tr")).to_have_count(0)
    me.go(f"/records?table={table}")
    page.click("tbody a")
    with page.expect_download() as kept:
        page.click("text=Download the record")
    assert kept.value.suggested_filename.endswith(".jsonl")
