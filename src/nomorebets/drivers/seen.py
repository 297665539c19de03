"""What one seat knows when it is asked, what it may answer, and ways to play that go by that alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from nomorebets.errors import RulesError, WagerRefused, one_line
from nomorebets.table import Round, Wager
from nomorebets.table.areas import seat_area
from nomorebets.table.requests import Answer, PatronRequest

MOST_WORDS = 400  # characters of an answer


class Legal:
    """What a seat may answer: ``in`` asks for any answer, iterating gives all, or some of every kind where many.

    An answer is written as it is typed at a table: ``"hit"``, ``"raise 20.00"``, ``"As Kd"``.
    """

    def __init__(self, request: PatronRequest | None, seat: int, table: Round) -> None:
        self._request, self._seat, self._table = request, seat, table

    def part(self, said: object) -> Answer:
        """An answer in words (or as the message a table takes), verified; raises the refusal."""
        request, seat, table = self._request, self._seat, self._table
        if request is None:
            raise WagerRefused(f"seat {seat} is not asked", on=table.as_of, accepts="to wait for its turn")
        if not isinstance(said, str | Mapping):
            text = f"seat {seat}: {one_line(said, 60)} is no answer"
            raise WagerRefused(text, request.by, table.as_of, f"words: {', '.join(self)}")
        message = request.typed(seat, said[:MOST_WORDS], table) if isinstance(said, str) else said
        part = request.read(seat, message, table)
        request.verify_part(table, seat, part)
        return part

    def __contains__(self, said: object) -> bool:
        try:
            self.part(said)
        except RulesError:
            return False
        return True

    def __iter__(self) -> Iterator[str]:
        if self._request is None:
            return iter(())
        parts = self._request.possible(self._seat, self._table)
        return iter(dict.fromkeys(in_words(self._request.written(self._seat, part)) for part in parts))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"<{', '.join(self) or 'nothing to answer'}>"


def in_words(message: Mapping[str, Any]) -> str:
    """A message as somebody types it: its values, one after the other; which hand it is, the question knows."""
    said = (value for name, value in message.items() if name != "hand")
    return " ".join(" ".join(value) if isinstance(value, list | tuple) else str(value) for value in said)


class Seen(msgspec.Struct, frozen=True):
    """A round as one seat knows it: its own cards and what lies open, the wagers, and what it may answer."""

    seat: int
    hand: int  # which of the seat's hands is asked about
    game: str
    question: str
    legal: Legal
    cards: Mapping[str, tuple[str, ...]]  # by area; a card that this seat may not see is ??
    wagers: tuple[Wager, ...]
    state: Mapping[str, str]  # what everybody may know of what the table remembers: the point, the meter
    dice: str
    wheel: str

    @property
    def own(self) -> tuple[str, ...]:
        """The cards of the hand it is asked about."""
        return self.cards.get(seat_area(self.seat, self.hand), ())

    @property
    def dealer(self) -> tuple[str, ...]:
        """The dealer's cards as far as they lie open."""
        return self.cards.get("dealer", ())


def seen_by(seat: int, table: Round, request: PatronRequest | None = None) -> Seen:
    """What a seat knows of a round, and is asked."""
    felt, game = table.felt, table.game
    asked = request if request is not None and seat in request.seats() else None
    return Seen(
        seat,
        asked.hand_of(seat)[0] if asked is not None else 1,
        game.id,
        asked.prompt(seat) if asked is not None else "",
        Legal(asked, seat, table),
        MappingProxyType({area: tuple(cards) for area, cards in felt.seen_by(seat).items()}),
        tuple(felt.wagers),
        MappingProxyType({name: felt.state[name] for name in game.memory.public if name in felt.state}),
        felt.dice,
        felt.wheel,
    )


Player = Callable[[Seen], object]  # a way to play: what a seat knows in, its answer in words out


def decides(player: Player) -> Callable[[PatronRequest, Round], Answer]:
    """A way to play as bots take it. Every seat that is asked answers by what it alone knows."""

    def answer(request: PatronRequest, table: Round) -> Answer:
        parts: dict[int, Answer] = {}
        for seat in request.seats():
            seen = seen_by(seat, table, request)
            parts[seat] = seen.legal.part(player(seen))
        return request.join(parts) if parts else request.usual()

    return answer
