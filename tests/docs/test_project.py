"""The papers of the project agree with it; what is built holds what the program needs, and is built the same twice."""

from __future__ import annotations

import email
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from hatch_build import CODE, read_outside

import nomorebets
from docs.examples import ROOT
from nomorebets.docs import site, sources

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
CODE_VERSION = "from nomorebets.sim.jobs import code_version; print(code_version('**/*.py', '**/*.toml'))"
ARCHIVED = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"]


def test_the_citation_is_of_this_version_and_licence() -> None:
    cited = dict(re.findall(r"^([\w-]+): (.+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE))
    assert cited["version"] == nomorebets.__version__
    assert cited["license"] == PROJECT["project"]["license"]
    assert PROJECT["project"]["authors"][0]["name"] in (ROOT / "CITATION.cff").read_text()


def test_the_changelog_goes_by_release_with_the_unreleased_first() -> None:
    first, *releases = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert first == "Unreleased"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+, \d{4}-\d\d-\d\d", release) for release in releases)


def test_outside_the_repository_the_readme_names_commands_for_its_links() -> None:
    text = read_outside((ROOT / "README.md").read_text())
    assert re.findall(r"\]\((?!https?:)", text) == []
    named = re.findall(r"\(`nomorebets docs ?([^`]*)`\)", text)
    assert len(named) > 10
    assert {page or "index" for page in named} <= set(site.names())


def test_a_wheel_carries_every_page_that_is_written() -> None:
    kept = tuple(path for path in ARCHIVED if path not in CODE)
    assert [file for file in sources.files().values() if not file.startswith(kept)] == []
    assert [path for path in ARCHIVED if not (ROOT / path).exists()] == []


def _build(source: Path, to: Path) -> tuple[Path, Path]:
    """The wheel and the source archive of a folder."""
    day = {"SOURCE_DATE_EPOCH": "1700000000"}
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", to], cwd=source, env=os.environ | day, check=True)
    return next(to.glob("*.whl")), next(to.glob("*.tar.gz"))


def _run(package: Path, *arguments: str) -> str:
    """What Python prints where this is the package."""
    found = os.environ | {"PYTHONPATH": str(package)}
    asked = [sys.executable, *arguments]
    return subprocess.run(asked, cwd=package, env=found, capture_output=True, text=True, check=True).stdout


@pytest.mark.slow
def test_wheel_and_archive_are_built_twice_alike_and_hold_what_is_needed(tmp_path: Path) -> None:
    copied = shutil.copytree(
        ROOT, tmp_path / "copy", ignore=shutil.ignore_patterns(".git", ".venv", "tests", "__pycache__", "dist", "build")
    )
    for file in copied.rglob("*"):
        os.utime(file, (1, 1_600_000_000))
    (wheel, archive), again = _build(ROOT, tmp_path / "one"), _build(copied, tmp_path / "two")
    assert wheel.read_bytes() == again[0].read_bytes()
    assert archive.read_bytes() == again[1].read_bytes()

    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    unpacked = tmp_path / archive.name.removesuffix(".tar.gz")
    assert _build(unpacked, tmp_path / "three")[0].read_bytes() == wheel.read_bytes()

    known = subprocess.run(["git", "ls-files", "src", *ARCHIVED], cwd=ROOT, capture_output=True, text=True, check=True)
    tracked = set(known.stdout.splitlines())
    expected = {name.removeprefix("src/") for name in tracked if name.startswith("src/")}
    expected |= {f"nomorebets/docs/carried/{name}" for name in tracked if not name.startswith(CODE)}
    with zipfile.ZipFile(wheel) as packed_wheel:
        held = {name for name in packed_wheel.namelist() if ".dist-info/" not in name}
        (metadata,) = [name for name in packed_wheel.namelist() if name.endswith(".dist-info/METADATA")]
        said = email.message_from_bytes(packed_wheel.read(metadata))
        packed_wheel.extractall(tmp_path / "installed")
    assert held == expected
    assert (said["License-Expression"], said["License-File"]) == ("MIT", "LICENSE")
    assert "`nomorebets docs versions`" in str(said.get_payload())

    assert "# For dealers" in _run(tmp_path / "installed", "-m", "nomorebets", "docs", "tutorials/dealer")
    assert _run(tmp_path / "installed", "-c", CODE_VERSION) == _run(ROOT / "src", "-c", CODE_VERSION)
