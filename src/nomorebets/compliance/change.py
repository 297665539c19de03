"""A change of a rule or of limits at a table: what must be done before it takes effect, and when it may (8.2, 8.3).

A rule changes half an hour after the sign, the announcement and the notice to the regulator; limits as soon as they are
posted and announced. Either way the change waits for the round that is in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

import msgspec

from nomorebets.compliance.alike import ODDS, alike
from nomorebets.compliance.housefile import Entry, HouseFile, read_house_file
from nomorebets.compliance.notice import ENDS, signed
from nomorebets.errors import RulesError, misfit, one_line
from nomorebets.games import can_be_dealt, game, game_ids, open_table
from nomorebets.regulation import Citation, HouseOption, law, reading
from nomorebets.table.game import Table
from nomorebets.table.game_file import FILE_OPTION, RULES_OPTION
from nomorebets.table.house import Limit, Settings, limit_of, only_for_analysis
from nomorebets.table.money import show
from nomorebets.table.record import house_lines
from nomorebets.untrusted import HOUSE_FILE, read_path, read_toml

NOTICE = timedelta(minutes=30)  # R-8.3-thirty-minutes
State = Literal["draft", "posted", "announced", "regulator told", "pending", "effective"]
Act = Literal["posted", "announced", "regulator told"]
Told = datetime | bool  # when it was done, or that it was done when the sign went up
_EXAMPLE = 'house = "house.toml", table = "R-1", option = "even-money-on-zero", value = "whole"'


class ChangeFileError(RulesError):
    """A file that describes no change."""

    who = "change"


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"pay_table": "pay-table"}):
    """What is to be changed at a table, and what has been done about it."""

    house: str
    table: str
    option: str = ""
    value: str | int | float | bool | None = None
    pay_table: dict[str, Any] = {}
    limits: dict[str, Any] = {}
    posted: datetime | None = None
    announced: Told = False
    regulator_notified: Told = False
    effective: datetime | None = None  # when it is meant to take effect
    closed: bool = False  # nobody is at the table: it opens with the change
    together: tuple[str, ...] = ()  # other tables of the game at which the same is changed, by the same notice

    @property
    def settings(self) -> Settings:
        return Settings({self.option: self.value} if self.option else {}, dict(self.pay_table), dict(self.limits))

    @property
    def names(self) -> set[str]:
        """What is to be changed, as settings name it: an option, and odds as ``pay-table.field``.

        An option that chooses the odds of one row has the name of the row.
        """
        return {self.option, f"{ODDS}{self.option}", *(f"{ODDS}{row}" for row in self.settings.pay_table)}

    @property
    def is_of_limits(self) -> bool:
        return bool(self.limits) and not self.option and not self.pay_table

    def done(self, act: Act) -> datetime | None:
        """When something was done; with the sign, where only that it was done is said."""
        said = {"posted": self.posted, "announced": self.announced, "regulator told": self.regulator_notified}[act]
        return self.posted if said is True else said or None

    def was_done_at_no_time(self, act: Act) -> bool:
        """Whether it is said that something was done, and neither when nor a sign that it went with."""
        said = {"announced": self.announced, "regulator told": self.regulator_notified}.get(act)
        return said is True and self.posted is None


ACCEPTED = "accepted: "  # how a remedy begins that only says what a rule would take


@dataclass(frozen=True)
class Missing:
    """Something that must be done first, by which paragraph, and what to do."""

    what: str
    by: Citation
    remedy: str

    @property
    def accepts(self) -> str:
        """The remedy for a refusal, which says itself that this is accepted."""
        return self.remedy.removeprefix(ACCEPTED)

    def to_dict(self, day: date) -> dict[str, str]:
        return {"what": self.what, "remedy": self.remedy, **_cited(self.by, day)}


@dataclass(frozen=True)
class Judged:
    """A change, judged: how far it has come, what is missing, and when it may take effect."""

    change: Change
    label: str  # of the table
    before: Table
    after: Table | None  # None where the rules do not allow it
    state: State
    acts: tuple[tuple[Act, datetime | None, Citation], ...]
    missing: tuple[Missing, ...]
    earliest: datetime | None  # between rounds, from then on; None while something is missing

    @property
    def may_take_effect(self) -> bool:
        return not self.missing

    def to_dict(self) -> dict[str, Any]:
        day = self.before.as_of
        return {
            "table": self.label,
            "game": self.before.game.id,
            "kind": "limits" if self.change.is_of_limits else "rule",
            "changes": changes_between(self.before, self.after) if self.after is not None else [],
            "state": self.state,
            "may_take_effect": self.may_take_effect,
            "earliest": None if self.earliest is None else self.earliest.isoformat(),
            "between_rounds": _cited(reading("R-8.3-between-rounds"), day),
            "effective": None if self.change.effective is None else self.change.effective.isoformat(),
            "acts": [
                {"act": act, "at": None if at is None else at.isoformat(), **_cited(by, day)}
                for act, at, by in self.acts
            ],
            "missing": [missing.to_dict(day) for missing in self.missing],
        }


def read_change(content: bytes) -> Change:
    """A change as somebody wrote it down."""
    document = read_toml(content, "the change", ChangeFileError, _EXAMPLE, HOUSE_FILE)
    try:
        change = msgspec.convert(document, Change)
    except msgspec.ValidationError as fault:
        raise ChangeFileError(misfit(fault), accepts=_EXAMPLE) from None
    if bool(change.option) is not (change.value is not None):
        raise ChangeFileError("an option goes with its value", accepts='option = "…" and value = "…"')
    if not (change.option or change.pay_table or change.limits):
        raise ChangeFileError("nothing is to be changed", accepts="option and value, pay-table, or limits")
    times = [t for t in msgspec.structs.asdict(change).values() if isinstance(t, datetime)]
    if len({t.tzinfo is None for t in times}) > 1:
        raise ChangeFileError("some times have a zone and some have none", accepts="all of them alike")
    return change


def judge_written(content: bytes, folder: Path) -> Judged:
    """The change that a text describes, at the table of the house file that it names, looked for in that folder."""
    change = read_change(content)
    house = read_house_file(read_path(folder / change.house, HOUSE_FILE), (folder / change.house).parent)
    return judge(change, house)


def judge(change: Change, house: HouseFile) -> Judged:
    """What is missing before a change may take effect, and when it may."""
    entry = next((entry for entry in house.entries if entry.label == change.table), None)
    if entry is None:
        labels = ", ".join(entry.label for entry in house.entries)
        raise ChangeFileError(f"the house file has no table {one_line(change.table, 60)}", accepts=labels)

    def lacks(after: Table) -> Iterator[Missing]:
        yield from _run_with(after)
        yield from _elsewhere(change, entry, house, after)

    return judge_at(change, entry.label, entry.table.game, house.day(entry), entry.table.settings, lacks)


def judge_at(
    change: Change,
    label: str,
    game_id: str,
    day: date | None,
    own: Settings,
    elsewhere: Callable[[Table], Iterable[Missing]] = lambda after: (),
) -> Judged:
    """The same at a table that has settings of its own; ``elsewhere``: what other tables must have beside it."""
    if change.option in (FILE_OPTION, RULES_OPTION):
        what = "another game file makes another game, which is not put in place of one at a table"
        raise ChangeFileError(what, accepts="an option, the odds or the limits of its game")
    before = open_table(game_id, day, own)
    missing: list[Missing] = []
    after = None
    try:
        after = open_table(game_id, day, change.settings.over(own))
    except RulesError as fault:
        if fault.by is None:  # a slip of the pen, of which no paragraph speaks
            raise
        missing.append(Missing(fault.text, fault.by, _accepted(fault)))
    else:
        if not changes_between(before, after):
            raise ChangeFileError("nothing would change at the table", accepts="a value that is not in force")
        missing += elsewhere(after)
    acts = tuple((act, change.done(act), by) for act, by in _acts(change, before))
    missing += [_undone(change, act, by) for act, at, by in acts if at is None]
    done = [at for _, at, _ in acts if at is not None]
    earliest = max(done) + _period(change, before)[0] if done else None
    if earliest is not None and change.effective is not None and change.effective < earliest:
        early = f"{change.effective} is before {earliest}, when the notice has run"
        missing.append(Missing(early, _period(change, before)[1], f"write effective = {earliest.isoformat()} or later"))
    state = _state(change, acts, missing)
    return Judged(change, label, before, after, state, acts, tuple(missing), None if missing else earliest)


def _undone(change: Change, act: Act, by: Citation) -> Missing:
    what, remedy = _UNDONE[act]
    if change.was_done_at_no_time(act):
        key = "announced" if act == "announced" else "regulator_notified"
        what = f"{key} = true does not say when, and no sign was posted whose time it could be"
        remedy = f"write {key} = the time"
    return Missing(what, by, remedy)


_UNDONE: dict[Act, tuple[str, str]] = {
    "posted": ("no sign states the change", "put up the sign and write posted = the time"),
    "announced": ("the patrons at the table were not told", "announce it and write announced = true, or the time"),
    "regulator told": ("the regulator was not notified", "notify it and write regulator_notified = true, or the time"),
}


def _option(change: Change, table: Table) -> HouseOption | None:
    return next((option for option in table.game.terms.all_options if option.id == change.option), None)


def _acts(change: Change, table: Table) -> Iterator[tuple[Act, Citation]]:
    """What must be done before, each by its paragraph."""
    option = _option(change, table)
    if option is not None and option.minutes_ahead:  # a notice in writing, and no sign
        yield "regulator told", option.sign or option.by
        return
    by = _period(change, table)[1]
    yield "posted", by
    if not change.closed:
        yield "announced", by
    if not change.is_of_limits:
        yield "regulator told", by


def _period(change: Change, table: Table) -> tuple[timedelta, Citation]:
    """How long the notice runs, and by which paragraph."""
    option = _option(change, table)
    if change.is_of_limits:
        return timedelta(), reading("R-8.3-limits-at-once")
    if option is not None and option.minutes_ahead:
        return timedelta(minutes=option.minutes_ahead), option.sign or option.by
    if change.closed:
        return timedelta(), reading("R-8.3-closed-table")
    return NOTICE, reading("R-8.3-thirty-minutes")


def _state(change: Change, acts: tuple[tuple[Act, datetime | None, Citation], ...], missing: list[Missing]) -> State:
    """How far a change has come: the last thing done before the first that is not; pending when all is."""
    reached: State = "draft"
    for act, at, _ in acts:
        if at is None:
            return reached
        reached = act
    if missing:
        return reached
    return "pending" if change.effective is None else "effective"


def _run_with(after: Table) -> Iterator[Missing]:
    """Values with which no table may be run, whatever notice is given."""
    for fault in only_for_analysis(after.game, after.house):
        if fault.by is not None:
            yield Missing(fault.text, fault.by, _accepted(fault))


def _elsewhere(change: Change, entry: Entry, house: HouseFile, after: Table) -> Iterator[Missing]:
    """Tables that must have the same, in the pit or the casino, and would not; faults of those that change with it."""
    others = {o.label: o for o in house.in_force if o.table.game == entry.table.game and o.label != entry.label}
    for label in change.together:
        if label not in others:
            what = f"together: the house file has no other table {one_line(label, 60)} of {entry.table.game}"
            raise ChangeFileError(what, accepts=", ".join(others) or "none: leave together out")
    own = {name: value for name, value in alike(after.game, after.house).items() if name in change.names}
    for label, other in others.items():
        settings = change.settings.over(other.table.settings) if label in change.together else other.table.settings
        try:
            table = open_table(other.table.game, house.day(other), settings)
        except RulesError as fault:
            if label in change.together and fault.by is not None:
                yield Missing(f"table {label}: {fault.text}", fault.by, _accepted(fault))
            continue
        theirs = alike(table.game, table.house)
        for name, value in own.items():
            of_a_pit = value.where == "pit"
            if of_a_pit and not (entry.table.pit and other.table.pit == entry.table.pit):
                continue
            if name in theirs and theirs[name].compared != value.compared:
                where = "of the same pit" if of_a_pit else "of the casino"
                what = f"table {label} {where} has {name} = {theirs[name].value}"
                yield Missing(what, value.by, f'write together = ["{label}"], with every other table {where}')


def _accepted(fault: RulesError) -> str:
    return f"{ACCEPTED}{fault.accepts}" if fault.accepts else "leave it as it is"


def changes_between(before: Table, after: Table) -> list[dict[str, str | None]]:
    """Every setting that differs between two tables of a game: what it is, before and after."""
    old, new = house_lines(before), house_lines(after)
    rows: list[dict[str, str | None]] = []
    for group, was, now in (("option", old.options, new.options), ("pay-table", old.pays, new.pays)):
        for name in dict.fromkeys((*was, *now)):
            if was.get(name) != now.get(name):
                rows.append({"setting": group, "name": name, "before": was.get(name), "after": now.get(name)})
    return rows + list(_limit_changes(before, after))


def _limit_changes(before: Table, after: Table) -> Iterator[dict[str, str | None]]:
    """Limits that are posted otherwise, and what holds: the table's where a wager has none of its own."""
    posted = [table.house.limits for table in (before, after)]
    for kind in dict.fromkeys(name for limits in posted for name in limits):
        own = [limits.get(kind, Limit()) for limits in posted]
        holds = [limit_of(table.game, table.house, kind) for table in (before, after)]
        for end in ENDS:
            if len({getattr(limit, end) for limit in own}) > 1:
                amounts = [getattr(own[n] if end == "total" else holds[n], end) for n in range(2)]
                was, now = (show(amount) if amount else None for amount in amounts)
                yield {"setting": "limits", "name": f"{kind} {end}", "before": was, "after": now}


