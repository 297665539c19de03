"""How the house is built: what may know a game, how large a class may be, where names are used as code.

The import contracts are in ``pyproject.toml`` (``make lint`` runs them); here is what only the syntax trees show.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import benchmarks
from benchmarks.__main__ import OWN_COMMANDS, names_of_all

import nomorebets
from nomorebets.games import entries, game, game_ids
from nomorebets.table import Game

PACKAGE = Path(nomorebets.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
# equipment and hands know colours and combinations by the names that wagers on them have too
ABOVE = [m for m in MODULES if m.relative_to(PACKAGE).parts[0] not in ("games", "equipment", "hands")]

# wagers whose names are ordinary words, which other things are called too: a page, a key, a command, a verb
ORDINARY = {
    "any",
    "bank",
    "banker",
    "bet",
    "big",
    "black",
    "bonus",
    "card",
    "even",
    "field",
    "high",
    "initial",
    "low",
    "odds",
    "original",
    "player",
    "small",
    "pass",
    "play",
    "pot",
    "raise",
    "red",
    "split",
    "straight",
    "column",
    "single",
    "double",
    "world",
    "progressive",
}


def name_of(module: Path) -> str:
    return module.relative_to(PACKAGE).as_posix()


def literals(tree: ast.Module) -> Iterator[ast.Constant]:
    """Every string that is not the docstring of something."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, documented) and _has_docstring(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node


def _has_docstring(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return bool(node.body) and isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant)


def wager_names() -> set[str]:
    return {bet.kind for id in game_ids() for bet in game(id).bets} - ORDINARY


@cache
def tree_of(module: Path) -> ast.Module:
    return ast.parse(module.read_text(encoding="utf-8"))


def test_no_game_and_no_wager_is_named_outside_the_games():
    names = set(entries()) | wager_names()
    named = [f"{name_of(m)}:{n.lineno}: {n.value!r}" for m in ABOVE for n in literals(tree_of(m)) if n.value in names]
    assert named == []


def test_pages_and_styles_name_no_game():
    """Styles go by the classes that the felt of a game names."""
    for file in sorted((PACKAGE / "server").rglob("*")):
        if file.suffix in (".css", ".js", ".html"):
            text = file.read_text(encoding="utf-8")
            named = [id for id in entries() if f'"{id}"' in text or f"'{id}'" in text or f"-{id} " in text]
            assert named == [], file.name


def test_no_list_of_requests_in_the_server_and_the_command_line():
    """A request is handled through its own methods, so that a new one needs no change there."""
    asked = [
        f"{name_of(module)}:{node.lineno}: {ast.unparse(node)}"
        for module in ABOVE
        if name_of(module).startswith(("server/", "cli/"))
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "isinstance"
        and "request" in ast.unparse(node.args[0])
    ]
    assert asked == []


IMPORTS_BY_NAME = {"__init__.py", "games/__init__.py"}  # names fetched when they are used, and the finder of games


def test_only_the_finder_of_games_imports_by_name():
    by_name = {
        name_of(module)
        for module in MODULES
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("importlib.import_module", "import_module", "__import__")
    }
    assert by_name - IMPORTS_BY_NAME == set()


def test_a_game_has_at_most_nine_fields():
    assert len(Game.__struct_fields__) <= 9


def test_no_class_has_more_than_25_methods():
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    sizes = {
        f"{name_of(module)}: {node.name}": sum(isinstance(part, functions) for part in node.body)
        for module in MODULES
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.ClassDef)
    }
    assert {name: size for name, size in sizes.items() if size > 25} == {}


def test_classes_are_not_stacked_into_large_ones():
    """What a class inherits of ours counts too: a ladder of small classes is a large one."""
    methods: dict[str, set[str]] = {}
    bases: dict[str, list[str]] = {}
    for module in MODULES:
        for node in ast.walk(tree_of(module)):
            if isinstance(node, ast.ClassDef):
                own = {part.name for part in node.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)}
                methods[node.name], bases[node.name] = own, [ast.unparse(base) for base in node.bases]

    def all_of(name: str) -> set[str]:
        return methods.get(name, set()).union(*(all_of(base) for base in bases.get(name, ()) if base != name))

    assert {name: len(all_of(name)) for name in methods if len(all_of(name)) > 30} == {}


def test_no_file_repeats_the_name_of_its_folder():
    folders = {module: module.parent.name for module in MODULES}
    assert [name_of(m) for m, folder in folders.items() if m.stem in (folder, folder.removesuffix("s"))] == []


def test_no_package_is_also_a_function():
    for name in nomorebets.__all__:
        assert not (PACKAGE / name).is_dir(), name
        assert not (PACKAGE / f"{name}.py").exists(), name


def test_every_benchmark_of_the_table_can_be_measured_and_every_other_be_run_by_itself():
    folder = Path(benchmarks.__path__[0])
    functions = {
        name: {node.name for node in tree_of(folder / f"{name}.py").body if isinstance(node, ast.FunctionDef)}
        for name in (*names_of_all(), *OWN_COMMANDS)
    }
    assert [name for name in names_of_all() if "measure" not in functions[name]] == []
    assert [name for name in OWN_COMMANDS if "main" not in functions[name]] == []
