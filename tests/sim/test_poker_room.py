"""Compiled hands of the poker room: the same cards give the same as the script, chip by chip."""

from itertools import combinations
from math import comb, prod
from random import Random

import numpy as np
import pytest
from scipy.stats import chi2

from nomorebets.drivers.bots import BotTable
from nomorebets.drivers.chance import SeededChance
from nomorebets.drivers.facet import strategies_of
from nomorebets.equipment.cards import DECK, index
from nomorebets.games.five_card_omaha.game import VARIANT as FIVE_CARD_OMAHA
from nomorebets.games.holdem.game import VARIANT as HOLDEM
from nomorebets.games.omaha.game import VARIANT as OMAHA
from nomorebets.games.poker_room.holdings import AT_ONCE, BATCH, COLUMNS, holdings, show_hands, shown_by
from nomorebets.games.poker_room.rankings import EIGHT_TWO_OF_HAND, HIGH_OF_ALL, HIGH_TWO_OF_HAND
from nomorebets.games.poker_room.rounds import (
    FIGURES,
    FLOPS,
    NET,
    RAKES,
    SHOWN,
    count_winners,
    deal_hands,
    dealing,
    divide_among_winners,
    no_rounds,
    nothing_counted,
    play_by_cards,
    strength_of,
)
from nomorebets.games.poker_room.simulation import kernel_of, play_at
from nomorebets.games.poker_room.strategies import BY_CARDS, CALLS, strength
from nomorebets.games.poker_room.terms import buy_in_at
from nomorebets.hands.compiled_seven import omaha_numbers, seven_card_numbers
from nomorebets.library import open_table, simulate
from nomorebets.sim.kernels import block_state, xoshiro_words
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


def bits(cards):
    return np.uint64(sum(1 << int(card) for card in cards))


def lay(shown, at, hands, board):
    """Cards on the felt of the compiled loops."""
    for seat, own in enumerate(hands):
        shown.own[seat * BATCH + at] = bits(own)
    shown.flop[at], shown.turn[at], shown.river[at] = bits(board[:3]), bits(board[3:4]), bits(board[4:])


def deal_batch(stream, how, shown):
    """As many hands as are dealt side by side; the stream after them."""
    return deal_hands(tuple(map(np.uint64, stream)), np.uint64(BATCH), how, shown)


def played(compiled_play, look_up, dealt):
    """What the loops count of hands with these cards."""
    shown, counted = shown_by(compiled_play.players), nothing_counted(compiled_play.players)
    betting = no_rounds(compiled_play.players, compiled_play.by_cards)
    for at, (hands, board) in enumerate(dealt):
        lay(shown, at, hands, board)
    if compiled_play.by_cards:
        play_by_cards(np.uint64(len(dealt)), compiled_play, betting, look_up, shown, counted)
    else:
        count_winners(np.uint64(len(dealt)), look_up, shown, counted)
        divide_among_winners(len(dealt), compiled_play, betting, shown, counted)
    return counted.sums


@pytest.mark.parametrize(("variant", "options"), TABLES)
@pytest.mark.parametrize("strategy", [BY_CARDS, CALLS])
def test_the_same_cards_give_the_same_as_the_script(variant, options, strategy):
    table = open_table(variant.id, options=options)
    compiled_play, look_up = play_at(table, variant, strategy)
    dealt, total = [], 0
    for seed in range(12):
        own, board, net, rake = by_the_script(table, strategy, seed)
        others = [card for card in range(52) if card not in {*board, *(c for hand in own.values() for c in hand)}]
        dealt.append((list(own.values()), (board + others)[:5]))  # cards that were not needed are any
        sums = played(compiled_play, look_up, dealt[-1:])
        assert (sums[NET:].tolist(), sums[RAKES], sums[FLOPS]) == (net, rake, int(bool(board)))
        assert sums[NET:].sum() + rake == 0
        total = total + sums
    assert played(compiled_play, look_up, dealt).tolist() == total.tolist()  # one by one, and side by side
    assert total[SHOWN]
    assert total[RAKES] or strategy == CALLS  # the blinds of two players are too small a pot


def test_strength_is_that_of_the_bots():
    for seed in range(2_000):
        deal = Random(seed)
        cards = deal.sample(range(52), 10)
        own, open_cards = cards[: deal.choice((2, 4, 5))], deal.choice((0, 3, 4, 5))
        board = cards[5:][:open_cards]
        plain = strength([DECK[card] for card in own], [DECK[card] for card in board], False)
        assert strength_of(bits(own), bits(board)) == plain


def boards_of_one_suit(deal, cards):
    """Cards in random order, but the board at their end has three to five of a suit, often next to each other."""
    suit, first, close = deal.randrange(4), deal.randrange(9), deal.randrange(2)
    ranks = deal.sample(range(first, first + 5) if close else range(13), deal.randrange(3, 6))
    suited = [rank * 4 + suit for rank in ranks]
    others = deal.sample([card for card in range(52) if card not in suited], cards - len(suited))
    return others + suited


