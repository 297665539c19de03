"""A round to step through: chance and the dealer go on by themselves, people are asked one seat at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from nomorebets.drivers.chance import Chance, SecureChance, SeededChance, draw
from nomorebets.drivers.seen import Legal, Seen, seen_by
from nomorebets.errors import RecordError, RulesError, WagerRefused, one_line, shown
from nomorebets.table import Play, Round, Ruling, Table
from nomorebets.table.areas import Area
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.memory import read_opening
from nomorebets.table.record import Record, RecordBegun, header_of, read_begun, rerun
from nomorebets.table.requests import Answer, Bets, PatronRequest, Request
from nomorebets.untrusted import RECORDS

A_MAPPING = "dollars by wager, or by seat and wager"
Wagers = Mapping[str, object] | Mapping[int, Mapping[str, object]]  # {"red": 5}, of seat 1; or {2: {"red": 5}}


class Saved(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position as it is written down: the record so far, and what is still to come."""

    record: list[str]
    waiting: dict[int, dict[str, Any]] = {}  # what seats have said that are asked together with others
    seed: int | None = None
    drawn: int = 0
    outcomes: list[str] = []
    hands: dict[str, list[str]] = {}
    more: bool = False


class _Step(NamedTuple):
    """Where a position was before somebody answered."""

    entries: int
    waiting: dict[int, Answer]
    drawn: int
    outcomes: list[str]
    hands: dict[str, list[str]]


