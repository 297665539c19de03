"""A PostgreSQL server of one's own, from Debian's package, for as long as it is needed."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks._debian import install


class NoPostgres(Exception):
    """There is none, and it cannot be installed; one that is there and does not work is a failure."""


@dataclass
class Server:
    """A server that listens on a socket in its own folder only."""

    folder: Path
    programs: Path

    def new(self) -> str:
        """The address of an empty database."""
        name = f"house_{uuid.uuid4().hex[:12]}"
        self.run("psql", "-q", "-h", str(self.folder), "-U", "postgres", "-c", f"CREATE DATABASE {name}")
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def run(self, program: str, *arguments: str) -> None:
        command = [*_as_somebody(), str(self.programs / program), *arguments]
        with (self.folder / "log.txt").open("ab") as log:  # not a pipe: the server would hold it open
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder, timeout=120, check=False
            )
        if done.returncode:
            said = (self.folder / "log.txt").read_text(errors="replace").strip().splitlines()
            raise RuntimeError(f"{program} failed: {said[-1] if said else done.returncode}")

    def start(self, *settings: str) -> None:
        options = " ".join(f"-c {setting}" for setting in ("listen_addresses=''", *settings))
        options += f" -k {self.folder}"
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-m", how, "stop")


@contextmanager
def server(*settings: str) -> Iterator[Server]:
    """A server with some settings (``fsync=off``), stopped and removed at the end."""
    programs = _programs()
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    try:
        if os.geteuid() == 0:
            somebody = pwd.getpwnam(_somebody())
            os.chown(folder, somebody.pw_uid, somebody.pw_gid)
        made = Server(folder, programs)
        made.run(
            "initdb", "-D", str(folder / "data"), "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8", "--locale=C"
        )
        made.start(*settings)
        try:
            yield made
        finally:
            made.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path:
    """Where PostgreSQL's programs are, installed first where that is allowed."""
    for attempt in range(2):
        found = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
        on_path = shutil.which("initdb")
        found += [Path(on_path).resolve().parent] if on_path else []
        for folder in found:
            if all((folder / name).exists() for name in ("initdb", "pg_ctl", "postgres", "psql")):
                return folder
        if attempt or not install("postgresql"):
            break
    raise NoPostgres("there is no PostgreSQL, and it cannot be installed here: apt-get install postgresql")


def _somebody() -> str:
    """Whose the server is: it refuses to be root's."""
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        return "nobody"


def _as_somebody() -> list[str]:
    if os.geteuid() != 0:
        return []
    paths = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"  # who became root without a login does not look there
    return [shutil.which("runuser", path=paths) or "runuser", "-u", _somebody(), "--"]
