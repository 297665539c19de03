"""The chart of a table in the usual letters, and the cells that the cards of a hand may change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.twenty_one.analysis.hands import NAMES, all_hands, cards_of
from nomorebets.games.twenty_one.analysis.play import DOUBLE, DRAW, STAND, WORDS, Play
from nomorebets.games.twenty_one.analysis.totals import AS_TOTAL, TotalPlay, basic, holding_chances
from nomorebets.games.twenty_one.analysis.values import HALF, Analysis, best
from nomorebets.games.twenty_one.rules import VALUES, Rules
from nomorebets.pricing.facet import ChartCell, ChartRow, PlayChart, PlayRule

COLUMNS = (*range(1, VALUES), 0)  # the usual order of the cards shown: the ace last
LETTERS = {
    "H": "hit, that is draw",
    "S": "stand",
    "D": "double, or else draw",
    "Ds": "double, or else stand",
    "P": "split",
    "R": "surrender, or else play on",
}
SHOWN = 4  # hands that are named in a cell


@dataclass(frozen=True)
class Exceptional:
    """A hand with which the best play is not what the chart says."""

    cards: str
    up: str
    chart: str
    best: str
    gain: float  # of the best play over the chart's, with this hand
    chance: float  # that the hand is held


def letter_of(chart: TotalPlay, soft: bool, total: int, up: int) -> str:
    """The letter of a total."""
    cell = int(soft), total, up
    if chart.surrenders[cell]:
        return "R"
    if chart.doubles[cell]:
        return "D" if chart.draws[cell] else "Ds"
    return "H" if chart.draws[cell] else "S"


def pair_letter(chart: TotalPlay, pair: int, up: int) -> str:
    """The letter of a pair: as its total, where it is neither split nor surrendered nor has a play of its own."""
    if chart.pair_surrenders[pair, up]:
        return "R"
    if chart.splits[pair, up]:
        return "P"
    soft, total = pair == 0, 12 if pair == 0 else 2 * (pair + 1)
    cell = int(soft), total, up
    own = AS_TOTAL if chart.pair_acts is None else int(chart.pair_acts[pair, up])
    if own in (STAND, DRAW):
        return "S" if own == STAND else "H"
    if own == DOUBLE or chart.doubles[cell]:
        return "D" if chart.draws[cell] else "Ds"
    return "H" if chart.draws[cell] else "S"


def worth_of(analysis: Analysis, play: Play, hand: int, up: int) -> tuple[str, float]:
    """What a play does with a hand, and what that is worth if it is played well from there on."""
    hands = all_hands()
    if hands.size[hand] == 2:
        counts = hands.counts[hand]
        if play.surrenders[hand, up]:
            risk = analysis.blackjack[hand, up]
            return "surrender", HALF if analysis.rules.surrender == "late" else float((HALF + risk) / (1 - risk))
        if counts.max() == 2 and play.splits[counts.argmax(), up]:
            return "split", float(analysis.split[counts.argmax(), up])
    act = int(play.acts[hand, up])
    worth = analysis.unsplit
    return WORDS[act], float((worth.stand, worth.draw, worth.double)[act][hand, up])


@lru_cache(maxsize=8)
def exceptional(rules: Rules) -> tuple[Exceptional, ...]:
    """The hands with which the best play departs from the chart, those that matter most first."""
    analysis = best(rules)
    chart = basic(rules).play(rules)
    hands = all_hands()
    held = holding_chances(rules, analysis.play)
    dealt = holding_chances(rules, None)
    held[hands.size == 2] = dealt[hands.size == 2]
    found = []
    differs = _differs(analysis.play, chart)
    for hand, up in zip(*np.nonzero((held > 0) & differs), strict=True):
        says, chart_worth = worth_of(analysis, chart, int(hand), int(up))
        does, best_worth = worth_of(analysis, analysis.play, int(hand), int(up))
        if says != does:
            cards = cards_of(hands.counts[hand].tolist())
            gain, chance = best_worth - chart_worth, float(held[hand, up])
            found.append(Exceptional(cards, NAMES[up], says, does, gain, chance))
    return tuple(sorted(found, key=lambda e: -e.gain * e.chance))


def _differs(one: Play, two: Play) -> NDArray[np.bool_]:
    """Where two plays may do different things with a hand."""
    hands = all_hands()
    differs = (one.acts != two.acts) | (one.surrenders != two.surrenders)
    for pair in range(VALUES):
        differs[hands.of(NAMES[pair] * 2)] |= one.splits[pair] != two.splits[pair]
    return np.asarray(differs)


def row_name(cards: str, may_split: bool) -> str:
    """The row of the chart that a hand is in: as a pair where it may be split, or else by its total.

    >>> row_name("88", True), row_name("88", False), row_name("A6", True)
    ('8-8', 'hard 16', 'soft 17')
    """
    if may_split and cards == 2 * cards[0]:
        return f"{cards[0]}-{cards[1]}"
    hands = all_hands()
    hand = hands.of(cards)
    return f"{_kind(bool(hands.soft[hand]))} {int(hands.total[hand])}"


def play_chart(rules: Rules) -> PlayChart:
    """The chart of a table, for hands as dealt."""
    chart = basic(rules)
    depends: defaultdict[tuple[str, str], list[Exceptional]] = defaultdict(list)
    for exception in exceptional(rules):
        row = row_name(exception.cards, may_split=rules.most_hands > 1)
        depends[row, exception.up].append(exception)
    words = {cell: _words(exceptions) for cell, exceptions in depends.items()}
    notes = [_else_stand(chart)] if _else_stand(chart) else []
    return chart_of(rules, partial(letter_of, chart), partial(pair_letter, chart), words, notes)


def chart_of(
    rules: Rules,
    letter: Callable[[bool, int, int], str],
    letter_of_pair: Callable[[int, int], str],
    depends: Mapping[tuple[str, str], str],
    notes: Iterable[str],
) -> PlayChart:
    """A chart: the letter of every total and every pair, and the words of cells that hold only for some hands."""

    def row_of(name: str, letters: list[str]) -> ChartRow:
        cells = (ChartCell(cell, depends.get((name, NAMES[up]), "")) for cell, up in zip(letters, COLUMNS, strict=True))
        return ChartRow(name, tuple(cells))

    groups = []
    for soft, totals in ((False, range(20, 4, -1)), (True, range(20, 12, -1))):
        rows = (row_of(f"{_kind(soft)} {t}", [letter(soft, t, up) for up in COLUMNS]) for t in totals)
        groups.append((_kind(soft), tuple(rows)))
    if rules.most_hands > 1:
        pairs = (0, *range(VALUES - 1, 0, -1))
        named = (row_of(f"{NAMES[p]}-{NAMES[p]}", [letter_of_pair(p, up) for up in COLUMNS]) for p in pairs)
        groups.append(("pairs", tuple(named)))
    used = {cell.letter for _, rows in groups for row in rows for cell in row.cells}
    letters = {name: meaning for name, meaning in LETTERS.items() if name in used}
    title = f"Basic strategy: {rules.shorthand}"
    return PlayChart(title, tuple(NAMES[up] for up in COLUMNS), tuple(groups), letters, tuple(notes))


def chart_rules(chart: PlayChart) -> Iterator[PlayRule]:
    """The chart in words, row by row."""
    for _, rows in chart.groups:
        for row in rows:
            against: dict[str, list[str]] = {}
            for column, cell in zip(chart.columns, row.cells, strict=True):
                against.setdefault(cell.letter, []).append(column)
            for letter, columns in against.items():
                when = "always" if len(against) == 1 else f"against {', '.join(columns)}"
                yield PlayRule(row.hand, chart.letters[letter], when)


def _kind(soft: bool) -> str:
    return "soft" if soft else "hard"


def _words(exceptions: list[Exceptional]) -> str:
    """The hands of a cell that are played otherwise."""
    by_play: defaultdict[str, list[str]] = defaultdict(list)
    for exception in exceptions:
        by_play[exception.best].append("-".join(exception.cards))
    parts = []
    for play, hands in by_play.items():
        some = ", ".join(hands[:SHOWN])
        more = len(hands) - SHOWN
        parts.append(f"{play} with {some} and {more} more" if more > 0 else f"{play} with {some}")
    return "; ".join(parts)


def _else_stand(chart: TotalPlay) -> str:
    """Which totals that are surrendered are stood on where that is not allowed any more."""
    stood = [
        f"{_kind(bool(soft))} {total} against {NAMES[up]}"
        for soft, total, up in zip(*np.nonzero(chart.surrenders & ~chart.draws), strict=True)
    ]
    return f"or else stand: {', '.join(stood)}" if stood else ""
