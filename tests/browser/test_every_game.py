"""A round of every game that can be dealt, on a phone and then at a desk, from the first wager to the paragraph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.access import faults_of, violations_in
from browser.screenshots import wagers_of
from browser.visiting import fits
from nomorebets.drivers.facet import strategies_of
from nomorebets.games import game
from nomorebets.library import game_ids
from nomorebets.pricing.facet import odds_of
from offered import OFFERED, offering  # noqa: F401  # a fixture

# Chemin de fer asks other things as well, and of others: tests/server/test_live.py has its help.
# Hands that are set have no choices but settings: tests/browser/test_setting.py
DECIDED = [
    name
    for name in game_ids()
    if "optimal" in strategies_of(game(name)).named and getattr(odds_of(game(name)), "choices", None) is not None
]


# whatever is printed at a table, and how large: chips, wheels, roads and balls as well
SMALL_PRINT = """() => [...document.querySelectorAll('.playing *, .acting *')].filter((node) => {
  const printed = [...node.childNodes].some((part) => part.nodeType === 3 && part.data.trim());
  if (!printed || node.tagName === 'title' || !node.getBoundingClientRect().width) return false;
  const to = node.getScreenCTM?.();
  return parseFloat(getComputedStyle(node).fontSize) * (to ? Math.hypot(to.a, to.b) : 1) < 10.99;
}).map((node) => `${node.closest('[class]').getAttribute('class')}: ${node.textContent}`)"""
# chips of any amount on every place: short ones, and those that are longer than a chip is wide
COVERED = """async () => {
  const { FeltView } = await import('/static/felt.js');
  const places = [...document.querySelectorAll('.place')];
  const amounts = [500, 2550, 123450, 1250000];
  const chips = ({ dataset }, at) => ({ on: dataset.place, seat: Number(dataset.seat) || 1, amount: amounts[at % 4] });
  new FeltView(document.querySelector('.felt')).showWagers(places.map(chips));
}"""
LIKE_OTHERS = {
    kind: name for name in reversed(game_ids()) for kind in [game(name).chance.words]
}  # a table of each kind
TOP = "document.querySelector('#felt').getBoundingClientRect().top + scrollY"
# every height that the felt has from here on
WATCHED = """() => {
  const felt = document.querySelector('#felt');
  const note = () => heights.push(felt.getBoundingClientRect().height);
  window.heights = [];
  window.watching?.disconnect();
  window.watching = new ResizeObserver(note);
  watching.observe(felt);
  note();
}"""
# as many of the last results as are ever listed
DOZEN = """() => {
  for (const list of document.querySelectorAll('.last-results'))
    while (list.children.length < 12) list.append(list.lastElementChild.cloneNode(true));
}"""
GREW = "Math.max(...heights) - Math.min(...heights)"
SCREENS = {360: True, 390: False, 768: False, 1280: True}  # and whether a round is played at it


@pytest.mark.parametrize("name", [*game_ids(), *OFFERED])
def test_a_round_on_a_phone_and_one_at_a_desk_by_everybody(visit: Callable[..., Any], name: str) -> None:
    me = visit(width=375, height=844)
    me.sit_down(name)
    page = me.page
    zoom = page.locator("#zoom")
    for each in zoom.all():
        each.click()
        expect(page.locator("#felt")).to_have_class("zoomed")
    assert "\n".join(faults_of(page)) == ""
    for each in zoom.all():
        each.click()
    assert game(name).entry.name in page.inner_text("main")
    if name in LIKE_OTHERS.values():
        assert violations_in(page, ["light"]) == []
    me.until_wagers()
    for width, plays in SCREENS.items():
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(SMALL_PRINT) == []
        assert fits(page)
        if not plays:
            continue
        me.until_wagers()
        number, top = me.at("round"), page.evaluate(TOP)
        page.evaluate(WATCHED)
        for wager in wagers_of(name):
            me.put(wager)
        assert page.evaluate(SMALL_PRINT) == []
        me.play_round()
        page.evaluate(DOZEN)
        assert page.evaluate(TOP) == top  # nothing above the felt grew: roads, results, dice for a seat
        assert page.evaluate(GREW) <= 1  # nor did it, for cards and tickets
        rulings = page.locator("#results .ruling")
        expect(rulings.or_(page.locator("#results", has_text="stand")).first).to_be_visible()
        expect(page.locator("#live")).not_to_be_empty()
        expect(page.locator("#calls li").first).to_be_visible()
        expect(page.locator("#results a").last).to_have_attribute("href", f"/records/{me.at('table')}-{number}")
        assert fits(page)
        for cite in page.locator("#results .cite").all()[:1]:
            answer = page.request.get(me.address + str(cite.get_attribute("href")))
            assert answer.status == 200
            assert cite.inner_text().split(" ")[0] in answer.text()
    page.evaluate(COVERED)
    for width in SCREENS:
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(SMALL_PRINT) == []


@pytest.mark.parametrize("name", DECIDED)
def test_help_says_at_the_decision_what_a_mistake_costs(visit: Callable[..., Any], name: str) -> None:
    me = visit(width=390, height=844)
    me.sit_down(name)
    me.page.click(".switch")
    choices = me.page.locator("#decision button[data-choice]")
    for _ in range(200):  # a tie, or a spread, comes now and then: none in so many once in millions of times
        number = me.at("round")
        for wager in wagers_of(name):
            me.put(wager)
        me.play()
        if me.at("round") == number:
            break
    expect(choices.nth(1)).to_be_visible()
    expect(me.page.locator("#decision small")).to_have_count(choices.count())
    notes = me.page.locator("#decision small").all_inner_texts()
    assert notes.count("best play") == 1
    assert all(note in ("best play", "as good") or note.startswith("costs ") for note in notes)
    expect(me.page.locator("#help .best")).to_contain_text("Best play:")
    expect(me.page.locator("#live")).to_contain_text("Best play:")
    me.page.click(".switch")
    expect(me.page.locator("#decision small")).to_have_count(0)
