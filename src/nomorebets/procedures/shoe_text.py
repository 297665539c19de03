"""What is left in a shoe, as the text that a table remembers from round to round."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from nomorebets.equipment.cards import PATTERN as CARD
from nomorebets.errors import RecordError, shown
from nomorebets.table.felt import shoe_of

HELD: re.Pattern[str] = re.compile(rf"([1-9]\d{{0,3}})({CARD})", re.ASCII)


def shoe_text(shoe: Counter[str]) -> str:
    """What is left in a shoe, in one line.

    >>> shoe_text(Counter({"As": 8, "Kd": 7}))
    '8As 7Kd'
    """
    text = " ".join(map(_WORDS.__getitem__, shoe.items()))
    if len(_LEFT) >= MOST_LEFT:
        _LEFT.clear()
    _LEFT[text] = dict(shoe)
    return text


class _Words(dict[tuple[str, int], str]):
    """So many cards of a kind in a word; each is written once, for a shoe is left after every round."""

    def __missing__(self, held: tuple[str, int]) -> str:
        card, count = held
        word = f"{count}{card}"
        _held(word)  # what is written can be read again
        if len(self) < 1 << 14:
            self[held] = word
        return word


_WORDS = _Words()
MOST_LEFT = 1 << 8
_LEFT: dict[str, dict[str, int]] = {}  # shoes that were left, by their text: the next round takes the same one up


def read_shoe(text: str) -> Counter[str]:
    """The shoe that a line describes.

    >>> read_shoe("8As 7Kd 1As")
    Counter({'As': 9, 'Kd': 7})
    """
    left = _LEFT.get(text)
    if left is not None:
        return shoe_of(left)
    held = list(map(_held, text.split()))
    shoe = shoe_of(dict(held))
    if len(shoe) < len(held):  # a card that is named twice
        shoe = Counter()
        for card, number in held:
            shoe[card] += number
    return shoe


@lru_cache(1 << 12)
def _held(word: str) -> tuple[str, int]:
    held = HELD.fullmatch(word)
    if held is None:
        raise RecordError(f"{shown(word, 20)} is no part of a shoe", accepts='a number and a card, like "8As"')
    return held[2], int(held[1])
