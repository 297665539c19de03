"""Programs of Debian's packages, installed where that is allowed: as root, with apt-get."""

from __future__ import annotations

import os
import shutil
import subprocess


def install(package: str) -> bool:
    """Whether the package was installed; False where that is not allowed. ``OSError`` where it is, and fails."""
    if os.geteuid() or not shutil.which("apt-get"):
        return False
    for command in (["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", package]):
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        if done.returncode:
            raise OSError(f"{' '.join(command)}: {done.stderr.strip()[-300:]}")
    return True
