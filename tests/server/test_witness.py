"""Heads of the chain kept elsewhere: in a file, by whoever asks, and at another house."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar.testing import TestClient
from people import seated, with_house
from serving import eventually, serving
from test_audit import COMMAND, resealed, sql

from nomorebets.errors import RulesError
from nomorebets.server.book.audit import audit
from nomorebets.server.book.chain import START, Head
from nomorebets.server.book.store import Store
from nomorebets.server.book.witness import Heads, Witnessed, read_witness
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.web.api import heads as heads_of_others
from nomorebets.server.web.app import build_app
from nomorebets.server.web.witnessing import WitnessFile, Witnessing


async def an_hour(house: LiveHouse) -> None:
    person = await seated(house, await house.open_table("roulette"))
    await person.do("wager", on="red", amount=500)
    await person.do("deal")


def test_heads_go_to_a_file_when_the_chain_has_grown(tmp_path: Path) -> None:
    file = tmp_path / "heads.txt"

    async def work(house: LiveHouse) -> None:
        witnessing = Witnessing(house.store, [str(file)])
        witnessing.open()
        await witnessing.note()
        await an_hour(house)
        await witnessing.note()
        await witnessing.note()  # nothing new
        await an_hour(house)
        await witnessing.close()

    with_house(f"sqlite:///{tmp_path / 'house.db'}", work)
    heads = read_witness(file)
    assert [head.n for head in heads] == sorted({head.n for head in heads})
    done = audit(f"sqlite:///{tmp_path / 'house.db'}", witness=heads)
    assert done.findings == []
    assert done.counts["heads_witnessed"] == len(heads) >= 2
    assert (heads[-1].n, heads[-1].seal) == (done.head.n, done.head.seal)


def test_a_witness_finds_a_chain_that_was_written_anew_or_cut_off(tmp_path: Path) -> None:
    book = tmp_path / "house.db"
    with_house(f"sqlite:///{book}", an_hour)
    head = audit(f"sqlite:///{book}").head
    noted = Witnessed(head.seal, head.n, "kept line 1", "2024-01-01")
    for other in (Witnessed("0" * 63 + "1", head.n, "kept"), Witnessed(head.seal, head.n + 1, "kept")):
        assert [f.where for f in audit(f"sqlite:///{book}", witness=[other]).findings] == ["kept"]
    sql(book, "UPDATE postings SET at = '2020-01-01' WHERE n = 1")
    resealed(book)
    assert audit(f"sqlite:///{book}").findings == []
    (finding,) = audit(f"sqlite:///{book}", witness=[noted]).findings
    assert (finding.kind, finding.where) == ("head", "kept line 1")


def test_a_head_may_be_noted_with_its_number_or_without() -> None:
    links = [Head(n, f"{n:064x}") for n in range(1, 5)]

    def missed(*noted: Witnessed) -> int:
        heads = Heads(noted)
        for link in links:
            heads.see(link)
        return len(heads.faults())

    assert missed(Witnessed.noted(str(links[2]))) == missed(Witnessed.noted(links[2].seal)) == 0
    assert missed(Witnessed.noted(START)) == missed(Witnessed.noted(str(Head()))) == 0
    assert missed(Witnessed.noted(f"2 {links[2].seal}")) == 1
    assert missed(Witnessed.noted("f" * 64), Witnessed.noted("5 " + "f" * 64)) == 2


def test_a_file_that_is_something_else_is_refused_and_not_written_to(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear surveillance,\n")
    with pytest.raises(RulesError, match="line 1 is no head of a chain"):
        WitnessFile(file)
    assert file.read_text() == "Dear surveillance,\n"
    with pytest.raises(RulesError, match="cannot be written"):
        WitnessFile(tmp_path / "missing" / "heads.txt")
    with pytest.raises(RulesError, match="cannot be read"):
        read_witness(tmp_path / "missing.txt")


def test_a_line_that_was_being_written_when_the_machine_stopped_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "heads.txt"
    whole = f"2024-01-01T00:00:00+00:00 7 {'a' * 64}\n"
    file.write_text(whole + whole[:40])
    assert [head.n for head in read_witness(file)] == [7]


def test_a_witness_that_cannot_be_reached_stops_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(f"sqlite:///{tmp_path / 'house.db'}")
        house = LiveHouse(store)
        await house.open()
        witnessing = Witnessing(store, ["http://127.0.0.1:1/"])
        await an_hour(house)
        await witnessing.note()
        await an_hour(house)
        await house.close(before=witnessing.close)

    asyncio.run(work())


@pytest.fixture
def other(tmp_path: Path) -> Iterator[str]:
    folder = tmp_path / "other"
    folder.mkdir()
    with serving(folder) as address:
        yield address


def test_another_house_keeps_the_heads_of_this_one(tmp_path: Path, other: str) -> None:
    """Under an id of its own, which it has also after a restart; the audit holds the book against them."""
    book, ids = f"sqlite:///{tmp_path / 'house.db'}", list[str]()

    async def work(house: LiveHouse) -> None:
        for _ in range(2):
            witnessing = Witnessing(house.store, [f"{other}/"])
            await an_hour(house)
            await witnessing.note()
        token = await house.store.secret(f"witness {other}", "")
        mine = httpx.get(f"{other}/api/v1/me", headers={"Authorization": f"Bearer {token}"}).json()
        ids.append(mine["patron"])

    with_house(book, work)
    kept = httpx.get(f"{other}/api/v1/heads/{ids[0]}").text
    (tmp_path / "heads.txt").write_text(kept)
    heads = read_witness(tmp_path / "heads.txt")
    assert len(heads) == 2
    assert audit(book, witness=heads).findings == []
    head = audit(book).head
    assert (heads[-1].n, heads[-1].seal) == (head.n, head.seal)


def test_what_was_left_at_a_house_is_never_changed(other: str) -> None:
    guest = httpx.post(f"{other}/api/v1/patrons", headers={"Idempotency-Key": "a-guest-of-this-house"}).json()
    headers = {"Authorization": f"Bearer {guest['token']}"}

    def leave(n: int, seal: str) -> int:
        return httpx.post(f"{other}/api/v1/heads", json={"n": n, "seal": seal}, headers=headers).status_code

    assert leave(5, "a" * 64) == 200
    assert leave(5, "a" * 64) == 200  # the same once more
    assert leave(5, "b" * 64) == 409
    assert leave(4, "b" * 64) == 409
    assert leave(6, "b" * 64) == 200
    assert leave(7, "not a seal") == 400
    assert httpx.post(f"{other}/api/v1/heads", json={"n": 8, "seal": "a" * 64}).status_code in (401, 403)
    kept = httpx.get(f"{other}/api/v1/heads/{guest['patron']}").text
    assert [line.split()[1:] for line in kept.splitlines()] == [["5", "a" * 64], ["6", "b" * 64]]
    assert httpx.get(f"{other}/api/v1/heads/nobody").status_code == 404
    # ten at once, then one in five seconds: far more than a slow machine is given meanwhile
    assert any(leave(n, "c" * 64) == 429 for n in range(7, 60))


def test_so_many_heads_of_one_house_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept already may be left once more."""
    assert heads_of_others.MOST == 10_000
    monkeypatch.setattr(heads_of_others, "MOST", 2)
    with TestClient(build_app(f"sqlite:///{tmp_path / 'house.db'}")) as client:
        guest = client.post("/api/v1/patrons", headers={"Idempotency-Key": "a-guest-of-this-house"}).json()
        client.headers["authorization"] = f"Bearer {guest['token']}"
        left = [client.post("/api/v1/heads", json={"n": n, "seal": "a" * 64}) for n in (1, 2, 3, 2)]
    assert [answer.status_code for answer in left] == [200, 200, 409, 200]
    assert left[2].json()["accepts"] == "coming in as somebody else"


def test_the_command_serves_with_a_witness_and_audits_by_it(tmp_path: Path) -> None:
    file, book = tmp_path / "heads.txt", f"sqlite:///{tmp_path / 'house.db'}"
    with serving(tmp_path, "--witness", str(file)) as address:
        httpx.post(f"{address}/api/v1/patrons", headers={"Idempotency-Key": "a-guest-of-this-house"})
        shown = httpx.get(f"{address}/api/v1/head").json()
        eventually(file.exists, "no witness")
    assert (tmp_path / "house.log").read_text() == ""
    last = read_witness(file)[-1]
    assert (last.n, last.seal) == (shown["n"], shown["seal"])
    words = [*COMMAND, "--db", book, "--witness", str(file), "--json"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, json.loads(done.stdout)["counts"]["heads_witnessed"]) == (0, len(read_witness(file)))
    file.write_text(f"2024-01-01 1 {'a' * 64}\n")
    wrong = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert wrong.returncode == 1
