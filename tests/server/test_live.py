"""The house over the wire: pages, cookies, the WebSocket, and what it does with nonsense."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from visiting import Visitor

from nomorebets.drivers.chance import SeededChance
from nomorebets.library import game_ids
from nomorebets.server.web.app import build_app
from rounds import FROM_FILES, SAMPLES

Frame = dict[str, Any]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with Visitor(build_app(f"sqlite:///{tmp_path / 'house.db'}", SeededChance(1))) as client:
        client.get("/")
        yield client


def opened(client: TestClient[Any], game: str = "roulette", **settings: str) -> str:
    answer = client.post("/tables", data={"game": game, **settings}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


class Talk:
    """A conversation over one socket."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.events: list[Frame] = []
        self.view: Frame = {}
        self._said = 0

    def next(self, *types: str) -> Frame:
        while True:
            frame: Frame = json.loads(self.socket.receive_text())
            if frame["type"] == "event":
                self.events.append(frame)
            if frame["type"] == "state":
                self.view = frame["view"]
            if frame["type"] in types:
                return frame

    def say(self, type: str, **fields: Any) -> Frame:
        self._said += 1
        self.socket.send_text(json.dumps({"type": type, "id": str(self._said), **fields}))
        answer = self.next("ack", "refused")
        if answer["type"] == "ack":
            self.next("state")
        return answer


def test_a_round_over_the_wire(client: TestClient[Any]) -> None:
    table, began = opened(client), time.time() * 1000 - 1
    with client.websocket_connect(f"/ws/tables/{table}") as socket:
        talk = Talk(socket)
        state = talk.next("state")
        assert state["view"]["you"] is None
        assert began <= state["ts"] <= time.time() * 1000 + 1
        assert talk.say("sit", amount="200")["type"] == "ack"
        assert talk.view["you"] == 1
        assert talk.view["purse"] == 80_000
        talk.say("wager", on="red", amount=1_000)
        assert talk.say("deal")["type"] == "ack"
        assert next(e["words"] for e in talk.events if e["request"] == "announce") == "“No More Bets”"
        ruling = talk.view["rulings"][0]
        assert ruling["wager"] == "red"
        assert ruling["href"].startswith("/rules/13:69F-5.")
        assert client.get(ruling["href"]).status_code == 200
        assert talk.view["seats"][0]["stack"] == 20_000 + ruling["net"]
    with client.websocket_connect(f"/ws/tables/{table}?after=3") as socket:
        again = Talk(socket)
        assert again.next("state")["view"]["you"] == 1
        assert [(e["seq"], e["ts"]) for e in again.events] == [(e["seq"], e["ts"]) for e in talk.events if e["seq"] > 3]
        assert state["ts"] <= again.events[0]["ts"] <= again.events[-1]["ts"] <= time.time() * 1000 + 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        '"sit"',
        "1e999",
        '{"type": null}',
        '{"type": {"a": []}}',
        "\u0000",
        '{"id": 7}',
        "x" * 5000,
    ],
)
def test_nonsense_is_refused_and_the_talk_goes_on(client: TestClient[Any], text: str) -> None:
    with client.websocket_connect(f"/ws/tables/{opened(client)}") as socket:
        talk = Talk(socket)
        talk.next("state")
        socket.send_text(text)
        assert talk.next("refused")["accepts"]
        assert talk.say("sit", amount="100")["type"] == "ack"


@pytest.mark.parametrize("amount", [0, -1, "0", "-5", "1e3", 1.5, True, None, [], {}, 10**30, "five", "0.001", "1,00"])
def test_amounts_that_are_none(client: TestClient[Any], amount: object) -> None:
    with client.websocket_connect(f"/ws/tables/{opened(client)}") as socket:
        talk = Talk(socket)
        talk.next("state")
        talk.say("sit", amount="100")
        assert talk.say("wager", on="red", amount=amount)["type"] == "refused"
        assert talk.say("wager", on=["red"], amount=500)["type"] == "refused"
        assert talk.say("buy-in", amount=10**9)["type"] == "refused"
        assert talk.say("clear")["type"] == "ack"
        assert talk.view["seats"][0]["stack"] == 10_000


def test_a_stranger_watches_and_another_site_does_not(client: TestClient[Any]) -> None:
    table = opened(client)
    client.cookies.clear()
    with client.websocket_connect(f"/ws/tables/{table}") as socket:
        talk = Talk(socket)
        talk.next("state")
        assert "nobody knows you" in talk.say("sit")["reason"]
    with client.websocket_connect("/ws/tables/none") as socket, pytest.raises(WebSocketDisconnect) as end:
        socket.receive_text()
    assert end.value.code == 4404
    elsewhere = {"origin": "http://elsewhere"}
    with pytest.raises(WebSocketDisconnect) as end:  # before the connection is accepted
        client.websocket_connect(f"/ws/tables/{table}", headers=elsewhere).__enter__()
    assert end.value.code == 4403


