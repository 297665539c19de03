"""Chemin de fer as the two-sided game it is: the equilibrium of the optional draws, in exact fractions.

The Dominant Player knows the count of two cards, the Banker that of the own two cards and the third card that was
dealt face up, if one was. Where the drawing table leaves a choice, each may draw with some probability. The Player's
side wins what the Bank loses, so the value and both mixed strategies are the two sides of one linear program: the
Player's Hand maximizes what remains after the Banker has answered every cell in the worst way for it.

Vigorish is paid to the house out of the Banker's winnings and so bends the game away from zero sum.
:func:`with_vigorish` finds the equilibrium of that game where the Player's Hand has one choice at most.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nomorebets.errors import ScriptError
from nomorebets.exact.simplex import maximize
from nomorebets.games.baccarat.deals import Deals, Ways
from nomorebets.games.chemin_de_fer.settlement import WINNERS
from nomorebets.hands.baccarat import NATURALS, NO_CARD, VALUES, Coup, DrawingTable

COUNTS = range(NATURALS[0])  # two-card counts with which something may be drawn
COLUMNS = range(VALUES + 1)
Cell = tuple[int, int]  # the Banker's count and the column of Table 2
Ends = tuple[int, int, int]  # deals the Player's Hand wins, ties, loses


def _add(one: Ends, other: Ends) -> Ends:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


_END = [[WINNERS.index(Coup(player, banker).winner) for banker in range(VALUES)] for player in range(VALUES)]
END = np.array(_END)
"""Which of the three ends two final counts come to."""


def _ends(ways: int, player: int, banker: int) -> Ends:
    end = _END[player][banker]
    return (ways, 0, 0) if end == 0 else (0, ways, 0) if end == 1 else (0, 0, ways)


NOTHING: Ends = (0, 0, 0)


class Situations:
    """Every deal by what both sides knew when they had to decide, and how it ends if the Banker draws or stays."""

    def __init__(self, deals: Deals) -> None:
        self.total: int = deals.total
        self.naturals: Ends = NOTHING
        # (player's count, banker's count, column): ends if the Banker stays, and if the Banker draws
        self.ends: dict[tuple[int, int, int], tuple[Ends, Ends]] = {}
        none, one = deals.none.tolist(), deals.one.tolist()
        after_stay, after_card = (_drawn(ways) for ways in (deals.one, deals.two))
        for player in range(VALUES):
            for banker in range(VALUES):
                if player in NATURALS or banker in NATURALS:
                    self.naturals = _add(self.naturals, _ends(none[player][banker], player, banker))
                    continue
                self.ends[player, banker, NO_CARD] = (
                    _ends(none[player][banker], player, banker),
                    after_stay[player][banker],
                )
                for third in range(VALUES):
                    made = (player + third) % VALUES
                    self.ends[player, banker, third + 1] = (
                        _ends(one[player][banker][third], made, banker),
                        after_card[player][banker][third],
                    )


def _drawn(ways: Ways) -> Any:
    """How deals end where the Banker's Hand takes the last card: wins, ties and losses of the player in its place."""
    ends = [(ways * (_after(ways.ndim - 2) == end)).sum(axis=-1) for end in range(len(WINNERS))]
    return np.stack(ends, axis=-1).tolist()


@cache
def _after(cards: int) -> NDArray[np.int64]:
    """The end by both counts and the cards after them, of which the Banker's Hand takes the last."""
    player, banker, *drawn = np.ogrid[(slice(VALUES),) * (2 + cards)]
    ends: NDArray[np.int64] = END[sum(drawn[:-1], start=player) % VALUES, (banker + drawn[-1]) % VALUES]
    return ends


@dataclass(frozen=True)
class Solution:
    """How both sides draw: for each count of the Player, and each cell of the Banker, the probability of a card."""

    player: Mapping[int, Fraction]
    banker: Mapping[Cell, Fraction]
    ends: tuple[Fraction, Fraction, Fraction]  # probabilities that the Player's Hand wins, ties, loses

    @cached_property
    def value(self) -> Fraction:
        """What a unit wagered against the Bank gains on average."""
        return self.ends[0] - self.ends[2]

    def banker_value(self, vigorish: Fraction) -> Fraction:
        """What a unit of the Bank gains on average after vigorish."""
        return self.ends[2] * (1 - vigorish) - self.ends[0]


def choices(action: str) -> Iterator[int]:
    """What a cell of the drawing table allows: 0 to stay, 1 to draw."""
    if action in "SO":
        yield 0
    if action in "DO":
        yield 1


