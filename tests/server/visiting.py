"""Visitors of the whole application, for the tests: they keep their cookies and fill in forms."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

from litestar.testing import TestClient
from sqlalchemy import insert

from nomorebets.server.book import schema
from nomorebets.server.book.changes import Changes
from nomorebets.server.people.accounts import People
from nomorebets.server.people.rights import Role

FIELD = re.compile(r'name="_csrf_token" value="([0-9a-f]{64})"')


def form_token(page: str) -> str:
    found = FIELD.search(page)
    assert found, page[:400]
    return found[1]


class Form(HTMLParser):
    """What a browser sends of the form with an address, where nobody touches it."""

    def __init__(self, page: str, action: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self._action, self._is_ours, self._list = action, False, ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_ours = has.get("action") == self._action
        elif tag in ("input", "textarea") and self._is_ours:
            self.fields[has["name"]] = has.get("value", "")
        elif tag == "select":
            self._list = has["name"] if self._is_ours else ""
        elif tag == "option" and self._list and (self._list not in self.fields or "selected" in has):
            self.fields[self._list] = has["value"]

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._list = ""
        elif tag == "form":
            self._is_ours = False


async def admitted(people: People, role: Role = "patron") -> str:
    """The token of somebody with a role; passwords are tested elsewhere."""
    purse = await people.create()
    values = {"patron_id": purse.patron, "login": purse.patron, "password": "none", "role": role, "since": "now"}
    changes = Changes()
    changes.do(insert(schema.members).values(values))
    await people._store.commit(changes)
    return await people.token(purse)


class Visitor(TestClient[Any]):
    """A browser as far as forms go: what it posts brings back what the page gave."""

    _given: tuple[str, str] = ("", "")  # the token of a form, and the cookies with which it was given

    def post(self, url: Any, **asked: Any) -> Any:
        if self._given[1] != self._cookies_now():  # whoever stays himself stays on the page
            self._given = form_token(self.get("/tables/new").text), self._cookies_now()
        token = self._given[0]
        if isinstance(asked.get("data"), dict):
            asked["data"] = {"_csrf_token": token, **asked["data"]}
        else:
            asked["headers"] = {"x-csrf-token": token, **(asked.get("headers") or {})}
        return super().post(url, **asked)

    def _cookies_now(self) -> str:
        return str(sorted((cookie.name, cookie.value) for cookie in self.cookies.jar))

    def become(self, role: Role) -> None:
        """Come in as somebody who works here."""
        self.cookies.clear()
        with self.portal() as portal:
            self.cookies.set("patron", portal.call(admitted, self.app.state.house.people, role))

    def answers(self, path: str, **asked: Any) -> int:
        """The status of a page."""
        return int(self.get(path, follow_redirects=False, **asked).status_code)
