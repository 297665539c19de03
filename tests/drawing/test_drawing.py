"""Drawings: every place once and named, chips where they lie, nothing hidden shown, and small enough for a phone."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec import structs

from nomorebets import drawing
from nomorebets.drawing.chips import CHIPS, chips_of, short
from nomorebets.drawing.svg import COLOURS, arched, tag, words
from nomorebets.equipment.cards import DECK
from nomorebets.equipment.wheels import BIG_SIX_NJ, DOUBLE_ZERO, SINGLE_ZERO, colour
from nomorebets.errors import UnknownName
from nomorebets.games.baccarat.felt import SIDES
from nomorebets.library import deal, game_ids, odds, open_table
from nomorebets.server import web
from nomorebets.table import Table, Wager
from nomorebets.table.wagers import Layout, Place
from rounds import SAMPLES

WEB = Path(web.__file__).parent
HOUSES: list[tuple[str, dict[str, object]]] = [
    *((game, {}) for game in [*game_ids(), *SAMPLES]),
    ("roulette", {"wheel-kind": "single-zero"}),
    ("roulette", {"wheel-kind": "double-as-single", "five-adjacent": "on"}),
    ("roulette", {"five-adjacent": "on", "seven-numbers": "on"}),
    ("craps", {"fire-offered": "off", "hops": "off", "buy-lay-offered": "off"}),
    ("punto-banco", {"offer-cards-456": "on"}),
    ("punto-banco", {"offer-bonus": "on"}),
    ("three-card-poker", {"offer-six-card-bonus": "on"}),
    ("let-it-ride", {"offer-three-card-bonus": "on"}),
    ("red-dog", {"multiple-areas": "2"}),
    ("casino-war", {"players": "5"}),
]


def tree(drawn: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawn)


def places(drawn: str) -> list[ElementTree.Element]:
    return tree(drawn).findall(".//*[@data-place]")


def table_of(game: str, options: dict[str, object]) -> Table:
    try:
        return open_table(game, options=options)
    except UnknownName:  # an option of another edition
        return open_table(game, as_of=date(2008, 7, 21), options=options)


# --- layouts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "options"), HOUSES, ids=[f"{g}-{'-'.join(map(str, o))}" for g, o in HOUSES])
def test_every_place_is_drawn_once_and_named(game: str, options: dict[str, object]) -> None:
    table = table_of(game, options)
    found = places(drawing.layout(table))
    if not table.layout:  # tickets: nothing is drawn before one lies
        assert not found
        return
    drawn = Counter((place.get("data-seat"), place.get("data-place")) for place in found)
    assert set(drawn.values()) == {1}
    seats = {seat for seat, _ in drawn}
    assert set(drawn) == {(seat, place) for seat in seats for place in table.layout}
    assert (seats == {None}) == (table.game.chance.words not in ("cards", "tiles"))
    for place in found:
        label = place.get("aria-label") or ""
        where = table.layout[place.get("data-place") or ""].where
        assert where.removeprefix("the ") in label or where in label or place.get("data-seat"), label
        assert place.get("role") == "button"
        assert len([part for part in place if "hit" in (part.get("class") or "").split()]) == 1
    assert [place.get("tabindex") for place in found].count("0") == 1


@pytest.mark.parametrize(("game", "options"), HOUSES, ids=[f"{g}-{'-'.join(map(str, o))}" for g, o in HOUSES])
def test_a_layout_is_well_formed_without_ids_and_not_large(game: str, options: dict[str, object]) -> None:
    drawn = drawing.layout(table_of(game, options))
    assert tree(drawn).tag == "div"
    assert " id=" not in drawn  # several may stand on a page
    assert len(drawn.encode()) < 80_000
    assert not re.search(r"<(div|span)[^>]*/>", drawn)  # which a browser would leave open
    for one in tree(drawn).iter("svg"):
        assert one.get("viewBox")
        assert one.get("role") in ("img", "presentation") or one.get("aria-hidden") == "true"


def test_labels_say_what_a_place_pays_and_covers() -> None:
    drawn = {p.get("data-place"): p for p in places(drawing.layout(open_table("roulette")))}
    assert drawn["split:17-20"].get("aria-label") == "Split 17-20, the line between 17 and 20, pays 17 to 1"
    assert drawn["split:17-20"].get("data-covers") == "17 20"
    assert drawn["split:0-00@dozen-line"].get("data-covers") == "0 00"
    craps = {p.get("data-place"): p.get("aria-label") or "" for p in places(drawing.layout(open_table("craps")))}
    assert craps["buy-4"].endswith("pays 2 to 1")
    assert craps["lay-4"].endswith("pays 1 to 2")
    assert craps["come-odds:6"].endswith("pays 6 to 5")
    assert craps["place-win-6"].endswith("pays 7 to 6")
    assert craps["fire"].endswith("pays 24 to 1 … 999 to 1")
    assert all("pays" in label for label in craps.values())


def test_what_is_drawn_over_a_roulette_place_leaves_its_middle_free() -> None:
    """A chip put on the middle of a place lands on that place and no other: later shapes lie over earlier ones."""
    for options in ({}, {"wheel-kind": "single-zero"}, {"seven-numbers": "on"}):
        areas: list[tuple[str, float, float, float, float]] = []
        for place in places(drawing.layout(open_table("roulette", options=options))):
            moved = re.match(r"translate\(([-.\d]+) ([-.\d]+)\)", place.get("transform") or "")
            rect = place.find("rect")
            assert moved is not None
            assert rect is not None
            x, y = float(moved[1]), float(moved[2])
            areas.append(
                (place.get("data-place") or "", x, y, float(rect.get("width", 0)), float(rect.get("height", 0)))
            )
        for name, x, y, _, _ in areas:
            under = [n for n, a, b, wide, high in areas if abs(x - a) < wide / 2 and abs(y - b) < high / 2]
            assert under[-1] == name


def test_a_roulette_place_is_where_the_layout_has_it() -> None:
    """Of two places, the one with the larger column is drawn farther right, with the larger row farther down."""
    table = open_table("roulette", options={"seven-numbers": "on"})
    at = {}
    for place in places(drawing.layout(table)):
        moved = re.match(r"translate\(([-.\d]+) ([-.\d]+)\)", place.get("transform") or "")
        assert moved is not None
        at[place.get("data-place") or ""] = (float(moved[1]), float(moved[2]))
    known = [(p.at, at[p.id]) for p in table.layout.values() if p.at is not None]
    for (a, b), (x, y) in known:
        for (c, d), (u, v) in known:
            assert not (a < c and x >= u)
            assert not (b < d and y >= v)


def test_wagers_are_drawn_where_they_lie() -> None:
    table = open_table("roulette")
    wagers = [Wager(1, "split:17-20", 2_500), Wager(2, "split:17-20", 500), Wager(2, "red", 100)]
    lying = {
        p.get("data-place"): p.findall(".//*[@class='stake']")
        for p in places(drawing.layout(table, wagers))
        if p.find(".//*[@class='stake']") is not None
    }
    assert {place: [s.get("data-seat") for s in stakes] for place, stakes in lying.items()} == {
        "split:17-20": ["1", "2"],
        "red": ["2"],
    }
    labels = {p.get("data-place"): p.get("aria-label") or "" for p in places(drawing.layout(table, wagers))}
    assert labels["split:17-20"].endswith("; seat 1 has $25 here; seat 2 has $5 here")
    assert "here" not in labels["split:20-21"]


def test_wagers_at_a_card_table_lie_before_their_seat() -> None:
    table = open_table("caribbean-stud")
    drawn = drawing.layout(table, [Wager(3, "ante", 2_500), Wager(9, "ante", 500)], own=[3])
    with_chips = [
        (p.get("data-seat"), p.get("data-place")) for p in places(drawn) if p.find(".//*[@class='stake']") is not None
    ]
    assert with_chips == [("3", "ante"), ("9", "ante")]  # a seat beyond the usual seven is drawn when it has chips
    buttons = {p.get("data-seat") for p in places(drawn) if p.get("role") == "button"}
    assert buttons == {"3"}
    assert [p.get("tabindex") for p in places(drawn)].count("0") == 1


def test_seats_are_those_of_the_house_or_those_asked_for() -> None:
    seats = tree(drawing.layout(open_table("casino-war", options={"players": "5"}))).findall(".//*[@class='seat']")
    assert [s.get("data-seat") for s in seats] == ["1", "2", "3", "4", "5"]
    two = tree(drawing.layout(open_table("casino-war"), seats_open=[2, 6])).findall(".//*[@class='seat']")
    assert [s.get("data-seat") for s in two] == ["2", "6"]


def test_cards_lie_in_their_areas_and_what_is_face_down_stays_so() -> None:
    table = open_table("caribbean-stud")
    drawn = drawing.layout(table, cards={"dealer": ["Kh", "??"], "seat:2": ["??", "??"]}, own=[1])
    spots = {s.get("data-area"): s for s in tree(drawn).findall(".//*[@data-area]")}
    cards = {area: [c.get("data-card") for c in s.findall(".//svg")] for area, s in spots.items()}
    assert cards["dealer"] == ["Kh", "back"]
    assert cards["seat:2"] == ["back", "back"]
    assert cards["seat:1"] == []


@pytest.mark.parametrize("game", [*game_ids(), *SAMPLES])
def test_a_felt_as_a_round_left_it_can_be_drawn(game: str) -> None:
    for seed in range(3):
        felt = deal(game, seats=3, seed=seed).table.felt
        table = open_table(game)
        drawn = drawing.layout(table, felt.wagers, marks=felt.markers | felt.state, cards=felt.seen_by(None))
        spots = {s.get("data-area") for s in tree(drawn).findall(".//*[@data-area]")}
        assert set(felt.seen_by(None)) <= spots
        stakes = tree(drawn).findall(".//*[@class='stake'][@data-seat]")
        assert sorted(int(s.get("data-seat") or 0) for s in stakes) == sorted(w.seat for w in felt.wagers)


def test_several_hands_of_a_seat_lie_side_by_side_and_are_named() -> None:
    table = open_table("caribbean-stud")
    cards = {"seat:2#2": ["8d", "3c"], "seat:2": ["8s", "Jk"], "seat:3": ["??"], "seat:4:low": ["2c"], "seat:4": ["As"]}
    drawn = tree(drawing.layout(table, cards=cards))
    hands = {s.get("data-seat"): s.find("*[@class='hands']") for s in drawn.findall(".//*[@data-seat][@role='group']")}
    two, parts = hands["2"], hands["4"]
    assert two is not None
    assert parts is not None
    assert hands["3"] is None
    assert two.get("data-count") == "2"
    assert [spot.get("data-area") for spot in two] == ["seat:2", "seat:2#2"]
    assert [name.text for name in two.findall(".//*[@class='spot-name']")] == ["hand 1", "hand 2"]
    assert [spot.get("data-area") for spot in parts] == ["seat:4", "seat:4:low"]
    assert [name.text for name in parts.findall(".//*[@class='spot-name']")] == ["low"]
    assert two.findall(".//*[@data-card]")[1].get("aria-label") == "the joker"


def test_a_game_of_tiles_has_seats_with_tiles_before_them() -> None:
    base = open_table("casino-war")
    strange = structs.replace(base.game, id="dominoes", chance=structs.replace(base.game.chance, words="tiles"))
    drawn = tree(drawing.layout(Table(strange, base.house, base.layout), cards={"seat:1": ["6-5", "??"]}))
    spot = drawn.find(".//*[@data-area='seat:1']")
    assert spot is not None
    assert [tile.get("aria-label") for tile in spot.iter("svg")] == ["foo, 6-5", "a tile face down"]
    empty = drawn.find(".//*[@data-area='seat:2']/span")
    assert empty is not None
    assert empty.get("class") == "hand tiles"
    assert "tile" in drawing.emblem(strange)


def test_markers() -> None:
    roulette = drawing.layout(open_table("roulette"), marks={"crown": "17"})
    assert tree(roulette).find(".//*[@class='won over']") is not None
    assert 'class="crown over"' in roulette
    craps = tree(drawing.layout(open_table("craps"), marks={"puck": "8"})).find(".//*[@data-point]")
    assert craps is not None
    assert craps.get("data-point") == "8"
    off = drawing.layout(open_table("craps"))
    assert 'data-point="off"' in off
    assert ">OFF<" in off
    called = drawing.layout(open_table("craps"), [Wager(1, "hard-4", 500, call="off", button=True)])
    assert called.count(">OFF<") == 2


def test_a_game_without_a_drawing_of_its_own_gets_labelled_areas() -> None:
    base = open_table("big-six")
    strange = Layout(
        {
            f"area:{n}": Place(
                f"area:{n}", "area", (), base.layout["bigsix-1"].by, f"<the & area {n}>", at=(n % 3, n // 3)
            )
            for n in range(7)
        }
    )
    lotto = structs.replace(base.game, id="lotto", chance=structs.replace(base.game.chance, words="tickets"))
    table = Table(lotto, base.house, strange)
    drawn = drawing.layout(table, [Wager(1, "area:3", 500)])
    assert Counter(p.get("data-place") for p in places(drawn)) == Counter(list(strange))
    assert "&lt;the &amp; area 3&gt;" in drawn
    unplaced = Layout({name: structs.replace(place, at=None) for name, place in strange.items()})
    assert len(places(drawing.layout(replace(table, layout=unplaced)))) == 7


# --- things ----------------------------------------------------------------------------------------------------------


def test_a_whole_deck_differs_card_by_card() -> None:
    fronts = [drawing.card(c) for c in DECK]
    assert len(set(fronts)) == 52
    pictures = {re.sub(r"(aria-label|data-card)=\"[^\"]*\"", "", front) for front in fronts}
    assert len(pictures) == 52  # also without their names
    assert drawing.card(None) not in fronts
    assert drawing.card(None) == drawing.card("??")
    for front in fronts:
        assert tree(front).get("viewBox") == "0 0 64 90"
        assert len(front) < 4_000
    assert tree(drawing.card("As")).get("aria-label") == "ace of spades"
    assert tree(drawing.card(None)).get("aria-label") == "a card face down"
    with pytest.raises(UnknownName):
        drawing.card("1x")


def test_the_number_of_pips_is_the_rank() -> None:
    for rank, pips in [*((str(n), n) for n in range(2, 10)), ("T", 10)]:
        paths = tree(drawing.card(f"{rank}h")).findall(".//path")
        assert [path.get("d", "").count("M") for path in paths] == [
            1,
            pips,
        ]  # one under the index, the rest in the field


def test_four_colours_differ_and_two_do_not() -> None:
    def ink(card: str, four: bool) -> str:
        group = tree(drawing.card(card, four)).find("g")
        assert group is not None
        return group.get("fill") or ""

    assert len({ink(f"7{suit}", True) for suit in "cdhs"}) == 4
    fallbacks = {suit: re.sub(r".*,(#\w+)\)", r"\1", ink(f"7{suit}", False)) for suit in "cdhs"}
    assert fallbacks["c"] == fallbacks["s"] != fallbacks["d"] == fallbacks["h"]
    assert all(f"--suit-{suit}" in ink(f"7{suit}", False) for suit in "cdhs")  # the visitor's switch reaches it


def test_the_joker_is_a_card_of_its_own() -> None:
    joker = drawing.card("Jk")
    assert tree(joker).get("aria-label") == "the joker"
    assert tree(joker).get("viewBox") == "0 0 64 90"
    assert joker not in [drawing.card(c) for c in (*DECK, None)]
    assert "".join(letter.text or "" for letter in tree(joker).iter("text")) == "JOKER"


@pytest.mark.parametrize(("tile", "red", "white"), [("6-6", 6, 6), ("4-1", 5, 0), ("2-3", 0, 5), ("1-6", 1, 6)])
def test_tiles_have_red_ones_and_fours_and_six_six_is_half_red(tile: str, red: int, white: int) -> None:
    pips = Counter(pip.get("fill") for pip in tree(drawing.tile(tile)).iter("circle"))
    assert (pips["#d8303c"], pips["#fdfaf0"]) == (red, white)


def test_tiles() -> None:
    assert tree(drawing.tiles(["6-5", None], says="seat 1")).get("aria-label") == "seat 1: foo, 6-5, a tile face down"
    assert drawing.tile(None) == drawing.tile("??")
    ids = [symbol.get("id") for symbol in tree(drawing.tiles_sprite())]
    assert len(ids) == len(set(ids)) == 37
    with pytest.raises(UnknownName):
        drawing.tile("7-1")


def test_balls_lie_in_the_order_they_were_drawn() -> None:
    drawn = tree(drawing.balls([7, 80, 23]))
    assert drawn.get("aria-label") == "balls drawn: 7, 80, 23"
    assert [ball.get("data-ball") for ball in drawn] == ["7", "80", "23"]
    assert tree(drawing.balls(range(1, 21))).get("viewBox") == "0 0 400 80"
    assert tree(drawing.balls([])).get("aria-label") == "no ball is drawn"


def test_hands() -> None:
    hand = tree(drawing.hand(["As", None], says="seat 1"))
    assert hand.get("aria-label") == "seat 1: ace of spades, a card face down"
    assert tree(drawing.hand([])).get("aria-label") == "no cards"
    assert drawing.hand([]).endswith("></span>")


def test_sprites_hold_every_card_and_chip() -> None:
    cards = tree(drawing.cards_sprite())
    ids = [symbol.get("id") for symbol in cards]
    assert sorted(map(str, ids)) == sorted([*DECK, "Jk", "back"])
    assert cards.tag.startswith("{http://www.w3.org/2000/svg}")
    chips = [symbol.get("id") for symbol in tree(drawing.chips_sprite())]
    assert chips == [f"c{value}" for value in CHIPS]
    assert len(drawing.cards_sprite()) < 100_000


@pytest.mark.parametrize("cents", [1, 5, 50, 137_50, 2_500, 999_999_99])
def test_a_stack_adds_up(cents: int) -> None:
    assert sum(chips_of(cents)) == cents
    assert tree(drawing.stack(cents)).get("role") == "img"


def test_chips() -> None:
    assert len({drawing.chip(value) for value in CHIPS}) == len(CHIPS)
    assert [short(c) for c in (50, 100, 250, 1_250, 99_900, 100_000, 250_000, 12_345_600)] == [
        "50¢", "1", "2.5", "12.5", "999", "1K", "2.5K", "123K+",
    ]  # fmt: skip
    bodies = {tree(drawing.chip(500, design)).find("circle").get("fill") for design in ("value", "blue", "my own")}  # type: ignore[union-attr]
    assert len(bodies) == 3
    assert "<" not in drawing.chip(500, "<script>").replace("<svg", "").replace("<circle", "").replace(
        "<text", ""
    ).replace("</", "")
    tree(drawing.chip(500, "<script>"))


def test_dice() -> None:
    assert tree(drawing.dice(3, 4)).get("aria-label") == "the dice show 3-4, total 7"
    for face in range(1, 7):
        assert len(tree(drawing.dice(face)).findall(".//circle")) == face
    assert len(tree(drawing.dice(1, 2, 3)).findall(".//*[@class='die']")) == 3
    assert tree(drawing.dice()).get("aria-label") == "the dice are covered"
    with pytest.raises(UnknownName):
        drawing.dice(7)


@pytest.mark.parametrize(("kind", "order"), [("double-zero", DOUBLE_ZERO), ("single-zero", SINGLE_ZERO)])
def test_pockets_stand_in_the_order_of_the_wheel(kind: str, order: tuple[str, ...]) -> None:
    wheel = tree(drawing.wheel(open_table("roulette", options={"wheel-kind": kind}), "17"))
    pockets = wheel.findall(".//*[@data-pocket]")
    assert [p.get("data-pocket") for p in pockets] == list(order)
    turns = [float(re.sub(r"[^\d.]", "", p.get("transform") or "0")) for p in pockets]
    assert turns == pytest.approx([360 / len(order) * at for at in range(len(order))], abs=0.01)
    for pocket in pockets:
        path = pocket.find("path")
        assert path is not None
        assert path.get("fill") == COLOURS[colour(pocket.get("data-pocket") or "")]
    ball = wheel.find(".//*[@class='ball']")
    assert ball is not None
    assert ball.get("data-at") == "17"
    assert wheel.get("aria-label") == "the wheel: the ball is in 17, black"
    assert len(drawing.wheel(open_table("roulette"))) < 20_000


def test_the_ball_lies_in_its_pocket() -> None:
    from math import atan2, degrees

    for at, number in enumerate(DOUBLE_ZERO):
        ball = tree(drawing.wheel(open_table("roulette"), number)).find(".//*[@class='ball']/circle")
        assert ball is not None
        angle = degrees(atan2(float(ball.get("cx", 0)), -float(ball.get("cy", 0)))) % 360
        assert min(abs(angle - 360 / 38 * at), 360 - abs(angle - 360 / 38 * at)) < 0.5


def test_a_double_zero_wheel_used_as_single_keeps_its_00() -> None:
    assert 'data-pocket="00"' in drawing.wheel(open_table("roulette", options={"wheel-kind": "double-as-single"}))


def test_big_six_sections_and_the_one_under_the_clapper() -> None:
    wheel = tree(drawing.wheel(open_table("big-six"), "$20"))
    sections = wheel.findall(".//*[@data-section]")
    assert [s.get("data-section") for s in sections] == list(BIG_SIX_NJ)
    assert [s.get("data-section") for s in sections if s.get("transform") is None] == ["$20"]
    assert drawing.wheel(open_table("craps")) == ""
    assert drawing.compartments(open_table("big-six")) == BIG_SIX_NJ
    assert drawing.compartments(open_table("craps")) == ()


def test_other_things_have_names() -> None:
    for drawn, says in [
        (drawing.puck("8"), "puck: the point is 8"),
        (drawing.puck("off"), "puck: off, a come-out roll"),
        (drawing.on_button("off"), "button: called off"),
        (drawing.crown("17"), "the crown is on 17"),
        (drawing.shoe(312), "the dealing shoe, 312 cards left"),
        (drawing.shoe(1), "the dealing shoe, 1 card left"),
        (drawing.cutting_card(), "the cutting card"),
        (drawing.plaque(500_000), "$5,000 plaque"),
        (drawing.discard_rack(drawing.ShoeLevel(26, 52, on_table=6)), "the discard rack, 20 cards"),
        (drawing.discard_rack(drawing.ShoeLevel(51, 52)), "the discard rack, 1 card"),
    ]:
        assert tree(drawn).get("aria-label") == says


# --- figures ---------------------------------------------------------------------------------------------------------


def test_outcomes_are_bars_in_proportion() -> None:
    straight = odds("roulette", wager="straight:17")["straight:17"]
    drawn = tree(drawing.outcomes(straight))
    bars = {b.get("class"): float(b.get("width", 0)) for b in drawn.findall("rect")}
    assert bars["bar-gain"] / bars["bar-loss"] == pytest.approx(1 / 37, rel=0.02)
    assert "+35 with 2.63 %" in (drawn.get("aria-label") or "")
    many = odds("sic-bo")["single"]
    assert len(tree(drawing.outcomes(many, most=2)).findall("rect")) == 2
    assert "left out" in (tree(drawing.outcomes(many, most=2)).get("aria-label") or "")


def test_bead_plate_goes_down_and_keeps_the_newest_columns() -> None:
    plate = tree(drawing.bead_plate(["P", "B*", "", "T"], SIDES))
    beads = [(c.get("cx"), c.get("cy")) for c in plate.findall("circle") if c.get("r") == "9.6"]
    assert beads == [("12", "12"), ("12", "36"), ("12", "60")]
    long = tree(drawing.bead_plate(["P"] * 100, SIDES, rows=6, columns=10))
    assert len([c for c in long.findall("circle") if c.get("r") == "9.6"]) == 58  # 17 columns, of which the last ten
    assert (tree(drawing.bead_plate([], SIDES)).get("aria-label")) == "no coup yet"


def test_big_road_turns_a_column_with_the_winner_and_runs_on_at_the_foot() -> None:
    def spots(marks: str) -> list[tuple[int, int]]:
        road = tree(drawing.big_road(marks.split(), SIDES))
        return [
            (round(float(c.get("cx", 0)) - 9) // 18, round(float(c.get("cy", 0)) - 9) // 18)
            for c in road.findall("circle")
        ]

    assert spots("P P B P") == [(0, 0), (0, 1), (1, 0), (2, 0)]
    assert spots("P T P") == [(0, 0), (0, 1)]
    assert spots("P " * 8) == [(0, r) for r in range(6)] + [(1, 5), (2, 5)]
    assert spots("P " * 8 + "B " * 7) == [(0, r) for r in range(6)] + [(1, 5), (2, 5)] + [(1, r) for r in range(5)] + [
        (2, 4),
        (3, 4),
    ]
    assert len(spots("P B " * 40)) == 24  # the newest columns
    assert 'stroke-width="2"' in drawing.big_road(["T", "P"], SIDES)  # a tie before the first winner is not lost
    for ties, strokes in ((1, 1), (2, 2), (5, 5), (6, 5)):  # one each, no figure that is too small to read
        drawn = drawing.big_road(["P"] + ["T"] * ties, SIDES)
        assert drawn.count("l14-14") == strokes
        assert "<text" not in drawn


# --- how it is written -----------------------------------------------------------------------------------------------


def test_text_is_escaped() -> None:
    assert (
        tag("g", words('<b>&"'), data_place='"><script>')
        == '<g data-place="&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;"</g>'
    )
    assert tag("div") == "<div></div>"
    assert tag("g", x=None, y=False, z=0) == '<g z="0"/>'
    tree(tag("svg", arched("A & B", 100, 10)))
    assert "<script>" not in drawing.hand(["As"], says="<script>")


# --- the page --------------------------------------------------------------------------------------------------------


def test_style_and_scripts_are_small_and_ask_nobody() -> None:
    files = [WEB / "static" / name for name in ("house.css", "look.js", "felt.js")]
    assert sum(len(file.read_bytes()) for file in files) < 60_000
    for file in [*files, WEB / "templates" / "base.html"]:
        text = file.read_text().replace("http://www.w3.org/2000/svg", "")
        assert "//" not in re.sub(r"(^|\s)//.*|/\*.*?\*/", "", text, flags=re.MULTILINE)
        assert "@import" not in text
        assert "url(" not in text


def _tokens() -> dict[str, tuple[str, str]]:
    css = (WEB / "static" / "house.css").read_text()
    found = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", css.split("[data-theme", maxsplit=1)[0])
    return {name: (light, dark) for name, light, dark in found}


def _luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_enough_by_day_and_by_night() -> None:
    tokens = _tokens()
    for mode in (0, 1):
        for ground in ("paper", "sheet", "sheet-2"):
            for ink in ("ink", "ink-2", "accent", "claret", "brass", "win", "lose", "push"):
                assert _contrast(tokens[ink][mode], tokens[ground][mode]) >= 4.5, (ink, ground, mode)
        assert _contrast(tokens["accent"][mode], tokens["on-accent"][mode]) >= 4.5
    css = (WEB / "static" / "house.css").read_text().split("@media print")[0]
    felts = re.findall(r"--felt: light-dark\((#\w{6}), (#\w{6})\)", css)
    assert len(felts) == 5
    fixed = dict(re.findall(r"--(felt-[\w]+|gilt): (#\w{6});", css))
    for ground in [
        *(_lit(c) for felt in felts for c in felt),
        fixed["felt-black"],
        fixed["felt-red"],
        fixed["felt-zero"],
    ]:
        assert _contrast(fixed["felt-ink"], ground) >= 4.5, ground
    for felt in felts:
        for ground in felt:
            assert _contrast(fixed["felt-line"], _lit(ground)) >= 4.5, ground
            assert _contrast(fixed["gilt"], _lit(ground)) >= 3, ground  # large letters only


def _lit(felt: str) -> str:
    """The felt under the lamp: a ninth nearer to white."""
    return "#" + "".join(f"{round(int(felt[at : at + 2], 16) * 0.89 + 255 * 0.11):02x}" for at in (1, 3, 5))
