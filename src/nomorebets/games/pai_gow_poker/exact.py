"""Exact counts of pai gow poker, kept on disk: the main wager, and hands against dealers' hands for the imperial."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from nomorebets import kept
from nomorebets.equipment.cards import RANKS
from nomorebets.games.pai_gow_poker import seven_kinds
from nomorebets.games.pai_gow_poker.house_way import (
    ANSWERS,
    About,
    Always,
    HouseWay,
    Question,
    Setting,
    Way,
    house_way,
    settings,
    written_house_way,
)
from nomorebets.games.pai_gow_poker.seven_kinds import Ints, Sevens
from nomorebets.hands.joker import LOW_HANDS, LOW_NUMBER, Wheel

if TYPE_CHECKING:  # the solver imports numba: only where there is something to solve
    from nomorebets.games.pai_gow_poker.kernels import Options
    from nomorebets.games.pai_gow_poker.solver import Against, Hands

HERE = Path(__file__).parent
SOURCES = [
    *(HERE.parents[1] / "hands" / f"{name}.py" for name in ("poker", "joker")),
    *(
        HERE / f"{name}.py"
        for name in ("house_way", "seven_kinds", "seven_cards", "side_counts", "kernels", "solver", "exact")
    ),
]
QUEEN = RANKS.index("Q")
ENDS = tuple(Always(answer) for answer in range(ANSWERS))  # every way answers each question as one of them


class Terms(NamedTuple):
    """Under what the main wager is counted."""

    wheel: Wheel
    dealer: HouseWay
    ez: bool = False
    banks: bool = False  # the player holds the bank, against one player who sets as the dealer would
    ranks: str = RANKS  # of a short pack
    gone: tuple[str, ...] = ()  # cards that have left it

    def __str__(self) -> str:
        under = f"{self.wheel} {written_house_way(self.dealer)} {self.ez} {self.banks} {self.ranks}"
        return " ".join([under, *self.gone])


@dataclass(frozen=True)
class Counts:
    """How often a way to set hands wins, pushes and loses, out of all deals."""

    win: int
    push: int
    lose: int

    @property
    def deals(self) -> int:
        return self.win + self.push + self.lose


@dataclass(frozen=True)
class Played:
    """The main wager under some terms: any way to set hands, and the best for what a win pays and a loss costs."""

    questions: tuple[Question | None, ...]
    sums: Ints  # wins and losses by answer, the best play being the last, and by question
    deals: int
    # of every hand but for the names of suits: the place among its shape's options; not kept where cards have left
    best_settings: NDArray[np.uint8]

    def by(self, way: Way) -> Counts:
        """How a way to set hands fares."""
        answers = np.array([0 if asked is None else way.answer(asked) for asked in self.questions])
        return self._counts(self.sums[answers, np.arange(len(answers))])

    @property
    def best(self) -> Counts:
        return self._counts(self.sums[len(ENDS)])

    def _counts(self, by_question: Ints) -> Counts:
        win, lose = (int(n) for n in by_question.sum(axis=0))
        return Counts(win, self.deals - win - lose, lose)

    def worths(self, pays: tuple[int, int]) -> list[list[int]]:
        """What is gained over all deals, by answer, the best play being the last, and by question."""
        return [[pays[0] * win - pays[1] * lose for win, lose in way] for way in self.sums.tolist()]


def hands_of(terms: Terms) -> Hands:
    """All hands under some terms."""
    return _hands(terms.wheel, terms.ranks, terms.gone)


@lru_cache(2)
def _hands(wheel: Wheel, ranks: str, gone: tuple[str, ...]) -> Hands:
    from nomorebets.games.pai_gow_poker.solver import Hands

    return Hands(seven_kinds.sevens(wheel, ranks), gone)


def pushed(kinds: Sevens) -> NDArray[np.bool_]:
    """The dealers' hands with which every wager of an EZ table pushes: nothing, the queen highest (R-11.22-ez)."""
    queen_high: NDArray[np.bool_] = (kinds.place == 0) & (kinds.tops == QUEEN)
    return queen_high


@lru_cache(1)
def settings_against(terms: Terms) -> Against:
    """Every setting worth a look against the dealer's; most of the work, whatever a win pays."""
    from nomorebets.games.pai_gow_poker.solver import against

    hands = hands_of(terms)
    return against(hands, terms.dealer, ENDS, pushed(hands.kinds) if terms.ez else None, terms.banks)


@lru_cache(1)
def options_of(terms: Terms) -> Options:
    """These settings, without what they come to."""
    from nomorebets.games.pai_gow_poker.solver import settings_of

    kinds = hands_of(terms).kinds
    return settings_of(kinds, [kinds.set_by(way) for way in ENDS], terms.banks)


