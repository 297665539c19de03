"""What of the chapter the code enforces: each paragraph with the lines that cite it and the tests named after it.

All of it is read from the syntax trees of the package and of its tests; nothing is declared by hand.
"""

from __future__ import annotations

import ast
import re
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from nomorebets.errors import UnknownName, unknown
from nomorebets.games import OWN_GAMES, can_be_dealt, entries, subchapter_of
from nomorebets.regulation import law
from nomorebets.regulation.citations import DRAFT, Citation, section_key
from nomorebets.rulebook.kept import read_each

PACKAGE = Path(__file__).parents[1]
HEADINGS_ONLY = "headings only"

TESTED = "enforced and tested"
NOT_TESTED = "enforced, not tested"
IN_PART = "enforced in part"
TESTS_NOT_HERE = "enforced; its tests are not in this installation"
NOT_CITED = "NOT ENFORCED: no code cites it"
PROPOSED = "proposed, of no chapter"
NOT_IN_DATA = "NOT ENFORCED: its paragraphs are not in the data"
COUNTED = (TESTED, IN_PART, NOT_TESTED, TESTS_NOT_HERE, PROPOSED, "not enforced", "NOT ENFORCED")  # without reasons

# the argument that names a paragraph, by position and by name
_NAMES_A_PARAGRAPH = {
    "cite": (0, "text"),
    "choice": (0, "paragraph"),
    "pay_table": (0, "paragraph"),
    "house_option": (1, "paragraph"),
}
_ONE_READER = threading.Lock()  # two visitors of a server do not have everything read twice
_TEST = re.compile(r"test_(\d{1,2}[A-Za-z]?)_(\d{1,2}[A-Za-z]?)(?:_(.*))?")


@dataclass(frozen=True)
class Mention:
    """A place in the code that acts by a paragraph."""

    paragraph: Citation
    file: str  # within the package: games/roulette/game.py
    line: int
    inside: str  # games/roulette/game.py: valid_spin


@dataclass(frozen=True)
class Commanded:
    """One of several things that a paragraph commands: the test that holds the code to it, or why there is none."""

    says: str
    test: str | None  # as pytest names it; None where the tests are not in this installation
    why: str

    @property
    def is_kept(self) -> bool:
        return not self.why


@dataclass(frozen=True)
class Row:
    """One paragraph, or one section of which only the heading is known."""

    citation: Citation
    kind: str
    basis: str
    says: str
    code: tuple[Mention, ...]
    tests: tuple[str, ...]
    verdict: str
    commands: tuple[Commanded, ...] = ()  # where it commands several things


# --- the code ------------------------------------------------------------------------------------------------------


class _Reader(ast.NodeVisitor):
    """Finds the citations of one module, and in which function or constant they stand."""

    def __init__(self, every_literal: bool) -> None:
        self.every_literal = every_literal
        self.names: list[str] = []
        self.functions = 0
        self.citations: dict[tuple[int, int], tuple[str, bool, str]] = {}  # where: text, is a reading, inside what

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.functions += 1
        self._within(node.name, node)
        self.functions -= 1

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._within(node.name, node)

    def visit_Assign(self, node: ast.Assign) -> None:
        self._constant(node, node.targets[0])

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._constant(node, node.target)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring cites nothing
            self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)

    def visit_Call(self, node: ast.Call) -> None:
        name = _called(node)
        if name in _NAMES_A_PARAGRAPH:
            position, keyword = _NAMES_A_PARAGRAPH[name]
            for argument in (_argument(node, position, keyword), _argument(node, None, "sign")):
                self._record(argument, is_reading=False)
        elif name == "reading":
            self._record(_argument(node, 0, "name"), is_reading=True)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        in_a_table = bool(self.names) and not self.functions
        if (self.every_literal or in_a_table) and _is_paragraph(node.value):
            self._record(node, is_reading=False)

    def _constant(self, node: ast.Assign | ast.AnnAssign, target: ast.expr) -> None:
        if self.functions or not isinstance(target, ast.Name):
            self.generic_visit(node)
        else:
            self._within(target.id, node)

    def _within(self, name: str, node: ast.AST) -> None:
        self.names.append(name)
        self.generic_visit(node)
        self.names.pop()

    def _record(self, node: ast.expr | None, is_reading: bool) -> None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
            where = node.lineno, node.col_offset
            self.citations.setdefault(where, (node.value, is_reading, ".".join(self.names)))


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _argument(node: ast.Call, position: int | None, keyword: str) -> ast.expr | None:
    if position is not None and position < len(node.args):
        return node.args[position]
    return next((given.value for given in node.keywords if given.arg == keyword), None)


def _is_paragraph(value: object) -> bool:
    """Whether a literal is, whole, a citation that goes below the section."""
    if not isinstance(value, str):
        return False
    try:
        return bool(Citation.parse(value).path)
    except UnknownName:
        return False


def _look_up(text: str, is_reading: bool) -> Citation:
    """The paragraph or section that a literal names, or the error that says there is none."""
    if is_reading:
        return law.reading(text).on
    citation = Citation.parse(text)
    if citation.reading:
        law.reading(citation.reading)
    if citation.path:
        return law.paragraph(citation).cite
    law.section(citation.section)
    return citation.paragraph


