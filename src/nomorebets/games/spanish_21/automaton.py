"""A way to play Spanish 21 as a machine of few states: hands that are played and paid alike, whatever comes, are one.

There may be several plays, among which something chooses.

Cards are symbols: their value, and of sixes, sevens and eights the suit, for three of one suit are paid more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.twenty_one.analysis.hands import NAMES, all_hands, with_card
from nomorebets.games.twenty_one.analysis.play import DOUBLE, DRAW, RESCUE, STAND, Play
from nomorebets.games.twenty_one.analysis.suits import BEGUN, MIXED, SPADES, SUITED, SuitedPlay
from nomorebets.games.twenty_one.hand import MOST
from nomorebets.games.twenty_one.rules import NONE, SEVEN, SUITS, VALUES, Rules, is_by_suits

SURRENDER, SPLIT = 4, 5  # acts with two cards as dealt, beside those of a play
WIDE = 32  # places of a row of symbols; they count from 1
UPS = 16  # places of a row of cards shown; they count from 1
BY_SUIT = (5, 6, 7)  # the values whose suits matter
PLAIN = [value for value in range(VALUES) if value not in BY_SUIT]
SYMBOLS = [(value, "") for value in PLAIN] + [(value, suit) for value in BY_SUIT for suit in SUITS]
BUST = 0
Acts = NDArray[np.int8]


def symbol_of(value: int, suit: str) -> int:
    """The symbol of a card: the place of its value, and its suit."""
    return 1 + SYMBOLS.index((value, suit if value in BY_SUIT else ""))


@dataclass(frozen=True, eq=False)
class Machine:
    """States of hands."""

    then: NDArray[np.uint16]  # [state * WIDE + symbol]: where a card is drawn
    doubled: NDArray[np.uint16]  # [state * WIDE + symbol]: where the wager is doubled for it
    act: NDArray[np.uint8]  # [play, state * UPS + value of the card shown]
    total: NDArray[np.uint8]  # [state]
    paid: NDArray[np.int64]  # [state * UPS + value of the card shown]: what a 21 is paid, in parts of a unit; else 0
    dealt: NDArray[np.uint16]  # [first * WIDE + second]: the state of the two cards as dealt
    split: NDArray[np.uint16]  # [first * WIDE + second]: of a split card and its second


Row = NDArray[np.int64]
NOWHERE: Row = np.zeros(len(SYMBOLS), np.int64)
NO_PAY: Row = np.zeros(VALUES, np.int64)
OF_VALUE = np.array([value for value, _ in SYMBOLS])


class _States:
    """States so far, told apart by all that they lead to."""

    def __init__(self, plays: int) -> None:
        self.known: dict[tuple[int, bytes, bytes, bytes, bytes], int] = {}
        self.rows: list[tuple[int, Acts, Row, Row, Row]] = []
        self.stands: Acts = np.zeros(VALUES * plays, np.int8)
        self.of(MOST + 1, self.stands, NO_PAY, NOWHERE, NOWHERE)

    def of(self, total: int, acts: Acts, paid: Row, then: Row, doubled: Row) -> int:
        does = acts.tobytes()  # a byte for each
        then = then if DRAW in does else NOWHERE  # cards that nobody draws lead nowhere
        doubled = doubled if DOUBLE in does else NOWHERE
        leads = b"" if then is NOWHERE else then.tobytes(), b"" if doubled is NOWHERE else doubled.tobytes()
        key = total, does, b"" if paid is NO_PAY else paid.tobytes(), *leads
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = len(self.rows)
            self.rows.append((total, acts, paid, then, doubled))
        return known


def parts_of(rules: Rules) -> int:
    """The parts of a unit in which all that a table pays is whole."""
    always = rules.always_21
    assert always is not None
    rows = [*(paid for _, paid in always.by_cards), *(always.of_678 or ()), *(always.of_777 or ()), always.super_777]
    return 2 * lcm(*(paid.denominator for paid in (rules.win_pays, rules.blackjack_pays, *rows)))


class _Builder:
    def __init__(self, rules: Rules, plays: Sequence[Play], suited: Sequence[SuitedPlay]) -> None:
        self.rules, self.parts, self.states = rules, parts_of(rules), _States(len(plays))
        self.plays = plays
        self.exceptions = {(e.pair, e.first, e.second, e.kind, e.up): e.does for e in suited}
        self.doubled = self._raised()[0][all_hands().after[:, OF_VALUE]]
        self.paid_21: dict[int, Row] = {}  # by hand
        self.of_three: dict[tuple[tuple[int, int], int, bool], int] = {}  # the states of three cards paid by suits

    def whole(self, paid: Fraction) -> int:
        return int(self.parts * paid)

    def _raised(self) -> NDArray[np.int64]:
        """The states of doubled hands, by how often they were; the last place is that of a hand over 21."""
        hands = all_hands()
        of_plays = [play.raised for play in self.plays if play.raised is not None]
        raised = np.concatenate(of_plays, axis=2) if len(of_plays) == len(self.plays) else None
        won = NO_PAY + self.whole(self.rules.win_pays)
        levels = 1 if raised is None else len(raised)
        states = np.zeros((levels + 1, len(hands.total) + 1), np.int64)
        after = hands.after[:, OF_VALUE]
        for level in reversed(range(levels)):
            for hand, total in enumerate(hands.total.tolist()):
                acts = self.states.stands if total == MOST or raised is None else raised[level, hand]
                above = states[level + 1, after[hand]]
                states[level, hand] = self.states.of(total, acts, won if total == MOST else NO_PAY, NOWHERE, above)
        return states

    def hands(self, acts: Acts) -> NDArray[np.int64]:
        """The states of hands played so; of two cards whose suits matter, as if they did not."""
        hands = all_hands()
        states = np.zeros(len(hands.total) + 1, np.int64)
        after = hands.after[:, OF_VALUE]
        for hand in reversed(hands.rising.tolist()):
            states[hand] = self.state(hand, acts[hand], states[after[hand]])
        return states

    def state(self, hand: int, acts: Acts, then: Row) -> int:
        """The state of one hand, and what cards make of it."""
        hands = all_hands()
        total, paid = int(hands.total[hand]), NO_PAY
        if total == MOST:
            if hand not in self.paid_21:
                counts = hands.counts[hand].tolist()
                always = 0 if is_by_suits(counts) else self.whole(self.rules.pays_21(counts))
                self.paid_21[hand] = NO_PAY + always
            acts, paid = self.states.stands, self.paid_21[hand]
        return self.states.of(total, acts, paid, then, self.doubled[hand])

    def two(self, first: int, second: int, states: NDArray[np.int64], acts: Acts, pair: int | None) -> int:
        """The state of two symbols."""
        (one, suit), (two, other) = sorted((SYMBOLS[first - 1], SYMBOLS[second - 1]))
        hand = all_hands().of(NAMES[one] + NAMES[two])
        row, then = acts[hand], states[all_hands().after[hand, OF_VALUE]]
        if (one, two) in BEGUN:
            row, kind = row.copy(), MIXED if suit != other else SPADES if suit == SUITS[-1] else SUITED
            for up in range(len(row)):
                does = self.exceptions.get((pair, one, two, kind, up % VALUES))
                row[up] = ACTS[does] if does else row[up]
            for symbol, (value, third) in enumerate(SYMBOLS):
                if value == BEGUN[one, two]:
                    made = (one, two), kind if third == suit else MIXED, pair is None
                    if made not in self.of_three:
                        self.of_three[made] = self.three(*made)
                    then[symbol] = self.of_three[made]
        return self.state(hand, row, then)

    def three(self, begun: tuple[int, int], kind: int, whole: bool) -> int:
        """The state of three cards that are paid by their suits."""
        counts = with_card(with_card(with_card(NONE, begun[0]), begun[1]), BEGUN[begun])
        always = self.rules.always_21
        assert always is not None
        paid = NO_PAY.copy()
        for up in range(VALUES):
            row = always.by_suits(counts, is_super=whole and up == SEVEN)
            paid[up] = self.whole(self.rules.win_pays if row is None else row[kind])
        return self.states.of(MOST, self.states.stands, paid, NOWHERE, NOWHERE)

    def first_acts(self, play: Play) -> Acts:
        """What is done with hands as dealt, splits and surrender among it."""
        hands, rules = all_hands(), self.rules
        acts = np.where(play.surrenders & (rules.surrender != "none"), SURRENDER, play.acts).astype(np.int8)
        for pair in range(VALUES):
            both = hands.of(NAMES[pair] * 2)
            may = play.splits[pair] & (rules.splits_of(pair) > 0) & (acts[both] != SURRENDER)
            acts[both] = np.where(may, SPLIT, acts[both])
        return acts

    def machine(self) -> Machine:
        dealt, split = np.zeros((WIDE, WIDE), np.uint16), np.zeros((WIDE, WIDE), np.uint16)
        states = self.hands(np.concatenate([play.acts for play in self.plays], axis=1))
        first_acts = np.concatenate([self.first_acts(play) for play in self.plays], axis=1)
        after = {}
        for pair in range(VALUES):
            acts = np.concatenate([play.after_split[pair] for play in self.plays], axis=1)
            if pair == 0 and not self.rules.split_aces_play:
                acts = np.zeros_like(acts)
            after[pair] = acts, self.hands(acts)
        for first, (pair, _) in enumerate(SYMBOLS, 1):
            acts, own = after[pair]
            for second in range(1, len(SYMBOLS) + 1):
                dealt[first, second] = self.two(first, second, states, first_acts, None)
                split[first, second] = self.two(first, second, own, acts, pair)
        rows = self.states.rows
        return Machine(
            then=self._table([row[3] for row in rows], WIDE, np.uint16),
            doubled=self._table([row[4] for row in rows], WIDE, np.uint16),
            act=np.stack(
                [
                    self._table([row[1][at : at + VALUES] for row in rows], UPS, np.uint8)
                    for at in range(0, VALUES * len(self.plays), VALUES)
                ]
            ),
            total=np.array([row[0] for row in rows], np.uint8),
            paid=self._table([row[2] for row in rows], UPS, np.int64),
            dealt=dealt.ravel(),
            split=split.ravel(),
        )

    def _table(self, rows: Sequence[NDArray[Any]], wide: int, kind: Any) -> NDArray[Any]:
        table = np.zeros((len(rows), wide), kind)
        table[:, 1 : 1 + len(rows[0])] = rows
        return table.ravel()


ACTS = {"stand": STAND, "draw": DRAW, "double": DOUBLE, "rescue": RESCUE, "surrender": SURRENDER, "split": SPLIT}


def machine_of(rules: Rules, plays: Sequence[Play], suited: Sequence[SuitedPlay] = ()) -> Machine:
    """The machine of one play or several; and the plays that suits call for instead."""
    return _Builder(rules, plays, suited).machine()
