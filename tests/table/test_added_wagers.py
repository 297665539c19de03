"""Wagers that a game file adds on what a seat's hand or a coup is: priced, dealt, left out, refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from nomorebets.errors import RulesError, WagerRefused
from nomorebets.games import game, open_table, variations_of
from nomorebets.hands.poker import five_card_hand, three_card_hand
from nomorebets.library import odds
from nomorebets.pricing.sheet import odds_at
from nomorebets.regulation import cite
from nomorebets.sim.simulate import simulate
from nomorebets.table import Round, Table, Wager, play
from nomorebets.table.acceptance import verify_bets
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import Draw
from nomorebets.table.game_file import GameFileError, read_game_file
from nomorebets.table.requests import Bets, TakeWagers
from nomorebets.table.variation import needed_wagers
from rounds import DEALT, RandomTable

# game, wager beside it, rows, and what the wager costs: from the usual counts of hands of the game's deck
ADDED = [
    (
        "three-card-poker",
        "ante",
        'straight-flush = "40 to 1", pair = "1 to 1"',
        Fraction(22_100 - 41 * 48 - 2 * 3_744, 22_100),
    ),
    (
        "caribbean-stud",
        "ante",
        'royal-flush = "500 to 1", pair = "1 to 1"',
        Fraction(2_598_960 - 501 * 4 - 2 * 1_098_240, 2_598_960),
    ),
    ("let-it-ride", "bets", 'pair = "1 to 1"', Fraction(2_598_960 - 2 * 1_098_240, 2_598_960)),
    ("double-down-stud", "original", 'pair = "1 to 1"', Fraction(2_598_960 - 2 * 1_098_240, 2_598_960)),
    ("casino-war", "initial", 'ace = "6 to 1", king = "4 to 1"', Fraction(1, 13)),
    # of six decks: the second card is one of 23 of 311, or one of 24 of either of its neighbours
    (
        "red-dog",
        "bet",
        'pair = "8 to 1", spread-0 = "1 to 1"',
        1 - (9 * Fraction(23, 311) + 2 * Fraction(24 * 24, 13 * 311)),
    ),
]


def table_of(game_id: str, more: str) -> Table:
    text = f'game = "{game_id}"\nname = "Varied"\n{more}\n[limits]\ntable = {{ min = "5.00", max = "500.00" }}\n'
    file = read_game_file(text.encode(), "varied.toml")
    return open_table(file.game, None, file.settings)


def with_wager(game_id: str, rows: str) -> Table:
    return table_of(game_id, f'[[wager]]\nname = "extra"\npays = {{ {rows} }}')


@pytest.mark.parametrize(("game_id", "main", "rows", "edge"), ADDED)
def test_an_added_wager_is_priced_by_all_hands_of_the_deck(game_id, main, rows, edge):
    table = with_wager(game_id, rows)
    assert odds_at(table, wager="extra")["extra"].edge == edge
    simulated = simulate(table, wager="extra", rounds=50_000, seed=1).lines[0]
    assert abs(simulated.edge - float(edge)) < 5 * simulated.standard_error


def named(game_id: str, cards: tuple[str, ...]) -> str:
    if game_id == "red-dog":
        apart = abs("23456789TJQKA".index(cards[0][0]) - "23456789TJQKA".index(cards[1][0]))
        return {0: "pair", 1: "spread-0"}.get(apart, "")
    if game_id == "casino-war":
        return {"A": "ace", "K": "king"}.get(cards[0][0], "")
    return (three_card_hand if len(cards) == 3 else five_card_hand)(cards).category


@pytest.mark.parametrize(("game_id", "main", "rows", "edge"), ADDED)
def test_an_added_wager_is_settled_by_the_cards_of_its_seat_whatever_else_happens(game_id, main, rows, edge):
    table = with_wager(game_id, rows)
    paid = {row.partition(".")[2] for row in table.house.pays if row.startswith("extra.")}
    ended: set[str] = set()
    for seed in range(30):
        seats = RandomTable(seed, accidents=False)

        def answer(request, at, seats=seats):
            if isinstance(request, TakeWagers):
                kinds = table.game.betting.bundles.get(main, (main,))
                wagers = (*(at.wager(1, kind, "10.00") for kind in kinds), at.wager(1, "extra", "10.00"))
                return Bets(placed=wagers)
            return seats(request, at)

        round = Round(table, seats={1: 10**7})
        done = play(round, answer)
        [ruling] = [one for one in done.rulings if one.wager == "extra"]
        dealt = [e.answer.card for e in done.entries if isinstance(e.request, Draw) and e.request.to == seat_area(1)]
        hand = variations_of(table.game.id).on
        lying = [e for e in done.entries if isinstance(e.request, Draw) and e.request.to in hand.shared_areas]
        shared = [e.answer.card for e in lying]
        cards = (*dealt[: hand.own], *shared[: hand.shared])
        assert (ruling.result == "win") == (named(game_id, cards) in paid), cards
        ended.add(ruling.result)
    assert ended == {"win", "lose"}


@pytest.mark.parametrize("game_id", ["punto-banco", "minibaccarat"])
def test_of_rows_that_describe_a_coup_the_first_is_paid(game_id):
    table = with_wager(game_id, 'tie-9 = "20 to 1", tie = "6 to 1"')
    whole = {o.net: o.probability for o in odds_at(table, wager="extra")["extra"].outcomes}
    plain = next(o for o in odds(game_id, wager="tie")["tie"].outcomes if o.net > 0)
    assert whole[Fraction(20)] + whole[Fraction(6)] == plain.probability


def test_what_seven_cards_hold_is_paid_as_the_row_that_pays_most():
    table = with_wager("pai-gow-poker", 'three-pair = "5 to 1", flush = "4 to 1"')
    [extra] = odds_at(table, wager="extra").values()
    assert {o.net for o in extra.outcomes} == {Fraction(5), Fraction(4), Fraction(-1)}


def test_an_added_wager_goes_with_one_that_brings_cards():
    table = with_wager("three-card-poker", 'pair = "1 to 1"')
    verify_bets(Round(table), (Wager(1, "extra", 500), Wager(1, "ante", 500)), (), cite("20.6"))
    with pytest.raises(WagerRefused, match="the seat has no hand") as refused:
        verify_bets(Round(table), (Wager(1, "extra", 500), Wager(2, "ante", 500)), (), cite("20.6"))
    assert refused.value.accepts == "ante or pair-plus beside it"


# --- without ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in DEALT if ":" not in name])
def test_a_game_is_dealt_without_any_wager_that_is_not_needed(name):
    """All of them but one at once: each is left out of the layout, and rounds are dealt."""
    needed = needed_wagers(game(name), variations_of(name))
    optional = [bet.kind for bet in game(name).bets if bet.kind not in needed]
    gone = optional if needed else optional[1:]
    if not gone:
        return
    table = table_of(name, f"without = {gone}")
    assert not {place.kind for place in table.layout.values()} & {*gone}
    for seed in range(3):
        assert play(Round(table, seats={1: 10**7}), RandomTable(seed)).over


@pytest.mark.parametrize(
    ("game_id", "kind", "why"),
    [
        ("blackjack", "insurance", "it is made in the round"),
        ("three-card-poker", "ante", "the game is played by it"),
        ("craps", "pass", "pass-odds goes with it"),
        ("chemin-de-fer", "bank", "players wager against each other"),
        ("keno", "way", "tickets are of every kind"),
        ("roulette", "basket", "it has no such wager"),
    ],
)
def test_a_wager_that_is_needed_is_not_left_out(game_id, kind, why):
    with pytest.raises(GameFileError, match=why):
        table_of(game_id, f'without = ["{kind}"]')


def test_a_file_leaves_some_wager():
    with pytest.raises(RulesError, match="leaves no wager"):
        table_of("big-six", f"without = {[bet.kind for bet in game('big-six').bets]}")
