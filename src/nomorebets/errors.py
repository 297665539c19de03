"""What can go wrong, named after who departed from the rules.

Every error says who, what and why, names the paragraph where one commands it, and says what would be accepted.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nomorebets.regulation.citations import Citation


class RulesError(Exception):
    """Base of all errors a user can cause; ``str()`` is one readable sentence."""

    who = "somebody"

    def __init__(
        self, text: str, by: Citation | None = None, on: date | None = None, accepts: str | None = None
    ) -> None:
        super().__init__(text)
        self.text = text
        self.by = by
        self.on = on
        self.accepts = accepts

    @property
    def cite(self) -> str | None:
        """The paragraph as printed by the chapter in force on the date of the table."""
        if self.by is None:
            return None
        return self.by.on(self.on) if self.on else str(self.by)

    def __str__(self) -> str:
        sentence = self.text
        if self.by is not None:
            sentence += f" [{self.by.with_basis(self.on) if self.on else self.by}]"
        if self.accepts:
            sentence += f"; accepted: {self.accepts}"
        return sentence


class WagerRefused(RulesError):
    """A patron's wager or decision that the rules do not allow."""

    who = "patron"


class DealerError(RulesError):
    """Something the dealer did that the rules do not allow."""

    who = "dealer"


class HouseRuleError(RulesError):
    """A licensee's option, pay table or limit that the rules do not allow."""

    who = "house"


class TermsMissing(HouseRuleError):
    """Terms of a game whose text is not available, which a licensee must supply and has not."""

    faults: tuple[RulesError, ...] = ()  # what is wrong with those that were supplied


class PackageMissing(RulesError, ImportError):
    """Something that needs a package which is not installed."""

    who = "installation"


# the packages that are not always installed, by the extra that brings them
EXTRAS: dict[str, tuple[str, ...]] = {
    "fast": ("numba", "numpy"),
    "serve": ("aiosqlite", "alembic", "argon2", "httpx", "litestar", "sqlalchemy", "uvicorn", "websockets"),
    "postgres": ("psycopg",),
    "report": ("typst", "vl_convert"),
    "cluster": ("distributed",),
    "parquet": ("duckdb",),
    "mcp": ("mcp",),
    "research": ("gymnasium", "pettingzoo", "pyspiel"),
}


def package_missing(fault: ModuleNotFoundError) -> PackageMissing | None:
    """What to install, where an extra brings the package; None where none does."""
    package = (fault.name or "").partition(".")[0]
    extra = next((extra for extra, packages in EXTRAS.items() if package in packages), None)
    if extra is None:
        return None
    return PackageMissing(f"this needs the package {package}", accepts=f"pip install 'nomorebets[{extra}]'")


class EditionError(RulesError):
    """Something asked for on a date on which it did not exist, or is not known."""

    who = "date"


class RecordError(RulesError):
    """A record that was altered, broken off, or does not fit its game."""

    who = "record"


class TranscriptError(RulesError):
    """A transcript that cannot be read or does not fit the procedure."""

    who = "transcript"


class UnknownName(RulesError):
    """A game, wager, option, paragraph or strategy that nobody knows."""

    who = "caller"


class UnknownLine(UnknownName, KeyError):
    """A wager that a sheet of odds does not list; a KeyError too, as a mapping is expected to raise."""


class ScriptError(RulesError):
    """A defect of our own; never a patron's, dealer's or licensee's doing."""

    who = "nomorebets"


def written(value: object) -> str:
    """A value as text, whatever it is."""
    try:
        return str(value)
    except ValueError:  # Python writes out no whole number of more than 4,300 digits
        return "a number of thousands of digits"


def shown(value: object, most: int = 60) -> str:
    """Somebody's words in quotation marks, for a sentence: on one line, and cut where they are long.

    >>> print(shown("red"), shown("Lo, all our pomp of yesterday", 12))
    'red' 'Lo, all our…'
    """
    text = written(value)
    return repr(text if len(text) <= most else text[: most - 1] + "…")


def one_line(value: object, most: int = 200) -> str:
    """The same without quotation marks."""
    return shown(value, most)[1:-1]


_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table of entries",
    "datetime": "a date and time",
    "date": "a date",
}
_MISFIT = re.compile(r"Expected `([^`]+)`, got `([^`]+)`(?: - at `\$\.?([^`]*)`)?")
_FIELD = re.compile(r"Object (contains unknown|missing required) field `([^`]*)`")


def misfit(fault: object) -> str:
    """What does not fit in a file that somebody wrote, in words; ``fault`` is as its decoder says it.

    >>> misfit("Expected `datetime | null`, got `int` - at `$.starts`")
    'starts is a whole number, and not a date and time'
    >>> misfit("Object missing required field `name`"), misfit("Object contains unknown field `nmae`")
    ('there is no name', 'no entry is called nmae')
    """
    text = str(fault)
    field, kinds = _FIELD.match(text), _MISFIT.match(text)
    if field:
        return f"{'there is no' if field[1].startswith('missing') else 'no entry is called'} {one_line(field[2], 40)}"
    if not kinds:
        return one_line(text)
    meant = " or ".join(_KINDS.get(kind, kind) for kind in kinds[1].split(" | ") if kind != "null")
    return f"{one_line(kinds[3] or 'it', 80)} is {_KINDS.get(kinds[2], kinds[2])}, and not {meant}"


def counted(number: float, thing: str, things: str = "") -> str:
    """A number of things, for a sentence.

    >>> counted(1, "round"), counted(2_000, "round"), counted(0, "entry", "entries")
    ('1 round', '2,000 rounds', '0 entries')
    """
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"


def listed(names: Iterable[str], most: int = 12) -> str:
    """Names for a sentence; of many, the first."""
    every = list(names)
    return ", ".join(every[:most]) + (", …" if len(every) > most else "")


def unknown(
    what: str,
    name: object,
    known: Iterable[str],
    on: date | None = None,
    error: type[UnknownName] = UnknownName,
) -> UnknownName:
    """The error for a name nobody knows, with the nearest known ones."""
    names = list(known)
    word = written(name).lower()
    near = difflib.get_close_matches(word, names, n=3, cutoff=0.5) or [n for n in names if len(word) > 2 and word in n]
    return error(f"no {what} is called {shown(name, 80)}", on=on, accepts=listed(near or names) or "nothing")
