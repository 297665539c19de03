"""Running a script: each request answered, verified, applied to the felt, and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from nomorebets.errors import DealerError, counted
from nomorebets.regulation import law
from nomorebets.showing import InNotebooks
from nomorebets.table.felt import STANDING, Opening
from nomorebets.table.requests import Answer, Checkpoint, Done, PatronRequest, Request, usual
from nomorebets.table.round import Round
from nomorebets.table.wagers import Ruling


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One step of a round: what was asked, and what happened."""

    request: Request
    answer: Answer


class Play(InNotebooks):
    """A round in progress. ``request`` waits for an answer until ``over``.

    An answer that is refused leaves everything as it was, and the request goes on waiting.
    """

    def __init__(self, table: Round, at_checkpoint: Callable[[str], None] | None = None) -> None:
        self.table = table
        self.entries: list[Entry] = []
        self.opening: Opening = Opening(dict(table.felt.state), table.wagers)
        self._rulings: list[Ruling] | None = []
        self.next_opening: Opening = self.opening  # when the round is over: what the next one begins with
        self._in_force = law.acted_by(table.as_of)
        self._at_checkpoint = at_checkpoint
        self.request: Request | None = None
        self._send: Callable[[Answer], Request] = table.game.script(table).send
        self._start()

    @property
    def over(self) -> bool:
        return self.request is None

    @property
    def rulings(self) -> list[Ruling]:
        """When the round is over, what became of every wager."""
        if self._rulings is None:
            self._rulings = self.table.felt.rulings()
        return self._rulings

    @rulings.setter
    def rulings(self, standing: list[Ruling]) -> None:
        """Those that a dispute leaves standing."""
        self._rulings = standing

    @property
    def asked(self) -> PatronRequest | None:
        """The request that people are to answer, if it is one of theirs."""
        return self.request if isinstance(self.request, PatronRequest) else None

    def answer(self, answer: Answer, trusted: bool = False) -> None:
        """Answer the waiting request. ``trusted`` answers were verified before, in the same round."""
        request = self.request
        if request is None:
            raise DealerError("the round is over: nothing is asked any more", accepts="another round")
        table = self.table
        if not trusted:
            by = request.by
            if self._in_force.get(id(by)) is not by:
                law.enforce_in_force(by, table.as_of)
            request.verify(table, answer)
        request.apply(table.felt, answer)
        self.entries.append(Entry(request, answer))
        try:
            request = self._send(answer)
        except StopIteration:
            self._end()
        else:
            if type(request) is Checkpoint:
                self._pass(request)
            else:
                self.request = request

    def copy(self, entries: int | None = None) -> Play:
        """The same round once more, as far as some of its entries; a script cannot be copied, so it is run again."""
        again = self.table.again(self.opening)
        return replayed(again, self.entries if entries is None else self.entries[:entries])

    def __reduce__(self) -> tuple[object, ...]:
        return replayed, (self.table.again(self.opening), self.entries)

    def __repr__(self) -> str:
        waits = "over" if self.request is None else f"waits for {self.request.name}"
        return f"<round of {self.table.game.id}: {counted(len(self.entries), 'entry', 'entries')}, {waits}>"

    def explained(self) -> list[Ruling]:
        """The rulings of a round that is over, each by what decides its amount, or by why it could not be decided."""
        return [self._explained(ruling) for ruling in self.rulings]

    def _explained(self, ruling: Ruling) -> Ruling:
        table = self.table.table
        where = ruling.on or ruling.wager
        bet = table.game.bet.get(table.place(where).kind) if table.has_place(where) else None
        if bet is None:
            return ruling
        if ruling.result == "win" and bet.paid_by is not None:
            return msgspec.structs.replace(ruling, paid_by=bet.paid_by)
        own = ruling.seat, ruling.player, where
        lies = [w for w in self.table.wagers if (w.seat, w.player, w.on) == own]
        if ruling.by == STANDING and lies:
            off = bet.off_by(lies[0], self.opening.state, table.house)
            return ruling if off is None else msgspec.structs.replace(ruling, by=off)
        return ruling

    def _start(self) -> None:
        try:
            request = self._send(None)  # type: ignore[arg-type]  # it starts the script
        except StopIteration:
            self._end()
        else:
            self._pass(request)

    def _pass(self, request: Request) -> None:
        """Past checkpoints to what is asked next."""
        try:
            while isinstance(request, Checkpoint):
                if self._at_checkpoint is not None:
                    self._at_checkpoint(request.at)
                request = self._send(usual(Done))
            self.request = request
        except StopIteration:
            self._end()

    def _end(self) -> None:
        self.request, self._rulings = None, None
        self.next_opening = self.table.felt.close()


def play(table: Round, answer: Callable[[Request, Round], Answer]) -> Play:
    """Play a round to its end with one source of answers."""
    game = Play(table)
    while game.request is not None:
        game.answer(answer(game.request, table))
    return game


def replayed(table: Round, entries: list[Entry]) -> Play:
    """A round that was played as far as these entries, of which each was verified when it was made."""
    game = Play(table)
    for entry in entries:
        game.answer(entry.answer, trusted=True)
    return game


def chips_needed(trial: Play, answer: Answer, accounts: Iterable[str]) -> dict[str, int]:
    """How many chips each account must have for an answer: what it takes at once, or what the dealer does next.

    The round is one to try on: it goes on as far as the dealer acts.
    """
    before = trial.table.felt.ledger.balance.copy()
    needs = dict.fromkeys(accounts, 0)
    trial.answer(answer)
    while True:
        now = trial.table.felt.ledger.balance
        needs = {account: max(most, before[account] - now[account]) for account, most in needs.items()}
        if trial.request is None or trial.request.asks != "dealer":
            return needs
        trial.answer(trial.request.usual())
