"""The rulebook to look things up in: games, paragraphs on a date, and what changed between two dates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache, lru_cache
from typing import Any

import msgspec

from nomorebets import kept
from nomorebets.errors import EditionError, RulesError, TermsMissing, UnknownName
from nomorebets.games import can_be_dealt, entries, game, is_written, open_table, subchapter_of
from nomorebets.regulation import law
from nomorebets.regulation.citations import DRAFT, Citation, reading, section_key
from nomorebets.regulation.options import HouseOption
from nomorebets.rulebook.coverage import (
    HEADINGS_ONLY,
    Mention,
    command_facts,
    commands_of,
    mentions_of,
    sections_of,
    tests_of,
)
from nomorebets.table.game import Game, Table
from nomorebets.table.house import Settings

NOT_KNOWN = "not known"
_SUBCHAPTER = re.compile(r"(?:N\.?J\.?A\.?C\.?\s*)?(?:(?:19:47|13:69F)-)?([0-9]{1,3}[A-Z]?)", re.IGNORECASE)

Facts = dict[str, Any]


# --- games ---------------------------------------------------------------------------------------------------------


def list_games(day: date | None = None) -> list[Facts]:
    """Every game of the chapter: where it stands in each, whether it can be dealt on that day, and its basis."""
    day = day or law.newest()
    law.chapter_on(day)
    return [_game_facts(game_id, day) for game_id in sorted(entries(), key=_place_in_the_chapter)]


def _place_in_the_chapter(game_id: str) -> tuple[object, ...]:
    return section_key(sections_of(game_id)[0]), list(entries()).index(game_id)


def _game_facts(game_id: str, day: date) -> Facts:
    number = subchapter_of(game_id)
    why = None
    try:
        open_table(game_id, day)
    except RulesError as fault:
        why = fault.text.removeprefix(f"{game_id} cannot be dealt: ")
    return {
        "game": game_id,
        "name": entries()[game_id].name,
        **{chapter.number: _stands_in(game_id, chapter.number) for chapter in law.chapters().chapter},
        "authorized": law.subchapter_since(number) <= day,
        "written": is_written(game_id),
        "unknown": entries()[game_id].unknown or None,
        "dealt": why is None,
        "why": why,
        "basis": _basis_of_game(game_id, day),
        "since": law.subchapter_since(number).isoformat(),
        "since_is_dated": law.subchapter(number).first_day() is not None,
    }


def _stands_in(game_id: str, chapter: str) -> str | None:
    """Where a chapter has a game: its sections or its subchapter; None where it is known not to have it."""
    numbers = [_number_in(section, chapter) for section in sections_of(game_id)]
    listed = [n for n in numbers if n not in (None, NOT_KNOWN)]
    if not listed:
        return NOT_KNOWN if NOT_KNOWN in numbers else None
    if not entries()[game_id].sections:
        return subchapter_of(game_id)
    return f"{listed[0]} to {listed[-1]}" if len(listed) > 1 else listed[0]


def _basis_of_game(game_id: str, day: date) -> str:
    """The weakest basis of all that is enforced on a day."""
    paragraphs = [p for number in sections_of(game_id) for p in _paragraphs_of(number)]
    enforced = [p.cite for p in paragraphs if p.kind == "enforced" and law.in_force(p.cite, day)]
    return law.weakest([law.basis(c, day) for c in enforced]) if enforced else HEADINGS_ONLY


# --- one paragraph, section or subchapter --------------------------------------------------------------------------


def describe(text: str | Citation, day: date | None = None) -> Facts:
    """What a paragraph says on a day, where it comes from, and who enforces it; a section or subchapter as a list.

    Without a day the newest text applies, and to a paragraph of 19:47 its last day.

    >>> describe("19:47-5.6(b)")["since"]
    '1989-05-01'
    """
    day = day or _day_for(str(text))
    law.chapter_on(day)
    whole = _SUBCHAPTER.fullmatch(str(text).strip())
    if whole:
        return _subchapter(whole[1].upper(), day)
    citation = text if isinstance(text, Citation) else _cited(text)
    if citation.path or citation.reading or any(p.cite == citation for p in _paragraphs_of(citation.section)):
        return _paragraph(citation.paragraph, day)
    return _section(citation.section, day)


def _cited(text: str) -> Citation:
    """A paragraph as somebody cites it; the name of a reading is that of the paragraph it reads."""
    name = text.strip()
    return reading(name) if name.startswith("R-") else Citation.parse(text)


def _day_for(text: str) -> date:
    named = [c for c in law.chapters().chapter if c.number.lower() in text.lower()]
    return (named[0].until if named else None) or law.newest()


def _paragraph(citation: Citation, day: date) -> Facts:
    section = law.section(citation.section)
    if citation.path and not _paragraphs_of(citation.section):
        _require_section(citation.section, day)
        home = Citation(citation.section).on(day)
        raise UnknownName(
            f"of {home} only the heading is known here ({_heading(section.headings, day)}), not its paragraphs",
            accepts=home,
        )
    known = law.paragraph(citation)
    law.require_in_force(citation, day, f"paragraph {citation}")
    tests = tests_of(citation)
    return {
        **_where(citation, day),
        "heading": _heading(section.headings, day),
        "says": known.said_on(day),
        "earlier": _earlier(known, day),
        "kind": known.kind,
        "basis": law.basis(citation, day),
        "since": law.since(citation).isoformat(),
        "since_is_dated": law.is_dated(citation.section, law.since(citation)),
        "until": _iso(law.until(citation)),
        "note": known.note or None,
        "why": known.why or None,
        "readings": _readings_of(citation),
        "amendments": [_amendment(a) for a in section.amendments if a.may_touch(citation.path)],
        "pay_table": _pay_table(citation, day),
        "options": _options_by(citation, day),
        "paragraphs": [_line(p, day) for p in _below(citation, day)],
        "enforced_by": [_mention(m) for m in mentions_of(citation)],
        "tests": None if tests is None else list(tests),
        "commands": [command_facts(command) for command in commands_of(known)],
    }


def _readings_of(citation: Citation) -> list[Facts]:
    """Our readings of a paragraph, or of a section as a whole."""
    return [
        {"id": r.id, "says": r.says, "because": r.because, "basis": r.basis}
        for r in law.subchapter(citation.subchapter).reading
        if r.on == citation
    ]


def _section(number: str, day: date) -> Facts:
    section, citation = law.section(number), Citation(number)
    _require_section(number, day)
    return {
        **_where(citation, day),
        "heading": _heading(section.headings, day),
        "reserved": section.reserved,
        "since": law.section_since(number).isoformat(),
        "since_is_dated": law.is_dated(number, law.section_since(number)),
        "until": _iso(law.section_until(number)),
        "readings": _readings_of(citation),
        "amendments": [_amendment(a) for a in section.amendments],
        "options": _options_by(citation, day),
        "paragraphs": [_line(p, day) for p in _below(citation, day)],
    }


def _subchapter(number: str, day: date) -> Facts:
    sub, chapter = law.subchapter(number), law.chapter_on(day).number
    first = law.subchapter_since(number)
    if day < first:
        raise EditionError(f"subchapter {number} is not known on {day}", accepts=f"dates from {first} on")
    other = next(c.number for c in law.chapters().chapter if c.number != chapter)
    there = {_number_in(s.number, other) for s in sub.section}
    return {
        "cite": f"{chapter}-{number}",
        "chapter": chapter,
        "as_of": day.isoformat(),
        "other": f"{other}-{number}" if there - {None, NOT_KNOWN} else NOT_KNOWN if NOT_KNOWN in there else None,
        "heading": _heading(sub.headings, day),
        "since": first.isoformat(),
        "since_is_dated": sub.first_day() is not None,
        "games": [entry.id for entry in sub.game],
        "sections": [
            {
                "cite": Citation(s.number).on(day),
                "heading": _heading(s.headings, day),
                "paragraphs": len([p for p in _paragraphs_of(s.number) if law.in_force(p.cite, day)]),
            }
            for s in sub.section
            if section_is_in_force(s.number, day)
        ],
    }


def _where(citation: Citation, day: date) -> Facts:
    """How the chapter of the day prints a citation, and how the other one does."""
    chapter = law.chapter_on(day).number
    other = next(c for c in law.chapters().chapter if c.number != chapter)
    number = None if citation.subchapter == DRAFT else _number_in(citation.section, other.number)
    if number in (None, NOT_KNOWN):
        printed = number
    else:
        printed = f"{other.number}-{number}{citation.where}" if _is_in(citation, other) else None
    return {"cite": citation.on(day), "chapter": chapter, "as_of": day.isoformat(), "other": printed}


def _is_in(citation: Citation, chapter: law.Chapter) -> bool:
    """Whether a chapter has it on the day that it is cited for without a date: its last, or the newest."""
    day = chapter.until or law.newest()
    if not any(p.cite == citation for p in _paragraphs_of(citation.section)):
        return section_is_in_force(citation.section, day)
    return law.in_force(citation, day)


def _number_in(section: str, chapter: str) -> str | None:
    """The number a chapter gives a section; None where its list is known and lacks it."""
    number = law.section(section).numbers.get(chapter)
    return number or (None if law.is_listed(section, chapter) else NOT_KNOWN)


def _heading(headings: Mapping[str, str], day: date) -> str:
    """The heading in the chapter of the day; where its list is cut off, that of the other chapter."""
    return headings.get(law.chapter_on(day).number) or next(iter(headings.values()))


def heading_on(section: str, day: date) -> str:
    """What a section is called on a day."""
    return _heading(law.section(section).headings, day)


def section_is_in_force(number: str, day: date) -> bool:
    """Whether a section is there on a day; one that is a paragraph as a whole, whether that is in force."""
    whole = Citation(number)
    if any(p.cite == whole for p in _paragraphs_of(number)):
        return law.in_force(whole, day)
    last = law.section_until(number)
    return law.section_since(number) <= day and (last is None or day <= last)


def _require_section(number: str, day: date) -> None:
    if not section_is_in_force(number, day):
        first, last = law.section_since(number), law.section_until(number)
        raise EditionError(
            law.absent(f"section {number}", number, first, day),
            Citation(number),
            max(first, min(day, last)) if last else max(first, day),
            f"dates from {first} " + (f"to {last}" if last else "on"),
        )


def _paragraphs_of(number: str) -> list[law.Paragraph]:
    return sorted(
        (p for p in law.subchapter(number.split(".", 1)[0]).paragraph if p.cite.section == number),
        key=lambda p: p.cite,
    )


def _below(citation: Citation, day: date) -> Iterator[law.Paragraph]:
    depth = len(citation.path)
    for paragraph in _paragraphs_of(citation.section):
        path = paragraph.cite.path
        if len(path) > depth and path[:depth] == citation.path and law.in_force(paragraph.cite, day):
            yield paragraph


def _line(known: law.Paragraph, day: date) -> Facts:
    return {
        "cite": known.cite.on(day),
        "says": known.said_on(day),
        "kind": known.kind,
        "basis": law.basis(known.cite, day),
        "since": law.since(known.cite).isoformat(),
    }


def _earlier(known: law.Paragraph, day: date) -> list[Facts]:
    """The wordings that a paragraph had before the one of a day, from the newest back."""
    return [{"until": w.until.isoformat(), "says": w.says} for w in reversed(known.earlier) if w.until < day]


def _mention(mention: Mention) -> Facts:
    return {"file": mention.file, "line": mention.line, "inside": mention.inside}


def _amendment(amendment: law.Amendment) -> Facts:
    return {"date": amendment.effective.isoformat(), "citation": amendment.citation, "note": amendment.note}


def _games_by(citation: Citation) -> list[Game]:
    """The games whose pay tables or options name a paragraph."""
    return [game(game_id) for game_id in _paragraphs_of_games().get(str(citation), ())]


@cache
def _paragraphs_of_games() -> dict[str, list[str]]:
    """By paragraph, the games whose pay tables or options name it: to find out all games are looked at."""

    def find() -> bytes:
        named: dict[str, list[str]] = {}
        for game_id in (game_id for game_id in entries() if is_written(game_id)):
            dealt = game(game_id)
            rows = [dealt.minimum_pays.by_for(row) for row in dealt.minimum_pays]
            for by in {by.paragraph for by in (*rows, *(option.by for option in dealt.terms.all_options))}:
                named.setdefault(str(by), []).append(game_id)
        return msgspec.json.encode(named)

    known = kept.content("paragraphs-of-games", [kept.code(*law.installed_folders())], find)
    return msgspec.json.decode(known, type=dict[str, list[str]])


def _pay_table(citation: Citation, day: date) -> dict[str, str]:
    """The least odds of a paragraph, for the wagers there were on the day."""
    return {
        kind: str(odds)
        for dealt in _games_by(citation)
        for kind, odds in dealt.minimum_pays.items()
        if dealt.minimum_pays.by_for(kind).paragraph == citation
        if (option := dealt.offered_by(kind)) is None or option.first_day() <= day
    }


def _options_by(citation: Citation, day: date) -> list[Facts]:
    """The house options that a paragraph gives, and the values they had on the day."""
    options: dict[str, Facts] = {}
    for dealt in _games_by(citation):
        for option in dealt.terms.all_options:
            if option.by.paragraph == citation and option.first_day() <= day:
                facts: Facts = {"id": option.id, "games": [], "says": option.says}
                facts |= {"choices": option.possible(day), "other_values": option.parse is not None}
                facts |= {"default": option.default_on(day, {})}
                options.setdefault(option.id, facts)["games"].append(dealt.id)
    return list(options.values())


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None


# --- what changed --------------------------------------------------------------------------------------------------


def differences(game_id: str, first: date, second: date, settings: Settings | None = None) -> Facts:
    """What changed in a game from one day to a later one: its text, options, wagers and odds.

    >>> differences("big-six", date(1998, 11, 15), date(1998, 11, 16))["came"][0]["cite"]
    '19:47-5.5(b)'
    """
    sections = sections_of(game_id)
    if first > second:
        raise UnknownName(f"{first} is later than {second}", accepts="the earlier date first")
    before, after = _table(game_id, first, settings), _table(game_id, second, settings)
    text_changes: Facts = {
        "game": game_id,
        "first": first.isoformat(),
        "second": second.isoformat(),
        "chapter": _chapter_change(sections, first, second),
        "came": _only_on(second, first, sections),
        "went": _only_on(first, second, sections),
        "reworded": _reworded(sections, first, second),
        "readings": _readings_that_came(sections, first, second),
        "amended": _amended(sections, first, second),
        "procedure": _procedure_began(game_id, first, second),
    }
    if before is None or after is None:
        return text_changes | {"options": None, "wagers": None, "odds": None, "odds_of_new_values": None}
    options = _option_changes(before.game.terms.options, first, second)
    return text_changes | {
        "options": options,
        "wagers": {"came": _wagers_only_at(after, before), "went": _wagers_only_at(before, after)},
        "odds": _odds_changes(before, after),
        "odds_of_new_values": _odds_of_new_values(after, options["values_came"]),
    }


def _table(game_id: str, day: date, settings: Settings | None) -> Table | None:
    """The table of a day by defaults or a file's terms; None where there is a text and no script or procedure."""
    try:
        return open_table(game_id, day, settings)
    except (UnknownName, TermsMissing):
        return None
    except EditionError:
        law.chapter_on(day)
        if day < law.subchapter_since(subchapter_of(game_id)):
            raise
        return None


