"""A shoe at a live table: sealed as a whole before its first card, and followed from the first card to the last."""

from __future__ import annotations

import copy
import hashlib
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from people import Person, seated, with_house
from sqlalchemy import select
from test_sealed_rounds import play_round, secrets_of

from nomorebets.drivers.chance import SecureChance, SeededChance
from nomorebets.errors import ScriptError
from nomorebets.fairness import verify_round
from nomorebets.fairness.bundle import VERIFIER, bundle_of, shoe_of
from nomorebets.fairness.series import LONGEST, Series, fresh_series, goes_on, length_for
from nomorebets.games import game_ids, open_table
from nomorebets.procedures.shoe import SHOE
from nomorebets.server.book import schema
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.web.app import build_app
from nomorebets.table import Settings
from nomorebets.table.felt import Opening

Bundle = dict[str, Any]


def test_a_series_is_fixed_by_its_root_and_tells_nothing_of_its_other_rounds() -> None:
    series = Series("table", 3, 8, bytes(range(48)))
    seals = {number: series.seal(number) for number in range(3, 11)}
    assert len({seal.seed for seal in seals.values()}) == len({seal.salt for seal in seals.values()}) == 8
    for number, seal in seals.items():
        place = {"first": 3, "path": series.path(number)}
        assert verify_round.root_of(seal.commitment, number, place) == series.root
        if number > 3:
            with pytest.raises(verify_round.Refused, match="none of those"):
                verify_round.root_of(seal.commitment, number + 8, place)
            assert verify_round.root_of(seal.commitment, number - 1, place) != series.root
    for number in (2, 11):
        with pytest.raises(ScriptError, match=f"round {number} is none"):
            series.seal(number)
    assert series.secret.hex() not in repr(series)
    assert Series("table", 3, 1, bytes(48)).root == Series("table", 3, 1, bytes(48)).seal(3).commitment
    assert fresh_series("table", 1, 2).secret != fresh_series("table", 1, 2).secret


def test_a_series_is_longer_than_any_shoe() -> None:
    """Eight decks have 416 cards, and every round takes at least one."""
    assert LONGEST > 8 * 52
    assert LONGEST & (LONGEST - 1) == 0
    for game in map(open_table, game_ids()):
        assert length_for(game.game) == (LONGEST if game.game.memory.remembers else 1)


def test_rounds_belong_together_while_a_shoe_is_in_use_or_wagers_stand() -> None:
    shoe = next(table.game for table in map(open_table, game_ids()) if SHOE in table.game.memory.remembers)
    assert not goes_on(shoe, Opening())
    assert not goes_on(shoe, Opening({SHOE: "", "last-hand": ""}))
    assert goes_on(shoe, Opening({SHOE: "8As"}))
    assert goes_on(shoe, Opening({SHOE: "", f"other-{SHOE}": "8As"})) == (f"other-{SHOE}" in shoe.memory.remembers)
    none = next(table.game for table in map(open_table, game_ids()) if "meter" in table.game.memory.remembers
                and SHOE not in table.game.memory.remembers)  # fmt: skip
    assert goes_on(none, Opening({"meter": "100"}))
    assert not goes_on(none, Opening())


async def shoe_bundle(house: LiveHouse, round_id: str) -> Bundle:
    """As the house gives it out."""
    rounds = []
    for one in await house.store.archive.sealed_with(round_id):
        row = await house.store.archive.opened_seal(one)
        assert row is not None
        content = await house.store.archive.record(one)
        rounds.append(bundle_of(content, row.seal, row.words, row.published, row.series))
    told: Bundle = json.loads(json.dumps(shoe_of(rounds)))
    return told


def with_shoe(
    folder: Path, game: str, work: Callable[[LiveHouse, LiveTable, Person], Awaitable[None]], **options: str
) -> None:
    async def run(house: LiveHouse) -> None:
        live = await house.open_table(game, settings=Settings(options), standing="floorperson")
        person = Person(live, await house.people.create(money=10_000_000))
        await person.do("sit", amount=10_000_000)
        await work(house, live, person)

    with_house(folder, run, SeededChance(5))


SHOES = [game for game in game_ids() if SHOE in open_table(game).game.memory.remembers
         and not open_table(game).game.terms.why_not_alone]  # fmt: skip