class _Literal(NamedTuple):
    """A citation as it is written in a source."""

    file: str
    line: int
    text: str
    is_reading: bool
    name: str  # of what it stands in

    @property
    def subchapter(self) -> str:
        """Where to look it up; empty where it is no citation."""
        if self.is_reading:
            return self.text.removeprefix("R-").split(".", 1)[0]
        try:
            return Citation.parse(self.text).subchapter
        except UnknownName:
            return ""


@cache
def _literals(package: Path) -> tuple[_Literal, ...]:
    """Every citation in the sources of a package, ours or that of a game from outside."""
    outside = package in law.installed_folders()

    def read(path: Path) -> list[Any]:
        reader = _Reader(every_literal=outside or path.relative_to(package).as_posix().startswith("games/"))
        reader.visit(ast.parse(path.read_text(encoding="utf-8"), str(path)))
        return [[line, *cited] for (line, _), cited in sorted(reader.citations.items())]

    keep_as = "mentions" if package == PACKAGE else ""
    every = read_each(sorted(package.rglob("*.py")), read, Path(__file__), keep_as)
    home = package.parent if outside else package
    files = {path.relative_to(home).as_posix(): citations for path, citations in every.items() if citations}
    return tuple(_Literal(file, *cited) for file, citations in files.items() for cited in citations)


@cache
def _mentioned(subchapter: str) -> dict[Citation, tuple[Mention, ...]]:
    """Where the code names paragraphs of a subchapter; what names none is left to :func:`check_citations`."""
    by_paragraph: defaultdict[Citation, list[Mention]] = defaultdict(list)
    for package in (PACKAGE, *law.installed_folders()):
        for found in _literals(package):
            if found.subchapter == subchapter:
                with suppress(UnknownName):
                    paragraph = _look_up(found.text, found.is_reading)
                    inside = f"{found.file}: {found.name}" if found.name else found.file
                    by_paragraph[paragraph].append(Mention(paragraph, found.file, found.line, inside))
    return {paragraph: tuple(mentions) for paragraph, mentions in by_paragraph.items()}


def mentions_of(citation: Citation) -> tuple[Mention, ...]:
    """The places in the code that act by a paragraph, or by a reading of it."""
    with _ONE_READER:
        return _mentioned(citation.subchapter).get(citation.paragraph, ())


def check_citations(package: Path = PACKAGE) -> list[str]:
    """Every citation in the code that names no paragraph, section or reading of the data, with file and line."""
    problems = []
    for found in _literals(package):
        try:
            _look_up(found.text, found.is_reading)
        except UnknownName as fault:
            problems.append(f"{found.file}:{found.line}: {fault}")
    return problems


# --- the tests -----------------------------------------------------------------------------------------------------


@cache
def checkout() -> Path | None:
    """The source checkout this package runs from; None where it is installed without its tests."""
    for folder in PACKAGE.parents:
        if (folder / "tests").is_dir() and (folder / "pyproject.toml").is_file():
            return folder if folder / "src" / PACKAGE.name == PACKAGE else None
    return None


def paragraph_of_test(name: str) -> Citation | None:
    """The paragraph a test is named after: ``test_5_1_e_1_i_2_fifths`` tests 5.1(e)1i(2).

    >>> paragraph_of_test("test_5_6_b_two_revolutions_are_no_spin")
    Citation('5.6(b)')
    """
    named = _TEST.fullmatch(name)
    if not named:
        return None
    number = f"{named[1]}.{named[2]}".upper()
    try:
        law.section(number)
    except UnknownName:
        return None
    paths = {p.cite.path for p in law.subchapter(named[1].upper()).paragraph if p.cite.section == number}
    path: tuple[str, ...] = ()
    for token in (named[3] or "").split("_"):
        below = {p[len(path)] for p in paths if len(p) > len(path) and p[: len(path)] == path}
        step = next((s for s in below if s.lower() == token.lower()), None)
        if step is None:
            break
        path = (*path, step)
    while path and path not in paths:
        path = path[:-1]
    return Citation(number, path)


