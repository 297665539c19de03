"""Names as people type them, what a shell completes them to, and tables that fit a narrow terminal."""

from __future__ import annotations

import io

import click
import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets
from nomorebets.cli.common import Day, plain_grid
from nomorebets.cli.naming import GameName, ParagraphName, SettingName, WagerName
from nomorebets.errors import UnknownName

CASES = [("ROULETTE", "roulette"), ("Big Six", "big-six"), ("Hold'em", "holdem"), ("x.toml", "x.toml"), ("21", "21")]


@pytest.mark.parametrize(("typed", "meant"), CASES)
def test_a_game_in_any_spelling(typed, meant):
    assert GameName().convert(typed, None, None) == meant


def test_a_name_of_several_games_names_them():
    with pytest.raises(UnknownName, match="punto-banco, chemin-de-fer, minibaccarat"):
        GameName().convert("baccarat", None, None)


@pytest.mark.parametrize("words", [("deal", "Big Six", "--seed", "1"), ("diff", "BIG-SIX", "1990-01-01", "2008-07-21")])
def test_commands_that_take_more_than_a_game_know_it_in_any_spelling_too(words):
    done = CliRunner().invoke(nomorebets, words)
    assert (done.exit_code, done.output[:7]) == (0, "big-six")
    command = nomorebets.commands[words[0]]
    begun = command.params[0].shell_complete(click.Context(command), "big")
    assert [item.value for item in begun] == ["big-six"]


def completed(kind: click.ParamType, typed: str, game: str = "roulette") -> list[str]:
    context = click.Context(nomorebets)
    context.params["game_id"] = game
    return [item.value for item in kind.shell_complete(context, click.Option(["--x"]), typed)]


@pytest.mark.parametrize(
    ("kind", "typed", "offered"),
    [
        (GameName(), "rou", "roulette"),
        (WagerName(), "stra", "straight"),
        (SettingName(), "wheel", "wheel-kind="),
        (SettingName(), "wheel-kind=s", "wheel-kind=single-zero"),
        (ParagraphName(), "13:69F-5.6(", "13:69F-5.6(b)"),
        (Day(), "1998", "1998-11-16"),
    ],
)
def test_a_shell_completes(kind, typed, offered):
    assert offered in completed(kind, typed)
    assert completed(kind, "zzz") == []
    assert completed(WagerName(), "", game="no such game") == []


@pytest.mark.parametrize("width", [60, 80, 200])
def test_nothing_is_cut_off(width):
    from rich.console import Console

    grid = plain_grid()
    for column in ("wager", "edge", "paragraph", "basis"):
        grid.add_column(column)
    cells = ("a-wager-with-a-long-name", "12345678901234567/98765432109876543", "13:69F-5.6(b)", "reconstructed")
    grid.add_row(*cells)
    out = io.StringIO()
    Console(file=out, width=width).print(grid)
    printed = out.getvalue()
    assert "…" not in printed
    assert sum(map(str.isalnum, printed)) == sum(map(str.isalnum, "".join(cells) + "wageredgeparagraphbasis"))
    assert all(cell in printed for cell in cells)  # each in one piece


def test_whatever_prints_json_writes_a_file_as_well():
    made_of_files = {"guide", "petition", "drill"}  # they write a folder, or ask
    for name, command in nomorebets.commands.items():
        options = {option for parameter in command.params for option in parameter.opts}
        assert "--out" in options or "--json" not in options or name in made_of_files, name
