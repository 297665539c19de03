"""``nomorebets audit``: a real house's book is in order, and whatever is done to it is found and named."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from people import seated, with_house
from test_sealed_rounds import play_round

from nomorebets.server.book.audit import audit
from nomorebets.server.book.chain import Head, seal, seal_closing, seal_commitment
from nomorebets.server.book.changes import Movement, StoreError
from nomorebets.server.tables.service import LiveHouse
from nomorebets.table.record import RecordBegun, read_begun

COMMAND = [sys.executable, "-c", "from nomorebets.cli import main; main()", "audit"]


async def an_evening(house: LiveHouse) -> None:
    """Rounds at three tables: some over, a wager that stands, one that waits, and a decision to come."""
    roulette = await house.open_table("roulette")
    one = await seated(house, roulette, 20_000)
    for _ in range(3):
        await one.do("wager", on="red", amount=500)
        await one.do("wager", on="straight:17", amount=300)
        await one.do("deal")
    await one.do("wager", on="black", amount=700)
    craps = await house.open_table("craps")
    two = await seated(house, craps, 40_000)
    while not craps.round.opening.wagers:
        await two.say("wager", on="pass", amount=1_000)
        await two.do("deal")
    stud = await house.open_table("caribbean-stud")
    three = await seated(house, stud, 30_000)
    await three.do("wager", on="ante", amount=1_000)
    await three.do("deal")
    assert three.view["ask"]["yours"]


def evening_with_a_shoe(folder: Path) -> Path:
    """A book with rounds of a shoe besides."""

    async def work(house: LiveHouse) -> None:
        await an_evening(house)
        live = await house.open_table("minibaccarat")
        person = await seated(house, live, 50_000)
        for _ in range(4):
            await play_round(live, person)

    with_house(folder, work)
    return folder / "house.db"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evening")
    with_house(folder, an_evening)
    return folder / "house.db"


@pytest.fixture
def copy(evening: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(evening, tmp_path / "copy.db"))


def sql(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints=ON")
        for statement in statements:
            assert connection.execute(statement).rowcount != 0, f"nothing was done: {statement}"
        connection.commit()


def asked(path: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def test_a_book_of_either_kind_is_in_order_while_it_is_open_and_after(book: str) -> None:
    async def work(house: LiveHouse) -> None:
        await an_evening(house)
        during = await asyncio.to_thread(audit, house.store.url)
        assert during.findings == []
        assert during.counts["rounds"] >= 5

    with_house(book, work)
    after = audit(book)
    assert after.findings == []
    assert audit(book, str(after.head)).findings == []


ALTERED = {
    "an amount": ("UPDATE postings SET amount = amount + 1 WHERE n = 7", "link 7.* does not fit its seal"),
    "a citation": ("UPDATE postings SET cite = '19:47-5.1(a)' WHERE n = 8", "link 8.* does not fit its seal"),
    "a time": ("UPDATE postings SET at = '2020-01-01' WHERE n = 8", "link 8.* does not fit its seal"),
    "a round": ("UPDATE postings SET round_id = NULL WHERE n = 8", "link 8.* does not fit its seal"),
    "a source": ("UPDATE postings SET source = 'house' WHERE n = 8", "link 8.* does not fit its seal"),
    "a posting lost": ("DELETE FROM postings WHERE n = 8", "links 8 to 8 are missing"),
    "the last posting lost": ("DELETE FROM postings WHERE n = (SELECT max(n) FROM postings)", "head meta"),
    "the first posting lost": ("DELETE FROM postings WHERE n = 1", "links 1 to 1 are missing"),
    "a seal": ("UPDATE postings SET hash = 'x' WHERE n = 5", "link 5.* does not fit its seal"),
    "the head": ("UPDATE meta SET value = '1 x' WHERE name = 'ledger-head'", "head meta.*nothing"),
    "the head lost": ("DELETE FROM meta WHERE name = 'ledger-head'", "head meta.*nothing"),
    "a balance": ("UPDATE accounts SET balance = balance + 5 WHERE kind = 'patron'", "all accounts together are"),
    "an account lost": ("DELETE FROM accounts WHERE kind = 'drop-box'", "drop-box: it is missing"),
    "an account more": ("INSERT INTO accounts VALUES ('patron:y', 'seat', 0)", "kept as seat"),
    "a kind": ("UPDATE accounts SET kind = 'seat' WHERE id = 'house'", "the account is kept as seat"),
    "a closing": ("UPDATE closings SET record = hash WHERE n = (SELECT min(n) FROM closings)", "the closing of round"),
    "a closing lost": ("DELETE FROM closings WHERE n = (SELECT min(n) FROM closings)", "no closing of its record"),
    "a line": ("UPDATE lines SET line = CAST(replace(line, 'red', 'odd') AS BLOB) WHERE n = 1",
               "cannot be read: .*altered"),
    "a line lost": ("DELETE FROM lines WHERE n = 2", "lines are missing"),
    "the last line lost": ("DELETE FROM lines WHERE (round_id, n) IN (SELECT round_id, max(n) FROM lines GROUP BY 1)",
                           "breaks off"),
    "a record lost": ("DELETE FROM lines WHERE round_id LIKE '%-1'", "it has no record"),
    "a result": ("UPDATE results SET net = net + 1 WHERE n = 0", "results of the book are not the rulings"),
    "a result lost": ("DELETE FROM results WHERE n = 1", "results of the book are not the rulings"),
    "a citation lost": ("DELETE FROM cited", "does not say what it cites"),
    "a date": ("UPDATE rounds SET as_of = '2008-07-21'", "the book says .* 2008-07-21"),
    "a game": ("UPDATE tables SET game = 'big-six' WHERE game = 'roulette'", "another game or date than its table"),
    "a number": ("UPDATE rounds SET number = number + 7 WHERE number = 2", "round 2 is missing"),
    "a round opened again": ("UPDATE rounds SET ended = NULL WHERE number = 3", "cannot be read: .*over"),
    "a round ended early": ("UPDATE rounds SET ended = 'now' WHERE ended IS NULL", "breaks off"),
    "a count": ("UPDATE tables SET rounds = rounds + 1 WHERE game = 'roulette'", "4 rounds are over"),
    "a seed": ("UPDATE seals SET seed = replace(seed, '0', '1') WHERE number = 2", "not those of the commitment"),
    "a commitment": ("UPDATE seals SET commitment = 'x' WHERE number = 1", "not those of the commitment"),
    "a salt": ("UPDATE seals SET salt = 'x' WHERE number = 1", "does not follow from its seal"),
    "a word": ("UPDATE seals SET words = '{\"1\":\"x\"}' WHERE number = 1", "answered otherwise than the seal"),
    "a commitment in the chain": ("UPDATE seals SET series = 'x' WHERE n = 6", "link 6: the commitment .* not fit"),
    "a commitment out of the chain": ("UPDATE seals SET n = NULL WHERE number = 2", "not in the chain"),
    "a series": ("UPDATE series SET secret = replace(secret, '0', '1')", "not the one that was fixed with those"),
    "a series lost": ("DELETE FROM series", "what its seal follows from is missing"),
    "the next opening": ("UPDATE tables SET opening = '{}' WHERE game = 'craps'", "else than the last one left"),
    "a table closed": ("UPDATE tables SET closed = 'now' WHERE game = 'caribbean-stud'", "it was abandoned"),
    "a seal lost": ("DELETE FROM seals WHERE number = 2", "its seal is missing"),
    "an order": ("UPDATE seats SET orders = replace(orders, '700', '70000') WHERE orders LIKE '%700%'", "wagers wait"),
    "a wager that stands": ("UPDATE tables SET opening = '{}' WHERE game = 'craps'", "0 cents of wagers stand"),
}  # fmt: skip


@pytest.mark.parametrize("what", ALTERED)
def test_whatever_is_altered_is_found(copy: Path, what: str) -> None:
    statement, named = ALTERED[what]
    sql(copy, statement)
    findings = [f"{f.kind} {f.where}: {f.text}" for f in audit(f"sqlite:///{copy}").findings]
    assert any(re.search(named, finding) for finding in findings), findings


def test_a_whole_round_taken_out_is_found(copy: Path) -> None:
    (gone,) = asked(copy, "SELECT id FROM rounds WHERE game = 'roulette' AND number = 2")[0]
    for table in ("lines", "results", "cited"):
        sql(copy, f"DELETE FROM {table} WHERE round_id = '{gone}'")
    sql(copy, f"DELETE FROM rounds WHERE id = '{gone}'")
    told = {f.text for f in audit(f"sqlite:///{copy}").findings if gone.partition("-")[0] in f.where}
    assert "it moved money, and is missing" in told
    assert "its record was closed, and the round is missing" in told
    assert "3 rounds are over at this table: round 2 is missing" in told


def test_two_postings_that_changed_places_are_found(copy: Path) -> None:
    sql(
        copy,
        "UPDATE postings SET n = -n WHERE n IN (7, 8)",
        "UPDATE postings SET n = 8 WHERE n = -7",
        "UPDATE postings SET n = 7 WHERE n = -8",
    )
    where = {f.where for f in audit(f"sqlite:///{copy}").findings if f.kind == "chain"}
    assert {"link 7", "link 8"} <= where


def resealed(path: Path) -> None:
    """The whole chain computed anew, head and balances included: what somebody would do who knows how."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        head, balances = Head(), dict[str, int]()
        kinds = ("postings", "closings", "seals")
        links = [(kind, row) for kind in kinds for row in connection.execute(f"SELECT * FROM {kind}") if row["n"]]
        for kind, row in sorted(links, key=lambda link: link[1]["n"]):
            n = head.n + 1
            if kind == "closings":
                head = Head(n, seal_closing(n, row["at"], row["round_id"], row["record"], head.seal))
                connection.execute("UPDATE closings SET n = ?, hash = ? WHERE n = ?", (n, head.seal, row["n"]))
            elif kind == "seals":
                published = (row["round_id"], row["commitment"], row["series"])
                head = Head(n, seal_commitment(n, row["published"], *published, head.seal))
                connection.execute("UPDATE seals SET n = ?, hash = ? WHERE n = ?", (n, head.seal, row["n"]))
            else:
                moved = Movement(row["source"], row["target"], row["amount"], row["cite"], row["round_id"])
                head = Head(n, seal(n, row["at"], moved, head.seal))
                connection.execute("UPDATE postings SET n = ?, hash = ? WHERE n = ?", (n, head.seal, row["n"]))
                balances[moved.source] = balances.get(moved.source, 0) - moved.amount
                balances[moved.target] = balances.get(moved.target, 0) + moved.amount
        connection.execute("UPDATE meta SET value = ? WHERE name = 'ledger-head'", (str(head),))
        for account, balance in balances.items():
            connection.execute("UPDATE accounts SET balance = ? WHERE id = ?", (balance, account))
        connection.commit()


