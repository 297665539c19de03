"""A petition for a new game: what 8.4(b) to (d) ask for, what a file lacks of it, and the exhibits that can be written.

game = "my-game.toml"                               the game, from a game file
kind = "variation"                                  8.4(c): variation, composite or other
varies = "casino-war"                               the authorized game, or several of a composite
petitioners = [{ name = "…", address = "…", casino_licensee = true, agreed_to_test = true }]
summary = { objective = "…", method = "…", wagers = "…" }
signed = true
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from nomorebets import games
from nomorebets.drawing import printed_layout
from nomorebets.errors import RulesError, misfit, one_line, unknown
from nomorebets.kept import write_whole
from nomorebets.papers.document import Block, Column, Facts, Grid, Paper, Picture, Row, Section, Steps, Text, words
from nomorebets.papers.report import Report, make_report
from nomorebets.papers.report_pages import report_paper
from nomorebets.papers.writing import has_package, html_of, pdf_of
from nomorebets.regulation import Citation, cite, law, names
from nomorebets.regulation.citations import DRAFT
from nomorebets.table.game import Table
from nomorebets.table.game_file import Rules, rules_of
from nomorebets.untrusted import HOUSE_FILE, read_toml

KINDS = {
    "variation": "a variation of an authorized game",
    "composite": "a composite of authorized games",
    "other": "another game that suits casinos and the public interest",
}
PARTS = {"objective": "the object of the game", "method": "how it is played", "wagers": "what may be wagered"}
_EXAMPLE = "game, kind, varies, petitioners, summary and signed"
_EXHIBITS = ("Wagers", "Outcomes")  # what the report of a table has of true odds, payout odds and house advantage


class PetitionError(RulesError):
    """A petition that cannot be read."""

    who = "petition"


class Petitioner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str = ""
    address: str = ""
    casino_licensee: bool = False
    agreed_to_test: bool = False  # in writing


class Petition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A petition as its file has it; whatever is not there is missing, and no error."""

    game: str = ""
    kind: str = ""
    varies: str | list[str] = ""
    petitioners: list[Petitioner] = []
    summary: dict[str, str] = {}
    signed: bool = False


@dataclass(frozen=True)
class Lacking:
    """Something that a petition must have, and by which paragraph."""

    what: str
    by: Citation
    remedy: str


@dataclass(frozen=True)
class Examined:
    """A petition, the table of its game, and what it lacks."""

    petition: Petition
    table: Table | None
    missing: tuple[Lacking, ...]

    @property
    def day(self) -> date:
        return law.newest() if self.table is None else self.table.as_of

    @cached_property
    def report(self) -> Report | None:
        """The mathematics of the game, without what takes long."""
        return None if self.table is None else make_report(self.table, made=date.today(), sensitivity=False)

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": None if self.table is None else self.table.game.entry.name,
            "kind": self.petition.kind or None,
            "complete": not self.missing,
            "missing": [
                {"what": m.what, "cite": m.by.on(self.day), "basis": law.basis(m.by, self.day), "remedy": m.remedy}
                for m in self.missing
            ],
        }


def read_petition(content: bytes) -> Petition:
    """A petition from its TOML text."""
    raw = read_toml(content, "the petition", PetitionError, _EXAMPLE, HOUSE_FILE)
    if "name" in raw and "petitioners" not in raw:
        raise PetitionError("this is the file of a game, and a petition names it", accepts=_EXAMPLE)
    for key in raw:
        if key not in Petition.__struct_fields__:
            near = unknown("entry", key, Petition.__struct_fields__).accepts
            raise PetitionError(f"no entry of a petition is called {one_line(key, 40)}", accepts=near)
    try:
        return msgspec.convert(raw, Petition)
    except msgspec.ValidationError as fault:
        raise PetitionError(misfit(fault), accepts=_EXAMPLE) from None


def examine_written(content: bytes, folder: Path) -> Examined:
    """A petition against 8.4(b) to (d), its game file in that folder; what is wrong with the game is raised."""
    petition = read_petition(content)
    table = None
    if petition.game:
        game_id, settings = games.named(petition.game, folder)
        table = games.open_table(game_id, law.newest(), settings)
        if rules_of(table.house.options) is None:
            text = f"{one_line(petition.game, 60)} is no new game"
            raise PetitionError(text, cite("8.4(c)"), law.newest(), "a game file that varies a game or defines one")
    return Examined(petition, table, tuple(_missing(petition, table)))


