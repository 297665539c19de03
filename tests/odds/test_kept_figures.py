"""Figures kept on disk: read again only for the same terms and sources, and never from a damaged file."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from nomorebets import kept


class Figures:
    """Arrays that take long to find out, and how often they were."""

    def __init__(self, folder: Path) -> None:
        self.source, self.times = folder / "source.py", 0
        self.source.write_text("first")

    def __call__(self, about: object = "terms") -> dict[str, list[int]]:
        found = kept.arrays("figures", about, [self.source], self.find)
        return {name: values.tolist() for name, values in found.items()}

    def find(self) -> dict[str, np.ndarray]:
        self.times += 1
        return {"sums": np.arange(40), "best": np.arange(3, dtype=np.uint8)}


RIGHT = {"sums": list(range(40)), "best": [0, 1, 2]}


@pytest.fixture
def figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Figures:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Figures(tmp_path)


def test_they_are_found_once_for_the_same_terms_and_sources(figures: Figures) -> None:
    assert (figures(), figures(), figures.times) == (RIGHT, RIGHT, 1)
    assert (figures("other terms"), figures.times) == (RIGHT, 2)
    figures.source.write_text("second")
    assert (figures(), figures.times) == (RIGHT, 3)


@pytest.mark.parametrize("bound", ["MOST_FILES", "MOST_BYTES"])
def test_of_too_much_the_part_that_was_not_asked_for_is_forgotten(
    figures: Figures, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    figures("first")
    files = [*kept.folder().iterdir()]  # with its lock
    allowed = len(files) * 8 if bound == "MOST_FILES" else sum(file.stat().st_size for file in files) * 8
    monkeypatch.setattr(kept, bound, allowed)
    for n in range(7):
        figures(n)
        for minute, file in enumerate(sorted(kept.folder().iterdir(), key=lambda file: file.stat().st_mtime_ns)):
            os.utime(file, (minute, minute))
        figures("first")  # asked for again and again
    assert figures.times == 8  # as much as may be kept
    figures("one more")
    assert len([*kept.folder().iterdir()]) <= len(files) * 4
    before = figures.times
    assert (figures("one more"), figures("first"), figures.times) == (RIGHT, RIGHT, before)
    assert (figures(0), figures.times) == (RIGHT, before + 1)


def test_a_damaged_file_is_noticed_and_made_again(figures: Figures) -> None:
    figures()
    (file,) = kept.folder().glob("*.sha256")
    whole = file.read_bytes()
    for damaged in (b"", whole[:20], whole[:-30], b"no archive at all"):
        file.write_bytes(damaged)
        before = figures.times
        assert (figures(), figures.times) == (RIGHT, before + 1)
        assert (figures(), figures.times) == (RIGHT, before + 1)


def test_whichever_byte_is_damaged_no_other_figures_are_read(figures: Figures) -> None:
    figures()
    (file,) = kept.folder().glob("*.sha256")
    whole = file.read_bytes()
    for at in range(len(whole)):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :])
        assert figures() == RIGHT, at
    assert figures.times > len(whole) // 2


def test_a_disk_that_is_full_keeps_no_half_of_them(figures: Figures, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert figures() == figures()
    assert figures.times == 2
    assert not [file for file in kept.folder().iterdir() if file.suffix != ".lock"]


def test_where_nothing_can_be_kept_they_are_found_each_time(figures: Figures, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert (figures(), figures(), figures.times) == (RIGHT, RIGHT, 2)


SOLVES = """
import sys, time
from pathlib import Path
import numpy as np
from nomorebets import kept

def find():
    with open(sys.argv[2], "a") as times:
        times.write("found ")
    end = time.monotonic() + 120
    while not Path(sys.argv[1]).exists() and time.monotonic() < end:
        time.sleep(0.02)
    return {"sums": np.arange(40)}

print(kept.arrays("figures", "terms", [], find)["sums"].sum())
"""


def solving(folder: Path, until: str) -> subprocess.Popen[str]:
    """A process that goes on finding out until there is a file."""
    command = [sys.executable, "-c", SOLVES, str(folder / until), str(folder / "times")]
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def began(folder: Path) -> bool:
    """Whether a process finds out, within a time that is ample."""
    end = time.monotonic() + 60
    while not (folder / "times").exists() and time.monotonic() < end:
        time.sleep(0.02)
    return (folder / "times").exists()


def waits_for_it(process: subprocess.Popen[str]) -> None:
    """Until the system has a process wait for a lock."""
    end = time.monotonic() + 60
    while not re.search(rf"-> .* {process.pid} ", Path("/proc/locks").read_text()):
        assert time.monotonic() < end, "it never waited"
        assert process.poll() is None
        time.sleep(0.02)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists who waits for a lock")
def test_of_two_processes_one_finds_out_and_the_other_reads(tmp_path: Path) -> None:
    first = solving(tmp_path, "enough")
    assert began(tmp_path)
    both = [first, solving(tmp_path, ".")]
    waits_for_it(both[1])
    (tmp_path / "enough").touch()
    assert [process.communicate(timeout=60)[0] for process in both] == ["780\n"] * 2
    assert (tmp_path / "times").read_text() == "found "


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists who waits for a lock")
def test_the_lock_of_a_killed_process_holds_nobody_up(tmp_path: Path) -> None:
    killed = solving(tmp_path, "never")
    assert began(tmp_path)
    waits = solving(tmp_path, ".")
    waits_for_it(waits)
    assert (tmp_path / "times").read_text() == "found "
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert waits.communicate(timeout=60)[0] == "780\n"
    assert solving(tmp_path, "never").communicate(timeout=60)[0] == "780\n"  # and what it found is kept
    assert (tmp_path / "times").read_text() == "found found "
