"""Equities of the poker room: against the plain evaluators over all that can still be dealt, and known counts."""

import json
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from nomorebets.equipment.cards import DECK, read_cards
from nomorebets.errors import UnknownName
from nomorebets.games.holdem.game import VARIANT as HOLDEM
from nomorebets.games.omaha.game import VARIANT as OMAHA
from nomorebets.games.poker_room.ranges import read_range
from nomorebets.games.seven_card_stud.game import VARIANT as STUD
from nomorebets.library import equities, open_table
from nomorebets.pricing.equities import Ends


def shares(rankings, hands, board):
    """What each hand gets of a pot of one, by the definition."""
    got = [Fraction(0)] * len(hands)
    worth = [[ranking.best(hand, board) for hand in hands] for ranking in rankings]
    worth = [values for values in worth if any(value is not None for value in values)]
    for values in worth:
        best = max(value for value in values if value is not None)
        winners = [at for at, value in enumerate(values) if value == best]
        for at in winners:
            got[at] += Fraction(1, len(worth) * len(winners))
    return got


def plain(rankings, hands, board, dead=(), size=5):
    """Equities by dealing every board, with the plain evaluators alone."""
    taken = {*board, *dead, *(card for hand in hands for card in hand)}
    every = list(combinations([card for card in DECK if card not in taken], size - len(board)))
    total = [Fraction(0)] * len(hands)
    for more in every:
        for at, share in enumerate(shares(rankings, hands, (*board, *more))):
            total[at] += share
    return [share / len(every) for share in total], len(every)


def dealt(number, cards, seed, board=4):
    deck = Random(seed).sample(DECK, number * cards + board + 3)
    hands = [tuple(deck[at * cards : (at + 1) * cards]) for at in range(number)]
    rest = deck[number * cards :]
    return hands, tuple(rest[:board]), tuple(rest[board:])


def asked(hands):
    return " ".join("".join(hand) for hand in hands)


@pytest.mark.parametrize("number", [2, 3, 9])
def test_holdem_with_a_board_and_dead_cards_equals_the_plain_evaluator(number):
    hands, board, dead = dealt(number, 2, number)
    counted = equities("holdem", asked(hands), board=" ".join(board), dead=" ".join(dead))
    by_hand, deals = plain(HOLDEM.wins["high"].rankings, hands, board, dead)
    assert [hand.share for hand in counted.hands] == by_hand
    assert counted.deals == deals


def test_a_complete_board_is_one_deal():
    counted = equities("holdem", "AsKs QhQd JcTc", board="2c 7d Ts 3d 4h")
    assert [hand.ends["high"] for hand in counted.hands] == [Ends(0, 0, 1), Ends(1, 0, 0), Ends(0, 0, 1)]


@pytest.mark.parametrize("wins", ["high", "high-low-8"])
@pytest.mark.parametrize("number", [2, 3])
def test_omaha_equals_the_plain_evaluator(wins, number):
    hands, board, dead = dealt(number, 4, number + 10)
    table = open_table("omaha", options={"variant-wins": wins})
    counted = equities(table, asked(hands), board=" ".join(board), dead=" ".join(dead))
    by_hand, deals = plain(OMAHA.wins[wins].rankings, hands, board, dead)
    assert [hand.share for hand in counted.hands] == by_hand
    assert counted.deals == deals


def test_two_cards_to_come_at_omaha():
    hands = [read_cards("AcAd2c3d"), read_cards("4h5h6h7h")]
    table = open_table("omaha", options={"variant-wins": "high-low-8"})
    dead = [card for card in DECK if card[0] in "9TJQK" and card not in ("9c", "Th", "Js")]
    board = read_cards("8s 9c Th")
    counted = equities(table, asked(hands), board=" ".join(board), dead=" ".join(dead))
    assert [hand.share for hand in counted.hands] == plain(OMAHA.wins["high-low-8"].rankings, hands, board, dead)[0]


