"""What every choice is worth, in decimals: this chooses the play, whose price `exact` then tells in whole numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from nomorebets.errors import UnknownName
from nomorebets.games.twenty_one.analysis import kernels
from nomorebets.games.twenty_one.analysis.dealer import DECIDES, PUSHED, dealer_tree
from nomorebets.games.twenty_one.analysis.hands import FURTHER, NO_HAND, all_hands, removal_sets
from nomorebets.games.twenty_one.analysis.play import (
    DOUBLE,
    DRAW,
    STAND,
    Acts,
    Flags,
    Play,
    may_double,
    may_double_after_split,
    no_splits,
)
from nomorebets.games.twenty_one.analysis.splitting import ANY, OTHER
from nomorebets.games.twenty_one.analysis.sums import codes_of, sets_of
from nomorebets.games.twenty_one.rules import SEVEN, VALUES, Rules, is_by_suits

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ACE, TEN = 0, 9
HALF = -0.5  # what a surrender leaves
NO_COSTS: Floats = np.zeros(VALUES)
ROUNDS = 3  # of choosing how a hand is played beside another that is played alike


@dataclass(frozen=True, eq=False)
class Chances:
    """A shoe without each removal set, and how a dealer ends then."""

    left: Floats  # [value, set]
    size: Floats  # [set]
    dealer: Floats  # [set, up, end], given no blackjack
    possible: Flags  # [set]: the shoe has these cards


@lru_cache(maxsize=4)
def chances_of(shoe: tuple[int, ...], hit_soft_17: bool, most_splits: int, ace_splits: int, pushes_at: int) -> Chances:
    return _chances_without(removal_sets(most_splits, ace_splits).counts, shoe, hit_soft_17, pushes_at)


def _chances_without(sets: Ints, shoe: tuple[int, ...], hit_soft_17: bool, pushes_at: int) -> Chances:
    left = np.ascontiguousarray((np.array(shoe, np.int64) - sets).T.astype(np.float64))
    size, possible = left.sum(axis=0), np.asarray((left >= 0).all(axis=0))
    np.maximum(left, 0, out=left)
    dealer = np.zeros((size.size, VALUES, PUSHED))
    for up in range(VALUES):
        kernels.dealer_chances(dealer_tree(up, hit_soft_17, DECIDES, pushes_at), up, left, size, dealer)
    return Chances(left, size, dealer, possible)


def chances_after(rules: Rules, gone: Ints) -> Iterator[Chances]:
    """The chances of a table after each of several sets of cards has left its shoe; what is alike is walked once."""
    own = codes_of(removal_sets(rules.splits_of(TEN), rules.splits_of(ACE)).counts)
    codes, places = np.unique(np.add.outer(codes_of(gone), own), return_inverse=True)
    every = _chances_without(sets_of(codes), rules.shoe, rules.hit_soft_17, rules.pushes_at)
    for at in places.reshape(len(gone), own.size):
        left = np.ascontiguousarray(every.left[:, at])
        yield Chances(left, every.size[at], every.dealer[at], every.possible[at])


@dataclass(frozen=True, eq=False)
class Worth:
    """What hands are worth against each card shown, given that the dealer has no blackjack."""

    stand: Floats  # [hand, up]
    draw: Floats
    double: Floats
    value: Floats  # by the act that the play has for the hand
    again: Floats  # [doubles before - 1, hand, up]: of a doubled hand, by what the play does with it


@dataclass(frozen=True, eq=False)
class Analysis:
    """A table, a way to play it, and what each choice is worth under it."""

    rules: Rules
    play: Play
    unsplit: Worth
    split: Floats  # [pair, up]; -inf where a pair may not be split
    blackjack: Floats  # [hand, up]: the chance of a dealer's blackjack, given a hand of two cards
    mean: float  # what a unit wagered gains

    @property
    def edge(self) -> float:
        return -self.mean

    def choices(self, hand: int, up: int) -> dict[str, float]:
        """What each choice with a hand as dealt is worth, a dealer's blackjack counted in."""
        rules, size = self.rules, int(all_hands().size[hand])
        given = {"stand": float(self.unsplit.stand[hand, up]), "draw": float(self.unsplit.draw[hand, up])}
        if may_double(rules)[hand]:
            given["double"] = float(self.unsplit.double[hand, up])
        counts = all_hands().counts[hand]
        if size == 2 and counts.max() == 2 and rules.most_hands > 1:
            given["split"] = float(self.split[int(counts.argmax()), up])
        if size == 2 and rules.surrender == "late":
            given["surrender"] = HALF
        risk = float(self.blackjack[hand, up])
        worth = {choice: -risk + (1 - risk) * gained for choice, gained in given.items()}
        if size == 2 and rules.surrender == "early":
            worth["surrender"] = HALF
        return worth