@pytest.mark.parametrize(
    ("own", "rankings"), [(2, [HIGH_OF_ALL]), (4, [HIGH_TWO_OF_HAND, EIGHT_TWO_OF_HAND]), (5, [HIGH_TWO_OF_HAND])]
)
def test_showdowns_are_won_by_the_hands_that_rank_best(own, rankings):
    players, deal = 6, Random(own)
    low = rankings[1].worth if len(rankings) > 1 else None
    look_up, shown = holdings(own, own > 2, low), shown_by(players)
    for turn in range(40):
        cards = [
            boards_of_one_suit(deal, players * own + 5) if turn % 2 else deal.sample(range(52), players * own + 5)
            for _ in range(BATCH)
        ]
        hands = np.array([[row[own * seat : own * (seat + 1)] for seat in range(players)] for row in cards])
        boards = np.array([row[players * own :] for row in cards])
        for at in range(BATCH):
            lay(shown, at, hands[at], boards[at])
            shown.live[at] = deal.randrange(1, 1 << players)
        show_hands(look_up, shown)
        for ranking, winners in zip(rankings, (shown.high, shown.low), strict=False):
            numbers = np.zeros((BATCH, players), np.int64)
            for seat in range(players):
                if own == 2:
                    numbers[:, seat] = seven_card_numbers(np.hstack([hands[:, seat], boards]))
                else:
                    numbers[:, seat] = omaha_numbers(hands[:, seat], boards, ranking.worth)
            for at in range(BATCH):
                showing = [seat for seat in range(players) if shown.live[at] >> seat & 1]
                best = max(numbers[at, seat] for seat in showing)
                none = ranking.name == "low" and best == 0
                wins = [] if none else [seat for seat in showing if numbers[at, seat] == best]
                assert int(winners[at]) == int(bits(wins))


def test_the_last_numbers_can_be_read_with_those_behind_them():
    made = holdings(4, True, EIGHT_TWO_OF_HAND.worth)
    boards, pairs = comb(13 + 5 - 1, 5), comb(13 + 2 - 1, 2)
    for table in (made.high, made.low):
        assert (boards - 1) * COLUMNS + pairs - 1 + AT_ONCE <= table.size


def test_flushes_and_straight_flushes_by_the_plain_ranking():
    """Hands of which two lower cards of a suit make more than two higher ones, ranked by the rules themselves."""
    deal, look_up, shown = Random(3), holdings(4, True), shown_by(2)
    higher = 0
    for _ in range(60):
        first, suit = deal.randrange(8), deal.randrange(4)
        run = [4 * rank + suit for rank in range(first, first + 5)]
        board, two = run[:3], run[3:]
        rest = [card for card in range(52) if card not in run]
        above = [card for card in rest if card % 4 == suit and card > two[0]]
        hand = two + deal.sample(above, min(2, len(above)))
        others = deal.sample([card for card in rest if card not in hand], 10 - len(hand))
        hand, other, board = [*hand, *others[: 4 - len(hand)]], others[-6:-2], [*board, *others[-2:]]
        lay(shown, 0, [hand, other], board)
        shown.live[0] = 3
        show_hands(look_up, shown)
        worth = [HIGH_TWO_OF_HAND.best([DECK[c] for c in own], [DECK[c] for c in board]) for own in (hand, other)]
        assert int(shown.high[0]) == 1 * (worth[0] >= worth[1]) + 2 * (worth[1] >= worth[0])
        higher += len(above) > 1
    assert higher


@pytest.mark.parametrize(("variant", "options"), TABLES)
def test_betting_rounds_looked_up_are_those_worked_out(variant, options):
    """With room for a few only, nearly all are worked out anew."""
    table = open_table(variant.id, options=options)
    compiled_play, look_up = play_at(table, variant, BY_CARDS)
    shown, counted, few = shown_by(table.seats), nothing_counted(table.seats), nothing_counted(table.seats)
    betting, small = no_rounds(table.seats, True), no_rounds(table.seats, False)
    stream = block_state(5, 0)
    for _ in range(30):
        stream = deal_batch(stream, dealing(table.seats, look_up.own), shown)
        play_by_cards(np.uint64(BATCH), compiled_play, betting, look_up, shown, counted)
        play_by_cards(np.uint64(BATCH), compiled_play, small, look_up, shown, few)
    assert counted.sums.tolist() == few.sums.tolist()
    assert betting.known[0] > small.known[0]


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


