"""``nomorebets serve``: the doors open where it says, and on this machine only."""

import re
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-c", "from nomorebets.cli import main; main()", "serve"]


def test_serve_opens_the_house_and_says_where(tmp_path: Path) -> None:
    command = [*COMMAND, "--port", "0", "--db", f"sqlite:///{tmp_path / 'new' / 'house.db'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as house:
        try:
            assert house.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:\d+", house.stdout.readline())
            assert found
            with urllib.request.urlopen(found[0], timeout=30) as page:
                assert page.status == 200
        finally:
            house.terminate()
    assert (tmp_path / "new" / "house.db").exists()


@pytest.mark.parametrize("db", ["nonsense", "mysql://x/y", "sqlite:////proc/x/y.db", "sqlite:////"])
def test_a_database_that_cannot_be_opened_is_one_sentence(db: str) -> None:
    done = subprocess.run([*COMMAND, "--db", db], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert re.fullmatch(r"nomorebets: .*; accepted: .*\n", done.stderr)


def test_an_address_in_use_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        command = [*COMMAND, "--port", str(taken.getsockname()[1]), "--db", f"sqlite:///{tmp_path / 'house.db'}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert re.fullmatch(r"nomorebets: 127\.0\.0\.1:\d+ cannot be opened: .*; accepted: .*\n", done.stderr)
