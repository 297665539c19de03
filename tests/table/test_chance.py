"""Kinds of chance beside the deck, the dice and the wheels: a joker, tiles, numbered balls."""

import pickle
from collections import Counter
from hashlib import sha256

import pytest

from nomorebets.drivers.chance import SeededChance
from nomorebets.equipment.balls import BALLS, read_ball
from nomorebets.equipment.cards import DECK, JOKER, read_cards
from nomorebets.equipment.packs import PACKS, kind_of, pack, printed, read_pieces
from nomorebets.equipment.tiles import IDENTICAL, PAIRS, TILES, pips, read_tile
from nomorebets.errors import DealerError, UnknownName
from nomorebets.games import open_table
from nomorebets.server.web.pages import disputes
from nomorebets.table import Round
from nomorebets.table.balls import BallDrawn, draw_ball, load_balls
from nomorebets.table.cards import Draw, Drawn, Shuffle, Shuffled, TurnUp, shuffle_pack
from nomorebets.table.dice import DiceComeToRest
from nomorebets.table.game import BALLS as BALL_GAME
from nomorebets.table.game import BEFORE, CARDS_AND_JOKER
from nomorebets.table.game import TILES as TILE_GAME
from nomorebets.table.requests import Done
from nomorebets.table.wheels import BallRests
from toys import BY, round_with, running, table_with


def test_the_set_has_32_tiles_in_16_pairs():
    counted = Counter(TILES)
    assert len(TILES) == 32
    assert len(PAIRS) == 16
    assert {tile for tile, count in counted.items() if count == 2} == set(IDENTICAL)
    assert sum(pips(tile) for tile in TILES) == 227
    assert len(counted) == 21  # every throw of two dice is on some tile


@pytest.mark.parametrize(("text", "tile"), [("2-4", "2-4"), ("4-2", "2-4"), (" 6/6 ", "6-6"), ("3:1", "1-3")])
def test_a_tile_is_written_in_either_order(text, tile):
    assert read_tile(text) == tile


@pytest.mark.parametrize("text", ["", "7-1", "0-1", "2", "2-3-4", "As"])
def test_what_is_no_tile(text):
    with pytest.raises(UnknownName, match="not a tile"):
        read_tile(text)


@pytest.mark.parametrize(("text", "stands"), [("0", False), ("1", True), ("080", True), ("81", False), ("x", False)])
def test_balls_are_numbered_from_1_to_80(text, stands):
    if stands:
        assert read_ball(text) in BALLS
    else:
        with pytest.raises(UnknownName, match="not a ball"):
            read_ball(text)


def test_a_joker_is_read_among_cards_and_is_in_no_ordinary_deck():
    assert read_cards("AsJk 10d JOKER jd") == ("As", "Jk", "Td", "Jk", "Jd")
    assert JOKER not in DECK
    assert Counter(pack("joker")) == Counter((*DECK, JOKER))


def test_pieces_of_every_kind_are_read_and_printed():
    assert read_pieces("6-5, as Jk") == ("5-6", "As", "Jk")
    assert [printed(piece) for piece in ("As", "Jk", "5-6", "17")] == ["A♠", "joker", "5-6", "17"]
    assert [kind_of(piece) for piece in ("As", "Jk", "5-6", "17")] == ["card", "card", "tile", "ball"]
    with pytest.raises(UnknownName, match="pack"):
        pack("tarot")


@pytest.mark.parametrize("name", PACKS)
def test_a_shuffle_puts_the_whole_pack_into_the_shoe(name):
    table = round_with()
    Shuffle(BY, 2, "manual", name).apply(table.felt, Done())
    assert table.felt.shoe == Counter(pack(name) * 2)


def test_the_joker_is_drawn_like_any_card():
    table = round_with(table_with(chance=CARDS_AND_JOKER))
    Shuffle(BY, 1, "manual", CARDS_AND_JOKER.pack).apply(table.felt, Done())
    drawing = Draw(BY, "seat:1", "down")
    assert dict(drawing.chances(table))[Drawn(JOKER)] == 1
    drawing.verify(table, Drawn(JOKER))
    told = drawing.tell(Drawn(JOKER), table)
    assert (told.words, told.own_words, told.private_to) == (
        "seat 1: a card face down",
        "seat 1: joker, face down",
        1,
    )
    drawing.apply(table.felt, Drawn(JOKER))
    with pytest.raises(DealerError, match="not in the shoe"):
        drawing.verify(table, Drawn(JOKER))