def _procedure_began(game_id: str, first: date, second: date) -> Facts | None:
    """The day on which the game could first be dealt, where it lies between the two; None where it does not."""
    if not can_be_dealt(game_id):
        return None
    by = game(game_id).terms.dealt_by
    began = max(law.since(by), law.subchapter_since(subchapter_of(game_id)))
    return {"date": began.isoformat(), "cite": by.on(began)} if first < began <= second else None


def _reworded(sections: tuple[str, ...], first: date, second: date) -> list[Facts]:
    """Paragraphs of both days that say another thing on the second."""
    return [
        {"cite": known.cite.on(second), "first": known.said_on(first), "second": known.said_on(second)}
        for number in sorted(sections, key=section_key)
        for known in _paragraphs_of(number)
        if law.in_force(known.cite, first) and law.in_force(known.cite, second)
        if known.said_on(first) != known.said_on(second)
    ]


def _readings_that_came(sections: tuple[str, ...], first: date, second: date) -> list[Facts]:
    """Readings of ours that begin on a day of their own, after the first and not after the second."""
    readings = (r for number in {s.split(".", 1)[0] for s in sections} for r in law.subchapter(number).reading)
    return [
        {"id": r.id, "cite": r.on.on(second), "since": r.since.isoformat(), "says": r.says}
        for r in sorted(readings, key=lambda r: r.on)
        if r.on.section in sections and r.since is not None and first < r.since <= second
    ]


