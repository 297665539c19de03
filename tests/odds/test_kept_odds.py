"""Odds that are kept are those that would be worked out; what has other terms or other code is worked out anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nomorebets import kept
from nomorebets.errors import RulesError
from nomorebets.games import open_table
from nomorebets.pricing import kept_odds
from nomorebets.pricing.sheet import OddsSheet, odds_at
from nomorebets.table import Settings


@pytest.fixture
def worked_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were really priced, in a cache of its own."""
    games: list[str] = []

    def counted(table: Any, **asked: Any) -> OddsSheet:
        games.append(table.game.id)
        return odds_at(table, **asked)

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(kept_odds, "odds_at", counted)
    return games


@pytest.mark.parametrize("game", ["craps", "red-dog", "keno"])  # extra figures, decisions, tickets
def test_the_second_time_nothing_is_worked_out_and_all_is_the_same(game: str, worked_out: list[str]) -> None:
    first, second = (kept_odds.kept_odds(open_table(game)).to_dict() for _ in range(2))
    assert worked_out == [game]
    at_once = odds_at(open_table(game)).to_dict()
    assert {**first, "seconds": 0} == {**second, "seconds": 0} == {**at_once, "seconds": 0}


def test_other_terms_other_questions_and_other_code_are_worked_out(
    worked_out: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, single = open_table("big-six"), open_table("roulette", None, Settings({"wheel-kind": "single-zero"}))
    for at, asked in ((table, {}), (table, {"wager": "joker"}), (table, {"stake": "5"}), (single, {})):
        kept_odds.kept_odds(at, **asked)
    kept_odds.kept_odds(open_table("roulette"))
    assert worked_out == ["big-six"] * 3 + ["roulette"] * 2
    monkeypatch.setattr(kept, "code", lambda *outside: b"after an edit")
    kept_odds.kept_odds(table)
    assert worked_out[5:] == ["big-six"]


def test_what_is_damaged_is_worked_out_and_what_is_refused_is_not_kept(worked_out: list[str], tmp_path: Path) -> None:
    table = open_table("big-six")
    whole = kept_odds.kept_odds(table).to_dict()["wagers"]
    (file,) = (tmp_path / "nomorebets").glob("odds-*")
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    assert kept_odds.kept_odds(table).to_dict()["wagers"] == whole
    for _ in range(2):
        with pytest.raises(RulesError, match="joker-9"):
            kept_odds.kept_odds(table, wager="joker-9")
    assert worked_out == ["big-six"] * 4


def test_the_code_is_all_but_what_only_shows(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text("1")
    before = kept.code.__wrapped__(tmp_path)
    (tmp_path / "notes.txt").write_text("1")
    assert kept.code.__wrapped__(tmp_path) == before
    (tmp_path / "game.py").write_text("2")
    assert kept.code.__wrapped__(tmp_path) != before
