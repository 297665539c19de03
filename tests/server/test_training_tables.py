"""8.1: help is given at training tables only, and a training table says what it is."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from people import address_in, audited, seated, with_house
from visiting import Visitor

from nomorebets.drivers.chance import SeededChance
from nomorebets.server.book.audit import audit
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.web.app import build_app
from nomorebets.table.record import read


@pytest.mark.parametrize("training", [True, False])
def test_8_1_only_a_training_table_gives_help(tmp_path: Path, training: bool) -> None:
    app = build_app(f"sqlite:///{tmp_path / 'house.db'}", SeededChance(1))
    with Visitor(app) as me:
        asked = {"game": "big-six", "training": "yes" if training else "no"}
        table = me.post("/tables", data=asked, follow_redirects=False).headers["location"].rpartition("/")[2]
        page = me.get(f"/tables/{table}").text
        assert ("No help at this table" in page) is not training
        assert ('id="help-switch"' in page) is training
        assert ("Training table" in me.get(f"/tables/{table}/felt").json()["felt"]) is training
        costs = ["edge" in facts for facts in me.get(f"/tables/{table}/wagers").json()["places"].values()]
        assert any(costs) is training
        for address in (f"/tables/{table}/help", f"/tables/{table}/chart", f"/api/v1/tables/{table}/help"):
            answer = me.get(address, headers={"accept": "application/json"})
            assert (answer.status_code == 200) is training, address
            assert training or "8.1" in answer.text
        with me.websocket_connect(f"/ws/tables/{table}") as wire:
            wire.send_json({"type": "help", "id": "1"})
            refused = next(frame for frame in iter(wire.receive_json, None) if frame["type"] == "refused")
        assert ("8.1" in refused.get("cite", "")) is not training


def test_8_1_a_training_table_says_so_in_its_records_and_in_the_lobby(tmp_path: Path) -> None:
    async def play(house: LiveHouse) -> None:
        for training in (True, False):
            live = await house.open_table("big-six", training=training)
            person = await seated(house, live)
            assert person.view["training"] is training
            await person.do("wager", on="bigsix-1", amount=500)
            await person.do("deal")
            record = read(b"\n".join((await house.store.kept(live.id)).before[0].lines) + b"\n")
            assert record.header.training is training
        await audited(house)

    with_house(tmp_path, play)

    async def restored(house: LiveHouse) -> None:
        assert sorted(live.training for live in house.tables.values()) == [False, True]

    with_house(tmp_path, restored)
    with Visitor(build_app(address_in(tmp_path), SeededChance(1))) as me:
        assert me.get("/").text.count('<span class="tag">training table</span>') == 1
        shown = me.get("/api/v1/tables").json()["tables"]
        assert sorted(table["training"] for table in shown) == [False, True]


def test_8_1_the_audit_holds_records_against_what_their_table_was_opened_as(tmp_path: Path) -> None:
    async def play(house: LiveHouse) -> None:
        person = await seated(house, await house.open_table("big-six", training=True))
        await person.do("wager", on="bigsix-1", amount=500)
        await person.do("deal")

    book = tmp_path / "house.db"
    with_house(f"sqlite:///{book}", play)
    with sqlite3.connect(book) as connection:
        connection.execute("UPDATE tables SET training = 0")
    connection.close()
    assert any("it was a training table" in found.text for found in audit(f"sqlite:///{book}").findings)
