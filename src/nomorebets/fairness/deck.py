"""A deck sealed card by card: where hands may stay covered for ever, each card can be opened without the others.

Every card is hashed with a salt of its own. The hashes, sorted, are the sealed deck: nobody knows which of them is
which card, and all of them are under the commitment of the round. Numbers that follow from a key and from the words of
the patrons say which place of the sealed deck is dealt next. The key is told after the round, so that everybody can
follow the deal from place to place; a card is told with its salt, to those who may see it.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

import msgspec

from nomorebets.equipment.packs import pack

DECK = b"nomorebets deck 1\n"
CARD = b"nomorebets card 1\n"
COMMITMENT = b"nomorebets commitment 2\n"
KEY_BYTES, SALT_BYTES = 48, 32


class SealedDeck(msgspec.Struct, frozen=True):
    """The cards of one round by their places in the sealed deck, and what the order of the deal follows from."""

    order: bytes
    later: bytes  # the same when cards that had been dealt were shuffled in: who knew it could follow them
    salts: dict[str, bytes]
    places: dict[str, int]  # where each card lies
    hashes: tuple[str, ...]  # of each place

    def commitment(self, secrets: str) -> str:
        """What is published before the round: over the hash of its secrets, of the key and of every card."""
        under = [secrets, hashlib.sha256(self.order).hexdigest(), *self.hashes]
        return hashlib.sha256(COMMITMENT + bytes.fromhex("".join(under))).hexdigest()


@lru_cache(maxsize=64)
def sealed_deck(seed: bytes) -> SealedDeck:
    """The deck that follows from the seed of a round."""
    cards = sorted(pack(""))
    drawn = hashlib.shake_256(DECK + seed).digest(2 * KEY_BYTES + SALT_BYTES * len(cards))
    starts = range(2 * KEY_BYTES, len(drawn), SALT_BYTES)
    salts = {card: drawn[at : at + SALT_BYTES] for card, at in zip(cards, starts, strict=True)}
    hashes = {card: hashlib.sha256(CARD + salt + card.encode()).hexdigest() for card, salt in salts.items()}
    lying = sorted(cards, key=hashes.__getitem__)
    return SealedDeck(
        drawn[:KEY_BYTES],
        drawn[KEY_BYTES : 2 * KEY_BYTES],
        salts,
        {card: place for place, card in enumerate(lying)},
        tuple(hashes[card] for card in lying),
    )
