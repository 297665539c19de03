"""Requests of one name in two games: each record is read with those of its own game."""

import importlib
import sys
from pathlib import Path

import msgspec
import pytest

from nomorebets.errors import RecordError
from nomorebets.games import game_ids, made_of, packages_of
from nomorebets.regulation import Citation
from nomorebets.table.record import read_all, request_kinds, write
from nomorebets.table.requests import Request

RECORDS = Path(__file__).parent.parent / "records"

SCRIPT = '''
from nomorebets.table.requests import Request

class Flip(Request, frozen=True, tag="flip"):
    """A coin is flipped."""
    {field}
'''


@pytest.fixture(scope="module")
def two_games(tmp_path_factory):
    """Two packages of games from outside, whose scripts both flip a coin; one has its request from a shared package."""
    folder = tmp_path_factory.mktemp("houses")
    for path, text in {
        "house_a/__init__.py": "",
        "house_a/coins/__init__.py": "",
        "house_a/coins/flips.py": SCRIPT.format(field="coin: str"),
        "house_a/toy/__init__.py": "",
        "house_a/toy/game.py": "from house_a.coins.flips import Flip\n",
        "house_b/__init__.py": "",
        "house_b/game.py": SCRIPT.format(field="times: int"),
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield importlib.import_module("house_a.toy.game"), importlib.import_module("house_b.game")
    for name in [name for name in sys.modules if name.startswith(("house_a", "house_b"))]:
        del sys.modules[name]


def read(asked: dict[str, object], packages: frozenset[str]) -> Request:
    kinds = request_kinds(packages)
    return msgspec.convert({**asked, "by": "19:47-8.2"}, kinds, dec_hook=lambda kind, raw: Citation.parse(raw))


def test_each_game_reads_its_own_request_of_that_name(two_games):
    a, b = two_games
    of_a, of_b = made_of("house_a.toy", "house_a.toy.game"), made_of("house_b", "house_b.game")
    assert of_a == {"house_a.toy", "house_a.coins"}
    assert of_b == {"house_b"}
    assert type(read({"ask": "flip", "coin": "dime"}, of_a)) is a.Flip
    assert type(read({"ask": "flip", "times": 3}, of_b)) is b.Flip
    with pytest.raises(msgspec.ValidationError):
        read({"ask": "flip", "times": 3}, of_a)


def test_requests_of_other_games_are_no_part_of_a_record(two_games):
    with pytest.raises(msgspec.ValidationError, match="flip"):
        read({"ask": "flip", "times": 3}, frozenset())


@pytest.mark.parametrize("name", ["punto-banco-natural", "craps-seven-out", "roulette-straight"])
def test_a_record_is_read_though_another_game_has_requests_of_the_same_names(two_games, name):
    class Again(Request, frozen=True, tag="draw"):
        """Another game's draw."""

    request_kinds.cache_clear()
    path = next(iter(sorted(RECORDS.glob(f"{name}*.jsonl")) or sorted(RECORDS.glob(f"{name.split('-')[0]}*.jsonl"))))
    content = path.read_bytes()
    assert b"".join(write(record) for record in read_all(content)) == content
    assert Again.__struct_config__.tag == "draw"


def test_every_game_is_made_of_its_own_folder_and_its_family():
    made = {name: packages_of(name) for name in game_ids()}
    assert all(f"nomorebets.games.{name.replace('-', '_')}" in packages for name, packages in made.items())
    assert "nomorebets.games.baccarat" in made["chemin-de-fer"]
    assert "nomorebets.games.craps" in made["mini-craps"]
    assert made["roulette"] == {"nomorebets.games.roulette"}


def test_a_record_of_a_game_that_nobody_knows_is_refused():
    content = next(RECORDS.glob("roulette*.jsonl")).read_bytes().replace(b'"game":"roulette"', b'"game":"tarot"', 1)
    with pytest.raises(RecordError, match="altered"):
        read_all(content)
