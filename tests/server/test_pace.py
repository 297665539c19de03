"""Budgets and allowances give what one allowance by itself would, whenever they are asked."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.server import machine
from nomorebets.server.people.pace import (
    BYTES_A_SECOND,
    BYTES_AT_ONCE,
    FRAMES_A_SECOND,
    FRAMES_AT_ONCE,
    PROCESSOR,
    PROCESSOR_AT_ONCE,
    Allowance,
    Budget,
    Meter,
)
from nomorebets.server.web import entrance
from nomorebets.server.web.entrance import Entrance, EntranceSettings

TIMES = st.floats(-0.5, 4.0)  # between two looks at the clock, which may jump back
SPENT = st.tuples(st.integers(0, 500_000), st.integers(0, 1_200), st.floats(0, 2.5), TIMES)


@given(st.lists(SPENT, max_size=12))
def test_a_budget_is_an_allowance_of_each_thing(spent: list[tuple[int, int, float, float]]) -> None:
    budget, now = Budget(), 100.0
    meters = (
        Meter(BYTES_A_SECOND, BYTES_AT_ONCE),
        Meter(FRAMES_A_SECOND, FRAMES_AT_ONCE),
        Meter(PROCESSOR, PROCESSOR_AT_ONCE),
    )
    for *costs, passed in spent:
        now += passed
        size, frames, seconds = costs
        wait = max(meter.spend(cost, now) for meter, cost in zip(meters, costs, strict=True))
        assert budget.spend(int(size), int(frames), seconds, now) == pytest.approx(wait, abs=1e-9)


@given(st.lists(TIMES, max_size=40))
def test_an_allowance_is_what_is_left_of_it(passed: list[float]) -> None:
    allowance, now = Allowance(2.0, 3.0), 100.0
    for seconds in passed:
        now += seconds
        left = allowance.left(now)
        assert allowance.take(now) == (left >= 1)
        assert allowance.left(now) == pytest.approx(left - (left >= 1))


@pytest.mark.parametrize(("a_second", "waits"), [(1000.0, 1), (0.0, 0)])
def test_who_asks_without_a_pause_is_answered_more_slowly_and_others_are_not(
    monkeypatch: pytest.MonkeyPatch, a_second: float, waits: int
) -> None:
    """Two requests are answered at once; a house that is open to its own machine only counts none."""
    waited: list[float] = []
    answered: list[str] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    async def application(scope: Any, receive: Any, send: Any) -> None:
        answered.append(scope["client"][0])

    async def ask(*addresses: str) -> None:
        doors = Entrance(application, EntranceSettings(requests_a_second=a_second))
        for address in addresses:
            asked = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}
            await doors({**asked, "client": (address, 1)}, None, None)  # type: ignore[arg-type]

    monkeypatch.setattr(entrance, "TURNS_AT_ONCE", 2.0)
    monkeypatch.setattr(entrance, "TURNS_A_SECOND", 0.5)
    monkeypatch.setattr(entrance.asyncio, "sleep", wait)
    asyncio.run(ask("192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.2", "192.0.2.1"))
    assert len(answered) == 5
    assert waited == [entrance.LONGEST_WAIT] * waits


def test_the_clock_of_a_house_tells_the_time_and_goes_forward() -> None:
    before = machine.THIS_ONE.seconds()
    assert before == pytest.approx(time.time(), abs=60)  # it does not jump where the machine's own is set
    time.sleep(0.01)
    assert 0.009 < machine.THIS_ONE.seconds() - before < 60
