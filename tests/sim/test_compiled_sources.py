"""Compiled code is kept under a name made of its sources: all that a compiled loop is built from must be among them."""

import ast
import errno
import importlib.util
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from numba.core.caching import IndexDataCacheFile

from nomorebets import compiling
from nomorebets.sim import jobs

PACKAGE = Path(compiling.__file__).parent


def among(patterns: tuple[str, ...]) -> set[Path]:
    return {path for pattern in patterns for path in PACKAGE.glob(pattern)}


def is_compiled(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(mark, ast.Name) and mark.id == "compiled" for mark in node.decorator_list
    )


def names_in(node: ast.AST) -> set[str]:
    return {name.id for name in ast.walk(node) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Load)}


def built_from(tree: ast.Module) -> Iterator[str]:
    """The modules of ours whose names the compiled loops of a file use, also through constants of the file."""
    imported, made = {}, {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("nomorebets"):
            imported |= {alias.asname or alias.name: node.module for alias in node.names}
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                made |= dict.fromkeys((n.id for n in ast.walk(target) if isinstance(n, ast.Name)), names_in(node.value))
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) and not is_compiled(node):
            made[node.name] = names_in(node)
    for node in tree.body:
        if is_compiled(node):
            todo, seen = {name for part in node.body for name in names_in(part)}, set()
            while todo:
                name = todo.pop()
                if name not in seen:
                    seen.add(name)
                    todo |= made.get(name, set())
                    if name in imported:
                        yield imported[name]


def test_all_that_compiled_loops_are_built_from_is_in_the_name_of_their_folder() -> None:
    known, files, used = among(compiling.SOURCES), 0, set()
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text())
        if any(is_compiled(node) for node in tree.body):
            files += 1
            assert path in known, f"{path} has compiled loops"
            for module in built_from(tree):
                base = PACKAGE.joinpath(*module.split(".")[1:])
                source = base.with_suffix(".py") if base.with_suffix(".py").exists() else base / "__init__.py"
                used.add(module)
                assert source in known, f"{path} is built from {module}"
    assert files >= 6
    assert {"nomorebets.sim.kernels", "nomorebets.hands.compiled", "nomorebets.hands.baccarat"} <= used


def test_a_job_is_known_by_all_of_these_and_the_games() -> None:
    known = among(jobs.SOURCES)
    assert among(compiling.SOURCES) <= known
    assert {PACKAGE / "games" / "craps" / "game.py", PACKAGE / "regulation" / "data" / "05.toml"} <= known


def test_the_name_follows_the_sources(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "sim").mkdir()
    (tmp_path / "sim" / "x.py").write_text("1")
    monkeypatch.setattr(jobs, "__file__", str(tmp_path / "sim" / "jobs.py"))
    before = jobs.code_version.__wrapped__()
    (tmp_path / "sim" / "x.py").write_text("2")
    assert jobs.code_version.__wrapped__() != before


def test_the_name_follows_the_sources_of_installed_games(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "odds.py").write_text("1")
    before = jobs.code_version.__wrapped__()
    monkeypatch.setattr(jobs.law, "installed_folders", lambda: [tmp_path])
    with_it = jobs.code_version.__wrapped__()
    (tmp_path / "odds.py").write_text("2")
    assert len({before, with_it, jobs.code_version.__wrapped__()}) == 3


def test_loops_from_outside_are_kept_apart_by_all_sources_beside_them(tmp_path: Path, monkeypatch) -> None:
    """Numba would go on with an old loop when only a file changes from which it takes another."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    (tmp_path / "kernels.py").write_text("1")
    folder_of = compiling._cache_folder.__wrapped__
    ours, before = folder_of(None), folder_of(tmp_path)
    (tmp_path / "kernels.py").write_text("2")
    assert len({ours, before, folder_of(tmp_path)}) == 3


@pytest.fixture
def loop(tmp_path: Path, monkeypatch) -> Callable[[], Any]:
    """Compiles a small loop as a new process would, with what was kept in a folder before."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    (tmp_path / "kernels.py").write_text("def twice(n):\n    return 2 * n\n")
    monkeypatch.setattr(compiling, "_cache_folder", compiling._cache_folder.__wrapped__)

    def compile_anew() -> Any:
        spec = importlib.util.spec_from_file_location("a_game.kernels", tmp_path / "kernels.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return compiling.compiled(module.twice)

    return compile_anew


@pytest.mark.parametrize("kept", ["*.nbi", "*.nbc"])
@pytest.mark.parametrize("damage", [b"", b"junk", b"\x80\x04."])
def test_compiled_code_that_is_damaged_counts_as_none(loop, tmp_path: Path, kept: str, damage: bytes) -> None:
    assert loop()(3) == 6
    files = list((tmp_path / "cache").rglob(kept))
    assert files
    for file in files:
        file.write_bytes(damage)
    assert loop()(4) == 8
    again = loop()
    assert (again(5), sum(again.stats.cache_hits.values())) == (10, 1)  # kept anew


def test_a_full_disk_keeps_nothing_and_stops_nobody(loop, monkeypatch) -> None:
    def full(*words: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(IndexDataCacheFile, "_save_index", full)
    assert loop()(3) == 6
