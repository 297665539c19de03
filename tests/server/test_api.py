"""The interface for programs, over the real client and a real server process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from serving import serving

from nomorebets.client import Agree, Client, Deal, Decide, Leave, PlaceWager, Refused, Sit, TakeBack
from nomorebets.fairness import verify_round
from nomorebets.server.web.pages.live import BURST
from nomorebets.table.record import read, reproduce


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("house")
    with serving(folder) as found:
        yield found
    complaints = (folder / "house.log").read_text()  # what is refused at the door is noted, and nothing else
    noted = (
        "WARNING nomorebets.server.web.entrance: refused ",
        "WARNING nomorebets.server.web.pages.live: too many messages",
    )
    assert all(line.startswith(noted) for line in complaints.splitlines())


def visit(address: str, work: Callable[[Client], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Client(address) as house:
            await house.come_in()
            await asyncio.wait_for(work(house), 60)

    asyncio.run(run())


def test_a_round_over_http_alone(address: str) -> None:
    async def play(house: Client) -> None:
        table = await house.open_table("roulette", as_of="2008-07-21", options={"wheel-kind": "single-zero"})
        assert table.house["options"]["wheel-kind"] == "single-zero"
        await house.act(table.id, Sit(amount=10_000))
        assert (await house.me()).balance == 90_000
        await house.act(table.id, PlaceWager(on="straight:17", amount=100))
        done = await house.act(table.id, Deal())
        events = (await house.events(table.id)).events
        assert [event["seq"] for event in events] == list(range(1, done.seq + 1))
        assert any(event["request"] == "ball-rests" for event in events)
        rounds = [found async for found in house.rounds(table=table.id)]
        assert [found.id for found in rounds] == [f"{table.id}-1"]
        assert rounds[0].summary[0].wager == "straight:17"
        reproduce(read(await house.record(rounds[0].id)))
        await house.act(table.id, Leave())
        assert (await house.me()).balance == 100_000 + rounds[0].summary[0].net

    visit(address, play)


def test_the_same_key_moves_money_once(address: str) -> None:
    async def play(house: Client) -> None:
        table = await house.open_table("roulette", key="k" * 16)
        assert (await house.open_table("roulette", key="k" * 16)).id == table.id
        for _ in range(3):
            await house.act(table.id, Sit(amount=10_000), key="s" * 16)
            await house.act(table.id, PlaceWager(on="red", amount=100), key="w" * 16)
        view = (await house.table(table.id)).view
        assert view["seats"][0]["orders"] == [{"seat": 1, "on": "red", "amount": 100}]
        assert view["purse"] == 90_000
        with pytest.raises(Refused, match="used for something else"):
            await house.open_table("big-six", key="k" * 16)
        with pytest.raises(Refused, match="used for something else"):
            await house.act(table.id, PlaceWager(on="black", amount=100), key="w" * 16)

    visit(address, play)


def test_a_guest_is_made_once_for_a_key(address: str) -> None:
    async def play(house: Client) -> None:
        first = await house.come_in(key="guest-of-this-test")
        again = await house.come_in(key="guest-of-this-test")
        assert again.patron == first.patron
        assert (await house.come_in()).patron != first.patron

    visit(address, play)


def test_a_refusal_names_its_paragraph(address: str) -> None:
    async def play(house: Client) -> None:
        table = await house.open_table("roulette", as_of="2008-07-21")
        await house.act(table.id, Sit())
        with pytest.raises(Refused) as found:
            await house.act(table.id, PlaceWager(on="purple", amount=100))
        problem = found.value.problem
        assert (problem.status, problem.cite, problem.basis) == (409, "19:47-5.1(e)", "text")
        assert "straight" in (problem.accepts or "")
        with pytest.raises(Refused, match="did not exist") as found:
            await house.open_table("big-six", as_of="1989-04-30", options={"clapper-between-two": "void-respin"})
        assert found.value.problem.status == 422

    visit(address, play)


def test_rounds_and_tables_come_in_pages(address: str) -> None:
    async def play(house: Client) -> None:
        table = await house.open_table("big-six")
        await house.act(table.id, Sit())
        for _ in range(5):
            await house.act(table.id, PlaceWager(on="$1", amount=100))
            await house.act(table.id, Deal())
        numbers = [found.number async for found in house.rounds(table=table.id, limit="2")]
        assert numbers == [5, 4, 3, 2, 1]
        names = [found.id async for found in house.tables()]
        assert table.id in names
        assert names == sorted(set(names))
        page = (await house.events(table.id, after=3)).events
        assert page[0]["seq"] == 4

    visit(address, play)


def test_looking_up(address: str) -> None:
    async def look(house: Client) -> None:
        straight = (await house.odds("roulette", stake="10.00"))["wagers"][0]
        assert (straight["wager"], straight["edge"]) == ("straight", "1/19")
        assert (await house.rule("19:47-5.6(b)", as_of="2008-07-21"))["basis"] == "text"
        old = await house.rule("19:47-5.6(b)")  # as nomorebets rule says it: the last day of that chapter
        assert (old["cite"], old["as_of"]) == ("19:47-5.6(b)", "2012-03-18")
        assert (await house.rule("5"))["cite"] == "13:69F-5"
        found = {game["game"]: game for game in (await house.games())["games"]}
        assert found["roulette"]["dealt"]
        assert not found["fast-action-holdem"]["dealt"]
        verdict = await house.ruling(
            'game = "big-six"\nwagers = [{seat = 1, wager = "$5", amount = "5.00"}]\nspins = "$5"'
        )
        assert verdict["required"][0]["net"] == "25.00"
        with pytest.raises(Refused, match="roulet"):
            await house.odds("roulet")

    visit(address, look)


def test_a_paragraph_has_an_entity_tag(address: str) -> None:
    path = f"{address}/api/v1/rules/5.6(b)"
    first = httpx.get(path)
    assert httpx.get(path, headers={"If-None-Match": '"another"'}).json() == first.json()
    again = httpx.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert httpx.get(f"{path}?as_of=2008-07-21").headers["etag"] != first.headers["etag"]


def test_the_wire_catches_up(address: str) -> None:
    async def play(house: Client) -> None:
        table = await house.open_table("caribbean-stud")
        async with house.wire(table.id) as wire:
            await wire.act(Sit(amount=50_000))
            await wire.act(PlaceWager(on="ante", amount=1_000))
            await wire.act(TakeBack(on="ante"))
            await wire.act(PlaceWager(on="ante", amount=1_000))
            with pytest.raises(Refused, match="not now"):
                await wire.act(Decide(choice="bet"))
            await wire.act(Deal())
            assert wire._socket is not None
            wire._socket.transport.abort()  # the line breaks in the middle of the round
            await wire.act(Decide(choice="fold"))
            assert wire.connections == 2
            seen = [wire.events.get_nowait()["seq"] for _ in range(wire.events.qsize())]
            assert seen == sorted(set(seen))
            assert seen[-1] == wire.seq
        assert [found.number async for found in house.rounds(table=table.id)] == [1]

    visit(address, play)


def test_a_wire_to_a_table_that_is_not_open_gives_up(address: str) -> None:
    """4404: coming back is no use."""

    async def play(house: Client) -> None:
        with pytest.raises(Refused, match="no table that is open is called 'nobody'"):
            async with asyncio.timeout(10), house.wire("nobody"):
                pass

    visit(address, play)


def test_what_is_said_too_fast_is_said_again_and_done_once(address: str) -> None:
    async def play(house: Client) -> None:
        table = await house.open_table("roulette")
        async with house.wire(table.id) as wire:
            await wire.act(Sit(amount=50_000))
            most = int(BURST) + 30  # at once
            await asyncio.wait_for(
                asyncio.gather(*(wire.act(PlaceWager(on="red", amount=100)) for _ in range(most))), 60
            )
            assert wire.view["seats"][0]["orders"][0]["amount"] == 100 * most
            assert wire.connections == 1

    visit(address, play)


def test_a_wire_notes_every_round_gives_it_a_word_and_checks_it(address: str) -> None:
    async def play(house: Client) -> None:
        table = await house.open_table("roulette")
        async with house.wire(table.id) as wire:
            await wire.act(Sit(amount=50_000))
            for _ in range(3):
                await wire.act(PlaceWager(on="red", amount=500))
                await wire.act(Deal())
        first, second, third, *_ = wire.noted.values()
        assert len({first.word, second.word, third.word}) == 3
        for noted in (first, second, third):
            assert noted.word is not None
            assert "words mixed in: 1" in (await house.check(noted))[2]
        for change in ({"word": "another"}, {"commitment": second.commitment}):
            with pytest.raises(verify_round.Refused):
                await house.check(msgspec.structs.replace(first, **change))

    visit(address, play)


def test_words_may_be_left_to_whoever_plays(address: str) -> None:
    async def play(house: Client) -> None:
        table = await house.open_table("roulette")
        async with house.wire(table.id, words=False) as wire:
            await wire.act(Sit(amount=50_000))
            await wire.act(PlaceWager(on="red", amount=500))
            await wire.act(Deal())
        assert wire.noted[1].word is None
        assert "words mixed in: 0" in (await house.check(wire.noted[1]))[2]

    visit(address, play)


def test_a_whole_shoe_is_checked_by_a_program(address: str) -> None:
    async def play(house: Client) -> None:
        table = await house.open_table("minibaccarat")
        async with house.wire(table.id) as wire:
            await wire.act(Sit(amount=50_000))
            for _ in range(4):
                await wire.act(PlaceWager(on="player", amount=1_000))
                await wire.act(Deal())
        assert (
            "4 rounds, sealed together"
            in verify_round.verify(await house.shoe(f"{table.id}-2"), wire.noted[1].series)[-2]
        )

    visit(address, play)


BAD: list[tuple[str, str, dict[str, Any], int]] = [
    ("GET", "/nothing", {}, 404),
    ("DELETE", "/games", {}, 405),
    ("GET", "/me", {}, 401),
    ("GET", "/me", {"headers": {"Authorization": "Bearer nonsense"}}, 401),
    ("GET", "/tables/none", {}, 404),
    ("GET", "/rounds/none", {}, 401),
    ("GET", "/rounds?limit=0", {}, 400),
    ("GET", "/rounds?limit=201", {}, 400),
    ("GET", "/rounds?day=1999-02-30", {}, 400),
    ("GET", "/odds/roulette?as_of=1950-01-01", {}, 422),
    ("GET", "/rules/5.999", {}, 404),
    ("POST", "/patrons", {}, 400),
    ("POST", "/patrons", {"headers": {"Idempotency-Key": "short"}}, 400),
    ("POST", "/tables", {"json": {"game": "roulette"}, "headers": {"Idempotency-Key": "k" * 16}}, 401),
    ("POST", "/rulings", {"json": {"transcript": "game = "}}, 422),
    ("POST", "/rulings", {"json": {"transcript": ".".join("a" * 20_000) + " = 1"}}, 422),
    ("POST", "/rulings", {"json": {"transcript": 'game = "chess"'}}, 422),
    ("POST", "/rulings", {"json": {"transcript": 'game = "roulette"\nspin = { ball = "77" }'}}, 422),
    ("POST", "/rulings", {"json": {"transcript": "x", "more": 1}}, 400),
    ("POST", "/rulings", {"content": b"{", "headers": {"Content-Type": "application/json"}}, 400),
    ("POST", "/rulings", {"content": b"[" * 100_000, "headers": {"Content-Type": "application/json"}}, 400),
]


@pytest.mark.parametrize(("method", "path", "given", "status"), BAD)
def test_every_refusal_is_a_problem(address: str, method: str, path: str, given: dict[str, Any], status: int) -> None:
    answer = httpx.request(method, f"{address}/api/v1{path}", timeout=30, **given)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    problem = answer.json()
    assert problem["status"] == status
    assert problem["detail"]
    assert "Traceback" not in answer.text


def test_what_is_no_route_beside_the_version_is_a_problem_too(address: str) -> None:
    answer = httpx.get(f"{address}/api/games")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


@pytest.mark.parametrize("path", ["/me", "/rounds/none"])
def test_whom_nobody_knows_is_told_how_to_be_known(address: str, path: str) -> None:
    problem = httpx.get(f"{address}/api/v1{path}", headers={"Authorization": "Bearer nonsense"}).json()
    assert problem["detail"] == "nobody knows you"  # not what the route lets others do
    assert problem["accepts"].startswith("Authorization: Bearer TOKEN")


@pytest.mark.parametrize("amount", [-1, 0, 1.5, 10**12, "five", None, True])
def test_no_amount_but_whole_cents(address: str, amount: object) -> None:
    async def play(house: Client) -> None:
        table = await house.open_table("big-six")
        await house.act(table.id, Sit(amount=10_000))
        body = {"type": "wager", "on": "$1", "amount": amount}
        headers = {**house.headers, "Idempotency-Key": "a" * 16}
        answer = httpx.post(f"{address}/api/v1/tables/{table.id}/acts", json=body, headers=headers)
        assert answer.status_code == 400
        assert (await house.table(table.id)).view["seats"][0]["stack"] == 10_000

    visit(address, play)


def test_nobody_acts_from_another_seat(address: str) -> None:
    async def play(house: Client) -> None:
        table = await house.open_table("big-six")
        await house.act(table.id, Sit(amount=10_000))
        await house.act(table.id, PlaceWager(on="$1", amount=500))
        async with Client(address) as other:
            await other.come_in()
            with pytest.raises(Refused, match="no seat"):
                await other.act(table.id, TakeBack(on="$1"))
            await other.act(table.id, Sit(amount=10_000))
            with pytest.raises(Refused, match="has nothing on"):
                await other.act(table.id, TakeBack(on="$1"))

    visit(address, play)


def test_2_13_two_people_on_a_box_over_the_client(address: str) -> None:
    async def play(house: Client) -> None:
        table = await house.open_table("blackjack", options={"players-per-box": "2"})
        async with Client(address) as other, house.wire(table.id) as first:
            await other.come_in()
            await first.act(Sit(amount=10_000))
            with pytest.raises(Refused, match="has not agreed") as refused:
                await other.act(table.id, Sit(seat=1, behind=True))
            assert refused.value.problem.cite == "13:69F-2.13(a)"
            await first.act(Agree(agrees=True))
            async with other.wire(table.id) as second:
                await second.act(Sit(seat=1, behind=True, amount=5_000))
                assert (second.view["you"], second.view["player"]) == (1, "B")
                for wire, amount in ((first, 1_000), (second, 500)):
                    await wire.act(PlaceWager(on="blackjack", amount=amount))
                for wire in (first, second):
                    await wire.act(Deal())
                while (now := (await house.table(table.id)).view)["phase"] == "decision":
                    asked = second if now["ask"]["player"] else first
                    mine = (await (other if asked is second else house).table(table.id)).view["ask"]
                    await asked.act(Decide(choice=mine["choices"][-1]))
            (row,) = [found async for found in other.rounds(table=table.id)]
            main = [(one.seat, one.player, one.amount) for one in row.summary if one.wager == "blackjack"]
            assert main == [(1, "", 1_000), (1, "B", 500)]
            reproduce(read(await other.record(row.id)))
            await other.act(table.id, Leave())
            own = sum(one.net for one in row.summary if one.player)
            assert (await other.me()).balance == 100_000 + own

    visit(address, play)
