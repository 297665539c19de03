"""The audit of tables: wagers that stand or wait, against the chips that lie there for them."""

from __future__ import annotations

from collections import Counter, defaultdict

import msgspec
from sqlalchemy import Connection, func, select

from nomorebets.server.book import schema
from nomorebets.server.book.audit_checkpoints import Finding
from nomorebets.server.book.changes import account_of, kind_of
from nomorebets.server.book.orders import SeatOrders
from nomorebets.table.felt import Opening
from nomorebets.table.ledger import on_layout, patron
from nomorebets.table.wagers import seat_words


def examine_tables(
    connection: Connection, balances: Counter[str], findings: list[Finding], counts: dict[str, int]
) -> None:
    """Wagers that stand have their money on the layout, wagers that wait have it in front of their seat."""
    r, s = schema.rounds.c, schema.seats.c
    busy = {table_id for (table_id,) in connection.execute(select(r.table_id).where(r.ended.is_(None)))}
    tables = list(connection.execute(select(schema.tables)))
    counts["tables"] = len(tables)
    counts["patrons"] = connection.scalar(select(func.count()).select_from(schema.patrons)) or 0
    lying: dict[str, dict[str, int]] = defaultdict(dict)
    for account, balance in balances.items():
        if balance and kind_of(account) == "layout":
            lying[account.partition("/")[0]][account] = balance
    for row in tables:
        if row.id in busy or row.closed is not None:
            continue
        standing: Counter[str] = Counter()
        for wager in msgspec.json.decode(row.opening, type=Opening).wagers:
            standing[account_of(row.id, on_layout(wager.seat, wager.on))] += wager.staked
        if dict(standing) != lying[row.id]:
            text = f"{sum(standing.values())} cents of wagers stand, {sum(lying[row.id].values())} lie on the layout"
            findings.append(Finding("table", row.id, text))
    for row in connection.execute(select(schema.seats).order_by(s.table_id, s.seat, s.player)):
        staked = msgspec.json.decode(row.orders, type=SeatOrders).staked
        if staked > balances[account_of(row.table_id, patron(row.seat, row.player))]:
            where = f"{row.table_id} {seat_words(row.seat, row.player)}"
            findings.append(Finding("table", where, f"{staked} cents of wagers wait, and the chips are not there"))
