"""A wager that a file adds, at every game that stands: dealt, settled, priced, simulated, drawn and in the guide."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb

import pytest

from nomorebets.compliance.guide import guide_markdown, guide_of
from nomorebets.drawing import felt_of, layout
from nomorebets.errors import WagerRefused
from nomorebets.games import open_table, variations_of
from nomorebets.pricing.sheet import effects_at, odds_at
from nomorebets.regulation import cite
from nomorebets.sim.simulate import simulate
from nomorebets.table import Play, Round, Table, Wager, play
from nomorebets.table.acceptance import verify_bets
from nomorebets.table.game_file import GameFileError, read_game_file
from nomorebets.table.requests import Bets, TakeWagers
from rounds import DEALT, RandomTable

# game, wagers beside it, rows, and what the wager costs, counted by hand
EVERY_GAME: list[tuple[str, tuple[str, ...], str, Fraction]] = [
    ("craps", (), 'pair = "4 to 1", total-7 = "1 to 1"', 1 - Fraction(6 * 5 + 6 * 2, 36)),
    ("mini-craps", (), 'shows-6 = "2 to 1"', 1 - Fraction(11 * 3, 36)),
    ("automated-craps", (), 'pair-6 = "30 to 1"', 1 - Fraction(31, 36)),
    ("mini-dice", (), 'total-2 = "30 to 1", even = "1 to 2"', 1 - Fraction(62 + 17 * 3, 72)),
    ("sic-bo", (), 'triple = "30 to 1", total-10 = "3 to 1"', 1 - Fraction(6 * 31 + 27 * 4, 216)),
    ("big-six", (), 'joker = "20 to 1", flag = "20 to 1"', 1 - Fraction(2 * 21, 54)),
    ("roulette", (), 'number-17 = "20 to 1", zero = "5 to 1", red = "1 to 10"', 1 - Fraction(210 + 120 + 198, 380)),
    ("pokette", (), 'ace = "8 to 1", court-card = "1 to 1"', 1 - Fraction(4 * 9 + 12 * 2, 56)),
    # all 35,960 hands; 435 have the two tiles of gee joon, and 30 choose 2 both of the teen
    ("pai-gow", ("pai-gow",), 'gee-joon = "50 to 1", pair-of-teen = "20 to 1"', None),
    # 288 cards: with any first card, 23 of its rank
    ("spanish-21", ("main",), 'pair = "8 to 1"', 1 - Fraction(23 * 9, 287)),
    ("blackjack", ("blackjack",), 'perfect-pair = "25 to 1", dealer-ace = "1 to 1"', None),
    (
        "blackjack-switch",
        ("switch-hand-1", "switch-hand-2"),
        'four-suited = "20 to 1"',
        1 - 21 * Fraction(77 * 76 * 75, 311 * 310 * 309),
    ),
    ("punto-banco", ("player",), 'four-cards = "1 to 1"', None),
    ("minibaccarat", ("player",), 'four-cards = "1 to 1"', None),
    ("red-dog", ("bet",), 'pair = "8 to 1"', 1 - 9 * Fraction(23, 311)),
    ("pai-gow-poker", ("pgp",), 'three-pair = "5 to 1"', None),
    ("caribbean-stud", ("ante",), 'pair = "1 to 1"', Fraction(2_598_960 - 2 * 1_098_240, 2_598_960)),
    ("double-down-stud", ("original",), 'pair = "1 to 1"', Fraction(2_598_960 - 2 * 1_098_240, 2_598_960)),
    ("let-it-ride", ("bet-1", "bet-2", "bet-3"), 'pair = "1 to 1"', Fraction(402_480, 2_598_960)),
    ("three-card-poker", ("ante",), 'pair = "1 to 1"', Fraction(22_100 - 2 * 3_744, 22_100)),
    ("casino-war", ("initial",), 'ace = "6 to 1"', 1 - Fraction(7, 13)),
]
NO_EDGE = 5  # standard errors: a right line is farther off once in two million times


def with_wager(game_id: str, rows: str) -> Table:
    text = (
        f'game = "{game_id}"\nname = "Varied"\n[limits]\ntable = {{ min = "5.00", max = "500.00" }}\n'
        f'[[wager]]\nname = "lucky-day"\npays = {{ {rows} }}\n'
    )
    file = read_game_file(text.encode(), "varied.toml")
    return open_table(file.game, None, file.settings)


def test_every_game_takes_a_wager_more_or_says_why_it_takes_none() -> None:
    tried = {game_id for game_id, *_ in EVERY_GAME}
    for game_id in (name for name in DEALT if ":" not in name):
        if variations_of(game_id).named_outcomes:
            assert game_id in tried
            continue
        with pytest.raises(GameFileError, match="no wager can be added") as refused:
            with_wager(game_id, 'x = "1 to 1"')
        assert re.search("wager against each other|are tickets", refused.value.text), game_id


def dealt(table: Table, beside: tuple[str, ...], seed: int) -> Play:
    seats = RandomTable(seed, accidents=False)

    def answer(request, at):
        if isinstance(request, TakeWagers):
            lies = at.felt.on(1, "lucky-day")
            return Bets(placed=() if lies else tuple(at.wager(1, kind, "10.00") for kind in (*beside, "lucky-day")))
        return seats(request, at)

    return play(Round(table, seats={1: 10**7}), answer)


@pytest.mark.parametrize(("game_id", "beside", "rows", "edge"), EVERY_GAME)
def test_it_is_priced_simulated_dealt_drawn_and_in_the_guide(game_id, beside, rows, edge) -> None:
    table = with_wager(game_id, rows)
    line = odds_at(table, wager="lucky-day")["lucky-day"]
    assert line.basis == "proposed"
    if edge is not None:
        assert line.edge == edge
    (simulated,) = simulate(table, wager="lucky-day", rounds=40_000, seed=3).lines
    assert abs(simulated.edge - line.edge_decimal) < NO_EDGE * float(line.variance / 40_000) ** 0.5
    rulings = [one for seed in range(4) for one in dealt(table, beside, seed).rulings if one.wager == "lucky-day"]
    assert len(rulings) == 4
    assert all(ruling.by in (cite("D.4(d)"), cite("D.6(b)")) for ruling in rulings)
    nets = {outcome.net for outcome in line.outcomes}
    assert {Fraction(ruling.net, ruling.amount) for ruling in rulings} <= nets
    assert "lucky-day" in layout(table)
    assert "lucky-day" in {kind for sign in felt_of(table.game).pay_signs(table) for kind in sign.kinds}
    guide = guide_markdown(guide_of(table))
    assert "Lucky day" in guide
    assert "lucky-day" not in guide


@pytest.mark.parametrize(("game_id", "beside", "rows", "edge"), EVERY_GAME)
def test_whatever_goes_wrong_in_a_round_it_is_paid_lost_or_returned(game_id, beside, rows, edge) -> None:
    table = with_wager(game_id, rows)
    for seed in range(6):
        done = play(Round(table, seats={1: 10**7, 2: 10**7}), RandomTable(seed))
        assert done.over
        standing = [wager for wager in done.next_opening.wagers if wager.kind == "lucky-day"]
        assert not standing


def test_a_pair_of_tiles_is_counted_by_hand() -> None:
    table = with_wager("pai-gow", 'gee-joon = "50 to 1", pair-of-teen = "20 to 1"')
    # gee joon is in 30 * 29 / 2 hands; both teen in as many, one of which has gee joon too and is paid as that
    paid = 435 * 51 + 434 * 21
    assert odds_at(table, wager="lucky-day")["lucky-day"].edge == 1 - Fraction(paid, 35_960)


@pytest.mark.parametrize("game_id", ["spanish-21", "blackjack", "blackjack-switch"])
def test_cards_that_have_left_the_shoe_change_it(game_id) -> None:
    rows = 'pair = "8 to 1"' if game_id != "blackjack-switch" else 'four-aces = "500 to 1"'
    table = with_wager(game_id, rows)
    full, less = (odds_at(table, wager="lucky-day", removed=gone)["lucky-day"].edge for gone in ("", "As Ad"))
    assert full != less


def test_what_a_card_that_has_left_changes_is_told_of_it_too() -> None:
    of_ranks = effects_at(with_wager("casino-war", 'ace = "6 to 1"'), wager="lucky-day")["lucky-day"]
    assert of_ranks["A"] < 0 < of_ranks["K"] == of_ranks["2"]


def test_hands_are_counted_without_the_cards_that_have_left() -> None:
    whole = with_wager("three-card-poker", 'pair = "1 to 1"')
    # without the ace of spades: 3 choose 2 pairs of aces, 4 choose 2 of each other rank, with 51 - 2 - the third's
    pairs = 3 * 48 + 12 * 6 * 47
    assert odds_at(whole, wager="lucky-day", removed="As")["lucky-day"].edge == 1 - Fraction(2 * pairs, 20_825)
    five = with_wager("let-it-ride", 'four-of-a-kind = "1 to 1"')
    fours = 12 * 47  # of each rank but aces, with any of the 47 others
    edge = odds_at(five, wager="lucky-day", removed="As")["lucky-day"].edge
    assert edge == 1 - Fraction(2 * fours, comb(51, 5))


def test_a_spot_with_a_dead_hand_gets_the_wager_back() -> None:
    from nomorebets.games.blackjack_switch.match import FourCards

    table = with_wager("blackjack-switch", 'pair = "1 to 1"')
    (result,) = table.settle([Wager(1, "lucky-day", 500)], FourCards(("As", "Ad")))
    assert (result.outcome, result.net) == ("void", 0)


def test_only_chips_are_taken_and_nothing_is_called_off() -> None:
    table = Round(with_wager("craps", 'pair = "4 to 1"'))
    with pytest.raises(WagerRefused, match="nothing but chips"):
        verify_bets(table, (Wager(1, "lucky-day", 500, call="off"),), (), cite("1.3"))


@pytest.mark.parametrize("game_id", ["craps", "roulette", "big-six"])
def test_the_game_keeps_its_own_lines(game_id) -> None:
    rows = next(rows for name, _, rows, _ in EVERY_GAME if name == game_id)
    varied, plain = odds_at(with_wager(game_id, rows)), odds_at(open_table(game_id))
    assert {name: line.edge for name, line in varied.items() if name != "lucky-day"} == {
        name: line.edge for name, line in plain.items()
    }
