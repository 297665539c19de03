"""What a dealer did with each wager, compared with what must change hands over it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from nomorebets.errors import RulesError, TranscriptError, listed, shown
from nomorebets.procedures.vigorish import VIGORISH
from nomorebets.regulation import Citation
from nomorebets.rulings.names import spellings, wager_named
from nomorebets.rulings.transcript import DoneLine
from nomorebets.table import Play, Ruling, Table
from nomorebets.table.handed import Handed
from nomorebets.table.money import NotMoney, cents

Amounts = dict[str, int]  # cents paid, collected, returned or marked for a wager, each by its word
Key = tuple[int, str]  # a seat, and its wager


@dataclass(frozen=True)
class Difference:
    """A wager that was not settled as the rules require; amounts are the patron's gain in cents."""

    seat: int
    wager: str
    done: int
    required: int
    by: Citation
    done_as: Amounts | None = None  # what changed hands, by its word
    required_as: Amounts | None = None  # and what must


@dataclass(frozen=True)
class Due:
    """What must change hands over a wager, and the patron's gain by it."""

    handed: Handed
    net: int
    by: Citation

    def __add__(self, other: Due) -> Due:
        return Due(self.handed + other.handed, self.net + other.net, other.by)

    @property
    def as_amounts(self) -> Amounts:
        """What must be done with it, by its word; a wager that is left alone stands."""
        moves = self.handed.moves
        return moves or ({"stands": self.handed.stays} if self.handed.stays else {"paid": 0})


def handed_over(games: Iterable[Play]) -> list[Handed]:
    """All that changed hands in rounds, one line for each wager of a seat, in the order of its first."""
    by_wager: dict[tuple[int, str, str], Handed] = {}
    for game in games:
        steps = [entry.request.hands_over() for entry in game.entries]
        for at, step in enumerate(steps):
            beside = (*steps[at - 1], *steps[at + 1]) if 0 < at < len(steps) - 1 else ()
            collected = {h.seat for h in beside if h.wager == VIGORISH and h.collected}
            alone = len({h.seat for h in step}) == 1
            for one in step:
                handed = one._replace(at_once=one.owes) if alone and one.seat in collected else one
                key = handed.seat, handed.wager, handed.on
                by_wager[key] = by_wager[key] + handed if key in by_wager else handed
    return list(by_wager.values())


def compare(
    required: Sequence[Ruling], moves: Sequence[Handed], table: Table, done: Sequence[DoneLine], fees: Citation
) -> tuple[list[Difference], list[Key]]:
    """Where what was done differs, and the wagers that were not reported."""
    due = _all_due(required, moves, fees)
    known = due | _bundled(due, table) | _not_earned(due, table)
    reported: dict[Key, Amounts] = {}
    for line in done:
        key = _key(line, table, known)
        own = reported.setdefault(key, {})
        for deed, amount in _amounts(line, known[key].handed).items():
            own[deed] = own.get(deed, 0) + amount  # half collected and half returned may be two lines
    for (seat, wager), own in reported.items():
        due_of = known[seat, wager].handed
        if due_of.at_once and own.get("paid") == due_of.paid - due_of.at_once:  # paid less vigorish
            _settle_vigorish(known, due, seat, due_of.at_once)
            own["paid"] = due_of.paid
    differences = [d for key, own in reported.items() if (d := _difference(key, own, known[key])) is not None]
    return differences, _not_reported(required, due, table, reported)


def _settle_vigorish(known: dict[Key, Due], due: dict[Key, Due], seat: int, amount: int) -> None:
    """This much of a seat's vigorish was kept from its payment and is no longer owed."""
    owed = known[seat, VIGORISH]
    left = owed.handed._replace(collected=owed.handed.collected - amount)
    known[seat, VIGORISH] = due[seat, VIGORISH] = Due(left, owed.net + amount, owed.by)


def _not_reported(
    required: Sequence[Ruling], due: dict[Key, Due], table: Table, reported: dict[Key, Amounts]
) -> list[Key]:
    """Wagers that had to be settled and were not reported under any of their names."""
    covered = {(seat, part) for seat, name in reported for part in (name, *table.game.betting.bundles.get(name, ()))}
    missing: dict[Key, None] = {}
    for r in required:
        names = {(r.seat, r.wager), (r.seat, r.on or r.wager)}
        if r.result != "stands" and due[r.seat, r.wager].handed.moves and not names & covered:
            missing[r.seat, r.on or r.wager] = None
    fees = (key for key, one in due.items() if key[1] == VIGORISH and one.handed.moves and key not in covered)
    return [*missing, *fees]


