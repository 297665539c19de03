"""The chart of a table where the number of cards matters, as printed ones have it: a letter, and from how many cards on
another play is better; what suits call for; and what is done with doubled hands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.twenty_one.analysis.by_cards import LEAST_CARDS, MOST_CARDS, CardsPlay, by_cards
from nomorebets.games.twenty_one.analysis.chart import COLUMNS, chart_of, row_name
from nomorebets.games.twenty_one.analysis.exact import dealt_orders, price
from nomorebets.games.twenty_one.analysis.hands import NAMES, all_hands
from nomorebets.games.twenty_one.analysis.play import DOUBLE, DRAW, RESCUE, STAND, WORDS
from nomorebets.games.twenty_one.analysis.suits import KINDS, suited_plays
from nomorebets.games.twenty_one.analysis.totals import SHAPE, holding_chances
from nomorebets.games.twenty_one.hand import MOST
from nomorebets.games.twenty_one.rules import Rules
from nomorebets.pricing.facet import PlayChart

SELDOM = 1e-12  # hands that are held less often are not printed
RAISED = {DOUBLE: "double again", RESCUE: "rescue"}


@dataclass(frozen=True)
class NumberException:
    """A cell of the chart in which hands of some numbers of cards are played otherwise than two."""

    soft: bool
    total: int
    up: int
    acts: tuple[tuple[int, int], ...]  # numbers of cards, and what is done with them
    most: int  # the largest number of cards that is held

    @property
    def row(self) -> str:
        return f"{'soft' if self.soft else 'hard'} {self.total}"

    @property
    def words(self) -> str:
        """From how many cards on what is done.

        >>> NumberException(False, 14, 3, ((4, 1), (5, 1), (6, 1)), 6).words
        'draw with 4 cards or more'
        >>> NumberException(False, 14, 3, ((3, 0), (4, 0)), 6).words
        'stand with 3 to 4 cards'
        """
        parts: list[list[int]] = []
        for number, act in self.acts:
            if not parts or parts[-1][0] != act or parts[-1][2] != number - 1:
                parts.append([act, number, number])
            parts[-1][2] = number
        words = []
        for act, low, high in parts:
            some = f"{low}" if low == high else f"{low} to {high}"
            words.append(f"{WORDS[act]} with {f'{low} cards or more' if high == self.most else f'{some} cards'}")
        return "; ".join(words)


def held_by_cards(rules: Rules, play: CardsPlay) -> NDArray[np.float64]:
    """How often hands are held, by the cells of the play."""
    hands, held = all_hands(), holding_chances(rules, play.play(rules))
    cells = np.zeros((MOST_CARDS - LEAST_CARDS + 1, *SHAPE))
    cards = np.clip(hands.size, LEAST_CARDS, MOST_CARDS) - LEAST_CARDS
    np.add.at(cells, (cards, hands.soft.astype(np.int64), hands.total), held)
    return cells


@lru_cache(maxsize=8)
def number_exceptions(rules: Rules) -> tuple[NumberException, ...]:
    """The cells in which the number of cards matters, as far as such hands are held."""
    play = by_cards(rules)
    held = held_by_cards(rules, play) > SELDOM
    matters = held & (play.acts != play.acts[:1])
    found = []
    for soft, total, up in zip(*np.nonzero(matters.any(axis=0)), strict=True):
        numbers = np.nonzero(matters[:, soft, total, up])[0].tolist()
        acts = tuple((number + LEAST_CARDS, int(play.acts[number, soft, total, up])) for number in numbers)
        most = int(np.nonzero(held[:, soft, total, up])[0].max()) + LEAST_CARDS
        found.append(NumberException(bool(soft), int(total), int(up), acts, most))
    return tuple(found)


def cost_of(rules: Rules, exception: NumberException) -> Fraction:
    """What a unit loses where one cell is played as with two cards, whatever their number."""
    play = by_cards(rules)
    acts = play.acts.copy()
    cell = int(exception.soft), exception.total, exception.up
    acts[(slice(None), *cell)] = acts[(0, *cell)]
    kept = price(rules, play.play(rules), (exception.up,)).mean
    return kept - price(rules, replace(play, acts=acts).play(rules), (exception.up,)).mean


def _letter(play: CardsPlay, soft: bool, total: int, up: int) -> str:
    if play.pairs.surrenders[int(soft), total, up]:
        return "R"
    act = play.act(LEAST_CARDS, soft, total, up)
    return "D" if act == DOUBLE else "H" if act == DRAW else "S"


def _pair_letter(play: CardsPlay, pair: int, up: int) -> str:
    if play.pairs.pair_surrenders[pair, up]:
        return "R"
    if play.pairs.splits[pair, up]:
        return "P"
    return _letter(play, pair == 0, 12 if pair == 0 else 2 * (pair + 1), up)


def cards_chart(rules: Rules) -> PlayChart:
    """The chart, its cells with the number of cards that matters and with suits."""
    play = by_cards(rules)
    depends: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for exception in number_exceptions(rules):
        depends[exception.row, NAMES[exception.up]].append(exception.words)
    for suited in suited_plays(rules):
        if suited.pair is None:
            row = row_name(suited.cards, may_split=rules.most_hands > 1)
            does = f"{suited.does} with {'-'.join(suited.cards)} {KINDS[suited.kind]}"
            depends[row, NAMES[suited.up]].append(does)
    words = {cell: "; ".join(parts) for cell, parts in depends.items()}
    return chart_of(rules, partial(_letter, play), partial(_pair_letter, play), words, _raised_notes(rules, play))


def _raised_notes(rules: Rules, play: CardsPlay) -> Iterator[str]:
    """What is done with doubled hands, level by level."""
    raised = play.pairs.raised
    if raised is None:
        return
    for level, acts in enumerate(np.where(_doubled(rules, play, len(raised)), raised, STAND)):
        again = "" if level == 0 else " again" if level == 1 else " twice again"
        for act, words in RAISED.items():
            against: defaultdict[str, list[str]] = defaultdict(list)
            for soft, totals in ((0, range(4, MOST)), (1, range(13, MOST))):
                for total in totals:
                    ups = [NAMES[up] for up in COLUMNS if acts[soft, total, up] == act]
                    if ups:
                        against[", ".join(ups)].append(f"{'soft' if soft else 'hard'} {total}")
            if against:
                cells = "; ".join(f"{_range(rows)} against {ups}" for ups, rows in against.items())
                yield f"a hand doubled{again}: {words} {cells}"


def _doubled(rules: Rules, play: CardsPlay, levels: int) -> NDArray[np.bool_]:
    """The totals that doubled hands come to, by how often they were doubled."""
    hands, by_hand = all_hands(), play.play(rules)
    cells = np.zeros((levels, *SHAPE), np.bool_)
    for up in COLUMNS:
        orders = dealt_orders(rules, by_hand, up).raised
        for level, (_, ended, _) in enumerate(orders):
            again = orders[level + 1][2] if level + 1 < len(orders) else 0  # those that were then doubled again
            at = ended + again > 0
            cells[level, hands.soft[at].astype(np.int64), hands.total[at], up] = True
    return cells


def _range(rows: list[str]) -> str:
    """Totals of one kind that follow each other, from the first to the last.

    >>> _range(["hard 12", "hard 13", "hard 14", "soft 17"])
    'hard 12 to 14, soft 17'
    """
    runs: list[tuple[str, int, int]] = []
    for row in rows:
        kind, total = row.split()
        if runs and runs[-1][0] == kind and runs[-1][2] == int(total) - 1:
            runs[-1] = kind, runs[-1][1], int(total)
        else:
            runs.append((kind, int(total), int(total)))
    return ", ".join(f"{kind} {low}" if low == high else f"{kind} {low} to {high}" for kind, low, high in runs)
