"""Which rules a ruling was made by: the program, and the law as its data has it."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from nomorebets.regulation import law


@cache
def rules_version() -> str:
    """The version of the program, and a fingerprint of the paragraphs, readings and dates it goes by."""
    data = hashlib.sha256()
    for file in sorted(law.DATA.glob("*.toml")):
        data.update(file.read_bytes())
    try:
        program = version("nomorebets")
    except PackageNotFoundError:
        program = "unknown"
    return f"{program}+{data.hexdigest()[:12]}"
