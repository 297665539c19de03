"""The hands of a spot as one machine that every card moves on: what they do next is one look-up.

A hand is played by the card shown and by what the other hand began with, a table of megabytes; but hands that are
played alike whatever comes are one state, whatever lies beside them, and few hundreds of states are left. The dealer's
hand is in the same machine.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.blackjack_switch.exact import start_hands
from nomorebets.games.blackjack_switch.spots import ACE_TEN, LIKE_DEALS, STARTS, SpotPlay, start_at
from nomorebets.games.blackjack_switch.terms import SpotRules
from nomorebets.games.twenty_one.analysis.hands import NO_HAND, all_hands
from nomorebets.games.twenty_one.analysis.play import DOUBLE, DRAW, Acts
from nomorebets.games.twenty_one.hand import MOST, count, dealer_draws
from nomorebets.games.twenty_one.rules import VALUES

Ints = NDArray[np.int64]
RANK_ORDER = "A23456789TJQK"
VALUE_OF = [min(rank, VALUES - 1) for rank in range(len(RANK_ORDER))]
LEAST = 16  # hands that count less end alike
OVER = MOST + 1
# how a hand may end: its total, or over 21, with one unit on it or two; then the further ends, and the dealer's totals
TOTALS = OVER - LEAST + 1
BLACKJACK, SURRENDERED, SPLIT, AGAIN, HIS = range(2 * TOTALS, 2 * TOTALS + 5)
HIS_LEAST, HIS_MOST = 17, 26
DEALERS_BLACKJACK = HIS + HIS_MOST - HIS_LEAST + 1
ENDS = DEALERS_BLACKJACK + 1


def end_of(total: Ints, units: int) -> Ints:
    return (units - 1) * TOTALS + np.clip(total, LEAST, OVER) - LEAST


@dataclass(frozen=True, eq=False)
class HandMachine:
    """States as the numbers of their rows; those below `ENDS` are over."""

    then: Ints  # [state, value]
    starts: Ints  # [four values, card shown, hand]: the states of the two hands once the switch is decided
    splits: Ints  # [start of the other, pair, card shown, whether it may be split no further]: one hand of a pair
    dealer: Ints  # [card shown, hole card]
    idle: int  # a state that no card moves


class _States:
    """Rows of where cards lead, each once."""

    def __init__(self) -> None:
        self.rows: list[Ints] = [np.repeat(np.arange(ENDS)[:, None], VALUES, axis=1)]
        self.number = ENDS

    def of(self, rows: Ints) -> Ints:
        """The states of new rows."""
        flat = np.ascontiguousarray(rows.reshape(-1, VALUES), np.int32)
        keys = flat.view(np.dtype((np.void, flat.dtype.itemsize * VALUES))).ravel()
        _, first, which = np.unique(keys, return_index=True, return_inverse=True)
        self.rows.append(flat[first].astype(np.int64))
        self.number += len(first)
        return np.asarray(self.number - len(first) + which).reshape(rows.shape[:-1])


def _played(states: _States, acts: Acts) -> Ints:
    """The state of every hand by ways to play it: ``[hand, way]`` for ``acts[hand, way]``.

    Cards make a hand's hard total grow, so those of one hard total are told apart at once, from the highest down.
    """
    hands = all_hands()
    found = np.zeros(acts.shape, np.int64)
    for hard in range(MOST, 1, -1):
        here = np.flatnonzero((hands.hard == hard) & (hands.size > 1))
        if not len(here):
            continue
        found[here] = end_of(hands.total[here], 1)[:, None]
        after = hands.after[here]
        busts = (after == NO_HAND)[:, :, None]
        drawn = np.where(busts, end_of(np.array(OVER), 1), found[after])
        doubled = end_of(np.where(after == NO_HAND, OVER, hands.total[after]), 2)[:, :, None]
        leads = np.where(acts[here][:, None] == DOUBLE, doubled, drawn).transpose(0, 2, 1)
        moves = np.isin(acts[here], (DRAW, DOUBLE))
        at, way = np.nonzero(moves)
        found[here[at], way] = states.of(leads[at, way])
    return found


def _ways(states: _States, acts: Acts) -> Ints:
    """The same for many ways, those that are alike worked out once: ``[..., hand]`` for ``acts[..., hand]``."""
    flat = np.ascontiguousarray(acts.reshape(-1, acts.shape[-1]), np.int8)
    keys = flat.view(np.dtype((np.void, flat.shape[1]))).ravel()
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    return np.asarray(_played(states, flat[first].T)[:, which].T).reshape(acts.shape)


def machine_of(spot: SpotRules, play: SpotPlay) -> HandMachine:
    """A way to play a spot at a table."""
    rules, states = spot.rules, _States()
    plays = {id(own): own for own in play.plays}
    which = [list(plays).index(id(own)) for own in play.plays]
    own = list(plays.values())
    unsplit = _ways(states, np.stack([one.acts for one in own]).transpose(0, 2, 1))  # [play, up, hand]
    begun = unsplit[:, :, np.array(start_hands())].transpose(0, 2, 1)[which]  # [other, start, up]
    for pair in range(VALUES):
        if rules.splits_of(pair):
            start = STARTS.index((pair, pair))
            begun[:, start] = np.where(np.stack([one.splits[pair] for one in own])[which], SPLIT, begun[:, start])
    surrenders = np.stack([one.surrenders[np.array(start_hands())] for one in own])[which]
    begun = np.where(surrenders, SURRENDERED, begun)
    after = np.stack([one.after_split for one in own]).transpose(0, 1, 3, 2)  # [play, pair, up, hand]
    after[:, 0] = 0  # split aces stand
    held = _ways(states, after)
    splits = np.zeros((len(own), VALUES, VALUES, 2), np.int64)
    for pair in range(VALUES):
        two = np.array([start_hands()[start_at()[pair, second]] for second in range(VALUES)])
        rows = held[:, pair][:, :, two]
        splits[:, pair, :, 1] = states.of(rows)
        if rules.splits_of(pair) > 1:
            rows[..., pair] = AGAIN
        splits[:, pair, :, 0] = states.of(rows)
    return _needed(states, _starts(spot, play, begun), splits[which], *_dealer(states, rules.hit_soft_17))


def _starts(spot: SpotRules, play: SpotPlay, begun: Ints) -> Ints:
    """The two hands of every deal, switched or not."""
    at, (a, b, c, d) = start_at(), np.indices(LIKE_DEALS)
    made = []
    for first, second, counts in ((at[a, b], at[c, d], True), (at[a, d], at[c, b], spot.switched_counts)):
        natural = [np.where((own == ACE_TEN)[..., None] & counts, BLACKJACK, begun[other, own])
                   for own, other in ((first, second), (second, first))]  # fmt: skip
        made.append(np.stack(natural, axis=-1))
    return np.where(play.switches[..., None], made[1], made[0])


def _dealer(states: _States, hit_soft_17: bool) -> tuple[Ints, int]:
    """The dealer's two cards, and the state that nothing moves."""
    known: dict[tuple[int, bool], int] = {}

    def of(points: int, ace: bool) -> int:
        """His points with aces counted one, and whether he has an ace."""
        if (points, ace) not in known:
            cards = cards_that_count(points - ace) + "A" * ace
            if dealer_draws(cards, hit_soft_17):
                row = np.array([of(points + value + 1, ace or value == 0) for value in range(VALUES)])
                known[points, ace] = int(states.of(row))
            else:
                known[points, ace] = HIS + count(cards).total - HIS_LEAST
        return known[points, ace]

    dealt = [[of(up + hole + 2, 0 in (up, hole)) for hole in range(VALUES)] for up in range(VALUES)]
    dealt[0][-1] = dealt[-1][0] = DEALERS_BLACKJACK
    idle = states.number
    states.rows.append(np.full((1, VALUES), idle))
    states.number += 1
    return np.array(dealt), idle


def cards_that_count(points: int) -> str:
    """Some cards that count so much, aces one."""
    return "A" * points if points < 2 else ("3" if points % 2 else "") + "2" * ((points - points % 2 * 3) // 2)


def _needed(states: _States, starts: Ints, splits: Ints, dealer: Ints, idle: int) -> HandMachine:
    """The machine without states that no round comes to, and with those once that lead to the same."""
    then = np.concatenate(states.rows)
    kept = np.zeros(len(then), np.bool_)
    new = np.unique(np.concatenate([starts.ravel(), splits.ravel(), dealer.ravel(), np.arange(ENDS), [idle]]))
    while len(new):
        kept[new] = True
        new = np.unique(then[new])
        new = new[~kept[new]]
    to = np.cumsum(kept) - 1
    return HandMachine(to[then[kept]], to[starts], to[splits], to[dealer], int(to[idle]))
