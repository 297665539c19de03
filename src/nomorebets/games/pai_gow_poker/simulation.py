"""Pai gow poker simulated: two hands dealt by a compiled loop, settled as the exact odds are. Imports numba."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets import kept
from nomorebets.compiling import compiled
from nomorebets.equipment.packs import pack
from nomorebets.games.pai_gow_poker import odds
from nomorebets.games.pai_gow_poker.exact import HERE, SOURCES, Counts, Terms, hands_of, options_of, pushed
from nomorebets.games.pai_gow_poker.house_way import Way
from nomorebets.games.pai_gow_poker.kernels import RANKS, SUITS, local_of
from nomorebets.games.pai_gow_poker.script import MAIN
from nomorebets.games.pai_gow_poker.seven_cards import three_cards_hold
from nomorebets.games.pai_gow_poker.seven_kinds import CODE, HAND, OTHERS, Ints
from nomorebets.games.pai_gow_poker.side_counts import COLOURS, MATCHED, Held, held_by_kind, three_counts
from nomorebets.games.pai_gow_poker.solver import by_shape_and_suit
from nomorebets.games.pai_gow_poker.strategies import USUAL_STAKE
from nomorebets.games.pai_gow_poker.terms import DRAGONS_EYE, ROYAL_MATCH, way_at
from nomorebets.hands.joker import JOKER_RANK
from nomorebets.pricing.facet import Pricing
from nomorebets.pricing.sheet import Line
from nomorebets.procedures.banking import BANK
from nomorebets.procedures.dragons_eye import DICE
from nomorebets.sim.dealing import deal_rule, lowest_card, stream_of
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import WORD_VALUES, DrawRule, State, Word, digit, fair_word, umulh
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table

PACK = len(pack("joker"))
JOKER = np.uint64(PACK - 1)
SEVEN, ONE, TWO, THREE, PAIRS, NO_RANK = (np.uint64(n) for n in (HAND, 1, 2, 3, len(OTHERS), RANKS))
TOTALS = 6 * DICE + 1
DICE_RULE = DrawRule(np.uint64(DICE), np.uint64(6**DICE), np.uint64(WORD_VALUES % 6**DICE))
PACKED = np.uint64(PACK)


class Kinds(NamedTuple):
    """What is looked up of a hand: by shape, or by joker, ranks in the suit and others where five are of one."""

    codes: NDArray[np.int64]
    held: NDArray[np.int64]  # ranks, by shape
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
def _shape_of(hand: NDArray[np.uint64], kinds: Kinds, suits: NDArray[np.int64]) -> int:
    """The shape of seven cards, and into ``suits`` the ranks of each suit."""
    code = 0
    suits[:] = 0
    for card in hand:
        if card == JOKER:
            code += CODE_OF_JOKER
        else:
            suits[card & THREE] |= 1 << np.int64(card >> TWO)
            code += CODES[card >> TWO]
    return int(np.searchsorted(kinds.codes, code))


CODES = np.array([int(code) for code in CODE[:JOKER_RANK]], np.int64)
CODE_OF_JOKER = int(CODE[JOKER_RANK])


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


# The cards of a hand are added up, each as one word: a digit for each of the lower ranks, and from bit 20 on for each
# of the upper ones and the joker; from bit 40 on four bits for each suit, in each of which the joker counts as a card;
# from bit 56 on the red cards; and from bit 60 on the joker.
LOWER = 7
HALF = 5**LOWER
DIGITS, UPPER, SUITED, FIVES, COLOURED = (np.uint64(n) for n in (2**20 - 1, 20, 0x3333 << 40, 0x8888 << 40, 56))
QUEEN, KING, JOKER_AT = (np.uint64(n) for n in (*OTHERS[MATCHED], 60))
BYTE, HELD_AT, HIGH_AT, HIGHS = np.uint64(255), np.uint64(24), np.uint64(8), np.uint64(2**16 - 1)
NEVER, ALWAYS = 255, 0  # a low hand that none beats, and a high hand that all beat: the dealer's that is a push
WORDS = np.array(
    [
        (int(CODE[rank]) % HALF) + (int(CODE[rank]) // HALF << 20) + (1 << 40 + 4 * suit) + ((suit in (1, 2)) << 56)
        for rank in range(RANKS)
        for suit in range(SUITS)
    ]
    + [(int(CODE[JOKER_RANK]) // HALF << 20) + (0x1111 << 40) + (1 << 60)],
    np.uint64,
)
RED_AT_MOST = 3
OF_COLOURS = np.array(
    [0 if bits % 8 > RED_AT_MOST else 1 if HAND - bits % 8 - bits // 16 > RED_AT_MOST else 2 for bits in range(32)],
    np.uint8,
)
CARDS_BESIDE = np.array([sum(rank < RANKS for rank in pair) for pair in OTHERS])  # a flush
BESIDE = np.zeros((RANKS + 1, RANKS + 1), np.uint8)  # the place of two ranks among those of as many cards
for _cards in range(3):
    for _at, _pair in enumerate(np.flatnonzero(_cards == CARDS_BESIDE).tolist()):
        BESIDE[OTHERS[_pair]] = _at
THROWN = np.array([sum(dice) for dice in product(range(1, 7), repeat=DICE)], np.uint8)
THROWS = np.uint64(len(THROWN))


class Said(NamedTuple):
    """What is said of hands: the low hand they are set as, the high hand from bit 8, and from 24 what they hold."""

    first: NDArray[np.uint32]  # [lower ranks]: added to the next it is the place of a shape
    second: NDArray[np.uint16]  # [upper ranks]
    own: NDArray[np.uint32]  # by that place; of the player
    dealers: NDArray[np.uint32]
    begins: NDArray[np.uint32]  # [joker and ranks in the suit of five]: where they begin, by the cards beside them
    own_suited: NDArray[np.uint32]
    dealers_suited: NDArray[np.uint32]


@compiled
def _draw_seven(state: State, rule: DrawRule, cards: NDArray[np.uint64], low: Word) -> tuple[Word, State]:
    """Bring seven cards to a place of the pack: the sum of their words, and the stream."""
    word, state = fair_word(state, rule)
    added = np.uint64(0)
    for place in range(SEVEN):
        at = low + place
        chosen, word = digit(word, PACKED - at)
        chosen += at
        card = cards[chosen]
        cards[chosen] = cards[at]
        cards[at] = card
        added += WORDS[card]
    return added, state


@compiled
def _suited(
    cards: NDArray[np.uint64], low: Word, added: Word, begins: NDArray[np.uint32], said: NDArray[np.uint32],
    matched: NDArray[np.int64],
) -> Word:  # fmt: skip
    """What is said of seven cards of which five are of a suit.

    A king and a queen beside a royal flush match only if they are of one suit.
    """
    suit = (lowest_card((added + SUITED) & FIVES) - np.uint64(43)) >> TWO
    ranks, first, second = added >> JOKER_AT << NO_RANK, NO_RANK, NO_RANK
    for place in range(SEVEN):  # nothing here is worth a guess
        card = cards[low + place]
        rank, within = card >> TWO, np.uint64(card & THREE == suit and card != JOKER)
        ranks |= within << rank
        rank += within * NO_RANK  # the joker's is no rank either
        first, second = min(first, rank), min(second, max(first, rank))
    found = np.uint64(said[np.uint64(begins[ranks]) + np.uint64(BESIDE[first, second])])
    if first == QUEEN and second == KING:
        where = np.uint64(0)
        for place in range(SEVEN):
            card = cards[low + place]
            if card & THREE != suit and card != JOKER:
                where ^= card & THREE
        if where:
            found = found & ~(BYTE << HELD_AT) | np.uint64(matched[found >> HELD_AT]) << HELD_AT
    return found


@compiled
def _play(
    seed: Word,
    block: Word,
    rounds: Word,
    rules: tuple[DrawRule, DrawRule, DrawRule],
    said: Said,
    kinds: Kinds,
    best: Best,
    threes: NDArray[np.uint8],
    sizes: tuple[int, int],
    copies: Word,
) -> NDArray[np.int64]:
    """Counts by end of the main wager and what both hands hold; then by the first three cards; by colours; by dice.

    ``copies``: 1 where who wins them beats what is as high.
    """
    state, cards = stream_of(seed, block), np.arange(PACK).astype(np.uint64)
    suits = np.zeros(SUITS, np.int64)
    number, three_kinds = np.uint64(sizes[0]), np.uint64(sizes[1])
    counts = np.zeros(THREE * number * number, np.int64)
    by_three, by_colour, by_dice = np.zeros(three_kinds, np.int64), np.zeros(32, np.int64), np.zeros(TOTALS, np.int64)
    first, second, begins, matched = said.first, said.second, said.begins, kinds.matched
    own, dealers, own_suited, dealers_suited = said.own, said.dealers, said.own_suited, said.dealers_suited
    for _ in range(rounds):
        added, state = _draw_seven(state, rules[0], cards, np.uint64(0))
        others, state = _draw_seven(state, rules[1], cards, SEVEN)
        mine = np.uint64(own[np.uint64(first[added & DIGITS]) + np.uint64(second[added >> UPPER & DIGITS])])
        his = np.uint64(dealers[np.uint64(first[others & DIGITS]) + np.uint64(second[others >> UPPER & DIGITS])])
        if (added + SUITED) & FIVES:
            mine = _suited(cards, np.uint64(0), added, begins, own_suited, matched)
        if (others + SUITED) & FIVES:
            his = _suited(cards, SEVEN, others, begins, dealers_suited, matched)
        if best.settings.size:
            shape = _shape_of(cards[:HAND], kinds, suits)
            setting = np.uint64(_best_setting(shape, suits, kinds, best)) + (ONE << HIGH_AT)
            mine = mine & (BYTE << HELD_AT) | setting
        better = np.uint64((mine & BYTE) + copies > his & BYTE)
        better += np.uint64((mine >> HIGH_AT & HIGHS) + copies > his >> HIGH_AT & HIGHS)
        counts[(better * number + (mine >> HELD_AT)) * number + (his >> HELD_AT)] += 1
        by_three[threes[(cards[0] * PACKED + cards[1]) * PACKED + cards[2]]] += 1
        by_colour[added >> COLOURED] += 1
        word, state = fair_word(state, rules[2])
        by_dice[THROWN[umulh(word, THROWS)]] += 1
    colours = np.zeros(3, np.int64)
    for bits in range(32):
        colours[OF_COLOURS[bits]] += by_colour[bits]
    return np.concatenate((counts, by_three, colours, by_dice))


def said_by(kinds: Kinds) -> Said:
    """The tables of hands, from what is said of shapes and of hands with five of a suit."""
    codes = kinds.codes
    lower, upper = codes % HALF, codes // HALF
    cards = (lower[:, None] // 5 ** np.arange(LOWER) % 5).sum(axis=1)  # of the lower ranks
    order = np.lexsort((upper, lower))
    begins = np.flatnonzero(np.diff(lower[order], prepend=-1))
    first, second = np.zeros(HALF, np.uint32), np.zeros(2 * 5 ** (RANKS - LOWER), np.uint16)
    first[lower[order][begins]] = begins
    for size in range(HAND + 1):
        beside = np.unique(upper[cards == size])
        second[beside] = np.arange(len(beside))
    place = first[lower].astype(np.int64) + second[upper]
    of_suit = np.array([ranks.bit_count() + joker for joker in range(2) for ranks in range(1 << RANKS)])
    suited = of_suit[:, None] + CARDS_BESIDE == HAND
    begins_at = np.concatenate([[0], suited.sum(axis=1).cumsum()[:-1]])
    tables = []
    for way in (1, 2):
        of_shapes = _word(kinds.by_shape[way], kinds.by_shape[0])
        at_place = np.zeros_like(of_shapes)
        at_place[place] = of_shapes
        tables.append((at_place, _word(kinds.by_suit[way], kinds.by_suit[0]).reshape(-1, len(OTHERS))[suited]))
    if all(np.array_equal(one, other) for one, other in zip(*tables, strict=True)):
        tables[1] = tables[0]  # both hands set alike need half the room in the cache
    (own, own_suited), (dealers, dealers_suited) = tables
    return Said(first, second, own, dealers, begins_at.astype(np.uint32), own_suited, dealers_suited)


def _word(set_as: Ints, held: Ints) -> NDArray[np.uint32]:
    low = np.where(set_as < 0, NEVER, set_as & 255)
    high = np.where(set_as < 0, ALWAYS, (set_as >> 8) + 1)
    if high.max() > HIGHS or low.max() > NEVER or held.max() > BYTE:
        raise AssertionError("what is said of a hand does not fit into a word")
    word: NDArray[np.uint32] = (low | high << 8 | held << 24).astype(np.uint32)
    return word


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


class LookedUp(NamedTuple):
    """All tables of a simulation, and what the numbers in them stand for."""

    kinds: Kinds
    names: tuple[Held, ...]
    three_names: tuple[Held, ...]
    threes: NDArray[np.uint8]


def looked_up(terms: Terms, own: Way) -> LookedUp:
    """The tables for a way to set hands: they take seconds to make, and are kept."""

    def find() -> Mapping[str, NDArray[np.generic]]:
        hands = hands_of(terms)
        kinds = hands.kinds
        dealt = _packed(kinds.set_by(terms.dealer))
        if terms.ez:
            dealt = np.where(pushed(kinds), -1, dealt)
        names, which = held_by_kind()
        without = tuple(dict.fromkeys((*names, *(name - {ROYAL_MATCH} for name in names))))
        by_shape, by_suit = by_shape_and_suit(kinds, [which, _packed(kinds.set_by(own)), dealt])
        threes, three_table = _threes()
        return {
            "codes": kinds.shapes.codes,
            "held": hands.held,
            "by_shape": by_shape,
            "by_suit": by_suit,
            "matched": np.array([without.index(name - {ROYAL_MATCH}) for name in without]),
            "names": _written(without),
            "three_names": _written(threes),
            "threes": three_table,
        }

    found: Mapping[str, NDArray[Any]] = kept.arrays(
        "pai-gow-poker-simulation", (str(terms), own), [*SOURCES, HERE / "terms.py", HERE / "simulation.py"], find
    )
    kinds = Kinds(found["codes"], found["held"], found["by_shape"], found["by_suit"], found["matched"])
    return LookedUp(kinds, _read(found["names"]), _read(found["three_names"]), found["threes"])


def _written(names: tuple[Held, ...]) -> NDArray[np.str_]:
    return np.array([" ".join(sorted(name)) for name in names])


def _read(names: NDArray[np.str_]) -> tuple[Held, ...]:
    return tuple(frozenset(str(name).split()) for name in names)


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """Rounds by a named way to set hands, counted and settled line by line."""
    stake, banks = pricing.stake or USUAL_STAKE, pricing.wager == BANK
    house, terms = table.house, odds.terms_at(table.house, banks)
    strategy = pricing.strategy or "house-way"
    own = odds.rules_at(house, stake, banks) if strategy == "rules" else way_at(house)
    look_up, without, threes, three_table = looked_up(terms, own)
    said = said_by(look_up)
    best = _best_at(table, stake, terms) if strategy == "optimal" else NO_BEST
    sizes = len(without), len(threes)
    rules = deal_rule(HAND, PACK), deal_rule(HAND, PACK - HAND), DICE_RULE

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        words = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        return _play(*words, rules, said, look_up, best, three_table, sizes, np.uint64(banks))

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