@pytest.mark.parametrize("game", SHOES)
def test_a_shoe_is_followed_from_its_first_card_to_its_last(game: str, tmp_path: Path) -> None:
    """One seal for the whole of it, noted before the first wager; another for the next shoe."""

    async def work(house: LiveHouse, live: LiveTable, person: Person) -> None:
        noted, first = person.view["series"], live.round.id
        assert len(noted) == 64
        assert noted != person.view["commitment"]
        for _ in range(200):
            await play_round(live, person)
            if not live.round.opening.state.get(SHOE):
                break
            assert person.view["series"] == noted
        assert person.view["series"] not in ("", noted)
        told = await shoe_bundle(house, first)
        assert len(told["rounds"]) == live.rounds > 5
        report = verify_round.verify(copy.deepcopy(told), noted)
        assert f"{live.rounds} rounds, sealed together" in report[-2]
        with pytest.raises(verify_round.Refused, match="not what you noted"):
            verify_round.verify(told, person.view["series"])

    with_shoe(tmp_path, game, work)


@pytest.mark.parametrize("dealing", ["double-shoe", "continuous"])
def test_other_ways_to_deal_can_be_followed_too(dealing: str, tmp_path: Path) -> None:
    async def work(house: LiveHouse, live: LiveTable, person: Person) -> None:
        first, noted = live.round.id, live.round.chance.series
        for _ in range(12):
            await play_round(live, person)
        verify_round.verify(await shoe_bundle(house, first), noted)

    game = next(game for game in SHOES if "double-shoe" in str(open_table(game).game.terms.all_options))
    option = next(o for o in open_table(game).game.terms.all_options if "double-shoe" in o.choices)
    with_shoe(tmp_path, game, work, **{option.id: dealing})


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Bundle:
    """Six rounds of one shoe."""
    told: list[Bundle] = []

    async def work(house: LiveHouse, live: LiveTable, person: Person) -> None:
        first = live.round.id
        for _ in range(6):
            await play_round(live, person)
        told.append(await shoe_bundle(house, first))

    with_shoe(tmp_path_factory.mktemp("shoe"), SHOES[-1], work)
    return told[0]


def rewritten(one: Bundle, change: Callable[[Bundle], object]) -> None:
    """A record with another header, every line hashed anew."""
    previous, lines = "0" * 64, []
    for line in one["record"]:
        body = json.loads(line)
        del body["hash"]
        if body["line"] == "header":
            change(body)
        body["previous"] = previous
        plain = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
        previous = hashlib.sha256(plain.encode()).hexdigest()
        lines.append(f'{plain[:-1]},"hash":"{previous}"}}')
    one["record"] = lines


def _lose_a_card(told: Bundle) -> None:
    def change(header: Bundle) -> None:
        state = header["opening"]["state"]
        number, card = state[SHOE].split()[0][:-2], state[SHOE].split()[0][-2:]
        state[SHOE] = state[SHOE].replace(f"{number}{card}", f"{int(number) - 1}{card}", 1)

    rewritten(told["rounds"][3], change)


def _swap_two_cards(told: Bundle) -> None:
    def change(header: Bundle) -> None:
        state = header["opening"]["state"]
        (one, other, *rest) = state[SHOE].split()
        state[SHOE] = " ".join([f"{int(one[:-2]) - 1}{one[-2:]}", f"{int(other[:-2]) + 1}{other[-2:]}", *rest])

    rewritten(told["rounds"][3], change)


TAMPERED: dict[str, tuple[Callable[[Bundle], object], str]] = {
    "a card lost between rounds": (_lose_a_card, "cards"),
    "two cards exchanged between rounds": (_swap_two_cards, "cards"),
    "rounds in another order": (lambda t: t["rounds"].reverse(), "not in its place|does not begin with"),
    "a round of another series": (lambda t: t["rounds"][1]["series"].update(root="0" * 64), "not sealed together"),
    "another path": (lambda t: t["rounds"][1]["series"]["path"].reverse(), "not sealed with the others"),
    "no path": (lambda t: t["rounds"][1].pop("series"), "sealed by itself"),
    "no rounds": (lambda t: t.update(rounds=[]), "no round in it"),
    "another seal of the whole": (
        lambda t: rewritten(t["rounds"][1], lambda h: h["seal"].update(series="0" * 64)), "another seal of the whole"),
    "another commitment": (
        lambda t: rewritten(t["rounds"][1], lambda h: h["seal"].update(commitment="0" * 64)), "another commitment"),
    "other words": (
        lambda t: rewritten(t["rounds"][1], lambda h: h["seal"].update(words={"1": "x"})), "other words"),
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERED)
def test_a_tampered_shoe_is_found_out(name: str, dealt: Bundle) -> None:
    tamper, expected = TAMPERED[name]
    told = copy.deepcopy(dealt)
    verify_round.verify(copy.deepcopy(told))
    tamper(told)
    with pytest.raises(verify_round.Refused, match=expected):
        verify_round.verify(told)


