"""Compiled hands of the poker room: the same cards give the same as the script, chip by chip."""

from random import Random

import numpy as np
import pytest

from nomorebets.drivers.bots import BotTable
from nomorebets.drivers.chance import SeededChance
from nomorebets.drivers.facet import strategies_of
from nomorebets.equipment.cards import DECK, index
from nomorebets.games.five_card_omaha.game import VARIANT as FIVE_CARD_OMAHA
from nomorebets.games.holdem.game import VARIANT as HOLDEM
from nomorebets.games.omaha.game import VARIANT as OMAHA
from nomorebets.games.poker_room.rounds import deal_rules, play_hand, strength_of
from nomorebets.games.poker_room.simulation import kernel_of, play_at
from nomorebets.games.poker_room.strategies import BY_CARDS, CALLS, strength
from nomorebets.games.poker_room.terms import buy_in_at
from nomorebets.library import open_table, simulate
from nomorebets.table import Round, play
from nomorebets.table.areas import owner_of
from nomorebets.table.cards import Draw

TABLES = [
    (HOLDEM, {"max-players": "6"}),
    (HOLDEM, {"max-players": "2", "smallest-chip": "0.50"}),
    (HOLDEM, {"max-players": "9", "structure": "fixed-limit", "ante-amount": "0.50", "rake-no-flop-no-drop": "off"}),
    (HOLDEM, {"max-players": "4", "structure": "pot-limit", "blinds": "1.00 1.00 2.50", "rake-cap": "1.50"}),
    (
        HOLDEM,
        {"max-players": "3", "structure": "fixed-limit", "blinds": "1.00", "small-bet": "3.00", "raises-cap": "4"},
    ),
    (OMAHA, {"max-players": "6"}),
    (OMAHA, {"max-players": "5", "variant-wins": "high-low-8", "smallest-chip": "1.00"}),
    (FIVE_CARD_OMAHA, {"max-players": "4", "variant-wins": "high-low-8", "structure": "pot-limit"}),
]


def by_the_script(table, strategy, seed):
    """A round of a full new table: the cards that each seat and the board got, what each seat won, and the rake."""
    seats = dict.fromkeys(range(1, table.seats + 1), buy_in_at(table.house).usual)
    bots = BotTable((), SeededChance(seed), strategies_of(table.game).named[strategy])
    done = play(Round(table, seats=seats), bots)
    own, board = {seat: [] for seat in seats}, []
    for entry in done.entries:
        if isinstance(entry.request, Draw) and not entry.request.may_stay_unseen:
            owner = owner_of(entry.request.to)
            (own[owner] if owner else board).append(index(entry.answer.card))
    net = {ruling.seat: ruling.net for ruling in done.rulings}
    return own, board, [net.get(seat, 0) for seat in seats], done.table.felt.rake


@pytest.mark.parametrize(("variant", "options"), TABLES)
@pytest.mark.parametrize("strategy", [BY_CARDS, CALLS])
def test_the_same_cards_give_the_same_as_the_script(variant, options, strategy):
    table = open_table(variant.id, options=options)
    compiled_play, ranks = play_at(table, variant, strategy)
    shown = taken = 0
    for seed in range(12):
        own, board, net, rake = by_the_script(table, strategy, seed)
        others = [card for card in range(52) if card not in {*board, *(c for hand in own.values() for c in hand)}]
        hands = np.array(list(own.values()), np.int64)
        played = np.zeros(table.seats, np.int64)
        complete = np.array((board + others)[:5], np.int64)  # cards that were not needed are any
        _, compiled_rake, was_shown, flop = play_hand(hands, complete, compiled_play, ranks, played)
        assert (played.tolist(), compiled_rake, flop) == (net, rake, int(bool(board)))
        assert played.sum() + rake == 0
        shown, taken = shown + was_shown, taken + bool(rake)
    assert shown
    assert taken or strategy == CALLS  # the blinds of two players are too small a pot


def test_strength_is_that_of_the_bots():
    for seed in range(2_000):
        deal = Random(seed)
        cards = deal.sample(range(52), 9)
        own, open_cards = cards[: deal.choice((2, 4))], deal.choice((0, 3, 4, 5))
        board = cards[4:]
        plain = strength([DECK[card] for card in own], [DECK[card] for card in board[:open_cards]], False)
        assert strength_of(np.array(own), np.array(board), open_cards) == plain


@pytest.mark.parametrize("variant", [HOLDEM, OMAHA])
@pytest.mark.parametrize("strategy", [BY_CARDS, CALLS])
def test_no_chip_comes_or_goes_in_many_hands(variant, strategy):
    counts = kernel_of(*play_at(open_table(variant.id), variant, strategy))(1, 0, 5_000)
    assert counts[0] == 5_000
    assert counts[2] > 0
    assert counts[8:].sum() + counts[2] == 0


@pytest.mark.slow
@pytest.mark.parametrize("strategy", [BY_CARDS, CALLS])
@pytest.mark.parametrize(("variant", "hands"), [(HOLDEM, 166_000), (OMAHA, 166_000), (FIVE_CARD_OMAHA, 166_000)])
def test_a_million_hands_conserve_every_chip(variant, hands, strategy):
    """996,000 compiled hands of three games; the script deals 4,500 of all nine in tests/games/test_poker_room.py."""
    counts = kernel_of(*play_at(open_table(variant.id, options={"max-players": "6"}), variant, strategy))(7, 0, hands)
    assert counts[0] == hands
    assert counts[8:].sum() + counts[2] == 0


def test_seats_that_only_call_win_alike():
    """Without betting no seat is better than another, but for odd chips: each loses its part of the rake."""
    table = open_table("holdem", options={"max-players": "4", "rake-percent": "0", "smallest-chip": "0.01"})
    counts = kernel_of(*play_at(table, HOLDEM, CALLS))(3, 0, 200_000)
    # a seat wins $8 a quarter of the time: a deviation of $3.46 a hand, so four of them in 200,000 hands are $6,200
    assert max(abs(won) for won in counts[8:].tolist()) < 620_000


@pytest.mark.parametrize("cards", [9, 27, 49])
def test_every_card_comes_first_and_last_alike(cards):
    assert deal_rules(cards)[:, 0].sum() == cards
    left = 52
    for some, product, least in deal_rules(cards).tolist():
        whole = 1
        for at in range(some):
            whole *= left - at
        assert (product, least) == (whole, 2**64 % whole)
        left -= some


def test_workers_do_not_change_the_result():
    one = simulate("holdem", 1 << 16, seed=5, workers=1, strategy=BY_CARDS)
    two = simulate("holdem", 1 << 16, seed=5, workers=2, strategy=BY_CARDS)
    assert one.lines == two.lines
    assert one.lines[0].standard_error > 0
