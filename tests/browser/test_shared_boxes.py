"""Several people on one box in a real browser (2.13): each in a context of his own, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from browser.visiting import fits

PHONE = {"width": 390, "height": 844}
TRIES = 60


def shared_box(first: Any, *others: Any, most: str = "3") -> None:
    """A table whose first box is shared by everybody."""
    first.go("/tables/new?game=blackjack")
    first.page.select_option('[name="players-per-box"]', most)
    first.page.click("text=Open the table")
    first.take_seat()
    first.page.check("#agrees")
    for other in others:
        other.go("/tables/" + first.at("table"))
        other.page.fill("#sit input", "300")
        other.page.click('.seat[data-seat="1"] [data-behind]')
        other.page.wait_for_selector("#stack:not([hidden])")


def put(person: Any, place: str = "blackjack") -> None:
    person.page.click(f'.place[role="button"][data-place="{place}"]')
    expect(person.page.locator("#down")).to_contain_text("on the layout")


def rows(person: Any) -> Any:
    return person.page.locator('.seat[data-seat="1"] .seat-people li')


def choices(person: Any) -> list[str]:
    """What somebody is asked; nothing where he is not, or where the dealer is still at work."""
    return list(
        person.page.eval_on_selector_all(
            "#decision:not([hidden]) [data-choice]", "all => all.filter(b => !b.disabled).map(b => b.dataset.choice)"
        )
    )


def decide(person: Any, choice: str) -> None:
    before = person.at("seq")
    person.page.click(f'#decision [data-choice="{choice}"]')
    person.until("seq", before)


def play_on(people: list[Any], stop: Callable[[Any, list[str]], bool], usual: Callable[[list[str]], str]) -> Any:
    """Rounds in which everybody wagers, until somebody is asked what the test waits for."""
    first = people[0]
    for _ in range(TRIES):
        number = first.at("round")
        for person in people:
            put(person)
        for person in people:
            person.page.click('[data-act="deal"]')
        while any(person.at("round") == number for person in people):
            for person in people:
                asked = choices(person)
                if asked and stop(person, asked):
                    return person
                if asked:
                    decide(person, usual(asked))
            first.page.wait_for_timeout(30)
    raise AssertionError("it never came to that")


def test_2_13_a_wagering_behind_is_offered_where_the_first_agrees(visit: Callable[..., Any]) -> None:
    first, other = visit(), visit(**PHONE)
    first.go("/tables/new?game=blackjack")
    first.page.select_option('[name="players-per-box"]', "2")
    first.page.click("text=Open the table")
    first.take_seat()
    expect(first.page.locator("#agreeing")).to_contain_text("2.13(a)")
    other.go("/tables/" + first.at("table"))
    expect(other.page.locator("#seats")).to_contain_text("watching")
    button = other.page.locator("[data-behind]")
    expect(button).to_have_count(0)
    first.page.check("#agrees")
    expect(button).to_have_count(1)
    assert fits(other.page)
    button.focus()
    first.page.click('.place[role="button"][data-place="blackjack"]')  # the table is shown anew, and the focus stays
    expect(other.page.locator(".seat .stake")).to_have_count(1)
    expect(button).to_be_focused()
    other.page.keyboard.press("Enter")
    expect(rows(first)).to_have_count(2)
    expect(other.page.locator("#seats .behind")).to_contain_text("1B")
    third = visit()
    third.go("/tables/" + first.at("table"))
    expect(third.page.locator(".seat-people li")).to_have_count(2)
    expect(third.page.locator("[data-behind]")).to_have_count(0)  # two are enough here
    first.page.uncheck("#agrees")
    expect(rows(first)).to_have_count(0)
    expect(other.page.locator("#sit")).to_be_visible()


def test_a_house_with_one_player_on_a_box_asks_nobody_to_agree(visit: Callable[..., Any]) -> None:
    me = visit()
    me.sit_down("blackjack")
    expect(me.page.locator("#agreeing")).to_have_count(0)


def test_2_13_b_both_stacks_show_with_names_and_who_sits_decides(visit: Callable[..., Any]) -> None:
    first, second = people = [visit(), visit(**PHONE)]
    shared_box(*people)
    second.page.click('[data-chip="2500"]')
    put(first)
    put(second)
    for person in people:
        expect(person.page.locator('.seat[data-seat="1"] [data-place="blackjack"] .stake')).to_have_count(2)
        expect(person.page.locator(".seat-plate")).to_have_text("seat 1, shared")
        assert fits(person.page)
    names = [second.page.inner_text(f"#seats li >> nth={at} >> span >> nth=0").partition(" · ")[2] for at in (0, 1)]
    expect(rows(first)).to_have_text(["you$5", f"{names[1]}$25"])
    expect(rows(second)).to_have_text([f"{names[0]}$5", "you$25"])
    label = str(second.page.get_attribute('.place[data-place="blackjack"]', "aria-label"))
    assert f"seat 1, {names[0]} has $5 here; you have $25 here" in label
    for person in people:
        person.page.click('[data-act="deal"]')
    while first.at("round") == "1":
        if asked := choices(first):
            if "stand" in asked:
                expect(second.page.locator("#prompt")).to_contain_text(f"Seat 1, {names[0]} decides")
                assert choices(second) == []
            decide(first, asked[-1])
        elif asked := choices(second):
            assert "stand" not in asked
            decide(second, asked[-1])
        first.page.wait_for_timeout(30)
    for person, amount in zip(people, ("$5", "$25"), strict=True):
        mine = person.page.locator("#results .ruling.mine", has_text="Blackjack")
        expect(mine).to_have_count(1)
        expect(mine).to_contain_text(f"You: Blackjack {amount}")
    expect(first.page.locator("#results .ruling:not(.mine)")).to_contain_text(f"Seat 1, {names[1]}: Blackjack $25")


def test_2_13_d_each_doubles_with_his_own_button(visit: Callable[..., Any]) -> None:
    first, second, third = people = [visit(), visit(**PHONE), visit()]
    shared_box(*people)
    second.page.locator(".switch:has(#help-switch)").click()

    def follows(person: Any, asked: list[str]) -> bool:
        return person is second and "double" in asked

    play_on(people, follows, lambda asked: "double" if "double" in asked else asked[-1])
    expect(second.page.locator("#prompt")).to_contain_text("2.13(d)")
    expect(second.page.locator("#help .compact, #help .chart")).not_to_have_count(0)
    expect(second.page.locator("#help .best")).to_have_count(0)  # no play tells whether to go along
    assert choices(first) == choices(third) == []
    expect(rows(third).nth(1)).to_have_class("turn")
    second.page.fill('[data-amount-for="double"]', "2.50")
    second.page.keyboard.press("Tab")
    second.page.keyboard.press("d")
    third.page.wait_for_selector('#decision:not([hidden]) [data-choice="double"]')
    number = first.at("round")
    decide(third, choices(third)[-1])
    while first.at("round") == number:
        for person in people:
            if asked := choices(person):
                decide(person, asked[-1])
        first.page.wait_for_timeout(30)
    doubles = first.page.locator("#results .ruling", has_text="Double")
    expect(doubles).to_have_count(2)
    expect(doubles.nth(0)).to_contain_text("You: Double $5")
    expect(doubles.nth(1)).to_contain_text("Double $2.50")
    expect(third.page.locator("#results .ruling.mine", has_text="Double")).to_have_count(0)


def test_2_13_e_each_insures_with_his_own_button(visit: Callable[..., Any]) -> None:
    first, second = people = [visit(), visit(**PHONE)]
    shared_box(*people)
    play_on(people, lambda person, asked: "insure" in asked and person is second, lambda asked: asked[-1])
    expect(second.page.locator("#prompt")).to_contain_text("2.13(e)")
    decide(second, "insure")
    expect(second.page.locator('[data-place="insurance"] .stake, #results .ruling.mine')).not_to_have_count(0)
    assert first.page.locator("#results .ruling.mine", has_text="insurance").count() == 0


def test_when_who_sits_leaves_the_next_sits_down(visit: Callable[..., Any]) -> None:
    first, second = visit(), visit(**PHONE)
    shared_box(first, second)
    first.page.click('[data-act="leave"]')
    expect(second.page.locator("#agreeing")).to_be_visible()
    expect(second.page.locator(".seat-plate")).to_have_text("seat 1, yours")
    expect(second.page.locator("#chips")).to_have_text("$300")
    expect(first.page.locator("[data-behind]")).to_have_count(0)
    second.page.reload()
    expect(second.page.locator("#seats li").first).to_contain_text("you")
