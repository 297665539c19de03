"""Every example of the documentation gives what its page says: commands, Python, notebooks."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import doctest
import io
import json
import re
import shlex
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any

import click
import pytest

from docs.command_line import NOT_RUN, PAGE, in_all, without_answers
from docs.command_line import commands as command_line
from docs.command_line import page as made
from docs.examples import ROOT, agrees, at_home, commands, pages, printed, python_of
from nomorebets.cli import nomorebets
from nomorebets.cli.examples import EXAMPLES
from nomorebets.client import Client, Deal, PlaceWager, Sit
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


PETITION = """game = "game.toml"
kind = "variation"
varies = "casino-war"
petitioners = [{ name = "Sample Casino", address = "Pier 1", casino_licensee = true, agreed_to_test = true }]
summary = { objective = "A higher card.", method = "One card each.", wagers = "Initial and tie." }
signed = true
"""


async def a_round(address: str) -> None:
    async with Client(address) as guest:
        await guest.come_in()
        table = await guest.open_table("roulette")
        async with guest.wire(table.id) as wire:
            await wire.act(Sit(amount=20_000))
            await wire.act(PlaceWager(on="red", amount=500))
            await wire.act(Deal())
            while wire.view["round"] == 1:
                await asyncio.sleep(0.05)


def test_examples_whose_answers_are_not_shown_run_too(tmp_path: Path) -> None:
    """In one folder, with the files they name: a record, a petition, and the book of the house that is served."""
    run = [sys.executable, "-m", "nomorebets"]
    done = set()

    def say(name: str, here: Mapping[str, str] = MappingProxyType({})) -> None:
        for example in EXAMPLES[name]:
            command = [*run, *(here.get(word, word) for word in shlex.split(example))]
            ran = subprocess.run(
                command, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
            )
            assert ran.returncode == 0, f"{example}\n{ran.stdout}{ran.stderr}"
        done.add(name)

    subprocess.run([*run, "deal", "roulette", "--seed", "1", "--record", "rounds.jsonl"], cwd=tmp_path, check=True)
    sample = subprocess.run([*run, "sample", "quick-peace"], cwd=tmp_path, check=True, capture_output=True)
    (tmp_path / "game.toml").write_bytes(sample.stdout)
    (tmp_path / "petition.toml").write_text(PETITION)
    for name in ("play", "mcp", "replay", "petition", "fairness test", "report"):
        say(name)
    (serving,) = EXAMPLES["serve"]
    words = shlex.split(serving.replace("8047", "0"))  # any port that is free
    with subprocess.Popen([*run, *words], cwd=tmp_path, stdout=subprocess.PIPE, text=True) as house:
        assert house.stdout is not None
        found = next(found for line in house.stdout if (found := re.search(r"http://127.0.0.1:\d+", line)))
        asyncio.run(a_round(found[0]))
        house.terminate()
        house.communicate(timeout=60)
    done.add("serve")
    with contextlib.closing(sqlite3.connect(tmp_path / "house.db")) as book, book:
        book.execute("UPDATE tables SET closed = opened")  # an open one keeps its last rounds
        (number,) = book.execute("SELECT id FROM rounds WHERE ended IS NOT NULL").fetchone()
    tomorrow = (date.today() + timedelta(1)).isoformat()
    for name in ("audit", "archive put", "archive read", "archive restore"):  # of the round that was just played
        say(name, {"2026-01-01": tomorrow, "7kqm2x-41": number})
    assert done == {*NOT_RUN}


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
        name, known, rest = nomorebets.resolve_command(in_all(), words)
        assert known is not None
        known.make_context(name, rest, in_all())
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


def test_the_command_line_is_written_down_as_its_parser_has_it() -> None:
    assert without_answers(PAGE.read_text()) == made(), "python tests/docs/command_line.py writes it anew"
    assert set(EXAMPLES) == {name for name, _ in command_line(nomorebets)}
    faults = {line: _unknown(line) for lines in EXAMPLES.values() for line in lines}
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
