"""Live tables of the poker room: a pause between hands, table stakes, sitting out, leaving, and who is cut off."""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
from pathlib import Path

import httpx
import pytest
from people import Person, audited, seated, with_house
from visiting import Visitor

from nomorebets import equities
from nomorebets.errors import WagerRefused
from nomorebets.fairness import verify_round
from nomorebets.games import game, game_ids, open_table
from nomorebets.pricing.facet import odds_of
from nomorebets.rulings.transcript import read_transcript
from nomorebets.server.book.audit import audit
from nomorebets.server.book.changes import now
from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.buying import chips_to_buy
from nomorebets.server.tables.clock import Clock
from nomorebets.server.tables.dealer import HALF_AN_HOUR
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.tables.waiting import MOST_WAITING
from nomorebets.server.web.app import build_app
from nomorebets.server.web.pages.equities import open_streets
from nomorebets.table import Settings
from nomorebets.table.areas import HIDDEN

QUICK = Clock(pause=0.05, decision=0.3)


def turn_of(live: LiveTable) -> int:
    request = live.round.asked
    assert request is not None
    (seat,) = request.seats()
    return seat


async def deal(*people: Person) -> None:
    for person in people:
        await person.do("deal")


async def go_on(people: dict[int, Person], choice: str = "") -> None:
    """Everybody calls, or does something else where it is offered, until the hand is over."""
    live = next(iter(people.values())).live
    number = live.round.number
    while live.round.number == number:
        person = people[turn_of(live)]
        choices = person.view["ask"]["choices"]
        await person.do("decide", choice=next(name for name in (choice, "check", "call", "show") if name in choices))


def by_seat(*people: Person) -> dict[int, Person]:
    return {person.view["you"]: person for person in people}


