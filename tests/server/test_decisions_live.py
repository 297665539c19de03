"""What a live table asks people, whatever the request: all seats at once, a hand to set, cards to discard."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from people import Frame, Person, seated, with_house

from nomorebets.server.book import floor_log
from nomorebets.server.tables import service
from nomorebets.server.tables.clock import Clock
from nomorebets.server.tables.service import LiveHouse
from nomorebets.table import Round, Table, announce, collect, take_wagers
from nomorebets.table.card_decisions import discard, set_hands
from nomorebets.table.cards import Draw, Shuffle
from nomorebets.table.chips import PutDown
from nomorebets.table.decisions import Option, ask, ask_all
from nomorebets.table.wagers import lost
from toys import BY, table_with

RAISE = Option("raise", 1000, 3000)
DOUBLE = Option("double", 500, 500)
Opened = Callable[[Callable[[Round], Any]], None]


@pytest.fixture
def dealt(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """Every table that is opened runs this script."""

    def with_script(script: Callable[[Round], Any]) -> None:
        def opened(*given: Any, **more: Any) -> Table:
            return table_with(script)

        for module in (service, floor_log):
            monkeypatch.setattr(module, "open_table", opened)

    return with_script


def all_at_once(table: Round) -> Iterator[Any]:
    """Wagers, one question to everybody, and every wager lost."""
    yield from take_wagers("until the question", by=BY)
    seats = sorted({wager.seat for wager in table.wagers})
    choices = dict.fromkeys(seats, ("fold", RAISE, DOUBLE))
    chosen = yield from ask_all(choices, by=BY, default="fold")
    yield from announce(" ".join(f"{seat}:{one.choice}:{one.amount}" for seat, one in chosen.items()), by=BY)
    for seat, one in chosen.items():
        if one.amount:
            yield PutDown(BY, table.wager(seat, "war", str(one.amount // 100)))
    yield from collect([lost(wager, BY) for wager in table.wagers], by=BY)


def dealt_hands(table: Round) -> Iterator[Any]:
    """Three covered cards each; one is set apart, and of the others some are discarded."""
    yield from take_wagers("until the deal", by=BY)
    seats = sorted({wager.seat for wager in table.wagers})
    yield Shuffle(BY, 1, "by hand")
    for seat in seats * 3:
        yield Draw(BY, f"seat:{seat}", "down")
    house_way = {seat: table.felt.hand(f"seat:{seat}")[:1] for seat in seats}
    yield from set_hands(1, house_way, by=BY)
    for seat in seats:
        yield from discard(seat, 2, by=BY)
    yield from collect([lost(wager, BY) for wager in table.wagers], by=BY)


def said(person: Person, round: int = 1) -> list[str]:
    """The dealer's words of a round, as this person was told them."""
    return [f["words"] for f in person.seen if f["type"] == "event" and f["round"] == round and f["words"]]


async def two(house: LiveHouse) -> tuple[Person, Person]:
    live = await house.open_table("casino-war")
    first, second = await seated(house, live), await seated(house, live)
    for person in (first, second):
        await person.do("wager", on="initial", amount=1000)
    await first.do("deal")
    await second.do("deal")
    return first, second


def question(person: Person) -> Frame:
    shown = person.view
    assert shown["phase"] == "decision"
    assert shown["ask"]["yours"]
    ask: Frame = shown["ask"]
    return ask


