"""What each choice at a decision is worth: the same play that is best over all hands, and the same figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations
from types import MappingProxyType

import pytest

from nomorebets.drivers.facet import strategies_of
from nomorebets.equipment.cards import DECK
from nomorebets.games import game
from nomorebets.games.caribbean_stud import odds as caribbean
from nomorebets.games.casino_war import strategies as casino_war
from nomorebets.games.chemin_de_fer import odds as chemin_de_fer
from nomorebets.games.chemin_de_fer.equilibrium import (
    COLUMNS,
    COUNTS,
    banker_worths,
    choices,
    equilibrium,
    player_worths,
)
from nomorebets.games.chemin_de_fer.hands import drawing_table_of
from nomorebets.games.chemin_de_fer.odds import situations
from nomorebets.games.stud.dealer import worths
from nomorebets.games.three_card_poker import odds as three_card
from nomorebets.games.three_card_poker import solver as three_card_solver
from nomorebets.hands.baccarat import NO_CARD
from nomorebets.hands.poker import five_card_hand, three_card_hand
from nomorebets.library import odds, open_table
from nomorebets.pricing.facet import ChoiceValue, Pricing, odds_of, usual_play
from nomorebets.pricing.sheet import odds_at
from nomorebets.regulation import cite
from nomorebets.server.web.pages.help import best_of
from nomorebets.table import Play, Round, Wager
from nomorebets.table.decisions import Ask, AskAll, Chosen
from nomorebets.table.felt import Laid
from nomorebets.table.requests import Bets, TakeWagers
from rounds import DEALT, RandomTable

# where hands are set, the settings are weighed: tests/odds/test_pai_gow.py
SET = [name for name in DEALT if (known := odds_of(game(name))) is not None and known.settings is not None]
ROOM = [name for name in DEALT if any(bet.bank == "pot" for bet in game(name).bets)]  # players against each other
WEIGHED = [name for name in DEALT if "optimal" in strategies_of(game(name)).named and name not in SET]


# at these tables others' cards are seen, and change what a choice is worth; the best play looks at the own hand only
SEATS = {"blackjack": (1,), "spanish-21": (1,)}


def choice_values(name: str, request: Ask, table: Round) -> Mapping[str, ChoiceValue]:
    """What each choice at a decision of a game is worth."""
    known = odds_of(game(name))
    assert known is not None
    assert known.choices is not None
    return known.choices(request, table)


def test_every_game_with_decisions_weighs_its_choices() -> None:
    """Chemin de fer has no best play whatever the other side does; its choices are weighed against a good one."""
    known = {name: odds_of(game(name)) for name in DEALT}
    assert {name for name, odds in known.items() if odds and odds.choices} == {*WEIGHED, "chemin-de-fer"}


@pytest.mark.parametrize("name", DEALT)
def test_odds_name_a_play_that_the_game_has(name: str) -> None:
    """Chemin de fer is priced by its equilibrium, which is no strategy of a bot; poker where all just call."""
    named = [*strategies_of(game(name)).named]
    others = {"chemin-de-fer": "optimal"} | dict.fromkeys(ROOM, "calls-everything")
    assert usual_play(game(name)) == others.get(name, named[0] if named else "none")
    assert name == "chemin-de-fer" or not named or usual_play(game(name)) in named


def test_the_sheet_and_the_advice_of_chemin_de_fer_name_the_equilibrium() -> None:
    known = odds_of(game("chemin-de-fer"))
    assert known is not None
    assert known.advice is not None
    table = open_table("chemin-de-fer")
    assert known.advice(table, Pricing()).costs[0].strategy == odds_at(table).to_dict()["strategy"] == "optimal"
    assert odds_at(table, strategy="never-draw").strategy == "never-draw"


def decisions(name: str, seed: int) -> list[tuple[Ask, Round]]:
    """Every decision of a round, with a copy of the table as it then was."""
    table = open_table(name)
    kinds = [place.id for wager in table.usual for place in table.places(wager)]
    bets = Bets(tuple(Wager(seat, kind, 500 * seat) for seat in SEATS.get(name, (1, 2, 3)) for kind in kinds))
    at, chance = RandomTable(seed, accidents=False), []
    play = Play(Round(table, seats=dict.fromkeys((1, 2, 3), 100_000)))
    while (request := play.request) is not None:
        if isinstance(request, Ask):
            chance.append((request, play.table.copy()))
        play.answer(bets if isinstance(request, TakeWagers) and not play.table.wagers else at(request, play.table))
    return chance


def first(name: str, wanted: Callable[[Ask, Round], bool] = lambda request, table: True) -> tuple[Ask, Round]:
    """The first decision of a kind, in rounds by one seed after the other."""
    return next(found for seed in range(60) for found in decisions(name, seed) if wanted(*found))


@pytest.mark.parametrize("name", WEIGHED)
def test_the_best_play_is_the_choice_of_most_worth(name: str) -> None:
    best_play = strategies_of(game(name)).named["optimal"]
    seen = set()
    for seed in range(30 if name in ("casino-war", "red-dog", "blackjack") else 8):
        for request, table in decisions(name, seed):
            found = choice_values(name, request, table)
            assert found.keys() == set(request.choices)
            chosen = best_play(request, table)
            best = found[chosen.choice]
            assert all(best.worth >= other.worth for other in found.values())
            assert not chosen.amount or chosen.amount == best.amount
            seen.add(chosen.choice)
    assert len(seen) >= (1 if name == "casino-war" else 2)  # war is always best


@pytest.mark.parametrize("name", WEIGHED)
def test_cards_nobody_may_see_change_nothing(name: str) -> None:
    request, table = first(name)
    before = choice_values(name, request, table)
    known = {laid.card for lying in table.felt.cards.values() for laid in lying}
    others = [card for card in DECK if card not in known]
    own = f"seat:{request.seat}"
    for area, lying in table.felt.cards.items():
        table.felt.cards[area] = [laid if laid.up or area == own else Laid(others.pop(), up=False) for laid in lying]
    assert choice_values(name, request, table) == before


def test_three_card_poker_over_all_hands_comes_to_the_edge() -> None:
    house, rows = open_table("three-card-poker").house, three_card_solver.situations()
    total = Fraction(0)
    for row in range(len(rows.hand)):
        total += max(worths(rows, row, three_card.net_at(house, 1000)))
    assert total / len(rows.hand) / 1000 == -odds("three-card-poker", wager="ante")["ante"].edge


@pytest.mark.parametrize("hand", ["Qs 6d 4c", "Qs 6d 3c", "2s 2d 5h"])
def test_three_card_poker_against_every_hand_of_the_dealer(hand: str) -> None:
    own, gain, number = three_card_hand(hand), 0, 0
    for cards in combinations([c for c in DECK if c not in hand.split()], 3):
        dealer = three_card_hand(cards)
        number += 1
        if dealer < three_card_hand("Qs 3d 2h"):
            gain += 500
        elif dealer != own:
            gain += 1000 if own > dealer else -1000
    found = three_card.hand_values(open_table("three-card-poker").house, 500, tuple(hand.split()))
    assert (found["play"].worth, found["fold"].worth) == (Fraction(gain, number), -500)


def test_caribbean_stud_against_every_hand_of_the_dealer() -> None:
    hand, shown = "As Kd Jc 8h 3h", "8d"
    left = [c for c in DECK if c not in (*hand.split(), shown)]
    own, low, gain = five_card_hand(hand), five_card_hand("As Kd 4c 3h 2h"), 0
    for four in combinations(left, 4):
        dealer = five_card_hand((shown, *four))
        gain += 500 if dealer < low else 0 if dealer == own else 1500 if dealer < own else -1500
    found = caribbean.hand_values(open_table("caribbean-stud").house, 500, tuple(hand.split()), shown)
    assert (found["bet"].worth, found["fold"].worth) == (Fraction(gain, 163_185), -500)


def test_let_it_ride_with_a_pair_of_tens_and_one_card_to_come() -> None:
    """Two tens make three (3 to 1), six cards make two pair (2 to 1), forty leave the pair (1 to 1)."""
    request, table = first("let-it-ride", lambda request, table: request.seat == 1 and _shown(table))
    table.felt.cards["seat:1"] = [Laid(card, up=False) for card in ("Ts", "Td", "2c")]
    table.felt.cards["community"] = [Laid("7h", up=True), Laid("9c", up=False)]
    found = choice_values("let-it-ride", request, table)
    rides = found["let-it-ride"].worth - found["withdraw"].worth
    assert rides == 500 * Fraction(2 * 3 + 6 * 2 + 40, 48)


def _shown(table: Round) -> bool:
    return any(laid.up for laid in table.felt.cards.get("community", ()))


def test_casino_war_from_a_fresh_shoe() -> None:
    """A tie of two of 312 cards: 22 of the rank and 24 of each other are left."""
    left = Counter({0: 22} | dict.fromkeys(range(1, 13), 24))
    ends = casino_war.war_ends(left)
    assert ends.total() == 310 * 309
    assert ends["war tied"] == 22 * 21 + 12 * 24 * 23
    request, table = first("casino-war")
    table.felt.shoe = Counter(dict.fromkeys(DECK, 6))
    for lying in table.felt.cards.values():
        table.felt.shoe.subtract(laid.card for laid in lying)
    found = choice_values("casino-war", request, table)
    assert found["surrender"].worth == Fraction(-500 * request.seat, 2)
    assert found["war"].worth > found["surrender"].worth


def test_red_dog_a_raise_is_worth_what_lies_between() -> None:
    request, table = first("red-dog")
    found = choice_values("red-dog", request, table)
    assert found["stand"].worth == 0
    assert found["raise"].amount == request.most


# --- chemin de fer: against the equilibrium play of the other side --------------------------------------------------


FREE = {"compulsory-play": "free"}


@pytest.mark.parametrize("options", [{}, FREE, {"decks": "8"}])
def test_choices_of_chemin_de_fer_over_all_hands_come_to_the_value_of_the_game(options: dict[str, str]) -> None:
    table = open_table("chemin-de-fer", options=options)
    deals, drawing_table = situations(table), drawing_table_of(table.house)
    solution = equilibrium(deals, drawing_table)
    naturals = Fraction(deals.naturals[0] - deals.naturals[2], deals.total)
    as_player, as_banker = naturals, -naturals
    for count in COUNTS:
        both = player_worths(deals, solution.banker, count)
        allowed = [both[choice] for choice in choices(drawing_table.player_action(count))]
        held = sum(sum(deals.ends[count, own, NO_CARD][0]) for own in COUNTS)
        as_player += Fraction(held, deals.total) * max(allowed)
        if 0 < solution.player[count] < 1:
            assert both[0] == both[1]
    for own in COUNTS:
        for column in COLUMNS:
            both = banker_worths(deals, solution.player, (own, column))
            allowed = [both[choice] for choice in choices(drawing_table.banker[own][column])]
            for count in COUNTS:
                reached = 1 - solution.player[count] if column == NO_CARD else solution.player[count]
                as_banker += reached * sum(deals.ends[count, own, column][0]) / deals.total * max(allowed)
            if 0 < solution.banker[own, column] < 1:
                assert both[0] == both[1]
    assert as_player == solution.value == -odds_at(table)["punt"].edge
    assert as_banker == -solution.value


def call_of(seat: int, own: str, other: str, third: str = "", bound: str = "") -> dict[str, ChoiceValue]:
    """What is said to seat 1, the Banker, or seat 2, the Dominant Player with 30.00 beside another's 20.00."""
    table = Round(open_table("chemin-de-fer"), seats=dict.fromkeys((1, 2, 3), 100_000))
    table.felt.wagers[:] = [Wager(1, "bank", 10_000), Wager(2, "punt", 3_000), Wager(3, "punt", 2_000)]
    hands = {seat: own, 3 - seat: other}
    for place, cards in hands.items():
        table.felt.cards[f"seat:{place}"] = [Laid(card, up=False) for card in cards.split()]
    if third:
        table.felt.cards["seat:2"].append(Laid(third, up=True))
    return chemin_de_fer.choice_values(Ask(cite("4.9"), seat, ("card", "stay"), default_choice=bound), table)


