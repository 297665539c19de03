"""Whatever is said over the wire, in whatever order: answered once, nothing broken, nothing lost.

The long run is its own command: python -m benchmarks.fuzz (a million messages).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from serving import serving
from websockets.sync.client import ClientConnection, connect

from nomorebets.server.book.audit import audit

GAMES = ("roulette", "craps", "caribbean-stud", "red-dog", "punto-banco")
PLACES = st.sampled_from(("red", "straight:17", "pass", "ante", "bet", "player", "banker", "purple", "' OR 1=1"))
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
ACTS = ("sit", "leave", "buy-in", "wager", "take-back", "call", "clear", "repeat", "double", "deal", "decide")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("house")
    with serving(folder) as found:
        yield found
    assert "Traceback" not in (folder / "house.log").read_text()
    done = audit(f"sqlite:///{folder / 'house.db'}", None)
    assert not done.findings
    assert done.counts["rounds"] > 0  # something was really played


def people(address: str, game: str) -> tuple[str, list[str]]:
    """A table, and the tokens of two guests."""
    tokens = []
    for n in range(2):
        key = {"Idempotency-Key": f"{game}-fuzz-guest-{n}-{len(game)}"}
        tokens.append(httpx.post(f"{address}/api/v1/patrons", headers=key, timeout=30).json()["token"])
    headers = {"Authorization": f"Bearer {tokens[0]}", "Idempotency-Key": f"{game}-fuzz-table-key"}
    opened = httpx.post(f"{address}/api/v1/tables", json={"game": game}, headers=headers, timeout=30)
    return opened.json()["id"], tokens


def machine(address: str, game: str) -> type[RuleBasedStateMachine]:
    table, tokens = people(address, game)

    class AtTheTable(RuleBasedStateMachine):
        @initialize()
        def come(self) -> None:
            self.said = 0
            self.open_lines = ExitStack()
            self.views: list[dict[str, Any]] = [{}, {}]
            self.lines: list[ClientConnection] = [self.open(token) for token in tokens]

        def open(self, token: str) -> ClientConnection:
            url = f"{address.replace('http', 'ws', 1)}/ws/tables/{table}"
            line = connect(url, additional_headers={"Authorization": f"Bearer {token}"}, max_size=None)
            return self.open_lines.enter_context(line)

        def say(self, who: int, message: dict[str, Any]) -> str:
            """Send a message; exactly one answer comes back."""
            self.said += 1
            name = f"{id(self)}-{self.said}"
            self.lines[who].send(json.dumps({**message, "id": name}))
            while True:
                frame = json.loads(self.lines[who].recv(timeout=60))
                if frame["type"] == "state":
                    self.views[who] = frame["view"]
                elif frame["type"] in ("ack", "refused") and frame["id"] == name:
                    assert frame["type"] == "ack" or frame["reason"]
                    return str(frame["type"])

        @rule(who=st.integers(0, 1), amount=st.sampled_from((1_000, 5_000)))
        def sit(self, who: int, amount: int) -> None:
            self.say(who, {"type": "sit", "amount": amount})

        @rule(who=st.integers(0, 1), on=PLACES, amount=st.sampled_from((100, 500, 1_000)))
        def wager(self, who: int, on: str, amount: int) -> None:
            self.say(who, {"type": "wager", "on": on, "amount": amount})

        @rule(who=st.integers(0, 1))
        def deal(self, who: int) -> None:
            self.say(who, {"type": "deal"})

        @rule(who=st.integers(0, 1), pick=st.integers(0, 5))
        def decide(self, who: int, pick: int) -> None:
            ask = self.views[who].get("ask") or {}
            choices = ask.get("choices") or ["bet"]
            amount = {"amount": ask["least"]} if ask.get("amount_for") else {}
            self.say(who, {"type": "decide", "choice": choices[pick % len(choices)], **amount})

        @rule(
            who=st.integers(0, 1),
            kind=st.sampled_from(ACTS) | ANYTHING,
            fields=st.dictionaries(
                st.sampled_from(("on", "amount", "seat", "choice", "call", "round", "at")),
                ANYTHING | PLACES,
                max_size=4,
            ),
        )
        def say_anything(self, who: int, kind: Any, fields: dict[str, Any]) -> None:
            self.say(who, {**fields, "type": kind})

        @rule(who=st.integers(0, 1), text=st.text(max_size=40) | st.just("[" * 5000) | st.just("x" * 9000))
        def garble(self, who: int, text: str) -> None:
            self.lines[who].send(text)
            self.say(who, {"type": "clear"})  # the connection lives

        @rule(who=st.integers(0, 1))
        def break_off(self, who: int) -> None:
            self.lines[who].socket.close()
            self.lines[who] = self.open(tokens[who])

        @invariant()
        def nobody_owes(self) -> None:
            for view in getattr(self, "views", ()):
                assert all(seat["stack"] >= 0 for seat in view.get("seats", ()))
                assert (view.get("purse") or 0) >= 0

        def teardown(self) -> None:
            self.open_lines.close()

    return AtTheTable


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_said_at_a_table(address: str, game: str) -> None:
    how = settings(max_examples=5, stateful_step_count=20, suppress_health_check=list(HealthCheck), deadline=None)
    run_state_machine_as_test(machine(address, game), settings=how)
