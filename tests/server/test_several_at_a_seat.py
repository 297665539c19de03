"""Several people on one box of a live table: 2.13, whatever each of them does."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
from people import Frame, Person, Stack, audited, seated, with_house
from sqlalchemy import text

from nomorebets.errors import RecordError
from nomorebets.fairness.bundle import bundle_of
from nomorebets.fairness.verify_round import Refused, verify
from nomorebets.games import can_be_dealt, entries, game
from nomorebets.pricing.facet import odds_of
from nomorebets.server.book.store import Store
from nomorebets.server.tables.clock import Clock
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse
from nomorebets.table import Settings
from nomorebets.table.decisions import Ask
from nomorebets.table.record import read, record_of, reproduce, write

DAY = date(2012, 6, 1)
HOUSE = {"players-per-box": "3"}


async def opened(house: LiveHouse, **options: str) -> LiveTable:
    chosen = HOUSE | {name.replace("_", "-"): value for name, value in options.items()}
    return await house.open_table("blackjack", DAY, Settings(dict(chosen)))


async def behind(house: LiveHouse, first: Person, amount: int = 50_000) -> Person:
    """Somebody more at the box of another, who agrees."""
    await first.do("agree", agrees=True)
    other = Person(first.live, await house.people.create())
    await other.do("sit", seat=first.view["you"], behind=True, amount=amount)
    return other


async def box_of(house: LiveHouse, number: int = 2, **options: str) -> list[Person]:
    """One who sits, and others behind him."""
    live = await opened(house, **options)
    first = await seated(house, live)
    return [first, *[await behind(house, first) for _ in range(number - 1)]]


async def dealt(people: list[Person], *amounts: int) -> None:
    """So much of each on the box, and the cards."""
    for person, amount in zip(people, amounts, strict=True):
        if amount:
            await person.do("wager", on="blackjack", amount=amount)
    for person in people:
        if person.view["phase"] == "wagers":
            await person.do("deal")


def own(person: Person) -> Frame:
    """A person's own row among the seats."""
    view = person.view
    return next(s for s in view["seats"] if (s["seat"], s["player"]) == (view["you"], view["player"]))


def stacks(people: list[Person]) -> list[int]:
    return [own(person)["stack"] for person in people]


def choices(person: Person) -> list[str]:
    ask = person.view["ask"]
    return list(ask["choices"]) if ask and ask["yours"] else []


# --- who may come ----------------------------------------------------------------------------------------------------


