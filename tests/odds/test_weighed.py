"""What each choice at a decision is worth: the same play that is best over all hands, and the same figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest

from nomorebets.equipment.cards import DECK
from nomorebets.hands.poker import five_card_hand, three_card_hand
from nomorebets.library import odds, open_table
from nomorebets.odds import caribbean, casino_war, three_card
from nomorebets.odds.poker import three_card as three_card_solver
from nomorebets.odds.poker.dealer import worths
from nomorebets.table import Play, Round, Wager
from nomorebets.table.cards import Ask
from nomorebets.table.felt import Laid
from nomorebets.table.game import game
from nomorebets.table.requests import Bets, TakeWagers
from rounds import DEALT, RandomTable

WEIGHED = [name for name in DEALT if game(name).weigh is not None]


def test_every_game_with_a_best_play_weighs_its_choices() -> None:
    assert [name for name in DEALT if "optimal" in game(name).strategies] == WEIGHED


def decisions(name: str, seed: int) -> list[tuple[Ask, Round]]:
    """Every decision of a round with three seats, with a copy of the table as it then was."""
    table = open_table(name)
    kinds = [place.id for wager in table.game.usual_wagers for place in table.places(wager)]
    bets = Bets(tuple(Wager(seat, kind, 500 * seat) for seat in (1, 2, 3) for kind in kinds))
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
    dealt = game(name)
    seen = set()
    for seed in range(30 if name in ("casino-war", "red-dog") else 8):
        for request, table in decisions(name, seed):
            found = dealt.weigh(request, table)
            assert found.keys() == set(request.choices)
            chosen = dealt.strategies["optimal"](request, table)
            best = found[chosen.choice]
            assert all(best.worth >= other.worth for other in found.values())
            assert not chosen.amount or chosen.amount == best.amount
            seen.add(chosen.choice)
    assert len(seen) == (1 if name == "casino-war" else 2)  # war is always best


@pytest.mark.parametrize("name", WEIGHED)
def test_cards_nobody_may_see_change_nothing(name: str) -> None:
    dealt = game(name)
    request, table = first(name)
    before = dealt.weigh(request, table)
    known = {laid.card for lying in table.felt.cards.values() for laid in lying}
    others = [card for card in DECK if card not in known]
    own = f"seat:{request.seat}"
    for area, lying in table.felt.cards.items():
        table.felt.cards[area] = [laid if laid.up or area == own else Laid(others.pop(), up=False) for laid in lying]
    assert dealt.weigh(request, table) == before


def test_three_card_poker_over_all_hands_comes_to_the_edge() -> None:
    house, rows = open_table("three-card-poker").house, three_card_solver.situations()
    total = Fraction(0)
    for row in range(len(rows.hand)):
        total += max(worths(rows, row, lambda hand, end: three_card.net_of(house, 1000, hand, end)[0]))
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
    found = three_card.weigh(open_table("three-card-poker").house, 500, tuple(hand.split()))
    assert (found["play"].worth, found["fold"].worth) == (Fraction(gain, number), -500)


def test_caribbean_stud_against_every_hand_of_the_dealer() -> None:
    hand, shown = "As Kd Jc 8h 3h", "8d"
    left = [c for c in DECK if c not in (*hand.split(), shown)]
    own, low, gain = five_card_hand(hand), five_card_hand("As Kd 4c 3h 2h"), 0
    for four in combinations(left, 4):
        dealer = five_card_hand((shown, *four))
        gain += 500 if dealer < low else 0 if dealer == own else 1500 if dealer < own else -1500
    found = caribbean.weigh(open_table("caribbean-stud").house, 500, tuple(hand.split()), shown)
    assert (found["bet"].worth, found["fold"].worth) == (Fraction(gain, 163_185), -500)


def test_let_it_ride_with_a_pair_of_tens_and_one_card_to_come() -> None:
    """Two tens make three (3 to 1), six cards make two pair (2 to 1), forty leave the pair (1 to 1)."""
    request, table = first("let-it-ride", lambda request, table: request.seat == 1 and _shown(table))
    table.felt.cards["seat:1"] = [Laid(card, up=False) for card in ("Ts", "Td", "2c")]
    table.felt.cards["community"] = [Laid("7h", up=True), Laid("9c", up=False)]
    found = game("let-it-ride").weigh(request, table)
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
    found = game("casino-war").weigh(request, table)
    assert found["surrender"].worth == Fraction(-500 * request.seat, 2)
    assert found["war"].worth > found["surrender"].worth


def test_red_dog_a_raise_is_worth_what_lies_between() -> None:
    request, table = first("red-dog")
    found = game("red-dog").weigh(request, table)
    assert found["stand"].worth == 0
    assert found["raise"].amount == request.most
