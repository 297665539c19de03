"""Who may do what, cell by cell: every act of the table, tried by everybody over the whole application."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.handlers import ASGIRouteHandler, HTTPRouteHandler, WebsocketRouteHandler
from people import Person, seated, with_house
from visiting import Visitor, admitted, form_token

from nomorebets.drivers.chance import SeededChance
from nomorebets.server.people.rights import ACTS, STANDINGS, NotAllowed, Standing, as_markdown, may, require
from nomorebets.server.tables.watchers import Watcher
from nomorebets.server.web.app import build_app
from nomorebets.server.web.entrance import EntranceSettings

REFUSED = (401, 403)
SECURITY = Path(__file__).parents[2] / "SECURITY.md"


class House(Visitor):
    """A house with a round that is over, and one visitor who is each of them in turn."""

    tokens: dict[str, str]
    round_id: str

    async def prepare(self) -> None:
        house = self.app.state.house
        live = await house.open_table("roulette")
        watcher = Watcher(await house.people.create())
        live.join(watcher)
        for message in ({"type": "sit"}, {"type": "wager", "on": "red", "amount": 1000}, {"type": "deal"}):
            live.receive(watcher, message)
            await live.settled()
        live.receive(watcher, {"type": "leave"})
        await live.settled()
        live.part(watcher)
        self.round_id = (await house.store.archive.find_rounds())[0].id

    def dealt(self) -> str:
        """A table of Caribbean stud where somebody is to decide."""

        async def deal() -> str:
            live = await self.app.state.house.open_table("caribbean-stud")
            watcher = Watcher(await self.app.state.house.people.create())
            live.join(watcher)
            for message in ({"type": "sit"}, {"type": "wager", "on": "ante", "amount": 1000}, {"type": "deal"}):
                live.receive(watcher, message)
                await live.settled()
            return str(live.id)

        with self.portal() as portal:
            return portal.call(deal)

    def as_(self, standing: Standing) -> None:
        self.cookies.clear()
        if standing != "stranger":
            self.cookies.set("patron", self.tokens[standing])

    def table(self) -> str:
        with self.portal() as portal:
            return str(portal.call(self.app.state.house.open_table, "roulette").id)

    def said(self, table: str, message: dict[str, Any]) -> dict[str, Any]:
        """The answer of a table to one message."""
        with self.websocket_connect(f"/ws/tables/{table}") as socket:
            socket.send_json({"id": "1", **message})
            while True:
                frame: dict[str, Any] = socket.receive_json()
                if frame["type"] in ("ack", "refused"):
                    return frame


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    app = build_app(f"sqlite:///{tmp_path_factory.mktemp('house') / 'house.db'}", SeededChance(1))
    with House(app) as client:
        client.tokens = {}
        for standing in STANDINGS[1:]:
            client.become(standing)
            client.tokens[standing] = client.cookies["patron"]
        with client.portal() as portal:
            portal.call(client.prepare)
        yield client


def page(path: str) -> Callable[[House], bool]:
    return lambda house: house.answers(path) not in REFUSED


def form(path: str, **data: str) -> Callable[[House], bool]:
    def send(house: House) -> bool:
        data["_csrf_token"] = form_token(house.get("/floor").text)  # a page that gives no session: a stranger stays one
        answer = super(Visitor, house).post(path, data=data, follow_redirects=False)
        return answer.status_code not in REFUSED

    return send


def message(**said: Any) -> Callable[[House], bool]:
    def send(house: House) -> bool:
        answer = house.said(house.table(), said)
        refusals = r"\bno \w+ may |do not play here|nobody knows you"
        return not re.search(refusals, answer.get("reason", ""))

    return send


def opening(**settings: Any) -> Callable[[House], bool]:
    """A table opened by a program."""

    def send(house: House) -> bool:
        token, key = house.cookies.get("patron", ""), secrets.token_hex(16)
        headers = {"authorization": f"Bearer {token}", "idempotency-key": key}
        answer = super(Visitor, house).post("/api/v1/tables", json={"game": "roulette", **settings}, headers=headers)
        return answer.status_code not in REFUSED

    return send


def leaving_a_head(house: House) -> bool:
    token, said = house.cookies.get("patron", ""), {"n": 1, "seal": "a" * 64}
    answer = super(Visitor, house).post("/api/v1/heads", json=said, headers={"authorization": f"Bearer {token}"})
    return answer.status_code not in REFUSED


def closing(house: House) -> bool:
    return form(f"/tables/{house.table()}/close")(house)


def watching(house: House) -> bool:
    with house.websocket_connect(f"/ws/tables/{house.table()}") as socket:
        return bool(socket.receive_json()["type"] == "state")


def own_round(house: House) -> bool:
    """A round that is not there is told as such to whoever may read any at all."""
    return house.answers("/records/none-1") == 404


def others_round(house: House) -> bool:
    whole = house.answers(f"/records/{house.round_id}") == 200
    listed = house.round_id in house.get("/records").text
    kept = house.answers(f"/records/{house.round_id}/record.jsonl") == 200
    cited = house.round_id in house.get("/rules/13:69F-5.3(a)").text
    api = house.answers(f"/api/v1/rounds/{house.round_id}") == 200
    assert whole == kept == listed == cited == api
    return whole


def hidden(house: House) -> bool:
    """Whether somebody is shown more of a round under way than a spectator; test_secrets.py reads what that is."""
    table = house.dealt()
    record = [house.answers(f"{room}/{table}-1") for room in ("/records", "/api/v1/rounds")]
    seen = house.get(f"/api/v1/tables/{table}").json()["view"]["tableau"]["cards"]
    house.cookies.clear()
    return 200 in record or seen != house.get(f"/api/v1/tables/{table}").json()["view"]["tableau"]["cards"]


def no_way_to_change(house: House) -> bool:
    """There is no route that changes or removes anything of the book."""
    statuses = []
    for method in ("PUT", "PATCH", "DELETE", "POST"):
        for path in (f"/records/{house.round_id}", f"/api/v1/rounds/{house.round_id}", "/ledger"):
            statuses.append(house.request(method, path).status_code)
    return any(status not in (401, 403, 404, 405) for status in statuses)


TRIED: dict[str, list[Callable[[House], bool]]] = {
    "read": [page("/"), page("/rules"), page("/rights"), page("/guides"), page("/api/v1/games"), page("/gallery")],
    "calculate": [page("/odds/roulette"), page("/api/v1/odds/roulette")],
    "drill": [page("/drills"), form("/drills/roulette/pay", course="4", answer0="1")],
    "rule-on-transcript": [page("/floor"), form("/floor", transcript="x")],
    "verify-record": [page("/records"), form("/records/verify", record="x")],
    "log-in": [page("/account"), form("/login", name="x", password="x")],
    "watch": [watching, page("/api/v1/tables")],
    "leave-head": [leaving_a_head],
    "play": [
        *(message(type=t, on="red", amount=100) for t in ("sit", "buy-in", "wager", "deal", "decide", "clear")),
        form("/tournaments/none/enter"),
        form("/tournaments/none/withdraw"),
    ],
    "leave": [message(type="leave"), page("/api/v1/me")],
    "open-table": [form("/tables", game="roulette"), form("/play", game="roulette"), opening()],
    "set-odds-and-limits": [
        form("/tables", game="roulette", more="pay-table.red = 2 to 1"),
        form("/tables", **{"game": "roulette", "limits.table.max": "100"}),
        form("/tables", **{"game": "casino-war", "tie-odds": "99"}),
        opening(pay_table={"red": "2 to 1"}),
        opening(limits={"table": {"max": "100.00"}}),
        opening(options={"smallest-chip": "0.25"}),
    ],
    "call-no-more-bets": [message(type="no-more-bets")],
    "supervise-table": [
        message(type="draft-change", limits={"table": {"max": "50.00"}}),
        message(type="give-notice", change=1, act="posted"),
        message(type="withdraw-change", change=1),
        message(type="allow-exception", seat=1, max="50.00"),
        message(type="end-exception", exception=1),
    ],
    "close-table": [closing],
    "run-tournament": [
        form("/tournaments", file="x"),
        form("/tournaments/none/start"),
        form("/tournaments/none/stop", why="x"),
    ],
    "countersign-chips": [form("/tournaments/none/countersign")],
    "read-own-rounds": [own_round],
    "share-round": [form("/records/none/share"), form("/records/none/withdraw")],
    "read-shared": [page("/shared/none"), page("/embed/rounds/none"), page("/shared/none/felt.png")],
    "own-sessions": [
        page("/sessions"),
        page("/sessions.csv"),
        page("/sessions/goals"),
        form("/sessions/goals", goal="5"),
    ],
    "read-all-rounds": [others_round],
    "record-ruling": [form("/records/none/rulings", what="x", remarks="x")],
    "read-ledger": [page("/ledger")],
    "manage-people": [page("/people"), form("/people", patron="nobody", role="dealer")],
    "see-hidden-cards": [hidden],
    "change-records": [no_way_to_change],
}


def test_every_act_is_tried() -> None:
    assert set(TRIED) == set(ACTS)


@pytest.mark.parametrize("standing", STANDINGS)
@pytest.mark.parametrize("act", ACTS)
def test_who_may_do_what(house: House, act: str, standing: Standing) -> None:
    for attempt in TRIED[act]:
        house.as_(standing)
        assert attempt(house) == may(standing, act), (act, standing)


@pytest.mark.parametrize(
    ("act", "who"), [("set-odds-and-limits", "floorperson, administrator"), ("an-act-nobody-listed", "nobody")]
)
def test_a_refusal_says_who_may(act: str, who: str) -> None:
    with pytest.raises(NotAllowed) as refused:
        require("patron", act)
    assert refused.value.accepts == who


def test_every_route_and_wire_has_an_act_of_the_table(house: House) -> None:
    handlers = [h for route in house.app.routes for h in getattr(route, "route_handlers", [])]
    handlers += [route.route_handler for route in house.app.routes if hasattr(route, "route_handler")]
    named = {str(h): h.opt.get("act") for h in handlers
             if isinstance(h, HTTPRouteHandler | WebsocketRouteHandler | ASGIRouteHandler)}  # fmt: skip
    assert len(named) > 50
    assert {name: act for name, act in named.items() if act not in ACTS} == {}


def test_a_route_without_an_act_is_nobodys(tmp_path: Path) -> None:
    from litestar import get

    @get("/forgotten")
    async def forgotten() -> str:
        return "seen"

    app = build_app(f"sqlite:///{tmp_path / 'house.db'}", SeededChance(1))
    app.register(forgotten)
    with Visitor(app) as client:
        client.become("administrator")
        assert client.answers("/forgotten") == 403


def test_the_page_and_security_md_show_the_table(house: House) -> None:
    assert as_markdown() in SECURITY.read_text()
    shown = house.get("/rights").text
    for act in ACTS.values():
        assert act.says in shown.replace("&#39;", "'")


def test_somebody_elses_seat_is_not_acted_from(house: House) -> None:
    table = house.table()
    house.become("patron")
    assert house.said(table, {"type": "sit", "amount": 10_000})["type"] == "ack"
    house.become("patron")
    for said in ({"type": "wager", "on": "red", "amount": 100, "seat": 1}, {"type": "leave", "seat": 1}):
        assert "no seat" in house.said(table, said)["reason"]
    assert house.said(table, {"type": "sit", "seat": 1, "amount": 100})["type"] == "refused"
    assert house.app.state.house.tables[table].seats[1].stack == 10_000


def test_a_dealer_does_not_wait_for_whoever_is_thinking(tmp_path: Path) -> None:
    async def work(house: Any) -> None:
        live = await house.open_table("roulette")
        first, second = await seated(house, live), await seated(house, live)
        token = await admitted(house.people, "dealer")
        session = await house.people.members.session(token)
        purse = await house.people.purse(session.patron)
        purse.role = session.role
        dealer = Person(live, purse)
        assert "nothing lies" in (await dealer.say("no-more-bets"))["reason"]
        await first.do("wager", on="red", amount=500)
        assert (await first.say("no-more-bets"))["type"] == "refused"
        assert not live.round.has_begun
        await dealer.do("no-more-bets")
        assert live.round.has_begun or live.round.number == 2  # the ball turns, though the second has said nothing
        assert second.view["you"] == 2

    with_house(tmp_path, work)


def test_a_closed_table_pays_everybody_out(house: House) -> None:
    table = house.table()
    house.become("patron")
    house.said(table, {"type": "sit", "amount": 30_000})
    assert "$300 of it in chips" in house.get("/account").text
    token = house.cookies["patron"]
    house.become("floorperson")
    assert "Close the table" in house.get(f"/tables/{table}").text
    assert form(f"/tables/{table}/close")(house)
    assert house.answers(f"/tables/{table}") == 404
    house.cookies.clear()
    house.cookies.set("patron", token)
    page = house.get("/account").text
    assert "$1,000" in page
    assert "in chips" not in page


def test_a_table_is_not_closed_in_the_middle_of_a_round(house: House) -> None:
    table = house.dealt()
    house.become("floorperson")
    assert house.post(f"/tables/{table}/close", data={}).status_code == 400
    assert house.answers(f"/tables/{table}") == 200


def test_too_many_requests_from_one_address_are_turned_away(tmp_path: Path) -> None:
    doors = EntranceSettings(requests_a_second=0.001, requests_at_once=5)
    with Visitor(build_app(f"sqlite:///{tmp_path / 'house.db'}", SeededChance(1), settings=doors)) as client:
        assert [client.answers("/rights") for _ in range(6)] == [200] * 5 + [429]
