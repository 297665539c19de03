"""Games from outside: one folder and one data file each, installed as a package; everything works, nothing is touched.

Under and over seven is the smallest game there is. Twin hands uses what the engine has for larger ones: a joker, two
hands of a seat, decisions of all seats at once, hands that are set, and tickets that no layout lists.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest

from nomorebets.client import Client, Refused, Wire
from nomorebets.server.web.api.shapes import Deal, Decide, PlaceWager, Sit
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
def python(installed, tmp_path):
    """Python on a machine on which the toys are installed."""

    def run(*words: str, status: int = 0) -> str:
        around = {**os.environ, "PYTHONPATH": _path(installed)}
        command = [sys.executable, *words]
        done = subprocess.run(command, cwd=tmp_path, env=around, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr or done.stdout
        return done.stdout

    return run


@pytest.fixture
def nomorebets(python, tmp_path):
    """The command line of that machine; files are written where it runs."""

    def run(*words: str, status: int = 0, **files: str) -> str:
        for name, text in files.items():
            (tmp_path / f"{name}.toml").write_text(text)
        return python("-m", "nomorebets", *words, status=status)

    return run


# --- under and over seven --------------------------------------------------------------------------------------------


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


# --- twin hands ------------------------------------------------------------------------------------------------------


def test_twin_hands_are_listed_and_every_paragraph_is_enforced(nomorebets):
    games = {entry["game"]: entry for entry in json.loads(nomorebets("games", "--json"))["games"]}
    assert games["twin-hands"]["name"] == "Twin hands"
    assert "twin_hands/settlement.py: settle_ticket" in nomorebets("rule", "91.1(d)")
    assert "NOT ENFORCED" not in nomorebets("coverage", "twin-hands")


def test_twin_hands_are_dealt_recorded_and_replayed(nomorebets):
    nomorebets("deal", "twin-hands", "--seats", "7", "--rounds", "20", "--seed", "1", "--record", "rounds.jsonl")
    steps = nomorebets("replay", "rounds.jsonl")
    assert "Jk" in steps  # the pack has its joker
    assert "seat 7 first $10 $20 or second $10 $20" in " ".join(steps.split())
    assert "reproduced by the script" in " ".join(steps.split())


# seat 1 has As 3d and Jk Qs, seat 2 has 2c 4h and 9c Qd; seat 2 sets the lower card of its first hand in front
TWIN_HANDS_TOLD = """
game = "twin-hands"
wagers = [
    { seat = 1, wager = "stake", amount = "10.00" },
    { seat = 2, wager = "stake", amount = "10.00" },
    { seat = 2, wager = "ticket:k-7", amount = "5.00" },
]
cards = "As 2c 3d 4h Jk 9c Qs Qd 7h"
decisions = [
    { seat = 2, choose = "neither" },
    { seat = 1, choose = "second", amount = "15.00" },
    { seat = 2, cards = "2c", hand = 1 },
]
done = [
    { seat = 1, wager = "stake", paid = "9.00" },
    { seat = 1, wager = "second", paid = "1.50" },
    { seat = 2, wager = "stake", collected = "10.00" },
    { seat = 2, wager = "ticket:7-K", paid = "15.00" },
]
"""


def test_twin_hands_are_told_and_ruled_on(nomorebets):
    ruling = json.loads(nomorebets("dispute", "told.toml", "--json", status=1, told=TWIN_HANDS_TOLD))
    assert {(row["seat"], row["wager"]): row["net"] for row in ruling["required"]} == {
        (1, "stake"): "9.00",
        (1, "second"): "1.50",
        (2, "stake"): "-10.00",
        (2, "ticket:7-K"): "25.00",
    }
    assert [(d["seat"], d["wager"]) for d in ruling["differences"]] == [(2, "ticket:7-K")]


@pytest.mark.parametrize(
    ("told", "instead", "why"),
    [
        ('cards = "2c", hand = 1', 'cards = "Qd", hand = 1', "Qd is not in the hand"),
        ('amount = "15.00"', 'amount = "25.00"', "$10 to $20"),
        ("ticket:k-7", "ticket:1-7", "is no wager at this table"),
        ("4h Jk 9c", "4h Jk Jk", "Jk cannot be drawn"),
    ],
)
def test_what_cannot_have_been_at_twin_hands_is_refused(nomorebets, told, instead, why):
    with pytest.raises(AssertionError, match=re.escape(why)):
        nomorebets("dispute", "told.toml", told=TWIN_HANDS_TOLD.replace(told, instead))


def test_twin_hands_are_priced_simulated_and_verified(nomorebets):
    lines = {line["wager"]: line for line in json.loads(nomorebets("odds", "twin-hands", "--json"))["wagers"]}
    assert {name: line["edge"] for name, line in lines.items() if ":" in name} == {
        "ticket:7": "5/53",
        "ticket:7-K": "5/53",
        "ticket:7-K-A": "5/53",
    }
    (ticket,) = json.loads(nomorebets("odds", "twin-hands", "--wager", "ticket:a-2", "--json"))["wagers"]
    assert (ticket["wager"], ticket["edge"]) == ("ticket:2-A", "5/53")
    simulated = json.loads(nomorebets("simulate", "twin-hands", "--rounds", "1e6", "--seed", "1", "--json"))
    assert [line["wager"] for line in simulated["wagers"]] == list(lines)
    assert json.loads(nomorebets("verify", "twin-hands", "--rounds", "1e6", "--json"))["holds"]


AGAINST_THE_SCRIPT = """
from collections import Counter
from nomorebets.drivers.enumeration import enumerate_round, wager_once
from nomorebets.drivers.facet import strategies_of
from nomorebets.games import open_table
from nomorebets.table import Wager
from nomorebets.table.felt import Opening
from twin_hands.odds import showdowns, stake_line, ticket_line