@pytest.mark.parametrize(("players", "own"), [(2, 2), (11, 2), (11, 4), (8, 5)])
def test_random_words_hold_all_draws_of_theirs(players, own):
    how = dealing(players, own)
    words, whole, left = list(zip(how.products.tolist(), how.least.tolist(), strict=True)), 1, 52
    for number, begins in zip(how.numbers.tolist(), how.begins.tolist(), strict=True):
        if begins:
            assert whole == 1
            whole, least = words.pop(0)
            assert (whole <= 2**58, least) == (True, 2**64 % whole)
        assert whole % number == 0
        whole //= number
        left -= 2 if number == left * (left - 1) // 2 else 1
    assert (words, whole, left) == ([], 1, 52 - players * own - 5)


def fair_words(words, numbers):
    """For each of the numbers to draw, the word that begins there; those that would not be fair are thrown away."""
    begins = 0
    for at in range(1, len(numbers) + 1):
        if at == len(numbers) or prod(numbers[begins : at + 1]) > 2**58:
            product, word = prod(numbers[begins:at]), next(words)
            while word * product % 2**64 < 2**64 % product:
                word = next(words)
            yield from [word, *[None] * (at - begins - 1)]
            begins = at


def sets_of_words(words, sizes):
    """The sets of cards that a hand takes from a stream of words: plain numbers, and a list of the cards left."""
    left, rest = list(range(52)), 0
    numbers = [comb(52 - sum(sizes[:at]), size) for at, size in enumerate(sizes)]
    for number, size, word in zip(numbers, sizes, fair_words(words, numbers), strict=True):
        place, rest = divmod((rest if word is None else word) * number, 2**64)
        every = sorted(combinations(left, size), key=lambda cards: cards[::-1])
        yield list(every[place])
        left = [card for card in left if card not in every[place]]


@pytest.mark.parametrize(("players", "own", "some_thrown_away"), [(6, 2, False), (6, 4, True), (4, 5, True)])
def test_cards_are_those_that_the_random_words_stand_for(players, own, some_thrown_away):
    how, shown, hands, state = dealing(players, own), shown_by(players), 256, block_state(4, 1)
    deal_hands(tuple(map(np.uint64, state)), np.uint64(hands), how, shown)
    stream = xoshiro_words(state, 8 * hands).tolist()
    words, draws = iter(stream), own // 2 + own % 2
    for at in range(hands):
        sets = list(sets_of_words(words, [*([2] * (own // 2) + [1] * (own % 2)) * players, 2, 1, 1, 1]))
        for seat in range(players):
            held = [card for few in sets[seat * draws : (seat + 1) * draws] for card in few]
            assert shown.own[seat * BATCH + at] == bits(held)
        board = (shown.flop[at], shown.turn[at], shown.river[at])
        assert board == (bits(sets[-4] + sets[-3]), bits(sets[-2]), bits(sets[-1]))
    used = len(stream) - len(list(words))
    assert (used > hands * how.products.size) == some_thrown_away


@pytest.mark.parametrize(("players", "own"), [(6, 2), (11, 4), (8, 5)])
def test_every_card_comes_to_every_place_alike(players, own):
    """By chance a fair deal would fail once in some 300 seeds."""
    how, shown, rounds = dealing(players, own), shown_by(players), 400
    stream, seen = block_state(2, 0), np.zeros((players + 3, 52), np.int64)
    for _ in range(rounds):
        stream = deal_batch(stream, how, shown)
        places = np.vstack([shown.own.reshape(players, BATCH), shown.flop, shown.turn, shown.river])
        assert (np.bitwise_or.reduce(places) == places.sum(0)).all()  # no card twice
        seen += (places[:, None, :] >> np.arange(52, dtype=np.uint64)[None, :, None] & np.uint64(1)).sum(2).astype(int)
    assert seen.sum(1).tolist() == [rounds * BATCH * size for size in (*[own] * players, 3, 1, 1)]
    for row in seen:
        share = row.sum() / 52 / rounds / BATCH
        squares = ((row - row.mean()) ** 2).sum() / (rounds * BATCH * share * (1 - share)) * 51 / 52
        assert chi2.sf(squares, 51) > 1e-4 / 3


def test_the_figures_are_counted_in_their_order():
    sums = kernel_of(*play_at(open_table("holdem"), HOLDEM, BY_CARDS))(1, 0, 1_000)
    figures = dict(zip(FIGURES, sums.tolist(), strict=False))
    assert figures["hands"] == 1_000
    assert 0 < figures["shown"] < figures["flops"] < 1_000
    assert figures["rakes"] < figures["pots"] < figures["pots²"]
    assert len(FIGURES) == NET


def test_workers_do_not_change_the_result():
    one = simulate("holdem", 1 << 16, seed=5, workers=1, strategy=BY_CARDS)
    two = simulate("holdem", 1 << 16, seed=5, workers=2, strategy=BY_CARDS)
    assert one.lines == two.lines
    assert one.lines[0].standard_error > 0
