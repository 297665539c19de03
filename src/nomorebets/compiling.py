"""How loops are compiled, and where the compiled code is kept. Importing this imports numba: not before it is needed.

Numba looks at the date of the file a function is in, not at the functions it calls in other files, and would go on
running old code after an edit there. So compiled code is kept in a folder named after all sources that hold compiled
loops or what they are built from; for a game from outside, after those beside the loop too. What numba keeps can be
read only under the module name it was written under, so each module has a folder in that one (doctest, for one, may
import a file under its bare name).
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import caching

from nomorebets import kept

# in the folder of a game only these have compiled loops, or what they are built from
OF_A_GAME = (
    "dealer",
    "four_shoes",
    "holdings",
    "kernel",
    "kernels",
    "round_machine",
    "rounds",
    "schedules",
    "seven_kinds",
    "showdown",
    "side_counts",
    "side_kernels",
    "simulation",
    "six_cards",
    "solver",
    "strategies",
)
SOURCES = (
    "compiling.py",
    "drivers/strategy_files.py",
    "equipment/*.py",
    "hands/*.py",
    "pricing/ends.py",
    "procedures/dragons_eye.py",
    "sim/*.py",
    "games/*/analysis/kernels.py",
    *(f"games/*/{name}.py" for name in OF_A_GAME),
)

PACKAGE = Path(__file__).parent
_FunctionCache: Any = caching.FunctionCache  # numba has no types
Compiled = TypeVar("Compiled", bound=Callable[..., Any])


def compiled(function: Compiled) -> Compiled:
    """Compile at the first call, keep the result for the next process, run without the interpreter lock."""
    settings: Any = numba.config  # numba sets them while it is imported, unseen by a type checker
    before = settings.CACHE_DIR
    if (folder := _cache_folder(_outside(function))) is not None:
        settings.CACHE_DIR = str(folder / function.__module__)  # read where a function is decorated: for this one only
    made: Any = numba.njit(nogil=True, error_model="numpy")(function)
    try:
        made._cache = CompiledCode(function)
    except RuntimeError:  # no folder at all can be written: compile anew in every process
        pass
    finally:
        settings.CACHE_DIR = before
    return cast(Compiled, made)


class CompiledCode(_FunctionCache):  # type: ignore[misc]
    """What numba keeps of a function. A file that is damaged counts as none; a disk that is full keeps nothing."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # a pickle that was broken off or overwritten raises almost anything
            with suppress(OSError):
                self.flush()  # an index of nothing, which the next one is added to
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):
            super().save_overload(sig, data)


def _outside(function: Callable[..., Any]) -> Path | None:
    """The folder of a function that is not ours."""
    folder = Path(function.__code__.co_filename).parent
    return None if folder.is_relative_to(PACKAGE) or not folder.is_absolute() else folder


@cache
def _cache_folder(outside: Path | None) -> Path | None:
    """The folder of these sources; none if the user has chosen one for numba, or where ours cannot be written."""
    if os.environ.get("NUMBA_CACHE_DIR"):
        return None
    sources = hashlib.sha256(f"{numba.__version__} {__name__}".encode())
    among = [(PACKAGE, pattern) for pattern in SOURCES] + ([(outside, "*.py")] if outside is not None else [])
    for folder, pattern in among:
        for source in sorted(folder.glob(pattern)):
            sources.update(source.relative_to(folder).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    try:
        folder = kept.folder() / f"compiled-{sources.hexdigest()[:12]}"
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, RuntimeError):  # Path.home() raises RuntimeError for a user without a home
        return None
    return folder