@pytest.mark.parametrize("wins", list(STUD.wins))
@pytest.mark.parametrize("known", [(6, 6), (6, 5), (6, 6, 6)])
def test_stud_equals_the_plain_evaluator(wins, known):
    deck = Random(sum(known)).sample(DECK, 52)
    hands = [tuple(deck.pop() for _ in range(size)) for size in known]
    stub, dead = deck[:6], deck[6:]
    table = open_table("seven-card-stud", options={"variant-wins": wins})
    counted = equities(table, asked(hands), dead=" ".join(dead))
    total, deals = [Fraction(0)] * len(hands), 0

    def deal(at, left, complete):
        nonlocal deals
        if at == len(hands):
            deals += 1
            for player, share in enumerate(shares(STUD.wins[wins].rankings, complete, ())):
                total[player] += share
            return
        for more in combinations(left, 7 - len(hands[at])):
            deal(at + 1, [card for card in left if card not in more], [*complete, (*hands[at], *more)])

    deal(0, stub, [])
    assert [hand.share for hand in counted.hands] == [share / deals for share in total]
    assert counted.deals == deals


@pytest.mark.parametrize("hands", ["AsKs QhQd", "AcAd KhKs", "7h2d AsKs", "9h8h 9s8s", "AhKh QhJh", "AsKd 9h9c"])
def test_before_the_flop_ranks_and_flushes_give_what_all_boards_give(hands):
    """The count by ranks and suits against the enumeration of all 1,712,304 boards."""
    import numpy as np

    from nomorebets.equipment.cards import index
    from nomorebets.games.poker_room.kernels import PARTS, POT_PARTS, TIE, WIN, holdem_boards
    from nomorebets.hands.compiled_seven import seven_tables

    own = np.array([[index(card) for card in read_cards(hand)] for hand in hands.split()], np.uint64)
    stub = np.array([card for card in range(52) if card not in own.flatten()], np.uint64)
    one_by_one = holdem_boards(own, np.zeros(0, np.uint64), stub, seven_tables())
    counted = equities("holdem", hands)
    assert counted.deals == 1_712_304
    for hand, row in zip(counted.hands, one_by_one.tolist(), strict=True):
        assert (hand.ends["high"].win, hand.ends["high"].tie) == (row[WIN], row[TIE])
        assert hand.share == Fraction(row[PARTS], POT_PARTS * 1_712_304)


def test_aces_against_kings_as_published():
    """The counts of AcAd against KhKs stand in many calculators."""
    aces, kings = equities("holdem", "AcAd KhKs").hands
    assert aces.ends["high"] == Ends(1_388_072, 6_538, 317_694)
    assert kings.ends["high"] == Ends(317_694, 6_538, 1_388_072)
    assert aces.share == Fraction(2 * 1_388_072 + 6_538, 2 * 1_712_304)


def test_dead_cards_before_the_flop():
    few = [card for card in DECK if card[0] in "234" or card in ("As", "Ks", "Qh", "Qd", "Ts", "Js")]
    dead = [card for card in DECK if card not in few]
    counted = equities("holdem", "AsKs QhQd", dead=" ".join(dead))
    hands = [read_cards("AsKs"), read_cards("QhQd")]
    assert [hand.share for hand in counted.hands] == plain(HOLDEM.wins["high"].rankings, hands, (), dead)[0]


