"""The rail of any table: whoever finds every seat taken watches, waits his turn, is told, and sits down."""

from __future__ import annotations

from pathlib import Path

from nomorebets.server.tables.service import LiveHouse
from server.people import Person, seated, with_house


def test_the_visitor_after_the_last_seat_waits_at_the_rail_and_sits_when_one_opens(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("casino-war")
        players = [await seated(house, live) for _ in range(live.table.seats)]
        late, later = [Person(live, await house.people.create()) for _ in range(2)]
        refused = await late.say("sit", amount=10_000)
        assert refused["reason"] == "every seat is taken"
        assert refused["accepts"] == "wait, and you are told when a seat opens"
        assert "cite" not in refused  # no paragraph speaks of a rail
        await late.do("wait")
        assert late.view["waits"] == {"before": 0, "seconds": None}
        await players[0].do("leave")
        assert late.view["waits"]["seconds"] is not None
        assert (await later.say("sit", amount=10_000))["accepts"] == "wait"  # it is not his turn
        await late.do("sit", amount=10_000)
        assert late.view["you"] == 1
        assert late.view["waiting"] == {"names": [], "called": 0}

    with_house(tmp_path, work)


def test_there_is_no_line_where_a_seat_is_free(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("casino-war")
        visitor = Person(live, await house.people.create())
        refused = await visitor.say("wait")
        assert (refused["reason"], refused["accepts"]) == ("the waiting list: there is a seat for you", "sit")

    with_house(tmp_path, work)
