"""What hands may expect of a pot, exactly: over all boards, or all cards that each hand may still get."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, prod
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from nomorebets.equipment.cards import DECK, index, read_cards
from nomorebets.errors import UnknownName, counted, shown
from nomorebets.games.poker_room.ranges import hands_apart, read_range
from nomorebets.games.poker_room.rankings import Ranking, any_five, two_and_three
from nomorebets.games.poker_room.terms import streets_at, wins_at
from nomorebets.games.poker_room.variants import Variant
from nomorebets.pricing.equities import Ends, Equities, Equity
from nomorebets.table import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEAST, MOST = 2, 9
MOST_WORK = 4 * 10**9
"""Hands that are ranked at most for one answer: a minute or so of one core."""
MOST_DEALS_APART = 3 * 10**6
SUIT_ORDERS = 24
RANK_BOARDS = 40_000  # boards that are looked at where only ranks, and then single suits, count


class Shape(NamedTuple):
    """How hands of a game are made, as far as counting needs it."""

    own: int  # cards of a complete hand
    least: int  # that are known at least
    board: int
    rankings: tuple[Ranking, ...]


def shape_of(table: Table, variant: Variant) -> Shape:
    """How hands are made; a game whose hands are not counted is refused."""
    streets, rankings = streets_at(variant, table.house), wins_at(variant, table.house).rankings
    board = sum(street.board for street in streets)
    uses = {ranking.uses for ranking in rankings}
    if any(street.draws for street in streets) or not (uses == {any_five} or (uses == {two_and_three} and board == 5)):
        text = (
            f"equities of {variant.id} are not counted: what is drawn is a decision, or other hands than five cards win"
        )
        accepts = "games of five cards without a draw: with a board of five, or with cards of one's own"
        raise UnknownName(text, accepts=accepts)
    own = sum(street.down + street.up for street in streets)
    return Shape(own, own if board else streets[0].down + streets[0].up, board, rankings)


class Asked(NamedTuple):
    """What is asked: the hands of each player, the board so far, and cards that cannot come."""

    names: list[str]
    ranges: list[list[tuple[int, ...]]]
    board: list[int]
    dead: list[int]


def read_asked(shape: Shape, hands: str, board: str, dead: str) -> Asked:
    names = hands_apart(hands)
    if not LEAST <= len(names) <= MOST:
        text = f"{shown(hands)}: {counted(len(names), 'hand')}"
        raise UnknownName(text, accepts=f'{LEAST} to {MOST} hands with spaces between them, as in "AsKs QhQd"')
    known, gone = _different(board, "board"), _different(dead, "dead cards")
    boards = (0, 3, 4, 5) if shape.board else (0,)
    if len(known) not in boards:
        accepts = f"{', '.join(map(str, boards))} cards" if shape.board else "no --board: this game has none"
        raise UnknownName(f"a board of {counted(len(known), 'card')}", accepts=accepts)
    if twice := set(known) & set(gone):
        raise UnknownName(f"{_cards(twice)} are on the board and dead", accepts="every card once")
    taken = {*known, *gone}
    ranges = []
    for name in names:
        every = read_range(name) if shape.own == 2 else [_hand(shape, word) for word in name.split(",") if word]
        left = [tuple(sorted(map(index, hand))) for hand in every if not taken & set(map(index, hand))]
        if not left:
            raise UnknownName(f"{name}: every such hand has a card that lies open already", accepts="other cards")
        ranges.append(left)
    return Asked(names, ranges, known, gone)


def _hand(shape: Shape, word: str) -> tuple[str, ...]:
    cards = read_cards(word)
    if not shape.least <= len(cards) <= shape.own or len(set(cards)) < len(cards) or not set(cards) <= set(DECK):
        sizes = str(shape.own) if shape.least == shape.own else f"{shape.least} to {shape.own}"
        raise UnknownName(f"{shown(word)} is no hand of this game", accepts=f"{sizes} different cards run together")
    return cards


def _different(text: str, what: str) -> list[int]:
    cards = [index(card) for card in read_cards(text)]
    if len(set(cards)) < len(cards):
        raise UnknownName(f"{what} {shown(text)}: a card comes twice", accepts="every card once")
    return cards


def _cards(cards: set[int]) -> str:
    return " ".join(DECK[card] for card in sorted(cards))


def equities_at(table: Table, variant: Variant, hands: str, board: str = "", dead: str = "") -> Equities:
    """What hands or ranges may expect at a table; every combination of their hands counts by its number of deals."""
    start = perf_counter()
    shape = shape_of(table, variant)
    asked = read_asked(shape, hands, board, dead)
    deals = _combinations(asked)
    _require_feasible(shape, asked, -(-len(deals) // SUIT_ORDERS))  # even if suits save as much as they can
    import numpy as np

    from nomorebets.games.poker_room.kernels import COLUMNS, LOW_WIN, PARTS, POT_PARTS, TIE, WIN

    distinct, weights = _distinct(asked, deals)
    _require_feasible(shape, asked, len(distinct))
    totals, every = np.zeros((len(asked.names), COLUMNS), object), 0
    for row, weight in zip(distinct, weights.tolist(), strict=True):
        won, ways = _count(shape, row, asked)
        totals += won.astype(object) * weight
        every += ways * weight
    counted = []
    for name, counts in zip(asked.names, totals, strict=True):
        ends = {}
        for at, ranking in zip((WIN, LOW_WIN), shape.rankings, strict=False):
            win, tie = int(counts[at]), int(counts[at + TIE - WIN])
            ends[ranking.name] = Ends(win, tie, every - win - tie)
        counted.append(Equity(name, ends, Fraction(int(counts[PARTS]), POT_PARTS * every)))
    return Equities(tuple(counted), every, perf_counter() - start)


def _combinations(asked: Asked) -> NDArray[np.int64]:
    """Which hands the players may hold at once: rows of places in their ranges."""
    import numpy as np

    rows, taken = np.zeros((1, 0), np.int64), np.zeros(1, np.uint64)
    for every in asked.ranges:
        masks = np.array([sum(1 << card for card in hand) for hand in every], np.uint64)
        if len(rows) * len(masks) > 20 * MOST_DEALS_APART:
            raise _too_much(asked)
        free = (taken[:, None] & masks[None, :]) == 0
        at, chosen = np.nonzero(free)
        rows, taken = np.column_stack([rows[at], chosen]), taken[at] | masks[chosen]
        if len(rows) > MOST_DEALS_APART:
            raise _too_much(asked)
    if not len(rows):
        raise UnknownName(
            "these hands cannot be held at once: they need the same cards", accepts="hands without a card in common"
        )
    return rows


def _too_much(asked: Asked) -> UnknownName:
    number = prod(len(every) for every in asked.ranges)
    text = f"{' '.join(asked.names)}: {number:,} combinations of hands are too many to be counted in a minute"
    return UnknownName(shown(text, 200)[1:-1], accepts="smaller ranges, fewer hands, or a board with more cards")


def _require_feasible(shape: Shape, asked: Asked, deals: int) -> None:
    """Refuse what would take minutes: the work is known before it is begun."""
    left = len(DECK) - len(asked.board) - len(asked.dead)
    cards = [len(every[0]) for every in asked.ranges]
    each = len(cards) * comb(left - sum(cards), shape.board - len(asked.board)) if shape.board else 0
    if shape.own == 2 and not asked.board:
        each = len(cards) * RANK_BOARDS
    elif not shape.board:
        missing, free = [shape.own - known for known in cards], left - sum(cards)
        ways = [comb(free, number) for number in missing]
        each = 64 * sum(ways) if len(cards) == 2 else prod(ways)
    if deals * each > MOST_WORK:
        raise _too_much(asked)


def _distinct(asked: Asked, deals: NDArray[np.int64]) -> tuple[list[list[tuple[int, ...]]], NDArray[np.int64]]:
    """Combinations that differ in more than the names of suits, and how many of all are like each."""
    import numpy as np

    rows = [np.array(every, np.uint8)[deals[:, at]] for at, every in enumerate(asked.ranges)] if _even(asked) else None
    if rows is None or len(deals) == 1:
        return [[asked.ranges[at][place] for at, place in enumerate(row)] for row in deals.tolist()], np.ones(
            len(deals), np.int64
        )
    best = None
    for order in permutations(range(4)):
        change = np.array([card & ~3 | order[card & 3] for card in range(len(DECK))], np.uint8)
        if {int(change[c]) for c in asked.board} != set(asked.board) or {int(change[c]) for c in asked.dead} != set(
            asked.dead
        ):
            continue
        # one is added: numpy drops zeros at the end of bytes
        named = np.ascontiguousarray(np.hstack([np.sort(change[hand], axis=1) for hand in rows]) + np.uint8(1))
        text = named.view(f"S{named.shape[1]}")[:, 0]
        best = text if best is None else np.where(text < best, text, best)
    assert best is not None  # suits may always keep their names
    first, number = np.unique(best, return_counts=True)
    sizes = [hand.shape[1] for hand in rows]
    hands = []
    for text in first.tolist():
        cards = iter(card - 1 for card in text)
        hands.append([tuple(next(cards) for _ in range(size)) for size in sizes])
    return hands, number


def _even(asked: Asked) -> bool:
    return all(len({len(hand) for hand in every}) == 1 for every in asked.ranges)


def _count(shape: Shape, hands: Sequence[tuple[int, ...]], asked: Asked) -> tuple[NDArray[np.int64], int]:
    """What single hands win, and over how many deals."""
    taken = {*asked.board, *asked.dead, *(card for hand in hands for card in hand)}
    stub = [card for card in range(len(DECK)) if card not in taken]
    if not shape.board:
        return _own_cards(shape, hands, stub)
    deals = comb(len(stub), shape.board - len(asked.board))
    if shape.own == 2:
        return _holdem(hands, stub, asked), deals
    return _omaha(shape, hands, stub, asked.board), deals


def _holdem(hands: Sequence[tuple[int, ...]], stub: list[int], asked: Asked) -> NDArray[np.int64]:
    import numpy as np

    from nomorebets.games.poker_room import kernels
    from nomorebets.hands.compiled_seven import seven_tables

    own = np.array(hands, np.uint64)
    if not asked.board:
        return kernels.before_the_flop(own, np.array(asked.dead, np.uint64), *kernels.rank_boards(), seven_tables())
    known, rest = _open(asked.board, stub)
    return kernels.holdem_boards(own, np.array(known, np.uint64), np.array(rest, np.uint64), seven_tables())


def _open(board: list[int], stub: list[int]) -> tuple[list[int], list[int]]:
    """At most four cards of a board, and those of which one comes last: of a complete board, its own last card."""
    return (board, stub) if len(board) < 5 else (board[:4], board[4:])


def _omaha(shape: Shape, hands: Sequence[tuple[int, ...]], stub: list[int], board: list[int]) -> NDArray[np.int64]:
    import numpy as np

    from nomorebets.games.poker_room import kernels
    from nomorebets.hands.compiled import tables

    known, rest = _open(board, stub)
    cards = np.array([*rest, *known], np.uint64)
    best = [
        np.concatenate(
            [kernels.best_with_three(np.array(hand, np.uint64), cards, tables(ranking.worth)).ravel() for hand in hands]
        )
        for ranking in shape.rankings
    ]
    low = best[1] if len(best) > 1 else kernels.NO_NUMBERS
    return kernels.omaha_boards(best[0], low, len(known), len(rest))


def _own_cards(shape: Shape, hands: Sequence[tuple[int, ...]], stub: list[int]) -> tuple[NDArray[np.int64], int]:
    """Hands that get cards of their own: two by two with inclusion and exclusion, more of them one by one."""
    import numpy as np

    from nomorebets.games.poker_room import kernels
    from nomorebets.hands.orders import five_card_order

    sets = [np.array(list(combinations(range(len(stub)), shape.own - len(hand))), np.int64) for hand in hands]
    sets = [few.reshape(len(few), shape.own - len(hand)) for few, hand in zip(sets, hands, strict=True)]
    numbers = [
        [_numbers(shape, ranking, hand, few, stub) for hand, few in zip(hands, sets, strict=True)]
        for ranking in shape.rankings
    ]
    none_is_low = len(numbers) > 1 and five_card_order(shape.rankings[1].worth).hands[0] is None
    if len(hands) == 2:
        return _two(sets, numbers, none_is_low, len(stub))
    masks = np.concatenate([(np.uint64(1) << few.astype(np.uint64)).sum(1, dtype=np.uint64) for few in sets])
    starts = np.cumsum([0, *map(len, sets)])
    joined = [np.concatenate(by_hand) for by_hand in numbers]
    counts, deals = kernels.many_hands(masks, starts, joined[0], joined[-1], True, len(joined) > 1, none_is_low)
    return counts, int(deals)


def _numbers(
    shape: Shape, ranking: Ranking, hand: tuple[int, ...], few: NDArray[np.int64], stub: list[int]
) -> NDArray[np.uint16]:
    import numpy as np

    from nomorebets.hands.compiled import five_card_numbers
    from nomorebets.hands.compiled_seven import seven_card_numbers

    rows = np.hstack([np.tile(np.array(hand, np.uint8), (len(few), 1)), np.array(stub, np.uint8)[few]])
    return (seven_card_numbers if shape.own == 7 else five_card_numbers)(rows, ranking.worth)


def _two(
    sets: list[NDArray[np.int64]], numbers: list[list[NDArray[np.uint16]]], none_is_low: bool, stub: int
) -> tuple[NDArray[np.int64], int]:
    import numpy as np

    from nomorebets.games.poker_room.kernels import COLUMNS, LOW_TIE, LOW_WIN, PARTS, POT_PARTS, TIE, WIN, two_hands

    counts = np.zeros((2, COLUMNS), np.int64)

    def add(win: int, tie: int, lose: int, parts: int) -> None:
        for player, won in enumerate((win, lose)):
            counts[player, PARTS] += won * parts + tie * (parts // 2)

    high = two_hands(sets[0], numbers[0][0], sets[1], numbers[0][1], stub)
    counts[:, WIN], counts[:, TIE] = (high[0], high[2]), high[1]
    if len(numbers) == 1:
        add(*high, POT_PARTS)
        return counts, sum(high)
    add(*high, POT_PARTS // 2)
    low = list(two_hands(sets[0], numbers[1][0], sets[1], numbers[1][1], stub))
    if none_is_low:  # where nobody has a low hand the other half goes to the high hand too
        without = [numbers[1][player] == 0 for player in range(2)]
        neither = two_hands(
            sets[0][without[0]], numbers[0][0][without[0]], sets[1][without[1]], numbers[0][1][without[1]], stub
        )
        add(*neither, POT_PARTS // 2)
        low[1] -= sum(neither)
    add(low[0], low[1], low[2], POT_PARTS // 2)
    counts[:, LOW_WIN], counts[:, LOW_TIE] = (low[0], low[2]), low[1]
    return counts, sum(high)
