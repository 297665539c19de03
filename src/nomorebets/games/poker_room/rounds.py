"""Hands of hold 'em and omaha played in compiled loops, by the simple ways to play of `strategies`. Imports numba.

Every hand is dealt at a full new table where all have bought in for the same: the last seat has the button, and there
are no side pots. The betting is that of `betting`, the pot that of `showdown` and `procedures.pots`; the tests play the
same cards by the script.

Hands are dealt side by side, bet one after the other, and shown side by side (`holdings`). How a betting round goes
from what seats hold is worked out once and then looked up; where all call whatever they hold, it is worked out for all
hands together, and hands are counted by who wins them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.cards import DECK
from nomorebets.games.poker_room.holdings import BATCH, SIDE_BY_SIDE, Holdings, Shown, show_hands
from nomorebets.games.poker_room.strategies import FAIR, STRONG, TEN, WEAK
from nomorebets.sim.dealing import ONE, bits_of, cards_at, lowest_card, numbers_of_sets, sets_of, stream_of
from nomorebets.sim.kernels import WORD_VALUES, DrawRule, State, Word, digit, fair_word

STREETS = 4
FIGURES = ("hands", "pots", "rakes", "pots²", "rakes²", "pots·rakes", "shown", "flops")
HANDS, POTS, RAKES, POTS2, RAKES2, BOTH, SHOWN, FLOPS, NET = range(9)
Ints = NDArray[np.int64]

FOLDED = 3  # beside WEAK, FAIR and STRONG
DIGIT, STREET_BITS, SEAT_BITS = np.uint64(2), np.uint64(2), np.uint64(22)  # of what a betting round is looked up by
MOST_KNOWN = 1 << 16
MIXED, HIGH_BITS = np.uint64(0x9E3779B97F4A7C15), np.uint64(40)  # spread keys over the slots

# A hand as a word has four bits for each rank.
EVERY_RANK = np.uint64(sum(1 << card for card in range(0, len(DECK), 4)))
EIGHT = np.uint64(3)  # the bit of it
THREES, FIVES, SIXES = (EVERY_RANK * np.uint64(n) for n in (3, 5, 6))
WHOLE_DECK = np.uint64((1 << len(DECK)) - 1)
TEN_AND_HIGHER = np.uint64((1 << len(DECK)) - (1 << 4 * TEN))


class Play(NamedTuple):
    """The house and the way to play, as far as the loops need them. Amounts are cents."""

    players: int
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


# --- dealing ---------------------------------------------------------------------------------------------------------


class Dealing(NamedTuple):
    """How the cards of a hand are drawn: two at a time as the number of their set among those left, or one."""

    seats: tuple[int, ...]  # one each, and one for each card of a seat:
    cards: tuple[int, ...]  # so their number is known when the loop is compiled
    sets: NDArray[np.uint64]
    numbers: NDArray[np.uint64]  # by draw: how many sets there are
    begins: NDArray[np.bool_]  # by draw: whether it is the first of a random word
    products: NDArray[np.uint64]  # by word: of all numbers that are drawn from it
    least: NDArray[np.uint64]


def dealing(players: int, own: int) -> Dealing:
    """So many hands and a board, from as few words as hold them."""
    sizes = [*([2] * (own // 2) + [1] * (own % 2)) * players, 2, 1, 1, 1]
    numbers = [int(number) for number in numbers_of_sets(*sizes)]
    begins: list[bool] = []
    products: list[int] = []
    for number in numbers:
        begins.append(not products or products[-1] * number > WORD_VALUES // 64)
        if begins[-1]:
            products.append(1)
        products[-1] *= number
    least = [WORD_VALUES % product for product in products]
    by_draw = np.array(numbers, np.uint64), np.array(begins, np.bool_)
    by_word = np.array(products, np.uint64), np.array(least, np.uint64)
    return Dealing((1,) * players, (1,) * own, sets_of(2), *by_draw, *by_word)


@compiled
def _draw_words(stream: State, hands: Any, how: Dealing, words: NDArray[np.uint64]) -> State:
    """The random words of all hands; the stream after them."""
    products, least = how.products, how.least
    at = np.uint64(0)
    for _ in range(hands):
        for word in range(np.uint64(products.size)):
            words[at], stream = fair_word(stream, DrawRule(ONE, products[word], least[word]))
            at += ONE
    return stream


@compiled
def deal_hands(stream: State, hands: Any, how: Dealing, shown: Shown) -> State:
    """Hands from full decks, side by side; the stream after them.

    Their words come first: with less to do for each, the processor begins the next hand before one is dealt out.
    """
    sets, numbers, begins = how.sets, how.numbers, how.begins
    own, flop, turn, river, words = shown.own, shown.flop, shown.turn, shown.river, shown.words
    stream = _draw_words(stream, hands, how, words)
    word, at = np.uint64(0), np.uint64(0)
    for hand in range(hands):
        left, draw = WHOLE_DECK, np.uint64(0)
        for seat in range(len(how.seats)):
            held = np.uint64(0)
            for _ in range(len(how.cards) // 2):
                if begins[draw]:
                    word = words[at]
                    at += ONE
                number, word = digit(word, numbers[draw])
                two = cards_at(sets[number], left)
                left ^= two
                held |= two
                draw += ONE
            if len(how.cards) % 2:
                if begins[draw]:
                    word = words[at]
                    at += ONE
                number, word = digit(word, numbers[draw])
                one = cards_at(ONE << number, left)
                left ^= one
                held |= one
                draw += ONE
            own[np.uint64(seat) * SIDE_BY_SIDE + hand] = held
        if begins[draw]:
            word = words[at]
            at += ONE
        number, word = digit(word, numbers[draw])
        board = cards_at(sets[number], left)
        left ^= board
        for street in range(3):
            draw += ONE
            if begins[draw]:
                word = words[at]
                at += ONE
            number, word = digit(word, numbers[draw])
            one = cards_at(ONE << number, left)
            left ^= one
            if street == 0:
                flop[hand] = board | one
            elif street == 1:
                turn[hand] = one
            else:
                river[hand] = one
    return stream


# --- betting ---------------------------------------------------------------------------------------------------------


@compiled
def strength_of(own: Word, board: Word) -> Any:
    """As `strategies.strength`, where high hands win; cards are bits."""
    every = own | board
    pairs = every - (every >> ONE & FIVES)
    numbers = (pairs & THREES) + (pairs >> DIGIT & THREES)  # of each rank, in its four bits
    held = own | own >> ONE
    held = (held | held >> DIGIT) & EVERY_RANK
    two, three = (numbers + SIXES) >> EIGHT & held, (numbers + FIVES) >> EIGHT & held
    high = own & TEN_AND_HIGHER
    blind = board == np.uint64(0)
    # no branches: what somebody holds cannot be guessed
    strong = three | two & (two - ONE) | (two if blind else np.uint64(0))
    fair = two | (high & (high - ONE) if blind else np.uint64(0))
    weak_or_fair = np.uint64(FAIR) if fair else np.uint64(WEAK)
    return np.uint64(STRONG) if strong else weak_or_fair


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
        if strength[seat] == STRONG and may_raise:
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
        elif owed and strength[seat] == WEAK:
            live[seat] = False
            number -= 1
        elif owed:
            to = min(high, reach)
        stacks[seat] -= to - bets[seat]
        bets[seat] = to
        seat = (seat + 1) % players


class Betting(NamedTuple):
    """Betting rounds that were worked out: where each is, and how it ended."""

    keys: NDArray[np.uint64]  # by slot: the chips in front of the seats, the street, and what each seat holds
    rounds: NDArray[np.int32]  # by slot
    live: NDArray[np.uint64]  # by round: who plays on, a bit for each seat
    stacks: Ints  # by round: what each of them has left
    bets: Ints  # by round and seat
    known: Ints  # how many


@compiled
def no_rounds(players: int, by_cards: bool) -> Betting:
    """Room for them; where all call there are no more than streets."""
    most = MOST_KNOWN if by_cards else STREETS
    keys, rounds = np.zeros(2 * most, np.uint64), np.zeros(2 * most, np.int32)
    live, stacks = np.zeros(most + 1, np.uint64), np.zeros(most + 1, np.int64)
    return Betting(keys, rounds, live, stacks, np.zeros((most + 1, players), np.int64), np.zeros(1, np.int64))


@compiled
def _work_out(street: Any, stack: Any, holds: Word, play: Play, betting: Betting, at: int) -> None:
    """A betting round in which all that play on have so many chips, by what each seat holds."""
    players = play.players
    live, strength = np.zeros(players, np.bool_), np.zeros(players, np.int64)
    stacks, bets = np.full(players, stack), np.zeros(players, np.int64)
    for seat in range(players):
        strength[seat] = np.int64(holds >> DIGIT * np.uint64(seat) & np.uint64(3))
        live[seat] = strength[seat] != FOLDED
    first, facing = 0, 0
    if street == 0:
        facing = play.blinds[-1]
        for blind in range(min(play.blinds.size, players)):
            # between two players the button has the small blind
            seat = (blind + 1) % 2 if players == 2 and play.blinds.size > 1 else blind
            bets[seat] = min(play.blinds[blind], stacks[seat])
            stacks[seat] -= bets[seat]
            first = seat + 1
    bet_street(first, live, bets, stacks, facing, play.units[street], strength, play)
    betting.live[at] = 0
    for seat in range(players):
        betting.bets[at, seat] = bets[seat]
        if live[seat]:
            betting.live[at] |= ONE << np.uint64(seat)
            betting.stacks[at] = stacks[seat]


@compiled
def _bet_hands(hands: Any, play: Play, betting: Betting, shown: Shown, put: Ints, flops: Ints) -> None:
    """Bet hands one after the other: who shows, what each seat put in, and whether there was a flop."""
    players = np.uint64(play.players)
    keys, rounds, lives, stacks, bets = betting.keys, betting.rounds, betting.live, betting.stacks, betting.bets
    own, flop, turn, river = shown.own, shown.flop, shown.turn, shown.river
    slots, most = np.uint64(keys.size - 1), lives.size - 1
    nobody = (ONE << DIGIT * players) - ONE
    for hand in range(hands):
        live, board = (ONE << players) - ONE, np.uint64(0)
        for seat in range(players):
            put[hand, seat] = min(play.ante, play.stack)
        stack = play.stack - min(play.ante, play.stack)
        flops[hand] = 0
        for street in range(np.uint64(STREETS)):
            if street == np.uint64(1):
                board = flop[hand]
                flops[hand] = 1
            elif street == np.uint64(2):
                board |= turn[hand]
            elif street == np.uint64(3):
                board |= river[hand]
            if stack == 0:
                continue  # nobody is asked any more
            holds, left = nobody, live
            while left:
                seat = lowest_card(left)
                left &= left - ONE
                strength = strength_of(own[seat * SIDE_BY_SIDE + hand], board) if play.by_cards else np.uint64(FAIR)
                holds ^= (np.uint64(FOLDED) ^ strength) << DIGIT * seat
            key = (np.uint64(stack) << STREET_BITS | street) << SEAT_BITS | holds
            slot = (key * MIXED >> HIGH_BITS) & slots
            while keys[slot] != key and keys[slot] != np.uint64(0):
                slot = slot + ONE & slots
            at = np.int64(rounds[slot])
            if keys[slot] == np.uint64(0):
                at = betting.known[0]
                _work_out(np.int64(street), np.int64(stack), holds, play, betting, at)
                if at < most:  # else there is no room for more: it is worked out every time
                    keys[slot], rounds[slot] = key, at
                    betting.known[0] += 1
            for seat in range(players):
                put[hand, seat] += bets[at, seat]
            live, stack = lives[at], stacks[at]
            if live & (live - ONE) == np.uint64(0):
                break
        shown.live[hand] = live


# --- pots ------------------------------------------------------------------------------------------------------------


@compiled
def _share(amount: Any, winners: Any, chip: int, times: Any, won: Ints) -> None:
    """Equal shares in whole chips; odd chips from the left of the button, what is less than a chip to the first."""
    number = np.int64(bits_of(np.uint64(winners)))
    each, left, at = amount // chip // number, amount // chip % number, 0
    rest = np.uint64(winners)
    while rest:
        seat = lowest_card(rest)
        rest &= rest - ONE
        won[np.uint64(NET) + seat] += ((each + (at < left)) * chip + (amount % chip if at == 0 else 0)) * times
        at += 1


@compiled
def _rake(pot: Any, flop: Any, play: Play) -> Any:
    if play.spares and not flop:
        return 0
    return min(pot * play.percent // 100 // play.step * play.step, play.cap)


@compiled
def _close(put: Ints, hand: Any, flop: Any, shown: Any, times: Any, play: Play, counts: Ints) -> tuple[Any, Any]:
    """Count a hand that came so often, and take from the seats what they put in; the pot and its rake."""
    pot, second = np.int64(0), np.int64(0)
    top: Any = np.uint64(0)
    for seat in range(np.uint64(play.players)):
        if put[hand, seat] > put[hand, top]:
            top = seat
    for seat in range(np.uint64(play.players)):
        if seat != top:
            second = max(second, put[hand, seat])
            pot += put[hand, seat]
            counts[np.uint64(NET) + seat] -= put[hand, seat] * times
    pot += second  # what nobody matched goes back
    counts[np.uint64(NET) + top] -= second * times
    rake: Any = _rake(pot, flop, play)
    counts[HANDS] += times
    counts[POTS] += pot * times
    counts[RAKES] += rake * times
    counts[POTS2] += pot * pot * times
    counts[RAKES2] += rake * rake * times
    counts[BOTH] += pot * rake * times
    counts[SHOWN] += times if shown else 0
    counts[FLOPS] += flop * times
    return pot, rake


@compiled
def _half(pot: Any, chip: int) -> Any:
    """The low hand's part of a pot: an odd chip goes with the high one."""
    return pot // chip // 2 * chip