def require_enough_cards(rules: Rules, hands: int = 1) -> None:
    """Refuse a shoe that might run out within a round: such a round goes on with a new one, which nobody can price."""
    most_points = 30 * rules.most_hands * hands + 26  # a hand that draws to 20 ends at 30 at most, a dealer at 26
    points = sum((place + 1) * n for place, n in enumerate(rules.shoe))
    if points < most_points:
        raise UnknownName(
            f"a shoe of {sum(rules.shoe)} cards may run out within the round",
            accepts=f"cards that count {most_points} together, aces one; these count {points}",
        )


@lru_cache(maxsize=4)
def _win_pays(rules: Rules, *, split: bool) -> Floats:
    """What a win pays, by hand and card shown: five cards that total 21 may pay more, and every 21 that always wins."""
    hands = all_hands()
    pays = np.full((len(hands.total), VALUES), float(rules.win_pays))
    if rules.five_card_21 is not None and not split:
        pays[(hands.size == 5) & (hands.total == 21)] = float(rules.five_card_21)
    if rules.always_21 is not None:
        for hand in np.nonzero(hands.total == 21)[0]:
            counts = hands.counts[hand].tolist()
            pays[hand] = float(rules.pays_21(counts))
            if not split and is_by_suits(counts):
                pays[hand, SEVEN] = float(rules.pays_21(counts, SEVEN))
    return pays


def _hand_values(
    rules: Rules,
    chances: Chances,
    gone: Ints,
    play: Play,
    pair: int | None = None,
    *,
    chooses: bool = False,
    bust_costs: Floats = NO_COSTS,
) -> Worth:
    """What hands are worth; of a pair once it is split, where it is named."""
    hands, split = all_hands(), pair is not None
    acts = play.acts if pair is None else play.after_split[pair]
    allowed = may_double_after_split(rules) if split else may_double(rules)
    raised = play.raised if play.raised is not None else np.zeros((1, *play.acts.shape), np.int8)
    # what is paid before the hole card is known is not taken by a blackjack; of split hands it takes but one
    original = -1.0 if rules.card_reader or rules.always_21 is None else 0.0 if split else 1.0
    gone = np.where((gone >= 0) & chances.possible[gone], gone, NO_HAND)
    stand, draw, double, value = np.zeros((4, *play.acts.shape))
    worth = Worth(stand, draw, double, value, np.zeros(raised.shape))
    kernels.hand_values(
        hands.rising,
        hands.after,
        hands.total,
        gone,
        allowed,
        _win_pays(rules, split=split),
        rules.always_21 is not None,
        rules.rescue,
        original,
        chances.left,
        chances.size,
        chances.dealer,
        chooses,
        split and not chooses,
        bust_costs,
        acts,
        chooses and not split,  # a doubled hand is played alike, split or not
        raised,
        worth.stand,
        worth.draw,
        worth.double,
        worth.value,
        worth.again,
    )
    return worth


def _pair_chance(shoe: tuple[int, ...], pair: int, cards: int, up: int) -> float:
    """The chance that so many given cards are of the pair, the card shown is `up`, and no blackjack goes with it."""
    left, size, chance = list(shoe), sum(shoe), 1.0
    for value in [*[pair] * cards, up]:
        chance *= max(left[value], 0) / size
        left[value] -= 1
        size -= 1
    if up in (ACE, TEN):
        chance *= 1 - max(left[ACE + TEN - up], 0) / size
    return chance


def _chances(rules: Rules) -> Chances:
    return chances_of(rules.shoe, rules.hit_soft_17, rules.splits_of(TEN), rules.splits_of(ACE), rules.pushes_at)