def _missing(petition: Petition, table: Table | None) -> Iterator[Lacking]:
    agreed = [one.name for one in petition.petitioners if one.casino_licensee and one.agreed_to_test]
    rules = None if table is None else rules_of(table.house.options)
    if not agreed:
        what = "no petitioner is a casino licensee that has agreed in writing to test the game"
        yield Lacking(what, cite("8.4(b)"), "petitioners: casino_licensee = true, agreed_to_test = true")
    elif rules is not None and rules.status.at and rules.status.at not in agreed:
        what = f"the game file says that {rules.status.at} tests the game, and it is no petitioner that agreed to"
        yield Lacking(what, cite("8.4(b)"), f"status.at of the game file: {', '.join(agreed)}")
    if not petition.signed:
        yield Lacking("the petition is not signed", cite("8.4(d)"), "have it signed; signed = true")
    if not petition.petitioners:
        yield Lacking("nobody petitions", cite("8.4(d)1"), 'petitioners = [{ name = "…", address = "…" }]')
    for number, one in enumerate(petition.petitioners, 1):
        for part in ("name", "address"):
            if not getattr(one, part).strip():
                what = f"petitioner {number} has no {part}"
                yield Lacking(what, cite("8.4(d)1"), f'petitioners: {part} = "…"')
    yield from _kind(petition, table)
    if table is None:
        yield Lacking("no game is described", cite("8.4(d)3"), 'game = "my-game.toml"')
    for part, says in PARTS.items():
        if not petition.summary.get(part, "").strip():
            yield Lacking(f"the summary does not say {says}", cite("8.4(d)3i"), f'summary: {part} = "…"')
    if table is None:
        yield Lacking("there are no draft rules", cite("8.4(d)3ii"), "they are written from the game file")
        yield Lacking("there are no odds", cite("8.4(d)3iii"), "they are calculated from the game file")


def _kind(petition: Petition, table: Table | None) -> Iterator[Lacking]:
    """8.4(d)2: which of the kinds of 8.4(c) it is, and of what."""
    by = cite("8.4(d)2")
    if petition.kind not in KINDS:
        yield Lacking("it does not say which kind of game it is", by, f"kind = {' or '.join(KINDS)}")
        return
    named = [petition.varies] if isinstance(petition.varies, str) else petition.varies
    named = [name for name in named if name]
    for name in named:
        if name not in law.entries():
            near = unknown("game", name, law.entries()).accepts
            yield Lacking(f"no authorized game is called {one_line(name, 40)}", by, f"varies: {near}")
    least = {"variation": 1, "composite": 2, "other": 0}[petition.kind]
    if len(named) < least:
        what = f"a {petition.kind} names {'two authorized games or more' if least > 1 else 'the authorized game'}"
        yield Lacking(what, by, 'varies = ["…", "…"]' if least > 1 else 'varies = "…"')
    base = table.game.id if table is not None else ""
    if base in law.entries() and (petition.kind == "other" or (named and base not in named)):
        what = f"its file varies {base}, and the petition says otherwise"
        yield Lacking(what, by, f'kind = "variation", varies = "{base}"')


# --- the exhibits ----------------------------------------------------------------------------------------------------


def draft_of(table: Table) -> dict[str, tuple[str, ...]]:
    """The draft rules by paragraph, in sentences: the game's own, or what its file changes."""
    rules = rules_of(table.house.options)
    assert rules is not None
    own = games.variations_of(table.game.id).draft
    said = dict(own(table.house)) if own is not None else dict(_amendments(table, rules))
    said["D.7(a)"] = tuple(f"Where {cause.says}, {cause.remedy}." for cause in table.game.irregularities.values())
    return {paragraph: sentences for paragraph, sentences in said.items() if sentences}


def _amendments(table: Table, rules: Rules) -> Iterator[tuple[str, tuple[str, ...]]]:
    number = games.subchapter_of(table.game.id)
    known = {option.id: option for option in table.game.terms.options}
    terms = []
    for name, value in rules.terms.items():
        what = f"Subchapter {number}, {names.option(name).lower()}: {names.value(value).lower()}."
        terms.append(f"{what} {_decides(known[name].says)}")
    yield "D.1(b)", tuple(terms)
    outcomes = games.variations_of(table.game.id).named_outcomes
    wagers = [f"The {words(kind)} wager is not offered." for kind in rules.without]
    for raw in rules.wager:
        rows = "; ".join(f"{words(row)}: {outcomes[row]}" for row in raw["pays"])
        made = (
            f"beside the {names.wager(beside).lower()} wager"
            if (beside := table.game.bet[raw["name"]].beside)
            else "by itself"
        )
        wagers.append(f"The {words(raw['name'])} wager is made {made}. It wins with {rows}.")
    yield "D.4(d)", tuple(wagers)
    yield "D.6(b)", tuple(f"{words(row).capitalize()} is paid {pays}." for row, pays in rules.pay_table.items())


def _decides(says: str) -> str:
    """What an option is about, as a sentence."""
    first = says.partition(" ")[0].lower()
    return (
        f"It decides {says[0].lower()}{says[1:]}"
        if first in ("how", "what", "when", "whether", "which", "who")
        else says
    )


