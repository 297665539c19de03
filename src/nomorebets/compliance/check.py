"""The check of a house file: everything in which a licensee's tables depart from the rules, all at once.

Options, pay tables and limits are judged where tables are opened (``table.house.set_up_house``); what only
compliance looks at is judged here: signs, layouts, to whom a wager is offered, and odds in print.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from nomorebets.compliance.alike import ODDS, Alike, alike
from nomorebets.compliance.housefile import Entry, HouseFile, HouseTable, instead_of, read_house_file
from nomorebets.compliance.odds_in_print import printed_sum, read_printed, same_odds
from nomorebets.compliance.remedies import as_notice, remedy_of, value_of, without
from nomorebets.errors import EditionError, RulesError, TermsMissing, UnknownName
from nomorebets.games import can_be_dealt, entries, game_under
from nomorebets.pricing.added_wagers import added_edges
from nomorebets.pricing.facet import odds_of
from nomorebets.regulation import Citation, HouseOption, Odds, Pays, cite, law, reading
from nomorebets.regulation.law import Basis
from nomorebets.table.added_wagers import without_added
from nomorebets.table.game import Game, Table
from nomorebets.table.game_file import rules_of
from nomorebets.table.house import (
    House,
    limits_by,
    not_offered,
    only_for_analysis,
    required_layout,
    required_notices,
    required_signs,
    rows_of,
    set_up_house,
    setting_of,
    unchosen,
)
from nomorebets.table.money import cents
from nomorebets.table.record import house_lines
from nomorebets.table.variation import may_not_offer

Priced = dict[tuple[object, ...], Mapping[str, Fraction]]  # edges, by what the tables have alike that have them
_SHOWN_DAY = "1999-03-15"
_SHOWN_EXCEPTION = '{ player = "A. Smith", wager = "table", max = "2000.00", allowed-by = "J. Doe" }'


class Violation(msgspec.Struct, frozen=True):
    """One departure from the rules, with the paragraph as of the table's date and what to write instead."""

    table: str | None  # None where it is about the file as a whole
    what: str
    cite: Citation | None  # None where no paragraph speaks of it: a slip of the pen
    on: date
    remedy: str
    basis: Basis | None = None
    game: str | None = None

    @property
    def paragraph(self) -> str | None:
        """The citation as printed by the chapter in force on the table's date."""
        return self.cite.on(self.on) if self.cite else None


class Checked(msgspec.Struct, frozen=True):
    """One table after the check: its violations, and the signs it must show."""

    label: str
    game: str
    on: date
    violations: tuple[Violation, ...]
    notices: tuple[tuple[str, str, Citation], ...] = ()  # option, value, the paragraph that demands the sign
    warnings: tuple[Violation, ...] = ()  # what the rules allow, and a licensee should know


class Findings(msgspec.Struct, frozen=True):
    """A whole house file after the check."""

    house: HouseFile
    tables: tuple[Checked, ...]
    about_the_file: tuple[Violation, ...] = ()

    @property
    def as_of(self) -> date:
        return self.house.as_of or law.newest()

    @property
    def violations(self) -> list[Violation]:
        return [*self.about_the_file, *(violation for table in self.tables for violation in table.violations)]

    @property
    def warnings(self) -> list[Violation]:
        return [warning for table in self.tables for warning in table.warnings]


def check(content: bytes, folder: Path | None = None) -> list[Violation]:
    """Every violation in a house file; none if it conforms.

    >>> [violation] = check(b'[[table]]\\ngame = "big-six"\\npay-table = { bigsix-joker = "40 to 1" }\\n'
    ...                     b'notices = { clapper-between-two = "void-respin" }')
    >>> violation.what, violation.paragraph
    ('bigsix-joker pays 40 to 1; the minimum is 45 to 1', '13:69F-5.5(a)')
    >>> violation.remedy
    'write pay-table = { bigsix-joker = "45 to 1" } or better odds'
    """
    return examine(content, folder).violations


def examine(content: bytes, folder: Path | None = None) -> Findings:
    """Check every table of a house file; also what each must show. ``folder``: where game files lie that it names."""
    house = read_house_file(content, folder)
    on = house.as_of or law.newest()
    about = tuple(Violation(None, fault.what, None, on, fault.remedy) for fault in house.faults)
    first: dict[str, int] = {}
    priced: Priced = {}
    tables = []
    for entry in house.entries:
        number = first.setdefault(entry.label, entry.number)
        day, licensee = house.day(entry) or law.newest(), house.licensee or ""
        tables.append(_Inspection(entry, day, licensee, priced).checked(number))
    return Findings(house, tuple(tables), (*about, *_alike(house), *_versions(house)))


