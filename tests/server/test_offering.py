"""8.4(e) in a house that is served: which games from files its tables may have, until when, and whose house it is."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from visiting import Form, Visitor

from nomorebets import games
from nomorebets.drivers.chance import SeededChance
from nomorebets.errors import HouseRuleError
from nomorebets.server.people.accounts import Purse
from nomorebets.server.people.rights import Role
from nomorebets.server.tables import offering
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.web.app import build_app
from nomorebets.table import Settings
from nomorebets.table.record import house_lines
from server.people import Person, seated, with_house

SAMPLE = games.sample("quick-peace").decode()
TEST = 'status = { is = "test", until = 2099-12-31, at = "Sample Casino" }'


@pytest.fixture
def offered(tmp_path: Path):
    """A game that this house offers from a file, by what its file says of its status."""

    def offer(status: str = TEST, licensee: str = "", term: str = "") -> str:
        path = tmp_path / "quick-peace.toml"
        path.write_text(SAMPLE.replace(TEST, status).replace("[terms]\n", f"[terms]\n{term}\n"))
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


@pytest.mark.parametrize(
    ("game", "options", "cite"),
    [
        ("spanish-21", {"dealer-soft-17": "hit"}, "R-19.12-soft-17"),
        ("blackjack", {"surrender": "early"}, "R-2.8-early"),
        ("pai-gow", {"vig-rate": "0"}, "R-10.7-vigorish"),
    ],
)
def test_what_is_for_analysis_only_is_no_table_but_a_training_table(tmp_path: Path, game, options, cite) -> None:
    """Nor does a change make it one: ``check`` refuses such a table too."""
    [(option, value)] = options.items()

    async def work(house: LiveHouse) -> None:
        with pytest.raises(HouseRuleError, match="no table may be run with it") as refused:
            await house.open_table(game, settings=Settings(dict(options)))
        assert refused.value.by.reading == cite
        assert refused.value.accepts.startswith(f"{option} = ")
        shown = await house.open_table(game, settings=Settings(dict(options)), training=True)
        assert shown.table.house.options[option] == value
        live = await house.open_table(game)
        purse = await house.people.create()
        boss = Person(live, Purse(purse.patron, purse.name, purse.balance, role="floorperson"))
        answer = await boss.say("draft-change", option=option, value=value)
        assert "no table may be run with it" in answer["reason"]
        assert live.rules.floor.changes == {}

    with_house(tmp_path, work)


def test_a_supervisor_is_offered_no_value_that_is_for_analysis_only(client: Visitor) -> None:
    client.become("floorperson")
    assert sent(client, "spanish-21", training="no").status_code == 303
    [live] = client.app.state.house.tables.values()
    page = client.get(f"/tables/{live.id}").text.partition('id="draft-option"')[2]
    assert 'value="max-splits"' in page
    assert 'value="dealer-soft-17"' not in page


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


def sent(client: Visitor, game: str, /, **changed: str) -> Any:
    """What the house answers to the form of a new table, filled in by a browser and sent off."""
    page = client.get("/tables/new", params={"game": game})
    return client.post("/tables", data=Form(page.text, "/tables").fields | changed, follow_redirects=False)


@pytest.mark.parametrize("role", ["patron", "floorperson"])
@pytest.mark.parametrize("game", [f"sample:{name}" for name in games.samples()])
def test_the_form_of_a_game_from_a_file_opens_a_table_of_that_game(client: Visitor, role: Role, game: str) -> None:
    client.become(role)
    answer = sent(client, game)
    assert answer.status_code == 303, answer.text
    [live] = client.app.state.house.tables.values()
    assert live.table.house == games.open_table(game).house


def test_the_form_leaves_the_figures_of_a_file_as_they_are(client: Visitor, offered) -> None:
    name = offered(term="tie-odds = 13")
    assert sent(client, name).status_code == 303
    [live] = client.app.state.house.tables.values()
    assert live.table.house.options["tie-odds"] == "13"
    assert sent(client, name, **{"tie-odds": "14"}).status_code == 403  # that is for the house to say


def test_another_game_chosen_in_the_form_shows_its_options_first(client: Visitor, offered) -> None:
    name = offered()
    answer = sent(client, "roulette", game=name, name="Corner")
    assert answer.status_code == 200
    assert "No table is open yet" in answer.text
    assert client.app.state.house.tables == {}
    fields = Form(answer.text, "/tables").fields
    assert (fields["game"], fields["name"]) == (name, "Corner")
    assert client.post("/tables", data=fields, follow_redirects=False).status_code == 303
    [live] = client.app.state.house.tables.values()
    assert (live.name, live.table.house) == ("Corner", games.open_table(name).house)


@pytest.mark.parametrize("how", ["post", "get"])
def test_another_date_chosen_in_the_form_says_first_what_it_did_not_have(client: Visitor, how: str) -> None:
    """The match play coupon came on 1997-10-06; a table of the day before is opened without it, and says so first."""
    page = client.get("/tables/new", params={"game": "roulette"})
    asked = Form(page.text, "/tables").fields | {"as_of": "1997-10-05"}
    answer = client.post("/tables", data=asked) if how == "post" else client.get("/tables/new", params=asked)
    assert answer.status_code == 200
    assert "that date did not have all that you chose" in answer.text
    assert "<li>Match play coupons: not yet</li>" in answer.text
    assert client.app.state.house.tables == {}
    fields = Form(answer.text, "/tables").fields
    assert "match-play-accepted" not in fields
    assert client.post("/tables", data=fields, follow_redirects=False).status_code == 303
    [live] = client.app.state.house.tables.values()
    assert "match-play-accepted" not in live.table.house.options


def test_a_choice_that_came_later_is_replaced_by_that_of_the_day_and_said(client: Visitor) -> None:
    """Early surrender was the rule until 1981-09-01; that there is none came then."""
    answer = sent(client, "blackjack", as_of="1981-08-31")
    assert "<li>Surrender: Early</li>" in answer.text
    assert Form(answer.text, "/tables").fields["surrender"] == "early"


def test_the_file_of_a_game_is_no_option_of_the_odds_room(client: Visitor, offered) -> None:
    page = client.get(f"/odds/{offered()}").text
    assert 'name="smallest-chip"' in page
    assert "game-file" not in page


def test_8_2_the_supervisors_form_has_the_limits_in_force(client: Visitor) -> None:
    client.become("floorperson")
    assert sent(client, "sample:quick-peace").status_code == 303
    [live] = client.app.state.house.tables.values()
    posted = house_lines(live.table).limits
    page = client.get(f"/tables/{live.id}").text
    shown = dict(re.findall(r'<option value="([\w-]+)" data-limits="([^"]*)"', page.partition('id="draft-limits"')[2]))
    assert {kind: json.loads(html.unescape(ends)) for kind, ends in shown.items() if ends != "{}"} == posted != {}
