"""A bank that goes round a live table: three people, one banks, one leaves in mid-round; money goes among them."""

from __future__ import annotations

from pathlib import Path

from people import Person, audited, seated, with_house

from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.web.languages.catalogue import catalogue
from nomorebets.table.record import read, reproduce


async def set_by_house_way(*people: Person) -> None:
    for person in people:
        ask = person.view["ask"]
        if ask and ask["yours"] and "number" in ask:
            await person.do("decide", cards=ask["unless_told"], at=person.view["at"])


async def wager_and_deal(*people: Person, amount: int = 2000) -> None:
    for person in people:
        await person.do("wager", on="pai-gow", amount=amount, round=person.view["round"])


def test_one_banks_and_one_leaves(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("pai-gow")
        one, two, three = [await seated(house, live, 50_000) for _ in range(3)]
        everybody = (one, two, three)
        await wager_and_deal(*everybody)
        for person in everybody:
            await person.do("deal", round=person.view["round"])
        assert all(person.view["ask"]["yours"] for person in everybody)  # all set at the same time
        await set_by_house_way(*everybody)
        assert live.rounds == 1
        assert one.view["ask"]["choices"] == ["bank", "co-bank", "decline"]
        await one.do("decide", choice="bank", at=one.view["at"])
        assert one.view["ask"]["options"][0]["most"] == 2000  # what it last wagered against the dealer
        await one.do("decide", choice="none", at=one.view["at"])
        assert one.view["tableau"]["markers"] == {"bank": "seat 1"}
        refused = await one.say("wager", on="pai-gow", amount=1000, round=one.view["round"])
        assert "banks this round" in refused["reason"]
        await wager_and_deal(two, three)
        stacks = sum(s["stack"] for s in one.view["seats"])
        for person in everybody:
            await person.do("deal", round=person.view["round"])
        await three.do("leave")  # its hand is set by the house way
        await set_by_house_way(two, three)
        assert one.view["ask"]["yours"]  # the bank sets last
        await set_by_house_way(one)
        assert live.rounds == 2
        (_, played) = reversed(await house.store.archive.find_rounds(table=live.id))
        record = read(await house.store.archive.record(played.id))
        reproduce(record)
        nets = {(r.seat, r.wager): r.net for r in record.rulings}
        assert set(nets) == {(1, "bank"), (2, "pai-gow"), (3, "pai-gow")}
        kept = sum(posting.amount for posting in record.postings if posting.target == "inventory")
        assert sum(nets.values()) == -kept  # but for vigorish the money stays among the players
        assert stacks > 0
        await audited(house)
        # nobody banks twice running: the next who is asked is another
        assert two.view["ask"]["yours"]
        assert not one.view["ask"]["yours"]

    with_house(tmp_path, work)


def test_the_dealer_plays_against_the_bank(tmp_path: Path) -> None:
    """One player alone banks: the dealer's wager is the house's money."""

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("pai-gow")
        one = await seated(house, live, 50_000)
        await wager_and_deal(one)
        await one.do("deal", round=one.view["round"])
        await set_by_house_way(one)
        await one.do("decide", choice="bank", at=one.view["at"])
        await one.do("decide", choice="dealer-vs-bank", amount="20.00", at=one.view["at"])
        await one.do("deal", round=one.view["round"])
        await set_by_house_way(one)
        assert live.rounds == 2
        rounds = await house.store.archive.find_rounds(table=live.id)
        record = read(await house.store.archive.record(rounds[0].id))
        nets = {(r.seat, r.wager): r.net for r in record.rulings}
        assert set(nets) == {(0, "dealer-vs-bank"), (1, "bank")}
        assert nets[0, "dealer-vs-bank"] in (-2000, 0, 2000)
        assert nets[1, "bank"] in (1900, 0, -2000)
        await audited(house)

    with_house(tmp_path, work)


def test_a_wrong_number_is_said_before_the_hand_is_laid(tmp_path: Path) -> None:
    """At a table of ours nobody loses by it (11.9): the hand is laid when it has two cards and five."""

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("pai-gow-poker")
        one = await seated(house, live, 50_000)
        await one.do("wager", on="pgp", amount=2000, round=one.view["round"])
        await one.do("deal", round=one.view["round"])
        cards = one.view["ask"]["cards"]
        for number in (1, 3, 7):
            refused = await one.say("decide", cards=cards[:number], at=one.view["at"])
            assert f"{number} cards are set apart" in refused["reason"]
            assert "2 cards" in str(refused)
        assert one.view["ask"]["yours"]
        await set_by_house_way(one)
        assert live.rounds == 1

    with_house(tmp_path, work)


def test_10_6_tiles_are_asked_for_as_tiles(tmp_path: Path) -> None:
    """Whoever names something else is told what he holds, in English and in Spanish."""

    async def work(house: LiveHouse) -> None:
        one = await seated(house, await house.open_table("pai-gow"), 50_000)
        await one.do("wager", on="pai-gow", amount=2000, round=one.view["round"])
        await one.do("deal", round=one.view["round"])
        tiles = one.view["ask"]["cards"]
        for said in ({"low": "the first"}, {"cards": ["As"]}, {}):
            refused = await one.say("decide", **said, at=one.view["at"])
            assert "card" not in refused["reason"] + refused["accepts"]
        refused = await one.say("decide", low="the first", at=one.view["at"])
        assert (refused["reason"], refused["accepts"]) == ("seat 1: no tiles are named", " ".join(tiles))
        refused = await one.say("decide", cards=tiles[:1], at=one.view["at"])
        assert (refused["reason"], refused["accepts"]) == ("seat 1: 1 tiles are set apart", "2 tiles")
        assert catalogue("es").say(refused["reason"]) == "puesto 1: se separan 1 fichas"
        assert catalogue("es").say(refused["accepts"]) == "2 fichas"

    with_house(tmp_path, work)
