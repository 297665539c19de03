"""Hands of hold 'em and omaha played in compiled loops, by the simple ways to play of `strategies`. Imports numba.

Every hand is dealt at a full new table where all have bought in for the same: the last seat has the button, and there
are no side pots. The betting is that of `betting`, the pot that of `showdown` and `procedures.pots`; the tests play the
same cards by the script.
"""

from __future__ import annotations

from math import perm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.games.poker_room.strategies import FAIR, STRONG, TEN, WEAK
from nomorebets.hands.compiled import Tables
from nomorebets.hands.compiled_seven import SevenTables, best_of_omaha, seven_slot
from nomorebets.sim.dealing import deal, stream_of
from nomorebets.sim.kernels import WORD_VALUES, DrawRule, Word

STREETS = 4
FIGURES = ("hands", "pots", "rakes", "pots²", "rakes²", "pots·rakes", "shown", "flops")
Ints = NDArray[np.int64]


class Play(NamedTuple):
    """The house and the way to play, as far as the loops need them. Amounts are cents."""

    players: int
    own: int  # cards of a hand
    two_and_three: bool  # two of one's own and three of the board
    by_cards: bool  # a seat looks at its cards, or calls everything
    ante: int
    stack: int
    blinds: Ints
    units: Ints  # the bet of each street
    fixed: bool
    raises: int  # how many may follow a bet where more than two play; below 0, any number
    chip: int
    percent: int
    step: int
    cap: int
    spares: bool  # no flop, no drop


class Ranks(NamedTuple):
    """What hands are ranked by."""

    seven: SevenTables
    five: Tables
    low: Tables
    splits: bool


@compiled
def strength_of(own: Any, board: Any, open_cards: int) -> int:
    """As `strategies.strength`, where high hands win."""
    numbers = np.zeros(13, np.int64)
    for card in own:
        numbers[card >> 2] += 1
    for at in range(open_cards):
        numbers[board[at] >> 2] += 1
    most, pairs, high = 0, 0, 0
    for card in own:
        most = max(most, numbers[card >> 2])
        high += card >> 2 >= TEN
    if most > 1:
        seen = 0
        for card in own:
            bit = 1 << (card >> 2)
            if numbers[card >> 2] > 1 and not seen & bit:
                pairs += 1
                seen |= bit
    if most > 2 or pairs > 1 or (pairs and open_cards == 0):
        return STRONG
    return FAIR if pairs or (high > 1 and open_cards == 0) else WEAK


@compiled
def _reach(seat: int, live: Any, bets: Ints, stacks: Ints, with_chips: bool) -> int:
    """How far the deepest other live seat can go, or the deepest that has chips left."""
    most = 0
    for other in range(live.size):
        if other != seat and live[other] and (stacks[other] > 0 or not with_chips):
            most = max(most, bets[other] + stacks[other])
    return most


@compiled
def _least_raise(high: int, full: int, size: int, forced: int, unit: int, fixed: bool) -> int:
    if forced and high == forced:
        return unit
    if not fixed:
        return high + size
    return full + unit if high - full < unit - (high - full) else high + unit


@compiled
def bet_street(
    first: int, live: Any, bets: Ints, stacks: Ints, facing: int, unit: int, strength: Ints, play: Play
) -> None:
    """One betting round, from the first seat on: as `betting.BettingRound`."""
    players = play.players
    high = facing  # nobody has more in front of him
    forced = high if high < unit else 0
    full = 0 if forced else high
    size, raises = max(unit, high), 1 if full else 0
    answered, waits = np.zeros(players, np.bool_), np.zeros(players, np.bool_)
    number = 0
    for seat in range(players):
        number += live[seat]
        waits[seat] = live[seat] and stacks[seat] > 0
    bounded = play.raises >= 0 and number > 2
    seat, idle = first % players, 0
    while idle < players:
        if not waits[seat]:
            seat, idle = (seat + 1) % players, idle + 1
            continue
        idle = 0
        others = _reach(seat, live, bets, stacks, False)
        covers = _reach(seat, live, bets, stacks, True)
        owed = max(min(high, others) - bets[seat], 0)
        if number < 2 or (covers == 0 and owed == 0):
            return
        waits[seat] = False
        reach = bets[seat] + stacks[seat]
        may_raise = min(reach, covers) > high and not answered[seat] and not (bounded and raises > play.raises)
        answered[seat] = True
        to = bets[seat]
        if play.by_cards and strength[seat] == STRONG and may_raise:
            to = min(_least_raise(high, full, size, forced, unit, play.fixed), reach, covers)
            step = to - high
            high = to
            if 2 * (to - full) >= unit if play.fixed else step >= size:
                size = unit if play.fixed else max(size, step)
                full, raises = to, raises + 1
                for other in range(players):
                    answered[other] = other == seat
            for other in range(players):
                waits[other] = other != seat and live[other] and stacks[other] > 0 and bets[other] < to
        elif owed and play.by_cards and strength[seat] == WEAK:
            live[seat] = False
            number -= 1
        elif owed:
            to = min(high, reach)
        stacks[seat] -= to - bets[seat]
        bets[seat] = to
        seat = (seat + 1) % players


@compiled
def _shares(amount: int, winners: Any, chip: int, won: Ints) -> None:
    """Equal shares in whole chips; odd chips from the left of the button, what is less than a chip to the first."""
    number = 0
    for seat in range(winners.size):
        number += winners[seat]
    each, left, at = amount // chip // number, amount // chip % number, 0
    for seat in range(winners.size):
        if winners[seat]:
            won[seat] += (each + (at < left)) * chip + (amount % chip if at == 0 else 0)
            at += 1


