"""How a licensee has seven cards set: the filed method of 11.9, a total function of the hand.

No text of it was read. `STANDARD` is a published method (R-11.9-house-way); a licensee may file another one, as a
table of the same rules. For whatever two ranks go in front, the cards that leave the best hand behind are taken: where
an ace and the joker, or two cards of a rank, could go there alike, it is the one that is of less use behind
(R-11.9-interchangeable).

>>> house_way("Kc Qd 9h 9s 7c 4d 2s".split())
('Kc', 'Qd')
>>> house_way("Jk As Ad Ah Ac 7d 2s".split())
('Jk', 'As')
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple, Protocol

from nomorebets.equipment.cards import JOKER, RANKS, SUITS
from nomorebets.errors import HouseRuleError
from nomorebets.hands.joker import (
    COMPLETED,
    LOW_HANDS,
    LOW_NUMBER,
    PAIR,
    JokerHand,
    TwoCards,
    Wheel,
    different,
    joker_hand_of,
    may_stand_behind,
    ranks_of,
    two_cards_of,
)
from nomorebets.hands.poker import ACE
from nomorebets.regulation import cite

KING, TEN = ACE - 1, RANKS.index("T")
About = Literal["fours", "two-pairs", "trip-aces", "threes", "breaks", "nothing"]
ALWAYS, NEVER = -1, len(RANKS)  # instead of the lowest rank that must be free for the front


class Setting(NamedTuple):
    """One way to set seven cards."""

    low: TwoCards
    high: JokerHand
    front: tuple[str, ...]

    @property
    def is_foul(self) -> bool:
        return not may_stand_behind(self.high, self.low)


class Seven(NamedTuple):
    """What a house way looks at: ranks by how many there are of each, the joker as an ace, the highest first."""

    fives: tuple[int, ...]
    fours: tuple[int, ...]
    threes: tuple[int, ...]
    pairs: tuple[int, ...]
    singles: tuple[int, ...]
    complete: TwoCards | None  # the best two cards that leave a straight, a flush or better of that kind behind

    @classmethod
    def of_ranks(cls, ranks: Sequence[int], complete: TwoCards | None) -> Seven:
        """From seven ranks, the joker being 13."""
        held = [min(rank, ACE) for rank in ranks]
        by_number: dict[int, list[int]] = {number: [] for number in range(1, 6)}
        for rank in sorted(set(held), reverse=True):
            by_number[held.count(rank)].append(rank)
        singles, pairs, threes, fours, fives = map(tuple, by_number.values())
        return cls(fives, fours, threes, pairs, singles, complete)

    @property
    def two_highest(self) -> TwoCards:
        """The two highest cards that are not part of a set."""
        return two_cards_of(self.singles[:2])


class Question(NamedTuple):
    """What ways to set hands answer differently: about which sets, and the cards on which it depends.

    ``rank``: of the set, the higher of two pairs, or the highest card of a hand of nothing; ``free``: the number of the
    two highest others, of nothing that of the second and the third card; ``beside``: the rank of the lower of two
    pairs, or the number of what a straight or better would leave for the front.
    """

    about: About
    rank: int
    free: int
    beside: int = 0

    @property
    def top(self) -> int:
        """The highest card free for the front."""
        return LOW_HANDS[self.free].ranks[0]


class Way(Protocol):
    """A way to set hands: which answer it gives to every question, of those that ``front`` knows."""

    def answer(self, asked: Question) -> int: ...


@dataclass(frozen=True)
class Always:
    """The same answer to every question."""

    given: int

    def answer(self, asked: Question) -> int:
        return self.given


ANSWERS = 3
"""0: sets are split, three of a kind but for aces are not, a straight or better stays behind, and of nothing the second
and the third card go in front; 1: the contrary, and of nothing the fourth instead of the third; 2: the fifth."""


def question_of(seven: Seven) -> Question | None:
    """What there is to answer about a hand; nothing where all ways set it alike."""
    fives, fours, threes, pairs, singles, complete = seven
    if fives or len(threes) == 2 or len(pairs) == 3 or (threes and pairs) or (fours and (threes or pairs)):
        return None
    if not (threes or fours or pairs):
        return None if complete else Question("nothing", singles[0], LOW_NUMBER[two_cards_of(singles[1:3])])
    free = LOW_NUMBER[seven.two_highest]
    if fours:
        return Question("fours", fours[0], free)
    if len(pairs) == 2:
        return Question("two-pairs", pairs[0], free, pairs[1])
    if threes:
        return None if complete else Question("trip-aces" if threes[0] == ACE else "threes", threes[0], free)
    return Question("breaks", pairs[0], free, LOW_NUMBER[complete]) if complete else None


def takes_complete(seven: Seven) -> bool:
    """Whether a straight, a flush or better stays behind: where there is at most one set, and not of four."""
    return not (seven.fives or seven.fours or len(seven.threes) + len(seven.pairs) > 1)


def front(seven: Seven, way: Way) -> TwoCards:
    """What goes in front."""
    fives, fours, threes, pairs, singles, complete = seven
    asked = question_of(seven)
    answer = 0 if asked is None else way.answer(asked)
    if fives:
        return _pair(KING if KING in pairs else ACE)
    if fours:
        sets = (*threes, *pairs)
        return _pair(sets[0]) if sets else seven.two_highest if answer else _pair(fours[0])
    if len(threes) == 2:
        return _pair(threes[0])
    if threes and pairs:
        return _pair(pairs[0])
    if len(pairs) == 3:
        return _pair(pairs[0])
    if len(pairs) == 2:
        return seven.two_highest if answer else _pair(pairs[1])
    if complete is not None:
        return seven.two_highest if answer else complete
    if threes:
        splits = answer == (threes[0] != ACE)
        return two_cards_of((threes[0], singles[0])) if splits else seven.two_highest
    return seven.two_highest if pairs else two_cards_of((singles[1], singles[2 + answer]))


@dataclass(frozen=True)
class HouseWay:
    """A method of setting hands, the first rule that fits being applied; its tables are by rank, twos first."""

    fours: tuple[int, ...]  # the lowest card that must be free for the front, or else the four are split
    two_pairs: tuple[int, ...]  # by the higher pair: the same, or else the lower pair goes in front
    splits_trip_aces: bool = True
    breaks: tuple[int, ...] = ()  # pairs that with one ace may be worth more than a straight or a flush behind

    def answer(self, asked: Question) -> int:
        """Whether what a question is about stays together behind."""
        match asked.about:
            case "fours":
                return int(asked.top >= self.fours[asked.rank])
            case "two-pairs":
                return int(asked.top >= self.two_pairs[asked.rank])
            case "trip-aces":
                return int(not self.splits_trip_aces)
            case "breaks":
                return int(asked.rank in self.breaks and asked.top == ACE and asked.free > asked.beside)
            case _:
                return 0


def _pair(rank: int) -> TwoCards:
    return TwoCards(PAIR, (rank,))


def _by_rank(*bands: tuple[str, int]) -> tuple[int, ...]:
    """A table by rank from bands: the lowest rank of each, the lowest band first."""
    at = [RANKS.index(rank) for rank, _ in bands]
    return tuple(
        next(value for low, (_, value) in zip(at[::-1], bands[::-1], strict=True) if r >= low) for r in range(13)
    )


STANDARD = HouseWay(
    fours=_by_rank(("2", ALWAYS), ("7", KING), ("J", NEVER)),
    two_pairs=_by_rank(("2", KING), ("7", ACE), ("J", NEVER)),
    breaks=tuple(range(TEN, KING + 1)),
)


def settings(cards: Sequence[str], wheel: Wheel = "second") -> list[Setting]:
    """Every way to set seven cards, fouls too: two in front of five."""
    return list(_settings(tuple(cards), wheel))


_BEHIND = [(front, [at for at in range(7) if at not in front]) for front in combinations(range(7), 2)]


@lru_cache(1 << 8)  # the same seven cards are set, looked at for a bonus, and compared
def _settings(cards: tuple[str, ...], wheel: Wheel) -> tuple[Setting, ...]:
    held = different(cards, 7)
    ranks, suits = ranks_of(held), [card[1] for card in held if card != JOKER]
    flush = next((suit for suit in SUITS if suits.count(suit) + len(held) - len(suits) >= 5), "")
    ways = []
    for (a, b), behind in _BEHIND:
        one_suit = bool(flush) and all(held[at][1] == flush or held[at] == JOKER for at in behind)
        high = joker_hand_of([ranks[at] for at in behind], one_suit, wheel)
        ways.append(Setting(two_cards_of((ranks[a], ranks[b])), high, (held[a], held[b])))
    return tuple(ways)


def house_way(cards: Sequence[str], way: Way = STANDARD, wheel: Wheel = "second") -> tuple[str, ...]:
    """The two cards that the house puts in front of the other five."""
    ways = settings(cards, wheel)
    complete = max((s.low for s in ways if s.high.category in COMPLETED), default=None)
    low = front(Seven.of_ranks(ranks_of(cards), complete), way)
    return max((s for s in ways if s.low == low), key=lambda s: s.high).front


# --- a method that a licensee files ----------------------------------------------------------------------------------

WAY_FORM = "as in two-pairs A-J never T-7 A 6-2 K; fours A-J never T-7 K 6-2 always; breaks TJQK; trip-aces split"
_BAND = re.compile(r"([2-9TJQKA])-([2-9TJQKA]) (never|always|[2-9TJQKA])")


def read_house_way(text: str) -> HouseWay:
    """A filed method: `standard`, or its rules in one line.

    >>> read_house_way("standard") is STANDARD, read_house_way(written_house_way(STANDARD)) == STANDARD
    (True, True)
    """
    if text == "standard":
        return STANDARD
    parts = dict(part.strip().partition(" ")[::2] for part in text.split(";"))
    if set(parts) != {"two-pairs", "fours", "breaks", "trip-aces"} or parts["trip-aces"] not in ("split", "kept"):
        raise _not_a_way(text)
    breaks = "" if parts["breaks"] == "none" else parts["breaks"]
    if not {*breaks} <= {*RANKS[:ACE]}:
        raise _not_a_way(text)
    ranks = tuple(rank for rank, letter in enumerate(RANKS) if letter in breaks)
    return HouseWay(_bands(parts["fours"]), _bands(parts["two-pairs"]), parts["trip-aces"] == "split", ranks)


def _bands(text: str) -> tuple[int, ...]:
    """A table by rank, every rank in one band: ``A-J never T-7 A 6-2 K``."""
    by_rank: dict[int, int] = {}
    for high, low, lowest in _BAND.findall(text):
        free = {"never": NEVER, "always": ALWAYS}.get(lowest, RANKS.find(lowest))
        by_rank |= dict.fromkeys(range(RANKS.index(low), RANKS.index(high) + 1), free)
    if _BAND.sub("", text).strip() or set(by_rank) != set(range(len(RANKS))):
        raise _not_a_way(text)
    return tuple(by_rank[rank] for rank in range(len(RANKS)))


def _not_a_way(text: str) -> HouseRuleError:
    return HouseRuleError(f"a house way of {text[:60]!r}", cite("11.9"), accepts=f"standard, or {WAY_FORM}")


def alike(table: tuple[int, ...]) -> list[tuple[list[int], int]]:
    """Runs of ranks that a table treats alike, the highest first, and how."""
    runs: list[tuple[list[int], int]] = []
    for rank in range(ACE, -1, -1):
        if runs and runs[-1][1] == table[rank]:
            runs[-1][0].append(rank)
        else:
            runs.append(([rank], table[rank]))
    return runs


def written_house_way(way: HouseWay) -> str:
    """A method in one line, as it is filed."""
    words = {NEVER: "never", ALWAYS: "always", **dict(enumerate(RANKS))}

    def bands(table: tuple[int, ...]) -> str:
        return " ".join(f"{RANKS[ranks[0]]}-{RANKS[ranks[-1]]} {words[free]}" for ranks, free in alike(table))

    breaks = "".join(RANKS[rank] for rank in way.breaks) or "none"
    aces = "split" if way.splits_trip_aces else "kept"
    return f"two-pairs {bands(way.two_pairs)}; fours {bands(way.fours)}; breaks {breaks}; trip-aces {aces}"