def test_14_6_b_a_hand_begins_when_two_are_in_with_chips(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("holdem")
        first = await seated(house, live, 20_000)
        assert [seat["bot"] for seat in first.view["seats"]] == [False, True, True, True]
        assert len({seat["plays"] for seat in first.view["seats"]}) == 3  # bots play by different ways
        second = await seated(house, live, 20_000)
        assert [seat["bot"] for seat in first.view["seats"]] == [False, False]
        await second.do("sit-out")
        refused = await first.say("deal")
        assert (refused["type"], refused["cite"]) == ("refused", "13:69F-14.6(b)")
        assert live.round.number == 1
        await second.do("sit-out", out=False)
        await deal(first)
        assert first.view["phase"] == "pause"  # the other is not ready yet, and the clock runs
        assert first.view["clock"] is not None
        await deal(second)
        assert first.view["phase"] == "decision"

    with_house(tmp_path, work)


def test_14_7_buying_in(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        limits = Settings({"buy-in-min": "80", "buy-in-max": "200"})
        live = await house.open_table("holdem", settings=limits, standing="floorperson")
        first = Person(live, await house.people.create())
        for amount, words in ((7_999, "$80 to $200"), (20_001, "$80 to $200")):
            refused = await first.say("sit", amount=amount)
            assert (refused["cite"], refused["accepts"]) == ("13:69F-14.7 R-14.7-table-stakes", words)
        await first.do("sit", amount=8_000)
        second = await seated(house, live, 20_000)
        refused = await first.say("buy-in", amount=12_001)
        assert refused["accepts"] == "$0.01 to $120"
        refused = await second.say("buy-in")  # the usual: nothing is missing
        assert "$0 of chips beside $200 refused: the table has its limits" in refused["reason"]
        assert refused["accepts"] == "playing with the chips you have"
        await first.do("buy-in", amount=2_000)
        await deal(first, second)
        refused = await first.say("buy-in", amount=1_000)
        assert (refused["cite"], refused["accepts"]) == ("13:69F-14.7 R-14.7-table-stakes", "buying between two rounds")
        await go_on(by_seat(first, second), "fold")
        await first.do("buy-in", amount=1_000)
        await audited(house)

    with_house(tmp_path, work)


def test_14_7_who_has_won_chips_buys_no_less_than_none() -> None:
    table, purse = open_table("holdem"), Purse("somebody", "Somebody", 60_000)
    with pytest.raises(WagerRefused, match=r"^\$0 of chips beside \$596 refused"):
        chips_to_buy(table, purse, None, lambda purse: None, has=59_600)


def test_14_15_who_leaves_in_mid_hand_is_folded(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("holdem")
        people = [await seated(house, live, 20_000) for _ in range(3)]
        await deal(*people)
        leaver = people[2 if turn_of(live) != 3 else 1]
        seat = leaver.view["you"]
        await leaver.do("leave")
        assert any(s["seat"] == seat and s["leaving"] for s in people[0].view["seats"])  # until the hand is over
        others = by_seat(*(person for person in people if person is not leaver))
        await go_on(others)
        assert live.round.play is not None
        record = live.log.last_round
        assert record is not None
        assert [s["seat"] for s in people[0].view["seats"]] == sorted(others)
        balances = await audited(house)
        assert leaver.purse is not None
        assert balances[leaver.purse.account] == leaver.purse.balance
        assert leaver.purse.balance in (100_000, 99_900, 99_800)  # no more than a blind was lost
        said = [frame["words"] for frame in people[0].seen if frame["type"] == "event"]
        assert f"seat {seat}: fold" in said

    with_house(tmp_path, work)


def test_14_15_who_is_cut_off_is_folded_by_the_clock_and_sits_out(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("holdem")
        people = [await seated(house, live, 20_000) for _ in range(3)]
        await deal(*people)
        seat = turn_of(live)
        gone = by_seat(*people)[seat]
        gone.go()
        here = next(person for person in people if person is not gone)
        await here.wait_for(lambda frame: frame.get("words") == f"seat {seat}: fold")
        assert live.seats[seat].orders.sits_out
        back = Person(live, gone.purse)
        await back.do("sit-out", out=False)
        assert not live.seats[seat].orders.sits_out

    with_house(tmp_path, work, clock=Clock(decision=0.4))


def test_14_10_c_the_button_and_missed_blinds_are_kept_by_the_table(tmp_path: Path) -> None:
    async def hands(house: LiveHouse) -> None:
        live = await house.open_table("holdem")
        people = [await seated(house, live, 20_000) for _ in range(3)]
        await deal(*people)
        await go_on(by_seat(*people), "fold")
        state = live.round.opening.state
        big = int(state["last-big-blind"])
        order = sorted(by_seat(*people))
        after = by_seat(*people)[order[(order.index(big) + 1) % 3]]  # the big blind comes to him next
        await after.do("sit-out")
        await deal(*(person for person in people if person is not after))
        await go_on(by_seat(*people), "fold")
        assert live.round.opening.state["missed-blinds"] == f"{after.view['you']}:both"
        await audited(house)

    with_house(tmp_path, hands)

    async def again(house: LiveHouse) -> None:
        (live,) = house.tables.values()
        assert "missed-blinds" in live.round.opening.state
        assert sum(one.orders.sits_out for one in live.seats.people) == 1

    with_house(tmp_path, again)


def test_a_full_table_of_stud_plays_while_two_leave_and_one_is_cut_off(tmp_path: Path) -> None:
    """Nine people at hold 'em do so over real connections: test_poker_wires."""
    game = "seven-card-stud"

    async def work(house: LiveHouse) -> None:
        chosen = random.Random(game)
        live = await house.open_table(game)
        people = [await seated(house, live, 20_000) for _ in range(min(9, live.table.seats))]
        leaving = people[:2]
        people[2].go()
        for _ in range(4_000):
            if live.rounds >= 3:
                break
            for person in people:
                ask = person.view["ask"]
                if person is not people[2] and ask and ask["yours"]:
                    choices = [name for name in ask["choices"] if name not in ("all-in", "fold")]
                    await person.say("decide", choice=chosen.choice(choices or ask["choices"]))
                    if leaving and live.round.has_begun:
                        await leaving.pop().do("leave")
            for person in people[3:]:  # whom a machine that stood still made silent comes back
                own = live.seats.of(person.purse.patron if person.purse else None)
                if own is not None and own.orders.sits_out:
                    await person.say("sit-out", out=False)
                if own is not None and not own.stack:  # whom the luck of the cards left nothing goes on
                    await person.say("buy-in", amount=20_000)
            await asyncio.sleep(0.005)
        assert live.rounds >= 3
        assert not leaving
        live.stop()  # no further hand while the book is read
        await audited(house)

    with_house(tmp_path, work, clock=QUICK)


def test_a_hand_is_downloaded_with_what_its_reader_saw(tmp_path: Path) -> None:
    async def run() -> None:
        app = build_app(f"sqlite:///{tmp_path / 'house.db'}")
        async with app.lifespan():
            house: LiveHouse = app.state.house
            transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as web:
                live = await house.open_table("holdem")
                people = [await seated(house, live, 20_000) for _ in range(2)]
                noted = {p.view["you"]: p.view["commitment"] for p in people}
                words = {seat: f"word of {seat}" for seat in noted}
                for person in people:
                    await person.do("word", word=words[person.view["you"]])
                await deal(*people)
                own = {p.view["you"]: p.view["tableau"]["cards"][f"seat:{p.view['you']}"] for p in people}
                await go_on(by_seat(*people), "fold")
                await live.settled()
                for person in people:
                    assert person.purse is not None
                    headers = {"cookie": f"patron={await house.people.token(person.purse)}"}
                    answer = await web.get(f"/records/{live.id}-1/hand.phh", headers=headers)
                    assert answer.status_code == 200
                    seat = person.view["you"]
                    assert "".join(own[seat]) in answer.text
                    assert not any(
                        card in answer.text for other, cards in own.items() if other != seat for card in cards
                    )
                    assert 2 * HIDDEN in answer.text
                    assert read_transcript(answer.content).game == "holdem"
                    # the other hand is covered: the seal is opened as far as this player saw the cards
                    for path in (f"/records/{live.id}-1/opened.json", f"/api/v1/rounds/{live.id}-1/opened"):
                        opened = (await web.get(path, headers=headers)).json()
                        report = verify_round.verify(opened, noted[seat], words[seat])
                        assert f"seat:{seat}: {' '.join(own[seat])}" in report
                        assert {one["to"] for one in opened["dealt"] if "card" in one} == {f"seat:{seat}"}
                        assert opened["series"]["root"] == person.view["series"]
                passer_by = await house.people.token(await house.people.create())
                stranger = {"cookie": f"patron={passer_by}"}
                assert (await web.get(f"/records/{live.id}-1/hand.phh", headers=stranger)).status_code == 404
                # a waiting list over HTTP (14.18): not where there is a seat, and once where there is none
                full = await house.open_table("holdem", settings=Settings({"max-players": "3"}), standing="floorperson")
                for _ in range(3):
                    await seated(house, full, 20_000)
                said = []
                for number, (table, act) in enumerate(
                    [(live, "wait"), (full, "wait"), (full, "wait"), (full, "wait no more"), (full, "wait")]
                ):
                    answer = await web.post(
                        f"/api/v1/tables/{table.id}/acts",
                        json={"type": "wait", "waits": act == "wait"},
                        headers={"Authorization": f"Bearer {passer_by}", "Idempotency-Key": f"waiting-{number:08}"},
                    )
                    said.append(answer.json().get("cite", answer.status_code))
                rule = "13:69F-14.18 R-14.18-list"
                assert said == [rule, 200, rule, 200, 200]

    asyncio.run(run())


def test_14_14_time_is_paid_for_before_the_first_hand_of_each_half_hour(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        posted = Settings({"time-charge": "7.00", "rake-percent": "0"})
        live = await house.open_table("holdem", settings=posted, standing="floorperson")
        people = [await seated(house, live, 20_000) for _ in range(2)]
        paid = []
        for hand in range(3):
            if hand == 2:  # the half hour of one seat is over
                live.seats[1].orders.time_paid_until -= HALF_AN_HOUR
            await deal(*people)
            paid.append(live.round.at.felt.time_charge)
            await go_on(by_seat(*people), "fold")
        assert paid == [1_400, 0, 700]
        assert sum(one.stack for one in live.seats.people) == 40_000 - 2_100
        await audited(house)

    with_house(tmp_path, work)


def test_14_18_the_waiting_list(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("holdem", settings=Settings({"max-players": "3"}), standing="floorperson")
        players = [await seated(house, live, 20_000) for _ in range(3)]
        first, second, third, passer_by = [Person(live, await house.people.create()) for _ in range(4)]
        for person in (first, second, third):
            await person.do("wait")
        for person in (first, players[0]):  # who waits already, and who sits
            assert (await person.say("wait"))["cite"] == "13:69F-14.18 R-14.18-list"
        names = [person.purse.name for person in (first, second, third)]
        assert passer_by.view["waiting"] == {"names": names, "called": 0}
        assert second.view["waits"] == {"before": 1, "seconds": None}
        await players[0].do("leave")
        assert first.view["waits"]["seconds"] is not None
        for person in (second, passer_by):  # it is not their turn
            refused = await person.say("sit", amount=20_000)
            assert (refused["cite"], refused["accepts"]) == ("13:69F-14.18 R-14.18-list", "wait")
        first.go()  # who leaves loses his place, and the next is called
        await second.hear()
        assert second.view["waits"] == {"before": 0, "seconds": pytest.approx(live.waiting.to_accept, abs=2)}
        await second.do("sit", amount=20_000)
        assert third.view["waiting"] == {"names": names[2:], "called": 0}
        await third.do("wait", waits=False)
        await players[1].do("leave")
        await passer_by.do("sit", amount=20_000)  # nobody waits any more
        await audited(house)

    with_house(tmp_path, work)


def test_14_18_a_seat_that_is_not_taken_in_time_is_lost(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("holdem", settings=Settings({"max-players": "3"}), standing="floorperson")
        live.waiting.to_accept = 0.05
        players = [await seated(house, live, 20_000) for _ in range(3)]
        first, second = [Person(live, await house.people.create()) for _ in range(2)]
        for person in (first, second):
            await person.do("wait")
        await players[0].do("leave")
        await second.wait_for(
            lambda frame: (
                frame["type"] == "state" and "waits" in frame["view"] and frame["view"]["waits"]["seconds"] is not None
            )
        )
        assert "waits" not in first.view
        refused = await first.say("sit", amount=20_000)
        assert refused["type"] == "refused"

    with_house(tmp_path, work)


def test_14_18_the_list_has_an_end(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("holdem", settings=Settings({"max-players": "3"}), standing="floorperson")
        for _ in range(3):  # of whom the second finds a seat beside the bots
            await seated(house, live, 20_000)
        for number in range(MOST_WAITING + 1):
            said = await Person(live, await house.people.create()).say("wait")
            assert (said["type"] == "ack") is (number < MOST_WAITING)
        roulette = await house.open_table("roulette")
        assert (await Person(roulette, await house.people.create()).say("wait"))["type"] == "refused"

    with_house(tmp_path, work)


@pytest.mark.slow  # the compiled counts take seconds to load
def test_all_in_hands_are_shown_with_their_equities(tmp_path: Path) -> None:
    """All in before the flop: every street with the share that each open hand had, as the library counts it."""

    async def work() -> None:
        app = build_app(f"sqlite:///{tmp_path / 'house.db'}")
        async with app.lifespan():
            house: LiveHouse = app.state.house
            transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
            house._clock = Clock(street=0)
            live = await house.open_table("holdem", settings=Settings({"all-in-hands": "shown"}))
            people = [await seated(house, live, 20_000) for _ in range(2)]
            await deal(*people)
            await go_on(by_seat(*people), "all-in")
            answer = {"complete": False}
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as web:
                while not answer["complete"]:
                    answer = (await web.get(f"/tables/{live.id}/equities")).json()
            assert live.round.last is not None
            streets = open_streets(live.round.last)
            assert [street["board"] for street in answer["streets"]] == [board for _, board in streets]
            for street, (hands, board) in zip(answer["streets"], streets, strict=True):
                exact = equities("holdem", " ".join(hands.values()), board=board).hands
                assert [row["exact"] for row in street["hands"]] == [str(one.share) for one in exact]

    asyncio.run(asyncio.wait_for(work(), 60))


@pytest.mark.parametrize(
    ("choice", "option", "boards"),
    [("all-in", "shown", [0, 3, 4]), ("all-in", "covered", []), ("fold", "shown", []), ("", "shown", [])],
)
def test_only_hands_that_lay_open_are_counted(tmp_path: Path, choice: str, option: str, boards: list[int]) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("holdem", settings=Settings({"all-in-hands": option}))
        people = [await seated(house, live, 20_000) for _ in range(2)]
        await deal(*people)
        await go_on(by_seat(*people), choice)
        assert live.round.last is not None
        assert [len(board) // 2 for _, board in open_streets(live.round.last)] == boards

    with_house(tmp_path, work, clock=Clock(street=0))


@pytest.mark.parametrize("id", [id for id in game_ids() if game(id).terms.buy_in is not None])
def test_an_example_of_open_hands_is_counted_where_they_may_lie_open(id: str) -> None:
    known = odds_of(game(id))
    assert known is not None
    assert known.example is not None
    assert known.example(open_table(id)) is None
    if "all-in-hands" in open_table(id).house.options:
        hands, board = known.example(open_table(id, settings=Settings({"all-in-hands": "shown"}))) or ("", "")
        cards = re.findall("..", hands.replace(" ", "") + board)
        assert len(cards) == len(set(cards)) > 3


@pytest.mark.parametrize("option", ["shown", "covered"])
def test_14_16_the_dealer_waits_at_each_street_while_hands_lie_open(tmp_path: Path, option: str) -> None:
    """Everybody sees the open hands and what is counted of them; nobody is asked anything, and nobody can stop it."""

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("holdem", settings=Settings({"all-in-hands": option}))
        people = [await seated(house, live, 20_000) for _ in range(2)]
        watching = Person(live, None)
        await deal(*people)
        for _ in range(2):
            person = by_seat(*people)[turn_of(live)]
            choices = person.view["ask"]["choices"]
            await person.do("decide", choice="all-in" if "all-in" in choices else "call")
        if option == "covered":
            assert live.round.asked is not None  # the showdown, or the next hand
            assert "all_in" not in watching.view
            return
        assert (watching.view["phase"], watching.view["all_in"]) == ("dealing", {"board": "", "streets": []})
        assert live.dealer.open_hands.tell(live.round.number, [{"board": "", "hands": []}])
        assert not live.dealer.open_hands.tell(live.round.number, [{"board": "", "hands": []}])
        await people[0].do("leave")  # the hand goes on, at its pace
        assert people[1].view["all_in"] == {"board": "", "streets": [{"board": "", "hands": []}]}
        boards = []
        while "all_in" in watching.view:
            assert watching.view["clock"] == pytest.approx(60, abs=20)
            boards.append(len(watching.view["all_in"]["board"]) // 2)
            live.dealer.time_is_up()
            live.delivery.due()
            await watching.hear()
        assert boards == [0, 3, 4]
        assert live.rounds == 1
        await audited(house)

    with_house(tmp_path, work, clock=Clock(street=60))


def test_14_16_a_supervisor_rules_on_a_hand(tmp_path: Path) -> None:
    """Recorded in the chain of the book and seen by who reads every round; nobody else rules, and nothing is lost."""
    address = f"sqlite:///{tmp_path / 'house.db'}"
    said = {"what": "players-communicated", "remarks": "Seats 1 and 2 warned <b>"}
    with Visitor(build_app(address)) as visitor:
        house: LiveHouse = visitor.app.state.house

        async def hand() -> str:
            live = await house.open_table("holdem")
            people = [await seated(house, live, 20_000) for _ in range(2)]
            await deal(*people)
            await go_on(by_seat(*people), "fold")
            await live.settled()
            return str(live.log.last_round)

        with visitor.portal() as portal:
            path = f"/records/{portal.call(hand)}"
        for role, status in (("surveillance", 403), ("floorperson", 303)):
            visitor.become(role)
            assert visitor.post(f"{path}/rulings", data=said, follow_redirects=False).status_code == status
        for wrong in ({"what": "earthquake", "remarks": "x"}, {"what": said["what"], "remarks": " "}):
            assert visitor.post(f"{path}/rulings", data=wrong, follow_redirects=False).status_code == 400
        visitor.become("surveillance")
        page = visitor.get(path).text
        assert "Seats 1 and 2 warned &lt;b&gt;" in page
        assert "14.16]" in page
        assert "R-14.16" not in page
        assert "Record the ruling" not in page
        listed = visitor.get("/floor").text
        assert f'<a href="{path}#rulings">1</a>' in listed
        assert "Seats 1 and 2 warned &lt;b&gt;" in listed
        cite = re.search(r'class="cite" href="([^"]+)">[^<]*14.16<', listed)
        assert cite is not None
        where, _, reading = cite[1].partition("#")
        assert f'class="note" id="{reading}"' in visitor.get(where).text
        today = now()[:10]
        for asked, found in (
            (f"since={today}&until={today}", True),
            ("since=2999-01-01", False),
            ("until=1999-01-01", False),
        ):
            assert ("Seats 1 and 2 warned" in visitor.get(f"/floor?{asked}").text) is found
        table = path.removeprefix("/records/").rpartition("-")[0]
        assert "Seats 1 and 2 warned" in visitor.get(f"/floor?table={table}").text
        assert visitor.get("/floor?table=none").status_code == 404
        visitor.become("dealer")
        assert "Supervisors’ rulings" not in visitor.get("/floor").text  # not one of those who read every round
    found = audit(address)
    assert (found.findings, found.counts["supervisor_rulings"]) == ([], 1)
    with sqlite3.connect(tmp_path / "house.db") as book:
        book.execute("UPDATE supervisor_rulings SET remarks = 'nothing'")
    assert any("supervisor's ruling" in finding.text for finding in audit(address).findings)
