"""Figures kept on disk: read again only for the same terms and sources, and never from a damaged file."""

from __future__ import annotations

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


def test_a_damaged_file_is_noticed_and_made_again(figures: Figures) -> None:
    figures()
    (file,) = kept.folder().iterdir()
    whole = file.read_bytes()
    for damaged in (b"", whole[:20], whole[:-30], b"no archive at all"):
        file.write_bytes(damaged)
        before = figures.times
        assert (figures(), figures.times) == (RIGHT, before + 1)
        assert (figures(), figures.times) == (RIGHT, before + 1)


def test_whichever_byte_is_damaged_no_other_figures_are_read(figures: Figures) -> None:
    figures()
    (file,) = kept.folder().iterdir()
    whole = file.read_bytes()
    for at in range(len(whole)):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :])
        assert figures() == RIGHT, at
    assert figures.times > len(whole) // 2


def test_where_nothing_can_be_kept_they_are_found_each_time(figures: Figures, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert (figures(), figures(), figures.times) == (RIGHT, RIGHT, 2)
