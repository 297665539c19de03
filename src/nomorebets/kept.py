"""What took long to find out, kept from process to process in the user's cache; without one it is found out again.

A file is named after what it is about, and after the sources it came from: an edit of these asks anew. It is written
whole or not at all, and one that is damaged counts as none.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


PACKAGE = Path(__file__).parent
MOST_FILES, MOST_BYTES = 4_000, 2**30  # kept at once; whoever asks for ever new terms fills no disk
FIGURELESS = ("server", "cli", "drawing", "papers", "docs")  # no figure rests on how it is shown


_watching: ContextVar[Callable[[int, int], None] | None] = ContextVar("watching", default=None)


@contextmanager
def watched(progress: Callable[[int, int], None] | None) -> Iterator[None]:
    """Whatever takes long within is followed by somebody: how much is done, and of how much."""
    before = _watching.set(progress)
    try:
        yield
    finally:
        _watching.reset(before)


def tell(done: int, total: int) -> None:
    """Say how far something is that takes long, to whoever follows it."""
    progress = _watching.get()
    if progress is not None:
        progress(done, total)


def folder() -> Path:
    """Where things are kept. Raises ``RuntimeError`` for a user without a home."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "nomorebets"


def write(file: Path, content: bytes) -> None:
    """Keep something, if that is possible."""
    with suppress(OSError, RuntimeError):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, content)
        _forget_oldest(file.parent)


def write_whole(file: Path, content: bytes) -> None:
    """Write a file, or leave what was there: a full disk keeps no half of it."""
    target = Path(os.path.realpath(file))  # a link stays one
    if (target.exists() and not target.is_file()) or not os.access(target.parent, os.W_OK):
        file.write_bytes(content)  # a device or a pipe, or a file in a folder that takes no other
        return
    there = target.exists()
    if there:
        target.open("ab").close()  # one that may not be written is refused
    part = target.with_name(f".{os.urandom(8).hex()}.part")
    try:
        part.write_bytes(content)
        if there:
            part.chmod(target.stat().st_mode & 0o7777)
        part.replace(target)
    except BaseException as fault:
        with suppress(OSError):
            part.unlink()
        if isinstance(fault, OSError):
            raise OSError(fault.errno, fault.strerror, str(file)) from None
        raise


def _forget_oldest(home: Path) -> None:
    """Remove what was not asked for the longest, down to half of what may be kept."""
    with os.scandir(home) as found:
        files = [(one.stat(), one.path) for one in found if one.is_file(follow_symlinks=False)]
    size = sum(stat.st_size for stat, _ in files)
    if len(files) <= MOST_FILES and size <= MOST_BYTES:
        return
    newest_first = sorted(files, key=lambda one: one[0].st_mtime_ns, reverse=True)
    size = 0
    for n, (stat, path) in enumerate(newest_first, 1):
        size += stat.st_size
        if n > MOST_FILES // 2 or size > MOST_BYTES // 2:
            with suppress(FileNotFoundError):  # another process forgets too
                os.unlink(path)


def arrays(
    name: str, about: object, sources: Iterable[Path], find: Callable[[], Mapping[str, NDArray[Any]]]
) -> Mapping[str, NDArray[np.generic]]:
    """Arrays that ``find`` finds out, or that it found before for the same terms and sources.

    Of several processes that want the same, one finds it out; the others wait and read.
    """
    try:
        file = _file(name, about, sources)
    except RuntimeError:
        return find()
    known = _known(file)
    if known is not None:
        return known
    with _alone(file.with_suffix(".lock")):
        known = _known(file)
        return known if known is not None else _written(file, find())


def are_known(name: str, about: object, sources: Iterable[Path]) -> bool:
    """Whether such arrays have been found out before, and kept."""
    try:
        return _file(name, about, sources).is_file()
    except RuntimeError:
        return False


def _file(name: str, about: object, sources: Iterable[Path]) -> Path:
    of = hashlib.sha256(repr(about).encode())
    for source in sources:
        of.update(b"\0" + source.read_bytes())
    return folder() / f"{name}-{of.hexdigest()[:24]}.npz.sha256"


def content(name: str, sources: Iterable[bytes], find: Callable[[], bytes]) -> bytes:
    """What ``find`` makes of some sources, or made of the same ones before."""
    of = hashlib.sha256()
    for source in sources:
        of.update(hashlib.sha256(source).digest())
    try:
        file = folder() / f"{name}-{of.hexdigest()[:24]}.sha256"
    except RuntimeError:
        return find()
    known = _content(file)
    if known is None:
        known = find()
        write(file, hashlib.sha256(known).digest() + known)
    return known


@lru_cache(maxsize=4)
def code(*outside: Path) -> bytes:
    """A digest of all sources and data that figures may rest on: ours, and those of packages from outside."""
    of = hashlib.sha256()
    for home in (PACKAGE, *outside):
        for folder, folders, files in os.walk(home):
            folders[:] = sorted({*folders} - {*FIGURELESS}) if folder == str(PACKAGE) else sorted(folders)
            for file in sorted(file for file in files if file.endswith((".py", ".toml"))):
                with open(os.path.join(folder, file), "rb") as source:
                    of.update(folder.removeprefix(str(home)).encode() + b"/" + file.encode() + b"\0")
                    of.update(source.read() + b"\0")
    return of.digest()


def _content(file: Path) -> bytes | None:
    """The bytes that were kept in a file; None where there is none, or it is damaged."""
    size = hashlib.sha256().digest_size
    try:
        whole = file.read_bytes()
    except OSError:
        return None
    with suppress(OSError):
        os.utime(file)  # what is asked for is not forgotten
    digest, content = whole[:size], whole[size:]
    return content if hashlib.sha256(content).digest() == digest else None


def _known(file: Path) -> Mapping[str, NDArray[np.generic]] | None:
    """The arrays that a file holds; None where there is none, or it is damaged."""
    import numpy as np

    content = _content(file)
    if content is None:
        return None
    with np.load(io.BytesIO(content), allow_pickle=False) as known:
        return {part: known[part] for part in known.files}


def _written(file: Path, found: Mapping[str, NDArray[Any]]) -> Mapping[str, NDArray[Any]]:
    import numpy as np

    written = io.BytesIO()
    np.savez_compressed(written, **found)  # type: ignore[arg-type]
    write(file, hashlib.sha256(written.getvalue()).digest() + written.getvalue())
    return found


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Hold a lock while something is found out. The system releases that of a process that ends, however it ends."""
    with ExitStack() as held:
        with suppress(OSError, ImportError):  # without it, it is found out twice
            import fcntl

            file.parent.mkdir(parents=True, exist_ok=True)
            fcntl.flock(held.enter_context(file.open("ab")), fcntl.LOCK_EX)
        yield