def test_the_dominant_player_weighs_the_own_wager_and_the_banker_all_of_them() -> None:
    table = open_table("chemin-de-fer")
    deals = situations(table)
    solution = equilibrium(deals, drawing_table_of(table.house))
    stay, card = player_worths(deals, solution.banker, 5)
    assert call_of(2, "2s 3d", "Ks 4d") == {"card": ChoiceValue(card * 3_000), "stay": ChoiceValue(stay * 3_000)}
    assert stay == card  # a count of five is played both ways
    for third, column in (("", NO_CARD), ("9c", 10)):
        stay, card = banker_worths(deals, solution.player, (3, column))
        found = call_of(1, "Ks 3d", "2s 2d", third)
        assert found == {"card": ChoiceValue(card * 5_000), "stay": ChoiceValue(stay * 5_000)}
        assert stay != card


@pytest.mark.parametrize("seat", [1, 2])
def test_chemin_de_fer_tells_nothing_of_the_other_hand_and_nothing_where_there_is_no_choice(seat: int) -> None:
    assert call_of(seat, "2s 3d", "Ks 4d") == call_of(seat, "Ah 4c", "7s 9d") != {}
    assert call_of(seat, "2s 3d", "Ks 4d", bound="card") == {}
    assert call_of(seat, "2s 3d 4c", "Ks 4d") == {}  # taken wrongly: no hand of the equilibrium
    assert call_of(seat, "2s 3d", "Ks 4d 4c") == {}


