"""How each game says its table looks."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from nomorebets import drawing
from nomorebets.drawing.chips import stake
from nomorebets.drawing.dice import small
from nomorebets.drawing.facet import felt_of
from nomorebets.drawing.places import USUAL_RADIUS
from nomorebets.drawing.svg import PRINT
from nomorebets.games import facet, game, game_ids
from nomorebets.games.blackjack.side_terms import PROGRESSIVE_INITIAL
from nomorebets.library import open_table
from nomorebets.table import Table
from nomorebets.table.money import cents
from rounds import SAMPLES

LEVEL = drawing.ShoeLevel


@pytest.mark.parametrize("known", [*game_ids(), *SAMPLES])
def test_every_game_says_how_its_table_looks(known: str) -> None:
    assert facet(game(known).id, "felt", drawing.GameFelt) is not None
    felt = felt_of(game(known))
    assert felt.emblem
    assert (felt.score is None) == (not felt.sides and felt.history is None)
    named = {place for row in felt.seats.rows for place in row} | {*felt.seats.boxes, *felt.seats.slots}
    rows = {bet.kind for bet in game(known).bets} | set(game(known).minimum_pays) | set(open_table(known).layout)
    of_other_tables = {place for place in named - rows if place.partition(":")[0] in rows}  # red-black:red
    assert named - of_other_tables <= rows, named - rows


def test_two_games_do_not_share_an_emblem() -> None:
    emblems = [drawing.emblem(game(known)) for known in [*game_ids(), *SAMPLES]]
    assert len(set(emblems)) == len(emblems)


def test_as_many_seats_are_drawn_as_the_terms_give() -> None:
    for known in game_ids():
        table = open_table(known)
        if not drawing.has_board(table.game):
            assert drawing.layout(table).count('class="seat"') == table.seats
    nine = open_table("casino-war", options={"players": "9"})
    assert drawing.layout(nine).count('class="seat"') == nine.seats == 9


def _blackjack(**options: str) -> Table:
    return open_table("blackjack", options={name.replace("_", "-"): value for name, value in options.items()})


def test_2_19_the_meter_shows_what_it_begins_with_and_then_what_it_holds() -> None:
    table = _blackjack(progressive="on")
    begins = cents(table.house[PROGRESSIVE_INITIAL])
    assert f'data-cents="{begins}"' in drawing.layout(table)
    assert 'data-cents="2500020"' in drawing.layout(table, marks={"meter": "2500020"})
    assert 'class="meter"' not in drawing.layout(_blackjack(), marks={"meter": "2500020"})


@pytest.mark.parametrize(("won", "on"), [("0", "streak-2"), ("1", "streak-2"), ("2", "streak-3"), ("4", "streak-5")])
def test_2_22_the_marker_lies_on_the_next_win_that_is_needed(won: str, on: str) -> None:
    drawn = drawing.layout(_blackjack(streak="on"), marks={"streak:3": won}, seats_open=[2, 3])
    assert drawn.count('class="seat-marker"') == 1
    before, after = drawn.split('class="seat-marker"')
    assert before.rpartition('data-place="')[2].startswith(f'{on}" data-seat="3"')
    assert after.partition("</title>")[0].endswith(f"marker of seat 3: {won} W")


@pytest.mark.parametrize("marks", [{}, {"streak:3": ""}, {"streak:3": "streak-4"}])  # none, over, left behind
def test_2_22_no_marker_lies_where_no_streak_is_under_way(marks: dict[str, str]) -> None:
    assert "seat-marker" not in drawing.layout(_blackjack(streak="on"), marks=marks)


def test_the_cutting_card_comes_nearer_as_the_shoe_empties() -> None:
    full, used, out = (drawing.shoe_at(level) for level in (LEVEL(416, 416, 104), LEVEL(200, 416, 104), LEVEL(90, 416)))
    assert "416 of 416 cards left, 312 before the cutting card" in full
    assert 'd="M106 25L86 61"' in full  # three quarters of the way
    assert 'd="M68.62 25L48.62 61"' in used
    assert "cutting-card" not in out
    assert "the cutting card is out" in out


def test_signs_of_side_wagers_say_what_this_house_pays() -> None:
    table = _blackjack(progressive="on", streak="on")
    signs = {sign.name: dict(sign.rows) for sign in felt_of(table.game).pay_signs(table)}
    assert list(signs) == ["progressive", "streak"]
    assert signs["progressive"]["four aces suited"] == "100% of the meter"
    assert signs["progressive"]["four aces"] == "10% of the meter"
    assert signs["progressive"]["three aces"] == "win $250"
    assert signs["streak"] == {"streak 2": "3 to 1", "streak 3": "7 to 1", "streak 4": "17 to 1", "streak 5": "37 to 1"}
    additional = _blackjack(additional_wager="over-under")
    assert [sign.name for sign in felt_of(additional.game).pay_signs(additional)] == ["over / under 13"]
    assert felt_of(table.game).pay_signs(_blackjack()) == ()


def test_19_5_signs_of_spanish_21_say_what_a_21_and_the_super_bonus_pay() -> None:
    table = open_table("spanish-21")
    signs = {sign.name: dict(sign.rows) for sign in felt_of(table.game).pay_signs(table)}
    assert list(signs) == ["21 pays", "super bonus", "match the dealer"]
    assert signs["21 pays"]["6-7-8 spades"] == signs["21 pays"]["seven cards or more"] == "3 to 1"
    assert signs["super bonus"] == {
        "on $5 and more": "win $1,000",
        "on $25 and more": "win $5,000",
        "everybody else": "win $50",
    }
    assert signs["21 pays"]["insurance"] == "2 to 1"
    assert signs["match the dealer"]["two, one of them of the same suit"] == "13 to 1"
    without = open_table("spanish-21", options={"match-dealer-offered": "off"})
    assert [sign.name for sign in felt_of(table.game).pay_signs(without)] == ["21 pays", "super bonus"]


@pytest.mark.parametrize(
    "known", sorted({*game_ids(), *SAMPLES} - {"blackjack", "blackjack-switch", "spanish-21", "keno"})
)
def test_other_tables_show_no_meter_or_level_of_a_shoe(known: str) -> None:
    felt, table = felt_of(game(known)), open_table(known)
    assert felt.shoe is None
    assert ('class="meter"' in drawing.layout(table, marks={"meter": "100"})) == (known == "caribbean-stud")


def test_2A_5_the_sign_of_blackjack_switch_says_what_22_does_and_2A_6_what_matches_pay_where_they_are_offered() -> None:
    felt = felt_of(game("blackjack-switch"))
    hands, match = felt.pay_signs(open_table("blackjack-switch"))
    assert dict(hands.rows) == {
        "dealer's 22, but for a blackjack": "push",
        "win": "1 to 1",
        "blackjack": "1 to 1",
        "insurance": "2 to 1",
    }
    assert match.rows[0] == ("four of a kind", "40 to 1")
    assert felt.pay_signs(open_table("blackjack-switch", options={"match-wager-offered": "off"})) == (hands,)


def test_blackjack_switch_has_two_hands_to_a_spot_before_a_card_is_dealt() -> None:
    drawn = drawing.layout(open_table("blackjack-switch"))
    assert 'data-area="seat:1"' in drawn
    assert 'data-area="seat:1#2"' in drawn
    assert 'data-area="seat:1#2"' not in drawing.layout(open_table("blackjack"))


def test_the_board_of_keno_shows_what_came_and_its_schedules_say_whose_they_are() -> None:
    table = open_table("keno")
    drawn = drawing.layout(table, marks={"game": "17"}, cards={"drawn": ["3", "80"]})
    assert re.findall(r'class="number came" data-number="(\d+)"', drawn) == ["3", "80"]
    assert len(re.findall(r"data-number=", drawn)) == 80
    assert "GAME 17" in drawn
    signs = felt_of(table.game).pay_signs(table)
    assert [sign.name for sign in signs][:2] == ["1 spot, a sample", "2 spots, a sample"]
    assert signs[0].rows == (("catch 1", "3 for 1"),)
    own = open_table("keno", options={"pay-table-1": "1:2", "payout-basis": "to"})
    assert felt_of(own.game).pay_signs(own)[0] == replace(signs[0], name="1 spot", rows=(("catch 1", "2 to 1"),))


def test_the_last_games_of_keno_and_how_often_each_number_came() -> None:
    results = ["7: " + " ".join(map(str, range(1, 21))), "8: " + " ".join(map(str, range(20, 40)))]
    drawn = drawing.last_results(game("keno"), results)
    assert drawn.index("Game 8") < drawn.index("Game 7")
    assert "how often each number came in 2 games: 20 2 times, 1 once" in drawn
    assert "how often each number came in one game: 1 once" in drawing.last_results(game("keno"), results[:1])


def test_results_that_are_cards_are_printed_as_cards() -> None:
    drawn = drawing.last_results(game("pokette"), ("Th", "Jk"))
    assert ">10♥<" in drawn
    assert ">joker<" in drawn


def test_the_history_of_keno_takes_as_much_room_before_the_first_game() -> None:
    drawn = drawing.last_results(game("keno"), ())
    assert "No games yet." in drawn
    assert "frequencies" in drawn


def test_dont_pass_is_barred_on_the_throw_that_it_does_not_win() -> None:
    drawn = drawing.layout(open_table("craps"))
    barred = next(part for part in drawn.split('class="place"') if 'data-place="dont-pass"' in part)
    assert "DON’T PASS BAR" in barred
    assert barred.count(small(6, 6)) == 1


@pytest.mark.parametrize(("known", "less"), [("punto-banco", "1 to 1 less 5%"), ("minibaccarat", "1 to 1 less 5%")])
def test_vigorish_stands_on_the_space_of_the_banker(known: str, less: str) -> None:
    places = drawing.layout(open_table(known)).split('class="place"')[1:]
    told = [re.search(r'data-place="([\w-]+)"', place)[1] for place in places if f">{less}<" in place]  # type: ignore[index]
    assert told == ["banker"] * open_table(known).seats


def test_red_dog_prints_what_every_spread_pays_and_lights_the_one_that_lies() -> None:
    table = open_table("red-dog")
    pays = {row.rpartition("-")[2]: str(odds) for row, odds in table.house.pays.items() if "spread-" in row}
    assert len(pays) == 11
    chart = drawing.layout(table).partition("spread-chart")[2].partition("</svg>")[0]
    lit = drawing.layout(table, marks={"spread": "4"}).partition("spread-chart")[2].partition("</svg>")[0]
    for width, odds in pays.items():
        assert f"{width} pays {odds}" in chart
    assert (chart.count("var(--gilt"), lit.count("var(--gilt")) == (0, 1)


def test_what_came_before_stands_beside_the_felt() -> None:
    roads = drawing.last_results(game("punto-banco"), ["P", "B", "B*", "T", "P", "P", "B", "P", "P"])
    for road, how_many in (("bead-plate", 1), ("big-road", 1), ("derived-road", 3)):
        assert roads.count(f"score {road}") == how_many
    for name in ("big eye", "small", "cockroach"):
        assert re.search(rf'aria-label="{name} road: \d+ red, \d+ blue"', roads)
    spins = drawing.last_results(game("roulette"), ["17", "17", "0", "4"])
    assert re.findall(r'<li class="(\w+)">(\w+)</li>', spins) == [
        ("black", "4"),
        ("green", "0"),
        ("black", "17"),
        ("black", "17"),
    ]
    assert "The last 4 spins: black 3, green 1. Most often: 17, 2 times" in spins
    rolls = drawing.last_results(game("craps"), ["3-4", "2-4", "5-1", "3-3", "3-4", "6-5"])
    assert rolls.count("<li") == 6
    assert "This shooter: 1 roll, 0 points made. The one before: 5 rolls, 1 point made" in rolls


@pytest.mark.parametrize(("amount", "has_plate"), [(500, False), (2500, False), (12_500, True), (1_250_000, True)])
def test_an_amount_on_a_chip_is_never_too_small_to_read(amount: int, has_plate: bool) -> None:
    """It is printed as large as all lettering, on a label over the chip where it is longer than the chip is wide."""
    drawn = stake(amount, 1, USUAL_RADIUS)
    assert min(float(size) for size in re.findall(r'font-size="([\d.]+)"', drawn)) >= PRINT
    assert ("<rect" in drawn) == has_plate
