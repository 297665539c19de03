"""A house with open doors, and Debian's chromium to visit it with."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from nomorebets.drivers.chance import SecureChance
from nomorebets.server.app import build_app
from nomorebets.server.seating import Clock

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


def chromium() -> str | None:
    """Where chromium is, installed first where that is allowed."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        for command in (["apt-get", "update"], ["apt-get", "install", "-y", "chromium"]):
            if subprocess.run(command, capture_output=True, timeout=600, check=False).returncode:
                return None
        found = shutil.which("chromium")
    return found


@dataclass
class Doors:
    """A house being served, which can be closed and opened again over the same book."""

    folder: Path
    clock: Clock = field(default_factory=Clock)
    port: int = 0
    _server: Any = None
    _thread: threading.Thread | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        import uvicorn

        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", self.port))
        self.port = listening.getsockname()[1]
        app = build_app(f"sqlite:///{self.folder / 'house.db'}", SecureChance(), self.clock)
        started = threading.Event()

        class Server(uvicorn.Server):
            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                await super().startup(sockets)
                started.set()

        config = uvicorn.Config(
            app, log_level="error", ws="websockets-sansio", timeout_graceful_shutdown=1, lifespan="on"
        )
        self._server = Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listening]}, daemon=True)
        self._thread.start()
        assert started.wait(30), "the house did not open"

    def close(self) -> None:
        assert self._thread is not None
        self._server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive()


@pytest.fixture
def browser() -> Iterator[Any]:
    """A browser for one test: an event loop left running would be in the way of the server's own tests."""
    path = chromium()
    if path is None:
        pytest.skip("there is no chromium, and it cannot be installed here: apt-get install chromium")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=20_000)

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doors]:
    house = Doors(tmp_path_factory.mktemp("house"))
    house.open()
    yield house
    house.close()


@pytest.fixture
def other_doors(tmp_path: Path) -> Doors:
    """A house of its own, not open yet."""
    return Doors(tmp_path)


@dataclass
class Visit:
    """One visitor's page, and every error its console showed."""

    page: Any
    address: str
    faults: list[str] = field(default_factory=list)

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def sit_down(self, game: str, amount: str = "500") -> None:
        """From the lobby to a seat."""
        self.go("/")
        self.page.click(f'.game form:has(input[value="{game}"]) button')
        self.take_seat(amount)

    def take_seat(self, amount: str = "500") -> None:
        self.page.wait_for_selector('#table[data-wire="connected"][data-phase]')
        self.page.fill("#sit input", amount)
        self.page.click("#sit button")
        self.page.wait_for_selector("#stack:not([hidden])")

    def put(self, place: str) -> None:
        self.page.click(f'.place[role="button"][data-place="{place}"]')
        self.page.wait_for_selector(f'[data-place="{place}"] .stake')

    def at(self, name: str) -> str:
        return str(self.page.get_attribute("#table", f"data-{name}"))

    def until(self, name: str, other_than: str) -> None:
        self.page.wait_for_selector(f'#table:not([data-{name}="{other_than}"])')

    def play(self) -> None:
        """Spin, throw or deal, and wait for what the table asks next."""
        before = self.at("seq")
        self.page.click('[data-act="deal"]')
        self.until("seq", before)


@pytest.fixture
def visit(browser: Any, doors: Doors, request: pytest.FixtureRequest) -> Iterator[Any]:
    """Opens visits: ``visit()``, ``visit(width=390, height=844)``. Any console error fails the test."""
    visits: list[Visit] = []

    def come(width: int = 1280, height: int = 900, address: str = "") -> Visit:
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        context.set_default_timeout(30_000)
        page = context.new_page()
        visitor = Visit(page, address or doors.address)
        page.on("pageerror", lambda fault: visitor.faults.append(str(fault)))
        page.on("console", lambda said: visitor.faults.append(said.text) if said.type == "error" else None)
        visits.append(visitor)
        return visitor

    yield come
    for visitor in visits:
        faults = [fault for fault in visitor.faults if "WebSocket connection" not in fault]
        visitor.page.context.close()
        assert faults == []
