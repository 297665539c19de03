"""Names and passwords: registering, logging in and out, and the link of the first administrator."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect, Template

from nomorebets.errors import RulesError
from nomorebets.server.book.changes import REFILL_BELOW
from nomorebets.server.people.accounts import People
from nomorebets.server.people.passwords import LONGEST, LONGEST_NAME, SHORTEST
from nomorebets.server.people.refill import refill
from nomorebets.server.people.rights import ROLE_WORDS, NotAllowed
from nomorebets.server.tables.service import LiveHouse, chips_at_tables
from nomorebets.server.tables.wires import LOGGED_OUT
from nomorebets.server.web.rooms import SORRY, AnyRequest, status_of

LARGEST_FORM = 10_000  # bytes


def _people(request: AnyRequest) -> People:
    house: LiveHouse = request.app.state.house
    return house.people


async def _said(request: AnyRequest, *names: str) -> list[str]:
    form = await request.form()
    return [str(form.get(name, ""))[: LONGEST + 1] for name in names]


async def _page(request: AnyRequest, fault: RulesError | None = None, link: str = "") -> Template:
    visit = await _people(request).visit(request)
    chips = await chips_at_tables(request.app.state.house, visit.purse.patron) if visit.purse else 0
    money = visit.purse.balance + chips if visit.purse else 0
    context = {
        "title": "The first administrator" if link else "Account",
        "purse": visit.purse,
        "money": money,
        "chips": chips,
        "is_out": visit.purse is not None and money < REFILL_BELOW and visit.standing == "patron",
        "role_says": ROLE_WORDS[visit.standing],
        "fault": fault,
        "is_changed": request.query_params.get("password") == "changed",
        "link": link,
        "shortest": SHORTEST,
        "longest": LONGEST,
        "longest_name": LONGEST_NAME,
    }
    return Template("office/account.html", context=context, status_code=status_of(fault) if fault else 200)


async def _done(
    request: AnyRequest, work: Awaitable[Cookie], link: str = "", then: str = "/account"
) -> Response[Any] | Template:
    """Back to the account with the new session, or the form once more with what was wrong."""
    try:
        cookie = await work
    except RulesError as fault:
        return await _page(request, fault, link)
    return Redirect(then, status_code=303, cookies=[cookie])


@get("/account", act="log-in")
async def show_account(request: AnyRequest) -> Template:
    """Who you are here; a name and a password, if you want one."""
    return await _page(request)


@post("/register", status_code=303, request_max_body_size=LARGEST_FORM, act="log-in")
async def register(request: AnyRequest) -> Response[Any] | Template:
    """A guest takes a name and a password; the money stays."""
    name, password = await _said(request, "name", "password")
    return await _done(request, _people(request).register(request, name, password))


@post("/login", status_code=303, request_max_body_size=LARGEST_FORM, act="log-in")
async def log_in(request: AnyRequest) -> Response[Any] | Template:
    name, password = await _said(request, "name", "password")
    return await _done(request, _people(request).log_in(request, name, password))


@post("/logout", status_code=303, request_max_body_size=LARGEST_FORM, act="log-in")
async def log_out(request: AnyRequest) -> Redirect:
    """The session ends, at the tables too."""
    house: LiveHouse = request.app.state.house
    visit = await house.people.visit(request)
    cookies = await house.people.log_out(request)
    if visit.purse is not None:
        show_out(house, visit.purse.patron)
    return Redirect("/account", status_code=303, cookies=cookies)


@post("/password", status_code=303, request_max_body_size=LARGEST_FORM, act="log-in")
async def change_password(request: AnyRequest) -> Response[Any] | Template:
    """Another password; every other session of yours ends."""
    house: LiveHouse = request.app.state.house
    old, fresh = await _said(request, "old", "password")
    visit = await house.people.visit(request)
    done = await _done(request, house.people.change_password(request, old, fresh), then="/account?password=changed")
    if visit.purse is not None and isinstance(done, Redirect):
        show_out(house, visit.purse.patron)
    return done


@get("/first-administrator/{token:str}", act="log-in")
async def show_link(request: AnyRequest, token: FromPath[str]) -> Template:
    """The form behind the link that was printed when the house opened; looking at it uses nothing up."""
    await _people(request).members.require_link(token)
    return await _page(request, link=token)


@post("/first-administrator/{token:str}", status_code=303, request_max_body_size=LARGEST_FORM, act="log-in")
async def use_link(request: AnyRequest, token: FromPath[str]) -> Response[Any] | Template:
    name, password = await _said(request, "name", "password")
    work = _people(request).make_first_administrator(request, token, name, password)
    return await _done(request, work, token)


@post("/refill", status_code=303, request_max_body_size=LARGEST_FORM, act="play")
async def ask_for_refill(request: AnyRequest) -> Response[Any] | Template:
    """Play money for somebody who has lost all of it; back to the table where it was."""
    house: LiveHouse = request.app.state.house
    purse, (table,) = await house.people.find(request), await _said(request, "table")
    if purse is None:
        raise NotAllowed("the house does not know you", accepts="sitting down first")
    try:
        await refill(house.store, purse, await chips_at_tables(house, purse.patron))
    except RulesError as fault:
        return await _page(request, fault)
    for live in house.tables.values():
        if any(watcher.patron == purse.patron for watcher in live.watchers):
            live.delivery.due()
    return Redirect(f"/tables/{table}" if table in house.tables else "/account", status_code=303)


def show_out(house: LiveHouse, patron: str) -> None:
    """End somebody's connections; a browser with another good session comes back by itself."""
    for live in house.tables.values():
        for watcher in [w for w in live.watchers if w.patron == patron]:
            watcher.end(LOGGED_OUT, "you are logged out")


ROUTES: list[Any] = [
    Router(
        "/",
        route_handlers=[show_account, register, log_in, log_out, change_password, ask_for_refill, show_link, use_link],
        exception_handlers=SORRY,
    )
]
