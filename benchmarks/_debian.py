"""Programs of Debian's packages, installed where that is allowed: as root, with apt-get."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

# One at a time: of two processes that want a package at once, apt-get refuses the second.
LOCK = Path(tempfile.gettempdir()) / "nomorebets-apt.lock"
GET = ["apt-get", "-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=20"]  # nobody waits long for no network


def install(package: str) -> bool:
    """Whether the package was installed; False where that is not allowed. ``OSError`` where it is, and fails."""
    if os.geteuid() or not shutil.which("apt-get"):
        return False
    import fcntl  # where there is apt-get, there is this

    packaged = [*GET, "install", "-y", "--no-install-recommends", package]
    with LOCK.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        for command in ([*GET, "update"], packaged):
            done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
            if done.returncode:
                raise OSError(f"{' '.join(command)}: {done.stderr.strip()[-300:]}")
    return True
