"""Every example of the documentation gives what its page says: commands, Python, notebooks."""

from __future__ import annotations

import ast
import contextlib
import doctest
import io
import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest

from docs.examples import ROOT, agrees, at_home, commands, pages, printed, python_of
from nomorebets.cli import nomorebets
from nomorebets.docs.game_pages import markdown
from nomorebets.errors import RulesError
from nomorebets.games import entries

FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
LISTED = re.compile(r"^    nomorebets ((?:\S| (?! ))+)", re.MULTILINE)  # what follows two spaces says what it does


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", [page for page in pages() if any(commands(page))], ids=name_of)
def test_a_command_prints_what_is_shown(page: Path) -> None:
    with at_home():
        for command, shown in commands(page):
            said = printed(command)
            assert agrees(shown, said), f"{command}\n{said}"


@pytest.mark.parametrize("page", [page for page in pages() if python_of(page).examples], ids=name_of)
def test_python_answers_what_is_shown(page: Path) -> None:
    told = io.StringIO()
    with at_home():
        failed, _ = doctest.DocTestRunner(optionflags=FLAGS).run(python_of(page), out=told.write)
    assert not failed, told.getvalue()


def test_other_python_is_python() -> None:
    for page in pages():
        for text in re.findall(r"^```python\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE):
            if ">>>" not in text:
                compile(text, page.name, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT | ast.PyCF_ONLY_AST)


def test_toml_can_be_read() -> None:
    for page in pages():
        for text in re.findall(r"^```toml\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE):
            assert tomllib.loads(text)


def _unknown(command: str) -> str:
    """Why a command line cannot be: a command, option or game that there is not. Files need not be there."""
    words = shlex.split(re.sub(r"[\[\]]| > .*", "", command), comments=True)
    try:
        name, known, rest = nomorebets.resolve_command(click.Context(nomorebets), words)
        assert known is not None
        known.make_context(name, rest)
    except RulesError as fault:
        return str(fault)
    except click.UsageError as fault:
        return "" if "does not exist" in str(fault.message) else str(fault.message)
    return ""


def test_every_command_that_is_listed_is_one() -> None:
    texts = {page.name: page.read_text() for page in pages()} | {game: markdown(game) for game in entries()}
    listed = [(name, line) for name, text in texts.items() for line in LISTED.findall(text)]
    assert len(listed) > 40 + 6 * len(entries())
    faults = {f"{page}: {line}": _unknown(line) for page, line in listed}
    assert {line: why for line, why in faults.items() if why} == {}


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=name_of)
def test_a_notebook_runs_and_is_kept_without_its_output(notebook: Path) -> None:
    cells = [cell for cell in json.loads(notebook.read_text())["cells"] if cell["cell_type"] == "code"]
    names: dict[str, Any] = {}
    assert cells
    with at_home(), contextlib.redirect_stdout(io.StringIO()):
        for cell in cells:
            assert (cell["outputs"], cell["execution_count"]) == ([], None)
            exec(compile("".join(cell["source"]), notebook.name, "exec"), names)
