"""Names as people type them, what a shell completes them to, and tables that fit a narrow terminal."""

from __future__ import annotations

import io

import click
import pytest
from click.testing import CliRunner
from rich.console import Console

from nomorebets import strategy
from nomorebets.cli import figures, nomorebets
from nomorebets.cli.common import Day, plain_grid
from nomorebets.cli.naming import GameName, ParagraphName, SettingName, WagerName
from nomorebets.cli.pictures import show_bars
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


@pytest.mark.parametrize("width", [40, 60, 100])
def test_charts_and_bars_fit_a_narrow_terminal(monkeypatch, width):
    out = Console(file=io.StringIO(), width=width, soft_wrap=True)
    monkeypatch.setattr(figures, "console", lambda: out)
    figures.show_chart(strategy("spanish-21").chart)
    show_bars(out, [(-350.0, 0.0, 0.25), (0.0, 350.0, 0.75)])
    printed = [line for line in out.file.getvalue().splitlines() if line.startswith(("hard", "soft", "A-A", " "))]
    assert len(printed) > 20
    assert max(map(len, printed)) <= width
    assert ("█" in printed[-1]) == (width > 40)


def test_whatever_prints_json_writes_a_file_as_well():
    made_of_files = {"guide", "petition", "drill"}  # they write a folder, or ask
    for name, command in nomorebets.commands.items():
        options = {option for parameter in command.params for option in parameter.opts}
        assert "--out" in options or "--json" not in options or name in made_of_files, name
