"""What every test in a browser gets: an open house, a browser, and visitors whose consoles stay clean."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browser.visiting import FLAGS, EntranceSettings, Visit, chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser for one file of tests: an event loop left running would be in the way of the server's own tests."""
    path = chromium()
    if path is None:
        pytest.skip("there is no chromium, and it cannot be installed here: apt-get install chromium-headless-shell")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=90_000)  # the machine may be slow; nobody waits longer than he must

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EntranceSettings]:
    house = EntranceSettings(tmp_path_factory.mktemp("house"))
    house.open()
    yield house
    house.close()


@pytest.fixture
def other_doors(tmp_path: Path) -> EntranceSettings:
    """A house of its own, not open yet."""
    return EntranceSettings(tmp_path)


@pytest.fixture
def visit(browser: Any, doors: EntranceSettings, request: pytest.FixtureRequest) -> Iterator[Any]:
    """Opens visits: ``visit()``, ``visit(width=390, height=844)``. Any console error fails the test."""
    visits: list[Visit] = []

    def come(width: int = 1280, height: int = 900, address: str = "", locale: str = "en-US") -> Visit:
        size = {"width": width, "height": height}
        context = browser.new_context(viewport=size, reduced_motion="reduce", locale=locale)
        context.set_default_timeout(90_000)
        page = context.new_page()
        visitor = Visit(page, address or doors.address)
        page.on("pageerror", lambda fault: visitor.faults.append(str(fault)))
        page.on("console", lambda said: visitor.faults.append(said.text) if said.type == "error" else None)
        visits.append(visitor)
        return visitor

    yield come
    for visitor in visits:
        quiet = ["WebSocket connection"]
        if visitor.address != doors.address:  # a house of a test's own may close before the pages that look at it
            quiet.append("ERR_CONNECTION_REFUSED")
        faults = [fault for fault in visitor.faults if not any(words in fault for words in quiet)]
        visitor.page.context.close()
        assert faults == []
