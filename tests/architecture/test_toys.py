"""A game from outside: one folder and one data file, installed as a package; everything works, nothing is touched."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import httpx
import pytest

from nomorebets.client import Client
from nomorebets.server.web.api.shapes import Deal, PlaceWager, Sit
from server.serving import serving

TOYS = Path(__file__).parents[1] / "toys"
PIP = (
    "-m",
    "pip",
    "install",
    "--quiet",
    "--no-deps",
    "--no-index",
    "--no-build-isolation",
    "--disable-pip-version-check",
)


@pytest.fixture(scope="session")
def installed(tmp_path_factory) -> Path:
    """The toys installed, as a user would install a game."""
    folder = tmp_path_factory.mktemp("toys")
    subprocess.run([sys.executable, *PIP, "--target", str(folder), str(TOYS)], check=True)
    return folder


def _path(installed: Path) -> str:
    """Where a process finds the toys beside everything else."""
    return os.pathsep.join([str(installed), *filter(None, [os.environ.get("PYTHONPATH")])])


@pytest.fixture
def nomorebets(installed, tmp_path):
    """The command line of a machine on which the toys are installed."""

    def run(*words: str, status: int = 0, **files: str) -> str:
        for name, text in files.items():
            (tmp_path / f"{name}.toml").write_text(text)
        command, around = [sys.executable, "-m", "nomorebets", *words], {**os.environ, "PYTHONPATH": _path(installed)}
        done = subprocess.run(command, cwd=tmp_path, env=around, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr or done.stdout
        return done.stdout

    return run


def test_it_is_listed(nomorebets):
    games = {entry["game"]: entry for entry in json.loads(nomorebets("games", "--json"))["games"]}
    assert games["under-over"]["name"] == "Under and over seven"
    assert "reconstructed" in nomorebets("rule", "90.1(a)")


def test_it_is_dealt_recorded_and_replayed(nomorebets):
    assert "No more bets" in nomorebets("deal", "under-over", "--seed", "1", "--record", "round.jsonl")
    assert "90.1(b)" in nomorebets("replay", "round.jsonl")


TOLD = """
game = "under-over"
wagers = [ {seat = 1, wager = "seven", amount = "10.00"}, {seat = 2, wager = "over", amount = "10.00"} ]
dice = "3-4"
done = [ {seat = 1, wager = "seven", paid = "30.00"}, {seat = 2, wager = "over", collected = "10.00"} ]
"""


def test_it_is_told_and_ruled_on(nomorebets):
    ruling = json.loads(nomorebets("dispute", "told.toml", "--json", status=1, told=TOLD))
    assert {row["wager"]: row["net"] for row in ruling["required"]} == {"seven": "40.00", "over": "-10.00"}
    assert [(d["seat"], d["wager"]) for d in ruling["differences"]] == [(1, "seven")]


def test_it_is_priced_simulated_and_verified(nomorebets):
    lines = {line["wager"]: line for line in json.loads(nomorebets("odds", "under-over", "--json"))["wagers"]}
    assert {wager: Fraction(line["edge"]) for wager, line in lines.items()} == {
        "under": Fraction(1, 6),
        "seven": Fraction(1, 6),
        "over": Fraction(1, 6),
    }
    simulated = json.loads(nomorebets("simulate", "under-over", "--rounds", "1e6", "--seed", "1", "--json"))
    assert simulated["rounds"] == 1_000_000
    assert json.loads(nomorebets("verify", "under-over", "--rounds", "1e6", "--json"))["holds"]


def test_a_house_that_offers_it_is_checked(nomorebets):
    house = 'licensee = "Toy Palace"\nas_of = 2000-01-01\n[[table]]\nid = "U-1"\ngame = "under-over"\n'
    assert "conforms" in nomorebets("check", "house.toml", house=house)
    low = house + 'pay-table = { seven = "3 to 1" }\n'
    assert "90.1(a)" in nomorebets("check", "house.toml", status=1, house=low)


def test_it_is_drawn_and_played_live(installed, tmp_path):
    async def play(address: str) -> None:
        async with Client(address) as house:
            await house.come_in()
            table = await house.open_table("under-over")
            async with house.wire(table.id) as wire:
                await wire.act(Sit(amount=10_000))
                await wire.act(PlaceWager(on="seven", amount=1_000))
                await wire.act(Deal())
            (over,) = [row async for row in house.rounds(table=table.id)]
            assert [row.wager for row in over.summary] == ["seven"]
            assert over.summary[0].net in (-1_000, 4_000)
            page = httpx.get(f"{address}/tables/{table.id}", headers=house.headers).text
            assert 'data-place="seven"' in page

    with serving(tmp_path, PYTHONPATH=_path(installed)) as address:
        asyncio.run(asyncio.wait_for(play(address), 60))
