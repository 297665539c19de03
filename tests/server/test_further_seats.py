"""Several boxes of one person at a live table (2.14): wagers, decisions and chips of each, and leaving them."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from people import Frame, Person, Stack, audited, seated, with_house

from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse
from nomorebets.table import Settings

DAY = date(2012, 6, 1)


async def opened(house: LiveHouse, most: str = "3", **options: str) -> LiveTable:
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return await house.open_table("blackjack", DAY, Settings({"boxes-per-player": most, **named}))


async def with_boxes(house: LiveHouse, *boxes: int, amount: int = 50_000, **options: str) -> Person:
    """Somebody in the first seat, and in others."""
    person = await seated(house, await opened(house, **options), amount)
    for box in boxes:
        await person.do("sit", seat=box)
    return person


def rows(person: Person) -> list[Frame]:
    return [s for s in person.view["seats"] if str(s["seat"]) in person.view["own"]]


def chips(person: Person) -> int:
    return sum(int(row["stack"]) for row in rows(person))


@pytest.mark.parametrize(("most", "taken"), [("1", 1), ("2", 2), ("3", 3)])
def test_2_14_so_many_boxes_and_no_more(tmp_path: Path, most: str, taken: int) -> None:
    async def work(house: LiveHouse) -> None:
        person = await with_boxes(house, *range(2, taken + 1), most=most)
        assert person.view["own"] == [str(box) for box in range(1, taken + 1)]
        assert person.view["seats_of_one"] == taken
        refused = await person.say("sit", seat=6)
        words = {1: "seat 1", 2: "seats 1, 2", 3: "seats 1, 2, 3"}[taken]
        assert (refused["reason"], refused["cite"]) == (f"you sit in {words} already", "13:69F-2.14")
        assert refused["accepts"] == "leave"
        assert len(rows(person)) == taken

    with_house(tmp_path, work)


def test_a_game_of_one_seat_each_names_no_paragraph(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        person = await seated(house, await house.open_table("roulette"))
        refused = await person.say("sit", seat=2)
        assert (refused["reason"], refused.get("cite", "")) == ("you sit in seat 1 already", "")

    with_house(tmp_path, work)


@pytest.mark.parametrize("seat", [1, 7, 0, "2", True, 2.0])
def test_2_14_only_a_free_box(tmp_path: Path, seat: object) -> None:
    async def work(house: LiveHouse) -> None:
        person = await with_boxes(house)
        refused = await person.say("sit", seat=seat)
        assert refused["accepts"] == "2, 3, 4, 5, 6"
        assert person.view["own"] == ["1"]

    with_house(tmp_path, work)


def test_2_14_boxes_are_wagered_on_played_and_paid_each_by_itself(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        person = await with_boxes(house, 3)
        await person.do("wager", on="blackjack", amount=1_000)
        await person.do("wager", on="blackjack", amount=2_500, seat=3)
        assert [(r["seat"], r["orders"][0]["amount"]) for r in rows(person)] == [(1, 1_000), (3, 2_500)]
        assert chips(person) == 46_500
        stacked("9s Ts 7c Td 6d Th 5h")
        await person.do("deal")
        assert person.view["ask"]["your_seat"] == 1
        refused = await person.say("decide", choice="stand", seat=3)
        assert refused["reason"] == "seat 3: it is the turn of seat 1"
        await person.do("decide", choice="stand")
        assert person.view["ask"]["your_seat"] == 3
        await person.do("decide", choice="draw", seat=3)
        assert [(r["seat"], r["net"]) for r in person.view["rulings"]] == [(3, 2_500), (1, 1_000)]
        assert chips(person) == 53_500
        balances = await audited(house)
        assert balances[f"{person.live.id}/seat:3"] == 5_000  # as much as it needed, and what it has won

    with_house(tmp_path, work)


def test_2_14_insurance_is_asked_of_each_box(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        person = await with_boxes(house, 2, amount=4_000)
        for seat in (1, 2):
            await person.do("wager", on="blackjack", amount=1_500, seat=seat)
        stacked("9s Ts Ac Td 6d Kh")
        await person.do("deal")
        assert person.view["ask"]["your_seat"] == 1
        await person.do("decide", choice="insure", amount=700)
        assert person.view["ask"]["your_seat"] == 2
        refused = await person.say("decide", choice="insure", amount=400)  # $3 are left of the ten
        assert refused["reason"] == "seat 2: insure needs $4; it has $3"
        await person.do("decide", choice="insure", amount=300)
        for _ in range(2):
            await person.do("decide", choice="stand")
        assert chips(person) == 3_000  # all wagers lost, and twice the insurance won
        assert await audited(house)

    with_house(tmp_path, work)


def test_2_14_chips_are_one_persons_whatever_box_they_lie_at(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        person = await with_boxes(house, 2, amount=4_000)
        await person.do("wager", on="blackjack", amount=1_000)
        refused = await person.say("wager", on="blackjack", amount=3_100, seat=2)
        assert refused["reason"] == "seat 2: $31 refused: the seat has $30 left"
        await person.do("wager", on="blackjack", amount=2_000, seat=2)
        stacked("9s 6s 7c Td 5d Th Tc")
        await person.do("deal")
        await person.do("decide", choice="stand")
        refused = await person.say("decide", choice="double", amount=1_500)
        assert refused["reason"] == "seat 2: double needs $15; it has $10"
        await person.do("decide", choice="double", amount=1_000)
        assert chips(person) == 8_000  # 19 and 21 against 17
        assert await audited(house)

    with_house(tmp_path, work)


def test_a_wager_that_is_refused_brings_no_chips_to_its_box(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        person = await with_boxes(house, 2, amount=4_000)
        before = [row["stack"] for row in rows(person)]
        assert (await person.say("wager", on="blackjack", amount=7, seat=2))["type"] == "refused"
        assert [row["stack"] for row in rows(person)] == before == [4_000, 0]
        await person.do("wager", on="blackjack", amount=1_500, seat=2)
        assert [row["stack"] for row in rows(person)] == [2_500, 0]  # what is ordered apart
        assert await audited(house)

    with_house(tmp_path, work)


def test_2_14_what_was_wagered_is_repeated_doubled_and_taken_back_box_by_box(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        person = await with_boxes(house, 2)
        for seat, amount in ((1, 1_000), (2, 1_500)):
            await person.do("wager", on="blackjack", amount=amount, seat=seat)
        await person.do("double", seat=2)
        await person.do("take-back", on="blackjack", seat=1)
        assert [r["orders"] and r["orders"][0]["amount"] for r in rows(person)] == [[], 3_000]
        stacked("9s 7c Td Th")
        await person.do("deal")
        await person.do("decide", choice="stand")
        await person.do("repeat", seat=2)
        assert (await person.say("repeat", seat=1))["reason"] == "there is nothing to repeat"
        await person.do("clear", seat=2)
        assert all(not r["orders"] for r in rows(person))

    with_house(tmp_path, work)


@pytest.mark.parametrize("seat", [2, 4, "1", True, 1.0])
def test_a_seat_that_is_not_ones_own_is_refused(tmp_path: Path, seat: object) -> None:
    async def work(house: LiveHouse) -> None:
        person = await with_boxes(house, 3)
        refused = await person.say("wager", on="blackjack", amount=1_000, seat=seat)
        assert refused["reason"].startswith("you have no seat ")
        assert refused["accepts"] == "1, 3"

    with_house(tmp_path, work)


def test_2_14_leaving_frees_all_boxes_or_the_one_that_is_named(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        person = await with_boxes(house, 2, 3)
        assert person.purse is not None
        before = person.purse.balance
        await person.do("leave", seat=2)
        assert person.view["own"] == ["1", "3"]
        await person.do("leave")
        assert person.view["own"] == []
        assert person.purse.balance == before + 50_000
        assert list(person.live.seats.free) == [1, 2, 3, 4, 5, 6]
        assert await audited(house)

    with_house(tmp_path, work)


def test_2_14_a_box_that_is_left_in_a_round_is_free_after_it(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        person = await with_boxes(house, 2)
        assert person.purse is not None
        before = chips(person) + person.purse.balance
        for seat in (1, 2):
            await person.do("wager", on="blackjack", amount=1_000, seat=seat)
        stacked("9s Ts 7c Td 9d Th")
        await person.do("deal")
        await person.do("leave", seat=2)
        assert [r["leaving"] for r in rows(person)] == [False, True]
        await person.do("decide", choice="stand")  # the box that is left stands
        assert person.view["own"] == ["1"]
        assert person.view["phase"] == "wagers"
        assert chips(person) + person.purse.balance == before + 2_000
        assert await audited(house)

    with_house(tmp_path, work)


def test_2_14_who_stays_keeps_every_box(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        person = await with_boxes(house, 2)
        for seat in (1, 2):
            await person.do("wager", on="blackjack", amount=1_000, seat=seat)
        stacked("9s Ts 7c Td 9d Th")
        await person.do("deal")
        await person.do("leave", seat=2)
        await person.do("sit", seat=2)
        assert [r["leaving"] for r in rows(person)] == [False, False]
        await person.do("decide", choice="stand")
        await person.do("decide", choice="stand")
        assert person.view["own"] == ["1", "2"]

    with_house(tmp_path, work)


def test_2_14_one_person_at_two_boxes_waits_for_nobody_else(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        person = await with_boxes(house, 2)
        assert not person.view["several"]
        for seat in (1, 2):
            await person.do("wager", on="blackjack", amount=1_000, seat=seat)
        stacked("9s Ts 7c Td 9d Th")
        await person.do("deal")
        assert person.view["clock"] is None
        assert person.view["phase"] == "decision"

    with_house(tmp_path, work)


def test_2_14_another_waits_until_all_boxes_of_a_person_are_ready(tmp_path: Path, stacked: Stack) -> None:
    async def work(house: LiveHouse) -> None:
        person = await with_boxes(house, 2)
        other = await seated(house, person.live)
        assert person.view["several"]
        for who, seat in ((person, 1), (person, 2), (other, 3)):
            await who.do("wager", on="blackjack", amount=1_000, seat=seat)
        await person.do("deal")
        assert [s["ready"] for s in person.view["seats"]] == [True, True, False]
        stacked("9s Ts Js 7c Td 9d Qd Th")
        await other.do("deal")
        assert person.view["ask"]["yours"]
        assert not other.view["ask"]["yours"]

    with_house(tmp_path, work)


def test_2_14_boxes_are_kept_over_a_restart(tmp_path: Path, stacked: Stack) -> None:
    kept: dict[str, str] = {}

    async def begin(house: LiveHouse) -> None:
        person = await with_boxes(house, 4)
        for seat in (1, 4):
            await person.do("wager", on="blackjack", amount=1_000, seat=seat)
        stacked("9s Ts 7c Td 9d Th")
        await person.do("deal")
        await person.do("decide", choice="stand")
        assert person.purse is not None
        kept.update(table=person.live.id, patron=person.purse.patron)

    async def go_on(house: LiveHouse) -> None:
        person = Person(house.table(kept["table"]), await house.people.purse(kept["patron"]))
        assert person.view["own"] == ["1", "4"]
        assert person.view["ask"]["your_seat"] == 4
        await person.do("decide", choice="stand")
        assert chips(person) == 52_000
        assert await audited(house)

    with_house(tmp_path, begin)
    with_house(tmp_path, go_on)


def test_2_13_others_wager_behind_the_box_on_which_they_are_let(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        person = await with_boxes(house, 2, players_per_box="2")
        await person.do("agree", agrees=True, seat=2)
        other = Person(person.live, await house.people.create())
        assert "has not agreed" in (await other.say("sit", seat=1, behind=True))["reason"]
        await other.do("sit", seat=2, behind=True)
        assert other.view["own"] == ["2:B"]
        refused = await other.say("sit", seat=5)
        assert (refused["reason"], refused["cite"]) == ("you sit in seat 2 already", "13:69F-2.14")
        await person.do("leave")  # the one behind sits down
        assert other.view["own"] == ["2"]
        await other.do("sit", seat=5)
        assert other.view["own"] == ["2", "5"]

    with_house(tmp_path, work)
