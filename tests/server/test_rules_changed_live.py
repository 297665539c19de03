"""8.3 at a live table: a supervisor changes a rule or a limit with notice, between rounds; the book tells all of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from people import Person, audited, seated, with_house

from nomorebets import games
from nomorebets.errors import HouseRuleError
from nomorebets.server import machine
from nomorebets.server.book.audit import audit
from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse
from nomorebets.table import Settings
from nomorebets.table.record import house_lines, read

HALF = {"even-money-on-zero": "half"}
ORDER = "settlement-order"  # of payment and vigorish: the same at all tables of a pit
ACTS = ("posted", "announced", "regulator told")


class Clock(machine.Machine):
    """A clock that goes on when it is told to."""

    now = 1_900_000_000.0

    def seconds(self) -> float:
        return self.now


async def supervisor(house: LiveHouse, live: LiveTable) -> Person:
    purse = await house.people.create()
    return Person(live, Purse(purse.patron, purse.name, purse.balance, role="floorperson"))


async def round_of(person: Person, amount: int = 1000) -> None:
    await person.do("wager", on="red", amount=amount)
    await person.do("deal")


async def goes_on(live: LiveTable, clock: Clock, seconds: float) -> None:
    clock.now += seconds
    live.delivery.due()
    await live.settled()


async def noticed(boss: Person, **change: Any) -> int:
    await boss.do("draft-change", **change)
    number: int = boss.view["notices"][-1]["change"]
    for act in boss.view["notices"][-1]["due"]:
        await boss.do("give-notice", change=number, act=act)
    return number


async def even_money(house: LiveHouse, live: LiveTable) -> list[str]:
    """By what each round of a table was dealt."""
    kept = await house.store.kept(live.id, 50)
    return [read(b"\n".join(row.lines) + b"\n").header.house.options["even-money-on-zero"] for row in kept.before]


@pytest.fixture
def clock() -> Any:
    clock = Clock()
    with machine.on(clock):
        yield clock


def test_8_3_a_rule_changes_at_a_live_table_thirty_minutes_after_its_notice(tmp_path: Path, clock: Clock) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette", settings=Settings(dict(HALF)))
        one, boss = await seated(house, live), await supervisor(house, live)
        await round_of(one)
        await boss.do("draft-change", option="even-money-on-zero", value="whole")
        assert one.view["notices"] == []  # a draft is nobody else's
        states = [boss.view["notices"][0]["state"]]
        for act in ACTS:
            await boss.do("give-notice", change=1, act=act)
            states.append(boss.view["notices"][0]["state"])
        assert states == ["draft", "posted", "announced", "pending"]
        [shown] = one.view["notices"]
        assert shown["seconds"] == 1800
        assert "Whole" in shown["words"]
        await round_of(one)
        await goes_on(live, clock, 1799)
        assert live.table.house.options["even-money-on-zero"] == "half"
        await one.do("wager", on="red", amount=500)  # made under what the sign says
        await goes_on(live, clock, 1)
        assert live.table.house.options["even-money-on-zero"] == "half"
        await one.do("deal")
        assert live.table.house.options["even-money-on-zero"] == "whole"
        assert ([notice["state"] for notice in one.view["notices"]], one.view["rules"]) == (["in force"], 1)
        assert "Whole (previously Half)" in one.view["notices"][0]["words"]
        await goes_on(live, clock, 1799)
        assert one.view["notices"]
        await goes_on(live, clock, 1)
        assert one.view["notices"] == []  # for half an hour it is said that something has changed
        await round_of(one)
        assert await even_money(house, live) == ["half", "half", "half", "whole"]
        await audited(house)

    with_house(tmp_path, work)


def test_8_3_a_notice_runs_on_after_a_restart(tmp_path: Path, clock: Clock) -> None:
    async def before(house: LiveHouse) -> None:
        live = await house.open_table("roulette", settings=Settings(dict(HALF)))
        one, boss = await seated(house, live), await supervisor(house, live)
        await noticed(boss, option="even-money-on-zero", value="whole")
        await round_of(one)

    async def after(house: LiveHouse) -> None:
        [live] = house.tables.values()
        assert Person(live, None).view["notices"][0]["seconds"] == 800
        await goes_on(live, clock, 800)
        assert live.table.house.options["even-money-on-zero"] == "whole"

    async def at_last(house: LiveHouse) -> None:
        [live] = house.tables.values()
        assert live.table.house.options["even-money-on-zero"] == "whole"
        [seat] = live.seats.people
        await round_of(Person(live, live.seats.purses[seat.patron]))
        assert await even_money(house, live) == ["half", "whole"]
        await audited(house)

    with_house(tmp_path, before)
    clock.now += 1000
    with_house(tmp_path, after)
    with_house(tmp_path, at_last)


def test_8_3_limits_change_at_once_for_the_next_wager_only(tmp_path: Path, clock: Clock) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table(
            "roulette", settings=Settings(dict(HALF), limits={"table": {"max": "500.00"}}), standing="floorperson"
        )
        one, boss = await seated(house, live), await supervisor(house, live)
        await one.do("wager", on="red", amount=10_000)
        await noticed(boss, limits={"table": {"max": "50.00"}})
        refused = await one.say("wager", on="black", amount=10_000)
        assert "posted maximum is $50" in refused["reason"]
        await one.do("deal")  # what was taken before stands, and is decided whole
        assert [ruling["amount"] for ruling in one.view["rulings"]] == [10_000]
        assert (await one.say("wager", on="red", amount=5_050))["type"] == "refused"
        await one.do("wager", on="red", amount=5_000)
        await noticed(boss, limits={"table": {"total": "60.00"}})
        await one.do("deal")  # it was made when no total was posted
        assert [ruling["amount"] for ruling in one.view["rulings"]] == [5_000]
        await one.do("wager", on="red", amount=5_000)
        assert "must come to $60" in (await one.say("deal"))["reason"]
        await one.do("wager", on="odd", amount=1_000)
        await one.do("deal")
        assert sorted(ruling["amount"] for ruling in one.view["rulings"]) == [1_000, 5_000]
        await audited(house)

    with_house(tmp_path, work)


def test_8_3_twenty_changes_are_under_way_at_a_table_and_no_more(tmp_path: Path, clock: Clock) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette", settings=Settings(dict(HALF)))
        boss = await supervisor(house, live)
        for _ in range(20):
            await boss.do("draft-change", option="even-money-on-zero", value="whole")
        refused = await boss.say("draft-change", option="even-money-on-zero", value="whole")
        assert (refused["type"], "20 changes are under way here" in refused["reason"]) == ("refused", True)

    with_house(tmp_path, work)


def test_8_3_at_a_table_without_patrons_a_rule_changes_at_once(tmp_path: Path, clock: Clock) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette", settings=Settings(dict(HALF)))
        boss = await supervisor(house, live)
        await boss.do("draft-change", option="even-money-on-zero", value="whole")
        assert boss.view["notices"][0]["due"] == ["posted", "regulator told"]
        await boss.do("give-notice", change=1, act="posted")
        assert live.table.house.options["even-money-on-zero"] == "half"
        await boss.do("give-notice", change=1, act="regulator told")
        assert live.table.house.options["even-money-on-zero"] == "whole"
        await audited(house)

    with_house(tmp_path, work)


@pytest.mark.parametrize(
    ("asked", "says", "cite"),
    [
        ({"pay_table": {"straight": "30 to 1"}}, "Straight up pays 30 to 1; the minimum is 35 to 1", "5.2(a)"),
        ({"limits": {"table": {"min": "9.00", "max": "5.00"}}}, "above the maximum", "8.2"),
        ({"limits": {"table": {"min": "x"}}}, "limits of each wager: minimum = ", "8.2"),
        ({"option": "even-money-on-zero", "value": "half"}, "nothing would change", ""),
        ({"option": "wheel-king", "value": "x"}, "no option is called", ""),
        ({}, "nothing is to be changed", ""),
    ],
)
def test_8_3_no_notice_makes_lawful_what_a_rule_forbids(
    tmp_path: Path, clock: Clock, asked: dict[str, Any], says: str, cite: str
) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette", settings=Settings(dict(HALF)))
        boss = await supervisor(house, live)
        refused = await boss.say("draft-change", **asked)
        assert says in refused["reason"]
        assert "accepted" not in refused["accepts"]  # whoever shows it says that
        assert cite in refused.get("cite", "")
        assert live.rules.floor.changes == {}
        await boss.do("draft-change", option="even-money-on-zero", value="whole")
        assert "not to be done" in (await boss.say("give-notice", change=1, act="sung"))["reason"]
        assert "no change 7" in (await boss.say("withdraw-change", change=7))["reason"].replace("'", "")
        await boss.do("withdraw-change", change=1)
        patron = await seated(house, live)
        assert "no patron may" in (await patron.say("draft-change", limits={}))["reason"]

    with_house(tmp_path, work)


FROM_FILES = {
    "stars-and-moons": ("moons", {"pay_table": {"moons": "3 to 5"}}, "Moons pays 3 to 5 (currently 1 to 2)"),
    "quick-peace": ("initial", {"option": "tie-rule", "value": "push"}, "Tie rule: Push (currently Half lost)"),
    "three-card-duel": (
        "ante",
        {"pay_table": {"pair-or-better": {"pair": "2 to 1"}}},
        "Pair or better: pair pays 2 to 1 (currently 1 to 1)",
    ),
}


@pytest.fixture
def from_files(tmp_path: Path) -> Iterator[None]:
    """A house that tests games from files."""
    for name in FROM_FILES:
        path = tmp_path / f"{name}.toml"
        path.write_bytes(games.sample(name))
        games.offer(path, "Sample Casino")
    yield
    games._offered.clear()


async def hand_of(people: list[Person], on: str, amount: int = 1000) -> None:
    """A round of those who wager; who is asked raises."""
    for person in people:
        await person.do("wager", on=on, amount=amount)
    await everybody_plays(people)


async def everybody_plays(people: list[Person]) -> None:
    number = people[0].live.rounds
    while people[0].live.rounds == number:
        for person in people:
            if choices := (person.view["ask"] or {}).get("choices"):
                await person.do("decide", choice=choices[0])
            elif not person.live.round.has_begun and person.live.rounds == number:
                await person.do("deal")


@pytest.mark.usefixtures("from_files")
@pytest.mark.parametrize("name", FROM_FILES)
def test_8_3_a_rule_of_a_game_from_a_file_changes_with_people_at_its_table(
    tmp_path: Path, clock: Clock, name: str
) -> None:
    on, change, words = FROM_FILES[name]
    by: dict[str, Any] = {}  # which rules rounds were dealt by

    async def before(house: LiveHouse) -> None:
        live = await house.open_table(name)
        people = [await seated(house, live), await seated(house, live)]
        boss = await supervisor(house, live)
        await hand_of(people, on)
        was = by["old"] = house_lines(live.table)
        await noticed(boss, **change)
        for person in people:
            [notice] = person.view["notices"]
            assert (notice["state"], notice["seconds"]) == ("pending", 1800)
            assert notice["words"].startswith(words)
        await goes_on(live, clock, 1799)
        await people[1].do("wager", on=on, amount=500)  # made under what the sign says
        await goes_on(live, clock, 1)
        assert house_lines(live.table) == was
        await everybody_plays(people)
        by["new"] = house_lines(live.table)
        assert by["new"] != was
        assert [person.view["notices"][0]["state"] for person in people] == ["in force"] * 2
        await hand_of(people, on)
        await audited(house)

    async def after(house: LiveHouse) -> None:  # the house is opened again, and reads the table without its file
        [live] = house.tables.values()
        assert house_lines(live.table) == by["new"]
        kept = await house.store.kept(live.id, 50)
        rounds = [read(b"\n".join(row.lines) + b"\n").header.house for row in kept.before]
        assert rounds == [by["old"], by["old"], by["new"]]
        await audited(house)

    with_house(tmp_path, before)
    games._offered.clear()
    with_house(tmp_path, after)


@pytest.mark.usefixtures("from_files")
def test_8_3_limits_of_a_game_from_a_file_change_at_once(tmp_path: Path, clock: Clock) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("stars-and-moons")
        people, boss = [await seated(house, live), await seated(house, live)], await supervisor(house, live)
        await people[0].do("wager", on="moons", amount=5000)
        await boss.do("draft-change", limits={"moons": {"max": "20.00"}})
        assert boss.view["notices"][0]["due"] == ["posted", "announced"]
        await boss.do("give-notice", change=1, act="posted")
        await people[1].do("wager", on="moons", amount=2100)  # nobody has announced it yet
        await boss.do("give-notice", change=1, act="announced")
        assert "posted maximum is $20" in (await people[1].say("wager", on="moons", amount=2100))["reason"]
        await everybody_plays(people)  # what was taken before stands, and is decided whole
        assert sorted(ruling["amount"] for ruling in people[0].view["rulings"]) == [2100, 5000]
        assert (await people[0].say("wager", on="moons", amount=2100))["type"] == "refused"
        await hand_of(people, "moons", 2000)
        await audited(house)

    with_house(tmp_path, work)


@pytest.mark.usefixtures("from_files")
@pytest.mark.parametrize("option", ["game-file", "game-rules"])
def test_8_3_no_notice_puts_another_game_in_place_of_one_from_a_file(tmp_path: Path, clock: Clock, option: str) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("stars-and-moons")
        boss = await supervisor(house, live)
        other = games.open_table("sample:lucky-dice").house.options[option]
        refused = await boss.say("draft-change", option=option, value=other)
        assert "another game file makes another game" in refused["reason"]
        assert live.rules.floor.changes == {}

    with_house(tmp_path, work)


TAMPERED = {
    "a notice that never was": (
        "DELETE FROM floor_log WHERE entry LIKE '%announced%'",
        "patrons at the table were not told",
    ),
    "a notice that came later": (
        "UPDATE floor_log SET entry = replace(entry, 'T17:46:40', 'T17:56:40') WHERE entry LIKE '%announced%'",
        "when the notice has run",
    ),
    "another change": (
        "UPDATE floor_log SET entry = replace(entry, 'even-money', 'odd-money') WHERE entry LIKE '%drafted%'",
        "floor",
    ),
    "no change at all": ("DELETE FROM floor_log", "changed its rules at an open table: even-money-on-zero"),
}


def test_8_3_the_audit_holds_every_change_against_its_notice(tmp_path: Path, clock: Clock) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette", settings=Settings(dict(HALF)))
        one, boss = await seated(house, live), await supervisor(house, live)
        await round_of(one)
        await noticed(boss, option="even-money-on-zero", value="whole")
        await goes_on(live, clock, 1800)
        await round_of(one)
        await audited(house)

    book = tmp_path / "house.db"
    with_house(f"sqlite:///{book}", work)
    for done, (statement, says) in TAMPERED.items():
        copy = tmp_path / "copy.db"
        copy.write_bytes(book.read_bytes())
        with sqlite3.connect(copy) as connection:
            assert connection.execute(statement).rowcount, done
        connection.close()
        found = [finding.text for finding in audit(f"sqlite:///{copy}").findings if finding.kind != "chain"]
        assert any(says in finding for finding in found), (done, found)


def test_3_10_c_what_a_pit_has_alike_is_changed_at_all_its_tables_or_at_none(tmp_path: Path, clock: Clock) -> None:
    async def work(house: LiveHouse) -> None:
        settings = Settings({ORDER: "vig-pay-each"})
        first, second = [await house.open_table("punto-banco", settings=settings) for _ in range(2)]
        shown = await house.open_table("punto-banco", settings=settings, training=True)
        alone, one, other = [await supervisor(house, live) for live in (shown, first, second)]
        await noticed(alone, option=ORDER, value="pay-vig-each")
        await goes_on(shown, clock, 1800)
        assert shown.table.house.options[ORDER] == "pay-vig-each"  # a training table is of no pit
        await noticed(one, option=ORDER, value="pay-vig-each")
        await goes_on(first, clock, 1800)
        assert first.table.house.options[ORDER] == "vig-pay-each"
        [notice] = one.view["notices"]
        assert "all tables of a pit have the same" in notice["waits"]
        assert second.name in notice["waits"]
        assert "3.10(c)" in notice["cite"]
        await noticed(other, option=ORDER, value="pay-vig-each")
        await goes_on(second, clock, 1800)
        await goes_on(first, clock, 1)
        assert [live.table.house.options[ORDER] for live in (first, second)] == ["pay-vig-each"] * 2

    with_house(tmp_path, work)


def test_8_3_a_row_of_a_pay_table_changes_like_any_rule(tmp_path: Path, clock: Clock) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette", settings=Settings(dict(HALF)))
        one, boss = await seated(house, live), await supervisor(house, live)
        refused = await boss.say("draft-change", pay_table={"straight": "34 to 1"})
        assert "the minimum is 35 to 1" in refused["reason"]
        assert "5.2(a)" in refused["cite"]
        await noticed(boss, pay_table={"straight": "36 to 1"})
        [notice] = one.view["notices"]
        assert notice["words"] == "Straight up pays 36 to 1 (currently 35 to 1)"
        await goes_on(live, clock, 1799)
        assert str(live.table.house.pays["straight"]) == "35 to 1"
        await goes_on(live, clock, 1)
        assert str(live.table.house.pays["straight"]) == "36 to 1"
        await round_of(one)
        await audited(house)

    with_house(tmp_path, work)


def test_13_6_b_higher_odds_at_one_live_table_wait_for_all_others(tmp_path: Path, clock: Clock) -> None:
    """No notice lets one table of the casino pay other odds than the rest."""
    row, other_row = "field-12", {"pay_table": {"field-12": "3 to 1"}}

    async def work(house: LiveHouse) -> None:
        first, second = [await house.open_table("mini-dice") for _ in range(2)]
        one, other = await supervisor(house, first), await supervisor(house, second)
        usual = first.table.house.pays[row]
        await noticed(one, **other_row)
        await goes_on(first, clock, 1800)
        assert first.table.house.pays[row] == usual
        [notice] = one.view["notices"]
        assert "all tables of the casino pay the same" in notice["waits"]
        assert "13.6(b)" in notice["cite"]
        await noticed(other, **other_row)
        await goes_on(second, clock, 1800)
        await goes_on(first, clock, 1)
        assert [str(live.table.house.pays[row]) for live in (first, second)] == ["3 to 1"] * 2
        third = await house.open_table("mini-dice")  # a patron opens it, who sets no odds
        assert str(third.table.house.pays[row]) == "3 to 1"
        usual_odds = Settings(pay_table={row: "2 to 1"})
        with pytest.raises(HouseRuleError, match="all tables of the casino pay the same") as fault:
            await house.open_table("mini-dice", settings=usual_odds, standing="floorperson")
        assert fault.value.accepts == f"pay-table.{row} = 3 to 1"
        same = Settings(pay_table={row: "6 to 2"})
        await house.open_table("mini-dice", settings=same, standing="floorperson")
        await house.open_table("mini-dice", settings=usual_odds, standing="floorperson", training=True)  # of no pit
        await house.open_table("craps")
        with pytest.raises(HouseRuleError, match="field-12 = 3 to 1; all tables of the casino pay the same"):
            await house.open_table("craps", settings=Settings({"field-12": "3 to 1"}), standing="floorperson")
        pays_up = Settings({"rounding": "up"})
        with pytest.raises(HouseRuleError, match="rounding = up; all tables of the casino have the same"):
            await house.open_table("craps", settings=pays_up, standing="floorperson")
        await house.open_table("automated-craps", settings=pays_up, standing="floorperson")
        fourth = await house.open_table("automated-craps")
        assert fourth.table.house.options["rounding"] == "up"

    with_house(tmp_path, work)