def test_the_lobby_has_every_game(client: TestClient[Any]) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    for game in game_ids():
        assert f'value="{game}"' in page.text
    table = opened(client, name="<script>alert(1)</script>")
    assert "<script>alert" not in client.get("/").text
    assert "<script>alert" not in client.get(f"/tables/{table}").text


@pytest.mark.parametrize("game", [*game_ids(), *SAMPLES, *FROM_FILES[-2:]])
def test_every_table_page_is_small_and_whole(client: TestClient[Any], game: str) -> None:
    table = opened(client, game, training="yes")
    page = client.get(f"/tables/{table}")
    assert page.status_code == 200
    assert len(page.content) < 300_000
    assert 'class="place' in page.text or "data-number=" in page.text
    felt = client.get(f"/tables/{table}/felt").json()["felt"]
    assert 'class="felt' in felt


def test_illegal_tables_are_refused_with_the_paragraph_and_what_is_possible(client: Visitor) -> None:
    client.become("floorperson")
    wrong = {"game": "roulette", "even-money-on-zero": "triple", "limits.table.min": "10", "limits.table.max": "5"}
    answer = client.post("/tables", data=wrong)
    assert answer.status_code == 422
    named = r"<li>Even-money wagers on zero lose = &#39;triple&#39;.*13:69F-5\.2\(b\).*Possible: half, whole"
    assert re.search(named, answer.text, re.S)
    assert "a minimum of $10 above the maximum of $5" in answer.text
    early = client.post("/tables", data={"game": "roulette", "as_of": "1990-01-01", "even-money-on-zero": "whole"})
    assert early.status_code == 422
    assert "1998-08-17" in early.text
    odds = client.post("/tables", data={"game": "roulette", "more": "pay-table.straight = 30 to 1"})
    assert "the minimum is 35 to 1" in odds.text
    assert client.post("/tables", data={"game": "roulette"}, headers={"origin": "http://elsewhere"}).status_code == 403


def test_the_form_offers_odds_and_limits_to_those_who_may_set_them(client: Visitor) -> None:
    for game, own, count in (("casino-war", "tie-odds", ""), ("punto-banco", "tie-odds", "decks")):
        guest = client.get(f"/tables/new?game={game}").text
        assert f'<select id="option-{own}"' in guest
        assert not count or f'<input id="option-{count}"' in guest
        assert "limits.table" not in guest
        assert 'name="more"' not in guest
    client.become("floorperson")
    form = client.get("/tables/new?game=casino-war").text
    for field in ('<input id="option-tie-odds"', 'name="limits.table.min"', 'name="limits.table.max"', 'name="more"'):
        assert field in form
    table = opened(client, **{"limits.table.max": "100", "more": "pay-table.red = 2 to 1"})
    assert client.get(f"/api/v1/tables/{table}").status_code == 200


@pytest.mark.parametrize(
    "settings",
    [
        {"more": "pay-table.red = 999999999 to 1"},
        {"more": "limits.red.max = 5"},
        {"pay-table.red": "2 to 1"},
        {"limits.table.max": "100"},
        {"smallest-chip": "0.01"},
        {"game": "casino-war", "tie-odds": "9999"},
        {"game": "sic-bo", "single-triple-pays": "9000 to 1"},
        {"game": "caribbean-stud", "progressive-initial": "1000000"},
        {"game": "big-six", "wheel": " ".join(["joker"] * 48 + "$1 $2 $5 $10 $20 flag".split())},
    ],
)
def test_a_patron_sets_no_odds_and_no_limits(client: Visitor, settings: dict[str, str]) -> None:
    asked = {"game": "roulette", **settings}
    answer = client.post("/tables", data=asked, follow_redirects=False)
    assert answer.status_code == 403
    assert "no patron may set the odds, the limits and other sums of a table" in answer.text
    assert client.app.state.house.tables == {}
    if settings.get("more") != "pay-table.red = 999999999 to 1":
        client.become("floorperson")
        assert client.post("/tables", data=asked, follow_redirects=False).status_code == 303


@pytest.mark.parametrize("settings", [{"game": "red-dog", "decks": "3"}, {"game": "craps", "fire-max": "10"}])
def test_a_patron_chooses_options_and_decks(client: Visitor, settings: dict[str, str]) -> None:
    opened(client, **settings)


