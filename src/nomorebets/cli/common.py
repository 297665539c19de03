"""What the commands share: dates, options of a table, files, and how results are printed."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click
from click.shell_completion import CompletionItem

from nomorebets.cli.naming import GameName, SettingName, starting
from nomorebets.errors import UnknownName, shown
from nomorebets.untrusted import HOUSE_FILE, RECORDS, read_path, read_stream

if TYPE_CHECKING:
    from rich.console import Console
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

    def __init__(self, of: str) -> None:
        self.of = of

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        digits = str(value).strip().replace("_", "").replace(",", "")
        number = Fraction(digits) if _COUNT.fullmatch(digits) else None
        if number is None or number.denominator != 1:
            self.fail(
                f"{shown(value, 40)} is not a number of {self.of}; accepted: 1000000, 1,000,000 or 1e6", param, ctx
            )
        return int(number)


json_option: Decorator = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
as_of_option: Decorator = click.option(
    "--as-of", type=Day(), metavar="DATE", help="The date of the text; the newest known if left out."
)
game_argument: Decorator = click.argument("game_id", metavar="GAME", type=GameName())


_RULES = "nomorebets.rules"  # where a command keeps the line of --rules for the table it opens


def _keep_rules(context: click.Context, parameter: click.Parameter, line: str | None) -> None:
    context.meta[_RULES] = line


def _rules_asked_for() -> str | None:
    context = click.get_current_context(silent=True)
    return context.meta.get(_RULES) if context is not None else None


def table_options(command: F) -> F:
    """--as-of, --set, --rules and --house, for every command that opens a table."""
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
            expose_value=False,
            callback=_keep_rules,
            help='The options in one line, as players write them, where a game has such words: "6D H17 DAS LS 3:2".',
        ),
        as_of_option,
    ):
        command = option(command)
    return command


def table_from(
    game_id: str,
    as_of: date | None,
    settings: tuple[str, ...],
    house_file: str | None,
    table_id: str | None = None,
) -> Table:
    """The table that the options describe: a house file, then a line of rules, then single options."""
    from nomorebets.games import named, open_table
    from nomorebets.table.house import Settings

    asked, (game_id, of_file) = Settings(), named(game_id)
    if house_file:
        from nomorebets.compliance.housefile import settings_from

        folder = Path(house_file).parent
        day, asked = settings_from(read_file(house_file, HOUSE_FILE), game_id, table_id, folder)
        as_of = as_of or day
    rules = _rules_asked_for()
    if rules is not None:
        from nomorebets.games import game
        from nomorebets.pricing.rules_line import read_line

        asked.options.update(read_line(game(game_id), rules))
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise UnknownName(f"--set {shown(setting)} has no value", accepts="--set OPTION=VALUE")
        asked.add(name.strip(), value.strip())
    return open_table(game_id, as_of, asked.over(of_file))


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


def print_json(value: object) -> None:
    """A result as JSON, on standard output."""
    plain = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "") != "utf8"
    click.echo(json_text(value, plain))


def json_text(value: object, plain: bool = False) -> str:
    """A result as the text of a JSON file; ``plain`` writes everything in ASCII."""
    import json

    return json.dumps(value, indent=2, ensure_ascii=plain, allow_nan=False)


def plain_grid(**how: Any) -> Grid:
    """A table without lines whose cells go on in the next line where they do not fit: nothing is cut off."""
    from rich.table import Table as Grid

    class Folding(Grid):
        def add_column(self, *header: Any, **settings: Any) -> None:
            super().add_column(*header, **{"overflow": "fold", **settings})

    return Folding(box=None, pad_edge=False, **how)


def console() -> Console:
    """Where people read: no colours into files, NO_COLOR respected, nothing cut off when piped."""
    from rich.console import Console

    class Paper(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # main knows what to do

    terminal = sys.stdout is not None and sys.stdout.isatty()
    return Paper(highlight=False, width=None if terminal else 160, soft_wrap=not terminal)
