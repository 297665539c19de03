"""The verifier on its own: real rounds of every game pass, and whatever is tampered with is found."""

import ast
import copy
import hashlib
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from rounds_sealed import dealt, recorded, told_seal

from nomorebets import game_ids
from nomorebets.equipment.balls import BALLS
from nomorebets.equipment.packs import PACKS
from nomorebets.equipment.tiles import TILES
from nomorebets.errors import RecordError, ScriptError
from nomorebets.fairness import verify_round
from nomorebets.fairness.bundle import VERIFIER, bundle_of
from nomorebets.fairness.sealed import STREAM, Seal
from nomorebets.fairness.series import Series
from nomorebets.table.felt import Opening
from rounds import FROM_FILES, SAMPLES

Bundle = dict[str, Any]
WORDS = {"10": "out", "3:B": "twelve", "3": "séven"}
DOCS = Path(__file__).parents[2] / "docs" / "fairness.md"


def bundle(game: str, number: int = 1, words: dict[str, str] | None = None, opening: Opening | None = None) -> Bundle:
    seal = told_seal(number)
    play = dealt(game, seal, words, opening)
    return bundle_of(recorded(play), seal, words or {}, "2026-01-01T00:00:00")


def verified(content: Bundle, *more: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the script as a stranger would, without this package in reach."""
    (folder / "round.json").write_text(json.dumps(content))
    (folder / "verify_round.py").write_bytes(VERIFIER.read_bytes())
    script = [sys.executable, "-I", "verify_round.py", "round.json", *more]
    return subprocess.run(script, cwd=folder, capture_output=True, text=True, check=False)


def test_the_script_imports_nothing_but_the_standard_library() -> None:
    found = {
        (node.module if isinstance(node, ast.ImportFrom) else name.name).partition(".")[0]
        for node in ast.walk(ast.parse(VERIFIER.read_text()))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert found <= set(sys.stdlib_module_names)
    assert "nomorebets" not in found


def test_the_script_runs_alone(tmp_path: Path) -> None:
    content = bundle("roulette", words=WORDS)
    done = verified(content, "--commitment", content["commitment"], folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 draw follows from the seed" in done.stdout
    assert "is the one you noted" in done.stdout


@pytest.mark.parametrize("game", [*game_ids(), *SAMPLES, *FROM_FILES])
def test_rounds_of_every_game_follow_from_their_seal(game: str) -> None:
    """Two rounds one after the other, so that shoes and points of an earlier round are met; with words and without."""
    opening = None
    for number, words in ((1, WORDS), (2, {})):
        play = dealt(game, told_seal(number), words, opening)
        content = bundle_of(recorded(play), told_seal(number), words)
        found = verify_round.verify(json.loads(json.dumps(content)), content["commitment"])
        asked = sum(entry.request.asks == "chance" for entry in play.entries)
        assert len(content["draws"]) == asked > 0
        assert ("1 draw follows" if asked == 1 else f"{asked} draws follow") in found[0]
        assert not any("look at them yourself" in line for line in found)  # the script knows this equipment
        opening = play.next_opening


def test_every_kind_of_chance_and_of_patrons_answer_is_known_to_the_script() -> None:
    from nomorebets.table.record import kinds_of
    from nomorebets.table.requests import ChanceRequest, PatronRequest, Request

    for game in game_ids():
        import_module(f"nomorebets.games.{game.replace('-', '_')}")
    import_module("nomorebets.table.balls")
    import_module("nomorebets.table.card_decisions")
    kinds = [
        kind for kind in kinds_of(Request) if kind not in (PatronRequest, ChanceRequest)
    ]  # of which no script yields one
    asked = {kind.asks: set() for kind in kinds}
    for kind in kinds:
        asked[kind.asks].add(kind.__struct_config__.tag)
    assert asked["chance"] == set(verify_round.CHANCE)
    assert asked["patrons"] == set(verify_round.PATRONS)


@pytest.mark.parametrize(
    ("shuffled", "asked", "fact", "whole"),
    [
        ({"ask": "shuffle", "decks": 1, "pack": "tiles"}, "draw", "card", Counter(TILES)),
        ({"ask": "shuffle", "decks": 1, "pack": "joker"}, "draw", "card", Counter(PACKS["joker"])),
        ({"ask": "load-balls"}, "draw-ball", "ball", Counter(BALLS)),
    ],
)
def test_tiles_balls_and_the_joker_are_counted_like_cards(shuffled, asked, fact, whole) -> None:
    def faces(pieces: Counter[str]) -> list[list[object]]:
        return [[json.dumps({fact: piece}), count] for piece, count in pieces.items()]

    first = next(iter(whole))
    equipment = verify_round.Equipment({})
    equipment.follow(shuffled, {})
    equipment.check({"ask": asked}, faces(whole), "entry 2")
    equipment.follow({"ask": asked}, {fact: first})
    left = whole - Counter([first])
    equipment.check({"ask": asked}, faces(left), "entry 3")
    for wrong in (whole, left - Counter([next(iter(left))])):
        with pytest.raises(verify_round.Refused, match="not those that were left"):
            equipment.check({"ask": asked}, faces(wrong), "entry 3")


@pytest.mark.parametrize("numbers", [[1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6, 8], [1, 2, 3, 4, 5, 6, 7, 7]])
def test_a_device_shows_each_of_its_numbers_alike(numbers) -> None:
    def faces(shown: list[int]) -> list[list[object]]:
        return [[json.dumps({"number": number}), 1] for number in shown]

    equipment, asked = verify_round.Equipment({}), {"ask": "show-number", "most": 7}
    equipment.check(asked, faces([1, 2, 3, 4, 5, 6, 7]), "entry 2")
    loaded = faces([1, 2, 3, 4, 5, 6, 7])
    loaded[0][1] = 2
    for wrong in (faces(numbers), loaded):
        with pytest.raises(verify_round.Refused, match="not all numbers of the device"):
            equipment.check(asked, wrong, "entry 2")


def _swap_answer(content: Bundle) -> None:
    """Another number came up, says a record whose hashes were all made again."""
    _rewrite(content, lambda body: body["request"]["ask"] == "ball-rests" and body.update(answer={"compartment": "00"}))


def _rewrite(content: Bundle, change: Callable[[Bundle], object]) -> None:
    previous, lines = "0" * 64, []
    for line in content["record"]:
        body = json.loads(line)
        del body["hash"]
        if body["line"] == "entry":
            change(body)
        body["previous"] = previous
        plain = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
        previous = hashlib.sha256(plain.encode()).hexdigest()
        lines.append(f'{plain[:-1]},"hash":"{previous}"}}')
    content["record"] = lines


def _other_seal(content: Bundle) -> None:
    """A seed that gives something else, with a commitment made to fit."""
    other = told_seal(99)
    content |= {"seed": other.seed.hex(), "salt": other.salt.hex(), "commitment": other.commitment}


def _reorder_faces(content: Bundle) -> None:
    content["draws"][0]["faces"].reverse()


def _lose_a_face(content: Bundle) -> None:
    faces = content["draws"][0]["faces"]
    at = next(i for i, (text, _) in enumerate(faces) if text == '{"compartment":"00"}')
    faces[at : at + 1] = []
    content["draws"][0]["bound"] -= 1


def _weigh_a_face(content: Bundle) -> None:
    content["draws"][0]["faces"][0][1] += 1
    content["draws"][0]["bound"] += 1


def _flip(field: str) -> Callable[[Bundle], None]:
    def change(content: Bundle) -> None:
        content[field] = ("0" if content[field][0] != "0" else "1") + content[field][1:]

    return change


TAMPERED = {
    "seed": (_flip("seed"), "not those of the commitment"),
    "salt": (_flip("salt"), "not those of the commitment"),
    "commitment": (_flip("commitment"), "not those of the commitment"),
    "round": (lambda c: c.update(round="table-2"), "not those of the commitment"),
    "another seal": (_other_seal, "not the one you noted"),
    "answer": (_swap_answer, "falls on another face"),
    "line altered": (lambda c: c["record"].__setitem__(2, c["record"][2].replace("5", "6")), "was altered"),
    "line lost": (lambda c: c["record"].pop(2), "does not follow the line before it"),
    "record cut short": (lambda c: c["record"].pop(), "not whole"),
    "number": (lambda c: c["draws"][0].update(number=1 - c["draws"][0]["number"]), "the seed gives"),
    "draw left out": (lambda c: c["draws"].pop(), "chance without a draw"),
    "draw doubled": (lambda c: c["draws"].append(c["draws"][0]), "two draws for one entry"),
    "faces in another order": (_reorder_faces, "order of their text"),
    "a face missing": (_lose_a_face, "not the compartments"),
    "a face weighted": (_weigh_a_face, "not the compartments"),
    "word changed": (lambda c: c["words"].update({"1": "seventh"}), "the seed gives"),
    "word added": (lambda c: c["words"].update({"2": "x"}), "the seed gives"),
    "words left out": (lambda c: c.update(words={}), "the seed gives"),
    "words elsewhere": (lambda c: c.update(words_after_entry=2), "at another entry"),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_tampered_round_is_found_out(name: str) -> None:
    tamper, expected = TAMPERED[name]
    content = bundle("roulette", words=WORDS)
    noted = content["commitment"]
    verify_round.verify(copy.deepcopy(content), noted)
    tamper(content)
    if name == "another seal":
        with pytest.raises(verify_round.Refused, match="the seed gives"):
            verify_round.verify(copy.deepcopy(content))
    with pytest.raises(verify_round.Refused, match=expected):
        verify_round.verify(content, None if name == "commitment" else noted)


def test_a_card_that_was_drawn_cannot_be_drawn_again() -> None:
    content = bundle("caribbean-stud")
    draws = content["draws"]
    draws[1]["faces"], draws[1]["bound"] = draws[0]["faces"], 52
    with pytest.raises(verify_round.Refused, match="not those that were left"):
        verify_round.verify(content)


def test_a_stacked_deck_is_found_out() -> None:
    content = bundle("caribbean-stud")
    first = content["draws"][0]
    first["faces"][0][1] += 1
    first["bound"] += 1
    with pytest.raises(verify_round.Refused, match="more often than others"):
        verify_round.verify(content)


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ("craps", "not all throws of the dice"),
        ("sample:stars-and-moons", "not the sections of an upright wheel"),  # of its own file
    ],
)
def test_loaded_dice_and_wheels_are_found_out(game: str, says: str) -> None:
    content = bundle(game)
    faces = content["draws"][0]["faces"]
    faces[0][1], faces[1][1] = faces[0][1] + 1, faces[1][1] - 1
    with pytest.raises(verify_round.Refused, match=says):
        verify_round.verify(content)


def test_exit_status_and_words_of_the_script(tmp_path: Path) -> None:
    content = bundle("roulette")
    content["draws"][0]["number"] += 1
    wrong = verified(content, folder=tmp_path)
    assert wrong.returncode == 1
    assert wrong.stdout.startswith("NOT FAIR: entry ")
    for nonsense in ([], {}, {"format": "nomorebets round 1"}, {**content, "seed": "zz"}, {**content, "record": [1]}):
        unread = verified(nonsense, folder=tmp_path)  # type: ignore[arg-type]
        assert unread.returncode == 2, nonsense
        assert "Traceback" not in unread.stderr
        assert "no round that can be read" in unread.stderr


def test_a_record_is_not_opened_with_another_seal() -> None:
    play = dealt("roulette", told_seal(1))
    with pytest.raises(RecordError, match="otherwise than the seal"):
        bundle_of(recorded(play), told_seal(2), {})


def test_the_documented_vectors() -> None:
    """What docs/fairness.md prints is computed here by the script and by the tables' own code."""
    text = DOCS.read_text()
    said = dict(re.findall(r"^\| ([^|]+?) \| `([^`]+)` \|$", text, re.M))
    seal = Seal("table-1", bytes(range(32)), bytes(range(32, 80)))
    words = {"1": "seven", "3": "out"}
    assert '{"1":"seven","3":"out"}' in text
    assert said["commitment"] == seal.commitment == verify_round.commitment_of("table-1", seal.salt, seal.seed)

    def both(*bounds: int, after: dict[str, str] | None = None) -> str:
        ours, theirs = seal.chance(), verify_round.Stream(seal.seed)
        if after:
            ours.mix_in(after)
            theirs.update(verify_round.words_of({"words": {str(k): v for k, v in after.items()}}))
        numbers = [ours.below(bound) for bound in bounds]
        assert numbers == [theirs.below(bound) for bound in bounds]
        return " ".join(map(str, numbers))

    assert said["first call of 32 bytes"] == verify_round.Stream(seal.seed).generate(32).hex()
    stream = verify_round.Stream(seal.seed)
    assert said["twelve calls of 1 byte"] == " ".join(stream.generate(1).hex() for _ in range(12))
    assert said["numbers below 38"] == both(*[38] * 6)
    assert said["numbers below 52, 51, … 43"] == both(*range(52, 42, -1))
    assert said["numbers below 38 after the words of the example"] == both(*[38] * 6, after=words)
    assert STREAM == b"nomorebets stream 1\n"
    series = Series("table", 1, 2, bytes(range(48)))
    drawn = hashlib.shake_256(b"nomorebets member 1\n" + series.secret + b"table-2").digest(80)
    second = verify_round.commitment_of("table-2", drawn[:32], drawn[32:])
    place = {"first": 1, "path": [series.seal(1).commitment]}
    root = said["root over the rounds `table-1` and `table-2`, whose secret is the bytes 00 to 2f"]
    assert root == series.root == verify_round.root_of(second, 2, place)
    deck = sorted(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
    assert deck[:5] == "2c 2d 2h 2s 3c".split()
    assert f"a first number of 25 is `{deck[25]}`" in text


def test_a_file_without_an_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    with (tmp_path / "vast.json").open("wb") as file:
        file.truncate(10 * 1024**3)  # takes no room on the disk
    words = [sys.executable, str(VERIFIER), str(tmp_path / "vast.json")]
    unread = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert unread.returncode == 2
    assert "no round that can be read: ValueError more than 64,000,000 bytes" in unread.stderr


def test_a_series_seals_its_own_rounds_and_no_other() -> None:
    series = Series("table", 5, 4, bytes(48))
    assert len({series.seal(number).commitment for number in range(5, 9)}) == 4
    for number in (4, 9):
        with pytest.raises(ScriptError, match=f"round {number} is none of those from 5 on"):
            series.seal(number)
