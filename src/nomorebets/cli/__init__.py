"""The command line. Commands import what they need when they run: ``--help`` stays light."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from contextlib import suppress
from io import TextIOWrapper

import click

from nomorebets.cli import (
    docs,
    drills,
    fairness,
    figures,
    house,
    houses,
    papers,
    rulebook,
    sessions,
    simulation,
    tables,
    verification,
)
from nomorebets.cli.examples import show_examples
from nomorebets.errors import RulesError, package_missing, unknown


class Commands(click.Group):
    """Groups the commands by who uses them and shows errors as one sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)  # in the order of the day, not of the alphabet

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        if cmd_name not in self.commands:
            raise unknown("command", cmd_name, self.commands)
        return self.commands[cmd_name]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:
            _require_once(command, rest, ctx)
        return name, command, rest


def _require_once(command: click.Command, args: list[str], ctx: click.Context) -> None:
    """Refuse an option with one value that is given twice: the first would be passed over in silence."""
    within = command.commands.get(args[0]) if isinstance(command, click.Group) and args else None
    if within is not None:
        _require_once(within, args[1:], ctx)
        return
    reading = click.Context(command, ctx, resilient_parsing=True)  # what is wrong otherwise is said afterwards
    _, _, given = command.make_parser(reading).parse_args(list(args))
    for option in given:
        takes_one = isinstance(option, click.Option) and not (option.multiple or option.is_flag or option.count)
        if takes_one and given.count(option) > 1:
            raise click.UsageError(f"{option.opts[-1]} is given {given.count(option)} times, and takes one value")


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="nomorebets")
def nomorebets() -> None:
    """The casino rulebook that runs: New Jersey's Rules of the Games, dealt, ruled on, priced, simulated and checked.

    Every payout, refusal and ruling names the paragraph that commands it. Exit status: 0 done, 1 not compliant or
    ruled against, 2 the request cannot be carried out.
    """


for _module in (
    rulebook,
    tables,
    drills,
    figures,
    sessions,
    simulation,
    verification,
    papers,
    houses,
    fairness,
    house,
    docs,
):
    for _command in _module.COMMANDS:
        nomorebets.add_command(_command)
show_examples(nomorebets)

RARELY = (50_000, 50, 100)  # how seldom garbage is looked for: the thresholds of gc


def _leave() -> None:
    """Python looks for garbage once more on its way out: with numba a quarter of a second."""
    if "duckdb" not in sys.modules:  # which complains of whatever is not collected
        gc.freeze()


def _half_made(left: sys.UnraisableHookArgs) -> None:
    """What the compiler had half made when Control-C came complains on its way out: that is nobody's concern."""
    if not str(getattr(left.object, "__module__", "")).startswith("llvmlite"):
        sys.__unraisablehook__(left)


def main() -> None:
    """Run the command line; whatever a user can cause ends in a sentence, not in a traceback."""
    atexit.register(_leave)
    sys.unraisablehook = _half_made
    gc.set_threshold(*RARELY)  # a command mostly imports what stays: to look through it again is a sixth of it
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")  # whatever the locale says
    try:
        try:
            status = nomorebets(standalone_mode=False)
        except SystemExit as done:
            # click puts a wrapper of this name in place of the output when whoever read it has seen enough
            status = 0 if type(sys.stdout).__name__.endswith("PacifyFlushWrapper") else done.code
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.Abort as ended:
        status = 130
        if isinstance(ended.__cause__, EOFError):  # of no question: a module that Python keeps compiled, cut off
            cut_off = "a compiled module of Python is cut off, as a full disk leaves it"
            status = _refuse(f"{cut_off}; remove the folders called __pycache__ where nomorebets is installed")
    except click.exceptions.NoArgsIsHelpError as fault:
        fault.show()
        status = fault.exit_code
    except click.ClickException as fault:
        status = _refuse(fault.format_message().rstrip("."), _help_of(fault))
    except RulesError as fault:
        status = _refuse(str(fault))
    except ModuleNotFoundError as fault:
        if (missing := package_missing(fault)) is None:
            raise
        status = _refuse(str(missing))
    except BrokenPipeError:  # whoever read the result has seen enough
        _forget_output()
        status = 0
    except OSError as fault:
        if fault.filename is None:
            _forget_output()
        where = "the result cannot be written" if fault.filename is None else fault.filename
        status = _refuse(f"{where}: {fault.strerror or fault}")
    sys.exit(status if isinstance(status, int) else 0)


def _refuse(why: str, hint: str = "") -> int:
    """Say why on standard error, in one sentence."""
    sentence = " ".join(why.split())
    click.echo(f"nomorebets: {sentence if len(sentence) <= 900 else sentence[:899] + '…'}{hint}", err=True)
    return 2


def _help_of(fault: click.ClickException) -> str:
    ctx = fault.ctx if isinstance(fault, click.UsageError) else None
    return f"; see {ctx.command_path} --help" if ctx is not None else ""


def _forget_output() -> None:
    """Keep Python from trying again, on its way out, to write what could not be written."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