# --- hands -----------------------------------------------------------------------------------------------------------


class Counted(NamedTuple):
    """What hands came to: the sums of `FIGURES` and what each seat won; of seats that all call, who won how often."""

    sums: Ints
    high: Ints  # by whether there was a low hand, and the seats with the best hand, a bit each
    low: Ints


@compiled
def nothing_counted(players: int) -> Counted:
    winners = 1 << players
    return Counted(np.zeros(NET + players, np.int64), np.zeros(2 * winners, np.int64), np.zeros(winners, np.int64))


@compiled
def play_by_cards(hands: Any, play: Play, betting: Betting, look_up: Holdings, shown: Shown, counted: Counted) -> None:
    """Hands that were dealt side by side, by seats that look at their cards."""
    sums, live, highs, lows = counted.sums, shown.live, shown.high, shown.low
    put, flops, last = np.zeros((BATCH, play.players), np.int64), np.zeros(BATCH, np.int64), np.zeros(BATCH, np.uint16)
    _bet_hands(hands, play, betting, shown, put, flops)
    for hand in range(hands):
        last[hand] = live[hand]
        live[hand] = live[hand] if live[hand] & (live[hand] - ONE) else np.uint16(0)  # the last seat does not show
    show_hands(look_up, shown)
    for hand in range(hands):
        pot, rake = _close(put, hand, flops[hand], live[hand] != 0, 1, play, sums)
        half = np.int64(0)
        if lows[hand]:
            half = _half(pot - rake, play.chip)
            _share(half, lows[hand], play.chip, 1, sums)
        _share(pot - rake - half, highs[hand] if live[hand] else last[hand], play.chip, 1, sums)


