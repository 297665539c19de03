"""Pai gow poker simulated: two hands dealt by a compiled loop, settled as the exact odds are. Imports numba."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations, product
from math import prod
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
from nomorebets.sim.dealing import (
    bits_of,
    cards_at,
    deck_rule,
    highest_card,
    lowest_card,
    numbers_of_sets,
    sets_of,
    stream_of,
)
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import DrawRule, Word, digit, draw_rule, fair_word, umulh
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table

PACK = len(pack("joker"))
ONE, TWO, THREE, NO_RANK = (np.uint64(n) for n in (1, 2, 3, RANKS))
TOTALS = 6 * DICE + 1
# the pack as a word: a bit for each card, suit by suit and in each the twos first, and last the joker
RANKS_OF_SUIT, JOKER_AT = np.uint64(2**RANKS - 1), np.uint64(PACK - 1)
PACK_BITS, RED_BITS = np.uint64(2**PACK - 1), RANKS_OF_SUIT << NO_RANK | RANKS_OF_SUIT << TWO * NO_RANK
RANK_OF = np.array([bit % RANKS for bit in range(PACK - 1)], np.uint64)
# how both hands are drawn, as sets of so many cards; the first three are the player's first
OWN, DEALERS, THROWS = (2, 1, 2, 2), (2, 2, 2, 1), np.uint64(6**DICE)
OWN_SETS = numbers_of_sets(*OWN, pack=PACK)
DEALERS_SETS = numbers_of_sets(*DEALERS, pack=PACK - HAND)


def bit_of(card: str) -> int:
    """The place of a card in the word of the pack."""
    at = pack("joker").index(card)
    return int(JOKER_AT) if at == JOKER_AT else at % SUITS * RANKS + at // SUITS


class Kinds(NamedTuple):
    """What is looked up of a hand: by shape, or by joker, ranks in the suit and others where five are of one."""

    codes: NDArray[np.int64]
    held: NDArray[np.int64]  # ranks, by shape
    by_shape: NDArray[np.int64]  # 0: what it holds; 1: the player's setting, 2: the dealer's, packed
    by_suit: NDArray[np.int64]
    matched: NDArray[np.int64]  # what is held without a royal match, by what is held


class Best(NamedTuple):
    """The best setting of every hand."""

    start: NDArray[np.int64]
    pattern: NDArray[np.int64]
    falls: NDArray[np.int64]  # where each pattern's begin
    suits: NDArray[np.int64]  # packed, ascending within a pattern
    settings: NDArray[np.int64]  # packed, by hand


@compiled
def _best_setting(hand: Word, added: Word, kinds: Kinds, best: Best) -> int:
    """The best setting of a hand, found by its shape and how its suits fall."""
    shape = np.searchsorted(kinds.codes, np.int64(added & DIGITS) + HALF * np.int64(added >> UPPER & DIGITS))
    packed = np.zeros(SUITS, np.int64)
    for suit in range(SUITS):
        ranks = hand >> NO_RANK * np.uint64(suit) & RANKS_OF_SUIT
        packed[suit] = local_of(int(np.int64(ranks)), kinds.held[shape])
    packed.sort()
    key = ((packed[3] << 7 | packed[2]) << 7 | packed[1]) << 7 | packed[0]
    begin, end = best.falls[best.pattern[shape]], best.falls[best.pattern[shape] + 1]
    at = np.searchsorted(best.suits[begin:end], key)
    return int(best.settings[best.start[shape] + at])


# The suits of a hand are added up, each as one word: a digit for each of the lower ranks, and from bit 20 on for each
# of the upper ones and the joker; from bit 40 on two for five cards of the suit or more and one for four or the joker,
# so that bit 41 says whether five cards make a flush.
LOWER = 7
HALF = 5**LOWER
DIGITS, UPPER, FLUSH_AT = np.uint64(2**20 - 1), np.uint64(20), np.uint64(41)
SIDE_BY_SIDE = np.uint64(256)  # rounds dealt before hands with a flush are looked up: which they are cannot be guessed
QUEEN, KING = (np.uint64(rank) for rank in OTHERS[MATCHED])
BYTE, HELD_AT, HIGH_AT, HIGHS = np.uint64(255), np.uint64(24), np.uint64(8), np.uint64(2**16 - 1)
NEVER, ALWAYS = 255, 0  # a low hand that none beats, and a high hand that all beat: the dealer's that is a push
OF_JOKER = np.uint64((int(CODE[JOKER_RANK]) // HALF << 20) + (1 << 40))


def _of_suits() -> NDArray[np.uint64]:
    """The words of all sets of ranks in a suit."""
    held = np.arange(1 << RANKS)[:, None] >> np.arange(RANKS) & 1
    codes, number = held @ CODE[:RANKS], held.sum(axis=1)
    words: NDArray[np.int64] = codes % HALF + (codes // HALF << 20) + (np.clip(number - 3, 0, 2) << 40)
    return words.astype(np.uint64)


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


class Said(NamedTuple):
    """What is said of hands: the low hand they are set as, the high hand from bit 8, and from 24 what they hold."""

    suits: NDArray[np.uint64]  # [ranks in a suit]: its word
    first: NDArray[np.uint16]  # [lower ranks]: twice it, and added to the next, it is the place of a shape
    second: NDArray[np.uint16]  # [upper ranks]
    own: NDArray[np.uint32]  # by that place; of the player
    dealers: NDArray[np.uint32]
    begins: NDArray[np.uint32]  # [joker and ranks in the suit of five]: where they begin, by the cards beside them
    suited: NDArray[np.uint32]  # the player's, and then the dealer's where they are set otherwise
    dealers_from: Word


@compiled
def added_up(hand: Word, suits: NDArray[np.uint64]) -> Word:
    """The sum of the words of the suits of a hand, and of its joker."""
    added = suits[hand & RANKS_OF_SUIT] + suits[hand >> NO_RANK & RANKS_OF_SUIT]
    added += suits[hand >> TWO * NO_RANK & RANKS_OF_SUIT] + suits[hand >> THREE * NO_RANK & RANKS_OF_SUIT]
    return np.uint64(added + (hand >> JOKER_AT) * OF_JOKER)


@compiled
def flush_of(hand: Word) -> tuple[Word, Word, bool]:
    """Of seven cards of which five are of a suit: joker and ranks in it; the place of the cards beside them.

    And whether those are a king and a queen of two suits, which do not match a royal flush. No array is given to it:
    each would cost more than all of this.
    """
    joker, shift = hand >> JOKER_AT, np.uint64(0)
    for suit in range(SUITS):  # without a guess
        place = NO_RANK * np.uint64(suit)
        shift += place * np.uint64(bits_of(hand >> place & RANKS_OF_SUIT) + joker >= np.uint64(5))
    ranks, first, second = hand >> shift & RANKS_OF_SUIT, NO_RANK, NO_RANK
    beside = hand & ~(RANKS_OF_SUIT << shift | ONE << JOKER_AT)
    low, high = lowest_card(beside), highest_card(beside)
    if beside:
        first = RANK_OF[low]
        if low != high:
            first, second = min(first, RANK_OF[high]), max(first, RANK_OF[high])
    of_two_suits = first == QUEEN and second == KING and low + ONE != high
    return ranks | joker << NO_RANK, np.uint64(BESIDE[first, second]), of_two_suits


@compiled
def _play(  # noqa: PLR0915  # one loop: calls would cost more than the lines
    seed: Word,
    block: Word,
    rounds: Word,
    rules: tuple[DrawRule, DrawRule],
    pairs: NDArray[np.uint64],
    said: Said,
    kinds: Kinds,
    best: Best | None,
    threes: NDArray[np.uint8],
    sizes: tuple[int, int],
    copies: Word,
) -> NDArray[np.int64]:
    """Counts by end of the main wager and what both hands hold; then by the first three cards; by colours; by dice.

    ``copies``: 1 where who wins them beats what is as high. Without a ``best`` setting numba leaves it out of the loop.
    """
    state = stream_of(seed, block)
    number, three_kinds = np.uint64(sizes[0]), np.uint64(sizes[1])
    counts = np.zeros(THREE * number * number, np.uint32)  # as narrow as a block allows: half the room in the cache
    by_three, by_colour, thrown = np.zeros(three_kinds, np.int64), np.zeros(32, np.int64), np.zeros(THROWS, np.int64)
    suits, first, second, begins, suited = said.suits, said.first, said.second, said.begins, said.suited
    own, dealers, dealers_from, matched, done = said.own, said.dealers, said.dealers_from, kinds.matched, np.uint64(0)
    found, settings = np.zeros(TWO * SIDE_BY_SIDE, np.uint32), np.zeros(SIDE_BY_SIDE, np.uint32)
    aside, places = np.zeros(TWO * SIDE_BY_SIDE + ONE, np.uint64), np.zeros(TWO * SIDE_BY_SIDE + ONE, np.uint16)
    while done < rounds:
        here, flushes = min(SIDE_BY_SIDE, rounds - done), np.uint64(0)
        done += here
        for i in range(here):
            word, state = fair_word(state, rules[0])
            pair, word = digit(word, OWN_SETS[0])
            third, word = digit(word, OWN_SETS[1])
            by_three[threes[pair * OWN_SETS[1] + third]] += 1
            left = PACK_BITS ^ pairs[pair]
            left ^= cards_at(ONE << third, left)
            pair, word = digit(word, OWN_SETS[2])
            left ^= cards_at(pairs[pair], left)
            pair, word = digit(word, OWN_SETS[3])
            left ^= cards_at(pairs[pair], left)
            hand = PACK_BITS ^ left
            word, state = fair_word(state, rules[1])
            pair, word = digit(word, DEALERS_SETS[0])
            still = left ^ cards_at(pairs[pair], left)
            pair, word = digit(word, DEALERS_SETS[1])
            still ^= cards_at(pairs[pair], still)
            pair, word = digit(word, DEALERS_SETS[2])
            still ^= cards_at(pairs[pair], still)
            last, word = digit(word, DEALERS_SETS[3])
            still ^= cards_at(ONE << last, still)
            thrown[umulh(word, THROWS)] += 1
            by_colour[bits_of(hand & RED_BITS) + (hand >> JOKER_AT) * np.uint64(16)] += 1
            added, others = added_up(hand, suits), added_up(left ^ still, suits)
            mine, his = TWO * np.uint64(i), TWO * np.uint64(i) + ONE
            found[mine] = own[TWO * np.uint64(first[added & DIGITS]) + np.uint64(second[added >> UPPER & DIGITS])]
            found[his] = dealers[TWO * np.uint64(first[others & DIGITS]) + np.uint64(second[others >> UPPER & DIGITS])]
            aside[flushes], places[flushes] = hand, mine
            flushes += added >> FLUSH_AT & ONE
            aside[flushes], places[flushes] = left ^ still, his
            flushes += others >> FLUSH_AT & ONE
            if best is not None:
                settings[i] = np.uint64(_best_setting(hand, added, kinds, best)) + (ONE << HIGH_AT)
        for k in range(flushes):
            place = np.uint64(places[k])
            ranks, beside, of_two_suits = flush_of(np.uint64(aside[k]))
            word = np.uint64(suited[dealers_from * (place & ONE) + np.uint64(begins[ranks]) + beside])
            if of_two_suits:
                word = word & ~(BYTE << HELD_AT) | np.uint64(matched[word >> HELD_AT]) << HELD_AT
            found[place] = word
        for i in range(here):
            player, dealer = np.uint64(found[TWO * i]), np.uint64(found[TWO * i + ONE])
            if best is not None:
                player = player & (BYTE << HELD_AT) | np.uint64(settings[i])
            better = np.uint64((player & BYTE) + copies > dealer & BYTE)
            better += np.uint64((player >> HIGH_AT & HIGHS) + copies > dealer >> HIGH_AT & HIGHS)
            counts[(better * number + (player >> HELD_AT)) * number + (dealer >> HELD_AT)] += np.uint32(1)
    colours, by_dice = np.zeros(3, np.int64), np.zeros(TOTALS, np.int64)
    for at in range(THROWS):
        by_dice[THROWN[at]] += thrown[at]
    for bits in range(32):
        colours[OF_COLOURS[bits]] += by_colour[bits]
    return np.concatenate((counts.astype(np.int64), by_three, colours, by_dice))


def said_by(kinds: Kinds) -> Said:
    """The tables of hands, from what is said of shapes and of hands with five of a suit."""
    codes = kinds.codes
    lower, upper = codes % HALF, codes // HALF
    cards = (lower[:, None] // 5 ** np.arange(LOWER) % 5).sum(axis=1)  # of the lower ranks
    order = np.lexsort((upper, lower))
    begins = np.flatnonzero(np.diff(lower[order], prepend=-1))
    first, second = np.zeros(HALF, np.uint16), np.zeros(2 * 5 ** (RANKS - LOWER), np.uint16)
    pairs = (np.diff(begins, append=len(codes)) + 1) // 2  # places are counted by two, so that half the room is enough
    first[lower[order][begins]] = pairs.cumsum() - pairs
    for size in range(HAND + 1):
        beside = np.unique(upper[cards == size])
        second[beside] = np.arange(len(beside))
    place = 2 * first[lower].astype(np.int64) + second[upper]
    of_suit = np.array([ranks.bit_count() + joker for joker in range(2) for ranks in range(1 << RANKS)])
    suited = of_suit[:, None] + CARDS_BESIDE == HAND
    begins_at = np.concatenate([[0], suited.sum(axis=1).cumsum()[:-1]])
    tables = []
    for way in (1, 2):
        of_shapes = _word(kinds.by_shape[way], kinds.by_shape[0])
        at_place = np.zeros(2 * pairs.sum(), np.uint32)
        at_place[place] = of_shapes
        tables.append((at_place, _word(kinds.by_suit[way], kinds.by_suit[0]).reshape(-1, len(OTHERS))[suited]))
    if all(np.array_equal(one, other) for one, other in zip(*tables, strict=True)):
        tables[1] = tables[0]  # both hands set alike need half the room in the cache
    (own, suited), (dealers, dealers_suited) = tables
    alike = suited is dealers_suited
    both, dealers_from = (suited, 0) if alike else (np.concatenate((suited, dealers_suited)), len(suited))
    return Said(_of_suits(), first, second, own, dealers, begins_at.astype(np.uint32), both, np.uint64(dealers_from))


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


def _threes() -> tuple[tuple[Held, ...], NDArray[np.uint8]]:
    """What three cards hold, by the number of the first two and of the third among those left."""
    names, cards = tuple(three_counts()), sorted(pack("joker"), key=bit_of)
    place = {name: at for at, name in enumerate(names)}
    threes: list[tuple[int, ...]] = list(combinations(range(PACK), 3))
    known = {some: place[three_cards_hold([cards[at] for at in some])] for some in threes}
    table = []
    for pair in sets_of(2, PACK).tolist():
        two = [at for at in range(PACK) if pair >> at & 1]
        table += [known[tuple(sorted((*two, at)))] for at in range(PACK) if at not in two]
    return names, np.array(table, np.uint8)


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
    best = _best_at(table, stake, terms) if strategy == "optimal" else None
    sizes = len(without), len(threes)
    throws = int(THROWS)
    rules = deck_rule(*OWN, pack=PACK), draw_rule(throws * prod(int(number) for number in DEALERS_SETS))

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        words = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        return _play(*words, rules, sets_of(2, PACK), said, look_up, best, three_table, sizes, np.uint64(banks))

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
