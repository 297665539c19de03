"""Money in the book: whole cents within 64 bits, nothing made or lost, and one broken table is only one table."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from people import Person, audited, seated, with_house, with_store
from sqlalchemy import text

from nomorebets.errors import ScriptError, WagerRefused
from nomorebets.regulation import Odds, cite
from nomorebets.regulation.odds import LONGEST, to
from nomorebets.server.book import chain
from nomorebets.server.book.audit import audit
from nomorebets.server.book.changes import HANDED_OUT, HOUSE, PLAY_MONEY, BrokenBook, Changes, Movement, StoreError
from nomorebets.server.book.database import address_of, prepare
from nomorebets.server.book.store import Store
from nomorebets.server.tables.inbox import amount_of
from nomorebets.server.tables.service import LiveHouse
from nomorebets.table.ledger import Ledger
from nomorebets.table.money import BOOKED, show
from nomorebets.untrusted import MOST_CENTS

NO_AMOUNTS: list[Any] = [-1, 0.5, 1e18, float("nan"), True, "5", None, BOOKED + 1, 2**63, 10**40]


@pytest.mark.parametrize("amount", NO_AMOUNTS)
def test_an_amount_that_is_none_is_refused_where_it_is_made(amount: Any) -> None:
    with pytest.raises(StoreError, match="cannot move"):
        Changes().move("a", "b", amount, PLAY_MONEY)
    with pytest.raises(ScriptError, match="cannot move"):
        Ledger().move("a", "b", amount, cite("5.6(e)"))


@pytest.mark.parametrize("amount", [1, MOST_CENTS])
def test_a_message_says_an_amount_of_chips_within_bounds(amount: int) -> None:
    assert amount_of({"amount": amount}, date(2020, 1, 1)) == amount
    beyond = amount + 1 if amount > 1 else 0
    with pytest.raises(WagerRefused, match="no amount of chips") as refused:
        amount_of({"amount": beyond}, date(2020, 1, 1))
    assert refused.value.accepts == f"0.01 to {show(MOST_CENTS)}"


@pytest.mark.parametrize("pays", [1_000, 12_345, LONGEST])
def test_odds_that_are_written_with_commas_are_read_back(pays: int) -> None:
    assert "," in str(to(pays))
    assert Odds.parse(str(to(pays))) == to(pays)
    assert Odds.parse(str(to(pays * 1_000, 1_000))) == to(pays * 1_000, 1_000)


def moved(source: str, target: str, amount: int) -> Changes:
    changes = Changes()
    changes.move(source, target, amount, PLAY_MONEY)
    return changes


def test_an_account_that_would_pass_what_the_book_holds_moves_nothing(book: str) -> None:
    async def work(store: Store) -> None:
        await store.commit(moved(HOUSE, "patron:a", BOOKED - 5))
        before = await store.balances()
        for name in ("patron:a", "patron:b"):  # by its own balance, and by the house's
            with pytest.raises(BrokenBook, match="nothing has moved"):
                await store.commit(moved(HOUSE, name, 6))
        assert await store.balances() == before
        await store.commit(moved(HOUSE, "patron:b", 5))
        assert await store.balance(HOUSE) == -BOOKED

    with_store(book, work)
    assert audit(book).findings == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE accounts SET balance = 'much'",
        "UPDATE accounts SET balance = 4611686018427387905",
        "UPDATE accounts SET balance = balance * 9223372036854775807",
        "UPDATE postings SET amount = 0",
        "UPDATE postings SET amount = 4611686018427387905",
        "UPDATE postings SET target = source",
        "UPDATE seats SET leaving = 2",
        "UPDATE results SET net = 'all'",
        "UPDATE tables SET rounds = -1",
    ],
)
def test_the_database_itself_keeps_whole_cents_only(book: str, statement: str) -> None:
    async def work(house: LiveHouse) -> None:
        await wagered_on(house)
        with pytest.raises(Exception, match=r"constraint|cannot store|datatype|range|invalid input"):
            await write(house, statement)
        await audited(house)

    with_house(book, work)


async def wagered_on(house: LiveHouse) -> None:
    person = await seated(house, await house.open_table("roulette"))
    await person.do("wager", on="red", amount=500)
    await person.do("deal")


@pytest.mark.parametrize("statement", ["UPDATE accounts SET balance = 1.5", "UPDATE postings SET amount = 0.6"])
def test_a_part_of_a_cent_is_refused_or_becomes_a_whole_one_that_the_audit_finds(book: str, statement: str) -> None:
    """SQLite refuses it; PostgreSQL rounds what is written into a whole number, so that the sums are wrong."""

    async def work(house: LiveHouse) -> None:
        await wagered_on(house)
        if book.startswith("sqlite"):
            with pytest.raises(Exception, match="cannot store REAL"):
                await write(house, statement)
            await audited(house)
            return
        await write(house, statement)
        assert (await asyncio.to_thread(audit, house.store.url)).findings

    with_house(book, work)


async def write(house: LiveHouse, statement: str) -> None:
    async with house.store.engine.begin() as connection:
        await connection.execute(text(statement))


def test_every_table_of_a_file_is_strict(tmp_path: Path) -> None:
    asyncio.run(prepare(address_of(f"sqlite:///{tmp_path / 'house.db'}")))
    with closing(sqlite3.connect(tmp_path / "house.db")) as book:
        loose = [name for name, strict in book.execute("SELECT name, strict FROM pragma_table_list") if not strict]
    assert sorted(loose) == ["alembic_version", "sqlite_schema", "sqlite_temp_schema"]


def test_cents_that_get_lost_in_a_transaction_undo_it(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(store: Store) -> None:
        await store.commit(moved(HOUSE, "patron:a", 100))
        right = chain.totals
        monkeypatch.setattr(chain, "totals", lambda several: right(several) | {"patron:a": 1})
        with pytest.raises(BrokenBook):
            await store.commit(moved(HOUSE, "patron:a", 100))
        monkeypatch.setattr(chain, "totals", right)
        async with store.engine.begin() as connection:  # an account that does not take what it is given
            await connection.execute(text(LOSES[connection.dialect.name][0]))
            for more in LOSES[connection.dialect.name][1:]:
                await connection.execute(text(more))
        with pytest.raises(BrokenBook, match="nothing has moved"):
            await store.commit(moved(HOUSE, "patron:a", 100))
        assert await store.balances() == {HOUSE: -100, "patron:a": 100}

    with_store(book, work)


LOSES = {
    "sqlite": [
        "CREATE TRIGGER lose AFTER UPDATE ON accounts WHEN new.id = 'patron:a' "
        "BEGIN UPDATE accounts SET balance = old.balance WHERE id = new.id; END"
    ],
    "postgresql": [
        "CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN new.balance = old.balance; RETURN new; END $$",
        "CREATE TRIGGER lose BEFORE UPDATE ON accounts FOR EACH ROW WHEN (new.id = 'patron:a') EXECUTE FUNCTION lose()",
    ],
}


async def a_round(house: LiveHouse, person: Person) -> None:
    await person.do("wager", on="red", amount=500)
    await person.do("deal")


def test_a_broken_invariant_stops_its_table_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: LiveHouse) -> None:
        sound = await seated(house, await house.open_table("roulette"))
        broken = await seated(house, await house.open_table("roulette"))
        right = chain.seal

        def seal(n: int, at: str, movement: Movement, before: str) -> str:
            if f"{broken.live.id}/inventory" in (movement.source, movement.target):
                raise BrokenBook("an invariant is broken; nothing has moved")
            return right(n, at, movement, before)

        monkeypatch.setattr(chain, "seal", seal)
        await broken.do("wager", on="red", amount=500)
        answer = await broken.say("deal")
        assert (answer["type"], answer["who"]) == ("refused", "database")
        again = await broken.say("wager", on="red", amount=500)
        assert "stopped" in again["reason"]
        await a_round(house, sound)
        assert sound.live.rounds == 1

    with_house(tmp_path, work)


def spoil(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as book:
        for statement in statements:
            book.execute(statement)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE accounts SET balance = balance + 1 WHERE id = '{0}/seat:1'",
        "UPDATE accounts SET balance = balance + 1 WHERE id = '{0}/inventory'",
        "UPDATE tables SET opening = '[' WHERE id = '{0}'",
        "UPDATE tables SET house = 'nothing' WHERE id = '{0}'",
        "UPDATE tables SET as_of = 'tomorrow' WHERE id = '{0}'",
        "UPDATE seats SET orders = '7' WHERE table_id = '{0}'",
        "UPDATE seals SET seed = 'zz' WHERE table_id = '{0}'",
        "UPDATE heard SET messages = '{{' WHERE table_id = '{0}'",
        "UPDATE lines SET line = x'00' WHERE round_id LIKE '{0}%'",
    ],
)
def test_a_damaged_table_stays_closed_and_the_house_opens(tmp_path: Path, damage: str) -> None:
    names: list[str] = []

    async def play(house: LiveHouse) -> None:
        for _ in range(2):
            person = await seated(house, await house.open_table("roulette"))
            await a_round(house, person)
            await person.do("wager", on="red", amount=700)
            names.append(person.live.id)

    with_house(tmp_path, play)
    spoil(tmp_path / "house.db", damage.format(names[0]))

    async def again(house: LiveHouse) -> None:
        assert list(house.tables) == names[1:]
        assert names[0] not in [other.id for other in await house.everywhere()]
        sound = house.tables[names[1]]
        await Person(sound, await house.people.purse(sound.seats[1].patron)).do("deal")
        assert sound.rounds == 2

    with_house(tmp_path, again)


def test_a_book_that_was_cut_off_opens_for_reading_and_is_not_written_on(tmp_path: Path) -> None:
    async def play(house: LiveHouse) -> None:
        await a_round(house, await seated(house, await house.open_table("roulette")))

    with_house(tmp_path, play)
    spoil(tmp_path / "house.db", "DELETE FROM closings")

    async def again(house: LiveHouse) -> None:
        assert house.tables == {}
        assert len(await house.store.archive.find_rounds()) == 1
        with pytest.raises(StoreError, match="not sound: its last posting is missing"):
            await house.people.create()

    with_house(tmp_path, again)


def test_a_book_of_the_last_schema_with_a_sum_beyond_64_bits_opens_and_the_audit_names_it(tmp_path: Path) -> None:
    """What a payout beyond 2^63 made of a book when amounts could be anything."""
    from nomorebets.server.book import migrations

    path = tmp_path / "house.db"

    async def old() -> None:
        from nomorebets.server.book.database import make_engine

        engine = make_engine(address_of(f"sqlite:///{path}"), foreign_keys="OFF")
        async with engine.begin() as connection:
            await connection.run_sync(lambda c: migrations.upgrade(c, to="0008"))
        await engine.dispose()

    asyncio.run(old())
    spoil(
        path,
        "INSERT INTO patrons VALUES ('a', 'Anna', 'then')",
        *(
            f"INSERT INTO accounts VALUES ('{name}', '{name[:6]}', {balance})"
            for name, balance in (("house", -1000), ("patron:a", "1000 + 9.5e18"), ("t/inventory", "-9.5e18"))
        ),
        f"INSERT INTO postings VALUES (1, 'then', 'house', 'patron:a', 1000, 'play money', NULL, '{'1' * 64}')",
        f"INSERT INTO postings VALUES (2, 'then', 't/inventory', 'patron:a', 9.5e18, '5.6(e)', 't-1', '{'2' * 64}')",
        f"UPDATE meta SET value = '2 {'2' * 64}' WHERE name = 'ledger-head'",
    )

    async def work(house: LiveHouse) -> None:
        assert await house.store.balances() == {"house": -1000, "patron:a": 1000, "t/inventory": 0}
        await a_round(house, await seated(house, await house.open_table("roulette")))

    with_house(tmp_path, work)
    assert any("missing" in finding.text for finding in audit(f"sqlite:///{path}").findings)


def test_a_house_that_has_handed_out_what_its_book_can_hold_hands_out_no_more(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        person = await seated(house, await house.open_table("roulette"))
        await house.store.commit(moved(HOUSE, "patron:rich", HANDED_OUT))
        with pytest.raises(StoreError, match="as much play money as its book can hold"):
            await house.people.create()
        with pytest.raises(StoreError, match="as much play money as its book can hold"):
            await house.open_table("roulette")
        refused = await person.say("wager", on="red", amount=500)
        assert "as much play money as its book can hold" in refused["reason"]
        await person.do("leave")
        await house.store.commit(moved("patron:rich", HOUSE, HANDED_OUT))
        await house.people.create()

    with_house(tmp_path, work)


def test_what_a_table_has_paid_beyond_its_chips_counts_as_handed_out(book: str) -> None:
    """Its inventory owes then: in this process, after a restart, and in another one on the same database."""

    async def work(store: Store) -> None:
        await store.commit(moved(HOUSE, "one/inventory", 50))
        await store.commit(moved("one/inventory", "patron:rich", HANDED_OUT - 1))  # of which the house owes 50
        store.means.require()
        await store.commit(moved(HOUSE, "patron:other", 1))
        with pytest.raises(StoreError, match="as much play money as its book can hold"):
            store.means.require()
        await store.count_means()
        with pytest.raises(StoreError, match="as much play money as its book can hold"):
            store.means.require()

    async def again(store: Store) -> None:
        with pytest.raises(StoreError, match="as much play money as its book can hold"):
            store.means.require()
        await store.commit(moved("patron:rich", "one/inventory", 1))
        store.means.require()
        await store.count_means()
        store.means.require()

    with_store(book, work)
    with_store(book, again)
