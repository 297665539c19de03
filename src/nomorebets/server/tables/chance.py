"""Chance at a live table: every round is sealed when it begins, and its words are taken until somebody has wagered.

Rounds that belong together, those of one shoe for example, are sealed together before the first of them.
"""

from __future__ import annotations

import msgspec

from nomorebets.drivers.chance import Chance
from nomorebets.errors import WagerRefused
from nomorebets.fairness.sealed import RoundChance, fresh_seal, in_order, require_word
from nomorebets.fairness.series import Series, fresh_series, goes_on, length_for, sealed_by_card
from nomorebets.server.book import schema
from nomorebets.server.book.rows import SealRow
from nomorebets.server.tables.outbox import Outbox
from nomorebets.table import Round, Table
from nomorebets.table.felt import Opening
from nomorebets.table.record import SealLines
from nomorebets.table.requests import Answer, Request


class TableChance:
    """The sealed chance of the round that is being played or comes next."""

    def __init__(self, table: Table, secrets: Chance, outbox: Outbox) -> None:
        self._table, self._secrets, self._outbox = table, secrets, outbox
        self.of_round: RoundChance | None = None
        self._is_sealed = False  # a round begun before there were seals goes on without one
        self._series: Series | None = None  # from which its seal and those of the next rounds follow
        self._root = ""  # what is published of it
        self._words_are_closed = False  # they stand in the record

    @property
    def commitment(self) -> str:
        """What is published of the round's seal; nothing before the round has one."""
        return self.of_round.commitment if self.of_round is not None and self._is_sealed else ""

    @property
    def takes_words(self) -> bool:
        """Until the first wager or decision of the round is taken."""
        is_open = self._is_sealed and not self._words_are_closed
        return is_open and self.of_round is not None and not self.of_round.words_are_in

    @property
    def series(self) -> str:
        """What is published of all rounds sealed together; nothing for a round that is sealed by itself."""
        return self._root if self.commitment and self._root != self.commitment else ""

    def word_of(self, spot: str) -> str:
        """What somebody has given to be mixed in; nobody else is told."""
        return self.of_round.words.get(spot, "") if self.of_round is not None else ""

    def restore(self, row: SealRow | None, round_id: str) -> None:
        """The seal of a round that has one already."""
        if row is not None and row.seal.round_id == round_id:
            self.of_round, self._is_sealed = RoundChance(row.seal, row.words), True
        if row is not None and row.series is not None:
            self._series, self._root = row.series, row.series.root

    def begin(self, round_id: str, number: int, opening: Opening) -> None:
        """Chance from the beginning of a round; where it has no seal yet, it gets one that nobody can know."""
        if self._is_sealed and self.of_round is not None and self.of_round.seal.round_id == round_id:
            self.of_round = RoundChance(self.of_round.seal, self.of_round.words)
            return
        series = self._series
        if series is None or not series.covers(number) or not goes_on(self._table.game, opening):
            series = self._fresh_series(number)
        seal = series.seal(number)
        self.of_round, self._is_sealed, self._words_are_closed = RoundChance(seal), True, False
        row = {
            "round_id": round_id,
            "table_id": self._outbox.table_id,
            "number": number,
            "commitment": seal.commitment,
            "salt": seal.salt.hex(),
            "seed": seal.seed.hex(),
            "words": "{}",
            "series": self._root,
        }
        self._outbox.changes.seals.append(row)

    def _fresh_series(self, number: int) -> Series:
        """Before anybody knows what will be wagered, or said to be mixed in."""
        game = self._table.game
        by_card = sealed_by_card(game)
        series = fresh_series(self._outbox.table_id, number, length_for(game), self._entropy, by_card)
        self._series, self._root = series, series.root
        row = {"root": self._root, "table_id": series.table_id, "first": number, "length": series.length}
        self._outbox.changes.insert(schema.series, row | {"secret": series.secret.hex()})
        return series

    def _entropy(self, size: int) -> bytes:
        return bytes(self._secrets.below(256) for _ in range(size))

    def close_words(self) -> SealLines | None:
        """No further words are taken; what the record says of the round's seal, if it has one."""
        self._words_are_closed = True
        if self.of_round is None or not self._is_sealed or self._series is None:  # sealed by an earlier program
            return None
        return SealLines(self.of_round.commitment, self.series, in_order(self.of_round.words))

    def pick(self, request: Request, at: Round) -> Answer:
        """What chance answers."""
        assert self.of_round is not None
        return self.of_round.pick(request, at).answer

    def answered(self, request: Request) -> None:
        """Follow an answer: with the first that a patron gives, the words are mixed in."""
        assert self.of_round is not None
        self.of_round.answered(request)

    def follow(self, request: Request, at: Round, answer: Answer, round_id: str) -> None:
        """An answer that is given again as it was."""
        if self.of_round is None:  # begun before there were seals
            self.of_round = RoundChance(fresh_seal(round_id, self._entropy))
        if self._is_sealed:
            self.of_round.follow(request, at, answer)

    def take_word(self, spot: str, said: object) -> None:
        """A word that is mixed in, so that the house alone did not choose what comes."""
        word = require_word(said)
        if self.of_round is None or not self.takes_words:
            by, day = self._table.game.terms.late_by, self._table.as_of
            raise WagerRefused("it comes too late for this round", by, day, "a word before the next round's wagers")
        self.of_round.words[spot] = word
        self._keep_words(self.of_round)

    def move_word(self, spot: str, to: str) -> None:
        """Who gave it is elsewhere now, or nowhere: whoever comes next did not give it. What is mixed in stays."""
        if self.of_round is not None and self.takes_words and (word := self.of_round.words.pop(spot, "")):
            if to:
                self.of_round.words[to] = word
            self._keep_words(self.of_round)

    def _keep_words(self, chance: RoundChance) -> None:
        row = {
            "round_id": chance.seal.round_id,
            "words": msgspec.json.encode(chance.words).decode(),
        }
        self._outbox.changes.change(schema.seals, row)