def _chapter_change(sections: tuple[str, ...], first: date, second: date) -> Facts | None:
    old, new = law.chapter_on(first), law.chapter_on(second)
    if old == new:
        return None
    numbers = {number: law.section(number).numbers for number in sections}
    adopted = next(
        e for e in law.chapters().event if e.chapter == new.number and e.event == "adopted" and not e.subchapter
    )
    return {
        "from": old.number,
        "to": new.number,
        "date": new.since.isoformat(),
        "citation": adopted.citation,
        "renumbered": [
            {"from": f"{old.number}-{n[old.number]}", "to": f"{new.number}-{n[new.number]}"}
            for n in numbers.values()
            if old.number in n and new.number in n and n[old.number] != n[new.number]
        ],
        "not_known": [
            f"{old.number}-{n[old.number]}"
            for number, n in numbers.items()
            if old.number in n and _number_in(number, new.number) == NOT_KNOWN
        ],
    }


def _only_on(day: date, not_on: date, sections: tuple[str, ...]) -> list[Facts]:
    """Paragraphs (or whole sections, where only headings are known) of one day that the other did not have."""
    rows: list[Facts] = []
    for number in sorted(sections, key=section_key):
        paragraphs = _paragraphs_of(number)
        for known in paragraphs:
            if law.in_force(known.cite, day) and not law.in_force(known.cite, not_on):
                dates = {"since": law.since(known.cite).isoformat(), "until": _iso(law.until(known.cite))}
                rows.append({"cite": known.cite.on(day), "says": known.said_on(day), **dates})
        if not paragraphs and section_is_in_force(number, day) and not section_is_in_force(number, not_on):
            dates = {"since": law.section_since(number).isoformat(), "until": _iso(law.section_until(number))}
            heading = _heading(law.section(number).headings, day)
            rows.append({"cite": Citation(number).on(day), "says": heading, **dates})
    return rows


