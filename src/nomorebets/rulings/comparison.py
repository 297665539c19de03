"""What a dealer did with each wager, compared with what must change hands over it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from nomorebets.errors import RulesError, TranscriptError, listed, shown
from nomorebets.procedures.vigorish import VIGORISH
from nomorebets.regulation import Citation
from nomorebets.rulings.names import spellings, wager_named
from nomorebets.rulings.transcript import DoneLine
from nomorebets.table import Play, Ruling, Table, Wager
from nomorebets.table.handed import Handed
from nomorebets.table.money import NotMoney, cents
from nomorebets.table.wagers import DEALER

Amounts = dict[str, int]  # cents paid, collected, returned or marked for a wager, each by its word


class Key(NamedTuple):
    """A seat and its wager; of one hand where it has several, and of one player where several wager there."""

    seat: int
    wager: str
    hand: int = 0  # 0: all of the seat's hands together
    player: str = ""

    @property
    def whose(self) -> str:
        """As people say it: ``seat 3, hand 2``."""
        return Wager(self.seat, self.wager, 0, hand=self.hand or 1, player=self.player).whose

    @property
    def words(self) -> str:
        return f"{self.whose} {self.wager}"

    @property
    def facts(self) -> dict[str, int | str]:
        """As it is printed: what does not tell it from another is left out."""
        facts: dict[str, int | str] = {"seat": self.seat or DEALER, "wager": self.wager}
        if self.hand:
            facts["hand"] = self.hand
        if self.player:
            facts["player"] = self.player
        return facts


class Difference(msgspec.Struct, frozen=True):
    """A wager that was not settled as the rules require; amounts are the patron's gain in cents."""

    seat: int
    wager: str
    done: int
    required: int
    by: Citation
    done_as: Amounts | None = None  # what changed hands, by its word
    required_as: Amounts | None = None  # and what must
    hand: int = 0  # which of the seat's hands, where it has several
    player: str = ""

    @property
    def key(self) -> Key:
        return Key(self.seat, self.wager, self.hand, self.player)


class Due(msgspec.Struct, frozen=True):
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
    by_wager: dict[tuple[object, ...], Handed] = {}
    for game in games:
        steps = [entry.request.hands_over() for entry in game.entries]
        for at, step in enumerate(steps):
            beside = (*steps[at - 1], *steps[at + 1]) if 0 < at < len(steps) - 1 else ()
            collected = {h.seat for h in beside if h.wager == VIGORISH and h.collected}
            alone = len({h.seat for h in step}) == 1
            for part in step:
                one = part._replace(hand=own_hand(game, part.on or part.wager, part.hand))
                handed = one._replace(at_once=one.owes) if alone and one.seat in collected else one
                key = handed.seat, handed.wager, handed.on, handed.hand, handed.player
                by_wager[key] = by_wager[key] + handed if key in by_wager else handed
    return list(by_wager.values())


def own_hand(game: Play, name: str, hand: int) -> int:
    """Which of its seat's hands a wager is on, where its name says so; 0: on all of them."""
    bet = game.table.game.bet.get(name)
    return hand if bet is None else bet.hand_of(hand)


def compare(
    required: Sequence[Ruling], moves: Sequence[Handed], table: Table, done: Sequence[DoneLine], fees: Citation
) -> tuple[list[Difference], list[Key]]:
    """Where what was done differs, and the wagers that were not reported."""
    due = _all_due(required, moves, fees)
    known = due | _bundled(due, table) | _not_earned(due, table)
    reported: dict[Key, Amounts] = {}
    for line in done:
        key = told_key(line, table, known)
        own = reported.setdefault(key, {})
        for deed, amount in _amounts(line, known[key].handed).items():
            own[deed] = own.get(deed, 0) + amount  # half collected and half returned may be two lines
    for key, own in reported.items():
        due_of = known[key].handed
        if due_of.at_once and own.get("paid") == due_of.paid - due_of.at_once:  # paid less vigorish
            _settle_vigorish(known, due, key.seat, due_of.at_once)
            own["paid"] = due_of.paid
    differences = [d for key, own in reported.items() if (d := _difference(key, own, known[key])) is not None]
    return differences, _not_reported(required, due, table, reported)


def _settle_vigorish(known: dict[Key, Due], due: dict[Key, Due], seat: int, amount: int) -> None:
    """This much of a seat's vigorish was kept from its payment and is no longer owed."""
    key = Key(seat, VIGORISH)
    owed = known[key]
    left = owed.handed._replace(collected=owed.handed.collected - amount)
    known[key] = due[key] = Due(left, owed.net + amount, owed.by)


def _not_reported(
    required: Sequence[Ruling], due: dict[Key, Due], table: Table, reported: dict[Key, Amounts]
) -> list[Key]:
    """Wagers that had to be settled and were not reported under any of their names."""
    bundles = table.game.betting.bundles
    covered = {key._replace(wager=part) for key in reported for part in (key.wager, *bundles.get(key.wager, ()))}
    missing: dict[Key, None] = {}
    for r in required:
        own = names_of(r)
        if r.result != "stands" and due[own[0]].handed.moves and not covered & set(own):
            missing[_as_in_its_row(r, required, table)] = None
    fees = (key for key, one in due.items() if key.wager == VIGORISH and one.handed.moves and key not in covered)
    return [*missing, *fees]