@compiled
def _keep_best(numbers: Ints, among: Any) -> None:
    """Of some seats, leave those with the best hand."""
    best = -1
    for seat in range(among.size):
        if among[seat]:
            best = max(best, numbers[seat])
    for seat in range(among.size):
        among[seat] = among[seat] and numbers[seat] == best


@compiled
def rank_hand(own: Any, board: Any, play: Play, ranks: Ranks) -> tuple[Any, Any]:
    """The numbers of a hand, high and low."""
    if play.two_and_three:
        high = np.int64(best_of_omaha(own, board, ranks.five))
        return high, np.int64(best_of_omaha(own, board, ranks.low)) if ranks.splits else 0
    total, bits = np.uint64(0), np.uint64(0)
    for at in range(7):
        card = np.uint64(own[at]) if at < 2 else np.uint64(board[at - 2])
        total += ranks.seven.words[card]
        bits |= ranks.seven.bits[card]
    return np.int64(ranks.seven.numbers[seven_slot(total, bits, ranks.seven)]), 0


@compiled
def play_hand(own: Any, board: Any, play: Play, ranks: Ranks, net: Ints) -> tuple[int, int, int, int]:
    """One hand: what each seat wins or loses, the pot, the rake, and whether hands were shown and a flop dealt."""
    players = play.players
    stacks, bets, put = np.full(players, play.stack), np.zeros(players, np.int64), np.zeros(players, np.int64)
    live, strength = np.ones(players, np.bool_), np.zeros(players, np.int64)
    for seat in range(players):
        put[seat] = min(play.ante, stacks[seat])
        stacks[seat] -= put[seat]
    first, facing = 0, play.blinds[-1]
    for at in range(min(play.blinds.size, players)):
        # between two players the button has the small blind
        seat = (at + 1) % 2 if players == 2 and play.blinds.size > 1 else at
        bets[seat] = min(play.blinds[at], stacks[seat])
        stacks[seat] -= bets[seat]
        first = seat + 1
    open_cards, left, pot = 0, players, 0
    for street in range(STREETS):
        open_cards = street + 2 if street else 0
        for seat in range(players):
            if live[seat] and play.by_cards:
                strength[seat] = strength_of(own[seat], board, open_cards)
        bet_street(first, live, bets, stacks, facing, play.units[street], strength, play)
        first, facing, left = 0, 0, 0
        for seat in range(players):
            put[seat] += bets[seat]
            bets[seat] = 0
            left += live[seat]
        if left == 1:
            break
    top, second = 0, 0  # what nobody matched goes back
    for seat in range(players):
        if put[seat] > put[top]:
            top = seat
    for seat in range(players):
        if seat != top:
            second = max(second, put[seat])
    put[top] = second
    for seat in range(players):
        pot += int(put[seat])
        net[seat] = -put[seat]
    rake = min(pot * play.percent // 100 // play.step * play.step, play.cap)
    if play.spares and open_cards == 0:
        rake = 0
    half = 0
    if left > 1:
        highs, lows, low_hands = np.zeros(players, np.int64), np.zeros(players, np.int64), 0
        for seat in range(players):
            if live[seat]:
                highs[seat], lows[seat] = rank_hand(own[seat], board, play, ranks)
                low_hands += lows[seat] > 0
        if low_hands:
            half = (pot - rake) // play.chip // 2 * play.chip
            lowest = live.copy()
            _keep_best(lows, lowest)
            _shares(half, lowest, play.chip, net)
        _keep_best(highs, live)
    _shares(pot - rake - half, live, play.chip, net)
    return pot, rake, int(left > 1), int(open_cards > 0)


@compiled
def play_hands(
    seed: Word, block: Word, hands: Word, rules: NDArray[np.uint64], play: Play, ranks: Ranks
) -> NDArray[np.int64]:
    """Hands from fresh decks: the sums of `FIGURES`, then what each seat won."""
    stream, deck = stream_of(seed, block), np.arange(52).astype(np.uint64)
    counts, net = np.zeros(8 + play.players, np.int64), np.zeros(play.players, np.int64)
    own = np.zeros((play.players, play.own), np.int64)
    board = np.zeros(5, np.int64)
    for _ in range(hands):
        at = np.int64(0)
        for some in range(rules.shape[0]):
            rule = DrawRule(rules[some, 0], rules[some, 1], rules[some, 2])
            stream = deal(stream, rule, deck[at:])
            at += int(rules[some, 0])
        for seat in range(play.players):
            for card in range(play.own):
                own[seat, card] = deck[seat * play.own + card]
        for card in range(5):
            board[card] = deck[play.players * play.own + card]
        pot, rake, shown, flop = play_hand(own, board, play, ranks, net)
        counts[0] += 1
        counts[1] += pot
        counts[2] += rake
        counts[3] += pot * pot
        counts[4] += rake * rake
        counts[5] += pot * rake
        counts[6] += shown
        counts[7] += flop
        for seat in range(play.players):
            counts[8 + seat] += net[seat]
    return counts


def deal_rules(cards: int) -> NDArray[np.uint64]:
    """How so many cards are dealt from as few words as hold them: rows of a `DrawRule` each."""
    rows, left = [], 52
    while cards:
        some = max(n for n in range(1, cards + 1) if perm(left, n) <= WORD_VALUES // 64 or n == 1)
        product = perm(left, some)
        rows.append((some, product, WORD_VALUES % product))
        cards, left = cards - some, left - some
    return np.array(rows, np.uint64)
