"""Live tables: what people do is verified, written, and only then acknowledged and shown."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
import uvloop
from people import Frame, Person, audited, seated, with_house
from sqlalchemy import update

from nomorebets import games
from nomorebets.drivers.bots import wagers_of
from nomorebets.drivers.chance import SeededChance
from nomorebets.equipment.cards import shown as as_printed
from nomorebets.errors import HouseRuleError
from nomorebets.library import game_ids
from nomorebets.regulation import cite
from nomorebets.server.book import schema
from nomorebets.server.book.store import Changes, Store, StoreError
from nomorebets.server.tables.acts import ACTS
from nomorebets.server.tables.clock import Clock
from nomorebets.server.tables.events import ShownTable
from nomorebets.server.tables.service import LiveHouse
from nomorebets.table import Settings
from nomorebets.table.felt import Felt, Laid
from nomorebets.table.play import Entry
from nomorebets.table.record import read, reproduce
from nomorebets.table.requests import Done, Mark
from rounds import FROM_FILES, SAMPLES

HAND = {"dealing-method": "hand"}


async def play_on(person: Person, rounds: int, chosen: random.Random, *more: str) -> None:
    """Wager as bots do, and more beside it, and decide at random, until so many rounds are over."""
    live = person.live
    table = live.table
    usual = "+".join((*table.usual, *more)) or "variety"
    for _ in range(60 * rounds):
        if live.rounds >= rounds:
            return
        view = person.view
        if view["phase"] == "wagers":
            for wager in wagers_of(table, usual, 1):
                if not any(w["on"] == wager.on for w in view["wagers"]):
                    await person.say("wager", on=wager.on, amount=wager.amount, round=view["round"])
            await person.say("deal", round=view["round"])
        elif view["phase"] == "pause":
            if live.seats[1].stack == 0:
                await person.do("buy-in")
            await person.do("deal", round=view["round"])
        elif view["ask"] and view["ask"]["yours"]:
            ask = view["ask"]
            if "choices" not in ask and "number" not in ask:  # cards to exchange
                given = chosen.sample(ask["cards"], chosen.randint(0, ask["most"]))
                await person.do("decide", at=view["at"], **({"cards": given} if given else {"choice": "stand pat"}))
                continue
            if "number" in ask:  # a hand to set
                await person.say("decide", cards=chosen.sample(ask["cards"], ask["number"]), at=view["at"])
                continue
            choice = chosen.choice([c for c in ask["choices"] if "co-bank" not in ask["choices"] or c == "decline"])
            amount = ask["least"] if choice == ask["amount_for"] else None
            await person.say("decide", choice=choice, amount=amount, at=view["at"])
        else:
            raise AssertionError(f"nothing to do: {view['phase']}")
    raise AssertionError(f"{live.rounds} rounds only")


@pytest.mark.parametrize("game", [*game_ids(), *SAMPLES, *FROM_FILES])
def test_every_game_is_played_through_messages(game: str, tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table(game, training=":" in game)  # a sample is only shown
        person = await seated(house, live, 100_000)
        await play_on(person, 4, random.Random(game))
        await audited(house)
        rounds = await house.store.archive.find_rounds(table=live.id)
        assert [row.number for row in rounds] == [4, 3, 2, 1]
        for row in rounds:
            record = read(await house.store.archive.record(row.id))
            reproduce(record)
            assert [(r.seat, r.wager, r.net) for r in record.rulings] == [
                (s["seat"], s["wager"], s["net"]) for s in row.summary
            ]
        await person.do("leave")
        balances = await audited(house)
        if not any(w.seat == 1 for w in live.round.opening.wagers):
            assert live.seats == {}
            assert balances[f"{live.id}/seat:1"] == 0
        assert person.purse is not None
        assert balances[person.purse.account] == person.purse.balance

    with_house(tmp_path, work)


@pytest.mark.parametrize(
    ("game", "outcome"),
    [
        ("craps", "odd"),
        ("roulette", "zero"),
        ("pai-gow", "pair"),
        ("spanish-21", "suited"),
        ("blackjack-switch", "pair"),
    ],
)
def test_a_wager_that_a_file_adds_is_played_through_messages(game: str, outcome: str, tmp_path: Path) -> None:
    text = (
        f'game = "{game}"\nname = "One More"\nstatus = {{ is = "authorized", since = 2012-03-19 }}\n'
        '[limits]\ntable = { min = "5.00", max = "500.00" }\n'
        f'[[wager]]\nname = "lucky-day"\npays = {{ {outcome} = "1 to 1" }}\n'
    )
    (tmp_path / "one-more.toml").write_text(text)
    offered = games.offer(tmp_path / "one-more.toml")

    async def work(house: LiveHouse) -> None:
        live = await house.open_table(offered)
        person = await seated(house, live, 100_000)
        await play_on(person, 3, random.Random(game), "lucky-day")
        await audited(house)
        rounds = await house.store.archive.find_rounds(table=live.id)
        assert len(rounds) == 3
        for row in rounds:
            record = read(await house.store.archive.record(row.id))
            reproduce(record)
            assert [ruling.wager for ruling in record.rulings].count("lucky-day") == 1

    try:
        with_house(tmp_path, work)
    finally:
        del games._offered[offered]


def test_a_wager_is_acknowledged_only_when_it_is_durable(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        person = await seated(house, live)
        gate = asyncio.Event()
        commit = house.store.commit

        async def slow(changes: Changes) -> None:
            await gate.wait()
            await commit(changes)

        house.store.commit = slow  # type: ignore[method-assign]
        live.receive(person.watcher, {"type": "wager", "id": "w", "on": "red", "amount": 500})
        for _ in range(20):
            await asyncio.sleep(0)
        assert person.watcher.frames.empty()
        gate.set()
        assert {"type": "ack", "id": "w"} in await person.hear()
        seats = await house.store.seats_at(live.id)
        assert json.loads(seats[0].orders)["placed"]["red"]["amount"] == 500

    with_house(tmp_path, work)


def test_what_cannot_be_written_did_not_happen(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        person = await seated(house, live)
        await person.do("wager", on="red", amount=500)
        commit = house.store.commit

        async def full(changes: Changes) -> None:
            house.store.commit = commit  # type: ignore[method-assign]
            raise StoreError("the book cannot be written (disk full); nothing has moved")

        house.store.commit = full  # type: ignore[method-assign]
        answer = await person.say("deal")
        assert answer["type"] == "refused"
        assert "nothing has moved" in answer["reason"]
        assert live.rounds == 0
        assert person.view["phase"] == "wagers"
        assert person.view["seats"][0]["orders"] == [{"seat": 1, "on": "red", "amount": 500}]
        await person.do("deal")
        assert live.rounds == 1
        await audited(house)

    with_house(tmp_path, work)


def refused(answer: Frame, *words: str) -> None:
    assert answer["type"] == "refused"
    for word in words:
        assert word in f"{answer['reason']} {answer.get('cite')} {answer['accepts']}", answer


def test_refusals_name_the_paragraph_and_what_is_accepted(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        limits = {"table": {"min": "5.00", "max": "100.00"}}
        live = await house.open_table("roulette", settings=Settings(limits=limits), standing="floorperson")
        person = await seated(house, live)
        refused(await person.say("wager", on="red", amount=100), "posted minimum", "$5 to $100")
        refused(await person.say("wager", on="red", amount=20_000), "posted maximum")
        refused(await person.say("wager", on="red", amount=505), "takes multiples of", "multiples of")
        refused(await person.say("wager", on="corner:1-2-3-4", amount=500), "5.1")
        refused(await person.say("wager", on="straight:17", amount=10**12), "no amount")
        refused(await person.say("wager", on="straight:17", amount=-500), "no amount")
        refused(await person.say("wager", on="straight:17", amount=5.5), "no amount")
        refused(await person.say("deal"), "nothing lies on the layout")
        refused(await person.say("decide", choice="bet"), "wagers are taken")
        refused(await person.say("dance"), "is nothing one does here", "sit")
        assert person.view["seats"][0]["stack"] == 50_000
        await audited(house)

    with_house(tmp_path, work)


def test_limits_hold_for_the_pile_and_chips_for_the_seat(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        settings = Settings(limits={"straight": {"max": "20.00"}})
        live = await house.open_table("roulette", settings=settings, standing="floorperson")
        person = await seated(house, live, 5_000)
        await person.do("wager", on="straight:17", amount=1_500)
        refused(await person.say("wager", on="straight:17", amount=1_000), "posted maximum")
        await person.do("wager", on="straight:17", amount=500)
        refused(await person.say("wager", on="red", amount=3_100), "has $30 left")
        refused(await person.say("double"), "posted maximum")
        await person.do("take-back", on="straight:17")
        await person.do("wager", on="black", amount=2_000)
        await person.do("double")
        assert person.view["seats"][0]["orders"] == [{"seat": 1, "on": "black", "amount": 4_000}]
        await person.do("clear")
        assert person.view["seats"][0]["stack"] == 5_000
        refused(await person.say("repeat"), "nothing to repeat")
        await person.do("wager", on="black", amount=500)
        await person.do("deal")
        await person.do("repeat")
        assert person.view["seats"][0]["orders"] == [{"seat": 1, "on": "black", "amount": 500}]

    with_house(tmp_path, work)


def test_a_stake_that_is_fixed_is_made_once_and_not_doubled(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        settings = Settings(limits={"table": {"min": "10.00"}})
        live = await house.open_table("caribbean-stud", settings=settings, standing="floorperson")
        person = await seated(house, live, 50_000)
        await person.do("wager", on="ante", amount=1_000)
        refused(await person.say("wager", on="progressive-payout", amount=500), "its stake is $1", "16.6(c)")
        await person.do("wager", on="progressive-payout", amount=100)
        refused(await person.say("wager", on="progressive-payout", amount=100), "16.6(c)", "exactly $1")
        await person.do("double")
        assert [(w["on"], w["amount"]) for w in person.view["seats"][0]["orders"]] == [
            ("ante", 2_000),
            ("progressive-payout", 100),
        ]

    with_house(tmp_path, work)


def test_stale_and_out_of_turn_messages_are_refused(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("caribbean-stud")
        first, second = await seated(house, live), await seated(house, live)
        await first.do("wager", on="ante", amount=500, round=1)
        await second.do("wager", on="ante", amount=500, round=1)
        await first.do("say-ready")
        assert first.view["phase"] == "wagers"
        await second.do("say-ready")
        asked = first.view["ask"]
        assert asked["seat"] == 1
        assert "choices" in asked
        assert "choices" not in second.view["ask"]
        refused(await second.say("decide", choice="bet"), "turn of seat 1", "16.10(a)")
        refused(await first.say("wager", on="ante", amount=500), "too late", "16.6(b)")
        refused(await first.say("decide", choice="raise"), "not offered here", "bet, fold")
        refused(await first.say("decide", choice="bet", at=1), "moved on")
        refused(await first.say("wager", on="ante", amount=500, round=7), "round 7")
        before = first.view["at"]
        await first.do("decide", choice="bet", at=before)
        assert second.view["ask"]["seat"] == 2
        await second.do("decide", choice="fold")
        assert live.rounds == 1
        refused(await first.say("deal", round=1), "round 1", "round 2")
        stranger = Person(live, await house.people.create())
        refused(await stranger.say("wager", on="ante", amount=500), "no seat")
        refused(await Person(live, None).say("sit"), "nobody knows you")
        refused(await stranger.say("sit", seat=1), "taken", "3, 4")
        await audited(house)

    with_house(tmp_path, work)


def test_no_frame_holds_a_card_that_its_reader_may_not_see(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("caribbean-stud")
        first, second = await seated(house, live), await seated(house, live)
        watching = Person(live, await house.people.create())
        for _ in range(5):
            for person in (first, second):
                await person.do("wager", on="ante", amount=500)
            await first.do("deal")
            for person in (first, second, watching):  # what lay open in the round before may still be seen
                await person.hear()
                person.seen.clear()
            await second.do("deal")
            assert live.round.play is not None
            felt = live.round.play.table.felt
            hidden = {area: {laid.card for laid in lying if not laid.up} for area, lying in felt.cards.items() if lying}
            hidden["shoe"] = set(felt.shoe)
            assert len(hidden["seat:1"]) == len(hidden["seat:2"]) == 5
            assert len(hidden["dealer"]) == 4
            for person, own in ((first, "seat:1"), (second, "seat:2"), (watching, "")):
                await person.hear()
                text = json.dumps(person.seen, ensure_ascii=False)
                for area, cards in hidden.items():
                    for card in cards:
                        seen = f'"{card}"' in text or as_printed(card) in text
                        assert seen == (area == own), (area, card, own)
            await first.do("decide", choice="fold")
            await second.do("decide", choice="bet")
            await watching.hear()
            folded = json.dumps(watching.seen, ensure_ascii=False)
            assert not any(f'"{card}"' in folded for card in hidden["seat:1"])  # a folded hand is never shown
            assert all(f'"{card}"' in folded for card in hidden["dealer"])

    with_house(tmp_path, work)


def test_a_new_owner_of_a_seat_does_not_see_the_hand_before(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("caribbean-stud")
        first = await seated(house, live)
        await first.do("wager", on="ante", amount=500)
        await first.do("deal")
        assert live.round.play is not None
        cards = live.round.play.table.felt.hand("seat:1")
        await first.do("decide", choice="fold")
        await first.do("leave")
        second = Person(live, await house.people.create(), after=0)
        await second.do("sit", seat=1)
        text = json.dumps(second.seen, ensure_ascii=False)
        assert not any(f'"{card}"' in text or as_printed(card) in text for card in cards)

    with_house(tmp_path, work)


def test_a_round_goes_on_after_a_restart(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def before(house: LiveHouse) -> None:
        live = await house.open_table("caribbean-stud")
        person = await seated(house, live)
        assert person.purse is not None
        await person.do("wager", on="ante", amount=500)
        await person.do("deal")
        assert live.round.play is not None
        kept.update(
            table=live.id, patron=person.purse.patron, at=live.log.seq, hand=live.round.play.table.felt.hand("seat:1"),
            view=person.view,
        )  # fmt: skip

    async def after(house: LiveHouse) -> None:
        live = house.table(kept["table"])
        purse = await house.people.purse(kept["patron"])
        assert live.log.seq == kept["at"]
        person = Person(live, purse, after=kept["at"] - 3)
        heard = await person.hear()
        assert [f["seq"] for f in heard if f["type"] == "event"] == [kept["at"] - 2, kept["at"] - 1, kept["at"]]
        for name in ("phase", "ask", "tableau", "wagers", "seats", "round"):
            assert person.view[name] == kept["view"][name], name
        await person.do("decide", choice="bet", at=kept["at"])
        row = (await house.store.archive.find_rounds())[0]
        record = read(await house.store.archive.record(row.id))
        reproduce(record)
        assert tuple(e.answer.card for e in record.entries if getattr(e.request, "to", "") == "seat:1") == kept["hand"]
        await audited(house)

    with_house(tmp_path, before, SeededChance(5))
    with_house(tmp_path, after, SeededChance(6))  # what was drawn before is not drawn again


def test_after_a_restart_a_hand_is_shown_to_who_has_it_and_not_to_who_had_the_seat_before(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def before(house: LiveHouse) -> None:
        live = await house.open_table("caribbean-stud")
        first = await seated(house, live)
        await first.do("wager", on="ante", amount=500)
        await first.do("deal")
        await first.do("decide", choice="fold", at=first.view["at"])
        await first.do("leave")
        second = await seated(house, live)
        await second.do("wager", on="ante", amount=500)
        await second.do("deal")
        for name, person in (("first", first), ("second", second)):
            assert person.purse is not None
            kept[name] = person.purse.patron, person.view["tableau"]["cards"]["seat:1"]
        kept["table"] = live.id

    async def after(house: LiveHouse) -> None:
        live = house.table(kept["table"])
        for name in ("first", "second"):
            patron, cards = kept[name]
            person = Person(live, await house.people.purse(patron))
            assert person.view["tableau"]["cards"]["seat:1"] == cards
        assert kept["first"][1] != kept["second"][1]

    with_house(tmp_path, before)
    with_house(tmp_path, after)


def test_the_end_of_a_round_that_was_missed_is_told_after_a_restart(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def before(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        person = await seated(house, live)
        for _ in range(2):
            await person.do("wager", on="red", amount=500)
            await person.do("deal")
        assert person.purse is not None
        events = [frame for frame in person.seen if frame["type"] == "event"]
        kept.update(table=live.id, patron=person.purse.patron, events=events, view=person.view)

    async def after(house: LiveHouse) -> None:
        live = house.table(kept["table"])
        missed = kept["events"][-4:]
        person = Person(live, await house.people.purse(kept["patron"]), after=missed[0]["seq"] - 1)
        heard = [frame for frame in await person.hear() if frame["type"] == "event"]
        assert [frame | {"ts": 0} for frame in heard[:4]] == [frame | {"ts": 0} for frame in missed]
        assert heard[0]["ts"] > missed[-1]["ts"]  # when it was read again
        for name in ("rulings", "last_round", "round", "tableau"):
            assert person.view[name] == kept["view"][name], name

    with_house(tmp_path, before)
    with_house(tmp_path, after)


@pytest.mark.parametrize(("game", "shown"), [("roulette", 12), ("craps", 12), ("punto-banco", 14), ("red-dog", 0)])
def test_results_before_a_restart_are_shown_after_it(game: str, shown: int, tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def before(house: LiveHouse) -> None:
        live = await house.open_table(game, training=":" in game)  # a sample is only shown
        await play_on(await seated(house, live, 100_000), 14, random.Random(3))
        kept.update(table=live.id, results=list(live.log.shown.results), seen=live.log.shown.seen_by(None))

    async def after(house: LiveHouse) -> None:
        live = house.table(kept["table"])
        assert len(live.log.shown.results) == shown
        assert list(live.log.shown.results) == kept["results"][-shown or 14 :]
        seen = live.log.shown.seen_by(None)
        markers, before = seen.pop("markers"), kept["seen"].pop("markers")
        assert seen == kept["seen"]
        assert markers.items() <= before.items()  # one that was put down before those rounds is shown when it moves
        await live.reload()
        assert len(live.log.shown.results) == shown

    with_house(tmp_path, before)
    with_house(tmp_path, after)


def test_a_marker_of_the_round_before_goes_with_its_cards() -> None:
    shown, spread = ShownTable(), Entry(Mark(cite("6.5"), "spread", "8"), Done())
    first, second = Felt(), Felt()
    first.cards["first"] = [Laid("2c", True)]
    spread.request.apply(first, spread.answer)
    shown.follow(spread, first, {})
    shown.begin()
    shown.follow(spread, Felt(), {})  # no card yet: one may still read what lay there
    assert shown.seen_by(None)["markers"] == {"spread": "8"}
    second.cards["first"] = [Laid("5c", True)]
    shown.follow(spread, second, {})
    assert shown.seen_by(None)["markers"] == {}


def test_a_record_that_cannot_be_read_costs_its_result_and_not_the_table(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def before(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        await play_on(await seated(house, live), 3, random.Random(3))
        kept.update(table=live.id, results=list(live.log.shown.results))
        async with house.store.engine.begin() as connection:
            where = (schema.lines.c.round_id == f"{live.id}-2", schema.lines.c.n == 1)
            await connection.execute(update(schema.lines).where(*where).values(line=b"nothing"))

    async def after(house: LiveHouse) -> None:
        first, _, third = kept["results"]
        assert list(house.table(kept["table"]).log.shown.results) == [first, third]

    with_house(tmp_path, before)
    with_house(tmp_path, after)


def test_orders_and_standing_wagers_survive_a_restart(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def before(house: LiveHouse) -> None:
        live = await house.open_table("craps")
        person = await seated(house, live)
        assert person.purse is not None
        await person.do("wager", on="pass", amount=1_000)
        for _ in range(200):
            await person.do("deal")
            if person.view["state"].get("point"):
                break
            await person.say("wager", on="pass", amount=1_000)
        await person.do("wager", on="place-win-6", amount=600)
        kept.update(table=live.id, patron=person.purse.patron, view=person.view)

    async def after(house: LiveHouse) -> None:
        live = house.table(kept["table"])
        person = Person(live, await house.people.purse(kept["patron"]))
        for name in ("phase", "wagers", "state", "round", "at"):
            assert person.view[name] == kept["view"][name], name
        assert person.view["seats"][0]["orders"] == kept["view"]["seats"][0]["orders"] != []
        refused(await person.say("take-back", on="pass"), "1.3")
        await person.do("take-back", on="place-win-6")
        await person.do("wager", on="field", amount=500)
        await person.do("deal")
        await audited(house)

    with_house(tmp_path, before)
    with_house(tmp_path, after, SeededChance(9))


def test_whoever_comes_back_hears_exactly_what_was_missed(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        person = await seated(house, live)
        witness = Person(live, await house.people.create())
        await witness.hear()
        person.go()
        away = live.log.seq
        back = Person(live, person.purse, after=away)
        await back.do("wager", on="red", amount=500)
        await back.do("deal")
        told = [f for f in await witness.hear() if f["type"] == "event"]
        late = Person(live, person.purse, after=away)
        caught_up = [f for f in await late.hear() if f["type"] == "event"]
        assert caught_up == told
        assert [f["seq"] for f in told] == list(range(away + 1, live.log.seq + 1))
        half = Person(live, person.purse, after=away + 4)
        assert [f for f in await half.hear() if f["type"] == "event"] == told[4:]

    with_house(tmp_path, work)


def test_a_message_sent_twice_is_done_once(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        person = await seated(house, live)
        for _ in range(3):
            assert (await person.say("wager", on="red", amount=500, id="same"))["type"] == "ack"
        assert person.view["seats"][0]["orders"] == [{"seat": 1, "on": "red", "amount": 500}]

    with_house(tmp_path, work)


def test_a_wager_made_while_the_ball_turns_is_of_its_round_after_a_restart_too(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        one, two = await seated(house, live), await seated(house, live)
        for person in (one, two):
            await person.do("wager", on="red", amount=500)
            await person.do("deal")
        assert one.view["phase"] == "wagers"
        assert one.view["wagers"]  # the ball turns, and wagers are still taken
        await one.do("wager", on="straight:17", amount=300, round=1)
        live.stop()

    async def later(house: LiveHouse) -> None:
        (live,) = house.tables.values()
        await live.settled()
        assert live.rounds == 1
        assert not live.seats[1].orders
        record = read(await house.store.archive.record(f"{live.id}-1"))
        assert [(r.seat, r.wager, r.amount) for r in record.rulings if r.wager == "straight:17"] == [
            (1, "straight:17", 300)
        ]
        await audited(house)

    with_house(tmp_path, work, clock=Clock(again=30))
    with_house(tmp_path, later)


def test_a_message_sent_again_after_a_restart_is_done_once(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def before(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        person = await seated(house, live)
        assert person.purse is not None
        await person.do("wager", on="red", amount=500, id="unheard")
        kept.update(table=live.id, patron=person.purse.patron)

    async def after(house: LiveHouse) -> None:
        person = Person(house.table(kept["table"]), await house.people.purse(kept["patron"]))
        await person.do("wager", on="red", amount=500, id="unheard")
        assert person.view["seats"][0]["orders"] == [{"seat": 1, "on": "red", "amount": 500}]

    with_house(tmp_path, before)
    with_house(tmp_path, after)


def test_idle_tables_are_closed_and_everybody_is_cashed_in(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        idle, busy = await house.open_table("roulette"), await house.open_table("roulette")
        gone, here = await seated(house, idle), await seated(house, busy)
        await gone.do("wager", on="red", amount=500)
        await gone.do("deal")
        gone.go()
        await house.close_idle()
        assert list(house.tables) == [busy.id]
        balances = await audited(house)
        assert gone.purse is not None
        assert not any(balance for account, balance in balances.items() if account.startswith(f"{idle.id}/"))
        assert balances[gone.purse.account] == gone.purse.balance != 50_000
        await here.do("wager", on="red", amount=500)

    with_house(tmp_path, work)


def test_a_decision_needs_the_chips_it_brings(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("caribbean-stud")
        person = await seated(house, live, 1_000)
        await person.do("wager", on="ante", amount=500)
        await person.do("deal")
        refused(await person.say("decide", choice="bet"), "bet needs $10; it has $5", "fold, or buy in")
        await person.do("buy-in", amount=500)
        await person.do("decide", choice="bet")
        assert live.rounds == 1
        await audited(house)

    with_house(tmp_path, work)


async def round_over(person: Person) -> None:
    await person.wait_for(lambda frame: frame["type"] == "state" and frame["view"]["last_round"] != "")


def test_where_several_sit_the_clock_closes_the_window(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        first, second = await seated(house, live), await seated(house, live)
        assert first.view["clock"] is None
        await first.do("wager", on="red", amount=500)
        assert any(frame["view"]["clock"] is not None for frame in first.seen if frame["type"] == "state")
        if not live.rounds:
            await round_over(first)
        assert second.view["rulings"][0]["seat"] == 1
        await audited(house)

    with_house(tmp_path, work, clock=Clock(wagers=0.05, again=0.02, decision=0.05))


def test_whoever_says_nothing_gets_the_default_decision(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("caribbean-stud")
        first, second = await seated(house, live), await seated(house, live)
        for person in (first, second):
            await person.do("wager", on="ante", amount=500)
        await first.do("say-ready")
        await second.do("say-ready")
        await round_over(first)
        assert {(r["wager"], r["result"]) for r in first.view["rulings"]} == {("ante", "lose")}
        await audited(house)

    with_house(tmp_path, work, clock=Clock(wagers=5, again=0.02, decision=0.05))


def test_what_a_seat_may_not_wager_together_goes_back_when_the_clock_runs_out(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("let-it-ride")
        first, second = await seated(house, live), await seated(house, live)
        await first.do("wager", on="bets", amount=500)
        answer = await second.say("wager", on="bet-1", amount=500)
        if answer["type"] == "ack":
            back = await second.wait_for(lambda frame: frame["type"] == "refused")
            assert back["id"] is None
        assert {w["seat"] for w in first.view["wagers"]} <= {1}
        await audited(house)

    with_house(tmp_path, work, clock=Clock(wagers=0.05, again=0.02, decision=30))


def test_leaving_in_the_middle_of_a_round_and_coming_back(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("caribbean-stud")
        first, second = await seated(house, live), await seated(house, live)
        for person in (first, second):
            await person.do("wager", on="ante", amount=500)
        await first.do("say-ready")
        await second.do("say-ready")
        await first.do("leave")
        assert live.round.request is not None
        assert second.view["ask"]["seat"] == 2  # the hand of whoever leaves is folded
        await second.do("decide", choice="fold")
        assert first.purse is not None
        assert first.purse.balance == 99_500
        assert list(live.seats) == [2]
        await first.do("sit", amount=1_000)
        assert sorted(live.seats) == [1, 2]
        await audited(house)

    with_house(tmp_path, work)


def test_a_craps_patron_who_leaves_keeps_what_stands(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("craps")
        first, second = await seated(house, live), await seated(house, live)
        await first.do("wager", on="pass", amount=1_000)
        for _ in range(100):
            for person in (first, second):
                await person.do("say-ready")
            if first.view["state"].get("point"):
                break
            if not first.view["wagers"]:
                await first.do("wager", on="pass", amount=1_000)
        await first.do("leave")
        assert live.seats[1].leaving
        assert any(w["seat"] == 1 for w in second.view["wagers"])
        for _ in range(200):
            await second.say("wager", on="field", amount=500)
            await second.do("deal")
            if 1 not in live.seats:
                break
        assert 1 not in live.seats
        balances = await audited(house)
        assert first.purse is not None
        assert balances[first.purse.account] == first.purse.balance

    with_house(tmp_path, work)


def test_what_could_be_won_always_fits_the_book(tmp_path: Path) -> None:
    """Two wagers at the longest odds there are: whoever has too much is refused, and the book opens again."""

    async def work(house: LiveHouse) -> None:
        settings = Settings(pay_table={"red": "100,000 to 1", "black": "100,000 to 1"})
        live = await house.open_table("roulette", settings=settings, standing="floorperson")
        person = await seated(house, live)
        for _ in range(30):
            half = min(live.seats[1].stack // 200 * 100, 10**11)
            answer = await person.say("wager", on="red", amount=half)
            if answer["type"] == "refused":
                break
            await person.do("wager", on="black", amount=half)
            await person.do("deal")
        assert "more than the book can hold" in answer["reason"]
        assert answer["accepts"] == "wagers of whoever has at most $10,000,000,000"
        assert (await person.say("repeat"))["type"] == "refused"
        await person.do("leave")
        assert max(map(abs, (await audited(house)).values())) < 2**63

    with_house(tmp_path, work)

    async def again(house: LiveHouse) -> None:
        assert len(house.tables) == 1
        await audited(house)

    with_house(tmp_path, again)


def test_an_illegal_table_is_not_opened(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        with pytest.raises(HouseRuleError, match="even-money-on-zero"):
            await house.open_table("roulette", settings=Settings(options={"even-money-on-zero": "triple"}))
        assert house.tables == {}
        assert await house.store.open_tables() == []

    with_house(tmp_path, work)


def test_rounds_are_found_again(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        person = await seated(house, live)
        for _ in range(6):
            await person.do("wager", on="red", amount=500)
            await person.do("deal")
        store = house.store
        assert [r.number for r in await store.archive.find_rounds(limit=2)] == [6, 5]
        assert [r.number for r in await store.archive.find_rounds(before=f"{live.id}-5", limit=2)] == [4, 3]
        assert person.purse is not None
        own = {"patron": person.purse.patron, "limit": 2}
        assert [r.number for r in await store.archive.find_rounds(**own)] == [6, 5]
        assert [r.number for r in await store.archive.find_rounds(before=f"{live.id}-5", **own)] == [4, 3]
        assert await store.archive.find_rounds(before=f"{live.id}-1", **own) == []
        wins = await store.archive.find_rounds(result="win")
        losses = await store.archive.find_rounds(result="lose", seat=1)
        assert len(wins) + len(losses) == 6
        assert await store.archive.find_rounds(seat=2) == []
        assert await store.archive.find_rounds(game="craps") == []
        assert len(await store.archive.rounds_citing("19:47-5.3(e)", 20)) == 6
        assert len(await store.archive.rounds_citing("19:47-5.3(e)", 20, person.purse.patron)) == 6
        assert await store.archive.rounds_citing("19:47-5.3(e)", 20, "somebody else") == []
        assert await store.archive.rounds_citing("5.5(a)", 20) == []
        with pytest.raises(StoreError):
            await store.archive.record("nothing-1")

    with_house(tmp_path, work)


def test_a_window_whose_time_is_over_closes_on_the_loop_that_serves(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("big-six")
        people = [await seated(house, live), await seated(house, live)]
        for person in people:  # at once, when the time of the first is over already
            live.receive(person.watcher, {"type": "wager", "on": "$1", "amount": 100})
        while not live.rounds:
            await asyncio.sleep(0.01)

    async def run() -> None:
        house = LiveHouse(Store(f"sqlite:///{tmp_path / 'house.db'}"), SeededChance(1), Clock(wagers=0.0, again=0.0))
        await house.open()
        try:
            await asyncio.wait_for(work(house), 60)
        finally:
            await house.close()

    uvloop.run(run())  # its timers are not asyncio's


@pytest.mark.parametrize("seat", [True, 1.0, "1", None, [], 0, 99])
def test_what_is_no_seat_is_refused(tmp_path: Path, seat: object) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("big-six")
        person = Person(live, await house.people.create())
        answer = await person.say("sit", seat=seat, amount=1_000)
        assert answer["type"] == "refused"
        assert live.seats == {}

    with_house(tmp_path, work)


def test_a_defect_of_ours_moves_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("big-six")
        person = await seated(house, live, 10_000)
        await person.do("wager", on="$1", amount=100)

        def half_done(*_: object) -> None:
            live.seats[1].stack -= 5_000
            raise ZeroDivisionError

        monkeypatch.setitem(ACTS, "buy-in", half_done)
        answer = await person.say("buy-in", amount=500)
        assert (answer["type"], answer["who"]) == ("refused", "database")
        await live.settled()
        assert live.seats[1].stack == 10_000  # read from the book again, with the wager that was acknowledged
        assert [wager.amount for wager in live.seats[1].orders.wagers] == [100]
        await person.do("deal")
        await audited(house)

    with_house(tmp_path, work)
    assert "something went wrong" in caplog.text


def test_whoever_sits_down_in_a_round_and_wagers_in_its_second_window_may_read_it(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        first, second = await seated(house, live), await seated(house, live)
        await first.do("wager", on="red", amount=500)
        await first.do("deal")
        await second.do("wager", on="black", amount=500)
        await second.do("deal")
        assert live.round.windows == 1
        assert live.round.has_begun
        late = await seated(house, live)
        await late.do("wager", on="odd", amount=500)
        for person in (first, second, late):
            await person.do("deal")
        assert live.rounds == 1
        assert late.purse is not None
        own = await house.store.archive.find_rounds(patron=late.purse.patron)
        assert [row.number for row in own] == [1]
        assert (await house.store.archive.owners(own[0].id))["3"] == late.purse.patron
        await audited(house)

    with_house(tmp_path, work, clock=Clock(again=30))
