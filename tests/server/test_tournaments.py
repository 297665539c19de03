"""Tournaments at live tables (8.6): entering, the draw, stages, places and prizes, being stopped, and the audit."""

from __future__ import annotations

import asyncio
import re
import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from people import Person, audited, with_house
from visiting import Visitor

from nomorebets.compliance.standing import drawn, going_on, prizes_by_place, ranked, seated
from nomorebets.compliance.tournament import read_submission
from nomorebets.drivers.chance import SeededChance
from nomorebets.drivers.facet import strategies_of
from nomorebets.fairness.sealed import Pick, RoundChance
from nomorebets.games import open_table
from nomorebets.games.twenty_one.analysis.named import play_named
from nomorebets.server import machine
from nomorebets.server.book import schema
from nomorebets.server.book.audit import audit
from nomorebets.server.book.changes import issuer_of, money_of
from nomorebets.server.book.store import Store
from nomorebets.server.book.tournaments import EntrantRow
from nomorebets.server.people.accounts import WELCOME, Purse
from nomorebets.server.tables import service
from nomorebets.server.tables.clock import Clock
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse, chips_at_tables
from nomorebets.server.tournaments.during_play import sold_again
from nomorebets.server.tournaments.service import STATE_WORDS, TournamentRefused, Tournaments, practise
from nomorebets.server.web.app import build_app
from nomorebets.server.web.languages.catalogue import catalogue
from nomorebets.table.house import House
from nomorebets.table.money import show

EXAMPLE = (Path(__file__).parents[2] / "examples" / "tournament.toml").read_text()
FEE, STACK = 5_000, 100_000
PLAY = 'chips = "1000.00"\nseats = 2\nrounds = 2\nminutes = 30\nadvance = 1\n'


class Hall(machine.Machine):
    """A machine whose clock is set by hand, on the morning of the tournament."""

    def __init__(self) -> None:
        self.at = datetime(2012, 5, 7, 10, tzinfo=UTC)

    def today(self) -> datetime:
        return self.at

    def seconds(self) -> float:
        return self.at.timestamp()


class Floor:
    """A house with a tournament, and the people in it."""

    def __init__(self, house: LiveHouse, hall: Hall) -> None:
        self.house, self.hall, self.all = house, hall, Tournaments(house)
        self.id = ""
        self.people: list[Purse] = []

    async def open(self, play: str = PLAY, entrants: int = 4, **said: str) -> None:
        text = EXAMPLE.partition("[play]")[0] + "[play]\n" + play
        for name, value in said.items():
            old = next(line for line in text.splitlines() if line.startswith(f"{name} = "))
            text = text.replace(old, f"{name} = {value}")
        first, second = [await self.house.people.create(name) for name in ("Ann", "Bob")]
        self.id = await self.all.open(first, text)
        await self.all.countersign(second, self.id)
        for _ in range(entrants):
            purse = await self.house.people.create()
            await self.all.enter(purse, self.id)
            self.people.append(purse)

    async def start(self) -> list[Person]:
        await self.all.start(self.id)
        return self.seated()

    def seated(self) -> list[Person]:
        """Everybody who sits at a table of it now."""
        purses = {purse.patron: purse for purse in self.people}
        tables = [live for live in self.house.tables.values() if live.stage]
        return [Person(live, purses[one.patron]) for live in tables for one in live.seats.in_order]

    async def state(self) -> str:
        return (await self.all.one(self.id)).state

    async def entrants(self) -> list[EntrantRow]:
        return await self.all.entrants(await self.all.one(self.id))


def in_hall(path: Path | str, work: Callable[[Floor], Awaitable[None]], hall: Hall | None = None) -> Hall:
    hall = hall or Hall()
    with machine.on(hall):
        with_house(path, lambda house: work(Floor(house, hall)), clock=Clock(again=0))
    return hall


async def play_round(*people: Person, wagers: dict[int, int] | None = None) -> None:
    """One round of roulette at a table: everybody's wager on red and black alike loses nothing but on zero."""
    for n, person in enumerate(people):
        await person.do("wager", on="red", amount=(wagers or {}).get(n, 500))
    for person in people:
        await person.do("deal")


def by_table(people: list[Person]) -> list[list[Person]]:
    tables = dict.fromkeys(person.live.id for person in people)
    return [[person for person in people if person.live.id == table] for table in tables]


# --- before it is played ----------------------------------------------------------------------------------------------


