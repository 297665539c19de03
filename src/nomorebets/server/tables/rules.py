"""Rules of an open table, changed by a supervisor: drafted, posted, announced, regulator told, pending, in force (8.3).

What must be done and how long the notice runs is judged by ``compliance.change``; here it is done, and written down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import msgspec

from nomorebets.compliance.alike import Alike, alike
from nomorebets.compliance.change import Change, Judged, changes_between, sign_of
from nomorebets.compliance.notice import in_words, signed
from nomorebets.errors import HouseRuleError, RulesError, shown
from nomorebets.fairness.series import goes_on
from nomorebets.regulation import Citation, reading
from nomorebets.server import machine
from nomorebets.server.book.floor_log import AnyEntry, Drafted, Floor, Noticed, TookEffect, Withdrawn, floor_of, written
from nomorebets.server.book.rows import TableRow
from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.events import paragraph
from nomorebets.server.tables.inbox import Message
from nomorebets.server.tables.outbox import Outbox
from nomorebets.server.tables.pit import differing, why
from nomorebets.server.tables.round_in_play import RoundInPlay
from nomorebets.server.tables.seats import Seats
from nomorebets.table import Play, Round, Table, Wager
from nomorebets.table.acceptance import is_within_limits, verify_totals
from nomorebets.table.felt import Felt
from nomorebets.table.house import require_no_analysis

if TYPE_CHECKING:
    from nomorebets.server.tables.live import LiveTable

BETWEEN_ROUNDS = reading("R-8.3-between-rounds")
MOST_AT_ONCE = 20  # changes under way at one table
SHOWN_FOR = timedelta(minutes=30)  # for which it is said that something has changed


def moment() -> datetime:
    """Now, by the clock that does not jump."""
    return datetime.fromtimestamp(round(machine.seconds(), 3), UTC)


class Rules:
    """The changes that are under way at a table."""

    def __init__(
        self,
        row: TableRow,
        table: Table,
        seats: Seats,
        round: RoundInPlay,
        outbox: Outbox,
        is_played: Callable[[], bool],  # by people
        pit: Callable[[], Iterable[LiveTable]] = lambda: (),  # the other tables of its pit
    ) -> None:
        self._pit = pit
        self._name, self._table, self._seats, self._round, self._outbox = row.name, table, seats, round, outbox
        self._is_played, self._training = is_played, row.training
        self.floor: Floor = floor_of(row)
        # of the rules this table is dealt by: how often they were changed
        self.edition: int = len(self.floor.took_effect)

    # --- what a supervisor does --------------------------------------------------------------------------------------

    def draft(self, purse: Purse, message: Message) -> None:
        """A change to be made; refused with the paragraph where no notice would make it lawful."""
        if len(self.floor.changes) >= MOST_AT_ONCE:
            raise HouseRuleError(f"{MOST_AT_ONCE} changes are under way here", accepts="withdrawing one of them")
        drafted = Drafted(
            number=self.floor.number + 1,
            at=moment(),
            who=purse.patron,
            name=purse.name,
            option=str(message.get("option") or ""),
            value=message.get("value"),
            pay_table=_table_in(message, "pay_table"),
            limits=_table_in(message, "limits"),
        )
        change = drafted.change(self.floor.table_id)
        if not (change.option or change.pay_table or change.limits):
            raise HouseRuleError("nothing is to be changed", accepts="option and value, pay_table, or limits")
        judged = self._judge(change)
        if judged.after is None:
            [fault, *_] = judged.missing
            what, accepts = in_words(self._table.game, fault.what), in_words(self._table.game, fault.accepts)
            raise HouseRuleError(what, fault.by, self._table.as_of, accepts)
        if not self._training:
            require_no_analysis(judged.after.game, judged.after.house)
        self.write(drafted)

    def give_notice(self, purse: Purse, message: Message) -> None:
        """The sign is put up, the change announced, or the regulator told."""
        number, change = self._named(message)
        judged = self._judge(change)
        due = [act for act, at, _ in judged.acts if at is None]
        act = message.get("act")
        if act not in due:
            text = f"change {number}: {shown(act, 20)} is not to be done"
            raise HouseRuleError(
                text, BETWEEN_ROUNDS, self._table.as_of, ", ".join(due) or "waiting until it takes effect"
            )
        words = f"{self._name}, {self._table.game.entry.name}: {self.words(judged)}"
        self.write(
            Noticed(number=number, at=moment(), who=purse.patron, name=purse.name, act=due[due.index(act)], words=words)
        )

    def withdraw(self, purse: Purse, message: Message) -> None:
        number, _ = self._named(message)
        self.write(Withdrawn(number=number, at=moment(), who=purse.patron, name=purse.name))

    def _named(self, message: Message) -> tuple[int, Change]:
        number = message.get("change")
        if type(number) is not int or number not in self.floor.changes:
            known = ", ".join(map(str, self.floor.changes)) or "none is under way"
            raise HouseRuleError(f"no change {shown(number, 20)} is under way at this table", accepts=known)
        return number, self.floor.changes[number]

    def write(self, entry: AnyEntry) -> None:
        self.floor.follow(entry)
        self._outbox.changes.floor.append((self.floor.table_id, written(entry)))

    def _judge(self, change: Change) -> Judged:
        return self.floor.judge(change, not self._is_played())

    # --- how it takes effect -----------------------------------------------------------------------------------------

    def take_effect(self) -> bool:
        """Let changes whose notice has run take effect, between two rounds; whether one did."""
        if not self.floor.changes or self._round.has_begun:
            return False
        done = False
        for number, change in list(self.floor.changes.items()):
            judged = self._judged(change)
            if judged is None or judged.earliest is None or judged.earliest > moment() or self._waits(change, judged):
                continue
            assert judged.after is not None
            if change.is_of_limits:
                self._let_stand(judged.after)
            rows = changes_between(judged.before, judged.after)
            closed = judged.change.closed
            self.write(TookEffect(number=number, at=moment(), round=self._round.number, changes=rows, closed=closed))
            done = True
        for other in self._pit() if done else ():
            if other.rules.floor.changes:  # it may wait for this one
                other.delivery.due_soon()
        return done

    def is_ready(self, name: str, wanted: Alike) -> bool:
        """Whether a change of something to a value is under way here whose notice has run."""
        ready = [self._judged(change) for change in self.floor.changes.values() if name in change.names]
        return any(
            judged is not None
            and judged.after is not None
            and alike(judged.after.game, judged.after.house)[name].compared == wanted.compared
            and judged.earliest is not None
            and judged.earliest <= moment()
            for judged in ready
        )

    def _not_alike(self, change: Change, judged: Judged) -> Iterator[tuple[str, Citation]]:
        """Why a change waits for other tables, which must have the same: each, and by which paragraph."""
        assert judged.after is not None
        for name, other, theirs in differing(judged.after, self._pit()):
            if name in change.names and not other.rules.is_ready(
                name, alike(judged.after.game, judged.after.house)[name]
            ):
                yield why(other, theirs), theirs.by

    def _judged(self, change: Change) -> Judged | None:
        """None where another change has made it impossible, or has made it already."""
        try:
            return self._judge(change)
        except RulesError:
            return None

    def _waits(self, change: Change, judged: Judged) -> bool:
        """Whether what lies on the table, or is in the shoe, is still to be decided by the old rule."""
        if change.is_of_limits:
            return False
        if any(self._not_alike(change, judged)):
            return True
        opening, game = self._round.opening, self._table.game
        if opening.wagers or any(seated.orders for seated in self._seats.people):
            return True
        option = next((option for option in game.terms.all_options if option.id == change.option), None)
        of_the_pack = option is not None and (option.counts_cards or option.makes_the_odds)
        if of_the_pack and goes_on(game, opening):
            return True
        assert judged.after is not None
        try:
            Play(Round(judged.after, Felt.opened(opening), self._seats.chips))
        except RulesError:
            return True
        return False

    def _let_stand(self, after: Table) -> None:
        """Wagers that were taken under the old limits stand as they are: the new ones are for the next wager."""
        at = Round(after, Felt.opened(self._round.opening), self._seats.chips)
        for seated in self._seats.people:
            placed = _accepted(at, seated.orders.placed)
            if placed != seated.orders.placed:
                seated.orders.placed = placed
                self._seats.keep(seated)

    def seconds(self) -> float | None:
        """Until the next change may take effect; None where none waits for the clock."""
        if not self.floor.changes:
            return None
        judged = [self._judged(change) for change in self.floor.changes.values()]
        now = moment()
        left = [(one.earliest - now).total_seconds() for one in judged if one is not None and one.earliest is not None]
        return min((seconds for seconds in left if seconds > 0), default=None)

    # --- what is shown -----------------------------------------------------------------------------------------------

    def words(self, judged: Judged) -> str:
        """The change as a sign has it."""
        assert judged.after is not None
        return sign_of(judged.before, judged.after)

    def shown(self, supervises: bool) -> list[dict[str, Any]]:
        """Every change of which a sign is up, and what has changed lately; to a supervisor also what is to be done."""
        rows = self._lately()
        for number, change in self.floor.changes.items():
            judged = self._judged(change)
            if judged is None or judged.after is None or not (supervises or change.posted or change.announced):
                continue
            earliest, by = judged.earliest, judged.acts[0][2]
            waits = next(self._not_alike(change, judged), None)
            rows.append(
                {
                    "change": number,
                    "words": self.words(judged),
                    "state": judged.state,
                    "takes_effect": None if earliest is None else earliest.isoformat(),
                    "seconds": None if earliest is None else max(0.0, (earliest - moment()).total_seconds()),
                    **({"due": [act for act, at, _ in judged.acts if at is None]} if supervises else {}),
                    **({"waits": f"{waits[0]}; change it there too"} if supervises and waits else {}),
                    **paragraph(waits[1] if waits else by, self._table.as_of),
                }
            )
        return rows

    def _lately(self) -> list[dict[str, Any]]:
        """Changes in force that people may not have seen yet."""
        return [
            {
                "change": entry.number,
                "words": signed(entry.changes, self._table.game, "before"),
                "state": "in force",
                "takes_effect": entry.at.isoformat(),
                "seconds": None,
                **paragraph(BETWEEN_ROUNDS, self._table.as_of),
            }
            for entry in self.floor.took_effect
            if entry.at > moment() - SHOWN_FOR
        ]


def _accepted(at: Round, placed: dict[str, Wager]) -> dict[str, Wager]:
    """Wagers as they are taken where other limits are posted, each and together: those outside them as accepted."""
    lying = at.copy()
    for wager in placed.values():
        lying.felt.put_down(wager, reading("R-8.2-accepted"))
    try:
        for owner in {wager.owner for wager in placed.values()}:
            verify_totals(lying, owner)
        outside = {on for on, wager in placed.items() if not is_within_limits(at, wager)}
    except RulesError:
        outside = set(placed)
    return {on: msgspec.structs.replace(w, accepted=True) if on in outside else w for on, w in placed.items()}


def _table_in(message: Message, name: str) -> dict[str, Any]:
    given = message.get(name) or {}
    if not isinstance(given, dict):
        raise HouseRuleError(f"{name}: {shown(given, 40)} names no wagers", accepts='{"table": {"max": "500.00"}}')
    return given
