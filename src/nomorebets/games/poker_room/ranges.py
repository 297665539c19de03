"""Hands and ranges of hands as players write them: AsKs, 77+, ATs+, KQo, A5s-A2s, TT-77, any.

>>> [len(read_range(text)) for text in ("AsKs", "77", "77+", "ATs+", "KQo", "AK", "A5s-A2s", "TT-77", "any")]
[1, 6, 48, 16, 12, 16, 16, 24, 1326]
"""

from __future__ import annotations

import re
from itertools import combinations

from nomorebets.equipment.cards import DECK, RANKS, read_cards
from nomorebets.errors import UnknownName, shown

Hand = tuple[str, ...]
ACCEPTED = "two cards, as in AsKs, or a range, as in 77+, ATs+, KQo, AK, A5s-A2s, TT-77, any; several with commas"

_CLASS = rf"([{RANKS}])([{RANKS}])([so]?)"
_RANGE = re.compile(rf"{_CLASS}(?:(\+)|-{_CLASS})?", re.IGNORECASE)


def hands_apart(text: str) -> list[str]:
    """The hands of a text, each a hand or a range; what a comma joins is one of them.

    >>> hands_apart("77+, ATs+,KQo  QhQd")
    ['77+,ATs+,KQo', 'QhQd']
    """
    return re.sub(r"\s*,\s*", ",", text.strip()).split()


def read_range(text: str) -> list[Hand]:
    """All hands of a range of two cards, each once."""
    hands: dict[frozenset[str], Hand] = {}
    for word in filter(None, text.split(",")):
        hands |= {frozenset(hand): hand for hand in _read_word(word)}
    if not hands:
        raise UnknownName(f"{shown(text)} is no hand", accepts=ACCEPTED)
    return list(hands.values())


def _read_word(word: str) -> list[Hand]:
    if word.lower() in ("any", "random"):
        return list(combinations(DECK, 2))
    read = _RANGE.fullmatch(word)
    if read is None:
        cards = read_cards(word)
        if len(cards) != 2 or len(set(cards)) != 2 or not set(cards) <= set(DECK):
            raise UnknownName(f"{shown(word)} is no hand of two cards, and no range", accepts=ACCEPTED)
        return [cards]
    high, low, kind, more, *end = read.groups()
    first = _ranks(high, low)
    kind = kind.lower()
    if more:
        last = (len(RANKS) - 1,) * 2 if first[0] == first[1] else (first[0], first[0] - 1)
    elif end[0]:
        last = _ranks(end[0], end[1])
        if (end[2] or "").lower() != kind:
            raise UnknownName(f"{shown(word)} begins and ends with hands of two kinds", accepts=ACCEPTED)
    else:
        last = first
    return [hand for ranks in _between(first, last, word) for hand in _of_class(*ranks, kind, word)]


def _ranks(high: str, low: str) -> tuple[int, int]:
    ranks = sorted((RANKS.index(high.upper()), RANKS.index(low.upper())), reverse=True)
    return ranks[0], ranks[1]


def _between(first: tuple[int, int], last: tuple[int, int], word: str) -> list[tuple[int, int]]:
    """Classes from one to another: pairs, or hands with the same higher card."""
    pairs = first[0] == first[1]
    if pairs != (last[0] == last[1]) or (not pairs and first[0] != last[0]):
        text = f"{shown(word)} is no range: both ends are pairs, or have the higher card in common"
        raise UnknownName(text, accepts=ACCEPTED)
    ends = range(min(first[1], last[1]), max(first[1], last[1]) + 1)
    return [(rank if pairs else first[0], rank) for rank in ends]


def _of_class(high: int, low: int, kind: str, word: str) -> list[Hand]:
    if high == low and kind:
        raise UnknownName(f"{shown(word)}: a pair is neither suited nor not", accepts=ACCEPTED)
    one, other = DECK[4 * high : 4 * high + 4], DECK[4 * low : 4 * low + 4]
    if high == low:
        return list(combinations(one, 2))
    suited = {"s": (True,), "o": (False,)}.get(kind, (True, False))
    return [(a, b) for a in one for b in other if (a[1] == b[1]) in suited]