def test_a_chain_written_anew_is_found_by_the_records_and_by_a_head_noted_before(copy: Path) -> None:
    noted = str(audit(f"sqlite:///{copy}").head)
    resealed(copy)
    assert audit(f"sqlite:///{copy}", noted).findings == []  # nothing was changed yet
    sql(copy, "UPDATE postings SET amount = amount + 100 WHERE round_id IS NOT NULL AND target LIKE '%/inventory'")
    resealed(copy)
    kinds = {(f.kind, f.text) for f in audit(f"sqlite:///{copy}").findings}
    assert ("round", "the postings of the book are not those of its record") in kinds
    sql(copy, "UPDATE postings SET amount = amount - 100 WHERE round_id IS NOT NULL AND target LIKE '%/inventory'",
        "UPDATE postings SET amount = amount + 100 WHERE round_id IS NULL AND source = 'house'")  # fmt: skip
    resealed(copy)
    assert audit(f"sqlite:///{copy}").findings == []  # nobody without a note could know
    assert [f.where for f in audit(f"sqlite:///{copy}", noted).findings] == ["--head"]


def test_a_record_written_anew_is_found_by_its_closing(copy: Path) -> None:
    ((round_id,),) = asked(copy, "SELECT id FROM rounds WHERE game = 'roulette' AND number = 1")
    lines = [row[0] for row in asked(copy, f"SELECT line FROM lines WHERE round_id = '{round_id}' ORDER BY n")]
    begun, _ = read_begun(lines[:-1])
    forged, previous = [], "0" * 64
    for line in lines:  # the header says that the seat brought more, and every line is sealed anew
        body = json.loads(line)
        body.pop("hash")
        if body["line"] == "header":
            body["seats"] = dict.fromkeys(body["seats"], "99999.00")
        body["previous"] = previous
        again = RecordBegun(begun.header)
        again.last = body.pop("previous")
        forged.append(again._next(body))
        previous = again.last
    with closing(sqlite3.connect(copy)) as connection:
        for n, line in enumerate(forged):
            connection.execute("UPDATE lines SET line = ? WHERE round_id = ? AND n = ?", (line, round_id, n))
        connection.commit()
    told = [(f.where, f.text) for f in audit(f"sqlite:///{copy}").findings]
    assert told == [(round_id, "its record ends with another line than the one that was sealed in the chain")]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=60, check=False)


