"""8.2 at a live table: a supervisor lets one player wager outside the limits, and the book says who did."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from people import audited, seated, with_house
from test_rules_changed_live import supervisor

from nomorebets.server.book.audit import audit
from nomorebets.server.tables.clock import Clock
from nomorebets.server.tables.service import LiveHouse
from nomorebets.table import Settings
from nomorebets.table.house import required_signs

LIMITS = {"table": {"min": "5.00", "max": "50.00"}, "straight": {"max": "10.00"}}


def test_8_2_one_player_may_wager_outside_the_limits_as_a_supervisor_allowed(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette", settings=Settings(limits=dict(LIMITS)), standing="floorperson")
        one, other, boss = await seated(house, live), await seated(house, live), await supervisor(house, live)
        assert (await one.say("wager", on="red", amount=10_000))["type"] == "refused"
        await boss.do("allow-exception", seat=1, wager="table", max="100.00")
        await one.do("wager", on="red", amount=10_000)
        assert "maximum is $100" in (await one.say("wager", on="black", amount=10_050))["reason"]
        assert "minimum is $5" in (await one.say("wager", on="black", amount=450))["reason"]
        assert "maximum is $10" in (await one.say("wager", on="straight:17", amount=1_050))["reason"]  # its own limit
        assert "maximum is $50" in (await other.say("wager", on="red", amount=10_000))["reason"]
        assert [len(person.view["exceptions"]) for person in (one, other, boss)] == [1, 0, 1]
        await other.do("deal")
        await one.do("deal")
        assert [(ruling["seat"], ruling["amount"]) for ruling in one.view["rulings"]] == [(1, 10_000)]
        await boss.do("end-exception", exception=1)
        assert (await one.say("wager", on="red", amount=10_000))["type"] == "refused"
        await audited(house)

    with_house(f"sqlite:///{tmp_path / 'house.db'}", work, clock=Clock(again=0))
    with sqlite3.connect(tmp_path / "house.db") as connection:
        connection.execute("DELETE FROM floor_log")
    connection.close()
    found = [finding.text for finding in audit(f"sqlite:///{tmp_path / 'house.db'}").findings]
    assert any("seat 1 wagers outside the limits on red, and nobody allowed it" in text for text in found)


def test_8_2_so_many_exceptions_are_made_at_a_table_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nomorebets.server.tables.exceptions.MOST_AT_ONCE", 2)

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette", settings=Settings(limits=dict(LIMITS)), standing="floorperson")
        await seated(house, live)
        boss = await supervisor(house, live)
        for most in ("60.00", "70.00"):
            await boss.do("allow-exception", seat=1, wager="table", max=most)
        refused = await boss.say("allow-exception", seat=1, wager="table", max="80.00")
        assert "2 exceptions are made here" in refused["reason"]
        await boss.do("end-exception", exception=1)
        await boss.do("allow-exception", seat=1, wager="table", max="80.00")

    with_house(tmp_path, work)


def test_8_2_no_exception_overrides_a_relation_that_a_rule_fixes(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        settings = Settings({"odds-multiple": "1x"}, limits={"table": {"max": "50.00"}})
        live = await house.open_table("craps", settings=settings, standing="floorperson")
        one, boss = await seated(house, live), await supervisor(house, live)
        await boss.do("allow-exception", seat=1, max="400.00")
        while not live.round.opening.wagers:  # until a point is set
            await one.do("wager", on="pass", amount=1_000)
            await one.do("deal")
        refused = await one.say("wager", on="pass-odds", amount=20_000)
        assert (refused["type"], "8.2" in refused["cite"]) == ("refused", False)
        for asked, says in (({"seat": 5, "max": "400.00"}, "nobody sits"), ({"seat": 1}, "minimum or the maximum")):
            refused = await boss.say("allow-exception", **asked)
            assert says in refused["reason"]
            assert refused["cite"].endswith("R-8.2-player")

    with_house(tmp_path, work)


def test_8_2_two_tables_of_a_game_have_limits_of_their_own(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        low, high = [
            await house.open_table("roulette", settings=Settings(limits={"table": ends}), standing="floorperson")
            for ends in ({"min": "1.00", "max": "20.00"}, {"min": "25.00", "max": "500.00"})
        ]
        here, there = await seated(house, low), await seated(house, high)
        await here.do("wager", on="red", amount=2_000)
        await there.do("wager", on="red", amount=2_500)
        assert "maximum is $20" in (await here.say("wager", on="black", amount=2_500))["reason"]
        refused = await there.say("wager", on="black", amount=2_000)
        assert "minimum is $25" in refused["reason"]
        assert refused["cite"].endswith("R-8.2-limits")

    with_house(tmp_path, work)


def test_8_2_whoever_comes_in_mid_shoe_waits_for_the_shuffle_where_a_sign_says_so(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        settings = Settings({"mid-shoe-entry": "bar-until-shuffle"})
        live = await house.open_table("blackjack", settings=settings, standing="floorperson")
        first = await seated(house, live)
        await first.do("wager", on="blackjack", amount=500)
        await first.do("deal")
        while first.view["ask"]:
            await first.do("decide", choice=first.view["ask"]["choices"][-1])
        late = await seated(house, live)
        assert "8.3" in str(required_signs(live.table.game, live.table.house)["mid-shoe-entry"])
        refused = await late.say("wager", on="blackjack", amount=500)
        assert refused["cite"].endswith("R-2.3-mid-shoe")
        await first.do("wager", on="blackjack", amount=500)

    with_house(tmp_path, work, clock=Clock(again=0))