def test_the_lit_cell_of_the_chart_says_what_basic_play_does() -> None:
    known, basic = odds_of(game("blackjack")), strategies_of(game("blackjack")).named["basic"]
    assert known is not None
    assert known.cell is not None
    assert known.advice is not None
    chart = known.advice(open_table("blackjack"), Pricing()).chart
    assert chart is not None
    says = {"H": ("draw",), "S": ("stand",), "D": ("double", "draw"), "Ds": ("double", "stand"), "P": ("split",)}
    seen = set()
    for seed in range(40):
        for request, table in decisions("blackjack", seed):
            cell = known.cell(request, table)
            if "stand" not in request.choices:
                assert cell is None  # insurance is in no chart
                continue
            assert cell is not None
            if not chart.has(*cell):
                assert cell[0] in ("hard 4", "soft 12")  # pairs that may not be split any more
                continue
            letter = chart.cell(*cell).letter
            wanted = next(choice for choice in says[letter] if choice in request.choices)
            assert basic(request, table).choice == wanted, cell
            seen.add(letter)
    assert {"H", "S", "D"} <= seen


# --- insurance: by the tens among the cards that nobody has seen ---------------------------------------------------


def insured(name: str, options: Mapping[str, str] = MappingProxyType({})) -> tuple[Ask, Round]:
    """The first time that seat 1, with 10.00, is asked whether to insure."""
    table = open_table(name, options=options)
    kinds = [place.id for wager in table.usual for place in table.places(wager)]
    bets = Bets(tuple(Wager(1, kind, 1000) for kind in kinds))
    for seed in range(1, 200):
        at, play = RandomTable(seed, accidents=False), Play(Round(table, seats={1: 100_000}))
        while (request := play.request) is not None:
            if isinstance(request, AskAll) and "insure" in request.ask_of(1).choices:
                return request.ask_of(1), play.table.copy()
            play.answer(bets if isinstance(request, TakeWagers) and not play.table.wagers else at(request, play.table))
    raise AssertionError


