"""Gaming guides and table signs, made from what a table is really run by: its options, odds and limits.

A guide is an abridgement for patrons (8.5): it says so, states payouts with "to", and cites what it abridges. Object,
equipment, ranking, the round and its decisions follow the outline of the game (``outline.py``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from nomorebets.compliance.housefile import Entry
from nomorebets.compliance.outline import Outline, Sentence, outline_at, ranked_by, samples_at, sentences
from nomorebets.compliance.signs import MARKS, UNCITED, Cited, Sign, cited, limits_said, signs_at
from nomorebets.drawing import printed_boards, printed_sample
from nomorebets.errors import RulesError, counted
from nomorebets.games import open_table
from nomorebets.kept import write_whole
from nomorebets.papers.document import (
    BASES,
    Block,
    Column,
    Facts,
    Gallery,
    Grid,
    Paper,
    Picture,
    Row,
    Section,
    Steps,
    Text,
    words,
)
from nomorebets.papers.writing import has_package, html_of, pdf_of, plain_markdown
from nomorebets.regulation import Odds, cite, law, names
from nomorebets.regulation.odds import in_print
from nomorebets.table.game import Game, Table
from nomorebets.table.game_file import FILE_OPTION, RULES_OPTION, rules_of
from nomorebets.table.house import follows, in_effect, limit_of, only_for_analysis
from nomorebets.table.money import dollars
from nomorebets.table.variation import law_of
from nomorebets.table.wagers import Place

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent / "templates"
LAYOUT_WIDTH = 60  # percent of a column
NO_CASE = "\N{NO-BREAK SPACE}"  # a line of its own beside its odds
_MARKED = "; ".join(f"{mark or 'no mark'}: {BASES[basis]}" for basis, mark in MARKS.items()) + "."


@dataclass(frozen=True)
class WagerRow:
    """One kind of wager: where it lies, what it pays, and how much it may be."""

    wager: str
    where: str
    pays: tuple[tuple[str, str], ...]  # hand or case, and odds
    limits: str
    by: Cited


@dataclass(frozen=True)
class Statement:
    """Something a guide says, by a paragraph."""

    what: str
    says: str
    by: Cited
    whole: str = ""  # all that its paragraph says, where that is more


@dataclass(frozen=True)
class Guide:
    """A gaming guide of one table, and the signs that table must show."""

    game: str
    name: str
    table: str
    licensee: str
    as_of: date
    chapter: str
    law: str  # what the table is dealt by, in words
    wagers: tuple[WagerRow, ...]
    rules: tuple[Statement, ...]  # what each wager is, and what decides it
    object: str
    equipment: tuple[Statement, ...]
    ranking: tuple[Statement, ...]  # of hands, from the best
    steps: tuple[Statement, ...]
    decisions: tuple[Statement, ...]
    choices: tuple[Statement, ...]
    mistakes: tuple[Statement, ...]
    notices: tuple[Statement, ...]
    signs: tuple[Sign, ...]
    layout: tuple[str, ...] = ()  # drawn, where all seats share one
    samples: tuple[tuple[str, str], ...] = ()  # what each is called, and its cards, dice or tiles as they are written

    def __repr__(self) -> str:
        return f"<guide of {self.game} as of {self.as_of}: {counted(len(self.wagers), 'wager')}>"

    def _repr_html_(self) -> str:
        return guide_html(self, whole=False)

    def _repr_markdown_(self) -> str:
        return guide_markdown(self)

    @property
    def title(self) -> str:
        return f"{self.name}: gaming guide"


def table_to_guide(entry: Entry, day: date) -> Table | None:
    """The table of a house file as it may be run; None where something of it cannot be read or is not allowed."""
    own = entry.table
    try:
        table = open_table(own.game, day, own.settings)
    except RulesError:
        return None
    return None if entry.faults or only_for_analysis(table.game, table.house) else table


def guide_of(table: Table, label: str = "", licensee: str = "") -> Guide:
    """The gaming guide of a table.

    >>> from nomorebets.games import open_table
    >>> made = guide_of(open_table("roulette", date(2008, 7, 21)))
    >>> made.wagers[0].wager, made.wagers[0].pays, str(made.wagers[0].by)
    ('straight', (('', '35 to 1'),), '[19:47-5.1(e)1]')
    """
    game, day = table.game, table.as_of
    outline = outline_at(table)
    return Guide(
        game.id,
        game.entry.name,
        label,
        licensee,
        day,
        law.chapter_on(day).number,
        law_of(table.house),
        tuple(_wagers(table)),
        (*_rules(table, outline), *_said(outline.pays, table, names.wager)),
        outline.object,
        _said(outline.equipment, table),
        tuple(Statement("", says, cited(by, day)) for says, by in ranked_by(outline, table.house)),
        _said(outline.round, table),
        _said(outline.decisions, table, names.choice),
        tuple(_choices(table)),
        tuple(_mistakes(table)),
        tuple(_notices(table)),
        tuple(signs_at(table)),
        printed_boards(table),
        samples_at(outline, table.house),
    )


def _sentences(*parts: str) -> str:
    return " ".join(f"{p[0].upper()}{p[1:]}{'' if p[-1] in '.!?' else '.'}" for p in parts if p)


# --- wagers ---------------------------------------------------------------------------------------------------------


def _wagers(table: Table) -> Iterable[WagerRow]:
    kinds = table.kinds()
    listed: set[str] = set()
    payouts = cache(lambda: _payouts(table))  # which takes a while, and few games need it
    for kind, places in kinds.items():
        place = places[0]
        rows = _rows_of(table, kind, place, kinds)
        listed.update(rows)
        if not rows and place.id not in table.layout and (tickets := list(_tickets(table, kind, place))):
            yield from tickets
            continue
        alone = len({row.partition(".")[0] for row in rows}) == 1
        pays = _printed(table, rows, kind, alone) if rows else _without_rows(table, kind, place, payouts)
        several = f"{len(places)} places" if place.id in table.layout else "any place of its kind"
        where = place.where if len(places) == 1 else f"{several}, such as {place.where}"
        yield WagerRow(kind, where, pays, _limits(table, place), cited(place.by, table.as_of))
    yield from _bonuses(table, listed)


def _rows_of(table: Table, kind: str, place: Place, kinds: Collection[str]) -> list[str]:
    """The rows of the pay table by which a kind of wager is paid."""
    pays = table.house.pays
    paid_as = (place.odds_of.partition(".")[0], *table.game.betting.made_with(kind))
    rows = [row for row in pays if row.partition(".")[0] in paid_as]
    return rows + [row for row in pays if row not in rows and row not in kinds and row.startswith(f"{kind}-")]


def _printed(table: Table, rows: Iterable[str], kind: str, alone: bool) -> tuple[tuple[str, str], ...]:
    return tuple((_case(row, kind, alone), in_print(table.house.pays[row])) for row in rows)


def _without_rows(
    table: Table, kind: str, place: Place, payouts: Callable[[], Mapping[str, tuple[tuple[str, str], ...]]]
) -> tuple[tuple[str, str], ...]:
    """What a wager is paid that the pay table has no row for."""
    if place.id not in table.layout:
        return (("", "each way by itself"),)
    if table.game.bet[place.kind].bank == "pot":
        return (("", "what the others put in, less the rake"),)
    if other := _paid_as(table.game, kind):
        return (("", f"as the {names.wager(other)} wager"),)
    return payouts().get(kind, ())


def _bonuses(table: Table, listed: Collection[str]) -> Iterable[WagerRow]:
    """What is earned without a stake, or paid by rows that no wager of the layout has."""
    game, left = table.game, [row for row in table.house.pays if row not in listed]
    for bonus in dict.fromkeys(row.partition(".")[0] for row in left):
        rows = [row for row in left if row.partition(".")[0] == bonus]
        by = game.minimum_pays.by_for(rows[0]) if rows[0] in game.minimum_pays else game.minimum_pays.by
        earned = f"earned with {names.wager(game.bonuses[bonus])}, without a stake" if bonus in game.bonuses else ""
        pays = _printed(table, rows, bonus, alone=True)
        yield WagerRow(bonus, earned, pays, "no stake" if earned else "", cited(by, table.as_of))


def _limits(table: Table, place: Place) -> str:
    """How much a wager may be: as posted, where no rule fixes it or makes it follow from another wager."""
    if place.stake is not None:
        return f"exactly {dollars(place.stake.amount)}"
    if table.house.limits and follows(table.game, place.kind):
        return "by its rule"
    return limits_said(limit_of(table.game, table.house, place.odds_of))


def _tickets(table: Table, kind: str, place: Place) -> Iterable[WagerRow]:
    """What tickets of a kind are paid, where their odds have a line for each number of spots."""
    from nomorebets.pricing.sheet import odds_at

    for name, line in odds_at(table).items() if kind in table.game.bet else ():
        if name.partition(":")[0] == kind != name:
            paid = [o for o in line.outcomes if o.net >= 0]
            pays = tuple((o.outcome, _to(o.net)) for o in paid)
            yield WagerRow(name, "any numbers of the board", pays, "", cited(place.by, table.as_of))


def _to(net: Fraction) -> str:
    return str(Odds(net.numerator, net.denominator)) if net else "the price back"


def _paid_as(game: Game, kind: str) -> str:
    """The wager that another is paid as: the one settled alike, or that it is added to later; nothing if by itself."""
    bet = game.bet.get(kind)
    if bet is None:
        return ""
    alike = [other.kind for other in game.bets if other.pays and other.settle is bet.settle]
    if len(alike) == 1:
        return alike[0]
    first = game.bet.get(bet.beside)
    return first.kind if first is not None and first.pays and first.opens != bet.opens else ""


def _case(row: str, kind: str, alone: bool) -> str:
    """For which hand or roll a row of the pay table is; nothing where it is the only one."""
    head, _, hand = row.partition(".")
    if hand:
        return words(hand)
    return "" if alone or head == kind else words(head.removeprefix(f"{kind}-"))


def _payouts(table: Table) -> dict[str, tuple[tuple[str, str], ...]]:
    """Payouts that no row of the pay table states: true odds, odds less a commission, several wagers in one."""
    from nomorebets.pricing.sheet import odds_at

    try:
        sheet = odds_at(table)
    except RulesError:
        return {}
    gains = {wager: sorted({o.net for o in line.outcomes if o.net > 0}, reverse=True) for wager, line in sheet.items()}
    return {w: tuple(("", _to(net)) for net in nets) for w, nets in gains.items()}


def _rules(table: Table, outline: Outline) -> Iterable[Statement]:
    """What is said of each wager, and of its odds where the house pays just those; each thing once."""
    said: set[str] = set()
    game, day, pays = table.game, table.as_of, table.house.pays
    shorter = {one.choice: one for one in sentences(outline.wagers, table.house)}
    earned = {row.partition(".")[0] for row in pays}
    for kind in dict.fromkeys((*table.kinds(), *(bonus for bonus in game.bonuses if bonus in earned))):
        bet = game.bet.get(kind)
        own = [place.by for place in table.kinds().get(kind, ())[:1]] or ([bet.by] if bet is not None else [])
        if kind in shorter:
            yield from _said((shorter[kind],), table, names.wager)
            said.update(law.says(by, day) for by in own)
        rows = [bet.pays.by_for(row) for row in bet.pays if pays.get(row) == bet.pays[row]] if bet is not None else []
        for by in dict.fromkeys((*own, *(cite(row.paragraph) for row in rows), *rows)):
            says = law.says(by, day) if law.in_force(by, day) else ""
            if says and says not in said:
                said.add(says)
                yield Statement(names.wager(kind), says, cited(by, day))


# --- the outline ----------------------------------------------------------------------------------------------------


def _said(outlined: Iterable[Sentence], table: Table, called: Callable[[str], str] = words) -> tuple[Statement, ...]:
    house, day = table.house, table.as_of
    return tuple(
        Statement(called(one.choice), one.at(house), cited(one.citation, day)) for one in sentences(outlined, house)
    )


# --- options, notices, signs ----------------------------------------------------------------------------------------


def _mistakes(table: Table) -> Iterable[Statement]:
    """What may go wrong at this table, what this house does about it, and the whole of the paragraph that was read."""
    day = table.as_of
    quoted: set[str] = set()
    for name, known in table.game.irregularities.items():
        if any(table.house.options.get(option, value) != value for option, value in known.needs.items()):
            continue
        remedy, by = known.remedy_at(table.house)
        if not law.in_force(by, day):
            continue
        whole = "" if by.reading or law.paragraph(by).basis != "text" else law.says(by, day)
        more = "" if whole in quoted else _sentences(whole)
        yield Statement(names.incident(name), _sentences(known.says, remedy), cited(by, day), more)
        quoted.add(whole)


def _choices(table: Table) -> Iterable[Statement]:
    house, day = table.house, table.as_of
    for option, value in in_effect(table.game, house):
        if option.id in (RULES_OPTION, FILE_OPTION):
            continue  # what they say stands at the head
        chosen = option.choices.get(value)
        by = chosen.by if chosen is not None and law.in_force(chosen.by, day) else option.by
        own = chosen is not None and by.paragraph != option.by.paragraph and not by.reading
        yield Statement(
            f"{names.option(option.id)}: {option.told(value)}",
            _sentences(option.says, law.says(by, day) if own else ""),
            cited(by, day) if law.in_force(by, day) else UNCITED,
        )


def _notices(table: Table) -> Iterable[Statement]:
    """What every guide says: where the full rules are, how odds are stated, and which devices are forbidden."""
    day = table.as_of
    rules = rules_of(table.house.options)
    where = "as its file has them" if rules is not None and rules.own else f"N.J.A.C. {law.chapter_on(day).number}"
    for paragraph, what, says in (
        ("8.5", "Full rules on request", f"The complete rules of this game, {where}, are shown on request."),
        ("8.2", "Limits", "Minimum and maximum wagers are those posted at the table."),
        ("8.1", "Devices", law.paragraph(cite("8.1")).says),
    ):
        by = cite(paragraph)
        if law.in_force(by, day):
            yield Statement(what, says, cited(by, day))
    clause = table.game.terms.to_not_for
    if clause is not None and law.in_force(clause, day):
        says = "Odds are stated with “to” or “win”: a wager paid 2 to 1 wins twice its amount, and is returned as well."
        yield Statement("Payouts", says, cited(clause, day))


# --- writing --------------------------------------------------------------------------------------------------------


@cache
def _pages() -> Environment:
    from jinja2 import Environment, FileSystemLoader

    pages = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=lambda name: bool(name) and not str(name).endswith(".md"),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    pages.filters["wager_name"] = names.wager
    pages.filters["plain"] = plain_markdown
    return pages


def guide_html(guide: Guide, whole: bool = True) -> str:
    """The guide as HTML: a whole page, or the body of one."""
    return html_of(guide_paper(guide), whole)


def signs_html(guide: Guide, whole: bool = True) -> str:
    return html_of(signs_paper(guide), whole)


def guide_markdown(guide: Guide) -> str:
    return _pages().get_template("guide.md").render(guide=guide)


def signs_markdown(guide: Guide) -> str:
    return _pages().get_template("signs.md").render(guide=guide)


def guide_paper(guide: Guide) -> Paper:
    """The guide as a leaflet."""
    about = [("Table", guide.table), ("Casino", guide.licensee)]
    about += [("Rules", f"{guide.law}; abridged and in our own words")]
    parts: dict[str, tuple[Block, ...]] = {
        "The object": (Text(guide.object),) if guide.object else (),
        "What it is played with": (
            *(Text(f"{one.says} {one.by.mark}") for one in guide.equipment),
            *(Picture(drawing, "The layout.", LAYOUT_WIDTH) for drawing in guide.layout),
        ),
        "Wagers and what they pay": (_pays(guide), *_facts(guide.rules, small=True)),
        "How hands rank, from the best": _steps(guide.ranking),
        "Such as these": _drawn(guide.samples),
        "A round, step by step": _steps(guide.steps),
        "What you decide": _facts(guide.decisions),
        "What this house has chosen": _facts(guide.choices, small=True),
        "If something goes wrong": _facts(guide.mistakes, small=True),
        "Limits, devices, and where to read the rules": (*_facts(guide.notices, small=True), Text(_MARKED, small=True)),
    }
    sections = tuple(Section(heading, blocks) for heading, blocks in parts.items() if blocks)
    said = tuple((name, value) for name, value in about if value)
    return Paper(
        guide.name,
        "Gaming guide",
        said,
        sections,
        f"Rules: {guide.law}",
        numbered=False,
        columns=2,
    )


def _drawn(samples: tuple[tuple[str, str], ...]) -> tuple[Block, ...]:
    return (Gallery(tuple(Picture(printed_sample(shows), says) for says, shows in samples)),) if samples else ()


def _steps(said: tuple[Statement, ...]) -> tuple[Block, ...]:
    return (Steps(tuple(f"{one.says} {one.by.mark}" for one in said)),) if said else ()


def _facts(said: tuple[Statement, ...], small: bool = False) -> tuple[Block, ...]:
    return (Facts(tuple((one.what, f"{one.says} {one.by.mark}".rstrip()) for one in said), small),) if said else ()


def _pays(guide: Guide) -> Block:
    """Every wager with every row of its pay table; what is the same everywhere has no column."""
    has_cases = any(case for wager in guide.wagers for case, _ in wager.pays)
    has_limits = any(wager.limits for wager in guide.wagers)
    rows: list[Row] = []
    for wager in guide.wagers:
        cases = wager.pays or (("", "as the rules say"),)
        has_case = any(case for case, _ in cases)
        named = names.wager(wager.wager)
        name = named + (f": {wager.where}" if wager.where and not _is_its_own(wager.where, named) else "")
        cells = [
            name,
            *(["\n".join(case or NO_CASE for case, _ in cases) if has_case else ""] if has_cases else []),
        ]
        cells += [
            ("\n" if has_case else ", ").join(odds for _, odds in cases),
            *([wager.limits] if has_limits else []),
            wager.by.mark,
        ]
        rows.append(Row(tuple(cells)))
    columns = [Column("wager", grows=True), *([Column("for")] if has_cases else []), Column("pays")]
    columns += [*([Column("limits")] if has_limits else []), Column("rule")]
    return Grid(tuple(columns), tuple(rows))


def _is_its_own(where: str, named: str) -> bool:
    """Whether a wager lies in an area of its own name, which says no more than its name."""
    return where.lower().replace("-", " ") in (f"the {named.lower()} area", f"the area of {named.lower()}")


def signs_paper(guide: Guide) -> Paper:
    """The signs of a table, a page each."""
    at = f" Table {guide.table}." if guide.table else ""
    signs = tuple(
        Section(
            sign.heading,
            (
                *(Text("", line) if line in sign.heads else Text(line) for line in sign.lines),
                Text(f"N.J.A.C. {sign.by.cite.split()[0]}.{at}", small=True),
            ),
            True,
        )
        for sign in guide.signs
    )
    none = Section("", (Text("No option in force at this table needs a sign, and no limit is posted."),))
    return Paper(guide.name, "Table signs", (), signs or (none,), f"Rules: {guide.law}", numbered=False)


FORMS: Mapping[str, Callable[[Guide], bytes]] = {
    "guide.html": lambda guide: guide_html(guide).encode(),
    "guide.md": lambda guide: guide_markdown(guide).encode(),
    "guide.pdf": lambda guide: pdf_of(guide_paper(guide)),
    "signs.html": lambda guide: signs_html(guide).encode(),
    "signs.md": lambda guide: signs_markdown(guide).encode(),
    "signs.pdf": lambda guide: pdf_of(signs_paper(guide)),
}


def forms() -> dict[str, Callable[[Guide], bytes]]:
    """The forms that can be written here: PDF only where the package for it is installed."""
    return {form: make for form, make in FORMS.items() if not form.endswith(".pdf") or has_package("typst")}


def file_names(labels: list[str]) -> list[str]:
    """A file name for every table, whatever its id: no two alike, and none that leaves the folder.

    >>> file_names(["R-1", "../R 1", "R-1", ""])
    ['R-1', 'R-1-2', 'R-1-3', 'table']
    """
    names: list[str] = []
    for label in labels:
        plain = re.sub(r"[^A-Za-z0-9]+", "-", label).strip("-")[:60] or "table"
        name, number = plain, 2
        while name in names:
            name, number = f"{plain}-{number}", number + 1
        names.append(name)
    return names


def write_guides(guides: list[Guide], folder: Path) -> list[Path]:
    """Guide and signs of every table in every form there is, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for guide, name in zip(guides, file_names([g.table or g.name.lower() for g in guides]), strict=True):
        for form, make in forms().items():
            path = folder / f"{name}-{form}"
            write_whole(path, make(guide))
            written.append(path)
    return written
