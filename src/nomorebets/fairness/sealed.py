"""The chance of one round, sealed before its first wager and opened when it is over.

A seal is a secret seed and a salt. Its commitment, a hash over both, is published when the round begins; it binds the
house to the seed and tells nothing about it. Every number of the round comes from the seed by HMAC_DRBG, in the order
of the record. Whoever has a seat may add a word, which is mixed in when the first patron's answer is taken: then the
house, which chose the seed, did not choose the numbers. docs/fairness.md says how to compute all of it by hand.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping

import msgspec

from nomorebets.errors import RecordError, WagerRefused, shown
from nomorebets.fairness.deck import SealedDeck, sealed_deck
from nomorebets.fairness.drbg import HmacDrbg
from nomorebets.table import Round
from nomorebets.table.ledger import seat_of
from nomorebets.table.requests import Answer, Request

COMMITMENT = b"nomorebets commitment 1\n"
STREAM = b"nomorebets stream 1\n"
WORDS = b"nomorebets words 1\n"
SALT_BYTES = 32
SEED_BYTES = 48  # 256 bits of entropy and 128 of nonce
LONGEST_WORD = 64

Face = tuple[str, Answer, int]  # the answer as a record writes it, the answer, its weight


class Seal(msgspec.Struct, frozen=True):
    """What a round's chance is drawn from. Nobody but the house's book has it before the round is over."""

    round_id: str
    salt: bytes
    seed: bytes
    by_card: bool = False  # every card of its deck is sealed by itself

    @classmethod
    def published_as(cls, commitment: str, round_id: str, salt: bytes, seed: bytes) -> Seal:
        """A seal that is kept, of the kind that its commitment shows."""
        plain, by_card = cls(round_id, salt, seed), cls(round_id, salt, seed, by_card=True)
        return by_card if plain.commitment != commitment == by_card.commitment else plain

    @property
    def of_secrets(self) -> str:
        """The hash that binds the house to the secrets."""
        return hashlib.sha256(COMMITMENT + self.salt + self.seed + self.round_id.encode()).hexdigest()

    @property
    def commitment(self) -> str:
        """What is published before the round."""
        return self.deck.commitment(self.of_secrets) if self.deck is not None else self.of_secrets

    @property
    def deck(self) -> SealedDeck | None:
        return sealed_deck(self.seed) if self.by_card else None

    def chance(self) -> SealedChance:
        """The numbers of the round, from the first on."""
        return SealedChance(self.deck.order if self.deck is not None else self.seed)

    def __repr__(self) -> str:  # a log or a traceback must not tell the seed
        return f"Seal({self.round_id!r}, {self.commitment})"


def fresh_seal(round_id: str, entropy: Callable[[int], bytes] = secrets.token_bytes) -> Seal:
    """A seal that nobody can know, from the operating system's generator."""
    return Seal(round_id, entropy(SALT_BYTES), entropy(SEED_BYTES))


class SealedChance:
    """Numbers below a bound, each equally likely, that follow from a seed and from the words of the patrons."""

    def __init__(self, seed: bytes) -> None:
        self._drbg = HmacDrbg(seed, STREAM)

    def mix_in(self, words: Mapping[str, str]) -> None:
        """Mix in what people said; nothing if nobody said anything."""
        if words:
            self._drbg.reseed(WORDS + words_text(words).encode())

    def below(self, bound: int) -> int:
        """As many bits as the bound needs, until they make a number below it: a remainder would favour small ones."""
        bits = (bound - 1).bit_length()
        size = -(-bits // 8)
        while bits:
            number = int.from_bytes(self._drbg.generate(size)) >> (8 * size - bits)
            if number < bound:
                return number
        return 0

    def take(self, size: int) -> bytes:
        """Raw bytes of the stream, for whoever collects them."""
        return self._drbg.generate(size)


def in_order(words: Mapping[str, str]) -> dict[str, str]:
    """What people said, the lowest seat first, and at a seat first whoever sits there."""
    return {spot: words[spot] for spot in sorted(words, key=lambda spot: (seat_of(spot), spot))}


def words_text(words: Mapping[str, str]) -> str:
    """What people said, as it is mixed in: JSON, in order.

    >>> words_text({"10": "seven", "3:B": "eleven", "3": "out"})
    '{"3":"out","3:B":"eleven","10":"seven"}'
    """
    return json.dumps(in_order(words), separators=(",", ":"))


def require_word(word: object) -> str:
    """A word that may be mixed in: short, printable text."""
    if not isinstance(word, str) or not 0 < len(word) <= LONGEST_WORD or not word.isprintable():
        text = f"{shown(word, 40)} is no word to mix in"
        raise WagerRefused(text, accepts=f"1 to {LONGEST_WORD} printable characters")
    return word


def faces(request: Request, table: Round) -> list[Face]:
    """Every answer chance may give, in the order of its text: nobody can choose another order afterwards."""
    every = [(msgspec.json.encode(answer).decode(), answer, weight) for answer, weight in request.chances(table)]
    return sorted(every, key=lambda face: face[0])


class Pick(msgspec.Struct, frozen=True):
    """What chance answered, and how it came about."""

    faces: list[Face]
    bound: int
    number: int

    @property
    def answer(self) -> Answer:
        """The face on which the number falls."""
        left = self.number
        for _, answer, weight in self.faces:
            if left < weight:
                return answer
            left -= weight
        raise AssertionError("the number is below the sum of the weights")


class RoundChance:
    """The chance of one round as it goes on: draws in the order of the record, words at the first patron's answer."""

    def __init__(self, seal: Seal, words: Mapping[str, str] | None = None) -> None:
        self.seal = seal
        self.commitment: str = seal.commitment
        self.deck: SealedDeck | None = seal.deck
        self.words: dict[str, str] = dict(words or {})
        self.words_are_in: bool = False
        self._numbers = seal.chance()
        self._cards_come_again = False

    def pick(self, request: Request, table: Round) -> Pick:
        """The next draw; from a sealed deck, of the places that are left."""
        possible = faces(request, table)
        if self.deck is not None:
            places = self.deck.places
            possible.sort(key=lambda face: places.get(getattr(face[1], "card", ""), len(places)))
        bound = sum(weight for _, _, weight in possible)
        return Pick(possible, bound, self._numbers.below(bound))

    def answered(self, request: Request) -> None:
        """Follow an answer: with the first that a patron gives, the words are mixed in and no further are taken."""
        if request.asks == "patrons" and not self.words_are_in:
            self.words_are_in = True
            self._numbers.mix_in(self.words)
        if self.deck is not None and request.shuffles_dealt_cards and not self._cards_come_again:
            self._cards_come_again, self._numbers = True, SealedChance(self.deck.later)
            self._numbers.mix_in(self.words)

    def follow(self, request: Request, table: Round, answer: Answer) -> Pick | None:
        """An answer given before; what chance answered must follow from the seal. Called before it is applied."""
        pick = self.pick(request, table) if request.asks == "chance" else None
        if pick is not None and pick.answer != answer:
            raise RecordError(f"{request.name} was answered otherwise than the seal of round {self.seal.round_id} does")
        self.answered(request)
        return pick