def test_2_13_a_a_house_that_does_not_permit_it(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await opened(house, players_per_box="1")
        first, other = await seated(house, live), Person(live, await house.people.create())
        for answer in (await first.say("agree", agrees=True), await other.say("sit", seat=1, behind=True)):
            assert answer["type"] == "refused"
            assert answer["reason"] == "one person wagers at a seat of this table"
            assert answer["cite"] == "13:69F-2.13(a)"
            assert answer["accepts"] == "a seat of your own"
        assert first.view["at_a_seat"] == 1

    with_house(tmp_path, work)


def test_2_13_a_whoever_is_there_first_must_agree(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        first, live = (found := (await box_of(house, 1))[0]), found.live
        other = Person(live, await house.people.create())
        refused = await other.say("sit", seat=1, behind=True)
        assert "has not agreed that others wager there" in refused["reason"]
        assert refused["cite"] == "13:69F-2.13(a)"
        assert refused["accepts"] == "a seat of your own: 2, 3, 4, 5, 6"
        assert other.purse is not None
        before = other.purse.balance
        await first.do("agree", agrees=True)
        await other.do("sit", seat=1, behind=True, amount=7_000)
        assert (other.view["you"], other.view["player"], own(other)["stack"]) == (1, "B", 7_000)
        assert before - other.purse.balance == 7_000
        assert await audited(house)

    with_house(tmp_path, work)


@pytest.mark.parametrize(("most", "come"), [("2", 2), ("3", 3)])
def test_2_13_a_so_many_and_no_more(tmp_path: Path, most: str, come: int) -> None:
    async def work(house: LiveHouse) -> None:
        people = await box_of(house, come, players_per_box=most)
        assert [p.view["player"] for p in people] == ["", "B", "C"][:come]
        late = Person(people[0].live, await house.people.create())
        refused = await late.say("sit", seat=1, behind=True)
        assert refused["reason"] == f"seat 1 is full: {come} people wager there"
        assert refused["cite"] == "13:69F-2.13(a)"

    with_house(tmp_path, work)


@pytest.mark.parametrize("seat", [2, 0, 99, "1", True, 1.0, None])
def test_2_13_behind_nobody_is_nowhere(tmp_path: Path, seat: object) -> None:
    async def work(house: LiveHouse) -> None:
        (first,) = await box_of(house, 1)
        await first.do("agree", agrees=True)
        other = Person(first.live, await house.people.create())
        refused = await other.say("sit", seat=seat, behind=True)
        assert refused["type"] == "refused"
        assert "nobody sits in seat" in refused["reason"]
        assert other.view["you"] is None

    with_house(tmp_path, work)


@pytest.mark.parametrize(("kind", "fields"), [("sit", {"behind": 1}), ("agree", {}), ("agree", {"agrees": "yes"})])
def test_a_word_that_is_neither_yes_nor_no(tmp_path: Path, kind: str, fields: dict[str, Any]) -> None:
    async def work(house: LiveHouse) -> None:
        (first,) = await box_of(house, 1)
        asks = first if kind == "agree" else Person(first.live, await house.people.create())
        refused = await asks.say(kind, **fields)
        assert refused["type"] == "refused"
        assert refused["accepts"] == "true, false"

    with_house(tmp_path, work)


def test_a_game_whose_seats_are_one_persons_each(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("casino-war")
        await seated(house, live)
        refused = await Person(live, await house.people.create()).say("sit", seat=1, behind=True)
        assert refused["reason"] == "nobody wagers behind another at this game"

    with_house(tmp_path, work)


def test_a_seat_that_is_taken_is_not_shared_by_mistake(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        (first,) = await box_of(house, 1)
        await first.do("agree", agrees=True)
        refused = await Person(first.live, await house.people.create()).say("sit", seat=1)
        assert "taken" in refused["reason"]

    with_house(tmp_path, work)


# --- each his own ----------------------------------------------------------------------------------------------------


def test_2_13_b_who_sits_decides_and_each_wins_his_own(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        first, second = people = await box_of(house)
        stacked("9s 7c Td Th")
        await dealt(people, 1_000, 2_500)
        assert first.view["ask"]["cite"] == "13:69F-2.13(b)"
        assert choices(first) == ["draw", "double", "stand"]
        assert choices(second) == []
        refused = await second.say("decide", choice="draw")
        assert refused["reason"] == "seat 1, player B: it is the turn of seat 1"
        assert refused["cite"] == "13:69F-2.13(b)"
        await first.do("decide", choice="stand")
        assert stacks(people) == [51_000, 52_500]
        rows = [(r["seat"], r.get("player", ""), r["net"]) for r in first.view["rulings"]]
        assert rows == [(1, "", 1_000), (1, "B", 2_500)]
        balances = await audited(house)
        assert balances[f"{first.live.id}/seat:1:B"] == 52_500
        for person in people:  # each finds the round, with both results
            assert person.purse is not None
            (row,) = await house.store.archive.find_rounds(patron=person.purse.patron)
            assert [(r.get("player", ""), r["net"]) for r in row.summary] == [("", 1_000), ("B", 2_500)]
        assert await house.store.archive.find_rounds(patron="somebody else") == []

    with_house(tmp_path, work)


def test_2_13_d_another_may_double_or_not_with_his_own_chips(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        first, second, third = people = await box_of(house, 3)
        stacked("5s 7c 6d Th Tc")
        await dealt(people, 1_000, 2_000, 3_000)
        await first.do("decide", choice="double")
        assert second.view["ask"]["player"] == "B"
        assert choices(first) == choices(third) == []
        assert choices(second) == ["double", "stay"]
        refused = await first.say("decide", choice="stay")
        assert refused["reason"] == "seat 1: it is the turn of seat 1, player B"
        assert refused["cite"] == "13:69F-2.13(d)"
        refused = await second.say("decide", choice="double", amount=2_500)
        assert refused["accepts"] == "$0.50 to $20 in chips of $0.50"
        await second.do("decide", choice="double", amount=500)
        await third.do("decide", choice="stay")
        assert stacks(people) == [52_000, 52_500, 53_000]
        assert await audited(house)

    with_house(tmp_path, work)


def test_2_13_d_nobody_doubles_with_chips_of_another(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        (first,) = await box_of(house, 1)
        second = await behind(house, first, 2_000)
        stacked("5s 7c 6d Th Tc")
        await dealt([first, second], 1_000, 2_000)
        await first.do("decide", choice="double")
        refused = await second.say("decide", choice="double")
        assert refused["reason"] == "seat 1, player B: double needs $20; it has $0"
        await second.do("decide", choice="stay")
        assert stacks([first, second]) == [52_000, 4_000]

    with_house(tmp_path, work)


def test_2_13_e_each_insures_for_himself(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        first, second, third = people = await box_of(house, 3)
        stacked("9s Ac Td 9h")
        await dealt(people, 1_000, 2_000, 3_000)
        assert [bool(choices(p)) for p in people] == [True, False, False]
        await first.do("decide", choice="no-insurance")
        assert second.view["ask"]["cite"] == "13:69F-2.13(e)"
        assert [bool(choices(p)) for p in people] == [False, True, False]
        await second.do("decide", choice="insure")
        await third.do("decide", choice="insure", amount=500)
        await first.do("decide", choice="stand")
        assert stacks(people) == [49_000, 47_000, 46_500]
        assert await audited(house)

    with_house(tmp_path, work)


@pytest.mark.parametrize("follows", [True, False])
def test_2_13_a_split_is_matched_or_not(tmp_path: Path, stacked: Stack, follows: bool) -> None:
    async def work(house: LiveHouse) -> None:
        first, second = people = await box_of(house)
        stacked("8s 6c 8d Th Ts 9s Kc")
        await dealt(people, 1_000, 2_000)
        await first.do("decide", choice="split")
        await second.do("decide", choice="split" if follows else "stay")
        for _ in range(2):
            await first.do("decide", choice="stand")
        assert stacks(people) == [52_000, 54_000 if follows else 52_000]

    with_house(tmp_path, work)


@pytest.mark.parametrize(("amounts", "decides"), [((500, 1_000), "C"), ((1_000, 500), "B"), ((500, 500), "B")])
def test_2_13_b_where_nobody_who_sits_wagers_the_highest_wager_decides(
    tmp_path: Path, stacked: Stack, amounts: tuple[int, int], decides: str
) -> None:
    async def work(house: LiveHouse) -> None:
        first, second, third = people = await box_of(house, 3)
        stacked("9s Ac Td 8h")
        await dealt(people, 0, *amounts)
        caller, other = (third, second) if decides == "C" else (second, third)
        assert [bool(choices(p)) for p in (first, caller, other)] == [False, True, False]  # insurance too
        await caller.do("decide", choice="no-insurance")
        await other.do("decide", choice="no-insurance")
        assert (caller.view["ask"]["player"], choices(first), choices(other)) == (decides, [], [])
        assert (caller.view["ask"]["cite"], caller.view["ask"]["basis"]) == ("13:69F-2.13(b) R-2.13-idle", "reading")
        await caller.do("decide", choice="stand")
        assert stacks(people) == [50_000, *(50_000 for _ in amounts)]
        assert await audited(house)

    with_house(tmp_path, work)


def test_2_13_b_somebody_alone_behind_an_idle_seat_plays_it_and_pays_its_fee(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        _first, second = people = await box_of(house, hand_fee="0.25")
        stacked("9s 7c Td Th")
        await dealt(people, 0, 1_000)
        await second.do("decide", choice="stand")
        assert stacks(people) == [50_000, 50_975]
        assert await audited(house)

    with_house(tmp_path, work)


def test_what_a_mistake_costs_is_measured_by_the_wager_of_whoever_decides(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        first, _second, _third = people = await box_of(house, 3)
        stacked("5s 7c 6d Th")
        await dealt(people, 1_000, 2_000, 0)
        choices_of = odds_of(first.live.table.game)
        assert choices_of is not None
        assert choices_of.choices is not None
        asked = first.live.round.asked
        assert isinstance(asked, Ask)
        assert choices_of.choices(asked, first.live.round.at)["double"].amount == 1_000
        worth = choices_of.choices(asked, first.live.round.at)["double"].worth
        alone = first.live.round.at.copy()
        alone.felt.wagers = [w for w in alone.wagers if not w.player]
        assert choices_of.choices(asked, alone)["double"].worth == worth
        await first.do("decide", choice="stand")

    with_house(tmp_path, work)


def test_8_2_limits_are_of_each_persons_wager(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        limits = {"blackjack": {"min": "10.00", "max": "20.00"}}
        live = await house.open_table("blackjack", DAY, Settings(dict(HOUSE), {}, limits), standing="floorperson")
        first = await seated(house, live)
        second = await behind(house, first)
        await first.do("wager", on="blackjack", amount=2_000)
        refused = await second.say("wager", on="blackjack", amount=900)
        assert refused["reason"] == "seat 1, player B: $9 on Blackjack refused: the posted minimum is $10"
        await second.do("wager", on="blackjack", amount=2_000)
        refused = await second.say("wager", on="blackjack", amount=100)
        assert "the posted maximum is $20" in refused["reason"]
        assert stacks([first, second]) == [48_000, 48_000]

    with_house(tmp_path, work)


def test_chips_are_each_persons_own(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        live = await opened(house)
        first = await seated(house, live, 1_000)
        second = await behind(house, first, 30_000)
        await first.do("wager", on="blackjack", amount=1_000)
        await second.do("wager", on="blackjack", amount=30_000)  # more than whoever sits there has
        refused = await second.say("wager", on="blackjack", amount=100)
        assert "seat 1, player B: $1 refused: the seat has $0 left" in refused["reason"]
        stacked("9s 7c Td Th")
        for person in (first, second):
            await person.do("deal")
        await first.do("decide", choice="stand")
        assert stacks([first, second]) == [2_000, 60_000]
        await second.do("repeat")
        await second.do("double")
        await second.do("take-back", on="blackjack")
        assert stacks([first, second]) == [2_000, 60_000]

    with_house(tmp_path, work)


def test_a_side_wager_of_one_stake_is_made_by_each(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        people = await box_of(house, progressive="on")
        for person in people:
            await person.do("wager", on="blackjack", amount=1_000)
            await person.do("wager", on="progressive", amount=100)
            assert (await person.say("wager", on="progressive", amount=100))["type"] == "refused"
        assert stacks(people) == [48_900, 48_900]

    with_house(tmp_path, work)


# --- what is seen ----------------------------------------------------------------------------------------------------


def test_cards_of_a_box_are_seen_by_those_who_wager_on_it(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        first, _second = people = await box_of(house, dealing="hand", decks="2")
        other = await seated(house, first.live)
        stacked("9s 5c 7c Td 5d Th")
        await dealt([*people, other], 1_000, 1_000, 1_000)
        for person in people:
            assert person.view["tableau"]["cards"]["seat:1"] == ["9s", "Td"]
            assert person.view["tableau"]["cards"]["seat:2"] == ["??", "??"]
            await person.hear()
            assert any("9s" in str(f["shown"]) for f in person.seen if f["type"] == "event")
        assert other.view["tableau"]["cards"]["seat:1"] == ["??", "??"]
        await other.hear()
        assert not any("9s" in str(f) for f in other.seen)
        await first.do("decide", choice="stand")
        await other.do("decide", choice="stand")

    with_house(tmp_path, work)


def test_each_at_a_seat_gives_a_word_of_his_own(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        first, second, third = people = await box_of(house, 3)
        for person, word in zip(people, ("seven", "eleven", "twelve"), strict=True):
            await person.do("word", word=word)
        assert [person.view["word"] for person in people] == ["seven", "eleven", "twelve"]
        await first.do("leave")  # the second sits down in his place, and keeps his word
        assert (second.view["player"], second.view["word"], third.view["word"]) == ("", "eleven", "twelve")
        await dealt([second, third], 1_000, 1_000)
        for person in (second, third) * 3:  # insurance, the hand, and perhaps whether to go along
            if person.view["phase"] == "decision" and person.view["ask"]["yours"]:
                done = {"no-insurance", "stand", "stay"} & {*person.view["ask"]["choices"]}
                await person.do("decide", choice=done.pop())
        (row,) = await house.store.archive.find_rounds()
        seal = read(await house.store.archive.record(row.id)).header.seal
        assert seal is not None
        assert seal.words == {"1": "eleven", "1:C": "twelve"}
        sealed = await house.store.archive.opened_seal(row.id)
        assert sealed is not None
        content = await house.store.archive.record(row.id)
        bundle = bundle_of(content, sealed.seal, sealed.words, sealed.published, sealed.series)
        verify(bundle, sealed.seal.commitment, "twelve")
        with pytest.raises(Refused, match="not mixed in"):
            verify(bundle, sealed.seal.commitment, "seven")

    with_house(tmp_path, work)


# --- the record ------------------------------------------------------------------------------------------------------


def test_the_record_of_a_shared_box_replays_to_the_byte(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        _first, second, third = people = await box_of(house, 3)
        stacked("5s 7c 6d Th Tc")
        await dealt(people, 0, 1_000, 2_000)
        await third.do("decide", choice="double")
        await second.do("decide", choice="stay")
        (row,) = await house.store.archive.find_rounds()
        content = await house.store.archive.record(row.id)
        record = read(content)
        assert record.header.seats == {"1": "500.00", "1:B": "500.00", "1:C": "500.00"}
        assert write(record_of(reproduce(record), record.header.seal)) == content
        for name in ("1:b", "1:", "1:BB", ":B", "0:B"):
            strange = msgspec.structs.replace(record.header, seats={name: "500.00"})
            with pytest.raises(RecordError, match="the header names a seat"):
                reproduce(replace(record, header=strange))

    with_house(tmp_path, work)


# --- coming back -----------------------------------------------------------------------------------------------------


def again(house: LiveHouse, people: list[Person]) -> list[Person]:
    """The same people in a house that was closed and opened."""
    live = house.tables[people[0].live.id]
    return [Person(live, live.seats.purses[p.purse.patron]) for p in people if p.purse is not None]


def test_a_house_that_is_closed_in_the_middle_goes_on_with_everybody(tmp_path: Path, stacked: Stack) -> None:
    known: list[Person] = []

    async def first_evening(house: LiveHouse) -> None:
        known.extend(await box_of(house, 3))
        await known[2].do("wager", on="blackjack", amount=3_000)

    async def second_evening(house: LiveHouse) -> None:
        people = again(house, known)
        assert [p.view["player"] for p in people] == ["", "B", "C"]
        assert [s["agrees"] for s in people[0].view["seats"]] == [True, False, False]
        assert stacks(people) == [50_000, 50_000, 47_000]
        stacked("5s 7c 6d Th Tc")
        await dealt(people, 1_000, 2_000, 0)
        await people[0].do("decide", choice="double")
        known[:] = people

    async def third_evening(house: LiveHouse) -> None:
        _first, second, third = people = again(house, known)
        assert [bool(choices(p)) for p in people] == [False, True, False]
        await second.do("decide", choice="double", id="mine")
        await second.do("decide", choice="double", id="mine")  # done once
        await third.do("decide", choice="stay")
        assert stacks(people) == [52_000, 54_000, 53_000]
        assert await audited(house)

    for evening in (first_evening, second_evening, third_evening):
        with_house(tmp_path, evening)


# --- leaving ---------------------------------------------------------------------------------------------------------


def test_when_who_sits_leaves_the_first_behind_sits_down(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        first, second, third = people = await box_of(house, 3)
        stacked("9s 7c Td Th")
        await dealt(people, 1_000, 2_000, 3_000)
        await first.do("leave")  # in the middle: his hand stands, and he is paid
        assert first.view["you"] is None
        assert (second.view["player"], third.view["player"]) == ("", "C")
        assert stacks([second, third]) == [52_000, 53_000]
        assert [s["agrees"] for s in second.view["seats"]] == [True, False]
        await audited(house)
        stacked("9s 7c Td Th")
        await dealt([second, third], 1_000, 1_000)
        await second.do("decide", choice="stand")
        assert stacks([second, third]) == [53_000, 54_000]
        for person in (third, second):
            await person.do("leave")
        assert second.live.seats.people == []
        balances = await audited(house)
        assert {k: v for k, v in balances.items() if "/seat:" in k and v} == {}

    with_house(tmp_path, work)


def test_orders_of_whoever_moves_up_go_with_him(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        first, second = await box_of(house)
        await second.do("wager", on="blackjack", amount=2_000)
        await first.do("leave")
        assert (second.view["player"], stacks([second])) == ("", [48_000])
        stacked("9s 7c Td Th")
        await second.do("deal")
        await second.do("decide", choice="stand")
        assert stacks([second]) == [52_000]
        assert own(second)["agrees"] is False  # nobody else is there, and he was never asked
        assert await audited(house)

    with_house(tmp_path, work)


def test_a_wager_that_stands_keeps_its_player_where_he_is(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        first, second = people = await box_of(house, streak="on")
        await second.do("wager", on="streak-2", amount=500)
        stacked("9s 7c Td Th")
        await dealt(people, 1_000, 1_000)
        await first.do("decide", choice="stand")
        await first.do("leave")
        assert second.view["player"] == "B"  # his streak is up under this letter
        assert first.live.seats.free == [2, 3, 4, 5, 6]
        stacked("9s 7c Td Th")
        await second.do("wager", on="blackjack", amount=1_000)
        await second.do("deal")
        await second.do("decide", choice="stand")
        assert second.view["player"] == ""
        assert await audited(house)

    with_house(tmp_path, work)


def test_2_13_a_without_anybody_in_the_seat_the_first_behind_it_agrees(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        first, second = people = await box_of(house, streak="on")
        await second.do("wager", on="streak-2", amount=500)
        stacked("9s 7c Td Th")
        await dealt(people, 1_000, 1_000)
        await first.do("decide", choice="stand")
        await first.do("leave")
        assert second.view["player"] == "B"
        refused = await first.say("sit", seat=1, behind=True)
        assert f"{own(second)['name']} has not agreed" in refused["reason"]
        await second.do("agree", agrees=True)
        await first.do("sit", seat=1, behind=True)
        assert first.view["player"] == "C"
        await first.do("wager", on="blackjack", amount=1_000)
        await second.do("agree", agrees=False)
        assert first.view["you"] is None
        assert await audited(house)

    with_house(tmp_path, work)


def test_who_left_with_a_wager_that_stands_is_in_nobodys_way(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        first, second, third = people = await box_of(house, 3, streak="on")
        await first.do("wager", on="streak-2", amount=500)
        stacked("9s 7c Td Th")
        await dealt(people, 1_000, 1_000, 0)
        await first.do("decide", choice="stand")
        await first.do("leave")
        assert own(first)["leaving"]  # until his streak is decided
        stacked("9s 7c Td Th")
        await dealt([second, third], 1_000, 2_000)
        assert (choices(second), bool(choices(third))) == ([], True)
        await third.do("decide", choice="stand")
        assert stacks([second, third]) == [52_000, 52_000]
        assert await audited(house)

    with_house(tmp_path, work)


def test_2_13_a_who_no_longer_agrees_has_his_box_to_himself(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        first, second = people = await box_of(house)
        refused = await second.say("agree", agrees=False)
        assert "that is for" in refused["reason"]
        stacked("9s 7c Td Th")
        await dealt(people, 1_000, 2_000)
        await first.do("agree", agrees=False)
        assert own(second)["leaving"]
        refused = await second.say("sit", seat=1, behind=True)
        assert refused["cite"] == "13:69F-2.13(a)"
        await first.do("decide", choice="stand")  # the wager that lies is decided
        assert second.view["you"] is None
        assert [r["net"] for r in first.view["rulings"]] == [1_000, 2_000]
        await second.do("sit", seat=2)
        assert await audited(house)

    with_house(tmp_path, work)


def test_2_13_a_orders_go_back_when_the_agreement_ends(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        first, second = await box_of(house)
        await second.do("wager", on="blackjack", amount=2_000)
        await first.do("agree", agrees=False)
        assert (second.view["you"], first.view["seats"][0]["seat"]) == (None, 1)
        assert [s["orders"] for s in first.view["seats"]] == [[]]
        assert await audited(house)

    with_house(tmp_path, work)


def test_who_is_about_to_leave_and_stays_is_where_he_was(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        first, second = people = await box_of(house)
        stacked("9s 7c Td Th")
        await dealt(people, 1_000, 2_000)
        await second.do("leave")
        await second.do("sit", seat=1, behind=True)
        await first.do("decide", choice="stand")
        assert (second.view["you"], second.view["player"], stacks(people)) == (1, "B", [51_000, 52_000])

    with_house(tmp_path, work)


def test_the_clock_decides_for_somebody_behind_who_is_away(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        first, second = people = await box_of(house)
        stacked("5s 7c 6d Th Tc")
        await dealt(people, 1_000, 2_000)
        second.go()
        await first.do("decide", choice="double")
        await first.wait_for(lambda f: f["type"] == "state" and f["view"]["round"] == 2)
        assert [s["stack"] for s in first.view["seats"]] == [52_000, 52_000]  # he stays with his one wager

    with_house(tmp_path, work, clock=Clock(decision=0.05))


# --- every game that shares its places -------------------------------------------------------------------------------

SHARING = [name for name in entries() if can_be_dealt(name) and game(name).terms.shared is not None]


def test_the_games_of_the_family_share_their_places() -> None:
    assert {"blackjack", "blackjack-switch", "spanish-21"} <= {*SHARING}


@pytest.mark.parametrize("sits_idle", [False, True], ids=["all-wager", "idle-seat"])
@pytest.mark.parametrize("name", SHARING)
def test_three_people_at_one_place_of_every_game_that_shares(tmp_path: Path, name: str, sits_idle: bool) -> None:
    """Rounds in which everybody takes whatever is offered first; nobody answers for another, and no cent is lost."""
    (option,) = (o.id for o in game(name).terms.options if o.id.startswith("players-per-"))

    async def work(house: LiveHouse) -> None:
        live = await house.open_table(name, None, Settings({option: "3"}))
        first = await seated(house, live)
        people = [first, await behind(house, first), await behind(house, first)]
        for number in range(1, 7):
            for person, amount in zip(people, (0 if sits_idle else 1_000, 2_000, 3_000), strict=True):
                if amount:
                    await person.do("wager", on=game(name).betting.usual[0], amount=amount)
            for person in people:
                if person.view["phase"] == "wagers":
                    await person.do("deal")
            while live.round.number == number:
                (asked,) = [p for p in people if choices(p)]
                assert asked.view["ask"]["player"] == asked.view["player"] or asked.view["ask"]["seat"] == 0
                for other in people:
                    if other is not asked:
                        assert (await other.say("decide", choice=choices(asked)[0]))["type"] == "refused"
                await asked.do("decide", choice=choices(asked)[0])
            assert {r.get("player", "") for r in first.view["rulings"]} == ({"B", "C"} if sits_idle else {"", "B", "C"})
        await audited(house)
        for row in await house.store.archive.find_rounds():
            content = await house.store.archive.record(row.id)
            record = read(content)
            assert write(record_of(reproduce(record), record.header.seal)) == content

    with_house(tmp_path, work)


# --- another process, another database -------------------------------------------------------------------------------


def test_another_process_takes_the_box_over_with_everybody(postgres: Any, stacked: Stack) -> None:
    from test_several import fall_silent
    from test_several import opened as opened_at

    async def run() -> None:
        book = postgres.new()
        async with opened_at(book, "http://one") as one, opened_at(book, "http://two") as two:
            first, second = people = await box_of(one)
            stacked("5s 7c 6d Th Tc")
            await dealt(people, 1_000, 2_000)
            await first.do("decide", choice="double")
            (other,) = await two.other_tables()
            assert [*other.owners] == ["1", "1:B"]
            await fall_silent(one)
            assert await two.elsewhere(first.live.id) is None
            taken = two.tables[first.live.id]
            assert second.purse is not None
            back = Person(taken, await two.people.purse(second.purse.patron))
            assert choices(back) == ["double", "stay"]
            await back.do("decide", choice="double")
            assert [s["stack"] for s in back.view["seats"]] == [52_000, 54_000]
            await audited(two)

    asyncio.run(run())


def test_the_audit_finds_a_result_that_was_given_to_another(tmp_path: Path, stacked: Stack) -> None:
    from nomorebets.server.book.audit import audit

    async def work(house: LiveHouse) -> None:
        first, _ = people = await box_of(house)
        stacked("9s 7c Td Th")
        await dealt(people, 1_000, 2_000)
        await first.do("decide", choice="stand")
        await audited(house)
        async with house.store.engine.begin() as connection:
            await connection.execute(text("UPDATE results SET player = 'C' WHERE player = 'B'"))
        (finding,) = (await asyncio.to_thread(audit, house.store.url)).findings
        assert "the results of the book are not the rulings of its record" in finding.text

    with_house(tmp_path, work)


def test_a_letter_of_a_seat_is_given_once(book: str) -> None:
    """The key of the schema, on either database."""

    async def run() -> None:
        store = Store(book)
        await store.open()
        try:
            row = "('t', 1, 'p', 'now', 0, '{}', '[]', :player)"
            columns = "table_id, seat, patron_id, since, leaving, orders, last, player"
            async with store.engine.begin() as connection:
                await connection.execute(text("INSERT INTO patrons VALUES ('p', 'P', 'now')"))
                of_table = "id, name, game, as_of, house, opened, rounds, seq, opening"
                values = "('t', 'T', 'blackjack', '2012-06-01', '{}', 'now', 0, 0, '{}')"
                await connection.execute(text(f"INSERT INTO tables ({of_table}) VALUES {values}"))
                for player in ("", "B"):
                    await connection.execute(text(f"INSERT INTO seats ({columns}) VALUES {row}"), {"player": player})
            assert [(s.seat, s.player, s.agrees) for s in await store.seats_at("t")] == [
                (1, "", False),
                (1, "B", False),
            ]
            with pytest.raises(Exception, match=r"(?i)unique"):
                async with store.engine.begin() as connection:
                    await connection.execute(text(f"INSERT INTO seats ({columns}) VALUES {row}"), {"player": "B"})
        finally:
            await store.close()

    asyncio.run(run())