def _as_in_its_row(r: Ruling, required: Sequence[Ruling], table: Table) -> Key:
    """A wager by the name that its row has; by its place where the seat has another of that name."""
    row = Key(r.seat, r.wager, shown_hand(r, required), r.player)
    if not table.game.betting.is_listed:
        return row  # a ticket has no place, only games to come
    alike = {o.on for o in required if (o.seat, o.wager, o.hand, o.player) == (r.seat, r.wager, r.hand, r.player)}
    return row._replace(wager=r.on) if r.on and len(alike) > 1 else row


def names_of(r: Ruling) -> list[Key]:
    """What a wager may be told as: by its own name or its place, of its hand or of all hands together."""
    return list(
        dict.fromkeys(Key(r.seat, n, hand, r.player) for hand in (r.hand, 0) for n in (r.wager, r.on or r.wager))
    )


def moved_hand(h: Handed, moves: Sequence[Handed]) -> int:
    """Which hand chips moved on; 0 for the first of a seat, unless its later hands have such a wager too."""
    mine = h.seat, h.wager, h.on, h.player
    return h.hand if any((o.seat, o.wager, o.on, o.player) == mine and o.hand > 1 for o in moves) or h.hand > 1 else 0


def shown_hand(r: Ruling, required: Sequence[Ruling]) -> int:
    """Which hand a ruling is on, where its seat has several; else 0."""
    return r.hand if any(other.seat == r.seat and other.hand > 1 for other in required) else 0


def _all_due(required: Sequence[Ruling], moves: Sequence[Handed], fees: Citation) -> dict[Key, Due]:
    """What is due over each wager, under each of its names."""
    handed = {(h.seat, h.wager, h.on, h.hand, h.player): h for h in moves}
    due: dict[Key, Due] = {}

    def add(key: Key, one: Due) -> None:
        due[key] = due[key] + one if key in due else one

    seen: set[tuple[object, ...]] = set()
    for r in required:
        whose = r.seat, r.wager, r.on, r.hand, r.player
        own, again = handed.get(whose, Handed(r.seat, r.wager)), whose in seen
        if again:
            own = Handed(r.seat, r.wager)  # decided in several rounds, all of which it counts already
        seen.add(whose)
        if r.result == "stands":
            own = own._replace(stays=own.stays or r.amount)
        elif r.result == "void" and not again and not own.moves and not own.stays:
            own = own._replace(returned=r.amount)
        for key in names_of(r):
            add(key, Due(own, r.net, r.amount_by))
    for h in moves:
        if h.wager == VIGORISH:
            add(Key(h.seat, VIGORISH), Due(h, -h.collected - h.marked, fees))
    return due


def _bundled(due: dict[Key, Due], table: Table) -> dict[Key, Due]:
    """Wagers that are made together and have one name."""
    bundles: dict[Key, Due] = {}
    for bundle, kinds in table.game.betting.bundles.items():
        for key in {key._replace(wager=bundle) for key in due}:
            parts = [due[own] for kind in kinds if (own := key._replace(wager=kind)) in due]
            for part in parts:
                bundles[key] = bundles[key] + part if key in bundles else part
    return bundles


def _not_earned(due: dict[Key, Due], table: Table) -> dict[Key, Due]:
    """A bonus that is not due may have been paid; so may vigorish have been taken that nobody owes."""
    unearned: dict[Key, Due] = {}
    for bonus, earned_by in table.game.bonuses.items():
        for key, own in due.items():
            earned = key._replace(wager=bonus)
            if key.wager == earned_by and earned not in due:
                unearned[earned] = Due(Handed(key.seat, bonus), 0, own.by)
    return unearned


def told_key(line: DoneLine, table: Table, known: Collection[Key]) -> Key:
    """The wager that a line is about."""
    told = Key(line.seat, line.wager, line.hand, line.player)
    for name in spellings(line.wager):
        if (key := told._replace(wager=name)) in known:
            return key
    try:
        place = table.place(wager_named(table, line.wager)).id
    except RulesError:
        place = line.wager
    if (key := told._replace(wager=place)) in known:
        return key
    accepts = listed(dict.fromkeys(key.words for key in known)) or "nothing: there are no wagers"
    raise TranscriptError(f"done: {told.whose} has no wager on {shown(place, 40)[1:-1]}", accepts=accepts)


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
    compared = reported if "paid" in reported or key.wager == VIGORISH else {"paid": 0, **reported}
    if all(amount in _right(deed, handed) for deed, amount in compared.items()):
        return None
    net = _net(reported, key, handed)
    return Difference(key.seat, key.wager, net, due.net, due.by, reported, due.as_amounts, key.hand, key.player)


def _right(deed: str, due: Handed) -> set[int]:
    """The amounts that are right: commission beside a wager may be counted with it, or apart."""
    amount = getattr(due, deed)
    return {amount, max(amount - due.beside, 0)} if amount else {0}


def _net(reported: Amounts, key: Key, due: Handed) -> int:
    """What the patron gained by what was done."""
    if key.wager == VIGORISH:
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