def play_out(
    situations: Situations, player: Mapping[int, Fraction], banker: Mapping[Cell, Fraction]
) -> tuple[Fraction, Fraction, Fraction]:
    """How often the Player's Hand wins, ties and loses where both draw with these probabilities."""
    whole = math.lcm(*(share.denominator for share in (*player.values(), *banker.values())))  # so that all is integers
    card = {count: int(share * whole) for count, share in player.items()}
    answer = {cell: int(share * whole) for cell, share in banker.items()}
    totals = [ends * whole * whole for ends in situations.naturals]
    for (count, own, column), (stays, draws) in situations.ends.items():
        reached = whole - card[count] if column == NO_CARD else card[count]
        if reached:
            drawn = answer[own, column]
            for end in range(3):
                totals[end] += reached * (stays[end] * (whole - drawn) + draws[end] * drawn)
    won, tied, lost = (Fraction(ways, situations.total * whole * whole) for ways in totals)
    return won, tied, lost


def solution(situations: Situations, player: Mapping[int, Fraction], banker: Mapping[Cell, Fraction]) -> Solution:
    """A pair of strategies with what comes of it."""
    return Solution(dict(player), dict(banker), play_out(situations, player, banker))


def _gain(ends: Ends) -> int:
    return ends[0] - ends[2]


def equilibrium(situations: Situations, drawing_table: DrawingTable) -> Solution:
    """The value and both mixed strategies, by one exact linear program.

    The program's variables are the Player's probabilities of drawing where there is a choice, and for each of the
    Banker's choices how much the answer at hand loses the Player against the one assumed. Its dual prices are the
    Banker's probabilities.
    """
    open_counts = [count for count in COUNTS if drawing_table.player_action(count) == "O"]
    fixed = {count: Fraction(next(choices(drawing_table.player_action(count)))) for count in COUNTS}
    at = {count: i for i, count in enumerate(open_counts)}
    gain = [0] * len(open_counts)
    banker: dict[Cell, Fraction] = {}
    answers: list[tuple[Cell, int, list[int], int]] = []  # cell, answer assumed, row, bound
    for own in COUNTS:
        for column in COLUMNS:
            action = drawing_table.banker[own][column]
            lines = {choice: _line(situations, own, column, choice, at, fixed) for choice in choices(action)}
            if len(lines) == 1:
                ((choice, (slope, _)),) = lines.items()
                banker[own, column] = Fraction(choice)
                gain = [g + s for g, s in zip(gain, slope, strict=True)]
                continue
            assumed = 0 if lines[0][1] <= lines[1][1] else 1  # the worse for a Player who never draws
            (slope, base), (other, height) = lines[assumed], lines[1 - assumed]
            gain = [g + s for g, s in zip(gain, slope, strict=True)]
            answers.append(((own, column), assumed, [s - o for s, o in zip(slope, other, strict=True)], height - base))
    rows = [[*row, *(-int(i == j) for j in range(len(answers)))] for i, (_, _, row, _) in enumerate(answers)]
    rows += [[int(i == j) for j in range(len(gain) + len(answers))] for i in range(len(gain))]
    best = maximize(
        [*gain, *(-1 for _ in answers)], rows, [*(bound for *_, bound in answers), *(1 for _ in open_counts)]
    )
    for (cell, assumed, _, _), price in zip(answers, best.prices, strict=False):
        banker[cell] = price if assumed == 0 else 1 - price
    player = {count: best.at[at[count]] if count in at else fixed[count] for count in COUNTS}
    return solution(situations, player, banker)


def _line(
    situations: Situations, own: int, column: int, choice: int, at: Mapping[int, int], fixed: Mapping[int, Fraction]
) -> tuple[list[int], int]:
    """What the Player's Hand gains in a cell: per probability of each open count, and if none of them draws."""
    slope, base = [0] * len(at), 0
    for count in COUNTS:
        gain = _gain(situations.ends[count, own, column][choice])
        if count in at:
            slope[at[count]] += -gain if column == NO_CARD else gain
            base += gain if column == NO_CARD else 0
        elif (fixed[count] == 0) == (column == NO_CARD):
            base += gain
    return slope, base


def player_worths(situations: Situations, banker: Mapping[Cell, Fraction], count: int) -> tuple[Fraction, Fraction]:
    """What a unit against the Bank gains by staying and by drawing with a count, where the Banker draws like this."""
    gains, deals = [Fraction(0), Fraction(0)], 0
    for own in COUNTS:
        for column in COLUMNS:
            stays, draws = situations.ends[count, own, column]
            gains[column != NO_CARD] += _gain(stays) + (_gain(draws) - _gain(stays)) * banker[own, column]
            deals += sum(stays) if column == NO_CARD else 0
    return gains[0] / deals, gains[1] / deals


