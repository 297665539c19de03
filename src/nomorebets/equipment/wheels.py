"""The roulette wheels, the big six wheel and the pokette wheel, as they stand on the floor.

The equipment rules (19:46-1.7 and 1.13, now in 13:69E) were not read: orders and colours are those generally published.
"""

from __future__ import annotations

from collections import Counter

from nomorebets.equipment.cards import DECK, RANKS, SUITS

DOUBLE_ZERO = tuple(
    "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2".split()
)
SINGLE_ZERO = tuple(
    "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26".split()
)
RED = frozenset("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36".split())
BLACK = frozenset(str(n) for n in range(1, 37)) - RED
ZEROS = frozenset({"0", "00"})


def colour(number: str) -> str:
    """The background colour of a number on the wheel."""
    return "green" if number in ZEROS else "red" if number in RED else "black"


def neighbours(wheel: tuple[str, ...], centre: str) -> tuple[str, ...]:
    """Five adjacent numbers of a wheel, the chosen one in the middle.

    >>> neighbours(DOUBLE_ZERO, "17")
    ('20', '32', '17', '5', '22')
    """
    at = wheel.index(centre)
    return tuple(wheel[(at + step) % len(wheel)] for step in (-2, -1, 0, 1, 2))


BIG_SIX_SYMBOLS = ("$1", "$2", "$5", "$10", "$20", "joker", "flag")

# 54 sections clockwise; the counts are the ones reported for Atlantic City, the order is our own (no equal neighbours)
BIG_SIX_NJ = tuple(
    (
        "joker $1 $2 $5 $1 $2 $10 $1 $2 $1 $5 $1 $2 $20 $1 $2 $5 $1 $2 $1 $10 $1 $2 $5 $1 $2 $1 "
        "flag $1 $2 $5 $1 $2 $10 $1 $2 $1 $5 $1 $2 $20 $1 $2 $1 $5 $1 $10 $1 $2 $1 $5 $1 $2 $1"
    ).split()
)
# The commonly published Nevada wheel: one $1 more and one $5 less; its logo section stands where the flag is
BIG_SIX_LAS_VEGAS = (*BIG_SIX_NJ[:-4], "$1", *BIG_SIX_NJ[-3:])


JACER = "jacer"


def pokette(jacers: int) -> tuple[str, ...]:
    """The cards once each, no two of a rank or suit side by side, with so many jacers evenly between them.

    The order is our own: nobody has read it, and it moves no odds.

    >>> pokette(4)[:4], len(set(pokette(4))), len(pokette(4))
    (('jacer', '2c', '3d', '4h'), 53, 56)
    """
    ring = [RANKS[at % len(RANKS)] + SUITS[at % len(SUITS)] for at in range(len(DECK))]
    part = len(ring) // jacers if jacers else len(ring)
    starts = range(0, part * jacers, part)
    return tuple(face for at, card in enumerate(ring) for face in ((JACER, card) if at in starts else (card,)))


def section_counts(wheel: tuple[str, ...]) -> dict[str, int]:
    """How many sections bear each symbol: the big six symbols in their own order, others as they come."""
    counts = Counter(wheel)
    return {symbol: counts[symbol] for symbol in dict.fromkeys((*BIG_SIX_SYMBOLS, *wheel)) if counts[symbol]}
