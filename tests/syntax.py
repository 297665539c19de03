"""What the syntax tree of a game must look like: requests under ``yield from``, and no bare ``yield``.

A function that says it is an ``Iterator`` lists things and asks nothing: it may yield them.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import nomorebets

GAMES = Path(nomorebets.__file__).parent / "games"


def unyielded(source: str) -> list[str]:
    """Every call of a procedure that is not the operand of ``yield from``, and every bare ``yield``, with its line."""
    tree = ast.parse(source)
    procedures = set(_local_procedures(tree)) | set(_imported_procedures(tree))
    yielded = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.YieldFrom)}
    listed = set(_listed(tree))
    requests = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    faults: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Yield) and id(node) not in listed and not _is_request(node.value, requests):
            faults.append((node.lineno, "bare yield"))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in procedures and id(node) not in yielded:
            faults.append((node.lineno, f"{ast.unparse(node.func)} without yield from"))
    return [f"line {line}: {fault}" for line, fault in sorted(faults)]


def _is_request(value: ast.expr | None, requests: set[str]) -> bool:
    """A request that a module makes of its own kind, in the procedure it defines for it."""
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in requests


def _local_procedures(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.returns and ast.unparse(node.returns).startswith("Script"):
            yield node.name


def _listed(tree: ast.AST, lists: bool = False) -> Iterator[int]:
    """The ``yield`` of every function that is annotated as an iterator."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield from _listed(node, node.returns is not None and ast.unparse(node.returns).startswith("Iterator["))
        else:
            if lists and isinstance(node, ast.Yield):
                yield id(node)
            yield from _listed(node, lists)


def _imported_procedures(tree: ast.AST) -> Iterator[str]:
    """The names under which a module knows procedures of others, as it would call them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("nomorebets"):
            home = importlib.import_module(node.module or "")
            for name in node.names:
                known_as = name.asname or name.name
                found = getattr(home, name.name, None)
                if _is_procedure(found):
                    yield known_as
                for inner in vars(found) if isinstance(found, type(ast)) else ():
                    if _is_procedure(getattr(found, inner)):
                        yield f"{known_as}.{inner}"


def _is_procedure(found: object) -> bool:
    return str(getattr(found, "__annotations__", {}).get("return", "")).startswith("Script") and callable(found)
