"""The office: who may do what, who has which role, the ledger, and closing a table."""

from __future__ import annotations

from typing import Any

from litestar import Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template
from sqlalchemy import or_, select

from nomorebets.errors import shown
from nomorebets.server.book import schema
from nomorebets.server.people.passwords import AccountError
from nomorebets.server.people.rights import ACTS, ROLE_WORDS, ROLES, STANDINGS
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.tables.watchers import Watcher
from nomorebets.server.web.pages.account import LARGEST_FORM, show_out
from nomorebets.server.web.rooms import SORRY, AnyRequest
from nomorebets.table.money import dollars

POSTINGS_A_PAGE = 200


@get("/rights", act="read")
async def show_rights() -> Template:
    """Who may do what: the table that every route is checked against."""
    context = {"title": "Who may do what", "acts": ACTS, "standings": STANDINGS, "words": ROLE_WORDS}
    return Template("office/rights.html", context=context)


@get("/people", act="manage-people")
async def show_people(request: AnyRequest) -> Template:
    """Everybody with a password, and their roles."""
    house: LiveHouse = request.app.state.house
    context = {"title": "People", "members": await house.people.members.members(), "roles": ROLES, "words": ROLE_WORDS}
    return Template("office/people.html", context=context)


@post("/people", status_code=303, request_max_body_size=LARGEST_FORM, act="manage-people")
async def give_role(request: AnyRequest) -> Redirect:
    """Give somebody a role; the sessions begun under the old one end, and a seat is left."""
    house: LiveHouse = request.app.state.house
    form = await request.form()
    patron, role = str(form.get("patron", ""))[:80], str(form.get("role", ""))[:40]
    if role not in ROLES:
        raise AccountError(f"{shown(role, 40)} is no role", accepts=", ".join(ROLES))
    member = await house.people.give_role(patron, role)
    if role != "patron":
        await _leave_seats(house, member.patron)
    show_out(house, member.patron)
    return Redirect("/people", status_code=303)


async def _leave_seats(house: LiveHouse, patron: str) -> None:
    """Who works here does not play here: chips in front go back, wagers on the layout are still decided."""
    purse = await house.people.purse(patron)
    for live in house.tables.values():
        if live.seats.of(patron) is not None:
            live.receive(Watcher(purse), {"type": "leave"})
            await live.settled()


@get("/ledger", act="read-ledger")
async def show_ledger(request: AnyRequest) -> Template:
    """Every account that is not empty, and the last postings, of all or of one account."""
    account = request.query_params.get("account", "").strip()[:120]
    store, p = request.app.state.store, schema.postings.c
    query = select(schema.postings).order_by(p.n.desc()).limit(POSTINGS_A_PAGE)
    if account:
        query = query.where(or_(p.source == account, p.target == account))
    async with store.engine.connect() as connection:
        postings = [
            {"n": row.n, "at": row.at, "source": row.source, "target": row.target, "cite": row.cite,
             "amount": dollars(row.amount), "round_id": row.round_id}
            for row in await connection.execute(query)
        ]  # fmt: skip
    balances = await store.balances()
    context = {
        "title": "The ledger",
        "balances": [(name, dollars(cents)) for name, cents in sorted(balances.items()) if cents],
        "together": dollars(sum(balances.values())),
        "postings": postings,
        "account": account,
    }
    return Template("office/ledger.html", context=context)


@post("/tables/{table_id:str}/close", status_code=303, request_max_body_size=LARGEST_FORM, act="close-table")
async def close_table(request: AnyRequest, table_id: FromPath[str]) -> Redirect:
    """Close a table between two rounds; everybody gets his chips back."""
    house: LiveHouse = request.app.state.house
    await house.close_table(house.table(table_id))
    return Redirect("/", status_code=303)


ROUTES: list[Any] = [
    Router(
        "/",
        route_handlers=[show_rights, show_people, give_role, show_ledger, close_table],
        exception_handlers=SORRY,
    )
]