def test_the_command_says_all_is_in_order_and_changes_nothing(copy: Path) -> None:
    before = copy.read_bytes()
    done = run("--db", f"sqlite:///{copy}")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r": in order\nhead \d+ [0-9a-f]{64}\n$", done.stdout)
    assert copy.read_bytes() == before
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]


def test_a_file_may_be_called_whatever_it_likes(copy: Path) -> None:
    assert audit(f"sqlite:///{copy.rename(copy.with_name('my house #1, 100%.db'))}").findings == []


def test_the_command_names_every_finding(copy: Path) -> None:
    sql(copy, *(ALTERED[what][0] for what in ("an amount", "a result", "a count")))
    done = run("--db", f"sqlite:///{copy}", "--json")
    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert told["in_order"] is False
    assert {f["kind"] for f in told["findings"]} >= {"chain", "balance", "round", "table"}
    assert set(told) == {"database", "schema", "head", "counts", "findings", "in_order"}


def test_what_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("this is no database, however long it may be" * 40)
    sqlite3.connect(tmp_path / "empty.db").close()
    for name in ("missing.db", "text.db", "empty.db"):
        with pytest.raises(StoreError, match=name) as fault:
            audit(f"sqlite:///{tmp_path / name}")
        assert fault.value.accepts
    assert run("--db", f"sqlite:///{tmp_path / 'text.db'}").returncode == 2
    assert not (tmp_path / "missing.db").exists()
