"""A house with open doors, Debian's chromium to visit it with, and what a visitor does there."""

from __future__ import annotations

import json
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks._debian import install

from nomorebets.drivers.chance import SecureChance
from nomorebets.server.tables.clock import Clock
from nomorebets.server.web.app import build_app

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


# It draws no window of its own around a page, with menus and an address bar: half the work for a visit.
LIGHTEST = "chromium-headless-shell"


@cache
def chromium() -> str | None:
    """Where chromium is, the lightest that there is, installed first where that is allowed."""
    others = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        return shutil.which(LIGHTEST) or (shutil.which(LIGHTEST) if install(LIGHTEST) else others)
    except OSError:  # not every Debian has it
        return others or (shutil.which("chromium") if install("chromium") else None)


@dataclass
class EntranceSettings:
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

    @contextmanager
    def other_times(self, **seconds: float) -> Iterator[None]:
        """Whoever is asked meanwhile has so many seconds for a decision, or for wagers, where others wait."""
        usual = {name: getattr(self.clock, name) for name in seconds}
        for name, time in seconds.items():
            object.__setattr__(self.clock, name, time)  # the open house has this very clock
        yield
        for name, time in usual.items():
            object.__setattr__(self.clock, name, time)

    def close(self) -> None:
        assert self._thread is not None
        self._server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive()


def fits(page: Any) -> bool:
    """Whether all of a page is within the screen, once its style sheet is there: until then everything is wider."""
    page.wait_for_load_state("load")
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


class Forged:
    """The wire of a page, over which a test may tell it something that did not happen: a win, for one."""

    def __init__(self, page: Any) -> None:
        self._seq = 0
        self._socket: Any = None
        page.route_web_socket("**/ws/tables/**", self._open)

    def _open(self, socket: Any) -> None:
        self._socket, house = socket, socket.connect_to_server()
        house.on_message(self._pass_on)

    def _pass_on(self, text: str) -> None:
        frame = json.loads(text)
        self._seq = frame["seq"] if frame["type"] in ("state", "change") else self._seq
        self._socket.send(text)

    def happens(self, request: str, **shown: Any) -> None:
        """An event of the round."""
        event = {"type": "event", "request": request, "words": "so it is", "cite": "", "url": "", "shown": shown}
        self._socket.send(json.dumps(event | {"seq": self._seq}))

    def wins(self, wager: str, net: int, paid: str, amount: int = 500) -> None:
        """The end of a round in which the first seat is paid, or loses."""
        result = "win" if net > 0 else "lose"
        facts = {"seat": 1, "wager": wager, "on": wager, "amount": amount, "net": net, "paid": paid, "result": result}
        ruling = facts | {"cite": "", "url": "", "basis": "text", "player": ""}
        self.changes(["rulings"], [ruling], ["last_round"], f"forged-{paid}")

    def changes(self, *facts: Any) -> None:
        """The table shown otherwise: where something stands in its view, and what, in turn."""
        changes = list(zip(facts[::2], facts[1::2], strict=True))
        self._socket.send(json.dumps({"type": "change", "seq": self._seq, "changes": changes}))


@dataclass
class Visit:
    """One visitor's page, and every error its console showed."""

    page: Any
    address: str
    faults: list[str] = field(default_factory=list)

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def until_figures(self) -> None:
        """Some pages come again by themselves until their figures are there; half a page may look as if they were."""
        while True:
            self.page.wait_for_selector("main:not(:has(.working))", timeout=300_000)
            self.page.wait_for_load_state("networkidle")
            if not self.page.locator("main .working").count():
                return

    def sit_down(self, game: str, amount: str = "500") -> None:
        """From the lobby to a seat."""
        self.go("/")
        self.page.click(f'.game form:has(input[value="{game}"]) button')
        self.take_seat(amount)

    def take_seat(self, amount: str = "500") -> None:
        self.page.wait_for_selector('#table[data-wire="connected"][data-phase]')
        if not self.page.get_attribute("#table", "data-stakes"):  # where one buys in within limits, the usual is there
            self.page.fill("#sit input", amount)
        self.page.click("#sit button")
        self.page.wait_for_selector("#stack:not([hidden])")

    def put(self, place: str) -> None:
        """A chip on a place, unless one lies there; whoever has the Bank does not wager against it."""
        if self.page.get_attribute("#table", "data-stakes"):
            return  # chips go into the pot in turn
        lying = f'.place[role="button"]:is([data-place="{place}"], [data-place="bank"]) .stake'
        if self.page.locator(lying).count():
            return
        if place.startswith("ticket:"):  # a straight one, marked on the board
            for number in place.removeprefix("ticket:").split("-"):
                self.page.click(f'[data-number="{number}"]')
            self.page.click("#pad button.primary")
        else:
            self.page.click(f'.place[role="button"][data-place="{place}"]')
        self.page.wait_for_selector(f'[data-place="{place}"] .stake, #refusal:not([hidden])')
        assert not self.page.locator("#refusal").is_visible(), self.page.inner_text("#refusal")

    def at(self, name: str) -> str:
        return str(self.page.get_attribute("#table", f"data-{name}"))

    def until(self, name: str, other_than: str) -> None:
        self.page.wait_for_selector(f'#table:not([data-{name}="{other_than}"])')

    def play(self) -> None:
        """Spin, throw or deal, and wait for what the table asks next."""
        before = self.at("seq")
        self.page.click('[data-act="deal"]')
        self.until("seq", before)

    def decide(self, choice: str = "") -> None:
        """Take one of the choices offered, the first unless told."""
        before = self.at("seq")
        for house_way in self.page.locator("#decision [data-house]").all():  # a hand to set, before it can be laid
            house_way.click()
        wanted = f'[data-choice="{choice}"]' if choice else "[data-choice]"
        self.page.locator(f"#decision {wanted}").first.click()
        self.until("seq", before)

    def until_wagers(self) -> None:
        """Some tables ask before the first wager: whether one takes the shoe, for example."""
        while self.at("phase") == "decision":
            self.page.wait_for_selector("#decision:not([hidden])")
            self.decide("decline" if self.page.locator('#decision [data-choice="co-bank"]').count() else "")

    def play_round(self, *wagers: str, choice: str = "") -> None:
        """Wagers, whatever is asked, and the end of the round."""
        self.until_wagers()
        number = self.at("round")
        for wager in wagers:
            self.put(wager)
        self.play()
        while self.at("round") == number:
            self.page.wait_for_selector(f'#decision:not([hidden]), #table:not([data-round="{number}"])')
            if self.at("round") == number:
                self.decide(choice)