@compiled
def count_winners(hands: Any, look_up: Holdings, shown: Shown, counted: Counted) -> None:
    """Hands that were dealt side by side, by seats that all call: nothing but their winners differs."""
    live, highs, lows, high, low = shown.live, shown.high, shown.low, counted.high, counted.low
    everybody, without_low = np.uint16((ONE << np.uint64(shown.players)) - ONE), np.uint64(low.size)
    for hand in range(hands):
        live[hand] = everybody
    show_hands(look_up, shown)
    if look_up.low.size == 0:
        for hand in range(hands):
            high[without_low + np.uint64(highs[hand])] += 1
        return
    for hand in range(hands):
        high[np.uint64(highs[hand]) + (np.uint64(0) if lows[hand] else without_low)] += 1
        low[lows[hand]] += 1


@compiled
def divide_among_winners(hands: Any, play: Play, betting: Betting, shown: Shown, counted: Counted) -> None:
    """The pots of seats that all call, which are the same in every hand, to those who were counted as winners."""
    put, flops = np.zeros((1, play.players), np.int64), np.zeros(1, np.int64)
    _bet_hands(np.uint64(1), play, betting, shown, put, flops)
    pot, rake = _close(put, np.uint64(0), flops[0], True, hands, play, counted.sums)
    half = _half(pot - rake, play.chip)
    sums, high, low = counted.sums, counted.high, counted.low
    for winners in range(1, low.size):
        _share(pot - rake - half, winners, play.chip, high[winners], sums)
        _share(pot - rake, winners, play.chip, high[low.size + winners], sums)
        _share(half, winners, play.chip, low[winners], sums)


@compiled
def play_hands(
    seed: Word, block: Word, hands: Word, how: Dealing, play: Play, look_up: Holdings, shown: Shown
) -> NDArray[np.int64]:
    """Hands from fresh decks: the sums of `FIGURES`, then what each seat won."""
    stream, left, some = stream_of(seed, block), hands, np.uint64(BATCH)
    betting, counted = no_rounds(play.players, play.by_cards), nothing_counted(play.players)
    while left:
        some = min(some, left)
        stream = deal_hands(stream, some, how, shown)
        if play.by_cards:
            play_by_cards(some, play, betting, look_up, shown, counted)
        else:
            count_winners(some, look_up, shown, counted)
        left -= some
    if not play.by_cards:
        divide_among_winners(np.int64(hands), play, betting, shown, counted)
    return counted.sums
