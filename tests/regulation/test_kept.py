"""What is kept of the sources between processes is what reading them again would give."""

from __future__ import annotations

from pathlib import Path

import pytest

from nomorebets.rulebook.kept import read_each


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "nomorebets"


class Reading:
    """Lines of files, and which files were really read."""

    def __init__(self, folder: Path) -> None:
        self.reader, self.folder = folder / "reader", folder
        self.reader.write_text("first way to read")
        self.read: list[str] = []

    def __call__(self, keep_as: str = "lines") -> list[list[str]]:
        def read(path: Path) -> list[str]:
            self.read.append(path.name)
            return path.read_text().splitlines()

        self.read = []
        return list(read_each(sorted(self.folder.glob("*.txt")), read, self.reader, keep_as).values())


def test_only_what_changed_is_read_again(tmp_path: Path, kept: Path) -> None:
    reading = Reading(tmp_path)
    (tmp_path / "a.txt").write_text("1\n2")
    (tmp_path / "b.txt").write_text("3")
    assert (reading(), reading.read) == ([["1", "2"], ["3"]], ["a.txt", "b.txt"])
    assert (reading(), reading.read) == ([["1", "2"], ["3"]], [])
    (tmp_path / "b.txt").write_text("4")
    assert (reading(), reading.read) == ([["1", "2"], ["4"]], ["b.txt"])
    reading.reader.write_text("another way to read")
    assert (reading(), reading.read) == ([["1", "2"], ["4"]], ["a.txt", "b.txt"])
    (tmp_path / "a.txt").unlink()
    assert (reading(), reading.read) == ([["4"]], [])
    assert len(list(kept.iterdir())) == 1


@pytest.mark.parametrize("damage", [b"", b"[1]", b'{"half'])
def test_what_is_damaged_is_read_again(tmp_path: Path, kept: Path, damage: bytes) -> None:
    reading = Reading(tmp_path)
    (tmp_path / "a.txt").write_text("1")
    reading()
    for file in kept.iterdir():
        file.write_bytes(damage)
    assert (reading(), reading.read) == ([["1"]], ["a.txt"])
    assert (reading(), reading.read) == ([["1"]], [])


def test_where_nothing_can_be_kept_it_is_read_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    reading = Reading(tmp_path)
    (tmp_path / "a.txt").write_text("1")
    for _ in range(2):
        assert (reading(), reading.read) == ([["1"]], ["a.txt"])


def test_a_reading_without_a_name_is_not_kept(tmp_path: Path, kept: Path) -> None:
    reading = Reading(tmp_path)
    (tmp_path / "a.txt").write_text("1")
    for _ in range(2):
        assert (reading(keep_as=""), reading.read) == ([["1"]], ["a.txt"])
    assert not kept.exists()
