"""Nothing hidden leaves the house before the rules show it: every frame and every page, for every seat and onlooker.

After every act of every game, whatever anybody has been sent or can fetch is searched for each card that he has not
been shown, and for the seed and the salt of the round's chance.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from people import Person, chips_for
from visiting import admitted

from hidden_cards import mentioned
from nomorebets.drivers.facet import strategies_of
from nomorebets.equipment.cards import DECK
from nomorebets.games import game
from nomorebets.library import game_ids
from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.web.app import build_app
from nomorebets.server.web.board import never_shown
from nomorebets.table import Entry
from nomorebets.table.decisions import Ask
from nomorebets.table.felt import Felt, Laid, Opening
from nomorebets.table.record import read
from nomorebets.table.requests import PatronRequest, TakeWagers
from nomorebets.table.stakes import BetweenRounds
from rounds import SAMPLES

CARDS = [name for name in [*game_ids(), *SAMPLES] if game(name).chance.words == "cards"]


def test_every_form_in_which_a_card_is_told_is_found() -> None:
    for text in (
        '{"card":"As"}',
        '["As"]',
        "A♠",
        '<use href="/art/cards.svg#As"/>',
        "/drawn/card/As'",
        '\\"As\\"',
        ">As<",
    ):
        assert mentioned(text) == {"As"}, text
    assert mentioned("As of 2012, Ask for the Ace") == set()


def shown_by_the_rules(opening: Opening, entries: Sequence[Entry], own: str) -> set[str]:
    """The cards that lay face up at some time of a round, and those that lay in front of somebody himself."""
    felt, found = Felt.opened(opening), set()
    for entry in entries:
        entry.request.apply(felt, entry.answer)
        for area, lying in felt.cards.items():
            found |= {laid.card for laid in lying if laid.up or area == own}
    return found


class Onlooker:
    """Somebody with a connection and a browser."""

    def __init__(self, live: LiveTable, purse: Purse | None, token: str, web: httpx.AsyncClient) -> None:
        self.person, self.live, self.web = Person(live, purse), live, web
        self.headers = {"cookie": f"patron={token}"} if token else {}
        self.own = ""  # the area of the layout where his cards lie

    async def told(self, number: int) -> str:
        """Everything this person has been sent or can fetch now of a round."""
        await self.person.hear()
        table, room = f"/tables/{self.live.id}", f"/records/{self.live.id}-{number}"
        paths = [f"{table}/{part}" for part in ("felt", "outcome", "results", "closed")]
        paths += [f"/api/v1{table}", f"/api/v1{table}/events"]
        if self.live.round.number == number:  # of a round that is over, the record is the record room's matter
            paths += [room, f"{room}/record.jsonl", f"{room}/opened.json", f"/api/v1/rounds/{self.live.id}-{number}"]
        pages = [(await self.web.get(path, headers=self.headers)).text for path in paths]
        return json.dumps(self.person.seen, ensure_ascii=False) + "".join(pages)


async def look_around(house: LiveHouse, onlookers: list[Onlooker], number: int) -> int:
    """Search what everybody knows; how many covered cards there were to be found."""
    live, covered = onlookers[0].live, 0
    if live.round.number == number and live.round.play is not None:
        opening, entries = live.round.opening, live.round.play.entries
        covered = sum(not laid.up for cards in live.round.play.table.felt.cards.values() for laid in cards)
    else:
        record = read(await house.store.archive.record(f"{live.id}-{number}"))
        opening, entries = record.header.opening, record.entries
    for one in onlookers:
        text = await one.told(number)
        leaked = mentioned(text) - shown_by_the_rules(opening, entries, one.own)
        assert not leaked, (live.table.game.id, one.own or one.headers, leaked)
        assert live.round.chance.of_round is not None
        assert live.round.chance.commitment in text
        assert not any(
            secret.hex() in text
            for secret in (live.round.chance.of_round.seal.seed, live.round.chance.of_round.seal.salt)
        )
    return covered


async def act(live: LiveTable, players: list[Onlooker], which: int) -> None:
    """Somebody does what the table waits for."""
    request = live.round.request
    if isinstance(request, BetweenRounds):
        for one in players:
            await one.person.do("deal")
        return
    if isinstance(request, PatronRequest) and not isinstance(request, TakeWagers):
        for seat in request.seats():
            one = next(p for p in players if p.own == f"seat:{seat}")
            asked = request.ask_of(seat)
            if asked is None:  # a hand to be set: as the house would set it
                await one.person.do("decide", **request.written(seat, request.default(seat)))
                continue
            choice = asked.choices[which]
            await one.person.do("decide", choice=choice, amount=asked.least if choice == asked.amount_for else None)
        return
    assert isinstance(request, TakeWagers)
    names = (*live.table.game.betting.bundles, *live.table.usual, *live.table.layout)
    for one in players:
        for name in names:
            if (await one.person.say("wager", on=name, amount=2_500))["type"] == "ack":
                break
    for one in players:
        await one.person.say("deal")


COVERED = {"caribbean-stud", "double-down-stud", "let-it-ride", "three-card-poker"}  # dealt face down in every round


@pytest.mark.parametrize(("name", "which"), [*((name, 0) for name in CARDS), *((name, -1) for name in sorted(COVERED))])
def test_no_card_is_told_before_it_is_shown(
    name: str, which: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(house: LiveHouse, web: httpx.AsyncClient) -> None:
        live = await house.open_table(name, training=":" in name)  # a sample is only shown
        players = []
        for _ in range(2):
            purse = await house.people.create()
            players.append(Onlooker(live, purse, await house.people.token(purse), web))
            await players[-1].person.do("sit", amount=chips_for(live, 50_000))
            seated = live.seats.of(purse.patron)
            assert seated is not None
            players[-1].own = f"seat:{seated.seat}"
        others = [Onlooker(live, None, "", web)]
        for role in ("surveillance", "administrator"):
            token = await admitted(house.people, role)
            session = await house.people.members.session(token)
            assert session is not None
            others.append(Onlooker(live, await house.people.purse(session.patron), token, web))
        covered, number = 0, live.round.number
        # between the bets of a pot no card moves: looking at every fourth is enough
        looks_at = 4 if any(bet.bank == "pot" for bet in live.table.game.bets) else 1
        for turn in range(20):
            await act(live, players, which)
            await live.settled()
            if turn % looks_at == 0 or live.round.number != number:
                covered += await look_around(house, [*players, *others], number)
            if live.round.number != number:
                break
        assert covered or name not in COVERED
        assert not mentioned(caplog.text)

    caplog.set_level(logging.DEBUG, logger="nomorebets")
    with_web(tmp_path, work)


def test_a_page_of_a_table_tells_no_more_than_its_wire(tmp_path: Path) -> None:
    async def work(house: LiveHouse, web: httpx.AsyncClient) -> None:
        live = await house.open_table("caribbean-stud", training=True)
        purse = await house.people.create()
        one = Onlooker(live, purse, await house.people.token(purse), web)
        await one.person.do("sit", amount=50_000)
        await act(live, [one], 0)
        assert live.round.play is not None
        dealt = live.round.play.table.felt.cards
        mine, dealers = {laid.card for laid in dealt["seat:1"]}, {laid.card for laid in dealt["dealer"] if laid.up}
        page = f"/tables/{live.id}"
        assert mentioned((await web.get(page, headers=one.headers)).text) == mine | dealers
        assert mentioned((await web.get(page)).text) == dealers
        helped = await web.get(f"{page}/help")
        assert helped.json()["best"] is None  # advice on somebody's hand is for him alone

    with_web(tmp_path, work)


def test_a_folded_hand_is_not_in_another_patrons_record_room(tmp_path: Path) -> None:
    async def work(house: LiveHouse, web: httpx.AsyncClient) -> None:
        live = await house.open_table("caribbean-stud")
        players = []
        for seat in (1, 2):
            purse = await house.people.create()
            players.append(Onlooker(live, purse, await house.people.token(purse), web))
            await players[-1].person.do("sit", amount=50_000, seat=seat)
        await act(live, players, 0)
        await players[0].person.do("decide", choice="fold")
        await players[1].person.do("decide", choice="bet")
        await live.settled()
        room = f"/records/{live.id}-1"
        seen = [await web.get(room, headers=one.headers) for one in players]
        assert [page.status_code for page in seen] == [200, 200]  # the hand of seat 2 was shown, that of seat 1 was not
        record = read(await house.store.archive.record(f"{live.id}-1"))
        steps = [*range(0, len(record.entries), 6), len(record.entries) + 1]
        shown = [(await web.get(f"{room}?entry={n}", headers=players[1].headers)).text for n in steps]
        folded = {card for area, card in never_shown(record) if area == "seat:1"}
        assert len(folded) == 5
        assert not mentioned("".join(shown)) & folded
        assert mentioned("".join(shown)) >= set(record.felt(len(record.entries) // 2).hand("seat:2"))
        digest = hashlib.sha256(await house.store.archive.record(f"{live.id}-1")).hexdigest()[:16]
        assert [digest in page.text for page in seen] == [True, False]  # by which the folded hand could be tried out
        seal = await house.store.archive.opened_seal(f"{live.id}-1")
        assert seal is not None
        assert seal.seal.seed.hex() not in "".join(shown)
        for path in (f"{room}/record.jsonl", f"{room}/opened.json"):
            assert (await web.get(path, headers=players[1].headers)).status_code == 403
        for api in ("", "/opened"):
            found = await web.get(f"/api/v1/rounds/{live.id}-1{api}", headers=players[1].headers)
            assert found.status_code == 403
        staff = {"cookie": f"patron={await admitted(house.people, 'surveillance')}"}
        assert (await web.get(room, headers=staff)).status_code == 200
        nobody = {"cookie": f"patron={await admitted(house.people, 'patron')}"}
        assert (await web.get(room, headers=nobody)).status_code == 404

    with_web(tmp_path, work)


def with_web(folder: Path, work: Callable[[LiveHouse, httpx.AsyncClient], Awaitable[None]]) -> None:
    async def run() -> None:
        app = build_app(f"sqlite:///{folder / 'house.db'}")
        async with app.lifespan():
            transport = httpx.ASGITransport(app=cast(Any, app))
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as web:
                await asyncio.wait_for(work(app.state.house, web), 110)

    asyncio.run(run())


@pytest.mark.parametrize("name", ["three-card-poker", "caribbean-stud"])
def test_advice_does_not_look_under_the_dealers_cards(name: str, tmp_path: Path) -> None:
    async def work(house: LiveHouse, web: httpx.AsyncClient) -> None:
        live = await house.open_table(name, training=":" in name)  # a sample is only shown
        purse = await house.people.create()
        one = Onlooker(live, purse, "", web)
        await one.person.do("sit", amount=50_000)
        await act(live, [one], 0)
        assert isinstance(live.round.request, Ask)
        assert live.round.play is not None
        best, advice = strategies_of(live.table.game).named["optimal"], set()
        for shift in range(0, 36, 12):
            at = live.round.play.table.copy()
            unseen = sorted(at.felt.shoe, key=lambda card: DECK.index(card) % 13)  # all of a rank, then the next
            others = iter(unseen[shift:])
            lying = at.felt.cards["dealer"]
            at.felt.cards["dealer"] = [laid if laid.up else Laid(next(others), up=False) for laid in lying]
            advice.add(best(live.round.request, at))
        assert len(advice) == 1

    with_web(tmp_path, work)


@pytest.mark.parametrize("name", ["roulette", "craps", "sic-bo"])
def test_what_a_round_will_bring_is_not_told_before(name: str, tmp_path: Path) -> None:
    async def work(house: LiveHouse, web: httpx.AsyncClient) -> None:
        live = await house.open_table(name, training=":" in name)  # a sample is only shown
        purse = await house.people.create()
        one = Onlooker(live, purse, await house.people.token(purse), web)
        await one.person.do("sit", amount=50_000)
        assert live.round.chance.of_round is not None
        seal = live.round.chance.of_round.seal
        await act(live, [one], 0)
        text = await one.told(live.round.number)
        assert live.round.chance.commitment in text
        current = live.round.chance.of_round.seal
        assert not any(secret.hex() in text for secret in (current.seed, current.salt))
        assert seal.seed.hex() not in text  # of the round before, the record room tells it and nobody else

    with_web(tmp_path, work)
