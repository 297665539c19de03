"""Chance at a live table: every round is sealed when it begins, and its words are taken until somebody has wagered."""

from __future__ import annotations

from typing import Any

import msgspec

from nomorebets.errors import WagerRefused
from nomorebets.fairness.sealed import RoundChance, Seal, fresh_seal, require_word
from nomorebets.server.book import schema
from nomorebets.server.book.store import SealRow, now
from nomorebets.server.tables.seating import Seated
from nomorebets.server.tables.state import TableState
from nomorebets.table import Entry


class LiveChance(TableState):
    """The seal of the round that is being played or comes next."""

    @property
    def commitment(self) -> str:
        """What is published of the round's seal; nothing before the round has one."""
        return self.chance.commitment if self.chance is not None and self._is_sealed else ""

    @property
    def takes_words(self) -> bool:
        """Until the first wager or decision of the round is taken."""
        return self.chance is not None and self._is_sealed and not self.chance.heard

    def word_of(self, seated: Seated | None) -> str:
        """What a seat has given to be mixed in; nobody else is told."""
        return self.chance.words.get(seated.seat, "") if seated is not None and self.chance is not None else ""

    def _restore_seal(self, row: SealRow | None) -> None:
        if row is not None and row.seal.round_id == self.round_id:
            self.chance, self._is_sealed = RoundChance(row.seal, row.words), True

    def _seal_chance(self) -> None:
        """Chance from the beginning of the round; where it has no seal yet, it gets one that nobody can know."""
        if self._is_sealed and self.chance is not None and self.chance.seal.round_id == self.round_id:
            self.chance = RoundChance(self.chance.seal, self.chance.words)
            return
        seal = self._fresh_seal()
        self.chance, self._is_sealed = RoundChance(seal), True
        row = {
            "round_id": self.round_id,
            "table_id": self.id,
            "number": self.number,
            "published": now(),
            "commitment": seal.commitment,
            "salt": seal.salt.hex(),
            "seed": seal.seed.hex(),
            "words": "{}",
        }
        self._changes.insert(schema.seals, row)

    def _fresh_seal(self) -> Seal:
        return fresh_seal(self.round_id, lambda size: bytes(self.secrets.below(256) for _ in range(size)))

    def _follow(self, entry: Entry) -> None:
        """An entry of this round that is answered again as it was."""
        assert self.play is not None
        if self.chance is None:  # begun before there were seals
            self.chance = RoundChance(self._fresh_seal())
        if self._is_sealed:
            self.chance.follow(entry.request, self.play.table, entry.answer)
        self.play.answer(entry.answer, trusted=True)

    def _word(self, seated: Seated, message: dict[str, Any]) -> None:
        """A word that is mixed in, so that the house alone did not choose what comes."""
        word = require_word(message.get("word"))
        if self.chance is None or not self.takes_words:
            by, day = self.table.game.terms.late_by, self.table.as_of
            raise WagerRefused("it comes too late for this round", by, day, "a word before the next round's wagers")
        self.chance.words[seated.seat] = word
        row = {"round_id": self.round_id, "words": msgspec.json.encode(self.chance.words).decode()}
        self._changes.change(schema.seals, row)