def _alike(house: HouseFile) -> list[Violation]:
    """Options that are the same at all tables of a game in one pit, and odds that are throughout the casino."""
    seen: dict[tuple[str, str, str], tuple[Alike, str]] = {}  # and the table that was the first to have it
    violations: list[Violation] = []
    for entry in house.in_force:
        table, day = entry.table, house.day(entry) or law.newest()
        if not can_be_dealt(table.game):
            continue
        dealt = game_under(table.game, table.settings)
        try:
            own = alike(dealt, set_up_house(dealt, day, table.settings)[0])
        except RulesError:
            continue  # noted where the table itself is checked
        for name, value in own.items():
            of_a_pit = value.where == "pit"
            if of_a_pit and not table.pit:
                continue
            scope = table.pit if of_a_pit else ""
            other, first = seen.setdefault((scope, table.game, name), (value, entry.label))
            if other.compared == value.compared:
                continue
            if of_a_pit:
                what = f"{name} = {value.value} where table {first} of the same pit has {other.value}"
                remedy = f"write {name} = {other.value}, or change all tables of {table.pit}"
            elif not name.startswith(ODDS):
                what = f"{name} = {value.value} where table {first} has {other.value}"
                remedy = f"write {name} = {other.value}, or change all tables of {table.game}"
            else:
                row = name.removeprefix(ODDS)
                what = f"{row} pays {value.value} where table {first} pays {other.value}"
                remedy = f'write pay-table = {{ {row} = "{other.value}" }}, or change all tables of {table.game}'
            by = value.by
            violations.append(Violation(entry.label, what, by, day, remedy, law.basis(by, day), table.game))
    return violations


def _versions(house: HouseFile) -> list[Violation]:
    """Versions of one table follow each other: a superseded one ends on the day on which the next one begins."""
    by_id: dict[str, list[Entry]] = {}
    for entry in house.entries:
        if entry.table.id:
            by_id.setdefault(entry.table.id, []).append(entry)
    violations: list[Violation] = []

    def note(entry: Entry, what: str, remedy: str) -> None:
        day = house.day(entry) or law.newest()
        violations.append(Violation(entry.label, what, None, day, remedy, None, entry.table.game or None))

    for versions in by_id.values():
        if all(entry.table.until is None for entry in versions):
            continue  # no versions; an id that is there twice is noted at its table
        ordered = sorted(versions, key=lambda entry: entry.table.until or date.max)
        for entry, later in zip(ordered, [*ordered[1:], None], strict=True):
            since, until = house.day(entry), entry.table.until
            if until is None:
                continue
            if since is not None and since >= until:
                note(entry, f"it is in force from {since} to before {until}", "write an until after its since")
            if later is None:
                note(
                    entry,
                    "no later version of it is in the file",
                    "add the version that superseded it, or leave until out",
                )
            elif house.day(later) != until:
                what = f"it ends on {until}, and the next version begins on {house.day(later) or 'no day'}"
                note(entry, what, f"write since = {until} in the next version, or the right until here")
    return violations


def report(findings: Findings) -> dict[str, Any]:
    """The findings as plain values, for JSON."""
    return {
        "licensee": findings.house.licensee,
        "as_of": findings.as_of.isoformat(),
        "conforms": not findings.violations,
        "violations": [_facts(violation) for violation in findings.violations],
        **({"warnings": [_facts(warning) for warning in findings.warnings]} if findings.warnings else {}),
    }


def _facts(violation: Violation) -> dict[str, Any]:
    return {
        "table": violation.table,
        "game": violation.game,
        "what": violation.what,
        "cite": violation.paragraph,
        "basis": violation.basis,
        "remedy": violation.remedy,
    }


