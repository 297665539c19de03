"""SIGKILL under load: a small run of the kill test (the long one: python -m benchmarks.kill)."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_house_killed_at_any_moment_loses_no_acknowledged_wager_and_pays_nothing_twice(book: str) -> None:
    command = [sys.executable, "-m", "benchmarks.kill", "--kills", "5", "--db", book]
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    told = dict(re.findall(r"^(\S.*?) {2,}(\S+)$", done.stdout, re.MULTILINE))
    assert told["complaints of the house"] == "0", done.stdout
    assert int(told["acknowledged wagers"]) > 0
    assert int(told["connections"]) > int(told["patrons"])