def banker_worths(situations: Situations, player: Mapping[int, Fraction], cell: Cell) -> tuple[Fraction, Fraction]:
    """What a unit of the Bank gains by staying and by drawing in a cell, where the Player draws like this.

    What the Player has done tells of the count held: counts are weighted by how often they come to this cell.
    """
    gains, deals = [Fraction(0), Fraction(0)], Fraction(0)
    for count in COUNTS:
        reached = 1 - player[count] if cell[1] == NO_CARD else player[count]
        for choice, ends in enumerate(situations.ends[count, *cell]):
            gains[choice] -= reached * _gain(ends)
        deals += reached * sum(situations.ends[count, *cell][0])
    return gains[0] / deals, gains[1] / deals


def with_vigorish(situations: Situations, drawing_table: DrawingTable, rate: Fraction) -> Solution:
    """An equilibrium of the game in which the Banker gives up a part of what is won, by its supports.

    The Player's Hand may have one choice at most. A probability strictly between must leave the Banker indifferent in
    some cell, and what the Banker does there must leave the Player indifferent.
    """
    open_counts = [count for count in COUNTS if drawing_table.player_action(count) == "O"]
    fixed = {count: Fraction(next(choices(drawing_table.player_action(count)))) for count in COUNTS}
    if not open_counts:
        return solution(situations, fixed, _answer(situations, drawing_table, fixed, rate)[0])
    if len(open_counts) > 1:
        raise ScriptError("the Player's Hand has more than one choice")
    (count,) = open_counts
    breaks = {Fraction(0), Fraction(1)}
    for own in COUNTS:
        for column in COLUMNS:
            if drawing_table.banker[own][column] == "O":
                low, high = (
                    _better_to_draw(situations, own, column, {**fixed, count: Fraction(p)}, rate) for p in (0, 1)
                )
                if (low < 0 < high) or (high < 0 < low):
                    breaks.add(low / (low - high))
    for p in sorted(breaks):
        player = {**fixed, count: p}
        banker, free = _answer(situations, drawing_table, player, rate)
        for mixed in _mixtures(situations, count, player, banker, free):
            return solution(situations, player, mixed)
    raise ScriptError("no equilibrium was found")


def _better_to_draw(
    situations: Situations, own: int, column: int, player: Mapping[int, Fraction], rate: Fraction
) -> Fraction:
    """What the Banker gains by drawing rather than staying in a cell."""
    better = Fraction(0)
    for count in COUNTS:
        reached = 1 - player[count] if column == NO_CARD else player[count]
        stays, draws = situations.ends[count, own, column]
        better += reached * ((draws[2] - stays[2]) * (1 - rate) - (draws[0] - stays[0]))
    return better


def _answer(
    situations: Situations, drawing_table: DrawingTable, player: Mapping[int, Fraction], rate: Fraction
) -> tuple[dict[Cell, Fraction], list[Cell]]:
    """The Banker's best answer, and the cells in which staying is as good as drawing."""
    banker: dict[Cell, Fraction] = {}
    free: list[Cell] = []
    for own in COUNTS:
        for column in COLUMNS:
            action = drawing_table.banker[own][column]
            banker[own, column] = Fraction(next(choices(action)))
            if action == "O":
                better = _better_to_draw(situations, own, column, player, rate)
                banker[own, column] = Fraction(int(better > 0))
                if better == 0:
                    free.append((own, column))
    return banker, free


def _mixtures(
    situations: Situations, count: int, player: Mapping[int, Fraction], banker: dict[Cell, Fraction], free: list[Cell]
) -> Iterator[dict[Cell, Fraction]]:
    """The Banker's answers against which the Player's probability is a best one."""

    def advantage(answer: Mapping[Cell, Fraction]) -> Fraction:
        """What the Player gains by drawing rather than staying at the open count."""
        better = Fraction(0)
        for own, column in answer:
            stays, draws = (_gain(ends) for ends in situations.ends[count, own, column])
            gain = stays + (draws - stays) * answer[own, column]
            better += -gain if column == NO_CARD else gain
        return better

    for filled in (banker, {**banker, **{cell: Fraction(1) for cell in free}}):
        better = advantage(filled)
        if better == 0 or (player[count] == 1 and better > 0) or (player[count] == 0 and better < 0):
            yield filled
    if free and 0 < player[count] < 1:
        low, high = advantage(banker), advantage({**banker, **{cell: Fraction(1) for cell in free}})
        if low != high and 0 <= low / (low - high) <= 1:
            yield {**banker, **dict.fromkeys(free, low / (low - high))}