class _Inspection:
    """One table under inspection: every violation is noted, and the inspection goes on."""

    def __init__(self, entry: Entry, on: date, licensee: str = "", priced: Priced | None = None) -> None:
        self.entry = entry
        self.table: HouseTable = entry.table
        self.on = on
        self.licensee = licensee
        self.priced = {} if priced is None else priced
        self.violations: list[Violation] = []
        self.warnings: list[Violation] = []
        self.refused: set[tuple[str, ...]] = set()  # settings that the rules refuse

    def note(self, what: str, remedy: str, by: Citation | None = None) -> None:
        self.violations.append(self._finding(what, remedy, by))

    def warn(self, what: str, remedy: str, by: Citation | None) -> None:
        self.warnings.append(self._finding(what, remedy, by))

    def _finding(self, what: str, remedy: str, by: Citation | None) -> Violation:
        basis = law.basis(by, self.on) if by else None
        return Violation(self.entry.label, what, by, self.on, remedy, basis, self.table.game or None)

    def checked(self, first: int) -> Checked:
        """Inspect the whole table. ``first`` is the first table of the file with this id."""
        for fault in self.entry.faults:
            self.note(fault.what, fault.remedy)
        if first != self.entry.number:
            what = f"the id {self.entry.label} is already that of table #{first}"
            self.note(what, f"write an id of its own, such as {self.entry.label}-{self.entry.number}")
        dealt = self.game()
        house = self.set_up(dealt) if dealt else None
        self.status()
        notices: tuple[tuple[str, str, Citation], ...] = ()
        if dealt and house:
            self.signs(dealt, house)
            self.choices(dealt, house)
            self.decreases(dealt, house)
            self.layout(dealt, house)
            self.offer(dealt, house)
            self.exceptions(dealt)
            self.dates()
            self.odds_in_print(dealt, house)
            self.favours(dealt, house)
            due = required_signs(dealt, house)
            notices = tuple((option, house.options[option], by) for option, by in due.items())
        called = (dealt.name if dealt is not None else "") or self.table.game
        return Checked(self.entry.label, called, self.on, tuple(self.violations), notices, tuple(self.warnings))

    def game(self) -> Game | None:
        try:
            return game_under(self.table.game, self.table.settings)
        except UnknownName as fault:
            dealt = ", ".join(known for known in entries() if can_be_dealt(known))
            if not self.table.game:
                self.note("the table names no game", f'write game = "roulette", or another of: {dealt}')
            elif self.table.game in entries():
                self.note(fault.text, f"leave the table out; what can be checked: {dealt}")
            else:
                self.note(fault.text, instead_of(self.table.game, entries()))
            return None

    # --- a game that a file varies or defines: 8.4 -----------------------------------------------------------------

    def status(self) -> None:
        """No table offers a game before its test, after it, or elsewhere than at the licensee that tests it."""
        try:
            rules = rules_of(self.table.options)
        except RulesError:
            return  # noted where the table is set up
        why = may_not_offer(rules.status, self.on, self.licensee) if rules is not None else ""
        if rules is not None and why:
            remedy = "leave the table out, or write in the game file what was decided: status"
            self.note(f"{rules.name} may not be offered: {why}", remedy, reading("R-8.4-status"))

    # --- options, pay table, limits --------------------------------------------------------------------------------

    def set_up(self, dealt: Game) -> House | None:
        """The table with every setting that the rules allow; each setting they refuse is noted."""
        settings = self.table.settings
        try:
            house, faults = set_up_house(dealt, self.on, settings)
        except EditionError as fault:
            key = "since" if self.table.since else "as_of"
            self.note(fault.text, f"write another {key}; accepted: {fault.accepts}", fault.by)
            return None
        except TermsMissing as missing:
            for wrong in missing.faults:
                self.note(wrong.text, f"set {setting_of(wrong)[1]} to {wrong.accepts}", wrong.by)
            self.note(missing.text, f"name {missing.accepts}", missing.by)
            return None
        self.refused = {setting_of(fault)[:2] for fault in faults}
        for refusal in faults:
            group, name = setting_of(refusal)[:2]
            places = dealt.betting.layout(house).kinds().get(name, []) if group == "limits" else []
            by = next((place.limited_by for place in places), None) or refusal.by
            remedy = remedy_of(dealt, house, refusal, settings)
            if group == "options" and self.repeated(dealt, name):
                remedy += ", and have the sign say the same"
            self.note(refusal.text, remedy, by)
        known = {option.id: option for option in dealt.terms.options}
        for refusal in only_for_analysis(dealt, house):
            name = setting_of(refusal)[1]
            self.note(refusal.text, f'write options = {{ {name} = "{known[name].default}" }}', refusal.by)
        return house

    def repeated(self, dealt: Game, name: str) -> bool:
        """Whether a sign that is due states just what the options ask for."""
        due = any(option.id == name and option.sign is not None for option in dealt.terms.all_options)
        asked = self.table.options.get(name)
        return due and asked is not None and str(self.table.notices.get(name)) == str(asked)

    # --- signs: 5.2(b), 5.2(d)1, 5.6(d), 8.3 -----------------------------------------------------------------------

    def signs(self, dealt: Game, house: House) -> None:
        """Every sign states the option in force, and every sign that is due is there."""
        known = {option.id: option for option in dealt.terms.all_options}
        due = required_notices(dealt, house)
        for name, stated in self.table.notices.items():
            if name not in known:
                self.note(f"no option is called {name[:80]!r}, which a sign states", instead_of(name, known))
            elif isinstance(stated, Mapping) and known[name].minutes_ahead:
                self.written(known[name], stated, house, due.get(name) or known[name].by)
            elif stated is not False:  # false: there is no such sign
                demands = due.get(name) or known[name].sign or reading("R-8.3-sign")
                self.sign(known[name], stated, house, demands if law.in_force(demands, self.on) else None)
        for name, by in due.items():
            if self.table.notices.get(name, False) is not False:
                continue
            in_force, minutes = house.options[name], known[name].minutes_ahead
            wanted = f"notices = {{ {name} = {as_notice(known[name], in_force)} }}"
            if minutes:
                what = f"the regulator and the surveillance department have no written notice of {name} = {in_force}"
                self.note(what, f"notify both {minutes} minutes before it is in use and write {wanted}", by)
            else:
                what = f"no sign states {name} = {in_force}, the option in force"
                self.note(what, f"put up the sign and write {wanted}", by)

    def choices(self, dealt: Game, house: House) -> None:
        """What must be chosen in advance is among the options or on a sign; what is missing is noted once."""
        stated = {**self.table.options, **self.table.notices, **required_notices(dealt, house)}
        for fault in unchosen(dealt, house, stated):
            self.note(fault.text, f"write among the options {fault.accepts}", fault.by)

    def written(self, option: HouseOption, notice: Mapping[str, Any], house: House, by: Citation) -> None:
        """A written notice that says when it was given, and since when the option is in use."""
        given, in_use = (notice.get(key) for key in ("given", "in-use"))
        shown = f'{{ states = "{house.get(option)}", given = 2008-07-21T09:30:00, in-use = 2008-07-21T10:00:00 }}'
        if set(notice) - {"states", "given", "in-use"} or not _comparable(given, in_use):
            self.note(f"the notice of {option.id} cannot be read", f"write notices = {{ {option.id} = {shown} }}", by)
            return
        assert isinstance(given, datetime)
        assert isinstance(in_use, datetime)
        ahead = in_use - given
        if ahead < timedelta(minutes=option.minutes_ahead):
            what = f"{option.id} was in use {ahead // timedelta(minutes=1)} minutes after its notice"
            remedy = f"give the notice at least {option.minutes_ahead} minutes before the procedure is used or changed"
            self.note(what, remedy, by)
        if "states" in notice:
            self.sign(option, notice["states"], house, by)

    def sign(self, option: HouseOption, stated: object, house: House, by: Citation | None) -> None:
        """One sign against the option in force."""
        in_force = house.get(option)
        asked = self.table.options.get(option.id)
        if ("options", option.id) in self.refused and asked is not None and str(asked) == str(stated):
            return  # the sign repeats what was refused: one fault
        if in_force is None:
            barred = option.ruled_out(house.options, self.on) or option.by
            what = f"a sign states {option.id}, a choice that does not exist at this table on {self.on}"
            self.note(what, f"take the sign down and leave {option.id} out of notices", barred)
            return
        if stated is True:  # a sign whose text is not given
            return
        wanted = f"have the sign say {in_force} and write notices = {{ {option.id} = {as_notice(option, in_force)} }}"
        what = f"the sign states {option.id} = {str(stated)[:60]}; the option in force is {in_force}"
        try:
            on_sign = option.value(stated, house.options, self.on)
        except RulesError:
            self.note(what, wanted, by)
            return
        if on_sign != in_force and ("options", option.id) not in self.refused:
            self.note(what, f"{wanted}, or write options = {{ {option.id} = {value_of(option, on_sign)} }}", by)

    def decreases(self, dealt: Game, house: House) -> None:
        """A limit that was decreased is on the layout, or notice of it is given (18.11(c))."""
        known = {option.id: option for option in dealt.terms.all_options}
        for name, given in self.table.before.items():
            if name not in known:
                self.note(f"no option is called {name[:80]!r}, which was another before", instead_of(name, known))
                continue
            option, in_force = known[name], house.get(known[name])
            if option.decrease_sign is None or in_force is None or option.on_layout in self.table.layout:
                continue
            try:
                was = option.value(given, house.options, self.on)
            except RulesError as fault:
                self.note(f"before: {fault.text}", f"set {name} in before to {fault.accepts}", fault.by)
                continue
            if _height(in_force) < _height(was) and self.table.notices.get(name, False) is False:
                what = f"{name} was decreased from {was} to {in_force}; neither a sign nor the layout says so"
                layout = ", ".join(f'"{feature}"' for feature in (*self.table.layout, option.on_layout))
                wanted = f"notices = {{ {name} = {as_notice(option, in_force)} }}"
                self.note(what, f"put up the sign and write {wanted}, or layout = [{layout}]", option.decrease_sign)

    # --- the layout: 5.1(e)1i(1), 5.1(f)1 --------------------------------------------------------------------------

    def layout(self, dealt: Game, house: House) -> None:
        """A wager offered by option needs the layout that was approved for it."""
        features = {c.layout: o for o in dealt.terms.options for c in o.choices.values() if c.layout}
        features |= {o.on_layout: o for o in dealt.terms.options if o.on_layout}
        for feature in dict.fromkeys(self.table.layout):
            if feature not in features:
                self.note(f"no feature of a layout is called {feature[:80]!r}", instead_of(feature, features))
        demanded = required_layout(dealt, house)
        listed = ", ".join(f'"{feature}"' for feature in features if feature in (*self.table.layout, *demanded))
        for feature, by in demanded.items():
            if feature not in self.table.layout:
                option = features[feature]
                self.note(
                    f"{option.id} is offered on a layout without {feature}",
                    f"use an approved layout that has it and write layout = [{listed}], "
                    f"or write options = {{ {option.id} = {without(dealt, option)} }}",
                    by,
                )

    # --- offered to everyone: 5.1(e)1i, 5.1(f) ---------------------------------------------------------------------

    def offer(self, dealt: Game, house: House) -> None:
        """A wager offered by option is offered to everyone at the table."""
        to_whom = self.table.offered_to
        if to_whom in (None, "everyone"):
            return
        optional = {bet.kind: bet.offered for bet in dealt.bets if bet.offered and bet.is_offered(house)}
        for kind, option in optional.items():
            what = f"{kind} is offered to {str(to_whom)[:60]!r}, not to everyone at the table"
            remedy = f'write offered-to = "everyone", or options = {{ {option.id} = {without(dealt, option)} }}'
            self.note(what, remedy, option.by)
        if not optional:
            what = f"offered-to = {str(to_whom)[:60]!r}, but no wager at this table is offered by option"
            self.note(what, 'leave offered-to out, or write "everyone"')

    # --- limits of one player: 8.2 ---------------------------------------------------------------------------------

    def exceptions(self, dealt: Game) -> None:
        """Each names the player, the wager and who allowed it, and is a limit that the table could post."""
        by = limits_by(self.on, "R-8.2-player")
        for one in self.table.exceptions:
            whose = f"the exception for {str(one.get('player') or 'nobody')[:40]}"
            for key in ("player", "wager", "allowed-by"):
                if not isinstance(one.get(key), str) or not one[key].strip():
                    self.note(f"{whose} does not say {key}", f"write {_SHOWN_EXCEPTION}", by)
            own, kind = self.table.settings, str(one.get("wager"))
            ends = {name: end for name, end in one.items() if name not in ("player", "wager", "allowed-by")}
            own.limits = {kind: ends}
            for fault in set_up_house(dealt, self.on, own)[1]:
                if setting_of(fault)[:1] == ("limits",):
                    self.note(f"{whose}: {fault.text}", f"accepted: {fault.accepts}", fault.by)

    # --- approval and filing: 8.5 ------------------------------------------------------------------------------------

    def dates(self) -> None:
        """A version is approved before it is in force, and its guide filed before it is used."""
        table, since = self.table, self.table.since
        if table.until is not None and table.approved is None:
            self.note("a superseded version is kept without the day of its approval", f"write approved = {_SHOWN_DAY}")
        if since is not None and table.approved is not None and table.approved > since:
            what = f"it was in force from {since} on and approved on {table.approved}"
            self.note(what, f"write since = {table.approved} or later, or the day of its approval")
        if since is not None and table.guide_filed is not None and table.guide_filed > since:
            what = f"its gaming guide was filed on {table.guide_filed}, after it was in use on {since}"
            by = cite("8.5") if law.in_force(cite("8.5"), self.on) else None
            self.note(what, f"file the guide by {since}, or write the right guide-filed", by)

    # --- odds in print: 5.5(b), 5.2(a), 5.5(a), 8.5 ----------------------------------------------------------------

    def odds_in_print(self, dealt: Game, house: House) -> None:
        """Odds in print are worded as they must be and are those that are paid."""
        kinds = dealt.betting.layout(house).kinds()
        for kind, text in rows_of(self.table.printed_odds).items():
            paid_as = kinds[kind][0].odds_of if kind in kinds else kind
            if paid_as in house.pays:
                self.printed(dealt, kind, text, house.pays[paid_as], dealt.pays_at(house)[paid_as])
                continue
            absent = not_offered(dealt, house, "printed odds", kind)
            if absent is None:
                self.note(f"no wager with printed odds is called {kind[:80]!r}", instead_of(kind, kinds))
            else:
                self.note(absent.text, f"leave {kind} out of printed-odds", absent.by)

    def printed(self, dealt: Game, kind: str, text: object, paid: Pays, least: Pays) -> None:
        """The printed odds of one wager against the odds paid and the minimum."""
        remedy = f'write printed-odds = {{ {kind} = "{paid}" }}'
        word, possible = read_printed(text) if isinstance(paid, Odds) else printed_sum(text)
        clause = dealt.terms.to_not_for
        if clause is not None and law.in_force(clause, self.on) and word not in ("to", "win"):
            how = 'with "for"' if word == "for" else 'neither with "to" nor with "win"'
            self.note(f"{kind}: the odds {str(text)[:40]!r} are printed {how}", remedy, clause)
        elif not possible:
            self.note(f"{kind}: {str(text)[:40]!r} in print is not payout odds", remedy)
        elif ("pay-table", kind) in self.refused and same_odds(self.table.pay_table, kind, text):
            return  # what is printed is what the pay table asks for: one fault
        elif all(odds.size < least.size for odds in possible):
            what = f"{kind}: the odds in print are {possible[0]}; the minimum is {least}"
            self.note(what, remedy, dealt.minimum_pays.by)
        elif all(odds.size != paid.size for odds in possible) and ("pay-table", kind) not in self.refused:
            what = f"{kind}: the odds in print are {possible[0]}; the odds paid are {paid}"
            by = cite("8.5") if law.in_force(cite("8.5"), self.on) else None
            self.note(what, f'{remedy}, or pay-table = {{ {kind} = "{possible[0]}" }}', by)

    # --- who has the advantage --------------------------------------------------------------------------------------

    def favours(self, dealt: Game, house: House) -> None:
        """Warn of a wager by which patrons gain on average: the rules may allow it, and it is seldom meant."""
        table = Table(dealt, house, dealt.betting.layout(house))
        alike = dealt.id, self.on, tuple(house.options.items()), tuple(house_lines(table).pays.items())
        if alike not in self.priced:
            known = odds_of(dealt)
            added = added_edges(table)
            own = without_added(table) if added else table
            edges = {} if known is None or known.to_check is None else known.to_check(own)
            self.priced[alike] = {**edges, **added}
        for wager, edge in self.priced[alike].items():
            if edge < 0:
                bet = dealt.bet_of(wager) or dealt.bet_of(wager.partition(":")[0])
                by = None if bet is None else bet.pays.by if bet.pays else bet.by
                exactly = f" ({-edge})" if edge.denominator < 10**12 else ""
                what = f"{wager} favours the player: a unit gains {float(-edge):.4%} on average{exactly}"
                self.warn(what, f"choose other odds or options for {wager}, unless this is meant", by)


def _height(limit: str) -> tuple[bool, int]:
    """How high a limit is: none at all is higher than any amount."""
    return (True, 0) if limit == "none" else (False, cents(limit))


def _comparable(given: object, in_use: object) -> bool:
    """Whether both are times that can be compared: both with a time zone, or both without."""
    if not isinstance(given, datetime) or not isinstance(in_use, datetime):
        return False
    return (given.tzinfo is None) == (in_use.tzinfo is None)