PACK, TICKET = "Jk As Ah Kd Kc 7s", "ticket:7-K"
table = open_table("twin-hands")
wager = wager_once((Wager(1, "stake", 1000), Wager(1, TICKET, 1000)))
for name, decide in strategies_of(table.game).named.items():
    dealt = {"stake": Counter(), TICKET: Counter()}
    choose = lambda request, at: wager(request, at) if request.takes_wagers else decide(request, at)
    for chance, rulings in enumerate_round(table, choose, Opening({"pack": PACK})):
        for line in dealt:
            dealt[line][sum(r.net for r in rulings if (r.wager == TICKET) == (line == TICKET))] += chance
    ends = showdowns(tuple(PACK.split()))
    for line in (stake_line(table, ends, name), ticket_line(table, ends, TICKET)):
        counted = Counter()
        for outcome in line.outcomes:
            counted[outcome.net * 1000] += outcome.probability
        assert counted == dealt[line.wager], (name, line.wager)
"""

BEST_PLAY = """
from collections import Counter
from nomorebets.equipment.packs import pack
from twin_hands.odds import _hands
from twin_hands.settlement import value
from twin_hands.strategies import raise_aces

for first, _, left in _hands(Counter(map(value, pack("joker")))):
    for second, _, rest in _hands(left):
        worth = {"neither": 0}  # of ten units
        for hand, front in (("first", first), ("second", second)):
            worth[hand] = sum(n if dealer < front else -10 * n for dealer, n in rest.items())
        assert worth[raise_aces(first, second)] == max(worth.values()), (first, second)
"""


@pytest.mark.parametrize("program", [AGAINST_THE_SCRIPT, BEST_PLAY], ids=["the script", "the best play"])
def test_the_odds_of_twin_hands_are_those_of(python, program):
    python("-c", program)


def test_a_house_that_offers_twin_hands_is_checked_and_has_its_guide(nomorebets, tmp_path):
    house = """