def _split_values(rules: Rules, chances: Chances, play: Play, chooses: bool) -> Floats:
    """What splitting each pair is worth, against each card shown. Where it chooses, the play after it is written."""
    hands = all_hands()
    sets = removal_sets(rules.splits_of(TEN), rules.splits_of(ACE)).of_split
    split, shoe = np.full((VALUES, VALUES), -np.inf), rules.shoe
    for pair in range(VALUES):
        splits = rules.splits_of(pair)
        if not splits or shoe[pair] < 2:
            continue
        first = hands.place[tuple(int(value == pair) for value in range(VALUES))]
        any_card, other_card = np.zeros((6, VALUES)), np.zeros((6, VALUES))
        for further in range(1, FURTHER[splits] + 1):
            gone = sets[pair, further]
            if not chances.possible[gone[first]]:
                continue
            worth = _hand_values(rules, chances, gone, play, pair, chooses=chooses and further == 1)
            if rules.busted_stay_lost and chooses and further == 1:
                worth = _careful(rules, chances, gone, play, pair)
            one_card = pair == ACE and not rules.split_aces_play
            then = worth.stand if one_card else worth.value
            kernels.second_cards(
                pair,
                hands.after,
                first,
                gone[first],
                chances.left,
                chances.size,
                then,
                any_card[further],
                other_card[further],
            )
        for up in range(VALUES):
            begun = _pair_chance(shoe, pair, 2, up)
            if begun <= 0:
                continue
            gained = 0.0
            for terms, worths in ((ANY[splits], any_card), (OTHER[splits], other_card)):
                for further, times in terms.items():
                    gained += times * worths[further, up] * _pair_chance(shoe, pair, 1 + further, up)
            split[pair, up] = gained / begun
            if rules.busted_stay_lost and up in (ACE, TEN) and pair != ACE:
                split[pair, up] -= _lost_to_blackjack(rules, chances, sets[pair, 1], play.after_split[pair], pair, up)
    return split


def _busts(chances: Chances, gone: Ints, acts: Acts, pair: int, up: int) -> tuple[float, float]:
    """How often a hand of a split pair busts, and what it then has lost, given a dealer's blackjack."""
    hands = all_hands()
    bust, lost = np.zeros(len(hands.total)), np.zeros(len(hands.total))
    gone = np.where((gone >= 0) & chances.possible[gone], gone, NO_HAND)
    first = hands.place[tuple(int(value == pair) for value in range(VALUES))]
    kernels.bust_chances(hands.rising, hands.after, gone, chances.left, chances.size, acts, first, up, bust, lost)
    return float(bust[first]), float(lost[first])


def _careful(rules: Rules, chances: Chances, gone: Ints, play: Play, pair: int) -> Worth:
    """Choose again where a hand that busts stays lost to a dealer's blackjack, unless the other is busted too."""
    costs = np.zeros(VALUES)
    costs[[ACE, TEN]] = 1.0
    for _ in range(ROUNDS):
        worth = _hand_values(rules, chances, gone, play, pair, chooses=True, bust_costs=costs)
        for up in (ACE, TEN):
            costs[up] = 1 - _busts(chances, gone, play.after_split[pair], pair, up)[0]
    return worth


def _lost_to_blackjack(rules: Rules, chances: Chances, gone: Ints, acts: Acts, pair: int, up: int) -> float:
    """What a split pair loses more to a dealer's blackjack, by the odds for one: as if its hands drew apart.

    Busted hands stay lost, and the blackjack takes one wager more unless all are busted.
    """
    left = list(rules.shoe)
    for card in (pair, pair, up):
        left[card] -= 1
    hidden, size = max(left[ACE + TEN - up], 0), sum(left)
    again = max(left[pair], 0) / (size - 1)
    hands = {2: (1 - again) ** 2 if rules.splits_of(pair) > 1 else 1.0}
    hands[3] = 2 * again * (1 - again) ** 3 if rules.splits_of(pair) > 2 else 1 - hands[2]
    hands[4] = 1 - hands[2] - hands[3]
    bust, lost = _busts(chances, gone, acts, pair, up)
    more = sum(chance * (number * lost - bust**number) for number, chance in hands.items())
    return hidden / (size - hidden) * more


