"""Somebody alone at chemin de fer: a bot of the house holds the Bank, or plays against it, and every cent is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from people import Person, audited, seated, with_house

from nomorebets.drivers.chance import SeededChance
from nomorebets.server.people.accounts import BOT
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.seated import Seated
from nomorebets.server.tables.service import LiveHouse


def asked(person: Person) -> dict[str, Any]:
    """What the person is asked."""
    found = person.view["ask"]
    assert found is not None
    assert found["yours"]
    return found


async def until_settled(person: Person) -> None:
    """Answer everything of a hand in the first way there is, the passing of the Bank apart."""
    number = person.live.round.number
    while person.live.round.number == number and person.view["ask"] is not None:
        choices = asked(person)["choices"]
        await person.do("decide", choice=next((c for c in ("keep", "decline") if c in choices), choices[0]))


def bot_at(live: LiveTable) -> Seated:
    """The bot, which sits here."""
    assert live.bot is not None
    (bot,) = live.bot.seated
    return bot


def seat_of_bot(person: Person) -> dict[str, Any]:
    (bot,) = [seat for seat in person.view["seats"] if seat["bot"]]
    return bot


@pytest.mark.parametrize("seed", range(6))
def test_the_bot_plays_against_a_bank(tmp_path: Path, seed: int) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("chemin-de-fer")
        person = await seated(house, live)
        assert seat_of_bot(person) == seat_of_bot(person) | {"name": "House bot", "here": True, "stack": 50_000}
        assert "bank" in asked(person)["choices"]
        await person.do("decide", choice="bank", amount=10_000)
        assert person.view["phase"] == "wagers"
        await person.do("deal")
        await until_settled(person)
        results = {ruling["wager"]: ruling for ruling in person.view["rulings"]}
        assert results["punt"]["seat"] == seat_of_bot(person)["seat"]
        won = -results["punt"]["net"]
        if won > 0:
            assert results["bank"]["net"] == won - 50  # vigorish of 50 cents on 10 dollars
        else:
            assert results["bank"]["net"] == won
        await audited(house)

    with_house(tmp_path, work, SeededChance(seed))


@pytest.mark.parametrize("seed", range(4))
def test_the_bot_holds_the_bank(tmp_path: Path, seed: int) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("chemin-de-fer")
        person = await seated(house, live)
        await person.do("decide", choice="decline")
        (bank,) = person.view["wagers"]
        assert (bank["on"], bank["seat"], bank["amount"]) == ("bank", seat_of_bot(person)["seat"], 10_000)
        await person.do("wager", on="banco", amount=10_000)
        await person.do("deal")
        await until_settled(person)
        assert {ruling["wager"] for ruling in person.view["rulings"]} == {"bank", "banco"}
        await audited(house)

    with_house(tmp_path, work, SeededChance(seed))


def test_the_bot_makes_room_for_people_and_comes_back(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("chemin-de-fer")
        first = await seated(house, live)
        assert bot_at(live)
        second = await seated(house, live)
        assert [seat["bot"] for seat in first.view["seats"]] == [False, False]
        await second.do("leave")
        assert bot_at(live)
        await audited(house)

    with_house(tmp_path, work)


@pytest.mark.parametrize("banker", ["person", "bot"])
def test_whoever_leaves_takes_the_bank_along(tmp_path: Path, banker: str) -> None:
    """A Banker who has left has passed the Bank (R-4.11-leaves); nobody is left to take it."""

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("chemin-de-fer")
        person = await seated(house, live)
        answer = {"choice": "bank", "amount": 30_000} if banker == "person" else {"choice": "decline"}
        await person.do("decide", **answer)
        assert live.round.play is not None
        assert [wager.kind for wager in live.round.play.table.wagers] == ["bank"]
        await person.do("leave")
        assert (live.seats, live.round.play, live.round.opening.wagers) == ({}, None, ())
        balances = await audited(house)
        assert person.purse is not None
        assert balances[person.purse.account] == 100_000
        person.go()
        assert live.is_idle

    with_house(tmp_path, work)


def test_a_hundred_hands_and_a_restart(tmp_path: Path) -> None:
    """However the hands fall, the bot buys chips when it is short, and the book balances after each round."""
    names: list[str] = []

    async def work(house: LiveHouse) -> None:
        live = next(iter(house.tables.values()), None) or await house.open_table("chemin-de-fer")
        if not names:
            person = await seated(house, live)
            assert person.purse is not None
            names.append(person.purse.patron)
        else:
            person = Person(live, await house.people.purse(names[0]))
            assert bot_at(live)
        start = live.round.number
        while live.round.number < start + 50:
            view = person.view
            if view["ask"] is not None:
                choices = asked(person)["choices"]
                choice = (
                    "bank"
                    if "bank" in choices and live.round.number % 2
                    else choices[-1]
                    if "bank" in choices
                    else choices[0]
                )
                await person.do("decide", choice=choice, **({"amount": 1_000} if choice == "bank" else {}))
            else:
                lies = view["wagers"][0]
                if lies["seat"] != view["you"]:
                    await person.do("wager", on="punt", amount=500)
                await person.do("deal")
        await audited(house)
        assert bot_at(live).patron == BOT

    with_house(tmp_path, work, SeededChance(1))
    with_house(tmp_path, work, SeededChance(2))


def test_games_that_can_be_played_alone_have_no_bot(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("punto-banco")
        await seated(house, live)
        assert live.bot is None

    with_house(tmp_path, work)