@pytest.mark.parametrize("path", ["/nowhere", "/tables/none", "/static/none.js", "/drawn/card/Zz", "/art/none.svg"])
def test_what_is_not_there_is_one_sentence(client: TestClient[Any], path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "Traceback" not in answer.text


def test_beside_each_wager_stand_payout_edge_and_rule(client: TestClient[Any]) -> None:
    table = opened(client, training="yes")
    places: Frame = {}
    for _ in range(200):
        found = client.get(f"/tables/{table}/wagers").json()
        places = found["places"]
        if found["complete"]:
            break
    assert places["straight:17"]["edge"] == "1/19"
    assert places["red"]["edge"] == "1/38"
    assert places["split:17-20"]["pays"] == "17 to 1"
    assert all(facts["cite"] and facts["pays"] for facts in places.values())


def test_help_knows_the_best_play_of_whose_turn_it_is(client: TestClient[Any]) -> None:
    table = opened(client, "three-card-poker", training="yes")
    with client.websocket_connect(f"/ws/tables/{table}") as socket:
        talk = Talk(socket)
        talk.next("state")
        talk.say("sit", amount="200")
        talk.say("wager", on="ante", amount=1_000)
        talk.say("deal")
        assert talk.view["ask"]["choices"] == ["play", "fold"]
        found: Frame = {}
        for _ in range(20):
            found = client.get(f"/tables/{table}/help").json()
            if found["complete"]:
                break
        best = found["best"]["choice"]
        costs = {choice["choice"]: choice["cost"] for choice in found["choices"]}
        assert set(costs) == {"play", "fold"}
        assert costs[best] == ""
        assert all(cost.startswith(("$", "less")) for choice, cost in costs.items() if choice != best)
        assert found["costs"][0]["more"] == "0.000%"


def test_help_weighs_a_call_of_chemin_de_fer(client: TestClient[Any]) -> None:
    table = opened(client, "chemin-de-fer", training="yes", **{"compulsory-play": "free"})
    with client.websocket_connect(f"/ws/tables/{table}") as socket:
        talk = Talk(socket)
        talk.next("state")
        talk.say("sit", amount="500")
        rounds, until, found = 0, time.monotonic() + 90, {"choices": []}
        while rounds < 100 and time.monotonic() < until:
            ask = talk.view["ask"]
            if ask and ask["choices"] == ["card", "stay"]:
                found = client.get(f"/tables/{table}/help").json()
                if found["choices"]:
                    break
                if not found["complete"]:  # on a busy machine it is asked for again, as the page does
                    time.sleep(0.1)
                    continue
            rounds += 1
            if ask and ask["amount_for"]:
                talk.say("decide", choice=ask["amount_for"], amount=ask["least"])
            elif ask:
                talk.say("decide", choice=ask["choices"][0])
            else:
                talk.say("wager", on="punt", amount=1_000)  # whoever banks after a coup has somebody to play against
                talk.say("deal")
        assert found["choices"], f"no call was weighed in {rounds} steps"
        costs = {choice["choice"]: choice["cost"] for choice in found["choices"]}
        assert set(costs) == {"card", "stay"}
        assert costs[found["best"]["choice"]] == ""
        assert all(choice["share"] for choice in found["choices"])
        assert "equilibrium" in found["against"]


def test_only_what_may_be_wagered_now_is_offered(client: TestClient[Any]) -> None:
    table = opened(client, "craps")
    assert client.get(f"/tables/{table}/closed").json() == {}  # whoever watches wagers nothing
    with client.websocket_connect(f"/ws/tables/{table}") as socket:
        talk = Talk(socket)
        talk.next("state")
        talk.say("sit", amount="200")
        closed = client.get(f"/tables/{table}/closed").json()["1"]
        assert "pass" not in closed
        assert "field" not in closed
        assert closed["come"]
        assert closed["pass-odds"]
        for place, why in closed.items():
            answer = talk.say("wager", on=place, amount=1_200)
            assert answer["type"] == "refused", place
            assert answer["cite"], place
            assert why in answer["reason"] or "$" in answer["reason"], place


def test_the_results_before_are_shown(client: TestClient[Any]) -> None:
    table = opened(client)
    assert client.get(f"/tables/{table}/results").text == ""
    with client.websocket_connect(f"/ws/tables/{table}") as socket:
        talk = Talk(socket)
        talk.next("state")
        talk.say("sit", amount="200")
        came = []
        for number in range(1, 4):
            talk.say("wager", on="red", amount=500)
            talk.say("deal")
            came.insert(0, talk.view["tableau"]["wheel"])
            assert talk.view["round"] == number + 1
    shown = client.get(f"/tables/{table}/results").text
    assert re.findall(r"<li[^>]*>([^<]+)</li>", shown) == came