def _all_due(required: Sequence[Ruling], moves: Sequence[Handed], fees: Citation) -> dict[Key, Due]:
    """What is due over each wager, under each of its names."""
    handed = {(h.seat, h.wager, h.on): h for h in moves}
    due: dict[Key, Due] = {}

    def add(key: Key, one: Due) -> None:
        due[key] = due[key] + one if key in due else one

    seen: set[tuple[int, str, str]] = set()
    for r in required:
        own = handed.get((r.seat, r.wager, r.on), Handed(r.seat, r.wager))
        again = (r.seat, r.wager, r.on) in seen
        if again:
            own = Handed(r.seat, r.wager)  # decided in several rounds, all of which it counts already
        seen.add((r.seat, r.wager, r.on))
        if r.result == "stands":
            own = own._replace(stays=own.stays or r.amount)
        elif r.result == "void" and not again and not own.moves and not own.stays:
            own = own._replace(returned=r.amount)
        for name in {r.wager, r.on or r.wager}:
            add((r.seat, name), Due(own, r.net, r.amount_by))
    for h in moves:
        if h.wager == VIGORISH:
            add((h.seat, VIGORISH), Due(h, -h.collected - h.marked, fees))
    return due


def _bundled(due: dict[Key, Due], table: Table) -> dict[Key, Due]:
    """Wagers that are made together and have one name."""
    bundles: dict[Key, Due] = {}
    for bundle, kinds in table.game.betting.bundles.items():
        for seat in {seat for seat, _ in due}:
            parts = [due[seat, kind] for kind in kinds if (seat, kind) in due]
            for part in parts:
                bundles[seat, bundle] = bundles[seat, bundle] + part if (seat, bundle) in bundles else part
    return bundles


def _not_earned(due: dict[Key, Due], table: Table) -> dict[Key, Due]:
    """A bonus that is not due may have been paid; so may vigorish have been taken that nobody owes."""
    unearned: dict[Key, Due] = {}
    for bonus, earned_by in table.game.bonuses.items():
        for (seat, wager), own in due.items():
            if wager == earned_by and (seat, bonus) not in due:
                unearned[seat, bonus] = Due(Handed(seat, bonus), 0, own.by)
    return unearned


def _key(line: DoneLine, table: Table, known: dict[Key, Due]) -> Key:
    """The wager that a line is about."""
    for name in spellings(line.wager):
        if (line.seat, name) in known:
            return line.seat, name
    try:
        place = table.place(wager_named(table, line.wager)).id
    except RulesError:
        place = line.wager
    if (line.seat, place) in known:
        return line.seat, place
    accepts = listed(f"seat {s} {w}" for s, w in known) or "nothing: there are no wagers"
    raise TranscriptError(f"done: seat {line.seat} has no wager on {shown(place, 40)[1:-1]}", accepts=accepts)


def _amounts(line: DoneLine, due: Handed) -> Amounts:
    """What a line says was done, in cents."""
    who = f"done: seat {line.seat}, {shown(line.wager, 40)}"
    if len(line.deeds) != 1:
        words = 'paid = "…", collected = "…", returned = "…" or marked = "…"'
        raise TranscriptError(f"{who}: one line says one thing", accepts=words)
    (deed, amount), *_ = line.deeds.items()
    return {deed: _cents(who, deed, amount, due)}


def _cents(who: str, deed: str, amount: Any, due: Handed) -> int:
    if deed == "returned" and amount is True:  # all of it
        return due.returned + due.collected if due.in_full else due.returned
    try:
        value = cents(amount)
    except NotMoney as fault:
        raise TranscriptError(f"{who}: {deed} = {fault.text}", accepts=fault.accepts) from None
    if value < 0:
        text = f"{who}: {deed} = {shown(amount, 20)} is negative"
        raise TranscriptError(text, accepts='an amount like "25.00": the word says which way it went')
    return value


def _difference(key: Key, reported: Amounts, due: Due) -> Difference | None:
    """Each deed against what must be done. Whoever reports chips collected or returned reports that none were paid."""
    handed = due.handed
    compared = reported if "paid" in reported or key[1] == VIGORISH else {"paid": 0, **reported}
    if all(amount in _right(deed, handed) for deed, amount in compared.items()):
        return None
    return Difference(*key, _net(reported, key, handed), due.net, due.by, reported, due.as_amounts)


def _right(deed: str, due: Handed) -> set[int]:
    """The amounts that are right: commission beside a wager may be counted with it, or apart."""
    amount = getattr(due, deed)
    return {amount, max(amount - due.beside, 0)} if amount else {0}


def _net(reported: Amounts, key: Key, due: Handed) -> int:
    """What the patron gained by what was done."""
    if key[1] == VIGORISH:
        return -reported.get("collected", 0) - reported.get("marked", 0)
    paid, staked = reported.get("paid", 0), due.collected + due.returned + due.stays
    if "collected" in reported:
        not_returned = staked - reported["returned"] if "returned" in reported and due.in_full else 0
        lost = max(reported["collected"], not_returned)
    elif "returned" in reported:
        lost = max(staked - reported["returned"], 0) if not paid else 0
    else:
        lost = 0 if due.in_full else due.collected
    return paid - lost