licensee = "Toy Palace"
as_of = 2000-01-01
[[table]]
id = "T-1"
game = "twin-hands"
pay-table = { "ticket.2" = "6 to 1" }
limits = { ticket = { min = "1.00", max = "50.00" } }
"""
    assert "conforms" in nomorebets("check", "house.toml", house=house)
    assert "91.1(d)" in nomorebets("check", "house.toml", status=1, house=house.replace("6 to 1", "4 to 1"))
    nomorebets("guide", "house.toml", "-o", "guide", house=house)
    guide = (tmp_path / "guide" / "T-1-guide.md").read_text()
    assert "such as a ticket for 7 | 1: 11 to 1; 2: 6 to 1; 3: 3 to 1 | $1 to $50" in guide
    assert "All players decide at once." in guide  # by the outline that the package brings


async def _asked(wire: Wire, **about: object) -> dict[str, Any]:
    """What a person is asked, when it is this."""
    while True:
        ask = wire.view["ask"]
        if ask and ask["yours"] and all(ask.get(name) == value for name, value in about.items()):
            return ask
        await asyncio.sleep(0.01)


async def _raise(first: Wire, second: Wire) -> None:
    """One raises the second hand, the other neither; nobody knows before both have said so."""
    ask = await _asked(first, choices=["first", "second", "neither"])
    assert [(o["name"], o.get("least"), o.get("most")) for o in ask["options"]] == [
        ("first", 1_000, 2_000),
        ("second", 1_000, 2_000),
        ("neither", None, None),
    ]
    cards = first.view["tableau"]["cards"]
    assert "??" not in cards["seat:1"] + cards["seat:1#2"]
    assert cards["seat:2"] == cards["seat:2#2"] == ["??", "??"]
    with pytest.raises(Refused, match="refused"):
        await first.act(Decide(choice="second", amount=2_500))
    await first.act(Decide(choice="second", amount=1_500))
    assert (await _asked(second, seats=[2]))["choices"] == ["first", "second", "neither"]
    assert not any(wager["on"] == "second" for wager in second.view["wagers"])
    await second.act(Decide(choice="neither"))


async def _set(first: Wire, second: Wire, hand: int) -> None:
    """Both set a card of a hand in front."""
    named = {"hand": hand} if hand > 1 else {"hand": None}
    own = (await _asked(first, number=1, name="front", **named))["cards"]
    other = (await _asked(second, number=1, name="front", **named))["cards"]
    assert len(own) == len(other) == 2
    with pytest.raises(Refused, match="is not in the hand"):
        await first.act(Decide(cards=other[:1]))
    await first.act(Decide(cards=own[1:]))
    await second.act(Decide(cards=other[:1]))
    if hand == 1:
        await _asked(first, number=1, name="front", hand=2)
        cards = first.view["tableau"]["cards"]
        assert (cards["seat:1:front"], cards["seat:2:front"]) == (own[1:], ["??"])


def test_two_people_play_twin_hands_at_once_and_see_only_their_own_cards(installed, nomorebets, tmp_path):
    async def play(address: str) -> None:
        async with Client(address) as one, Client(address) as two:
            await one.come_in()
            await two.come_in()
            table = await one.open_table("twin-hands")
            async with one.wire(table.id) as first, two.wire(table.id) as second:
                for wire in (first, second):
                    await wire.act(Sit(amount=20_000))
                    await wire.act(PlaceWager(on="stake", amount=1_000))
                await first.act(PlaceWager(on="ticket:k-7", amount=500))
                page = httpx.get(f"{address}/tables/{table.id}", headers=one.headers).text
                assert 'data-place="stake"' in page
                assert 'data-place="ticket:7-K"' in page
                await first.act(Deal())
                await second.act(Deal())
                await _raise(first, second)
                for hand in (1, 2):
                    await _set(first, second, hand)
            (over,) = [row async for row in one.rounds(table=table.id)]
            assert {(row.seat, row.wager, row.amount) for row in over.summary} == {
                (1, "stake", 1_000),
                (1, "ticket:7-K", 500),
                (1, "second", 1_500),
                (2, "stake", 1_000),
            }
            with pytest.raises(Refused, match="the hand of seat 2 and seat 2, hand 2 was never shown"):
                await one.record(over.id)
            for path in ("floor/twin-hands", "odds/twin-hands", "drawn/card/Jk"):
                assert httpx.get(f"{address}/{path}", headers=one.headers).status_code == 200, path

    with serving(tmp_path, PYTHONPATH=_path(installed)) as address:
        asyncio.run(asyncio.wait_for(play(address), 60))
    assert "1 round" in nomorebets("audit", "--db", f"sqlite:///{tmp_path / 'house.db'}")