def sign_of(before: Table, after: Table) -> str:
    """What differs between two tables of a game, as a sign would say it."""
    return signed(changes_between(before, after), after.game, "now")


def _cited(by: Citation, day: date) -> dict[str, str]:
    return {"cite": by.full(day), "basis": law.basis(by, day)}


# --- the register ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Noticed:
    """An option that a licensee must give notice of, for which of its values, how, and by which paragraph."""

    game: str
    option: str
    values: tuple[str, ...]  # none: whatever is chosen
    how: str
    by: Citation


def register(day: date) -> list[Noticed]:
    """Every option of every game of a day that needs a sign or a notice, from the options' own data.

    >>> [row.option for row in register(date(2008, 7, 21)) if row.game == "big-six"]
    ['clapper-between-two']
    """
    rows: list[Noticed] = []
    for game_id in game_ids():
        if not can_be_dealt(game_id) or not law.in_force(game(game_id).terms.dealt_by, day):
            continue
        for option in game(game_id).terms.all_options:
            found = _notices(option)
            rows += [Noticed(game_id, option.id, values, how, by) for values, how, by in found if law.in_force(by, day)]
    return rows


def _notices(option: HouseOption) -> Iterator[tuple[tuple[str, ...], str, Citation]]:
    if option.sign is not None:
        how = f"in writing {option.minutes_ahead} minutes before" if option.minutes_ahead else "on a sign"
        yield (), how, option.sign
    for by in dict.fromkeys(choice.sign for choice in option.choices.values() if choice.sign is not None):
        yield tuple(v for v, choice in option.choices.items() if choice.sign == by), "on a sign", by
    if option.own_sign is not None:
        yield ("a value of its own",), "on a sign", option.own_sign
    if option.decrease_sign is not None:
        yield ("a decrease",), "on a sign, unless the layout shows it", option.decrease_sign
