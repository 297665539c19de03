"""``audit --checkpoint``: what was replayed is not replayed again, and nothing can be hidden under it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from people import Person, with_house
from test_audit import ALTERED, COMMAND, an_evening, evening_with_a_shoe, resealed, sql
from test_sealed_rounds import play_round

from nomorebets.errors import RulesError
from nomorebets.server.book import audit_checkpoints, audit_rounds
from nomorebets.server.book.audit import audit
from nomorebets.server.tables.service import LiveHouse


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds are read by threes, and vouched for after every third."""
    monkeypatch.setattr(audit_rounds, "AT_ONCE", 3)
    monkeypatch.setattr(audit_checkpoints, "WRITTEN_EVERY", 3)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return evening_with_a_shoe(tmp_path_factory.mktemp("evening"))


@pytest.fixture
def book(evening: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(evening, tmp_path / "copy.db"))


@pytest.fixture
def vouched(book: Path, tmp_path: Path) -> Path:
    """The checkpoint of a book that is in order."""
    path = tmp_path / "checkpoint.json"
    done = audit(f"sqlite:///{book}", checkpoint=path)
    assert done.findings == []
    assert done.counts["replayed"] == done.counts["rounds"]
    return path


def test_what_was_replayed_is_not_replayed_again(book: Path, vouched: Path) -> None:
    before = vouched.read_bytes()
    done = audit(f"sqlite:///{book}", checkpoint=vouched)
    assert done.findings == []
    assert done.counts["replayed"] == 1  # the round that is under way
    assert vouched.read_bytes() == before
    assert audit(f"sqlite:///{book}").counts["replayed"] == done.counts["rounds"]


def test_it_goes_on_from_a_checkpoint_with_what_was_played_since(book: Path, vouched: Path) -> None:
    """Also at a table of which the checkpoint knows the shoe."""

    async def go_on(house: LiveHouse) -> None:
        live = next(live for live in house.tables.values() if live.table.game.id == "minibaccarat")
        patron = next(iter(live.seats.values())).patron
        for _ in range(2):
            await play_round(live, Person(live, await house.people.purse(patron)))
        await an_evening(house)

    rounds = audit(f"sqlite:///{book}").counts["rounds"]
    with_house(f"sqlite:///{book}", go_on)
    done = audit(f"sqlite:///{book}", checkpoint=vouched)
    assert done.findings == []
    assert done.counts["replayed"] == done.counts["rounds"] - rounds + 1
    assert audit(f"sqlite:///{book}", checkpoint=vouched).counts["replayed"] == 2


@pytest.mark.parametrize("what", ALTERED)
def test_nothing_that_is_altered_hides_under_a_checkpoint(book: Path, vouched: Path, what: str) -> None:
    """Everything that an audit finds without one, it finds with one."""
    sql(book, ALTERED[what][0])
    alone = [f for f in audit(f"sqlite:///{book}").findings if f.kind != "checkpoint"]
    with_it = [f for f in audit(f"sqlite:///{book}", checkpoint=vouched).findings if f.kind != "checkpoint"]
    assert alone
    assert with_it == alone


def test_a_book_written_anew_does_not_fit_its_checkpoint(book: Path, vouched: Path) -> None:
    """Every hash computed anew: nothing else would tell."""
    sql(book, "UPDATE postings SET at = '2020-01-01' WHERE n = 1")
    resealed(book)
    assert audit(f"sqlite:///{book}").findings == []
    (finding,) = audit(f"sqlite:///{book}", checkpoint=vouched).findings
    assert (finding.kind, finding.where) == ("checkpoint", str(vouched))


def test_a_book_that_was_cut_off_does_not_fit_its_checkpoint(book: Path, vouched: Path, tmp_path: Path) -> None:
    """An earlier copy in its place."""

    async def more(house: LiveHouse) -> None:
        await an_evening(house)

    early = Path(shutil.copy(book, tmp_path / "early.db"))
    with_house(f"sqlite:///{book}", more)
    assert audit(f"sqlite:///{book}", checkpoint=vouched).findings == []
    shutil.copy(early, book)
    assert {f.kind for f in audit(f"sqlite:///{book}", checkpoint=vouched).findings} == {"checkpoint"}


def test_an_audit_that_is_broken_off_goes_on_where_it_was(
    book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, examine, seen = tmp_path / "checkpoint.json", audit_rounds.RoundsAudit._examine, 0

    def breaks_off(*given: object) -> None:
        nonlocal seen
        seen += 1
        if seen > 7:
            raise KeyboardInterrupt
        examine(*given)  # type: ignore[arg-type]

    with monkeypatch.context() as broken:
        broken.setattr(audit_rounds.RoundsAudit, "_examine", breaks_off)
        with pytest.raises(KeyboardInterrupt):
            audit(f"sqlite:///{book}", checkpoint=path)
    assert json.loads(path.read_text())["rounds"] == 6
    done = audit(f"sqlite:///{book}", checkpoint=path)
    assert done.findings == []
    assert done.counts["replayed"] == done.counts["rounds"] - 6


def test_nothing_is_vouched_for_once_something_is_found(book: Path, tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.json"
    sql(book, ALTERED["an amount"][0])
    assert audit(f"sqlite:///{book}", checkpoint=path).findings
    assert not path.exists()


def test_another_program_replays_everything_once_more(book: Path, vouched: Path) -> None:
    said = json.loads(vouched.read_text())
    vouched.write_text(json.dumps(said | {"code": "another"}))
    done = audit(f"sqlite:///{book}", checkpoint=vouched)
    assert done.findings == []
    assert done.counts["replayed"] == done.counts["rounds"]
    assert json.loads(vouched.read_text()) == said


@pytest.mark.parametrize("content", ["", "[]", "{}", "no checkpoint at all"])
def test_a_file_that_is_no_checkpoint_is_refused_and_kept(book: Path, tmp_path: Path, content: str) -> None:
    path = tmp_path / "letter.txt"
    path.write_text(content)
    with pytest.raises(RulesError, match="is no checkpoint"):
        audit(f"sqlite:///{book}", checkpoint=path)
    assert path.read_text() == content


def test_a_checkpoint_of_another_book_is_refused(book: Path, vouched: Path, tmp_path: Path) -> None:
    other = Path(shutil.copy(book, tmp_path / "other.db"))
    with pytest.raises(RulesError, match=r"is no checkpoint of .*other\.db"):
        audit(f"sqlite:///{other}", checkpoint=vouched)


def test_the_command_takes_a_checkpoint(book: Path, tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.json"
    words = [*COMMAND, "--db", f"sqlite:///{book}", "--checkpoint", str(path), "--json"]
    counts = []
    for _ in range(2):
        done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        counts.append(json.loads(done.stdout)["counts"])
    assert counts[0]["replayed"] == counts[0]["rounds"]
    assert counts[1]["replayed"] == 1
