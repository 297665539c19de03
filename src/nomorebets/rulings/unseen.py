"""Cards of which only the rank is known, or nothing: any card that fits stands for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from nomorebets.equipment.cards import SUITS
from nomorebets.errors import TranscriptError
from nomorebets.table import Round

TRIES = 64  # ways to put cards in the place of several that nobody saw


def is_unseen(card: str) -> bool:
    """Whether only the rank of a card is known, or nothing: ``9?``, ``??``."""
    return card.endswith("?")


class Unseen:
    """Stands in for cards that nobody saw; ``way`` says with which cards, so that others can be tried."""

    def __init__(self, way: int, listed: Iterable[str]) -> None:
        self.way = way
        # listed cards: none that nobody saw is one of them
        self.still_to_come: Counter[str] = Counter(card for card in listed if not is_unseen(card))
        self.number: int = 0  # so many cards were put in
        self.choices: int = 0  # of so many, at the last of them

    def came(self, card: str) -> None:
        """A card that was listed has come."""
        self.still_to_come[card] -= 1

    def card_for(self, pattern: str, table: Round) -> str:
        """A card that is left in the shoe and fits."""
        rank = pattern[:1]
        fit = [
            card
            for card, left in sorted(table.felt.shoe.items())
            if left > self.still_to_come[card] and (rank == "?" or card[0] == rank)
        ]
        if not fit:
            text = f"{pattern} is listed, and no such card is left in the shoe"
            raise TranscriptError(text, on=table.as_of, accepts="a card that has not come yet")
        self.number += 1
        self.choices = len(fit)
        of_a_suit = [card for card in fit if card[1:] == SUITS[self.way % 4]] if self.way < 4 and rank != "?" else []
        return (
            of_a_suit[0] if of_a_suit else fit[self.way * (1 if self.number == 1 else 3 * self.number + 2) % len(fit)]
        )

    @property
    def ways(self) -> int:
        """How many ways are worth a try: all of them for one card, some for several."""
        return 1 if not self.number else self.choices if self.number == 1 else TRIES

    @property
    def says(self) -> str:
        """How far a ruling is known not to depend on them."""
        if not self.number:
            return ""
        every = f"each of the {self.choices} cards it may be" if self.number == 1 else f"{TRIES} ways to deal them"
        cards = "a card was" if self.number == 1 else f"{self.number} cards were"
        return f"{cards} listed without suit, or not at all; the ruling is the same for {every}"
