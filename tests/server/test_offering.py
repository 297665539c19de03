"""8.4(e) in a house that is served: which games from files its tables may have, until when, and whose house it is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from visiting import Visitor

from nomorebets import games
from nomorebets.drivers.chance import SeededChance
from nomorebets.errors import HouseRuleError
from nomorebets.server.tables import offering
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.web.app import build_app
from nomorebets.table import Settings
from server.people import seated, with_house

SAMPLE = games.sample("quick-peace").decode()
TEST = 'status = { is = "test", until = 2099-12-31, at = "Sample Casino" }'


@pytest.fixture
def offered(tmp_path: Path):
    """A game that this house offers from a file, by what its file says of its status."""

    def offer(status: str = TEST, licensee: str = "") -> str:
        path = tmp_path / "quick-peace.toml"
        path.write_text(SAMPLE.replace(TEST, status))
        return games.offer(path, licensee)

    yield offer
    games._offered.clear()
    offering.serve_for("")


def test_8_4_e_a_sample_is_only_shown(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        with pytest.raises(HouseRuleError, match="it is a sample") as refused:
            await house.open_table("sample:three-card-duel")
        assert refused.value.by.reading == "R-8.4-status"
        live = await house.open_table("sample:three-card-duel", training=True)
        assert offering.words_of_status(live.table).startswith("a demonstration: it is a sample")

    with_house(tmp_path, work)


@pytest.mark.parametrize(("licensee", "may"), [("Sample Casino", True), ("", True), ("Another Casino", False)])
def test_8_4_e_a_game_is_tested_at_its_licensee_alone(tmp_path: Path, offered, licensee, may) -> None:
    async def work(house: LiveHouse) -> None:
        name = offered()
        offering.serve_for(licensee)
        if may:
            live = await house.open_table(name)
            assert offering.words_of_status(live.table) == "tested until 2099-12-31"
            return
        with pytest.raises(HouseRuleError, match="tested at Sample Casino, and not at Another Casino"):
            await house.open_table(name)

    with_house(tmp_path, work)


def test_8_4_e_when_a_test_is_over_the_table_closes_after_its_round(tmp_path: Path, offered, monkeypatch) -> None:
    class Later(date):
        @classmethod
        def today(cls) -> date:
            return date(2100, 1, 1)

    async def work(house: LiveHouse) -> None:
        live = await house.open_table(offered())
        shown = await house.open_table("quick-peace", training=True)
        await seated(house, live)
        await offering.close_what_is_over(house)
        assert not live.closing
        monkeypatch.setattr(offering, "date", Later)
        with monkeypatch.context() as during:
            during.setattr(type(live), "can_close", False)  # a round is under way
            await offering.close_what_is_over(house)
            [notice] = offering.closing_notice(live)
            assert (
                "closes after the round: Quick Peace is not offered any more: its test ended on 2099-12-31"
                in notice["words"]
            )
            assert live.id in house.tables
        await offering.close_what_is_over(house)
        assert live.id not in house.tables
        assert shown.id in house.tables  # a training table shows it all the same

    with_house(tmp_path, work)


def test_3_10_c_tables_that_are_no_training_tables_have_one_order_of_payment(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        first = await house.open_table("punto-banco", settings=Settings({"settlement-order": "vig-pay-each"}))
        other = Settings({"settlement-order": "pay-vig-each"})
        with pytest.raises(HouseRuleError, match="all tables of a pit have the same") as refused:
            await house.open_table("punto-banco", settings=other)
        assert refused.value.accepts == "settlement-order = vig-pay-each"
        await house.open_table("punto-banco", settings=other, training=True)
        await house.open_table("punto-banco", settings=Settings({"settlement-order": "vig-pay-each"}))
        assert first.table.house.options["settlement-order"] == "vig-pay-each"

    with_house(tmp_path, work)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Visitor]:
    with Visitor(build_app(f"sqlite:///{tmp_path / 'house.db'}", SeededChance(1))) as visitor:
        visitor.get("/")
        yield visitor


def test_to_sit_down_at_a_game_from_a_file_joins_its_open_table_and_no_other(client: Visitor, offered) -> None:
    def sit_down(game: str) -> str:
        return str(client.post("/play", data={"game": game}, follow_redirects=False).headers["location"])

    name = offered()
    offering.serve_for("Sample Casino")
    plain, first = sit_down("casino-war"), sit_down(name)
    assert first != plain
    assert sit_down(name) == first
    assert sit_down("casino-war") == plain
    assert "tested until 2099-12-31" in client.get(first).text
    assert 'The house of <span translate="no">Sample Casino</span>' in client.get("/").text
    assert "Sample Casino" in client.get(first.replace("/tables/", "/guide/")).text
