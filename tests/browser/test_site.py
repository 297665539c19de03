"""The whole house: no link broken, no page large, and every kind of page usable by everybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser.access import faults_of, violations_in
from browser.crawling import Crawl
from browser.screenshots import PAGES
from nomorebets.library import game_ids

# the browser notes the status of a page that is not there, or is not for strangers
NOTED = {"no-such-rule": "404", "sessions": "403"}


@pytest.mark.parametrize("queries", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_no_link_is_broken_and_no_page_is_large(visit: Callable[..., Any], queries: int) -> None:
    me = visit()
    me.sit_down("big-six")
    me.play_round("bigsix-1")
    cookie = "; ".join(f"{c['name']}={c['value']}" for c in me.page.context.cookies())
    crawl = Crawl(me.address, cookie, queries, thorough=queries > 1)
    crawl.go()
    assert "\n".join(crawl.faults) == ""
    paths = {url.partition("?")[0] for url in crawl.seen}
    assert len(paths) > 300
    for part in ("/records/", "/rules/13:69F-", "/rules/19:47-", "/odds/", "/guide/", "/floor/", "/tables/", "/docs/"):
        assert any(path.startswith(part) for path in paths), part


@pytest.mark.parametrize("name", PAGES)
def test_every_kind_of_page_is_for_everybody(visit: Callable[..., Any], name: str) -> None:
    me = visit(width=390, height=844)
    me.go(PAGES[name])
    me.until_figures()
    assert "\n".join(faults_of(me.page)) == ""
    assert violations_in(me.page, ["dark"]) == []
    me.faults[:] = [fault for fault in me.faults if NOTED.get(name, "none") not in fault]


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", [*PAGES, *game_ids()])
def test_axe_finds_nothing_anywhere(visit: Callable[..., Any], name: str, width: int) -> None:
    me = visit(width=width, height=844)
    if name in PAGES:
        me.go(PAGES[name])
        me.until_figures()
    else:
        me.sit_down(name)  # where edges may be worked out for longer than anybody waits
    assert violations_in(me.page) == []
    me.faults[:] = [fault for fault in me.faults if NOTED.get(name, "none") not in fault]