def test_a_range_is_all_its_hands_and_suits_may_change_names():
    board = "2c 7d Ts 3d"
    counted = equities("holdem", "77+,ATs+,KQo QhQd", board=board)
    win = tie = deals = 0
    for hand in read_range("77+,ATs+,KQo"):
        if not {*hand} & {*read_cards(board), "Qh", "Qd"}:
            one = equities("holdem", f"{''.join(hand)} QhQd", board=board)
            win, tie, deals = (
                win + one.hands[0].ends["high"].win,
                tie + one.hands[0].ends["high"].tie,
                deals + one.deals,
            )
    assert (counted.hands[0].ends["high"].win, counted.hands[0].ends["high"].tie) == (win, tie)
    assert counted.deals == deals
    before = equities("holdem", "AKs QQ")
    assert before.deals == 4 * 6 * 1_712_304
    alike = [equities("holdem", f"{''.join(a)} {''.join(b)}") for a in read_range("AKs") for b in read_range("QQ")]
    assert before.hands[0].share == sum(one.hands[0].share for one in alike) / 24


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        *(("AsKs", 1), ("77", 6), ("77+", 48), ("ATs+", 16), ("KQo", 12), ("AK", 16), ("A5s-A2s", 16), ("TT-77", 24)),
        *(("any", 1326), ("AKs,AKs,AsKs", 4), ("76s+", 4), ("kqO", 12)),
    ],
)
def test_ranges_as_players_write_them(text, hands):
    assert len(read_range(text)) == hands


@pytest.mark.parametrize(
    ("game", "hands", "board", "dead", "says"),
    [
        ("holdem", "AsKs", "", "", "2 to 9 hands"),
        ("holdem", "AsKs " * 10, "", "", "2 to 9 hands"),
        ("holdem", "AsKs AsQd", "", "", "cannot be held at once"),
        ("holdem", "AsKs AsAs", "", "", "no hand of two cards"),
        ("holdem", "AsKs QhQd", "2c 3c", "", "0, 3, 4, 5 cards"),
        ("holdem", "AsKs QhQd", "2c 3c 3c", "", "a card comes twice"),
        ("holdem", "AsKs QhQd", "2c 3c 4c", "4c", "on the board and dead"),
        ("holdem", "AsKs QhQd", "As 3c 4c", "", "lies open already"),
        ("holdem", "AsKs 77s", "", "", "neither suited nor not"),
        ("holdem", "AsKs KQs-J9s", "", "", "the higher card in common"),
        ("holdem", "AsKs KQs-KJo", "", "", "hands of two kinds"),
        ("holdem", "any any any", "", "", "smaller ranges"),
        ("holdem", "any any", "", "", "smaller ranges"),
        ("omaha", "AsKs QhQd", "", "", "4 different cards"),
        ("seven-card-stud", "AsKsQs JhJd", "", "", "3 to 7 different cards"),
        ("seven-card-stud", "AsKsQs JhJdJc", "2c 3c 4c", "", "this game has none"),
        ("seven-card-stud", "AsKsQs JhJdJc 2c2d2h", "", "", "fewer hands"),
        ("badugi", "Ac2d3h4s 5c6d7h8s", "", "", "games of five cards without a draw"),
        ("mambo-stud", "Ac2d3h 5c6d7h", "", "", "games of five cards without a draw"),
        ("roulette", "AsKs QhQd", "", "", "players against each other"),
    ],
)
def test_what_cannot_be_counted_is_refused_with_what_would_be_accepted(game, hands, board, dead, says):
    with pytest.raises(UnknownName, match=says):
        equities(game, hands, board=board, dead=dead)


def test_the_command_prints_counts_and_fractions_as_promised():
    from click.testing import CliRunner

    from nomorebets.cli import nomorebets

    def run(*more):
        return CliRunner().invoke(nomorebets, ["odds", "holdem", *more], catch_exceptions=True)

    printed = json.loads(run("--hands", "AcAd KhKs", "--json").output)
    aces = printed["equities"][0]
    assert {name: aces[name] for name in ("hand", "win", "tie", "lose")} == {
        "hand": "AcAd",
        "win": 1_388_072,
        "tie": 6_538,
        "lose": 317_694,
    }
    assert Fraction(aces["equity"]) == Fraction(2 * 1_388_072 + 6_538, 2 * 1_712_304)
    assert (printed["deals"], printed["method"]) == (1_712_304, "exact")
    words = run("--hands", "AcAd KhKs", "--board", "2c 3c 4c 5d").output
    assert "over 44 ways to deal the rest" in words
    assert run("--board", "2c 3c 4c").exit_code != 0
