"""Somebody who lost everything is refilled at a pace; tables that everybody left are closed."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from people import audited, seated, with_house
from serving import serving

from nomorebets.errors import RulesError
from nomorebets.server.book.audit import audit
from nomorebets.server.book.changes import HOUSE, PLAY_MONEY, REFILL, REFILL_BELOW, REFILL_EVERY, Changes
from nomorebets.server.people.accounts import WELCOME, Purse, TooOften
from nomorebets.server.people.refill import refill
from nomorebets.server.tables.idle import AWAY, IdleTables
from nomorebets.server.tables.service import LiveHouse, chips_at_tables


async def broke(house: LiveHouse, left: int = 0) -> Purse:
    """Somebody who has lost all but so much."""
    purse = await house.people.create()
    changes = Changes()
    changes.move(purse.account, HOUSE, purse.balance - left, PLAY_MONEY)
    await house.store.commit(changes)
    purse.balance = left
    return purse


@pytest.mark.parametrize(
    ("left", "chips", "may"),
    [(0, 0, True), (REFILL_BELOW - 1, 0, True), (REFILL_BELOW, 0, False), (0, REFILL_BELOW, False)],
)
def test_only_who_is_out_of_money_is_refilled_and_the_posting_says_so(
    tmp_path: Path, left: int, chips: int, may: bool
) -> None:
    async def play(house: LiveHouse) -> None:
        purse = await broke(house, left)
        if may:
            await refill(house.store, purse, chips)
        else:
            with pytest.raises(RulesError, match="you still have"):
                await refill(house.store, purse, chips)
        assert purse.balance == await house.store.balance(purse.account) == left + (WELCOME if may else 0)
        await audited(house)

    with_house(tmp_path, play)


def test_a_second_refill_waits_an_hour_and_the_audit_knows_it(tmp_path: Path) -> None:
    async def play(house: LiveHouse) -> None:
        purse = await broke(house)
        await refill(house.store, purse, 0)
        purse.balance = 0  # lost again
        with pytest.raises(TooOften, match="once in 60 minutes"):
            await refill(house.store, purse, 0)
        changes = Changes()
        changes.move(purse.account, HOUSE, WELCOME, PLAY_MONEY)
        changes.move(HOUSE, purse.account, WELCOME, REFILL)  # as somebody with the database might
        await house.store.commit(changes)

    with_house(tmp_path, play)
    (found,) = audit(f"sqlite:///{tmp_path / 'house.db'}").findings
    assert found.kind == "refill"
    assert "already" in found.text
    assert REFILL_EVERY == 3_600


def test_a_table_that_everybody_left_pays_out_and_closes(tmp_path: Path) -> None:
    async def play(house: LiveHouse) -> None:
        now = [0.0]
        idle = IdleTables(house, lambda: now[0])
        live = await house.open_table("big-six")
        person = await seated(house, live)
        assert person.purse is not None
        assert await house.store.chips_of(person.purse.patron) == {live.id: 50_000}
        assert await chips_at_tables(house, person.purse.patron) == 50_000
        await idle.look()
        now[0] = AWAY
        await idle.look()
        assert live.id in house.tables  # somebody looks at it
        person.go()
        await idle.look()
        now[0] += AWAY - 1
        await idle.look()
        assert live.id in house.tables
        now[0] += 1
        await idle.look()
        assert live.id not in house.tables
        assert await chips_at_tables(house, person.purse.patron) == 0
        assert person.purse.balance == await house.store.balance(person.purse.account) == WELCOME
        await audited(house)

    with_house(tmp_path, play)


def test_every_page_answers_head_and_sends_no_body(tmp_path: Path) -> None:
    with serving(tmp_path) as address, httpx.Client(base_url=address) as me:
        for path in ("/", "/rules", "/odds", "/records", "/static/table.js"):
            answer = me.head(path)
            assert (answer.status_code, answer.content) == (200, b""), path
        assert me.head("/no-such-page").status_code == 404
    assert (tmp_path / "house.log").read_text() == ""
