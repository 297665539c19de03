"""A card game of one's own: exact odds and the best play, from the solver's counts and the table's own settlement."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from nomorebets.errors import unknown
from nomorebets.games.own_cards.community import Boards, boards, decided_by
from nomorebets.games.own_cards.community import ends_against as against_boards
from nomorebets.games.own_cards.definition import FOLD, CardGame, game_at
from nomorebets.games.own_cards.script import BOARD
from nomorebets.games.own_cards.settlement import ENDS, End, Outcome
from nomorebets.games.own_cards.solver import Situations, ends_against, hands_of, situations
from nomorebets.hands.rankings import class_counts as counted_classes
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Advice, ChoiceValue, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.lines import Ending, ending, line_of
from nomorebets.pricing.sheet import Line
from nomorebets.procedures.deck import wager_of
from nomorebets.regulation import Odds, cite
from nomorebets.table import House, Result, Round, Table, Wager
from nomorebets.table.areas import seat_area
from nomorebets.table.decisions import Ask
from nomorebets.table.wagers import DEALER

NAMED = ("optimal", "always-raise", "always-fold")


def stake_of(house: House) -> int:
    """A stake in cents that every row pays exactly."""
    return math.lcm(*(pays.on for pays in house.pays.values() if isinstance(pays, Odds)))


def settled(table: Table, hand: str, choice: str, end: End, stake: int) -> list[Result]:
    """The first wager, the raise and the bonus at the end of a round."""
    game = game_at(table.house)
    wagers = [Wager(1, game.main, stake)]
    if game.times_of(choice):
        wagers.append(Wager(1, game.raised, stake * game.times_of(choice)))
    if game.bonus:
        wagers.append(Wager(1, game.bonus_kind, 0))
    return table.settle(wagers, Outcome(hand, end, stake))


def nets(table: Table, choice: str) -> NDArray[np.int64]:
    """What a choice gains in cents, by class of hand and end."""
    stake, classes = stake_of(table.house), game_at(table.house).ranking.classes
    ends: tuple[End, ...] = (FOLD,) if choice == FOLD else ENDS[1:]
    gained = [[sum(r.net for r in settled(table, hand, choice, end, stake)) for end in ends] for hand in classes]
    return np.array(gained, np.int64)


def rows_at(game: CardGame) -> Situations | Boards:
    return boards(game) if game.community else situations_of(game)


def situations_of(game: CardGame) -> Situations:
    """Those of a game without cards for everybody."""
    return situations(game.ranking_name, game.each, game.shown, game.qualifies_from)


@dataclass(frozen=True)
class Played:
    """All rounds under one way of playing."""

    ends: Ends  # by class, choice and end
    choice: NDArray[np.int64]  # by situation, the place among the choices


def require_known(table: Table, strategy: str | None) -> str:
    """A strategy by its name; the best play where none is named."""
    if strategy not in (None, *NAMED):
        raise unknown("strategy", strategy, NAMED, table.as_of)
    return strategy or NAMED[0]


def played(table: Table, strategy: str | None) -> Played:
    """All rounds by a named strategy."""
    strategy = require_known(table, strategy)
    game = game_at(table.house)
    rows = rows_at(game)
    place = place_of(game, rows)
    worth = []
    for choice in game.choices:
        gained = nets(table, choice)[place]
        worth.append(gained[:, 0] * rows.dealer_hands if choice == FOLD else (gained * rows.ends).sum(axis=1))
    if isinstance(rows, Boards):  # what is decided before the board is worth what it is over all boards
        together = decided_by(game, rows)
        worth = [_summed(each, together) for each in worth]
    if strategy == "optimal" or not game.raised:
        # where several gain the same the least is put at risk: the fold, then the smaller raise
        order = [len(worth) - 1, *range(len(worth) - 1)]
        best = np.array(order)[np.stack([worth[at] for at in order]).argmax(axis=0)]
    else:
        best = np.full(len(place), game.choices.index(FOLD) if strategy == "always-fold" else 0)
    counts: Counter[tuple[str, str, End]] = Counter()
    for at, choice in enumerate(game.choices):
        for number, name in enumerate(game.ranking.classes):
            ours = (best == at) & (place == number)
            ways = rows.ways[ours]
            if choice == FOLD:
                counts[name, choice, FOLD] += int(ways.sum()) * rows.dealer_hands
            else:
                for end, column in zip(ENDS[1:], rows.ends[ours].T, strict=True):
                    counts[name, choice, end] += int(ways @ column)
    total = int(rows.ways.sum()) * rows.dealer_hands
    return Played(Ends({end: n for end, n in counts.items() if n}, total), best)


def _summed(worth: NDArray[np.int64], together: NDArray[np.int64]) -> NDArray[np.int64]:
    """What is worth together, in whole numbers, by situation."""
    total = np.zeros(int(together.max()) + 1, np.int64)
    np.add.at(total, together, worth)
    return total[together]


# --- lines -----------------------------------------------------------------------------------------------------------


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The line of the first wager with all that goes with it, and those of the wagers on the own hand."""
    game = game_at(table.house)
    wager = game.main if pricing.wager in (game.raised, game.bonus_kind) and game.main else pricing.wager
    kinds = [*([game.main] if game.main else []), *game.sides]
    if wager is not None and wager not in kinds:
        raise unknown("wager", wager, kinds, table.as_of)
    made = []
    for kind in kinds:
        if wager in (None, kind):
            ends = played(table, pricing.strategy).ends if kind == game.main else class_counts(game)
            made.append(line_from(table, kind, ends))
    return made


