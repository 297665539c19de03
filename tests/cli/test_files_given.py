"""Files as they come: with a byte order mark, not there, or not text."""

import json
import os
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.test_commands import DISPUTE, check_refused, run, spawn
from nomorebets import dispute
from nomorebets.errors import RulesError
from nomorebets.server.book.witness import read_witness
from small_disk import no_file_larger_than


def test_a_record_with_a_byte_order_mark_is_a_record(tmp_path: Path) -> None:
    file = tmp_path / "round.jsonl"
    assert run("deal", "roulette", "--seed", "1", "--record", str(file)).status == 0
    content = BOM_UTF8 + file.read_bytes()
    file.write_bytes(content)
    assert run("dispute", str(file), "--json").json["game"] == "roulette"
    assert run("replay", str(file)).status == 0
    assert dispute(content).game == "roulette"


def test_a_file_that_is_not_there_does_not_keep_the_others_from_being_ruled_on(tmp_path: Path) -> None:
    told, missing = tmp_path / "told.toml", str(tmp_path / "missing.toml")
    told.write_text(DISPUTE)
    for words in (("dispute", missing, str(told)), ("deal", "--transcript", missing, "--transcript", str(told))):
        found = run(*words)
        lines = [json.loads(line) for line in found.out.splitlines()]
        assert lines[0] == {"file": missing, "refused": "No such file or directory"}
        assert (lines[1]["file"], lines[1]["game"], found.status) == (str(told), "roulette", 1)
    check_refused(run("dispute", missing), "No such file")


@pytest.mark.parametrize("option", ["--house", "--export", "--detail"])
def test_what_is_for_one_file_is_refused_for_several(tmp_path: Path, option: str) -> None:
    told, given = tmp_path / "told.toml", tmp_path / "given"
    told.write_text(DISPUTE)
    given.write_text('[[table]]\ngame = "roulette"\n')
    value = "dealer=X" if option == "--detail" else str(given)
    found = run("dispute", str(told), str(told), option, value)
    check_refused(found, "--house, --export and --detail go with one FILE")
    assert (found.status, found.out) == (2, "")
    assert "go with one FILE" not in run("dispute", str(told), option, value).err


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"\x7fELF\x02\x01\x00 \xff\n", "line 1 is not text; accepted"), (b"a b\n", "no head of a chain: 'a b'")],
)
def test_a_witness_that_is_none_is_named_in_words(tmp_path: Path, content: bytes, says: str) -> None:
    file = tmp_path / "heads"
    file.write_bytes(content)
    with pytest.raises(RulesError, match=says):
        read_witness(file)


def test_a_result_that_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    for name in ("odds.csv", "odds.parquet"):
        (tmp_path / name).symlink_to("/dev/full")
        check_refused(run("odds", "big-six", "--out", str(tmp_path / name)), "No space left on device")


@pytest.fixture
def small_disk() -> Iterator[None]:
    with no_file_larger_than(500):
        yield


@pytest.mark.usefixtures("small_disk")
@pytest.mark.parametrize(
    "words",
    [
        ("odds", "big-six", "--out", "result.json"),
        ("odds", "big-six", "--out", "result.csv"),
        ("deal", "big-six", "--rounds", "9", "--record", "result.jsonl"),
        ("report", "big-six", "-o", "result.html", "--without", "cross-check", "--without", "sensitivity"),
        ("strategy", "blackjack", "--chart", "result.svg"),
        ("guide", "big-six", "-o", "."),
    ],
)
def test_what_a_full_disk_does_not_hold_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    check_refused(run(*words), "File too large")
    assert list(tmp_path.iterdir()) == []
    name = next((word for word in words if word.startswith("result")), "big-six-wheel-guide.html")
    Path(name).write_text("of yesterday")
    check_refused(run(*words), f"{name}: File too large")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [(name, "of yesterday")]


def test_a_compiled_module_that_is_cut_off_is_said_in_a_sentence(tmp_path: Path) -> None:
    """Python itself does not notice that a disk was full when it kept one."""
    kept = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path), "PYTHONDONTWRITEBYTECODE": ""}
    assert spawn("games", env=kept).returncode == 0
    (module,) = tmp_path.rglob("nomorebets/games/__init__.*.pyc")
    module.write_bytes(module.read_bytes()[:500])
    told = spawn("games", env=kept)
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.startswith("\nnomorebets: a compiled module of Python is cut off")  # click begins a line


def test_a_result_takes_the_place_of_one_as_it_lies_there(tmp_path: Path) -> None:
    kept, link = tmp_path / "kept.json", tmp_path / "link.json"
    kept.write_text("of yesterday")
    kept.chmod(0o640)
    link.symlink_to(kept)
    assert run("odds", "big-six", "--out", str(link)).status == 0
    assert (link.is_symlink(), kept.stat().st_mode & 0o777) == (True, 0o640)
    assert json.loads(kept.read_text())["game"] == "big-six"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["kept.json", "link.json"]