class Position:
    """A round at a table, as far as it has come: look, ask what is legal, answer, go on, or take it back.

    >>> from nomorebets import open_table
    >>> given = {1: "Ts 6h", "dealer": "9d 8c"}
    >>> at = Position(open_table("blackjack"), {"blackjack": 10}, hands=given, outcomes="5s")
    >>> at, at.view().own, "hit" in at.legal
    (<blackjack: seat 1 is asked draw or double ($0.50 to $10) or stand?>, ('Ts', '6h'), True)
    >>> at.act("hit").net
    {1: 1000}
    >>> at.undo().act("stand").net
    {1: -1000}
    """

    def __init__(
        self,
        table: Table,
        wagers: Wagers | None = None,
        *,
        seed: int | None = None,
        outcomes: str | Sequence[str] = (),
        hands: Mapping[object, str | Sequence[str]] | None = None,
        state: Mapping[str, str] | None = None,
        opening: Opening | None = None,
        seats: Mapping[int, int] | None = None,
    ) -> None:
        self._seed = seed
        self._chance: Chance = SecureChance() if seed is None else SeededChance(seed)
        self._outcomes = _listed(outcomes)
        self._hands = {_area(name): _listed(cards) for name, cards in (hands or {}).items()}
        self._waiting: dict[int, Answer] = {}
        self._more = False  # wait also where wagers are taken again
        self._steps: list[_Step] = []
        begun = opening or Opening(read_opening(table.game, state or {}))
        made = _by_seat(wagers)
        at = Round(table, Felt.opened(begun), dict(seats or dict.fromkeys(made or (1,), 0)))
        self.play: Play = Play(at)
        self._go_on()
        if wagers is not None:
            self.bet(wagers)

    # --- looking ---------------------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        return self.play.table.table

    @property
    def over(self) -> bool:
        return self.play.over

    @property
    def takes_wagers(self) -> bool:
        """Whether wagers may be made now."""
        asked = self.play.asked
        return asked is not None and asked.takes_wagers

    @property
    def seat(self) -> int:
        """The seat that is asked; 0 where none is."""
        asked = self.play.asked
        left = [] if asked is None else [seat for seat in asked.seats() if seat not in self._waiting]
        return left[0] if left else 0

    @property
    def legal(self) -> Legal:
        """What the seat that is asked may answer."""
        return Legal(self.play.asked if self.seat else None, self.seat, self.play.table)

    def view(self, seat: int | None = None) -> Seen:
        """What one seat may know: the one that is asked, or seat 1."""
        own = self.seat or 1 if seat is None else seat
        return seen_by(own, self.play.table, self.play.asked if own not in self._waiting else None)

    @property
    def rulings(self) -> list[Ruling]:
        """What became of every wager, when the round is over."""
        return self.play.rulings

    @property
    def net(self) -> dict[int, int]:
        """What each seat won, in cents, when the round is over."""
        won: dict[int, int] = {}
        for ruling in self.rulings:
            won[ruling.seat] = won.get(ruling.seat, 0) + ruling.net
        return won

    def __repr__(self) -> str:
        if self.over:
            return f"<{self.table.game.id}: over, {self.net}>"
        if self.takes_wagers:
            return f"<{self.table.game.id}: wagers are taken>"
        return f"<{self.table.game.id}: seat {self.seat} is asked {self.view().question}>"

    # --- going on --------------------------------------------------------------------------------------------------

    def bet(self, wagers: Wagers | None = None, *, more: bool = False) -> Position:
        """Make wagers while they are taken: ``{"red": 5}`` in dollars, or by seat; none, to let the dealer go on.

        ``more``: where wagers are taken again later in the round, wait for them too.
        """
        if not self.takes_wagers:
            by = self.play.request.by if self.play.request else None
            raise WagerRefused("no wagers are taken now", by, self.table.as_of, "an answer to what is asked")
        at = self.play.table
        made = [at.wager(seat, on, amount) for seat, own in _by_seat(wagers).items() for on, amount in own.items()]
        self._more = more
        self._answer(Bets(placed=tuple(made)))
        return self

    def act(self, said: str | Mapping[str, Any]) -> Position:
        """Answer for the seat that is asked, in words (``"hit"``, ``"raise 20"``) or as the message a table takes."""
        if self.takes_wagers or not self.seat:
            accepts = "bet(…)" if self.takes_wagers else "another round"
            raise WagerRefused(f"nobody is asked for {shown(said, 40)} now", on=self.table.as_of, accepts=accepts)
        asked, seat = self.play.asked, self.seat
        assert asked is not None
        part = self.legal.part(said)
        together = self._waiting | {seat: part}
        if len(together) < len(asked.seats()):
            self._steps.append(self._step())
            self._waiting = together
        else:
            self._answer(asked.join(together))
        return self

    def say_nothing(self) -> Position:
        """What the table does for the seat that is asked, where it does not answer in time."""
        asked, seat = self.play.asked, self.seat
        if asked is None or not seat:
            raise WagerRefused("nobody is asked now", on=self.table.as_of, accepts="bet(…), or another round")
        return self.act(asked.written(seat, asked.default(seat)))

    def undo(self) -> Position:
        """Take the last answer or wagers back, and what chance brought after it."""
        if not self._steps:
            raise RulesError("nothing has been answered yet: there is nothing to take back", accepts="act or bet")
        entries, self._waiting, drawn, self._outcomes, self._hands = self._steps.pop()
        self.play = self.play.copy(entries)
        if isinstance(self._chance, SeededChance):
            self._chance.drawn = drawn
        return self

    def copy(self) -> Position:
        """The same position once more; what is done with one does not touch the other."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin._outcomes, twin._hands = list(self._outcomes), {area: list(cards) for area, cards in self._hands.items()}
        twin._waiting, twin._steps = dict(self._waiting), list(self._steps)
        if isinstance(self._chance, SeededChance) and self._seed is not None:
            twin._chance = SeededChance(self._seed, self._chance.drawn)
        twin.play = self.play.copy()
        return twin

    def next(self, wagers: Wagers | None = None) -> Position:
        """The next round at the same table, with what stands there."""
        if not self.over:
            raise RulesError("the round is not over", accepts="act or bet until it is")
        later = type(self)(self.table, seed=self._seed, opening=self.play.next_opening, seats=self.play.table.seats)
        if isinstance(self._chance, SeededChance) and self._seed is not None:
            later._chance = SeededChance(self._seed, self._chance.drawn)
        return later if wagers is None else later.bet(wagers)

    def _answer(self, answer: Answer) -> None:
        before = self._step()
        self.play.answer(answer)
        self._steps.append(before)
        self._waiting = {}
        try:
            self._go_on()
        except RulesError:  # an outcome that cannot be: nothing has moved
            self.undo()
            raise

    def _step(self) -> _Step:
        drawn = self._chance.drawn if isinstance(self._chance, SeededChance) else 0
        hands = {area: list(cards) for area, cards in self._hands.items()}
        return _Step(len(self.play.entries), self._waiting, drawn, list(self._outcomes), hands)

    def _go_on(self) -> None:
        """Chance and the dealer, until people are asked or the round is over."""
        while (request := self.play.request) is not None:
            if isinstance(request, PatronRequest) and self._waits(request):
                return
            self.play.answer(self._chance_of(request) if request.asks == "chance" else request.usual())

    def _waits(self, request: PatronRequest) -> bool:
        if request.takes_wagers:
            return not getattr(request, "late", False) and (self._more or not self._has_bet)
        return bool(request.seats()) and not request.is_pause

    @property
    def _has_bet(self) -> bool:
        return any(isinstance(entry.answer, Bets) for entry in self.play.entries)

    def _chance_of(self, request: Request) -> Answer:
        """What comes up: what was given for that hand, or given next, or by chance."""
        given = self._hands.get(getattr(request, "to", "")) or self._outcomes
        if not given or (request.rolled and self.table.game.chance.begins_by_roll):
            return draw(request, self.play.table, self._chance)
        token, table = given.pop(0), self.table
        facts = table.game.chance.read(token, table)
        try:
            return msgspec.convert(dict(facts), request.answer)
        except msgspec.ValidationError:
            text = f"{request.name} cannot be answered with {shown(token, 40)}"
            raise RulesError(text, request.by, table.as_of, f"one of the {table.game.chance.words}") from None

    # --- writing down ----------------------------------------------------------------------------------------------

    def save(self) -> str:
        """The position as JSON; :func:`load` makes it again."""
        begun, asked = RecordBegun(header_of(self.play)), self.play.asked
        said = {seat: asked.written(seat, part) for seat, part in self._waiting.items()} if asked else {}
        return msgspec.json.encode(
            Saved(
                [line.decode() for line in begun.go_on(self.play)],
                said,
                self._seed,
                self._step().drawn,
                self._outcomes,
                self._hands,
                self._more,
            )
        ).decode()

    @classmethod
    def load(cls, saved: str | bytes) -> Position:
        """A position that was saved; what was altered is refused."""
        if len(saved) > RECORDS:
            raise RecordError(f"the position has {len(saved):,} bytes", accepts=f"at most {RECORDS:,}")
        try:
            found = msgspec.json.decode(saved, type=Saved)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            raise RecordError(
                f"this is no saved position: {one_line(fault, 200)}", accepts="what save() gave"
            ) from None
        lines = [line.encode() for line in found.record]
        is_over = len(lines) > 1 and b'"line":"close"' in lines[-1][:20]
        begun, entries = read_begun(lines[:-1] if is_over else lines)
        at = cls.__new__(cls)
        at._seed, at._steps, at._waiting, at._more = found.seed, [], {}, found.more
        at._chance = SecureChance() if found.seed is None else SeededChance(found.seed, found.drawn)
        at._outcomes, at._hands = found.outcomes, found.hands
        at.play = rerun(Record(begun.header, entries))
        at._go_on()
        for said in found.waiting.values():
            at.act(said)
        return at

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).load, (self.save(),)


def _listed(given: str | Sequence[str]) -> list[str]:
    return given.split() if isinstance(given, str) else list(given)


def _area(name: object) -> str:
    """The area somebody means: a seat by its number, or an area by its name."""
    return str(Area(name)) if isinstance(name, int) else str(name)


def _by_seat(wagers: Wagers | None) -> dict[int, Mapping[str, object]]:
    """Wagers by seat; those of nobody in particular are seat 1's."""
    if wagers is not None and not isinstance(wagers, Mapping):
        raise WagerRefused(f"{shown(wagers, 40)} are no wagers", accepts=A_MAPPING)
    own: dict[int, Mapping[str, object]] = {}
    alone = {on: amount for on, amount in (wagers or {}).items() if not isinstance(on, int)}
    if alone:
        own[1] = alone
    for seat, of_seat in (wagers or {}).items():
        if isinstance(seat, int):
            if not isinstance(of_seat, Mapping):
                raise WagerRefused(f"seat {seat}: {shown(of_seat, 40)} does not say on what", accepts=A_MAPPING)
            own[seat] = {**own.get(seat, {}), **of_seat}
    return own
