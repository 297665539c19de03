"""Files from outside, bounded before they are parsed: transcripts, strategies, house and game files, records.

``tomllib`` takes time and memory by the square of the parts of a dotted key and one call per level of nesting, so a
small file can ask for gigabytes. One pass over the text counts what it would have to build; only then is it parsed.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, BinaryIO

from nomorebets.errors import RulesError, UnknownName, one_line, shown

TRANSCRIPT = STRATEGY = 256 * 1024  # bytes; the longest transcripts people write have one or two thousand
HOUSE_FILE = 1024 * 1024
GAME_FILE = 64 * 1024
RECORDS = 256 * 1024 * 1024

MOST_PARTS = 16  # of a dotted key or a table's name
MOST_ENTRIES = 40_000  # keys, values of lists and names of tables together
MOST_CENTS = 10**11  # that a message may name
DEEPEST = 16  # brackets and braces within each other, of TOML
DEEPEST_LINE = 32  # of a line of JSON

# Quotation marks and # begin a string or a comment wherever they stand outside one, or are an error there.
_TOML = re.compile(
    r'"""(?:[^"\\]++|\\[\s\S]|"(?!""))*+(?:"{3,5})?'
    r"|'''(?:[^']++|'(?!''))*+(?:'{3,5})?"
    r'|"(?:[^"\\\n]++|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+"
    r"|(?P<mark>[\[\]{}.=,]|\n+)"
)
_JSON = re.compile(rb'"(?:[^"\\]++|\\[\s\S])*+"?|(?P<opens>[\[{])|(?P<closes>[\]}])')
_AT = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")


# what Python's reader says, by its first words, to somebody who never heard of a key or a namespace
_NOT_TOML = {
    re.compile("Unclosed"): "a bracket or a brace is not closed",
    re.compile("Unterminated|Expected \"'"): "a quotation mark is missing",
    re.compile("Illegal character"): "a quotation mark is missing, or a text goes over the end of its line",
    re.compile("Cannot|Duplicate"): "a name stands there twice",
    re.compile("Expected '='"): "a name has no equals sign behind it",
    re.compile("Expected newline"): "something stands behind a value that does not belong to it",
    re.compile("Expected ']"): "a name in brackets has no bracket behind it",
    re.compile("Invalid value"): "what should be a value is none: texts stand in quotation marks",
    re.compile("Invalid statement|Invalid initial"): "a line does not begin with a name",
    re.compile("Unescaped"): "a text has a backslash in it",
    re.compile("Invalid date"): "a date is none",
    re.compile("Exceeds the limit"): "a number has thousands of digits",
}


def read_toml(
    content: bytes | str, what: str, error: type[RulesError], accepts: str, most: int = TRANSCRIPT
) -> dict[str, Any]:
    """The tables of a TOML text that somebody sent, or the given error in one sentence.

    >>> read_toml("spins = '17 00'", "the transcript", RulesError, "a shorter one")
    {'spins': '17 00'}
    >>> read_toml(".".join("a" * 20_000) + " = 1", "the transcript", RulesError, "keys like seat")
    Traceback (most recent call last):
    nomorebets.errors.RulesError: line 1: the transcript is nested too deeply: a key of more than 16 parts; \
accepted: keys like seat
    """
    if len(content) > most:
        raise error(f"{what} is too large: {len(content):,} bytes", accepts=f"at most {most:,} bytes")
    text = _decoded(content, what, error) if isinstance(content, bytes) else content
    text = text.replace("\r\n", "\n")
    _require_bounded(text, what, error, accepts)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise error(f"{what} is nested too deeply", accepts=accepts) from None
    except ValueError as fault:  # no TOML, or a number of thousands of digits
        reason, at = str(fault), _AT.search(str(fault))
        reason = reason[: at.start()] if at else reason
        why = next((words for begun, words in _NOT_TOML.items() if begun.match(reason)), one_line(reason))
        line = at and (at[1] or text.count("\n") + 1)
        said = f"line {line}: {what} is not TOML: {why}" if line else f"{what} is not TOML: {why}"
        raise error(said, accepts=accepts) from None


def _decoded(content: bytes, what: str, error: type[RulesError]) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        raise error(f"line {line}: {what} is not UTF-8 text", accepts="a text file saved as UTF-8") from None


def _require_bounded(text: str, what: str, error: type[RulesError], accepts: str) -> None:
    """Count what a parser would have to build, in one pass that knows strings and comments."""
    depth, parts, entries, begins_line = 0, 1, 0, True
    for token in _TOML.finditer(text):
        mark = token["mark"]
        if mark is None:  # a string or a comment
            continue
        if mark == ".":
            parts += 1
        else:
            parts = 1
            entries += mark in "=," or (mark == "[" and begins_line)
            depth = depth + 1 if mark in "[{" else max(depth - (mark in "]}"), 0)
        begins_line = mark[0] == "\n" and not depth
        if parts > MOST_PARTS or depth > DEEPEST or entries > MOST_ENTRIES:
            line = text.count("\n", 0, token.start()) + 1
            if parts > MOST_PARTS:
                why = f"is nested too deeply: a key of more than {MOST_PARTS} parts"
            elif depth > DEEPEST:
                why = f"is nested too deeply: more than {DEEPEST} brackets within each other"
            else:
                why = f"has more than {MOST_ENTRIES:,} entries"
            raise error(f"line {line}: {what} {why}", accepts=accepts)


def is_deep(line: bytes, most: int = DEEPEST_LINE) -> bool:
    """Whether brackets and braces of a line of JSON lie more than so deep within each other.

    >>> is_deep(b"[" * 40), is_deep(b'{"a": "[[[", "b": []}', 2)
    (True, False)
    """
    if line.count(b"[") + line.count(b"{") <= most:
        return False
    depth = 0
    for token in _JSON.finditer(line):
        if token["opens"]:
            depth += 1
            if depth > most:
                return True
        elif token["closes"]:
            depth -= 1
    return False


def read_path(path: Path, most: int) -> bytes:
    """The content of a file, whose size is asked for before it is read."""
    with path.open("rb") as file:
        if path.is_file() and path.stat().st_size > most:
            raise _too_large(str(path), most)
        return read_stream(file, str(path), most)


def read_stream(file: BinaryIO, name: str, most: int) -> bytes:
    """What comes out of something that may have no end."""
    content = file.read(most + 1)
    if len(content) > most:
        raise _too_large(name, most)
    return content


def _too_large(name: str, most: int) -> UnknownName:
    return UnknownName(f"{shown(name)} is too large to be read", accepts=f"files of at most {most:,} bytes")
