"""Rules of setting seven cards that a person can learn: generated, each priced exactly beside the house way.

Every question about a hand (`house_way.question_of`) gets the usual answer, unless a rule says otherwise. A rule speaks
of questions with some key, as the points of two pairs, from a limit on of what else matters, as the two highest others.
Of all such rules those are taken that gain most; one that would gain less than `LEAST_GAIN` is not worth learning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from nomorebets.equipment.cards import RANK_NAMES, RANKS, ranks_shown
from nomorebets.games.pai_gow_poker.exact import ABOUT, Played, Terms, played
from nomorebets.games.pai_gow_poker.house_way import ANSWERS, About, Question, Way
from nomorebets.hands.joker import LOW_HANDS
from nomorebets.hands.poker import many_of, one_of

LEAST_GAIN = Fraction(1, 200_000)  # of the wager
PIPS = 2  # of the lowest rank


class Form(NamedTuple):
    """What the rules about a set may depend on; ``turns``: the limit is the most and not the least."""

    key: Callable[[Question], int]
    value: Callable[[Question], int]
    turns: bool = False


def points(asked: Question) -> int:
    """Of two pairs: twice the higher and once the lower, an ace being 14, a king 13, and so on."""
    return 2 * (asked.rank + PIPS) + asked.beside + PIPS


FORMS: Mapping[About, Form] = {
    "fours": Form(lambda asked: asked.rank, lambda asked: asked.free),
    "trip-aces": Form(lambda asked: asked.rank, lambda asked: asked.free),
    "threes": Form(lambda asked: asked.rank, lambda asked: asked.top, turns=True),
    "two-pairs": Form(points, lambda asked: asked.free),
    "breaks": Form(lambda asked: asked.top * len(RANKS) + asked.rank, lambda asked: asked.beside, turns=True),
    "nothing": Form(lambda asked: asked.rank, lambda asked: LOW_HANDS[asked.free].ranks[1], turns=True),
}


class Rule(NamedTuple):
    """One rule: for the keys from the first to the last, and from the limit on, another answer than the usual one."""

    about: About
    first: int
    last: int
    limit: int
    answer: int

    def fits(self, asked: Question) -> bool:
        key, value, turns = FORMS[self.about]
        if asked.about != self.about or not self.first <= key(asked) <= self.last:
            return False
        return value(asked) <= self.limit if turns else value(asked) >= self.limit


@dataclass(frozen=True)
class Rules:
    """A way to set hands by rules, the first that fits."""

    rules: tuple[Rule, ...]

    def answer(self, asked: Question) -> int:
        return next((rule.answer for rule in self.rules if rule.fits(asked)), 0)


# --- the best rules --------------------------------------------------------------------------------------------------


@lru_cache(8)
def best_rules(terms: Terms, win: int, lose: int) -> Rules:
    """The rules that gain most, for what a win pays and a loss costs."""
    counted = played(terms, win, lose)
    worths = counted.worths((win, lose))
    least = LEAST_GAIN * counted.deals * lose
    rules: list[Rule] = []
    for about in ABOUT:
        asked = [(at, q) for at, q in enumerate(counted.questions) if q is not None and q.about == about]
        for answer in range(1, ANSWERS if about == "nothing" else 2):
            more = {q: worths[answer][at] - worths[answer - 1][at] for at, q in asked}
            # a greater answer goes before a smaller one, and is better only from a farther limit on
            rules[:0] = _rules_about(about, answer, more, least)
    return Rules(tuple(rules))


def _rules_about(about: About, answer: int, more: Mapping[Question, int], least: Fraction) -> list[Rule]:
    """The runs of keys, each with the limit from which the answer gains most: the best runs of all."""
    key, value, turns = FORMS[about]
    by_key: dict[int, dict[int, int]] = {}
    for asked, gain in more.items():
        by_value = by_key.setdefault(key(asked), {})
        by_value[value(asked)] = by_value.get(value(asked), 0) + gain
    keys = sorted(by_key)
    best: list[tuple[Fraction, tuple[Rule, ...]]] = [(Fraction(0), ())]  # for the keys before each
    for end in range(1, len(keys) + 1):
        ways = [best[-1]]
        joined: dict[int, int] = {}
        for begin in range(end - 1, -1, -1):
            for at, gain in by_key[keys[begin]].items():
                joined[at] = joined.get(at, 0) + gain
            limit, gain = _best_limit(joined, turns)
            if gain > least:
                rule = Rule(about, keys[begin], keys[end - 1], limit, answer)
                ways.append((best[begin][0] + gain - least, (*best[begin][1], rule)))
        best.append(max(ways, key=lambda way: way[0]))
    return list(best[-1][1][::-1])


def _best_limit(gains: Mapping[int, int], turns: bool) -> tuple[int, int]:
    """From which value on it gains most, and what."""
    total, limits = 0, []
    for value in sorted(gains, reverse=not turns):
        total += gains[value]
        limits.append((total, value))
    gain, value = max(limits, key=lambda limit: limit[0])
    return value, gain


# --- what they gain --------------------------------------------------------------------------------------------------


class Priced(NamedTuple):
    """What is gained of each unit of the wager beside the house way, and what the best settings would gain more."""

    gain: Fraction
    left: Fraction


def priced(counted: Played, pays: tuple[int, int], rules: Rules, house: Way) -> dict[Rule | About | None, Priced]:
    """By rule, and where none speaks by what the question is about; none where there is no question."""
    worths = counted.worths(pays)
    sums: dict[Rule | About | None, list[int]] = {}
    for at, asked in enumerate(counted.questions):
        rule = None if asked is None else next((r for r in rules.rules if r.fits(asked)), None)
        own, filed = (0, 0) if asked is None else (0 if rule is None else rule.answer, house.answer(asked))
        part = sums.setdefault(rule or (asked.about if asked else None), [0, 0])
        part[0] += worths[own][at] - worths[filed][at]
        part[1] += worths[-1][at] - worths[own][at]
    unit = counted.deals * pays[1]
    return {about: Priced(Fraction(gain, unit), Fraction(left, unit)) for about, (gain, left) in sums.items()}


# --- in words --------------------------------------------------------------------------------------------------------

SET = {
    "fours": "four of a kind",
    "trip-aces": "three aces",
    "threes": "three of a kind",
    "two-pairs": "two pairs",
    "breaks": "one pair and a straight, flush or better",
    "nothing": "nothing",
}
TWO_HIGHEST = "the two highest others"
FRONTS: Mapping[About, Sequence[str]] = {
    "fours": ("two of the four", TWO_HIGHEST),
    "trip-aces": ("an ace and the highest other", TWO_HIGHEST),
    "threes": (TWO_HIGHEST, "one of the three and the highest other"),
    "two-pairs": ("the lower pair", TWO_HIGHEST),
    "breaks": ("the best two cards that leave the straight, flush or better behind", TWO_HIGHEST),
    "nothing": (
        "the second and the third highest card",
        "the second and the fourth highest card",
        "the second and the fifth highest card",
    ),
}
POINTS = "points of two pairs: twice the higher pair and once the lower, an ace 14, a king 13, a queen 12, a jack 11"


def condition(rule: Rule) -> str:
    """With which hands a rule speaks, in words."""
    least = f"the two highest others at least {ranks_shown(str(LOW_HANDS[rule.limit]))}"
    match rule.about:
        case "two-pairs":
            run = " to ".join(dict.fromkeys((str(rule.first), str(rule.last))))
            return f"two pairs of {run} points, {least}"
        case "breaks":
            (top, first), last = divmod(rule.first, len(RANKS)), rule.last % len(RANKS)
            most = f"which would leave at most {_low(rule.limit)} in front"
            return f"a pair of {ranks(last, first)} with {_a(top)} and a straight, flush or better {most}"
        case "nothing":
            return f"nothing, {_run(rule.last, rule.first, _one)} high, the third highest at most {_a(rule.limit)}"
        case "threes":
            return f"three {ranks(rule.last, rule.first)}, the highest other at most {_a(rule.limit)}"
        case "fours":
            return f"four {ranks(rule.last, rule.first)}, {least}"
        case _:
            return f"three aces, {least}"


def ranks(high: int, low: int) -> str:
    """A run of ranks, as there are several of each."""
    return _run(high, low, many)


def _run(high: int, low: int, name: Callable[[int], str]) -> str:
    return " to ".join(dict.fromkeys((name(high), name(low))))


def _one(rank: int) -> str:
    return RANK_NAMES[RANKS[rank]]


def many(rank: int) -> str:
    return many_of(_one(rank))


def _a(rank: int) -> str:
    return one_of(_one(rank))


def _low(number: int) -> str:
    low = LOW_HANDS[number]
    return f"a {low}" if low.is_pair else ranks_shown(str(low))