def test_all_are_asked_at_once_and_nobody_knows_before_all_have_answered(tmp_path: Path, dealt: Opened) -> None:
    dealt(all_at_once)

    async def work(house: LiveHouse) -> None:
        first, second = await two(house)
        assert [option["name"] for option in question(first)["options"]] == ["fold", "raise", "double"]
        assert question(first)["seats"] == question(second)["seats"] == [1, 2]
        await first.do("decide", choice="raise", amount="20.00")
        assert first.view["ask"] == first.view["ask"] | {"yours": False, "seats": [2]}
        known = json.dumps([second.view, *(await second.hear())])
        assert "2000" not in known
        assert "20.00" not in known
        again = await first.say("decide", choice="fold")
        assert (again["type"], "you have decided" in again["reason"]) == ("refused", True)
        await second.do("decide", choice="double", amount=500)
        await first.hear()
        assert "“1:raise:2000 2:double:500”" in said(first)
        assert "seat 1: raise $20; seat 2: double $5" in said(first)
        assert first.live.rounds == 1

    with_house(tmp_path, work)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"choice": "surrender"}, "is not offered here"),
        ({"choice": "raise", "amount": 900}, "refused"),
        ({"choice": "raise", "amount": 3100}, "refused"),
        ({"choice": "double", "amount": 600}, "refused"),
        ({"choice": "fold", "amount": 500}, "takes no amount"),
        ({"choice": "raise", "amount": 20.0}, "no amount"),
        ({}, "is not offered here"),
    ],
)
def test_each_part_is_verified_when_it_is_given(
    tmp_path: Path, dealt: Opened, fields: dict[str, Any], reason: str
) -> None:
    dealt(all_at_once)

    async def work(house: LiveHouse) -> None:
        first, second = await two(house)
        answer = await first.say("decide", **fields)
        assert answer["type"] == "refused"
        assert reason in answer["reason"]
        assert question(first)["seats"] == [1, 2]
        await second.do("decide", choice="fold")
        await first.do("decide", choice="fold")
        assert "“1:fold:0 2:fold:0”" in said(first)

    with_house(tmp_path, work)


def test_a_part_for_which_there_are_no_chips_is_refused(tmp_path: Path, dealt: Opened) -> None:
    dealt(all_at_once)

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("casino-war")
        poor, rich = await seated(house, live, 2000), await seated(house, live)
        for person in (poor, rich):
            await person.do("wager", on="initial", amount=1000)
            await person.do("deal")
        answer = await poor.say("decide", choice="raise", amount=2000)
        assert answer["reason"] == "seat 1: raise needs $20; it has $10"
        assert answer["accepts"] == "fold, double, or buy in"
        await poor.do("decide", choice="raise", amount=1000)
        await rich.do("decide", choice="fold")
        assert "“1:raise:1000 2:fold:0”" in said(rich)

    with_house(tmp_path, work)


def test_a_part_outlives_the_house(tmp_path: Path, dealt: Opened) -> None:
    dealt(all_at_once)
    noted: dict[str, Any] = {}

    async def before(house: LiveHouse) -> None:
        first, second = await two(house)
        await second.do("decide", choice="raise", amount=3000)
        assert first.purse is not None
        noted.update(table=first.live.id, first=first.purse.patron)

    async def after(house: LiveHouse) -> None:
        live = house.table(noted["table"])
        person = Person(live, await house.people.purse(noted["first"]))
        assert question(person)["seats"] == [1]
        await person.do("decide", choice="fold")
        assert "“1:fold:0 2:raise:3000”" in said(person)

    with_house(tmp_path, before)
    with_house(tmp_path, after)


def test_what_somebody_decided_before_leaving_counts(tmp_path: Path, dealt: Opened) -> None:
    dealt(all_at_once)

    async def work(house: LiveHouse) -> None:
        first, second = await two(house)
        await second.do("decide", choice="double", amount=500)
        await second.do("leave")
        await first.do("decide", choice="fold")
        assert "“1:fold:0 2:double:500”" in said(first)

    with_house(tmp_path, work)


def test_whoever_is_silent_or_gone_is_not_waited_for(tmp_path: Path, dealt: Opened) -> None:
    dealt(all_at_once)

    async def work(house: LiveHouse) -> None:
        first, second = await two(house)
        await first.do("decide", choice="raise", amount=1000)
        await second.do("leave")
        await first.hear()
        assert "“1:raise:1000 2:fold:0”" in said(first)
        await first.do("wager", on="initial", amount=1000)
        third = await seated(house, first.live)
        await first.do("deal")
        await third.do("wager", on="initial", amount=1000)
        await third.do("deal")
        await first.do("decide", choice="double")
        await first.wait_for(lambda f: f.get("words") == f"“1:double:0 {third.view['you']}:fold:0”")

    with_house(tmp_path, work, clock=Clock(decision=0.3))


