"""Programs of Debian's packages, installed where that is allowed: as root, with apt-get."""

from __future__ import annotations

import os
import shutil
import subprocess


def install(package: str) -> bool:
    """Whether the package could be installed."""
    if os.geteuid() or not shutil.which("apt-get"):
        return False
    commands = (["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", package])
    return not any(
        subprocess.run(command, capture_output=True, timeout=600, check=False).returncode for command in commands
    )