def _amended(sections: tuple[str, ...], first: date, second: date) -> list[Facts]:
    """Each amendment after the first day, with the paragraphs it touched; None where it does not say which."""
    amendments: list[Facts] = []
    for number in sorted(sections, key=section_key):
        for amendment in law.section(number).amendments:
            if first < amendment.effective <= second:
                day = amendment.effective
                touched = [Citation.parse(number + where).on(day) for where in amendment.touches]
                amendments.append(
                    {"section": Citation(number).on(day), "paragraphs": touched or None, **_amendment(amendment)}
                )
    return sorted(amendments, key=lambda facts: str(facts["date"]))


def _option_changes(options: tuple[HouseOption, ...], first: date, second: date) -> dict[str, list[Facts]]:
    changes: dict[str, list[Facts]] = {"came": [], "went": [], "values_came": [], "values_went": []}
    for option in options:
        was, is_now = option.first_day() <= first, option.first_day() <= second
        before = option.possible(first) if was else []
        after = option.possible(second) if is_now else []
        if was != is_now:
            facts = {"id": option.id, "cite": option.by.on(second), "says": option.says, "choices": after or before}
            changes["came" if is_now else "went"].append(facts)
        for value in dict.fromkeys([*before, *after]):
            if (value in before) != (value in after):
                chosen = option.choices[value]
                since = max(option.first_day(), chosen.first_day()).isoformat()
                facts = {"option": option.id, "value": value, "since": since, "cite": chosen.by.on(second)}
                changes["values_came" if value in after else "values_went"].append(facts)
    return changes