def _test_names(tree: ast.AST, under: str) -> Iterator[tuple[str, str]]:
    """Every test of a module: its bare name, and the name that pytest gives it."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from _test_names(node, f"{under}::{node.name}")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node.name, f"{under}::{node.name}"


@cache
def _every_test(root: Path) -> tuple[tuple[str, str], ...]:
    """Every test of the checkout: its bare name, and the name that pytest gives it."""

    def read(path: Path) -> list[Any]:
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        return list(_test_names(tree, path.relative_to(root).as_posix()))

    files = sorted((root / "tests").rglob("test_*.py"))
    return tuple((n, full) for names in read_each(files, read, Path(__file__), "tests").values() for n, full in names)


@cache
def _tests(root: Path, section: str) -> dict[Citation, tuple[str, ...]]:
    """The tests of a section by their paragraph."""
    by_paragraph: defaultdict[Citation, list[str]] = defaultdict(list)
    begins = f"test_{section.replace('.', '_').lower()}"
    for name, full in _every_test(root):
        paragraph = paragraph_of_test(name) if name.lower().startswith(begins) else None
        if paragraph is not None:
            by_paragraph[paragraph].append(full)
    return {paragraph: tuple(names) for paragraph, names in by_paragraph.items()}


def tests_of(citation: Citation) -> tuple[str, ...] | None:
    """The tests named after a paragraph; None where the tests are not in this installation."""
    root = checkout()
    with _ONE_READER:
        return None if root is None else _tests(root, citation.section).get(citation.paragraph, ())


def commands_of(known: law.Paragraph) -> tuple[Commanded, ...]:
    """What a paragraph commands one by one, each with its test or why it has none."""
    root = checkout()
    with _ONE_READER:
        full = dict(_every_test(root)) if root is not None and known.commands else {}
    return tuple(_commanded(command, full if root is not None else None) for command in known.commands)


def _commanded(command: law.Command, full: dict[str, str] | None) -> Commanded:
    if not command.test:
        return Commanded(command.says, "", command.why)
    if full is None:
        return Commanded(command.says, None, "")
    missing = "" if command.test in full else f"there is no test {command.test}"
    return Commanded(command.says, full.get(command.test, ""), missing)


def command_facts(command: Commanded) -> dict[str, Any]:
    """A command as plain values."""
    return {"says": command.says, "enforced": command.is_kept, "test": command.test, "why": command.why or None}


# --- the verdicts --------------------------------------------------------------------------------------------------


def sections_of(game_id: str) -> tuple[str, ...]:
    """The sections a game is ruled by, by the numbers our code cites them with."""
    if game_id in OWN_GAMES:
        return tuple(section.number for section in law.subchapter(DRAFT).section)
    if game_id not in entries():
        raise unknown("game", game_id, entries())
    return entries()[game_id].sections or tuple(s.number for s in law.subchapter(subchapter_of(game_id)).section)


def coverage(game_id: str | None = None) -> list[Row]:
    """Every paragraph of a game, or of the whole chapter: enforced where, tested where, or why not."""
    numbers = sections_of(game_id) if game_id else [s.number for sub in law.subchapters() for s in sub.section]
    return [row for number in sorted(numbers, key=section_key) for row in _rows(number)]


def _rows(number: str) -> Iterator[Row]:
    section, sub = law.section(number), law.subchapter(number.split(".", 1)[0])
    not_dealt = _why_not_dealt(sub, number)
    paragraphs = sorted((p for p in sub.paragraph if p.cite.section == number), key=lambda p: p.cite)
    if not paragraphs:
        heading = list(section.headings.values())[-1]
        if section.reserved:
            verdict = "not enforced: the number is reserved"
        else:
            verdict = f"not enforced: {not_dealt}" if not_dealt else NOT_IN_DATA
        yield Row(Citation(number), "section", HEADINGS_ONLY, heading, (), (), verdict)
    for known in paragraphs:
        code, tests = mentions_of(known.cite), tests_of(known.cite)
        basis = law.basis(known.cite, newest_day_of(known.cite))
        commands = commands_of(known)
        verdict = _verdict(known, code, tests, not_dealt, commands)
        yield Row(known.cite, known.kind, basis, known.says, code, tests or (), verdict, commands)


def newest_day_of(citation: Citation) -> date:
    """The newest date, or the last day of a paragraph or section that is gone."""
    is_paragraph = any(known.cite == citation for known in law.subchapter(citation.subchapter).paragraph)
    return (law.until(citation) if is_paragraph else law.section_until(citation.section)) or law.newest()


def _why_not_dealt(sub: law.Subchapter, number: str) -> str:
    """Why no game of a section can be dealt; empty where one can, or where the section is no game's."""
    games = [entry for entry in sub.game if not entry.sections or number in entry.sections]
    if not games or any(can_be_dealt(entry.id) for entry in games):
        return ""
    return next((entry.unknown for entry in games if entry.unknown), "the game cannot be dealt yet")


def _verdict(
    known: law.Paragraph,
    code: tuple[Mention, ...],
    tests: tuple[str, ...] | None,
    not_dealt: str,
    commands: tuple[Commanded, ...] = (),
) -> str:
    if known.kind != "enforced":
        return f"not enforced: {known.why or known.kind}"
    if known.basis == "proposed":
        return PROPOSED
    if not code:
        return f"not enforced: {not_dealt}" if not_dealt else NOT_CITED
    kept = sum(command.is_kept for command in commands)
    if kept < len(commands):
        return f"{IN_PART}: {kept} of {len(commands)} commands"
    if tests is None:
        return TESTS_NOT_HERE
    return TESTED if tests else NOT_TESTED


def summary(rows: list[Row]) -> dict[str, int]:
    """How many rows have each verdict; all reasons for "not enforced" are counted together."""
    counts: defaultdict[str, int] = defaultdict(int)
    for row in rows:
        counts[row.verdict.split(":", 1)[0]] += 1
    return {verdict: counts[verdict] for verdict in COUNTED if counts[verdict]}
