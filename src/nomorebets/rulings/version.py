"""Which rules a ruling was made by: the program, and the law as its data has it."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files


@cache
def rules_version() -> str:
    """The version of the program, and a fingerprint of the paragraphs, readings and dates it goes by."""
    data = files("nomorebets.regulation").joinpath("data")
    law = hashlib.sha256()
    for file in sorted((f for f in data.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name):
        law.update(file.read_bytes())
    try:
        program = version("nomorebets")
    except PackageNotFoundError:
        program = "unknown"
    return f"{program}+{law.hexdigest()[:12]}"