def test_rounds_that_somebody_may_not_read_are_named_as_missing(dealt: Bundle) -> None:
    told = copy.deepcopy(dealt)
    del told["rounds"][2]
    assert "; not in the file: 3" in verify_round.verify(told)[-2]


def test_the_script_checks_a_shoe_without_this_software(dealt: Bundle, tmp_path: Path) -> None:
    (tmp_path / "shoe.json").write_text(json.dumps(dealt))
    words = [sys.executable, "-I", str(VERIFIER), str(tmp_path / "shoe.json")]
    root = dealt["rounds"][0]["series"]["root"]
    done = subprocess.run([*words, "--commitment", root], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{root} as you noted" in done.stdout
    other = subprocess.run([*words, "--commitment", "0" * 64], capture_output=True, text=True, timeout=60, check=False)
    assert other.returncode == 1


def test_a_series_goes_on_after_a_restart_and_no_round_of_it_is_told_before(tmp_path: Path) -> None:
    noted: dict[str, Any] = {}

    async def before(house: LiveHouse) -> None:
        live = await house.open_table(SHOES[0])
        person = await seated(house, live, 100_000)
        await play_round(live, person)
        noted.update(table=live.id, root=live.round.chance.series, commitment=live.round.chance.commitment)
        noted.update(patron=person.watcher.patron)
        async with house.store.engine.connect() as connection:
            (secret,) = (await connection.scalars(select(schema.series.c.secret))).all()
        told = json.dumps([person.seen, person.view, await shoe_bundle(house, f"{live.id}-1")])
        assert secret not in told
        for salt, seed in (await secrets_of(house)).values():
            assert (salt in told, seed in told) in ((False, False), (True, True))
        assert (await secrets_of(house))[live.round.id][1] not in told

    async def after(house: LiveHouse) -> None:
        live = house.tables[noted["table"]]
        assert (live.round.chance.series, live.round.chance.commitment) == (noted["root"], noted["commitment"])
        person = Person(live, await house.people.purse(noted["patron"]))
        await play_round(live, person)
        assert live.round.chance.series == noted["root"]
        verify_round.verify(await shoe_bundle(house, f"{live.id}-1"), noted["root"])

    with_house(tmp_path, before, SeededChance(1))
    with_house(tmp_path, after, SeededChance(2))


def test_the_record_room_gives_a_whole_shoe(tmp_path: Path) -> None:
    with TestClient(build_app(f"sqlite:///{tmp_path / 'house.db'}", SecureChance())) as client:
        house = client.app.state.house

        async def play() -> tuple[LiveTable, Person, str]:
            live = await house.open_table(SHOES[0])
            person = await seated(house, live, 100_000)
            for _ in range(3):
                await play_round(live, person)
            wheel = await house.open_table("roulette")
            await person.do("leave")
            alone = Person(wheel, person.purse)
            await alone.do("sit", amount=10_000)
            await play_round(wheel, alone)
            return live, person, f"{wheel.id}-1"

        live, person, spun = client.blocking_portal.call(play)
        client.cookies.set("patron", client.blocking_portal.call(house.people.token, person.purse))
        for path in (f"/api/v1/rounds/{live.id}-2/shoe", f"/records/{live.id}-2/shoe.json"):
            told = client.get(path).json()
            assert len(told["rounds"]) == 3
            verify_round.verify(told)
        assert f"/records/{live.id}-2/shoe.json" in client.get(f"/records/{live.id}-2").text
        assert "shoe.json" not in client.get(f"/records/{spun}").text
        one = client.get(f"/api/v1/rounds/{spun}/shoe").json()
        assert [part["round"] for part in one["rounds"]] == [spun]
        verify_round.verify(one)
