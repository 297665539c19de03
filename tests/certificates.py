"""Certificates for tests: made by openssl, which is installed first where that is allowed."""

from __future__ import annotations

import shutil

import pytest
from benchmarks._debian import install


def openssl() -> str:
    """Where openssl is."""
    found = shutil.which("openssl") or (install("openssl") and shutil.which("openssl"))
    if not found:
        pytest.skip("there is no openssl to make a certificate with, and it cannot be installed here")
    return found
