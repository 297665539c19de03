"""The reference: every public name with its signature, what it says of itself and its examples, made from the code."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import nomorebets
from nomorebets.papers.writing import plain_markdown

OURS = nomorebets.__name__
_DOCTEST = re.compile(r"(?:^>>> .*\n(?:.+\n?)*)+", re.MULTILINE)
_ROLE = re.compile(r":\w+:`~?([\w.]+)`")
_LONG = 100  # letters of a signature on one line


def pages() -> Mapping[str, tuple[str, list[str]]]:
    """The pages of the reference: their titles, and the names each has."""
    named: dict[str, list[str]] = {"functions": [], "objects": [], "errors": []}
    for name in nomorebets.__all__:
        what = getattr(nomorebets, name)
        kind = "functions" if not inspect.isclass(what) else "errors" if issubclass(what, Exception) else "objects"
        named[kind].append(name)
    return {kind: (f"The library: {kind}", names) for kind, names in named.items()}


def markdown(kind: str) -> str:
    """One page of the reference."""
    title, names = pages()[kind]
    parts = [f"# {title}", f"Made from the code of version {nomorebets.__version__}; the tests run every example."]
    for name in names:
        what = getattr(nomorebets, name)
        parts += [f"## {name}", *(_class(name, what) if inspect.isclass(what) else _function(name, what))]
    return "\n\n".join(parts) + "\n"


def _function(name: str, function: Any) -> Iterator[str]:
    yield _code(name + signature(function))
    yield _said(inspect.getdoc(function) or "")
    seen = re.findall(r"\w+", signature(function))
    beside = [f"[{other}](objects#{other.lower()})" for other in pages()["objects"][1] if other in seen]
    if beside:
        yield f"See {', '.join(beside)}."
    yield _where(function)


def _class(name: str, kind: type) -> Iterator[str]:
    bases = [base.__name__ for base in kind.__bases__ if base.__module__.startswith(OURS)]
    yield _code(f"class {name}" + (f"({', '.join(bases)})" if bases else ""))
    yield _said(inspect.getdoc(kind) or "")
    fields = dict(_fields(kind))
    if fields:
        said = _comments(kind)
        rows = (f"| `{own}` | {_cell(of)} | {plain_markdown(said.get(own, ''))} |" for own, of in fields.items())
        yield "| field | type | |\n|---|---|---|\n" + "\n".join(rows)
    elif inspect.isfunction(vars(kind).get("__init__")):
        yield _code(name + signature(kind))
    for own, value in _members(kind, set(fields)):
        if isinstance(value, property | cached_property):
            read = value.fget if isinstance(value, property) else value.func
            yield f"### {name}.{own}"
            returned = inspect.signature(read).return_annotation if read is not None else ""
            yield _code(f"{own}: {returned}")
            yield _said(inspect.getdoc(read) or "")
        else:
            yield f"### {name}.{own}"
            yield _code(own + signature(value))
            yield _said(inspect.getdoc(value) or "")
    yield _where(kind)


def _members(kind: type, fields: set[str]) -> Iterator[tuple[str, Any]]:
    """What is public of a class and ours: its own, and what it has from others that are not public themselves."""
    said: set[str] = set(fields)
    for owner in kind.__mro__:
        inherited = owner is not kind and owner.__name__ in nomorebets.__all__
        if inherited or not owner.__module__.startswith(OURS):
            continue
        for own, value in vars(owner).items():
            is_code = inspect.isfunction(value) or isinstance(value, classmethod | staticmethod)
            if own.startswith("_") or own in said or not (is_code or isinstance(value, property | cached_property)):
                continue
            said.add(own)
            yield own, value.__func__ if isinstance(value, classmethod | staticmethod) else value


def _fields(kind: type) -> Iterator[tuple[str, str]]:
    """What an object is made of, with the types as they are written."""
    if dataclasses.is_dataclass(kind):
        yield from ((field.name, str(field.type)) for field in dataclasses.fields(kind) if field.name[0] != "_")
    elif hasattr(kind, "__struct_fields__"):
        written = {own: of for owner in reversed(kind.__mro__) for own, of in inspect.get_annotations(owner).items()}
        yield from ((own, str(written[own])) for own in kind.__struct_fields__)


def _comments(kind: type) -> dict[str, str]:
    """What is said of a field behind it, or in the line above."""
    source = "".join(inspect.getsource(one) for one in kind.__mro__ if one.__module__.startswith(OURS))
    above = re.findall(r"^((?:    # .+\n)+)    (\w+): ", source, re.MULTILINE)
    behind = re.findall(r"^    (\w+): [^#\n]*  # (.+)$", source, re.MULTILINE)
    return {own: text.replace("    # ", " ") for text, own in above} | dict(behind)


def signature(function: Any) -> str:
    """The signature as it is written; a long one has a line for each argument."""
    given = inspect.signature(inspect.unwrap(function))
    arguments = list(_arguments(given))
    returned = "" if given.return_annotation is given.empty else f" -> {given.return_annotation}"
    line = f"({', '.join(arguments)}){returned}"
    if len(line) <= _LONG:
        return line
    return "(\n" + "".join(f"    {one},\n" for one in arguments) + f"){returned}"


def _arguments(given: inspect.Signature) -> Iterator[str]:
    starred = False
    for one in given.parameters.values():
        if one.kind is one.KEYWORD_ONLY and not starred:
            starred = True
            yield "*"
        typed = "" if one.annotation is one.empty else f": {one.annotation}"  # as it is written: all is postponed
        yield one.name + typed + ("" if one.default is one.empty else f" = {one.default!r}")


def _said(doc: str) -> str:
    """A docstring as Markdown, its examples in fences."""
    fenced = _DOCTEST.sub(lambda example: f"\n```python\n{example[0].rstrip()}\n```\n", doc)
    return _ROLE.sub(lambda role: f"`{role[1]}`", fenced)


def _code(text: str) -> str:
    return f"```python\n{text}\n```"


def _cell(text: str) -> str:
    return "`" + text.replace("|", r"\|") + "`"


def _where(what: Any) -> str:
    return f"In `{inspect.unwrap(what).__module__}`."
