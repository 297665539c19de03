"""``nomorebets archive``: records put away in a file, the audit whole with it, read there and brought back."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import zlib
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from test_audit import evening_with_a_shoe

from nomorebets.cli.house import archive as command
from nomorebets.errors import RulesError
from nomorebets.server.book import archive_files
from nomorebets.server.book.archive_files import bring_back, put_away
from nomorebets.server.book.audit import audit
from nomorebets.server.book.changes import StoreError
from nomorebets.server.book.store import Store

LATER = date(9999, 1, 1)
OLD = "SELECT id FROM rounds WHERE number = 1 AND table_id IN (SELECT id FROM tables WHERE rounds > 1) LIMIT 1"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return evening_with_a_shoe(tmp_path_factory.mktemp("evening"))


@pytest.fixture
def book(evening: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(archive_files, "KEPT_AT_A_TABLE", 1)
    monkeypatch.setattr(archive_files, "AT_ONCE", 2)
    return f"sqlite:///{shutil.copy(evening, tmp_path / 'copy.db')}"


def in_book(book: str, work: Any) -> Any:
    async def run() -> Any:
        store = Store(book)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def sql(book: str | Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(str(book).removeprefix("sqlite:///"))) as opened:
        found = opened.execute(query).fetchall()
        opened.commit()
        return found


def archived(book: str, file: Path) -> Any:
    return in_book(book, lambda store: put_away(store, LATER, file))


def test_the_audit_is_whole_with_the_archive_and_says_what_it_left_out_without(book: str, tmp_path: Path) -> None:
    before, lines = audit(book), sql(book, "SELECT count(*) FROM lines")
    done = archived(book, tmp_path / "old.records")
    assert done.rounds > 4
    assert sql(book, "SELECT count(*) FROM lines") < lines
    whole = audit(book, archives=[tmp_path / "old.records"])
    assert (whole.findings, whole.counts["replayed"]) == ([], before.counts["replayed"])
    without = audit(book)
    assert (without.findings, without.counts["archived_and_not_replayed"]) == ([], done.rounds)
    assert without.head.n == before.head.n + 1  # the archive is a link of the chain


def test_the_last_rounds_of_a_table_that_is_open_stay(book: str, tmp_path: Path) -> None:
    archived(book, tmp_path / "old.records")
    left = sql(book, "SELECT count(*) FROM rounds WHERE ended IS NOT NULL AND archive IS NULL")
    open_tables = sql(book, "SELECT count(*) FROM tables WHERE closed IS NULL AND rounds > 0")
    assert left == open_tables
    with pytest.raises(RulesError, match="left to be put away"):
        archived(book, tmp_path / "older.records")


def test_only_rounds_over_before_the_day_go(book: str, tmp_path: Path) -> None:
    first = date.fromisoformat(sql(book, "SELECT min(ended) FROM rounds")[0][0][:10])
    with pytest.raises(RulesError, match=f"before {first}"):
        in_book(book, lambda store: put_away(store, first, tmp_path / "old.records"))


def test_a_checkpoint_holds_where_the_archive_is_given_and_is_refused_where_it_is_not(
    book: str, tmp_path: Path
) -> None:
    checkpoint, file = tmp_path / "checkpoint", tmp_path / "old.records"
    audit(book, checkpoint=checkpoint)
    archived(book, file)
    done = audit(book, checkpoint=checkpoint, archives=[file])
    assert (done.findings, done.counts["replayed"]) == ([], 1)
    with pytest.raises(RulesError, match=r"--archive old\.records"):
        audit(book, checkpoint=checkpoint)


def test_brought_back_the_book_is_as_it_was(book: str, tmp_path: Path) -> None:
    lines = sql(book, "SELECT * FROM lines ORDER BY round_id, n")
    done = archived(book, tmp_path / "old.records")
    assert in_book(book, lambda store: bring_back(store, tmp_path / "old.records")) == done.rounds
    assert sql(book, "SELECT * FROM lines ORDER BY round_id, n") == lines
    assert audit(book).findings == []
    with pytest.raises(RulesError, match="are in the book"):
        in_book(book, lambda store: bring_back(store, tmp_path / "old.records"))


def test_a_file_that_was_altered_or_is_of_another_book_is_refused(book: str, tmp_path: Path) -> None:
    file = tmp_path / "old.records"
    archived(book, file)
    round_id, packed = sql(file, "SELECT round_id, record FROM records LIMIT 1")[0]
    other = zlib.decompress(packed).replace(b'"answer":{', b'"answer":{ ', 1)
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("UPDATE records SET record = ? WHERE round_id = ?", (zlib.compress(other), round_id))
        opened.commit()
    with pytest.raises(RulesError, match="no archive of this book, or it was altered"):
        audit(book, archives=[file])
    with pytest.raises(RulesError, match="no archive of this book, or it was altered"):
        in_book(book, lambda store: bring_back(store, file))
    (tmp_path / "words").write_text("no archive at all")
    with pytest.raises(RulesError, match="is no archive of records"):
        audit(book, archives=[tmp_path / "words"])


def test_a_link_of_an_archive_that_was_altered_is_found(book: str, tmp_path: Path) -> None:
    archived(book, tmp_path / "old.records")
    sql(book, "UPDATE archives SET rounds = rounds + 1")
    assert [finding.kind for finding in audit(book).findings] == ["chain"]


def test_a_record_that_does_not_end_as_it_was_sealed_is_not_put_away(book: str, tmp_path: Path) -> None:
    sql(book, f"DELETE FROM lines WHERE round_id = ({OLD}) AND n > 3")
    with pytest.raises(StoreError, match="does not end with what was sealed"):
        archived(book, tmp_path / "old.records")
    assert not (tmp_path / "old.records").exists()


def test_the_command_puts_away_reads_and_brings_back(book: str, tmp_path: Path) -> None:
    file, run = str(tmp_path / "old.records"), CliRunner()
    round_id = sql(book, OLD)[0][0]
    record = b"".join(line + b"\n" for (line,) in sql(book, f"SELECT line FROM lines WHERE round_id = '{round_id}'"))
    put = run.invoke(command, ["put", file, "--before", "9999-01-01", "--db", book])
    assert put.exit_code == 0, put.output
    assert run.invoke(command, ["read", file, round_id]).stdout_bytes == record
    with pytest.raises(StoreError, match=r"put away in the archive old\.records"):
        in_book(book, lambda store: store.archive.record(round_id))
    back = run.invoke(command, ["restore", file, "--db", book])
    assert back.exit_code == 0, back.output
    assert in_book(book, lambda store: store.archive.record(round_id)) == record
