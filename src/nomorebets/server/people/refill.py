"""Play money for somebody who has lost all of it: a posting of its own, and no more often than once an hour."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import Select, select, update

from nomorebets.errors import RulesError
from nomorebets.server import machine
from nomorebets.server.book import schema
from nomorebets.server.book.changes import HOUSE, REFILL, REFILL_BELOW, REFILL_EVERY, Changes
from nomorebets.server.book.store import Store
from nomorebets.server.people.accounts import WELCOME, Purse, TooOften
from nomorebets.table.money import dollars

_under_way: set[tuple[Store, str]] = set()  # patrons whose refill is being written: one commit may be of many requests


async def refill(store: Store, purse: Purse, chips: int) -> None:
    """The first sum once more, to somebody with nothing left; ``chips`` are those he has at tables."""
    if purse.balance + chips >= REFILL_BELOW:
        text = f"you still have {dollars(purse.balance + chips)}, your chips at the tables included"
        raise RulesError(text, accepts=f"a refill with less than {dollars(REFILL_BELOW)}")
    refilling = store, purse.patron
    if refilling in _under_way:
        raise _on_its_way()
    _under_way.add(refilling)
    try:
        await _require_pace(store, purse)
        changes = Changes()
        a = schema.accounts.c
        unless = update(schema.accounts).where(
            a.id == purse.account, a.balance < REFILL_BELOW, ~_of_late(purse).exists()
        )
        changes.require(unless.values(balance=a.balance), _on_its_way())  # another process may have been faster
        changes.move(HOUSE, purse.account, WELCOME, REFILL)
        await store.commit(changes)
        purse.balance += WELCOME
    finally:
        _under_way.discard(refilling)


def _on_its_way() -> TooOften:
    return TooOften("the refill is on its way", accepts="waiting a moment")


def _of_late(purse: Purse) -> Select[tuple[str]]:
    """When a patron was refilled, as far as no other refill may follow yet."""
    p, since = schema.postings.c, machine.today() - timedelta(seconds=REFILL_EVERY)
    return select(p.at).where(p.target == purse.account, p.cite == REFILL, p.at > since.isoformat())


async def _require_pace(store: Store, purse: Purse) -> None:
    async with store.engine.connect() as connection:
        last = await connection.scalar(_of_late(purse).limit(1))
    if last is not None:
        text = f"play money is refilled once in {REFILL_EVERY // 60} minutes, and yours was at {last[11:16]} UTC"
        raise TooOften(text, accepts="coming again later")