def class_counts(game: CardGame) -> Ends:
    """How many hands are of each class."""
    counts = counted_classes(game.ranking_name, game.size)
    return Ends({(name,): n for name, n in counts.items()}, sum(counts.values()))


def line_from(table: Table, kind: str, ends: Ends) -> Line:
    """The line of a wager from counts: of the first by class, choice and end, of others by class."""
    game, stake = game_at(table.house), stake_of(table.house)
    rests_on = cite("D.3(a)"), cite("D.4(a)")
    if kind != game.main:
        counted = ((_side_end(table, kind, hand, stake), n) for (hand,), n in ends.counts.items())
        return line_of(table, kind, counted, ends.total, rests_on=rests_on)

    def called(hand: str, choice: str, end: End) -> Ending:
        results = settled(table, hand, choice, end, stake)
        name = end if choice == FOLD or len(game.choices) < 3 else f"{end}, {choice.replace('-', ' ')}"
        has_bonus = any(result.wager.kind == game.bonus_kind for result in results)
        return ending(f"{name}: {hand}" if has_bonus else name, results, stake)

    counted = ((called(*end), n) for end, n in ends.counts.items())
    average = 1 + ends.mean(lambda hand, choice, end: game.times_of(choice))
    return line_of(table, kind, counted, ends.total, average_wager=average, rests_on=rests_on)


def _side_end(table: Table, kind: str, hand: str, stake: int) -> Ending:
    results = table.settle([Wager(1, kind, stake)], Outcome(hand))
    row = game_at(table.house).ranking.row_for(kind, hand, table.house.pays)
    return ending(f"win: {row.partition('.')[2]}" if row else "lose", results, stake)


# --- the best play ---------------------------------------------------------------------------------------------------


def choice_values(request: Ask, table: Round) -> dict[str, ChoiceValue]:
    """What each choice is worth with the hand of a seat, over all hands that the dealer may have."""
    game = game_at(table.house)
    main = wager_of(table, request.seat, game.main)
    assert main is not None
    stake, worth, may_come = stake_of(table.house), {}, list(_may_come(game, table, request.seat))
    for choice in request.choices:
        gained = nets(table.table, choice)
        mean = Fraction(int(gained[0][0]))
        if choice != FOLD:
            every = sum(n for _, ends in may_come for n in ends)
            total = sum(
                n * net for place, ends in may_come for n, net in zip(ends, gained[place].tolist(), strict=True)
            )
            mean = Fraction(total, every)
        worth[choice] = ChoiceValue(mean * main.amount / stake)
    return worth


def _may_come(game: CardGame, table: Round, seat: int) -> Iterator[tuple[int, list[int]]]:
    """What a seat's hand may be, and how the dealer's hands then end; once, but where a board is still to come."""
    cards = table.felt.hand(seat_area(seat))
    if game.community:
        seen = () if game.decides_before_board else table.felt.hand(BOARD)
        for place, ends in against_boards(game, cards, seen):
            yield place, ends.tolist()
        return
    seen = table.felt.hand(DEALER)[: game.shown]
    ended = ends_against(game.ranking_name, cards, seen, game.qualifies_from)
    yield game.ranking.classes.index(game.ranking.class_of(cards)), list(ended.values())


def place_of(game: CardGame, rows: Situations | Boards) -> NDArray[np.int64]:
    """The class of the hand, by situation."""
    return rows.place if isinstance(rows, Boards) else hands_of(game.ranking_name, game.each).place[rows.row]


def advice(table: Table, pricing: Pricing) -> Advice:
    """How often the best play raises, by class of hand, and what other ways cost."""
    game = game_at(table.house)
    main = game.main or next(iter(game.sides))
    if not game.raised:
        cost = StrategyEdge("optimal", lines(table, Pricing(main))[0].edge)
        return Advice(main, (), "optimal", (), (cost,), "nothing is decided after the wagers are made")
    costs = tuple(StrategyEdge(name, line_from(table, main, played(table, name).ends).edge) for name in NAMED)
    rows, best = rows_at(game), played(table, None).choice
    place, rules = place_of(game, rows), []
    for number, name in reversed(list(enumerate(game.ranking.classes))):
        ours = place == number
        for at, choice in enumerate(game.choices):
            ways, every = int(rows.ways[ours & (best == at)].sum()), int(rows.ways[ours].sum())
            if ways:
                often = "always" if ways == every else f"in {ways:,} of {every:,} situations"
                rules.append(PlayRule(f"with {name.replace('-', ' ')}", choice.replace("-", " "), often))
    short = min(costs[1:], key=lambda cost: cost.edge).strategy
    plain = (PlayRule("with every hand", short.removeprefix("always-"), "always"),)
    return Advice(main, tuple(rules), short, plain, costs, "")


ODDS = GameOdds(lines=lines, advice=advice, choices=choice_values)