def papers_of(examined: Examined) -> dict[str, Paper]:
    """The petition and its exhibits, as far as they can be written."""
    petition, table = examined.petition, examined.table
    about = (("Kind", KINDS.get(petition.kind, "not said")), ("Made", date.today().isoformat()))
    name = "A new game" if table is None else table.game.entry.name
    footer = f"Petition: {name}"
    made = {"petition": Paper(name, "Petition for a new game", about, tuple(_petition(examined)), footer)}
    if table is not None and examined.report is not None:
        made["exhibit-2-draft-rules"] = Paper(name, "Draft rules", about, tuple(_draft_sections(table)), footer, False)
        priced = report_paper(examined.report)
        figures = tuple(section for section in priced.sections if section.heading in _EXHIBITS)
        made["exhibit-3-odds"] = Paper(
            name, "True odds, payout odds and house advantage", priced.about, figures, footer
        )
    return made


def _petition(examined: Examined) -> Iterator[Section]:
    petition, table = examined.petition, examined.table
    people = tuple(
        Row((one.name, one.address, "casino licensee" if one.casino_licensee else "", _agreed(one)))
        for one in petition.petitioners
    )
    columns = Column("Petitioner"), Column("Address", grows=True), Column("Licence"), Column("Test")
    yield Section("Petitioners", (Grid(columns, people),) if people else (Text("None."),))
    varied = [petition.varies] if isinstance(petition.varies, str) else petition.varies
    named = ", ".join(law.entries()[name].name if name in law.entries() else name for name in varied if name)
    kind = KINDS.get(petition.kind, "not said") + (f": {named}" if named else "")
    yield Section("Kind of game", (Text(f"{kind[0].upper()}{kind[1:]}."),))
    summary = tuple((part.capitalize(), petition.summary[part]) for part in PARTS if petition.summary.get(part))
    yield Section("Exhibit 1: summary", (Facts(summary),) if summary else (Text("None."),))
    if table is not None:
        yield Section("Layout", (Picture(printed_layout(table), "The layout."),))
    if people:
        by = cite("8.4(b)").on(examined.day)
        undertaking = f"Each petitioner is liable for the whole cost of review [{by}]."
        lines = tuple(Row((one.name, "", "")) for one in petition.petitioners)
        signed = Grid((Column("Petitioner"), Column("Signature", grows=True), Column("Date signed")), lines)
        yield Section("Undertaking and signatures", (Text(undertaking), signed))
    if examined.missing:
        rows = tuple(f"{m.what} [{m.by.on(examined.day)}]; {m.remedy}" for m in examined.missing)
        yield Section("Not complete", (Steps(rows),))


def _agreed(one: Petitioner) -> str:
    return "has agreed in writing to test the game" if one.agreed_to_test else ""


_LEADS = {  # before the sentences of one game: what a paragraph says of any is too wide there
    "D.1(b)": "The rules of the varied game apply, but for the following.",
    "D.2(a)": "The game is played with the following.",
    "D.4(d)": "The wagers of the varied game are changed as follows.",
    "D.5(d)": "Players decide as follows.",
    "D.6(a)": "A wager against the dealer is decided as follows.",
    "D.6(b)": "Winning wagers are paid as follows.",
    "D.7(a)": "What goes wrong is put right as follows.",
}


def _draft_sections(table: Table) -> Iterator[Section]:
    """The draft in the form of the chapter: sections, lettered paragraphs, numbered sentences."""
    said = draft_of(table)
    for section in law.subchapter(DRAFT).section:
        own = [paragraph for paragraph in said if paragraph.startswith(f"{section.number}(")]
        blocks: list[Block] = []
        for paragraph in own:
            where, sentences = cite(paragraph).where, said[paragraph]
            if len(sentences) == 1:
                blocks.append(Text(sentences[0], where))
            else:
                blocks += [Text(_LEADS.get(paragraph) or law.paragraph(cite(paragraph)).says, where), Steps(sentences)]
        if section.number == "D.6":
            blocks.append(_pays(table))
        if blocks:
            heading = section.headings[law.chapter_on(table.as_of).number]
            yield Section(f"{cite(section.number).on(table.as_of)} {heading}", tuple(blocks))


def _pays(table: Table) -> Grid:
    rows = tuple(Row((words(row), str(pays))) for row, pays in table.house.pays.items())
    return Grid((Column("Wager", grows=True), Column("Payout odds", "right")), rows, "Payout odds.")


def write_petition(examined: Examined, folder: Path) -> list[Path]:
    """Write petition and exhibits into a folder: as HTML, as PDF where typst is there, and the layout as SVG."""
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []

    def write(name: str, content: bytes) -> None:
        write_whole(folder / name, content)
        written.append(folder / name)

    for name, paper in papers_of(examined).items():
        write(f"{name}.html", html_of(paper).encode())
        if has_package("typst"):
            write(f"{name}.pdf", pdf_of(paper))
    if examined.table is not None:
        write("layout.svg", printed_layout(examined.table).encode())
    return written