@pytest.mark.parametrize("name", ["blackjack", "blackjack-switch", "spanish-21"])
def test_insurance_is_worth_two_to_one_on_the_tens_that_nobody_has_seen(name: str) -> None:
    request, table = insured(name)
    for tens, others in ((30, 61), (30, 60), (30, 59)):
        table.felt.shoe = Counter({"Kd": tens, "4c": others - 1})
        table.felt.cards["dealer"] = [Laid("As", up=True), Laid("9h", up=False)]
        found = choice_values(name, request, table)
        assert found["insure"] == ChoiceValue(Fraction(500 * (2 * tens - others), tens + others), 500)
        assert found["no-insurance"] == ChoiceValue(Fraction(0))


def test_even_money_is_weighed_beside_waiting_for_the_hole_card() -> None:
    """With one ten in three the blackjack waits for 10.00, as much as even money pays: 15.00 two times in three."""
    _, table = insured("blackjack", {"even-money": "on"})
    request = Ask(cite("2.8"), 1, ("even-money", "insure", "no-insurance"), 100, 500, "insure")
    table.felt.cards["seat:1"] = [Laid("Ah", up=True), Laid("Qs", up=True)]
    table.felt.cards["dealer"] = [Laid("As", up=True), Laid("9h", up=False)]
    for tens, others in ((30, 60), (30, 59)):
        table.felt.shoe = Counter({"Kd": tens, "4c": others - 1})
        found = choice_values("blackjack", request, table)
        waiting = Fraction(1500 * others, tens + others)
        assert found["even-money"].worth == 1000
        assert found["no-insurance"].worth == waiting
        assert found["insure"].worth == waiting + Fraction(500 * (2 * tens - others), tens + others)
        assert (waiting < 1000) == (others == 59)


def test_help_names_what_the_cards_seen_say_is_best_although_no_play_insures() -> None:
    choices = {"insure": ChoiceValue(Fraction(25), 500), "no-insurance": ChoiceValue(Fraction(0))}
    assert best_of(Chosen("no-insurance"), choices, 1000)["best"]["words"] == "insure $5"
    choices["insure"] = ChoiceValue(Fraction(0), 500)
    assert best_of(Chosen("no-insurance"), choices, 1000)["best"]["words"] == "no-insurance"
