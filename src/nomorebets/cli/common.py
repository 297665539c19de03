"""What the commands share: dates, options of a table, files, and how results are printed."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from datetime import date
from fractions import Fraction
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from nomorebets.cli.naming import GameName, SettingName, starting
from nomorebets.errors import UnknownName, one_line, shown
from nomorebets.untrusted import HOUSE_FILE, RECORDS, read_path, read_stream

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.table import Table as Grid

    from nomorebets.table.game import Table

F = TypeVar("F", bound=Callable[..., Any])
_COUNT = re.compile(r"\d{1,30}(\.\d{1,9})?(e\+?\d{1,2})?", re.ASCII | re.IGNORECASE)
MOST_BYTES = RECORDS  # of any file


class Decorator(Protocol):
    """An option or argument of a command."""

    def __call__(self, command: F, /) -> F: ...


class Day(click.ParamType[date]):
    """A date like 1998-11-16."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        if isinstance(value, date):
            return value
        try:
            return date.fromisoformat(str(value))
        except ValueError:
            self.fail(f"{shown(value, 40)} is not a date; accepted: a form like 1998-11-16", param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from nomorebets.regulation import law

        return starting(incomplete, (day.isoformat() for day in law.effective_dates()))


class Count(click.ParamType[int]):
    """How many, like 1000000, 1,000,000 or 1e6."""

    name = "number"

    def __init__(self, of: str, least: int = 0, most: int | None = None) -> None:
        self.of: str = of
        self.least: int = least
        self.most: int | None = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        digits = str(value).strip().replace("_", "").replace(",", "")
        number = Fraction(digits) if _COUNT.fullmatch(digits) else None
        if number is None or number.denominator != 1:
            self.fail(
                f"{shown(value, 40)} is not a number of {self.of}; accepted: 1000000, 1,000,000 or 1e6", param, ctx
            )
        if number < self.least or (self.most is not None and number > self.most):
            most = "" if self.most is None else f" to {self.most:,}"
            self.fail(f"{number} {self.of} are not taken; accepted: from {self.least}{most}", param, ctx)
        return int(number)


as_of_option: Decorator = click.option(
    "--as-of", type=Day(), metavar="DATE", help="The date of the text; the newest known if left out."
)
game_argument: Decorator = click.argument("game_id", metavar="GAME", type=GameName())


class AskedTable(NamedTuple):
    """The table that a command is asked for, by its options."""

    as_of: date | None
    settings: tuple[str, ...]
    rules: str | None
    house_file: str | None
    table_id: str | None

    def open(self, game_id: str) -> Table:
        """The table that the options describe: a house file, then a line of rules, then single options."""
        from nomorebets.games import named, open_table
        from nomorebets.table.house import Settings

        require_house(self.house_file, self.table_id)
        as_of, asked, (game_id, of_file) = self.as_of, Settings(), named(game_id)
        if self.house_file:
            from nomorebets.compliance.housefile import settings_from

            folder = Path(self.house_file).parent
            day, asked = settings_from(read_file(self.house_file, HOUSE_FILE), game_id, self.table_id, folder)
            as_of = as_of or day
        if self.rules is not None:
            from nomorebets.games import game
            from nomorebets.pricing.rules_line import read_line

            asked.options.update(read_line(game(game_id), self.rules))
        for name, value in pairs_of("--set", self.settings):
            asked.add(name, value)
        return open_table(game_id, as_of, asked.over(of_file))


def table_options(command: Callable[..., None]) -> Callable[..., None]:
    """--as-of, --set, --rules and --house, for every command that opens a table: it gets them as ``asked``."""

    @wraps(command)
    def called(**options: Any) -> None:
        command(asked=AskedTable(*(options.pop(name) for name in AskedTable._fields)), **options)

    for option in (
        click.option("--house", "house_file", metavar="FILE", help="A licensee's house rules (TOML)."),
        click.option("--table", "table_id", metavar="ID", help="Which table of the house file, where it has several."),
        click.option(
            "--set",
            "settings",
            multiple=True,
            metavar="OPTION=VALUE",
            type=SettingName(),
            help="A house option; may be repeated.",
        ),
        click.option(
            "--rules",
            metavar="LINE",
            help='The options in one line, as players write them, where a game has such words: "6D H17 DAS LS 3:2".',
        ),
        as_of_option,
    ):
        called = option(called)
    return called


def require_house(house_file: str | None, table_id: str | None) -> None:
    """Refuse the name of a table where nothing says of which house."""
    if table_id and not house_file:
        raise click.UsageError("--table is a table of a house file: --house FILE goes with it")


def refuse_beside(what: str, *options: str) -> None:
    """Refuse what was asked for beside something that takes no notice of it."""
    context = click.get_current_context()
    given = [name for name in options if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    names = {parameter.name: parameter.opts[-1] for parameter in context.command.params}
    if given:
        raise click.UsageError(f"{', '.join(names[name] for name in given)}: not with {what}")


def pairs_of(option: str, given: Sequence[str], form: str = "OPTION=VALUE") -> list[tuple[str, str]]:
    """Names and values of an option that may be repeated; a name twice is refused, as one of them would not count."""
    pairs: dict[str, str] = {}
    for pair in given:
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not equals or not name:
            why = "has no value" if name else "has no name"
            raise UnknownName(f"{option} {shown(pair)} {why}", accepts=f"{option} {form}")
        if name in pairs:
            text = f"{option} {one_line(name, 60)} is given twice, as {shown(pairs[name])} and as {shown(value)}"
            raise UnknownName(text, accepts="one value")
        pairs[name] = value
    return list(pairs.items())


def read_file(path: str, most: int | None = None) -> bytes:
    """A file's content, ``-`` for standard input; a file larger than any real one is refused."""
    most = min(most or MOST_BYTES, MOST_BYTES)
    if path != "-":
        return read_path(file_named(path), most)
    if sys.stdin is None:
        raise UnknownName("there is no standard input", accepts="the name of a file")
    return read_stream(sys.stdin.buffer, path, most)


def file_named(path: str) -> Path:
    """A file by its name; a name that no file can have is refused."""
    if not path or "\0" in path:
        raise UnknownName(f"no file can be called {shown(path)}", accepts="the name of a file, - for standard input")
    return Path(path)


def write_out(path: str, content: bytes) -> None:
    """A result to a file, or to standard output where there is one."""
    if path != "-":
        from nomorebets.kept import write_whole

        write_whole(file_named(path), content)
    elif sys.stdout is not None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()


MOST_FRACTION = 40  # characters of a fraction beside which the other columns are still read
LONG = "…: a fraction too long for a column; --json has it"


def in_column(fraction: object) -> str:
    """A fraction as a cell; one that would push all else aside is left out.

    >>> in_column(Fraction(1, 19)), in_column(Fraction(1, 10**40))
    ('1/19', '…')
    """
    text = str(fraction)
    return text if len(text) <= MOST_FRACTION else LONG[0]


def plain_grid(**how: Any) -> Grid:
    """A table without lines. Cells go on in the next line between words; where not even that fits, row by row.

    No id, fraction or amount is broken as long as it fits into a line of its own.
    """
    from rich.table import Table as Grid
    from rich.text import Text

    class Folding(Grid):
        def add_column(self, *header: Any, **settings: Any) -> None:
            super().add_column(*header, **{"overflow": "fold", **settings})

        def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
            texts = [list(column.cells) for column in self.columns]
            cells = [[Text.from_markup(cell) if isinstance(cell, str) else cell for cell in text] for text in texts]
            titles = [str(column.header) for column in self.columns]
            names = titles if self.show_header else [""] * len(titles)
            gaps = sum(self.padding[1:4:2]) * (len(cells) - 1)
            widths = fitting(
                [max(map(_width, (name, *column))) for name, column in zip(names, cells, strict=True)],
                [max(map(_longest_word, (name, *column))) for name, column in zip(names, cells, strict=True)],
                options.max_width - gaps,
            )
            if widths is None:
                for row in zip(*cells, strict=True):
                    for title, cell in zip(titles, row, strict=True):
                        if str(cell):
                            yield Text(f"{title}: " if title and self.show_header else "").append(cell)
                    yield ""
                return
            for column, width in zip(self.columns, widths, strict=True):
                column.width, column.no_wrap = width, False
            yield from super().__rich_console__(console, options)

    return Folding(box=None, pad_edge=False, **how)


def _width(cell: Any) -> int:
    return max((len(line) for line in str(cell).splitlines()), default=0)


def _longest_word(cell: Any) -> int:
    return max(map(len, str(cell).split()), default=0)


def fitting(whole: list[int], least: list[int], room: int) -> list[int] | None:
    """The widths of columns: whole where there is room, the widest first made narrower; None where nothing fits.

    >>> fitting([8, 40], [8, 5], 60), fitting([8, 40], [8, 5], 30), fitting([8, 40], [8, 25], 30)
    ([8, 40], [8, 22], None)
    """
    if sum(least) > room:
        return None
    widths = list(whole)
    while (excess := sum(widths) - room) > 0:
        spare = [width - low for width, low in zip(widths, least, strict=True)]
        at = max(range(len(widths)), key=lambda i: (spare[i] > 0, widths[i]))
        widths[at] -= min(excess, max(1, spare[at] // 4))
    return widths


def console() -> Console:
    """Where people read: no colours into files, NO_COLOR respected, nothing cut off when piped."""
    from rich.console import Console

    class Paper(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # main knows what to do

    terminal = sys.stdout is not None and sys.stdout.isatty()
    return Paper(highlight=False, width=None if terminal else 160, soft_wrap=not terminal)