def _wagers_at(table: Table) -> dict[str, str | None]:
    """The wagers of a table, and those it could offer, with the option that brings them."""
    optional = {b.kind: b.offered.id for b in table.game.bets if b.offered and b.offered.first_day() <= table.as_of}
    return {**dict.fromkeys(table.layout.kinds()), **optional}


def _wagers_only_at(table: Table, not_at: Table) -> list[Facts]:
    """Wagers that one day has and the other has not, with what they cost where the defaults offer them."""
    others = _wagers_at(not_at)
    only = {wager: option for wager, option in _wagers_at(table).items() if wager not in others}
    edges = _edges(table.game.id, table.as_of) if any(wager in table.layout.kinds() for wager in only) else {}
    return [{"wager": w, "option": option, **edges.get(w, {})} for w, option in only.items()]


@lru_cache(maxsize=64)
def _edges(game_id: str, day: date, option: str = "", value: str = "") -> dict[str, Facts]:
    """The edge of every wager under the defaults of a day, or with one option set otherwise."""
    from nomorebets.pricing.sheet import odds

    lines = odds(game_id, as_of=day, options={option: value} if option else None)
    return {wager: {"edge": str(line.edge), "edge_decimal": line.edge_decimal} for wager, line in lines.items()}


def _odds_changes(before: Table, after: Table) -> list[Facts]:
    """The wagers whose edge differs between the two days: under the defaults, and under each value of both days."""
    changes: list[Facts] = []
    for option, value in (("", ""), *_values_of_both(before, after)):
        try:
            old, new = (_edges(table.game.id, table.as_of, option, value) for table in (before, after))
        except RulesError:
            continue  # it cannot stand beside the defaults of one of the days
        for wager in old:
            if wager in new and old[wager] != new[wager]:
                change = {"wager": wager, "first": old[wager], "second": new[wager]}
                if {**change, "options": {}} not in changes:
                    changes.append({**change, "options": {option: value} if option else {}})
    return changes


def _values_of_both(before: Table, after: Table) -> list[tuple[str, str]]:
    """Every value that is the default of neither day and could be chosen on both."""
    return [
        (option.id, value)
        for option in before.game.terms.options
        if option.first_day() <= before.as_of
        for value in option.possible(before.as_of)
        if value in option.possible(after.as_of) and value not in (before.house.get(option), after.house.get(option))
    ]


def _odds_of_new_values(table: Table, values: list[Facts]) -> list[Facts]:
    """What each value that came does to the edge, against the defaults of the same day."""
    rows: list[Facts] = []
    for new in values:
        option, value = new["option"], new["value"]
        if table.house.options.get(option) == value:
            continue  # it is the default
        facts: Facts = {"option": option, "value": value, "wagers": [], "why": None}
        try:
            usual, chosen = _edges(table.game.id, table.as_of), _edges(table.game.id, table.as_of, option, value)
        except RulesError as fault:
            facts["why"] = str(fault)  # it needs another option beside it
        else:
            facts["wagers"] = [
                {"wager": wager, "default": usual.get(wager), "chosen": edge}
                for wager, edge in chosen.items()
                if edge != usual.get(wager)
            ]
        rows.append(facts)
    return rows