def asked_first(table: Round) -> Iterator[Any]:
    """Everybody is asked before anybody has wagered."""
    chosen = yield from ask_all(dict.fromkeys(sorted(table.seats), ("in", "out")), by=BY, default="out")
    yield from announce(" ".join(f"{seat}:{one.choice}" for seat, one in chosen.items()), by=BY)


def test_a_part_given_before_the_first_wager_begins_the_round(tmp_path: Path, dealt: Opened) -> None:
    """Whoever sits down after it is not asked, and a restart asks the same question again."""
    dealt(asked_first)
    noted: dict[str, Any] = {}

    async def before(house: LiveHouse) -> None:
        live = await house.open_table("casino-war")
        first, second = await seated(house, live), await seated(house, live)
        await first.do("decide", choice="in")
        await seated(house, live)
        assert question(second)["seats"] == [2]
        assert second.purse is not None
        noted.update(table=live.id, second=second.purse.patron)

    async def after(house: LiveHouse) -> None:
        person = Person(house.table(noted["table"]), await house.people.purse(noted["second"]))
        await person.do("decide", choice="out")
        assert "“1:in 2:out”" in said(person)

    with_house(tmp_path, before)
    with_house(tmp_path, after)


def test_a_hand_is_set_and_cards_are_discarded(tmp_path: Path, dealt: Opened) -> None:
    dealt(dealt_hands)

    async def work(house: LiveHouse) -> None:
        first, second = await two(house)
        own = question(first)["cards"]
        assert len(own) == 3
        assert question(first)["number"] == 1
        refused = await first.say("decide", cards=question(second)["cards"][:1])
        assert "is not in the hand" in refused["reason"]
        assert (await first.say("decide", cards=own[:2]))["type"] == "refused"
        assert (await first.say("decide", cards=7))["type"] == "refused"
        await first.do("decide", cards=own[2:])
        await second.do("decide", cards=question(second)["cards"][:1])
        assert first.view["tableau"]["cards"]["seat:1:low"] == own[2:]
        assert second.view["tableau"]["cards"]["seat:1:low"] == ["??"]
        assert (question(first)["cards"], question(first)["most"]) == (own[:2], 2)
        assert second.view["ask"]["seat"] == 1
        await first.do("decide", cards=own[:1])
        assert [f["shown"].get("cards") for f in first.seen if f.get("request") == "discard"] == [own[:1]]
        await second.hear()
        assert [f["shown"].get("cards") for f in second.seen if f.get("request") == "discard"] == [None]
        await second.do("decide", cards=[])
        assert first.live.rounds == 1

    with_house(tmp_path, work)


def two_hands(table: Round) -> Iterator[Any]:
    """Each hand of a seat is asked about for itself."""
    yield from take_wagers("until the question", by=BY)
    (seat,) = {wager.seat for wager in table.wagers}
    for hand in (1, 2):
        yield from ask(seat, "stand", "draw", by=BY, hand=hand)
    yield from collect([lost(wager, BY) for wager in table.wagers], by=BY)


def test_several_hands_of_a_seat_are_asked_about_one_by_one(tmp_path: Path, dealt: Opened) -> None:
    dealt(two_hands)

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("casino-war")
        person = await seated(house, live)
        await person.do("wager", on="initial", amount=1000)
        await person.do("deal")
        assert "hand" not in question(person)
        await person.do("decide", choice="draw")
        assert question(person)["hand"] == 2
        await person.do("decide", choice="stand")
        assert said(person)[-3:-1] == ["seat 1: draw", "seat 1, hand 2: stand"]

    with_house(tmp_path, work)


def test_a_table_has_as_many_seats_as_its_game_says(tmp_path: Path) -> None:
    """Casino war for nine players serves nine (22.2)."""

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("casino-war", settings=service.Settings({"players": "9"}))
        people = [await seated(house, live) for _ in range(9)]
        assert sorted(live.seats) == list(range(1, 10))
        assert people[8].view["positions"] == 9
        late = Person(live, await house.people.create())
        assert (await late.say("sit"))["reason"] == "every seat is taken"

    with_house(tmp_path, work)
