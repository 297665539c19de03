"""Playing cards, written as two characters: ``"As"``, ``"Td"``; the joker is ``"Jk"``.

>>> read_cards("As 10d k♥ 2C"), shown("Td")
(('As', 'Td', 'Kh', '2c'), '10♦')
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache

from nomorebets.errors import UnknownName

RANKS = "23456789TJQKA"
SUITS = "cdhs"

DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The 52 cards in the order of their index: twos first, in each rank clubs, diamonds, hearts, spades."""

JOKER = "Jk"
PATTERN = rf"(?:[{RANKS}][{SUITS}]|{JOKER})"
"""A card as it is kept, for what looks for cards in a text."""

SUIT_SIGNS = dict(zip(SUITS, "♣♦♥♠", strict=True))
RANK_NAMES = dict(zip(RANKS, "two three four five six seven eight nine ten jack queen king ace".split(), strict=True))

ACCEPTED = "a rank 2 to 9, T or 10, J, Q, K, A and a suit c, d, h, s or ♣ ♦ ♥ ♠, as in As, Td, 10♦"

_AS_KEPT = frozenset((*DECK, JOKER))
_INDEX = {card: at for at, card in enumerate(DECK)}
_SUIT_OF_SIGN = {**{suit: suit for suit in SUITS}, **dict(zip("♣♦♥♠♧♢♡♤", SUITS * 2, strict=True))}
_CARD = re.compile(r"(10|[2-9TJQKA])([CDHS♣♦♥♠♧♢♡♤])\N{VARIATION SELECTOR-16}?", re.IGNORECASE)
_JOKER = re.compile(r"joker|jk", re.IGNORECASE)
_TEN = re.compile(r"(?<![A-Za-z0-9])T(?![A-Za-z0-9])")
_BETWEEN = re.compile(r"[\s,;/|+·_-]+")


def index(card: str) -> int:
    """Where a card stands in the deck: 4 times its rank (twos are 0) plus its suit.

    >>> index("2c"), index("2s"), index("As")
    (0, 3, 51)
    """
    if card not in _INDEX:
        raise UnknownName(f"{card!r} is not a card", accepts=ACCEPTED)
    return _INDEX[card]


def card(index: int) -> str:
    """The card at a place of the deck."""
    if not 0 <= index < len(DECK):
        raise UnknownName(f"there is no card {index}", accepts="0 to 51")
    return DECK[index]


def deck_of(ranks: str = RANKS, suits: str = SUITS) -> tuple[str, ...]:
    """The cards of some ranks and suits only, in the order of the deck.

    >>> deck_of("KA", "hs")
    ('Kh', 'Ks', 'Ah', 'As')
    """
    for name, chosen, known in (("ranks", ranks, RANKS), ("suits", suits, SUITS)):
        if not chosen or set(chosen) - set(known) or len(set(chosen)) < len(chosen):
            raise UnknownName(f"{chosen!r} are not {name} of a deck", accepts=f"some of {known}, each once")
    return tuple(card for card in DECK if card[0] in ranks and card[1] in suits)


def without(deck: Iterable[str], gone: Collection[str]) -> tuple[str, ...]:
    """The cards of a deck less some that have left it.

    >>> without(("Kh", "Ks", "Ah"), ["Ks"])
    ('Kh', 'Ah')
    """
    cards = tuple(deck)
    left = tuple(card for card in cards if card not in gone)
    if len(left) + len(gone) != len(cards):
        raise UnknownName(f"{' '.join(gone)} cannot be removed from one deck", accepts="cards it holds, each once")
    return left


def read_cards(text: str | Iterable[str]) -> tuple[str, ...]:
    """The cards of a text, separated or run together, in letters of any case.

    The same card may come twice: a shoe holds several decks.

    >>> read_cards("askd, 10♠ joker")
    ('As', 'Kd', 'Ts', 'Jk')
    """
    if not isinstance(text, str):
        text = tuple(text)
        if _AS_KEPT.issuperset(text):
            return text
    words = _BETWEEN.split(text) if isinstance(text, str) else [word for part in text for word in _BETWEEN.split(part)]
    return tuple(card for word in words if word for card in _read_word(word))


@lru_cache(maxsize=1024)  # the same few words again and again
def _read_word(word: str) -> tuple[str, ...]:
    cards: list[str] = []
    at = 0
    while at < len(word):
        read, joker = _CARD.match(word, at), _JOKER.match(word, at)
        if joker is not None:
            cards.append(JOKER)
            at = joker.end()
            continue
        if read is None:
            raise UnknownName(f"{word[at:][:20]!r} is not a card", accepts=ACCEPTED)
        rank, suit = read.groups()
        cards.append(rank.upper().replace("10", "T") + _SUIT_OF_SIGN[suit.lower()])
        at = read.end()
    return tuple(cards)


def shown(card: str) -> str:
    """A card as it is printed for the reader.

    >>> shown("As"), shown("Jk")
    ('A♠', 'joker')
    """
    if card == JOKER:
        return "joker"
    return ("10" if card[0] == "T" else card[0]) + SUIT_SIGNS[DECK[index(card)][1]]


def ranks_shown(words: str) -> str:
    """What a hand is read as, its ranks printed for the reader: records have one letter for each.

    >>> ranks_shown("pair of twos with T-5-2"), ranks_shown("Two pair")
    ('pair of twos with 10-5-2', 'Two pair')
    """
    return _TEN.sub("10", words) if "T" in words else words
