"""``nomorebets serve``: the doors open where it says, and on this machine only."""

import re
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import httpx
import pytest
from visiting import form_token

from nomorebets.server.web.run import Address

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


USED = """
import asyncio, re, sys
from importlib.metadata import packages_distributions
def plain(names):
    return {re.sub(r"[-_.]+", "-", name.lower()) for name in names}

known = {module: plain(names) for module, names in packages_distributions().items()}
listed = {"nomorebets", "setuptools", *sys.argv[2].split()}

class NotInstalled:
    # what only the tests need is used where it is there, and must not be needed
    def find_spec(self, name, path=None, target=None):
        if known.get(name.partition(".")[0], listed).isdisjoint(listed):
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, NotInstalled())
import nomorebets.server.web.run
from nomorebets.server.book.store import Store

async def open_and_close():
    store = Store(sys.argv[1])
    await store.open()
    await store.close()

asyncio.run(open_and_close())
tops = {module.partition(".")[0] for module in list(sys.modules)}
print(*{name for top in tops for name in known.get(top, set()) & listed or known.get(top, set())})
"""


def test_the_house_needs_nothing_that_is_not_installed_to_run_it(tmp_path: Path) -> None:
    locked = (Path(__file__).parents[2] / "requirements" / "run.txt").read_text()
    listed = re.findall(r"^([a-z0-9-]+)==", locked, re.MULTILINE)
    told = [sys.executable, "-c", USED, f"sqlite:///{tmp_path / 'house.db'}", " ".join(listed)]
    used = set(subprocess.check_output(told, text=True).split()) - {"nomorebets", "setuptools"}
    assert used <= set(listed)
    assert {"litestar", "sqlalchemy", "greenlet"} <= used


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


def opened(folder: Path, *options: str) -> tuple[list[str], str]:
    """What a house says when it opens, on either stream."""
    command = [*COMMAND, "--port", "0", "--db", f"sqlite:///{folder / 'house.db'}", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as house:
        assert house.stdout is not None
        assert house.stderr is not None
        said = [house.stdout.readline() for _ in range(2)]
        house.terminate()
        return said + house.stdout.readlines(), house.stderr.read()


def test_the_first_administrator_comes_by_the_link_that_is_printed(tmp_path: Path) -> None:
    command = [*COMMAND, "--port", "0", "--db", f"sqlite:///{tmp_path / 'house.db'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as house, httpx.Client(timeout=30) as web:
        try:
            assert house.stdout is not None
            link = [house.stdout.readline() for _ in range(4)][3].strip()
            address, _, token = link.partition("/first-administrator/")
            assert len(token) == 43
            made = {"name": "Root", "password": "a long enough secret", "_csrf_token": form_token(web.get(link).text)}
            assert web.post(link, data=made).status_code == 303
            assert web.get(f"{address}/people").status_code == 200
            assert web.get(link).status_code == 400
        finally:
            house.terminate()
    said, _ = opened(tmp_path)
    assert not any("first-administrator" in line for line in said)


def test_a_house_on_this_machine_says_nothing_of_others(tmp_path: Path) -> None:
    said, warned = opened(tmp_path)
    assert "127.0.0.1" in said[0]
    assert warned == ""


def test_a_house_that_others_reach_says_so_and_takes_no_guests(tmp_path: Path) -> None:
    _, warned = opened(tmp_path, "--host", "0.0.0.0")
    assert "can be reached from other machines" in warned
    assert "Passwords and cookies travel readable" in warned
    assert Address("0.0.0.0").entrance.admits_guests is False
    assert Address("0.0.0.0", guests=True).entrance.admits_guests is True
    assert Address().entrance.admits_guests is True
    assert Address("0.0.0.0").entrance.requests_a_second == 100
    assert Address(proxies=("127.0.0.1",)).entrance.requests_a_second == 100
    assert Address().entrance.requests_a_second == 0
