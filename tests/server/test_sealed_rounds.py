"""Sealed rounds at live tables: the commitment comes first, the seed last, and a crash changes nothing."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from people import Person, address_in, seated, with_house
from sqlalchemy import select, text, update

from nomorebets import game_ids
from nomorebets.drivers.chance import SecureChance, SeededChance
from nomorebets.errors import RulesError
from nomorebets.fairness import verify_round
from nomorebets.fairness.bundle import VERIFIER, bundle_of
from nomorebets.server.book import schema
from nomorebets.server.book.audit import audit
from nomorebets.server.book.store import StoreError
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.web.app import build_app
from nomorebets.table.decisions import Ask, AskAll
from nomorebets.table.requests import PatronRequest, TakeWagers
from rounds import SAMPLES

STEPS = 60  # of a round, at the most


async def secrets_of(house: LiveHouse) -> dict[str, tuple[str, str]]:
    """The secrets of every round in the book: salt and seed."""
    async with house.store.engine.connect() as connection:
        rows = await connection.execute(select(schema.seals))
        return {row.round_id: (row.salt, row.seed) for row in rows}


async def opened(house: LiveHouse, round_id: str) -> dict[str, Any]:
    row = await house.store.archive.opened_seal(round_id)
    assert row is not None
    return bundle_of(await house.store.archive.record(round_id), row.seal, row.words, row.published)


async def wager_something(live: LiveTable, person: Person) -> None:
    """The usual wagers of the game, as a newcomer would make them."""
    game = live.table.game
    for on in live.table.usual or [*game.betting.bundles, *live.table.layout][:1]:
        await person.say("wager", on=on, amount=2000)


async def play_round(live: LiveTable, *people: Person) -> None:
    """Wager, deal and decide as nobody would until the round is over."""
    before = live.rounds
    for _ in range(STEPS):
        request = live.round.request
        if isinstance(request, TakeWagers):
            for person in people:
                await wager_something(live, person)
            for person in people:
                await person.say("deal")
        elif isinstance(request, PatronRequest):
            for seat in request.seats():
                turn = next(p for p in people if live.seats[seat].patron == p.watcher.patron)
                usual, choice = request.default(seat), isinstance(request, Ask | AskAll)
                await turn.say("decide", **({"choice": usual.choice} if choice else request.written(seat, usual)))
        if live.rounds > before:
            return
    raise AssertionError(f"a round of {live.table.game.id} does not end")


def alone(game: str) -> bool:
    from nomorebets.games import open_table

    return not open_table(game).game.terms.why_not_alone


@pytest.mark.parametrize("game", [game for game in [*game_ids(), *SAMPLES] if alone(game)])
def test_rounds_of_every_game_can_be_checked_and_tell_nothing_before(game: str, tmp_path: Path) -> None:
    """No frame of a round has its secrets while it goes on; afterwards the verifier agrees with every draw."""

    async def work(house: LiveHouse) -> None:
        live = await house.open_table(game, training=":" in game)  # a sample is only shown
        person = await seated(house, live, 100_000)
        watcher = Person(live, None)
        for word in ("seven", ""):
            round_id, noted = live.round.id, person.view["commitment"]
            assert len(noted) == 64
            if word:
                await person.do("word", word=word)
            await play_round(live, person)
            await person.hear()
            await watcher.hear()
            content = json.loads(json.dumps(await opened(house, round_id)))
            number = len(content["draws"])
            draws = "1 draw follows" if number == 1 else f"{number} draws follow"
            found = verify_round.verify(content, noted)[0]
            assert found == f"round {round_id} of {live.table.game.id}: {draws} from the seed"
            assert content["words"] == ({"1": word} if word else {})
            assert content["draws"]
            told = json.dumps([person.seen, watcher.seen, person.view, watcher.view])
            assert noted in told
            for salt, seed in (await secrets_of(house)).values():
                assert salt not in told
                assert seed not in told
        assert live.round.id in await secrets_of(house)  # the next round is sealed already

    with_house(tmp_path, work, SecureChance())


def test_the_commitment_is_in_the_book_before_anybody_sees_it(tmp_path: Path) -> None:
    """While the book cannot be written nobody is told a commitment; what is told is the one in the book."""

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        person = Person(live, await house.people.create())
        await person.hear()
        writing = asyncio.Event()
        commit = house.store.commit

        async def slowly(changes: Any) -> None:
            await writing.wait()
            await commit(changes)

        house.store.commit = slowly  # type: ignore[method-assign]
        live.receive(person.watcher, {"type": "sit", "id": "1", "amount": 50_000})
        try:
            for _ in range(20):
                await asyncio.sleep(0)
            assert live.round.chance.commitment
            assert person.watcher.frames.empty()
            assert live.round.id not in await secrets_of(house)
        finally:
            writing.set()
        frames = await person.hear()
        told = next(frame["view"]["commitment"] for frame in frames if frame["type"] == "state")
        assert told == live.round.chance.commitment
        async with house.store.engine.connect() as connection:
            row = (await connection.execute(select(schema.seals))).one()
        assert (row.round_id, row.commitment) == (live.round.id, told)

    with_house(tmp_path, work)


def test_the_seal_is_older_than_every_wager_of_its_round(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        person = await seated(house, live)
        for _ in range(3):
            await play_round(live, person)
        async with house.store.engine.connect() as connection:
            seals = {row.round_id: row.published for row in await connection.execute(select(schema.seals))}
            rounds = {row.id: row.started for row in await connection.execute(select(schema.rounds))}
        assert len(rounds) == 3
        assert all(seals[round_id] <= started for round_id, started in rounds.items())

    with_house(tmp_path, work)


@pytest.mark.parametrize("stop_after", ["sitting", "word", "wager", "deal", "first decision"])
def test_a_round_goes_on_from_its_seal_after_a_restart(tmp_path: Path, stop_after: str) -> None:
    """Whatever the moment: the same commitment, the same word, and the cards that would have come anyway."""
    noted: dict[str, Any] = {}

    async def before(house: LiveHouse) -> None:
        live = await house.open_table("let-it-ride")
        person = await seated(house, live)
        noted.update(table=live.id, round=live.round.id, commitment=live.round.chance.commitment, patron=person.purse)
        if stop_after == "sitting":
            return
        await person.do("word", word="mine")
        if stop_after == "word":
            return
        await wager_something(live, person)
        if stop_after == "wager":
            return
        await person.do("deal")
        assert isinstance(live.round.request, Ask)
        if stop_after == "first decision":
            await person.do("decide", choice=live.round.request.default(live.round.request.seat).choice)

    async def after(house: LiveHouse) -> None:
        live = house.tables[noted["table"]]
        assert (live.round.id, live.round.chance.commitment) == (noted["round"], noted["commitment"])
        person = Person(live, await house.people.purse(noted["patron"].patron))
        await play_round(live, person)
        content = await opened(house, noted["round"])
        verify_round.verify(json.loads(json.dumps(content)), noted["commitment"])
        assert content["words"] == ({} if stop_after == "sitting" else {"1": "mine"})

    with_house(tmp_path, before, SeededChance(1))
    with_house(tmp_path, after, SeededChance(2))


def test_a_record_that_does_not_follow_from_its_seal_is_not_played_on(tmp_path: Path) -> None:
    noted: list[str] = []

    async def before(house: LiveHouse) -> None:
        live = await house.open_table("let-it-ride")
        person = await seated(house, live)
        await wager_something(live, person)
        await person.do("deal")
        noted.append(live.id)
        async with house.store.engine.begin() as connection:
            await connection.execute(update(schema.seals).values(seed="00" * 48))

    async def after(house: LiveHouse) -> None:
        assert noted[0] not in house.tables

    with_house(tmp_path, before)
    with_house(tmp_path, after)


def test_a_round_begun_before_there_were_seals_goes_on_without_one(tmp_path: Path) -> None:
    noted: dict[str, Any] = {}

    async def before(house: LiveHouse) -> None:
        live = await house.open_table("let-it-ride")
        person = await seated(house, live)
        await wager_something(live, person)
        await person.do("deal")
        noted.update(table=live.id, round=live.round.id, patron=person.watcher.patron)
        async with house.store.engine.begin() as connection:
            await connection.execute(text("DELETE FROM seals"))

    async def after(house: LiveHouse) -> None:
        live = house.tables[noted["table"]]
        assert live.round.chance.commitment == ""
        person = Person(live, await house.people.purse(noted["patron"]))
        await play_round(live, person)
        assert await house.store.archive.opened_seal(noted["round"]) is None
        assert len(live.round.chance.commitment) == 64  # the next round has one

    with_house(tmp_path, before)
    with_house(tmp_path, after)


def test_a_seal_that_cannot_be_written_is_not_tried_without_a_pause(tmp_path: Path) -> None:
    """A house of an earlier program, opened over a full disk: its tables are closed until the book can be written."""

    async def before(house: LiveHouse) -> None:
        await seated(house, await house.open_table("roulette"))
        async with house.store.engine.begin() as connection:
            await connection.execute(text("DELETE FROM seals"))

    async def after(house: LiveHouse) -> None:
        live, tries, commit = next(iter(house.tables.values())), 0, house.store.commit
        await live.settled()
        async with house.store.engine.begin() as connection:
            await connection.execute(text("DELETE FROM seals"))

        async def full(changes: Any) -> None:
            nonlocal tries
            if changes:
                tries += 1
                raise StoreError("the disk is full; nothing has moved")

        house.store.commit = full  # type: ignore[method-assign]
        await live.reload()
        await asyncio.sleep(0.2)
        assert tries == 1
        assert live.closed
        house.store.commit = commit  # type: ignore[method-assign]
        await live.reload()
        await live.settled()
        assert not live.closed
        assert live.round.id in await secrets_of(house)

    with_house(tmp_path, before)
    with_house(tmp_path, after)


def test_words_are_taken_until_the_first_wager_is_and_only_from_a_seat(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("let-it-ride")
        person = await seated(house, live)
        stranger = Person(live, await house.people.create())
        refused = await stranger.say("word", word="x")
        assert "no seat" in refused["reason"]
        for nonsense in ("", "\n", "x" * 65, 5, None, ["a"]):
            assert (await person.say("word", word=nonsense))["type"] == "refused"
        await person.do("word", word="first")
        await person.do("word", word="second")
        assert person.view["word"] == "second"
        assert "second" not in json.dumps(stranger.view)  # nobody else can choose theirs by it
        await wager_something(live, person)
        await person.do("deal")
        late = await person.say("word", word="third")
        assert "too late" in late["reason"]
        round_id = live.round.id
        await play_round(live, person)
        assert (await opened(house, round_id))["words"] == {"1": "second"}
        assert person.view["word"] == ""

    with_house(tmp_path, work)


def test_who_comes_and_goes_before_the_first_wager_changes_no_card(tmp_path: Path) -> None:
    """Punto banco burns before anybody wagers: the burned cards stay what they were."""

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("punto-banco")
        first = await seated(house, live)
        commitment, burned = live.round.chance.commitment, [str(entry.answer) for entry in live.round.play.entries]  # type: ignore[union-attr]
        second = await seated(house, live)
        await first.do("leave")
        assert [str(entry.answer) for entry in live.round.play.entries] == burned  # type: ignore[union-attr]
        await second.do("leave")
        assert live.round.play is None
        await first.do("sit", amount=10_000)
        assert [str(entry.answer) for entry in live.round.play.entries] == burned
        assert live.round.chance.commitment == commitment
        round_id = live.round.id
        await play_round(live, first)
        verify_round.verify(json.loads(json.dumps(await opened(house, round_id))), commitment)

    with_house(tmp_path, work)


def test_pages_show_the_commitment_before_and_the_seed_after(tmp_path: Path) -> None:
    with TestClient(build_app(f"sqlite:///{tmp_path / 'house.db'}", SecureChance())) as client:
        house = client.app.state.house

        async def begin() -> tuple[LiveTable, Person]:
            live = await house.open_table("let-it-ride")
            person = await seated(house, live)
            await wager_something(live, person)
            await person.do("deal")
            return live, person

        live, person = client.blocking_portal.call(begin)
        client.cookies.set("patron", client.blocking_portal.call(house.people.token, person.purse))
        round_id = live.round.id
        salt, seed = client.blocking_portal.call(secrets_of, house)[round_id]
        paths = ["/", f"/tables/{live.id}", "/records", f"/records/{round_id}", "/fairness"]
        paths += [
            f"/api/v1/rounds/{round_id}/opened",
            f"/records/{round_id}/opened.json",
            f"/records/{round_id}/record.jsonl",
            f"/api/v1/tables/{live.id}",
        ]
        during = {path: client.get(path) for path in paths}
        assert all(seed not in answer.text and salt not in answer.text for answer in during.values())
        assert live.round.chance.commitment in during[f"/tables/{live.id}"].text
        assert during[f"/records/{round_id}/opened.json"].status_code == 404
        client.blocking_portal.call(play_round, live, person)
        page = client.get(f"/records/{round_id}").text
        assert seed in page
        assert salt in page
        content = client.get(f"/records/{round_id}/opened.json")
        assert "attachment" in content.headers["content-disposition"]
        verify_round.verify(content.json())
        assert client.get(f"/api/v1/rounds/{round_id}/opened").json() == content.json()
        next_salt, next_seed = client.blocking_portal.call(secrets_of, house)[live.round.id]
        after = [client.get(path).text for path in (*paths, f"/records/{live.round.id}/opened.json")]
        assert not any(next_seed in text or next_salt in text for text in after)
        assert client.get("/fairness/verify_round.py").content == VERIFIER.read_bytes()
        assert client.get("/records/nothing-1/opened.json").status_code == 404
        client.cookies.clear()
        stranger = client.get(f"/records/{round_id}/opened.json", follow_redirects=False)
        assert stranger.status_code != 200
        assert seed not in stranger.text


def test_a_seal_of_a_round_that_is_not_over_is_not_handed_out(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("let-it-ride")
        person = await seated(house, live)
        assert await house.store.archive.opened_seal(live.round.id) is None
        await wager_something(live, person)
        await person.do("deal")
        assert await house.store.archive.opened_seal(live.round.id) is None
        with pytest.raises(RulesError):
            await house.store.archive.record(live.round.id)

    with_house(tmp_path, work)


def test_words_are_closed_when_the_record_begins_and_stand_in_its_header(tmp_path: Path) -> None:
    """Also where it begins with a decision that others have still to make: what is mixed in is what is written."""
    noted: dict[str, Any] = {}

    async def before(house: LiveHouse) -> None:
        live = await house.open_table("let-it-ride")
        person = await seated(house, live)
        await person.do("word", word="first")
        live.round.keep()
        refused = await person.say("word", word="second")
        assert "too late" in refused["reason"]
        noted.update(table=live.id, patron=person.watcher.patron, commitment=person.view["commitment"])

    async def after(house: LiveHouse) -> None:
        live = house.tables[noted["table"]]
        person = Person(live, await house.people.purse(noted["patron"]))
        assert (await person.say("word", word="second"))["type"] == "refused"
        await play_round(live, person)
        content = await opened(house, f"{live.id}-1")
        header = json.loads(content["record"][0])
        assert header["seal"]["commitment"] == noted["commitment"]
        assert header["seal"]["words"] == content["words"] == {"1": "first"}
        verify_round.verify(json.loads(json.dumps(content)), noted["commitment"], "first")

    with_house(tmp_path, before)
    with_house(tmp_path, after)
    assert audit(address_in(tmp_path)).findings == []