def _blackjack_risk(rules: Rules) -> Floats:
    """The chance of a dealer's blackjack, by hand of the player's and card shown."""
    hands = all_hands()
    left = np.array(rules.shoe) - hands.counts
    unseen = left.sum(axis=1) - 1
    risk = np.zeros((len(hands.total), VALUES))
    for up in (ACE, TEN):
        risk[:, up] = np.maximum(left[:, ACE + TEN - up], 0) / np.maximum(unseen, 1)
    return risk


def _mean(rules: Rules, play: Play, value: Floats, split: Floats, risk: Floats) -> float:
    shoe, size, mean = rules.shoe, sum(rules.shoe), 0.0
    for first, second, hand, orders in all_hands().starts():
        dealt = orders * shoe[first] / size * (shoe[second] - (first == second)) / (size - 1)
        for up in range(VALUES):
            chance = dealt * (shoe[up] - (up == first) - (up == second)) / (size - 2)
            if chance <= 0:
                continue
            lost = risk[hand, up]
            if (first, second) == (ACE, TEN):
                mean += chance * (1 if rules.always_21 else 1 - lost) * float(rules.blackjack_pays)
                continue
            gained = value[hand, up]
            if play.surrenders[hand, up]:
                gained = HALF if rules.surrender == "late" else (HALF + lost) / (1 - lost)
            elif first == second and play.splits[first, up]:
                gained = split[first, up]
            mean += chance * (-lost + (1 - lost) * gained)
    return mean


def without_doubles(acts: Acts, worth: Worth) -> Acts:
    """What is done with hands that would be doubled where they may not be."""
    hands = all_hands()
    second = np.where((worth.draw > worth.stand) & (hands.total < 21)[:, None], DRAW, STAND)
    return np.where(acts == DOUBLE, second, acts).astype(np.int8)


def choose(rules: Rules, *, zero_memory: bool = False, chances: Chances | None = None) -> Analysis:
    """The best play for the exact cards of the own hand and the card shown.

    A split hand is played as is best for a pair split once; with ``zero_memory``, as if it had not been split. The
    ``chances`` of the shoe are counted where they are not given.
    """
    require_enough_cards(rules)
    hands, chances = all_hands(), chances or _chances(rules)
    acts = np.zeros((len(hands.total), VALUES), np.int8)
    raised = np.zeros((1 + rules.redoubles, *acts.shape), np.int8) if rules.rescue else None
    after = np.repeat(acts[None], VALUES, axis=0)
    play = Play(acts, after, no_splits(), np.zeros(acts.shape, np.bool_), raised, rules.split_aces_play)
    worth = _hand_values(rules, chances, np.arange(len(hands.total)), play, chooses=True)
    after[:] = acts if rules.double_after_split else without_doubles(acts, worth)
    split = _split_values(rules, chances, play, not zero_memory)
    risk = _blackjack_risk(rules)
    for first, second, hand, _ in hands.starts():
        if (first, second) == (ACE, TEN):
            continue
        value = worth.value[hand]
        if first == second:
            play.splits[first] = split[first] > value
            value = np.maximum(split[first], value)
        if rules.surrender == "late":
            play.surrenders[hand] = value < HALF
        elif rules.surrender == "early":
            play.surrenders[hand] = -risk[hand] + (1 - risk[hand]) * value < HALF
    return Analysis(rules, play, worth, split, risk, _mean(rules, play, worth.value, split, risk))


def follow(rules: Rules, play: Play) -> Analysis:
    """What a way to play is worth, in decimals."""
    require_enough_cards(rules)
    hands, chances = all_hands(), _chances(rules)
    worth = _hand_values(rules, chances, np.arange(len(hands.total)), play)
    split, risk = _split_values(rules, chances, play, False), _blackjack_risk(rules)
    return Analysis(rules, play, worth, split, risk, _mean(rules, play, worth.value, split, risk))


def _for_play(rules: Rules) -> Rules:
    """The same table as far as it can change the play."""
    relief = rules.relief if rules.busted_stay_lost else "original-only"
    return replace(rules, card_reader=rules.card_reader and rules.always_21 is not None, relief=relief)


@lru_cache(maxsize=16)
def best(rules: Rules) -> Analysis:
    """The best play of a table."""
    return choose(_for_play(rules))


@lru_cache(maxsize=16)
def best_zero_memory(rules: Rules) -> Analysis:
    return choose(_for_play(rules), zero_memory=True)
