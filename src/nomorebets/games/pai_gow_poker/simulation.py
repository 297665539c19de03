"""Pai gow poker simulated: two hands dealt by a compiled loop, settled as the exact odds are. Imports numba."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.packs import pack
from nomorebets.games.pai_gow_poker import odds
from nomorebets.games.pai_gow_poker.exact import Counts, Terms, hands_of, options_of, pushed
from nomorebets.games.pai_gow_poker.kernels import RANKS, SUITS, local_of, size_of
from nomorebets.games.pai_gow_poker.script import MAIN
from nomorebets.games.pai_gow_poker.seven_cards import three_cards_hold
from nomorebets.games.pai_gow_poker.seven_kinds import CODE, HAND, Ints
from nomorebets.games.pai_gow_poker.side_counts import COLOURS, MATCHED, Held, held_by_kind, three_counts
from nomorebets.games.pai_gow_poker.solver import PLACE_OF_PAIR, by_shape_and_suit
from nomorebets.games.pai_gow_poker.strategies import USUAL_STAKE
from nomorebets.games.pai_gow_poker.terms import DRAGONS_EYE, ROYAL_MATCH, way_at
from nomorebets.hands.joker import JOKER_RANK
from nomorebets.pricing.facet import Pricing
from nomorebets.pricing.sheet import Line
from nomorebets.procedures.banking import BANK
from nomorebets.procedures.dragons_eye import DICE
from nomorebets.sim.dealing import deal, deal_rule, stream_of
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import WORD_VALUES, DrawRule, Word, fair_word, umulh
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table

PACK = len(pack("joker"))
JOKER = np.uint64(PACK - 1)
SEVEN, TWO, THREE = np.uint64(HAND), np.uint64(2), np.uint64(3)
TOTALS, SIX = 6 * DICE + 1, np.uint64(6)
DICE_RULE = DrawRule(np.uint64(DICE), np.uint64(6**DICE), np.uint64(WORD_VALUES % 6**DICE))
PACKED = np.uint64(PACK)
KING_AND_QUEEN = (1 << 11) | (1 << 10)


class Kinds(NamedTuple):
    """What is looked up of a hand: by shape, or by joker, ranks in the suit and others where five are of one."""

    codes: NDArray[np.int64]
    held: NDArray[np.int64]  # ranks, by shape
    place_of_pair: NDArray[np.int64]
    by_shape: NDArray[np.int64]  # 0: what it holds; 1: the player's setting, 2: the dealer's, packed
    by_suit: NDArray[np.int64]
    matched: NDArray[np.int64]  # what is held without a royal match, by what is held


class Best(NamedTuple):
    """The best setting of every hand; empty where another way is played."""

    start: NDArray[np.int64]
    pattern: NDArray[np.int64]
    falls: NDArray[np.int64]  # where each pattern's begin
    suits: NDArray[np.int64]  # packed, ascending within a pattern
    settings: NDArray[np.int64]  # packed, by hand


@compiled
def _look(hand: NDArray[np.uint64], kinds: Kinds, suits: NDArray[np.int64]) -> tuple[int, int, int]:
    """The shape of seven cards; the ranks in the suit of five of them, and the place of the others."""
    code, joker = 0, 0
    suits[:] = 0
    for card in hand:
        if card == JOKER:
            joker = 1
            code += CODE_OF_JOKER
        else:
            suits[card & THREE] |= 1 << np.int64(card >> TWO)
            code += CODES[card >> TWO]
    shape = np.searchsorted(kinds.codes, code)
    flush = 0
    for suit in range(SUITS):
        if size_of(suits[suit]) + joker >= 5:
            flush = suits[suit]
    first, second = RANKS, RANKS
    if flush:
        for rank in range(RANKS - 1, -1, -1):
            for suit in range(SUITS):
                if suits[suit] != flush and suits[suit] >> rank & 1:
                    first, second = rank, first
    return int(shape), flush, int(kinds.place_of_pair[first, second]) + (joker << 8)


CODES = np.array([int(code) for code in CODE[:JOKER_RANK]], np.int64)
CODE_OF_JOKER = int(CODE[JOKER_RANK])


@compiled
def _said(what: int, shape: int, flush: int, other: int, kinds: Kinds) -> int:
    return int(kinds.by_suit[what, other >> 8, flush, other & 255] if flush else kinds.by_shape[what, shape])


@compiled
def _best_setting(shape: int, suits: NDArray[np.int64], kinds: Kinds, best: Best) -> int:
    """The best setting of a hand, found by how its suits fall."""
    packed = np.zeros(SUITS, np.int64)
    for suit in range(SUITS):
        packed[suit] = local_of(suits[suit], kinds.held[shape])
    packed.sort()
    key = ((packed[3] << 7 | packed[2]) << 7 | packed[1]) << 7 | packed[0]
    begin, end = best.falls[best.pattern[shape]], best.falls[best.pattern[shape] + 1]
    at = np.searchsorted(best.suits[begin:end], key)
    return int(best.settings[best.start[shape] + at])


@compiled
def _holds(shape: int, flush: int, other: int, suits: NDArray[np.int64], kinds: Kinds) -> int:
    """What a hand holds; a king and a queen beside a royal flush match only if they are of one suit."""
    held = _said(0, shape, flush, other, kinds)
    if flush and other & 255 == MATCHED_PLACE:
        match = False
        for suit in range(SUITS):
            match |= suits[suit] == KING_AND_QUEEN
        if not match:
            held = kinds.matched[held]
    return held


MATCHED_PLACE = MATCHED


@compiled
def _play(
    seed: Word,
    block: Word,
    rounds: Word,
    rules: tuple[DrawRule, DrawRule, DrawRule],
    kinds: Kinds,
    best: Best,
    threes: NDArray[np.uint8],
    sizes: tuple[int, int],
    copies: int,
) -> NDArray[np.int64]:
    """Counts by end of the main wager and what both hands hold; then by the first three cards; by colours; by dice.

    ``copies``: 1 where who wins them beats what is as high.
    """
    state, cards = stream_of(seed, block), np.arange(PACK).astype(np.uint64)
    suits = np.zeros(SUITS, np.int64)
    number, three_kinds = sizes
    first_three = 3 * number * number
    first_colour = first_three + three_kinds
    counts = np.zeros(first_colour + 3 + TOTALS, np.int64)
    for _ in range(rounds):
        state = deal(state, rules[0], cards)
        state = deal(state, rules[1], cards[HAND:])
        shape, flush, other = _look(cards[HAND : 2 * HAND], kinds, suits)
        dealer = _said(2, shape, flush, other, kinds)
        dealer_holds = _holds(shape, flush, other, suits, kinds)
        shape, flush, other = _look(cards[:HAND], kinds, suits)
        mine = _best_setting(shape, suits, kinds, best) if best.settings.size else _said(1, shape, flush, other, kinds)
        holds = _holds(shape, flush, other, suits, kinds)
        low, high = (mine & 255) + copies, (mine >> 8) + copies
        better = int(low > dealer & 255) + int(high > dealer >> 8) if dealer >= 0 else 1
        counts[(better * number + holds) * number + dealer_holds] += 1
        held = threes[(cards[0] * PACKED + cards[1]) * PACKED + cards[2]]
        counts[first_three + np.int64(held)] += 1
        red = size_of(suits[1]) + size_of(suits[2])
        black = size_of(suits[0]) + size_of(suits[3])
        colour = 0 if red > 3 else 1 if black > 3 else 2
        counts[first_colour + colour] += 1
        word, state = fair_word(state, rules[2])
        total = 0
        for _die in range(DICE):
            total += 1 + int(umulh(word, SIX))
            word *= SIX
        counts[first_colour + 3 + total] += 1
    return counts


def _packed(set_as: tuple[Ints, Ints]) -> Ints:
    return set_as[0] | set_as[1] << 8


def _best_at(table: Table, stake: int, terms: Terms) -> Best:
    """The best settings, as the exact solver has found them."""
    hands = hands_of(terms)
    deals, pattern = hands.falls
    chosen = odds.main_wager(table.house, stake, terms.banks).best_settings.astype(np.int64)
    options = options_of(terms)
    at = np.repeat(options.start[:-1], np.diff(hands.start)) + chosen
    suits = deals.suits @ np.array([1 << 21, 1 << 14, 1 << 7, 1])
    low, high = options.low[at] - terms.banks, options.high[at] - terms.banks
    return Best(hands.start, pattern, deals.start, suits, low | high << 8)


_NONE = np.zeros(0, np.int64)
NO_BEST = Best(_NONE, _NONE, _NONE, _NONE, _NONE)


def _threes() -> tuple[tuple[Held, ...], NDArray[np.uint8]]:
    """What three cards hold, by the cards in the order in which they were dealt."""
    names = tuple(three_counts())
    table = np.zeros((PACK, PACK, PACK), np.uint8)
    cards = pack("joker")
    for some in combinations(range(PACK), 3):
        held = names.index(three_cards_hold([cards[at] for at in some]))
        for a, b, c in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
            table[some[a], some[b], some[c]] = held
    return names, table.reshape(-1)


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """Rounds by a named way to set hands, counted and settled line by line."""
    stake, banks = pricing.stake or USUAL_STAKE, pricing.wager == BANK
    house, terms = table.house, odds.terms_at(table.house, banks)
    hands = hands_of(terms)
    kinds = hands.kinds
    strategy = pricing.strategy or "house-way"
    own = odds.rules_at(house, stake, banks) if strategy == "rules" else way_at(house)
    dealt = _packed(kinds.set_by(terms.dealer))
    if terms.ez:
        dealt = np.where(pushed(kinds), -1, dealt)
    names, which = held_by_kind()
    without = tuple(dict.fromkeys((*names, *(name - {ROYAL_MATCH} for name in names))))
    look_up = Kinds(
        kinds.shapes.codes,
        hands.held,
        PLACE_OF_PAIR,
        *by_shape_and_suit(kinds, [which, _packed(kinds.set_by(own)), dealt]),
        np.array([without.index(name - {ROYAL_MATCH}) for name in without]),
    )
    best = _best_at(table, stake, terms) if strategy == "optimal" else NO_BEST
    threes, three_table = _threes()
    sizes = len(without), len(threes)
    rules = deal_rule(HAND, PACK), deal_rule(HAND, PACK - HAND), DICE_RULE

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        words = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        return _play(*words, rules, look_up, best, three_table, sizes, int(banks))

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        return [
            estimate_of(line_from(table, pricing, kind, counts, without, threes), rounds)
            for kind in odds.wanted(table, pricing)
        ]

    return Simulator(kernel, lines)


def line_from(
    table: Table, pricing: Pricing, kind: str, counts: list[int], names: tuple[Held, ...], threes: tuple[Held, ...]
) -> Line:
    """The line of one wager from the counts of the kernel."""
    number, stake = len(names), pricing.stake or USUAL_STAKE
    played = np.array(counts[: 3 * number * number]).reshape(3, number, number)
    rest = counts[3 * number * number :]
    own, dealers = _by(names, played.sum(axis=(0, 2))), _by(names, played.sum(axis=(0, 1)))
    if kind in (MAIN, BANK):
        lose, push, win = (int(n) for n in played.sum(axis=(1, 2)))
        return odds.main_line(table, kind, stake, Counts(win, push, lose))
    if kind == "three-card":
        return odds.held_line(table, kind, stake, dict(zip(threes, rest, strict=False)), odds.OUTCOMES[kind])
    if kind == "red-black":
        return odds.colour_line(table, stake, dict(zip(COLOURS, rest[len(threes) :], strict=False)))
    if kind == DRAGONS_EYE.id:
        return odds.dragons_eye_line(table, stake, dict(enumerate(rest[-TOTALS:])))
    if kind == "progressive":
        return odds.progressive_line(table, own, pricing.meter)
    if kind == "imperial":
        return odds.imperial_line(table, stake, _both(names, played.sum(axis=0)))
    return odds.held_line(table, kind, stake, dealers if kind == "queens-dragon" else own, odds.outcome_for(kind))


def _by(names: tuple[Held, ...], counts: NDArray[np.int64]) -> dict[Held, int]:
    return {name: int(n) for name, n in zip(names, counts, strict=True) if n}


def _both(names: tuple[Held, ...], counts: NDArray[np.int64]) -> dict[tuple[Held, Held], int]:
    """What both hands hold, of the dealer's only what a bonus is paid for."""
    both: Counter[tuple[Held, Held]] = Counter()
    for a, b in zip(*np.nonzero(counts), strict=True):
        both[names[a], names[b] & {*odds.BANKERS}] += int(counts[a, b])
    return dict(both)


SIMULATION = GameSimulation(simulator=simulator)
