"""nomorebets fairness: test, collect, verifier."""

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets
from nomorebets.errors import RulesError
from nomorebets.fairness.bundle import VERIFIER


def run(*words: str) -> str:
    done = CliRunner().invoke(nomorebets, ["fairness", *words], catch_exceptions=False, standalone_mode=False)
    return done.stdout


def test_the_battery_prints_every_test_and_what_they_say_together() -> None:
    found = json.loads(run("test", "--draws", "1e4", "--seed", "1", "--json"))
    assert found["passed"] is True
    assert (found["draws"], found["confidence"]) == (10_000, 0.99)
    assert all(test["passed"] and 0 <= test["p"] <= test["corrected_p"] <= 1 for test in found["tests"])


def test_a_battery_that_fails_exits_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    from nomorebets.fairness import sealed

    monkeypatch.setattr(sealed.SealedChance, "below", lambda chance, bound: int.from_bytes(chance.take(1)) % bound)
    done = CliRunner().invoke(nomorebets, ["fairness", "test", "--draws", "10000", "--seed", "1"])
    assert done.exit_code == 1
    assert "FAILS" in done.stdout
    assert "none fails" not in done.stdout


def test_raw_output_is_bytes_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "raw.bin"
    run("collect", "raw", "-o", str(file), "--count", "200000")
    content = file.read_bytes()
    about = json.loads((tmp_path / "raw.bin.json").read_text())
    assert len(content) == about["count"] == 200_000
    assert about["sha256"] == hashlib.sha256(content).hexdigest()
    assert "HMAC_DRBG" in about["drawn"]
    assert about["begun_from"] == "the operating system's generator"


@pytest.mark.parametrize(
    ("game", "faces", "total"),
    [("roulette", 38, 38), ("big-six", 7, 54), ("craps", 21, 36), ("sic-bo", 56, 216)],
)
def test_spins_and_throws_stand_below_a_header(tmp_path: Path, game: str, faces: int, total: int) -> None:
    file = tmp_path / "outcomes.txt"
    run("collect", game, "-o", str(file), "--count", "500", "--seed", "7")
    lines = file.read_text().splitlines()
    header = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# "))
    known = dict(json.loads(header["faces"]))
    assert (len(known), sum(known.values())) == (faces, total)
    assert header["game"] == game
    assert "rejection" in header["drawn"]
    assert "the seed 7" in header["begun_from"]
    drawn = Counter(lines[len(header) :])
    assert sum(drawn.values()) == 500
    assert set(drawn) <= set(known)


def test_options_of_the_table_count(tmp_path: Path) -> None:
    file = tmp_path / "single.txt"
    run("collect", "roulette", "-o", str(file), "--count", "5", "--set", "wheel-kind=single-zero")
    header = next(line for line in file.read_text().splitlines() if line.startswith("# faces: "))
    assert len(json.loads(header[9:])) == 37


def test_card_games_give_whole_packs(tmp_path: Path) -> None:
    for game, decks, file in (("caribbean-stud", 1, tmp_path / "one"), ("punto-banco", 8, tmp_path / "eight")):
        run("collect", game, "-o", str(file), "--count", "2")
        packs = [line.split() for line in file.read_text().splitlines() if not line.startswith("#")]
        assert [set(Counter(pack).values()) for pack in packs] == [{decks}] * 2
        assert [len(pack) for pack in packs] == [52 * decks] * 2
        assert packs[0] != packs[1]


def test_numbers_in_place_of_text(tmp_path: Path) -> None:
    for name, more in (("text", ()), ("numbers", ("--numbers",))):
        run("collect", "caribbean-stud", "-o", str(tmp_path / name), "--count", "1", "--seed", "3", *more)
    text, numbers = ((tmp_path / name).read_text().splitlines()[-1].split() for name in ("text", "numbers"))
    deck = sorted(set(text))
    assert [deck[int(number)] for number in numbers] == text


def test_nothing_is_written_over_and_nothing_half_written_stays(tmp_path: Path) -> None:
    file = tmp_path / "raw.bin"
    file.write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        run("collect", "raw", "-o", str(file), "--count", "10")
    assert file.read_bytes() == b"mine"
    fresh = tmp_path / "fresh.bin"
    with pytest.raises(RulesError, match="1 to 1,000,000,000,000"):
        run("collect", "raw", "-o", str(fresh), "--count", "0")
    with pytest.raises(RulesError, match="no game is called"):
        run("collect", "whist", "-o", str(fresh), "--count", "1")
    assert not fresh.exists()


def test_the_verifier_is_printed_as_it_is() -> None:
    assert run("verifier") == VERIFIER.read_text()