def test_tiles_are_drawn_and_told_as_tiles():
    table = round_with(table_with(chance=TILE_GAME))
    Shuffle(BY, 1, "manual", TILE_GAME.pack).apply(table.felt, Done())
    drawing = Draw(BY, "seat:2", "down")
    assert dict(drawing.chances(table))[Drawn("6-6")] == 2
    assert TILE_GAME.read("4-2", table.table) == {"card": "2-4"}
    told = drawing.tell(Drawn("6-6"), table)
    assert told.words == "seat 2: a tile face down"
    assert told.facts["card"] == "??"
    for tile in ("6-6", "2-3"):
        drawing.apply(table.felt, Drawn(tile))
    turning = TurnUp(BY, "seat:2", 0)
    turning.apply(table.felt, Done())
    assert turning.tell(Done(), table).words == "seat 2 shows 6-6, 1 covered tile"


def keno(table):
    yield from load_balls(by=BY)
    for _ in range(20):
        drawn = yield from draw_ball(by=BY)
        table.felt.called.append(drawn.ball)


def test_every_ball_is_as_likely_and_comes_once():
    play = running(keno)
    play.answer(Done())
    chances = play.request.chances(play.table)
    assert len(chances) == 80
    assert {weight for _, weight in chances} == {1}
    assert play.request.tell(BallDrawn("7"), play.table).words == "Ball 7"
    play.answer(BallDrawn("7"))
    assert len(play.request.chances(play.table)) == 79
    with pytest.raises(DealerError, match="7 cannot be drawn"):
        play.answer(BallDrawn("7"))
    assert play.table.felt.seen_by(None) == {"drawn": ["7"]}
    assert BALL_GAME.read("08", play.table.table) == {"ball": "8"}


def test_the_floor_has_a_word_for_every_kind_of_outcome():
    assert set(disputes.ONE) == set(BEFORE)


@pytest.mark.parametrize(("pack", "cards"), [("", 52), ("joker", 53), ("tiles", 32)])
def test_a_pack_is_shuffled_whole(pack, cards):
    play = running(lambda table: shuffle_pack(pack, by=BY))
    play.answer(Shuffled())
    assert play.over
    assert play.table.felt.shoe.total() == cards


@pytest.mark.parametrize(
    ("request_of", "shoe"),
    [
        (Draw(BY, "dealer", "up"), {"As": 3, "Kd": 1, "2c": 2}),
        (Draw(BY, "dealer", "up"), {"As": 1, "Kd": 1, "2c": 1}),
        (Draw(BY, "dealer", "up"), {"As": 1, "Kd": 2}),
        (BallRests(BY, "double-zero"), {}),
        (BallRests(BY, "single-zero"), {}),
        (DiceComeToRest(BY), {}),
    ],
)
def test_chance_brings_what_all_chances_say(request_of, shoe):
    """One answer only is made: the one that the list of all answers has at that place."""
    table = Round(open_table("blackjack"))
    table.felt.shoe.update(shoe)
    listed = [answer for answer, weight in request_of.chances(table) for _ in range(weight)]
    assert request_of.weight(table) == len(listed)
    assert [request_of.answer_at(number, table) for number in range(len(listed))] == listed
    bounds = []

    def below(bound):
        bounds.append(bound)
        return len(bounds) - 1

    assert [request_of.come(table, below) for _ in listed] == listed
    assert set(bounds) == {len(listed)}


def test_a_seed_gives_the_numbers_of_its_blocks_wherever_it_is_taken_up():
    """The first bits of SHA-256 of seed and counter; a number that is too large is passed over."""
    chance = SeededChance(7)
    drawn = [chance.below(52) for _ in range(40)]
    blocks = [sha256(b"nomorebets 7 %d" % block).digest() for block in range(1, chance.drawn + 1)]
    assert drawn == [number for block in blocks if (number := block[0] >> 2) < 52]
    assert len(blocks) > len(drawn)
    again, kept = SeededChance(7, chance.drawn), pickle.loads(pickle.dumps(chance))
    assert [again.below(416) for _ in range(9)] == [kept.below(416) for _ in range(9)]