def test_8_6_b_a_late_notice_opens_nothing(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        with pytest.raises(TournamentRefused, match="less than 5 business days") as fault:
            await floor.open(notice_filed="2012-05-01T09:00:00")
        assert str(fault.value.by) == "8.6(b) R-8.6b-business-days"
        assert await floor.all.all() == []

    in_hall(tmp_path, work)


def test_8_6_b1_not_before_its_hour(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.open()
        floor.hall.at -= timedelta(seconds=1)
        with pytest.raises(TournamentRefused, match="it starts at") as fault:
            await floor.all.start(floor.id)
        assert str(fault.value.by) == "8.6(b)1"
        floor.hall.at += timedelta(seconds=1)
        await floor.all.start(floor.id)
        assert await floor.state() == "playing"
        patron = floor.people[0].patron
        assert any(one.stack for live in floor.house.tables.values() for one in live.seats.all_of(patron))
        assert await chips_at_tables(floor.house, patron) == 0  # chips of a tournament are no money
        assert await floor.house.store.chips_of(patron) == {}

    in_hall(tmp_path, work)


def test_8_6_b3_no_more_entrants_than_expected(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.open(participants="2", entrants=2)
        late = await floor.house.people.create()
        with pytest.raises(TournamentRefused, match="as many as the notice expects") as fault:
            await floor.all.enter(late, floor.id)
        assert str(fault.value.by) == "8.6(b)3 R-8.6b3-no-more"
        await floor.all.withdraw(floor.people[0], floor.id)
        await floor.all.enter(late, floor.id)

    in_hall(tmp_path, work)


@pytest.mark.parametrize(("more", "enough"), [(0, True), (1, False)])
def test_8_6_e_who_has_the_entry_fee_and_no_more_may_enter(tmp_path: Path, more: int, enough: bool) -> None:
    async def work(floor: Floor) -> None:
        await floor.open(entrants=0, entry_fee=f'"{show(WELCOME + more)}"')
        purse = await floor.house.people.create()
        if enough:
            await floor.all.enter(purse, floor.id)
        else:
            with pytest.raises(TournamentRefused, match="the entry fee is"):
                await floor.all.enter(purse, floor.id)
        assert purse.balance == (0 if enough else WELCOME)

    in_hall(tmp_path, work)


def test_the_fee_is_paid_once_and_given_back_to_who_withdraws(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.open(entrants=1)
        (purse,) = floor.people
        assert purse.balance == WELCOME - FEE
        with pytest.raises(TournamentRefused, match="entered already"):
            await floor.all.enter(purse, floor.id)
        assert (await audited(floor.house))[money_of(floor.id)] == FEE
        await floor.all.withdraw(purse, floor.id)
        balances = await audited(floor.house)
        assert (purse.balance, balances[purse.account], balances[money_of(floor.id)]) == (WELCOME, WELCOME, 0)
        with pytest.raises(TournamentRefused, match="not entered"):
            await floor.all.withdraw(purse, floor.id)
        poor = await floor.house.people.create(money=FEE - 1)
        with pytest.raises(TournamentRefused, match=r"you have \$49.99"):
            await floor.all.enter(poor, floor.id)
        with pytest.raises(TournamentRefused, match="nobody has entered"):
            await floor.all.start(floor.id)

    in_hall(tmp_path, work)


def test_13_69e_1_4a_two_employees_issue_the_chips(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        first = await floor.house.people.create("Ann")
        floor.id = await floor.all.open(first, EXAMPLE)
        for _ in range(2):
            await floor.all.enter(await floor.house.people.create(), floor.id)
        with pytest.raises(TournamentRefused, match="Ann does not issue the chips alone") as fault:
            await floor.all.start(floor.id)
        assert str(fault.value.by) == "8.6(e) R-8.6e-chips"
        with pytest.raises(TournamentRefused, match="two different employees"):
            await floor.all.countersign(first, floor.id)
        await floor.all.countersign(await floor.house.people.create("Bob"), floor.id)
        await floor.all.start(floor.id)
        await audited(floor.house)
        async with floor.house.store.engine.connect() as connection:
            cites = {row.cite for row in await connection.execute(schema.postings.select())}
        assert "13:69F-8.6(e) R-8.6e-chips, issued by Ann and Bob" in cites

    in_hall(tmp_path, work)


# --- played -----------------------------------------------------------------------------------------------------------


def test_8_6_chips_of_no_value_stay_apart_from_money(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.open()
        people = await floor.start()
        before = {purse.patron: purse.balance for purse in floor.people}
        assert [len(at) for at in by_table(people)] == [2, 2]
        for kind, words in (("sit", "drawn"), ("leave", "stays"), ("buy-in", "not for sale")):
            refused = await people[0].say(kind, amount=1000)
            assert (refused["type"], words in refused["reason"]) == ("refused", True)
            assert "8.6(e)" in refused["cite"]
        await play_round(*by_table(people)[0])
        balances = await audited(floor.house)
        assert {purse.patron: purse.balance for purse in floor.people} == before
        chips = {a: b for a, b in balances.items() if a.partition("/")[0] in {p.live.id for p in people}}
        assert sum(chips.values()) == -balances[issuer_of(floor.id)] > 0
        assert balances[money_of(floor.id)] == 4 * FEE

    in_hall(tmp_path, work)


def test_stages_by_rounds_until_one_table_decides(tmp_path: Path) -> None:
    """Four at two tables, one goes on from each; the last table has two rounds as well."""

    async def work(floor: Floor) -> None:
        await floor.open()
        people = await floor.start()
        for at in by_table(people):
            await play_round(*at)
            await floor.all.tick()
            assert not at[0].live.closed  # a round is left
            await play_round(*at, wagers={0: 500, 1: 1000})
            late = await at[0].say("wager", on="red", amount=500)
            assert (late["type"], late["reason"]) == ("refused", "this stage of the tournament is over")
        await floor.all.tick()
        finalists = floor.seated()
        assert len(finalists) == 2
        assert {p.live.table.game.id for p in finalists} == {"roulette"}
        assert {one.stack for one in finalists[0].live.seats.people} == {STACK}  # chips are not carried over
        out = [one for one in await floor.entrants() if one.stage == 1]
        assert len(out) == 2
        for _ in range(2):
            await play_round(*finalists, wagers={0: 500, 1: 1000})
        await floor.all.tick()
        assert await floor.state() == "over"
        ended = await floor.entrants()
        assert [one.place for one in ended] == [1, 2, 3, 4]
        assert [one.prize for one in ended] == [10_000, 6_000, 4_000, 0]
        balances = await audited(floor.house)
        assert (balances[money_of(floor.id)], balances[issuer_of(floor.id)]) == (0, 0)
        for one in ended:
            assert balances[f"patron:{one.patron}"] == WELCOME - FEE + one.prize
            purse = next(purse for purse in floor.people if purse.patron == one.patron)
            assert purse.balance == WELCOME - FEE + one.prize

    in_hall(tmp_path, work)


def test_a_stage_ends_by_time_after_the_round_that_has_begun(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.open("minutes = 10\nseats = 2\nadvance = 1\n", entrants=2, game='"caribbean-stud"', limits="{}")
        people = await floor.start()
        live = people[0].live
        for person in people:
            await person.do("wager", on="ante", amount=1000)
        for person in people:
            await person.do("deal")
        floor.hall.at += timedelta(minutes=10) - timedelta(milliseconds=1)
        await floor.all.tick()
        assert not live.closed
        floor.hall.at += timedelta(milliseconds=1)
        await floor.all.tick()
        assert not live.closed  # the hands are not decided yet
        for person in people:
            await person.do("decide", choice="fold")
        assert live.round.play is None  # nothing more is dealt
        await floor.all.tick()
        assert await floor.state() == "over"
        ended = await floor.entrants()
        assert [one.chips for one in ended] == [STACK - 1000] * 2
        assert [one.number for one in ended] == [1, 2]  # among equals the lower number drawn
        await audited(floor.house)

    in_hall(tmp_path, work)


def test_no_round_begins_when_the_time_of_the_stage_is_over(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.open(entrants=2)
        people = await floor.start()
        live = people[0].live
        await people[0].do("wager", on="red", amount=500)
        floor.hall.at += timedelta(minutes=30)
        assert (await people[0].say("deal"))["type"] == "refused"
        live.dealer.time_is_up()
        assert not live.round.has_begun
        await floor.all.tick()
        assert [one.chips for one in await floor.entrants()] == [STACK, STACK]  # it had not been put on the layout

    in_hall(tmp_path, work)


def test_of_two_processes_one_draws_the_next_stage(postgres: Any) -> None:
    book = postgres.new()

    async def work(floor: Floor) -> None:
        await floor.open()
        await floor.start()
        floor.hall.at += timedelta(minutes=30)
        other = LiveHouse(Store(book))
        await other.open()
        try:
            second, row = Tournaments(other), await floor.all.one(floor.id)
            for live in [live for live in floor.house.tables.values() if live.stage]:
                await floor.all._end_table(row, live)
            done = await asyncio.gather(floor.all.tick(), second.tick(), return_exceptions=True)
            assert {type(one).__name__ for one in done} <= {"NoneType", "TournamentRefused"}
            assert (await floor.all.one(floor.id)).stage == 2
            tables = [house.tables[name] for house in (floor.house, other) for name in house.tables]
            assert [len(live.seats) for live in tables] == [2]
            await audited(floor.house)
        finally:
            await other.close()

    in_hall(book, work)


def test_who_has_lost_all_is_out_and_the_other_need_not_play_on(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.open(limits="{}", entrants=3, play=PLAY.replace("rounds = 2", "rounds = 50"))
        alone, at = sorted(by_table(await floor.start()), key=len)
        while at[0].live.seats.of(at[0].purse.patron).stack:  # type: ignore[union-attr]
            await at[0].do("wager", on="straight:7", amount=at[0].live.seats[at[0].view["you"]].stack)
            for person in at:
                await person.do("deal")
        assert not at[0].live.closed
        await floor.all.tick()
        assert alone[0].live.closed  # nobody to play against
        assert at[0].live.closed
        assert len(floor.seated()) == 2
        assert [one.chips for one in await floor.entrants() if one.stage == 1] == [0]

    in_hall(tmp_path, work)


def test_what_stands_on_the_layout_belongs_to_its_owner(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.open("minutes = 5\nseats = 2\nrounds = 1\n", entrants=2, game='"craps"', limits="{}")
        people = await floor.start()
        live = people[0].live
        for person in people:
            await person.do("wager", on="hard-8", amount=1000)
            await person.do("wager", on="place-win-6", amount=1200)
        for person in people:
            await person.do("deal")
        standing = sum(wager.staked for wager in live.round.opening.wagers)
        held = {one.patron: one.stack for one in live.seats.people}
        assert standing > 0, "another seed"
        await floor.all.tick()
        ended = await floor.entrants()
        assert sum(one.chips for one in ended) == sum(held.values()) + standing
        await audited(floor.house)

    in_hall(tmp_path, work)


def test_poker_until_one_has_all_with_chips_carried(tmp_path: Path) -> None:
    """Three at two tables, by stages of one hand; then all at one table."""

    async def work(floor: Floor) -> None:
        play = 'minutes = 60\nseats = 2\nrounds = 1\nadvance = 0\nstages = 2\ncarry = true\nchips = "200.00"\n'
        await floor.open(play, entrants=4, game='"holdem"', limits="{}")
        people = await floor.start()
        assert all(not seat["bot"] for person in people for seat in person.view["seats"])
        for at in by_table(people):
            for person in at:
                await person.do("deal")
            live = at[0].live
            while live.rounds == 0:
                (turn,) = live.round.asked.seats()  # type: ignore[union-attr]
                person = next(p for p in at if p.view["you"] == turn)
                await person.do("decide", choice="fold")
        await floor.all.tick()
        again = floor.seated()
        assert {p.live.stage.number for p in again} == {2}  # type: ignore[union-attr]
        stacks = sorted(one.stack for at in by_table(again) for one in at[0].live.seats.people)
        assert stacks[0] < 20_000 < stacks[-1]  # what each had
        await audited(floor.house)

    in_hall(tmp_path, work)


# --- stopped, interrupted, audited ------------------------------------------------------------------------------------


def test_8_6_c_stopped_at_any_time(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.open(game='"caribbean-stud"', limits="{}", entrants=2)
        people = await floor.start()
        for person in people:
            await person.do("wager", on="ante", amount=1000)
        for person in people:
            await person.do("deal")
        with pytest.raises(TournamentRefused, match="not said why"):
            await floor.all.stop(floor.id, " ")
        await floor.all.stop(floor.id, "the Division: chips of another design")
        assert await floor.state() == "stopping"  # a hand has begun, and is finished
        for person in people:
            await person.do("decide", choice="fold")
        await floor.all.tick()
        assert await floor.state() == "stopped"
        balances = await audited(floor.house)
        assert {balances[purse.account] for purse in floor.people} == {WELCOME} == {p.balance for p in floor.people}
        for act in (
            floor.all.start(floor.id),
            floor.all.enter(floor.people[0], floor.id),
            floor.all.stop(floor.id, "x"),
        ):
            with pytest.raises(TournamentRefused, match="stopped") as fault:
                await act
            assert str(fault.value.by) == "8.6(c) R-8.6c-stopped"

    in_hall(tmp_path, work)


def test_8_6_c_stopped_before_it_begins(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.open()
        await floor.all.stop(floor.id, "too few")
        assert await floor.state() == "stopped"
        assert {purse.balance for purse in floor.people} == {WELCOME}
        await audited(floor.house)

    in_hall(tmp_path, work)


def test_a_tournament_goes_on_after_a_restart(book: str) -> None:
    """On either database: in the middle of a stage, and when its time is over meanwhile."""
    kept: dict[str, Any] = {}

    async def before(floor: Floor) -> None:
        await floor.open()
        people = await floor.start()
        await play_round(*by_table(people)[0])
        kept.update(id=floor.id, stacks={p.purse.patron: p.view["seats"] for p in people if p.purse})

    async def after(floor: Floor) -> None:
        floor.id = kept["id"]
        people = await floor.entrants()
        floor.people = [p for one in people if (p := await floor.house.people.purse(one.patron)) is not None]
        tables = [live for live in floor.house.tables.values() if live.stage]
        assert sorted(live.rounds for live in tables) == [0, 1]
        await floor.house.close_idle()  # nobody is there, and they stay
        assert all(live.id in floor.house.tables for live in tables)
        floor.hall.at += timedelta(minutes=30)
        await floor.all.tick()
        assert len(floor.seated()) == 2
        floor.hall.at += timedelta(minutes=30)
        await floor.all.tick()
        assert await floor.state() == "over"
        await audited(floor.house)

    in_hall(book, after, in_hall(book, before))


def test_an_alone_player_of_a_tournament_has_a_clock(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.open(entrants=2, game='"caribbean-stud"', limits="{}")
        await floor.all.start(floor.id)
        live = next(live for live in floor.house.tables.values() if live.stage)
        one = live.seats[1]
        person = Person(live, next(purse for purse in floor.people if purse.patron == one.patron))
        assert live.dealer.seconds() is None  # nothing lies yet
        await person.do("wager", on="ante", amount=1000)
        assert live.dealer.seconds() == Clock().wagers
        await person.do("deal")
        assert live.dealer.seconds() == Clock().decision

    in_hall(tmp_path, work)


ALTERED = {
    "UPDATE entrants SET prize = prize + 1": "by the posted rule",
    "UPDATE entrants SET chips = chips + 1": "other came back",
    "UPDATE tables SET tournament = NULL": "mixes tournament chips",
    "UPDATE tournaments SET state = 'playing'": "holds 0 cents",
    "UPDATE postings SET cite = replace(cite, ' and Bob', '')": "by two employees",
    "UPDATE accounts SET balance = balance + 1 WHERE kind = 'tournament-chips'": "its postings make",
}


def test_the_audit_finds_what_was_altered(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.open(entrants=2, play=PLAY.replace("rounds = 2", "rounds = 1"))
        await play_round(*await floor.start())
        await floor.all.tick()
        assert await floor.state() == "over"

    book = tmp_path / "house.db"
    in_hall(f"sqlite:///{book}", work)
    assert audit(f"sqlite:///{book}").findings == []
    for n, (change, finds) in enumerate(ALTERED.items()):
        altered = tmp_path / f"{n}.db"
        shutil.copy(book, altered)
        with closing(sqlite3.connect(altered)) as connection, connection:
            connection.execute(change)
        found = audit(f"sqlite:///{altered}").findings
        assert any(finds in finding.text for finding in found), change


# --- re-buys, disqualification, bots ----------------------------------------------------------------------------------


REBUYS = 'minutes = 30\nseats = 3\nrounds = 50\nadvance = 1\nrebuys = 1\nrebuy_fee = "20.00"\n'


async def lose_all(person: Person, *others: Person) -> None:
    """All chips on one number, until it has not come."""
    while stack := person.live.seats[person.view["you"]].stack:
        await person.do("wager", on="straight:7", amount=stack)
        for one in (person, *others):
            await one.do("deal")


def test_8_6_e_a_rebuy_as_the_posted_rule_allows(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.open(play=REBUYS, entrants=2, limits="{}")
        one, other = await floor.start()
        live, purse = one.live, one.purse
        assert purse is not None
        with pytest.raises(TournamentRefused, match="you still have chips") as fault:
            await floor.all.rebuy(purse, live)
        assert str(fault.value.by) == "8.6(e) R-8.6e-rebuy"
        await lose_all(one, other)
        await floor.all.tick()
        assert not live.closed  # he may buy in again
        before = await audited(floor.house)
        await floor.all.rebuy(purse, live)
        after = await audited(floor.house)
        assert purse.balance == WELCOME - FEE - 2_000 == after[purse.account]
        assert after[money_of(floor.id)] == before[money_of(floor.id)] + 2_000
        assert after[issuer_of(floor.id)] == before[issuer_of(floor.id)] - STACK
        assert live.seats[one.view["you"]].stack == STACK
        await one.do("wager", on="red", amount=500)
        await one.do("clear")
        await lose_all(one, other)
        with pytest.raises(TournamentRefused, match="1 re-buys each, until stage 1"):
            await floor.all.rebuy(purse, live)
        await floor.all.tick()
        assert await floor.state() == "over"
        ended = await floor.entrants()
        assert [(e.rebuys, e.prize) for e in ended] == [(0, 6_000), (1, 3_600)]  # 50% and 30% of 120 dollars
        await audited(floor.house)

    in_hall(tmp_path, work)


@pytest.mark.parametrize(("more", "enough"), [(0, True), (1, False)])
def test_8_6_e_who_has_the_fee_of_a_rebuy_and_no_more_may_buy_in_again(tmp_path: Path, more: int, enough: bool) -> None:
    left = WELCOME - FEE

    async def work(floor: Floor) -> None:
        await floor.open(play=REBUYS.replace("20.00", show(left + more)), entrants=2, limits="{}")
        one, other = await floor.start()
        await lose_all(one, other)
        assert one.purse is not None
        if enough:
            await floor.all.rebuy(one.purse, one.live)
        else:
            with pytest.raises(TournamentRefused, match="a re-buy is"):
                await floor.all.rebuy(one.purse, one.live)
        assert one.purse.balance == (0 if enough else left)

    in_hall(tmp_path, work)


@pytest.mark.parametrize("until", [1, 2])
def test_8_6_e_rebuys_are_sold_until_the_stage_that_is_posted(tmp_path: Path, until: int) -> None:
    async def work(floor: Floor) -> None:
        await floor.open(play=f"{REBUYS}rebuy_until = {until}\n", entrants=2, limits="{}")
        await floor.start()
        row = await floor.all.one(floor.id)
        own, (one, _) = read_submission(row.file), await floor.entrants()
        for stage in (1, 2, 3):
            at, out_before = replace(one, stage=stage), replace(one, stage=stage - 1)
            assert sold_again(replace(row, stage=stage), own, at) == (stage <= until)
            assert sold_again(replace(row, stage=stage), own, out_before) == 0

    in_hall(tmp_path, work)


def test_8_6_e_without_a_word_in_the_rule_there_are_no_rebuys(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.open(entrants=2, limits="{}", play=PLAY.replace("rounds = 2", "rounds = 50"))
        one, other = await floor.start()
        await lose_all(one, other)
        assert one.purse is not None
        with pytest.raises(TournamentRefused, match="the posted rule has no re-buys"):
            await floor.all.rebuy(one.purse, one.live)
        await floor.all.tick()
        assert await floor.state() == "over"

    in_hall(tmp_path, work)


def test_8_6_c_a_stopped_tournament_gives_rebuys_back_too(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.open(play=REBUYS, entrants=2, limits="{}")
        one, other = await floor.start()
        await lose_all(one, other)
        assert one.purse is not None
        await floor.all.rebuy(one.purse, one.live)
        await floor.all.stop(floor.id, "by order")
        assert {purse.balance for purse in floor.people} == {WELCOME}
        await audited(floor.house)

    in_hall(tmp_path, work)


def test_8_6_e_who_is_disqualified_plays_no_further_and_is_last(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.open(play=REBUYS, entrants=3, limits="{}", game='"craps"')
        boss = await floor.house.people.create("Ann")
        cheat, *others = await floor.start()
        live, seat = cheat.live, cheat.view["you"]
        await cheat.do("wager", on="pass", amount=1000)
        with pytest.raises(TournamentRefused, match="not said why"):
            await floor.all.disqualify(boss, live, seat, "  ")
        for person in (cheat, *others):
            await person.do("deal")
        account = live.seats[seat].account
        while not any(wager.owner == account for wager in live.round.opening.wagers):  # it stands
            await cheat.do("wager", on="pass", amount=1000)
            for person in (cheat, *others):
                await person.do("deal")
        await floor.all.disqualify(boss, live, seat, "past posting")
        await audited(floor.house)
        refused = await cheat.say("wager", on="field", amount=1000)
        assert refused["reason"] == "you are disqualified: past posting"
        assert refused["cite"].endswith("R-8.6e-disqualified")
        assert "8.6(e)" in refused["cite"]
        with pytest.raises(TournamentRefused, match="disqualified already"):
            await floor.all.disqualify(boss, live, seat, "again")
        assert cheat.purse is not None
        with pytest.raises(TournamentRefused, match="no further chips"):
            await floor.all.rebuy(cheat.purse, live)
        floor.hall.at += timedelta(minutes=30)
        await floor.all.tick()
        assert await floor.state() == "over"
        ended = await floor.entrants()
        assert (ended[-1].patron, ended[-1].prize, ended[-1].place) == (cheat.purse.patron, 0, 3)
        assert [one.prize for one in ended] == [7_500, 4_500, 0]
        await audited(floor.house)

    book = tmp_path / "house.db"
    in_hall(f"sqlite:///{book}", work)
    for n, why in enumerate(("", "x")):
        altered = tmp_path / f"{n}.db"
        shutil.copy(book, altered)
        with closing(sqlite3.connect(altered)) as connection, connection:
            connection.execute("UPDATE entrants SET why_out = ? WHERE why_out <> ''", (why,))
        found = audit(f"sqlite:///{altered}").findings
        assert any("disqualified" in finding.text for finding in found), why


def test_8_6_e_nobody_is_disqualified_in_the_middle_of_a_round(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.open(entrants=2, game='"caribbean-stud"', limits="{}")
        boss = await floor.house.people.create("Ann")
        people = await floor.start()
        for person in people:
            await person.do("wager", on="ante", amount=1000)
        for person in people:
            await person.do("deal")
        with pytest.raises(TournamentRefused, match="it is finished first"):
            await floor.all.disqualify(boss, people[0].live, people[0].view["you"], "rude")
        for person in people:
            await person.do("decide", choice="fold")
        await floor.all.disqualify(boss, people[0].live, people[0].view["you"], "rude")
        await floor.all.tick()
        assert await floor.state() == "over"  # one is left
        await audited(floor.house)

    in_hall(tmp_path, work)


def test_one_person_tries_a_tournament_against_bots(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        purse = await floor.house.people.create()
        floor.id = await practise(floor.all, floor.house, purse, "roulette")
        with pytest.raises(TournamentRefused, match="Practice: Roulette already"):
            await practise(floor.all, floor.house, purse, "craps")
        people = await floor.entrants()
        assert sum(one.patron.startswith("house-bot") for one in people) == 5
        while await floor.state() == "playing":  # bots play by the clock, whether the person wagers or not
            for live in [live for live in floor.house.tables.values() if live.stage]:
                if live.dealer.seconds() is not None:
                    live.dealer.time_is_up()
                    live.delivery.due()
                await live.settled()
            await floor.all.tick()
        assert await floor.state() == "over"
        ended = await floor.entrants()
        assert {one.stage for one in ended} == {1, 2}
        assert sum(one.prize for one in ended) == 6 * 2_000
        assert any(one.chips != 50_000 for one in ended)  # they wagered
        await audited(floor.house)

    in_hall(tmp_path, work)


def test_what_bots_play_by_is_worked_out_before_they_are_asked(tmp_path: Path) -> None:
    """The best play of blackjack takes a second, in which no other table would be served."""

    def tables_of(floor: Floor) -> list[LiveTable]:
        return [live for live in floor.house.tables.values() if live.stage]

    async def drawn(floor: Floor) -> None:
        purse = await floor.house.people.create()
        play_named.cache_clear()
        floor.id = await practise(floor.all, floor.house, purse, "blackjack")
        worked_out = play_named.cache_info().misses
        assert worked_out
        for live in tables_of(floor):
            while live.rounds < 2:
                live.dealer.time_is_up()
                live.delivery.due()
                await live.settled()
        assert play_named.cache_info().misses == worked_out

    async def opened_again(floor: Floor) -> None:  # by a program that knows nothing yet
        assert worked == [live.table.house for live in tables_of(floor)][:1]  # once, however many tables there are

    worked: list[House] = []
    hall = in_hall(tmp_path, drawn)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, "rehearse", lambda table: worked.append(table.house))
        in_hall(tmp_path, opened_again, hall)


def test_whether_a_tournament_is_over_is_said_in_spanish() -> None:
    """“over” alone is a part of wagers: “más de”."""
    say = catalogue("es").say
    assert say(STATE_WORDS["over"]) == "terminado y pagado"
    assert say("this tournament is over") == "este torneo ha terminado"
    assert say("this tournament is being played") == "este torneo está en juego"


@pytest.mark.parametrize("game", ["pai-gow-poker", "blackjack-switch"])
def test_the_house_waits_for_no_bot_that_works_its_play_out(tmp_path: Path, game: str) -> None:
    """A decision is made where every table is served: what takes seconds would hold all of them up."""

    async def work(floor: Floor) -> None:
        purse = await floor.house.people.create()
        floor.id = await practise(floor.all, floor.house, purse, game)
        minds = [live.bot for live in floor.house.tables.values() if live.stage and live.bot is not None]
        plays = {mind.plays(bot) for mind in minds for bot in mind.seated}
        known = strategies_of(open_table(game).game)
        assert plays
        assert plays <= set(known.named) - set(known.takes_long)

    in_hall(tmp_path, work)


def test_8_6_b3_bots_fill_no_more_places_than_there_are(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.open(participants="3", entrants=1)
        await floor.all.add_bots(floor.id, 5)
        assert len(await floor.entrants()) == 3
        with pytest.raises(TournamentRefused, match="as many as the notice expects"):
            await floor.all.add_bots(floor.id, 1)
        await audited(floor.house)

    in_hall(tmp_path, work)


def test_a_table_whose_bots_have_lost_all_in_one_round_deals_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is asked there and nobody wagers: round after round would go by without end, and no other table's."""
    usual = RoundChance.pick

    def black_two(self: RoundChance, request: Any, at: Any) -> Pick:
        faces = [face for face in usual(self, request, at).faces if getattr(face[1], "compartment", "") == "2"]
        return Pick(faces, 1, 0)

    async def work(floor: Floor) -> None:
        await floor.open('chips = "5.00"\nseats = 2\nminutes = 30\nadvance = 1\n', entrants=0)
        await floor.all.add_bots(floor.id, 2)
        await floor.all.start(floor.id)
        (live,) = (live for live in floor.house.tables.values() if live.stage)
        live.dealer.time_is_up()
        live.delivery.due()
        await live.settled()
        assert [bot.stack for bot in live.seats.people] == [0, 0]
        assert live.rounds == 1
        await floor.all.tick()
        assert await floor.state() == "over"
        await audited(floor.house)

    monkeypatch.setattr(RoundChance, "pick", black_two)
    in_hall(tmp_path, work)


def test_a_reason_for_the_book_has_a_length(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.open(entrants=4)
        people = await floor.start()
        boss = await floor.house.people.create("Bob")
        for person, number in zip(people, (300, 301), strict=False):
            await floor.all.disqualify(boss, person.live, person.view["you"], "r" * number)
            assert (await person.say("wager", on="red", amount=500))["reason"] == f"you are disqualified: {'r' * 300}"
        await floor.all.stop(floor.id, "s" * 301)
        assert (await floor.all.one(floor.id)).why == "s" * 300

    in_hall(tmp_path, work)


@pytest.mark.parametrize(("number", "status"), [(100, 200), (101, 400)])
def test_so_many_bots_enter_at_once(tmp_path: Path, number: int, status: int) -> None:
    app = build_app(f"sqlite:///{tmp_path / 'house.db'}", SeededChance(1), Clock(again=0))
    with Visitor(app) as client:
        client.become("floorperson")
        address = client.post("/tournaments", data={"file": EXAMPLE}).url.path
        assert client.post(f"{address}/bots", data={"number": number}).status_code == status


# --- the posted rule --------------------------------------------------------------------------------------------------


def entrant(name: str, chips: int, number: int, table: str = "a", stage: int = 1, why_out: str = "") -> EntrantRow:
    return EntrantRow(name, name, number, table, 1, stage, chips, None, 0, why_out=why_out)


def test_who_is_disqualified_ranks_last_goes_nowhere_and_wins_nothing() -> None:
    people = [entrant("p", 9, 1, why_out="cheating"), entrant("q", 5, 2), entrant("r", 5, 3)]
    assert [one.name for one in ranked(people)] == ["q", "r", "p"]
    assert [one.name for one in going_on(people, 2)] == ["q"]
    for ties in ("draw", "share"):
        won = prizes_by_place(ranked(people), [60, 40, 20], ties)  # type: ignore[arg-type]
        assert won[2] == (3, 0)
        assert sum(prize for _, prize in won) == 100


def test_the_draw_gives_everybody_a_seat_and_every_order_is_drawn() -> None:
    orders = {tuple(drawn("abc", {3: i, 2: j, 1: 0}.__getitem__)) for i in range(3) for j in range(2)}
    assert len(orders) == 6
    for people in range(2, 40):
        tables = seated(range(people), 6)
        assert sorted(one for table in tables for one in table) == list(range(people))
        assert max(map(len, tables)) <= 6
        assert max(map(len, tables)) - min(map(len, tables)) <= 1


def test_who_goes_on() -> None:
    at = [entrant("p", 5, 1), entrant("q", 9, 2), entrant("r", 9, 3), entrant("s", 0, 4), entrant("t", 7, 5, "b")]
    assert [one.name for one in going_on(at, 2)] == ["q", "r", "t"]  # who is alone at a table goes on
    assert [one.name for one in going_on(at, 1)] == ["q", "t"]  # the lower number among equals
    assert [one.name for one in going_on(at, 0)] == ["q", "r", "p", "t"]
    assert len(going_on(at[:2], 5)) == 1  # one less than were there


def test_places_and_shared_prizes() -> None:
    order = ranked([entrant("p", 5, 1), entrant("q", 9, 3, stage=2), entrant("r", 9, 2, stage=2), entrant("s", 5, 2)])
    assert [one.name for one in order] == ["r", "q", "p", "s"]
    assert prizes_by_place(order, [100, 51], "draw") == [(1, 100), (2, 51), (3, 0), (4, 0)]
    assert prizes_by_place(order, [100, 51], "share") == [(1, 76), (1, 75), (3, 0), (3, 0)]
    assert prizes_by_place(order, [100, 50, 25], "share") == [(1, 75), (1, 75), (3, 13), (3, 12)]


def test_8_6_from_the_entry_to_the_prizes_with_people_who_try_everything(book: str) -> None:
    """Late and twofold entries, a finalist who would leave with his chips, and a house that is opened again: the prizes
    are paid once, to the places of the posted rule."""
    kept: dict[str, Any] = {}

    def refused(fault: Any, name: str) -> None:
        assert fault.value.by.reading == name

    async def played(floor: Floor) -> None:
        await floor.open()
        twice = floor.people[0]
        with pytest.raises(TournamentRefused, match="entered already"):
            await floor.all.enter(twice, floor.id)
        again = await floor.house.people.purse(twice.patron)  # the same person by another door
        assert again is not None
        with pytest.raises(TournamentRefused, match="entered already"):
            await floor.all.enter(again, floor.id)
        people = await floor.start()
        late = await floor.house.people.create()
        with pytest.raises(TournamentRefused, match="is being played") as fault:
            await floor.all.enter(late, floor.id)
        refused(fault, "R-8.6e-posted")
        with pytest.raises(TournamentRefused, match="is being played") as fault:
            await floor.all.withdraw(twice, floor.id)  # the fee is in the prizes now
        refused(fault, "R-8.6e-posted")
        with pytest.raises(TournamentRefused, match="is being played"):
            await floor.all.start(floor.id)
        assert late.balance == WELCOME
        for _ in range(2):
            for at in by_table(people):
                await play_round(*at, wagers={0: 500, 1: 1000})
        await floor.all.tick()
        finalists = floor.seated()
        away = finalists[0]
        for kind in ("leave", "sit", "wait"):
            answer = await away.say(kind, amount=1000)
            assert (answer["type"], "8.6(e)" in answer["cite"]) == ("refused", True)
        assert away.purse is not None
        assert away.purse.balance == WELCOME - FEE  # chips are no money, whoever holds how many
        money = await floor.house.open_table("roulette")
        assert "8.6" not in str((await Person(money, away.purse).say("sit", amount=WELCOME)).get("cite", ""))
        assert away.purse.balance == WELCOME - FEE  # nor do they buy a seat elsewhere
        for _ in range(2):
            await play_round(*finalists, wagers={0: 500, 1: 1000})
        await floor.all.tick()
        assert await floor.state() == "over"
        for _ in range(2):
            await floor.all.tick()
        for act in (floor.all.start(floor.id), floor.all.stop(floor.id, "late"), floor.all.withdraw(twice, floor.id)):
            with pytest.raises(TournamentRefused, match="is over"):
                await act
        kept.update(id=floor.id, ended=await floor.entrants(), balances=await audited(floor.house))

    async def opened_again(floor: Floor) -> None:
        floor.id = kept["id"]
        for _ in range(2):
            await floor.all.tick()
        assert await floor.entrants() == kept["ended"]
        assert await audited(floor.house) == kept["balances"]
        assert [one.prize for one in kept["ended"]] == [10_000, 6_000, 4_000, 0]
        assert [one.place for one in kept["ended"]] == [1, 2, 3, 4]

    in_hall(book, opened_again, in_hall(book, played))


# --- pages and programs -----------------------------------------------------------------------------------------------


def test_from_the_form_to_the_first_seat(tmp_path: Path) -> None:
    app = build_app(f"sqlite:///{tmp_path / 'house.db'}", SeededChance(1), Clock(again=0))
    with Visitor(app) as client:
        client.become("floorperson")
        late = client.post("/tournaments", data={"file": EXAMPLE.replace("2012-04-27", "2012-05-01")})
        assert (late.status_code, ">13:69F-8.6(b)<" in late.text) == (422, True)
        page = client.post("/tournaments", data={}, files={"upload": ("t.toml", EXAMPLE.encode())})
        assert page.status_code == 200, page.text[:500]
        address = page.url.path
        assert "Draw the seats" in page.text
        assert "Enter for" not in page.text
        alone = client.post(f"{address}/start")
        assert (alone.status_code, "8.6(e)" in alone.text) == (400, True)
        boss = client.cookies["patron"]
        client.become("dealer")
        client.post(f"{address}/countersign")
        for _ in range(2):
            client.become("patron")
            assert "Enter for $50" in client.get(address).text
            assert "Withdraw" in client.post(f"{address}/enter").text
        shown = client.get("/").text
        assert "Spring tournament" in shown
        mine = client.cookies["patron"]
        client.cookies.set("patron", boss)
        client.post(f"{address}/start")
        client.cookies.set("patron", mine)
        seat = re.search(r'href="(/tables/[a-z0-9]{6})">Go to your seat', client.get(address).text)
        assert seat
        at = client.get(seat[1]).text
        assert "tournament chips, no cash value" in at
        tournament = client.get(f"/api/v1{address}").json()
        assert (tournament["state"], tournament["fee"]) == ("playing", FEE)
        assert [one["chips"] for one in tournament["entrants"]] == [STACK, STACK]
        assert client.get("/api/v1/tournaments").json()["tournaments"][0]["name"] == "Spring tournament"
        client.cookies.set("patron", boss)
        assert "closed when its stage is over" in client.post(f"{seat[1]}/close").text
        stopped = client.post(f"{address}/stop", data={"why": "the Division’s order"})
        assert "Stopped: the Division’s order" in stopped.text


@pytest.mark.parametrize("withheld", [False, True])
def test_8_6_d_whoever_looks_at_a_tournament_is_told_that_tips_are_withheld(tmp_path: Path, withheld: bool) -> None:
    held = EXAMPLE if withheld else EXAMPLE.replace("tips_withheld = true", "tips_withheld = false")
    silent = EXAMPLE.replace("participants_told = true\n", "")
    app = build_app(f"sqlite:///{tmp_path / 'house.db'}", SeededChance(1), Clock(again=0))
    with Visitor(app) as client:
        client.become("floorperson")
        untold = client.post("/tournaments", data={"file": silent})
        assert (untold.status_code, ">13:69F-8.6(d)<" in untold.text) == (422, True)
        assert "the participants were not told" in untold.text
        address = client.post("/tournaments", data={"file": held}).url.path
        client.become("patron")
        page = client.get(address).text  # before he enters
        assert ("tips are withheld out of the tournament" in page) is withheld
        assert (">13:69F-8.6(d)<" in page) is withheld