@lru_cache(8)
def played(terms: Terms, win: int, lose: int) -> Played:
    """The main wager, the best play being that for a win and a loss of these amounts."""
    pays = win // gcd(win, lose), lose // gcd(win, lose)

    def find() -> Mapping[str, NDArray[np.generic]]:
        sums, best = settings_against(terms).play(pays)
        if terms.gone:
            best = best[:0]
        questions = hands_of(terms).kinds.questions[0]
        return {"sums": sums, "best": best, "questions": _written(questions), "deals": np.array(hands_of(terms).deals)}

    found = kept.arrays("pai-gow-poker", (str(terms), pays), SOURCES, find)
    return Played(_read(found["questions"]), found["sums"], int(found["deals"]), found["best"])  # type: ignore[arg-type]


ABOUT = get_args(About)


def _written(questions: tuple[Question | None, ...]) -> Ints:
    return np.array([(-1, 0, 0, 0) if q is None else (ABOUT.index(q.about), *q[1:]) for q in questions])


def _read(rows: NDArray[np.generic]) -> tuple[Question | None, ...]:
    return tuple(None if about < 0 else Question(ABOUT[about], *rest) for about, *rest in rows.tolist())


def joint(wheel: Wheel, own: Ints, dealers: Ints, name: str, gone: tuple[str, ...] = ()) -> Ints:
    """How many deals have a hand of each class, from 0 on, and a dealer's hand of each class from 1 on.

    Classes are of kinds; dealers of class 0 are not counted.
    """
    kinds = seven_kinds.sevens(wheel)

    def find() -> Mapping[str, NDArray[np.generic]]:
        from nomorebets.games.pai_gow_poker.kernels import Options
        from nomorebets.games.pai_gow_poker.solver import Against, by_shape_and_suit, count

        hands = _hands(wheel, RANKS, gone)
        shapes, classes = len(kinds.shapes.codes), int(dealers.max())
        # one setting for each class, which "beats" the dealers of that class and lower ones; and one that beats none
        options = Options(
            np.arange(shapes + 1) * (classes + 1),
            np.tile(np.arange(classes + 1), shapes),
            np.ones(shapes * (classes + 1), np.int64),
            np.zeros(shapes * (classes + 1), np.int64),
        )
        parts = count(hands, options, (dealers - 1, np.zeros(len(dealers), np.int64)), dealers == 0)
        below = []
        for up_to in range(1, classes + 1):
            first = options.start[kinds.shape]
            chosen = [np.where(own == mine, first + up_to, first) for mine in range(int(own.max()) + 1)]
            sums, _ = Against(hands, options, parts, by_shape_and_suit(kinds, chosen)).play((1, 1))
            below.append(sums[: len(chosen), :, 0].sum(axis=1))
        return {"counts": np.diff(np.array([np.zeros_like(below[0]), *below]), axis=0).T}

    found = kept.arrays("pai-gow-poker", (name, wheel, own.tobytes(), dealers.tobytes(), *gone), SOURCES, find)
    counts: Ints = found["counts"]  # type: ignore[assignment]
    return counts


# --- one hand --------------------------------------------------------------------------------------------------------


@lru_cache(4)
def _dealt(wheel: Wheel, dealer: HouseWay, ranks: str) -> tuple[Ints, Ints]:
    """How the dealer sets every kind of hand."""
    return seven_kinds.sevens(wheel, ranks).set_by(dealer)


def setting_counts(terms: Terms, cards: Sequence[str]) -> dict[Setting, Counts]:
    """How often each setting of a hand wins, pushes and loses, over all hands that the dealer may have.

    A foul loses; a bank's is set again by the house way (R-11.10-foul).
    """
    kinds = seven_kinds.sevens(terms.wheel, terms.ranks)
    low, high = _dealt(terms.wheel, terms.dealer, terms.ranks)
    weights = kinds.beside((*cards, *terms.gone))
    total = int(weights.sum())
    if terms.ez:
        weights = np.where(pushed(kinds), 0, weights)
    ways = settings(cards, terms.wheel)
    number = kinds.high.number
    # dealers by how many of the lows and highs here are not above theirs: all settings are compared at once
    lows = np.unique([LOW_NUMBER[setting.low] + terms.banks for setting in ways])
    highs = np.unique([number[setting.high] + terms.banks for setting in ways])
    by_low = np.searchsorted(lows, np.arange(len(LOW_HANDS)), side="right")
    by_high = np.searchsorted(highs, np.arange(len(number)), side="right")
    size = len(highs) + 1
    dealers = np.bincount(by_low[low] * size + by_high[high], weights, (len(lows) + 1) * size).astype(np.int64)
    dealers = dealers.reshape(-1, size)
    counts: dict[Setting, Counts] = {}
    again = set(house_way(cards, terms.dealer, terms.wheel)) if terms.banks else set()
    for setting in sorted(ways, key=lambda one: set(one.front) != again):
        if setting.is_foul and terms.banks:
            counts[setting] = next(iter(counts.values()))
            continue
        a = int(np.searchsorted(lows, LOW_NUMBER[setting.low] + terms.banks)) + 1
        b = int(np.searchsorted(highs, number[setting.high] + terms.banks)) + 1
        win = 0 if setting.is_foul else int(dealers[:a, :b].sum())
        lose = int(dealers.sum()) if setting.is_foul else int(dealers[a:, b:].sum())
        counts[setting] = Counts(win, total - win - lose, lose)
    return counts
