"""Pictures of every page and table, at two sizes, by day and by night: ``make screenshots``, then look at them.

``cd tests && python -m browser.screenshots FOLDER [WORD …]`` takes only pictures whose name contains a word.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from browser.visiting import FLAGS, EntranceSettings, Visit, chromium
from nomorebets.games import open_table
from nomorebets.library import game_ids

SIZES = {"phone": (390, 844), "desktop": (1280, 900)}
WAGERS = {
    "roulette": ("red", "straight:17", "split:17-20", "four-numbers:1-2-4-5", "dozen:2"),
    "craps": ("pass", "field", "hard-8"),
    "mini-craps": ("dont-pass", "field"),
    "automated-craps": ("pass", "hard-8"),
    "mini-dice": ("field", "under-7"),
    "punto-banco": ("banker", "tie"),
    "minibaccarat": ("player", "tie"),
    "big-six": ("bigsix-1", "bigsix-20"),
}
PAGES = {
    "lobby": "/",
    "open-a-table": "/tables/new?game=craps",
    "odds": "/odds",
    "odds-of-a-game": "/odds/caribbean-stud",
    "odds-of-roulette": "/odds/roulette?wheel-kind=single-zero",
    "rules": "/rules",
    "rule": "/rules/5.2(b)",
    "subchapter": "/rules/16",
    "coverage": "/rules/coverage",
    "changes": "/rules/changes/big-six?from=1990-01-01&to=2008-07-21",
    "floor": "/floor",
    "floor-of-a-game": "/floor/caribbean-stud?example=yes",
    "guides": "/guides",
    "guide": "/guide/sample/roulette",
    "records": "/records",
    "sessions": "/sessions?mistakes=yes",
    "account": "/account",
    "no-such-rule": "/rules/5.99",
    "find": "/find?q=vigorsh+of+the+banker",
    "two-days": "/rules/19:47-5.1?on=1990-01-01&and=2008-07-21",
    "map": "/rules/map",
    "drills": "/drills",
    "drill-pay": "/drills/roulette/pay?course=4",
    "drill-error": "/drills/blackjack/error?course=4",
    "docs": "/docs/games/caribbean-stud",
}


def wagers_of(name: str) -> tuple[str, ...]:
    """What is put down at a table of a game."""
    table = open_table(name)
    return WAGERS.get(name) or tuple(table.game.betting.bundles.get(wager, (wager,))[0] for wager in table.usual)


def at_tables(me: Visit, take: Callable[[str], None], wanted: Callable[[str], bool]) -> None:
    """Each game with wagers down, at a decision, and after a round."""
    for name in game_ids():
        if not wanted(f"table-{name}"):
            continue
        me.sit_down(name)
        me.until_wagers()
        for wager in wagers_of(name):
            me.put(wager)
        me.page.wait_for_timeout(300)
        take(f"table-{name}-1-wagers")
        number = me.at("round")
        me.play()
        if me.at("round") == number:
            me.page.check("#help-switch")
            me.page.wait_for_timeout(2500)
            take(f"table-{name}-2-decision")
            while me.at("round") == number:
                me.decide()
        take(f"table-{name}-3-results")
        me.page.click('[data-act="leave"]')
        me.page.wait_for_selector("#sit:not([hidden])")


def pages(me: Visit, take: Callable[[str], None], wanted: Callable[[str], bool]) -> None:
    """Every kind of page that is not a table."""
    for name, path in PAGES.items():
        if wanted(name):
            me.go(path)
            me.until_figures()
            take(name)
    if wanted("round"):
        me.go("/records")
        me.page.locator("tbody tr a").first.click()
        me.page.wait_for_selector("#step")
        for _ in range(4):
            me.page.keyboard.press("ArrowRight")
            me.page.wait_for_timeout(200)
        take("round")
        me.page.keyboard.press("End")
        me.page.click("text=Share this round")
        take("round-shared")
        me.go(str(me.page.get_attribute("#share a", "href")))
        take("shared")


def visitors(browser: Any, address: str) -> Iterator[tuple[str, Visit]]:
    for size, (width, height) in SIZES.items():
        for theme in ("light", "dark"):
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=theme,
                reduced_motion="reduce",
                has_touch=size == "phone",
            )
            yield f"{size}-{theme}", Visit(context.new_page(), address)
            context.close()


def main(folder: Path, words: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    path = chromium()
    if path is None:
        sys.exit("there is no chromium: apt-get install chromium-headless-shell")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as book, sync_playwright() as playwright:
        doors = EntranceSettings(Path(book))
        doors.open()
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            for kind, me in visitors(browser, doors.address):

                def take(name: str, kind: str = kind, me: Visit = me) -> None:
                    me.page.screenshot(path=folder / f"{name}-{kind}.png", full_page=True)
                    print(f"{name}-{kind}.png", flush=True)

                def wanted(name: str, kind: str = kind) -> bool:
                    return not words or any(word in f"{name}-{kind}" for word in words)

                at_tables(me, take, wanted)
                pages(me, take, wanted)
        finally:
            browser.close()
            doors.close()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots"), sys.argv[2:])
