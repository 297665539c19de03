"""Coverage-guided fuzzing of everything that reads a file or a text from outside (atheris).

    pip install atheris
    python -m benchmarks.fuzz_parsers [--seconds 60] [--only transcripts]

Whatever is handed in, it ends in success or in one sentence, within a second. What does not is written down, and named.
"""

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
LONGEST = 2.0  # seconds for one input, beside the instruments
LARGEST = 4_096  # bytes
NAMES = ("transcripts", "house-files", "records", "strategies", "places", "amounts", "citations")


def targets() -> dict[str, tuple[Callable[[bytes], object], list[bytes]]]:
    """What is fuzzed, each with texts to begin from."""
    from nomorebets import library
    from nomorebets.drivers.facet import strategies_of
    from nomorebets.table.money import cents

    examples = {path.name: path.read_bytes() for path in (ROOT / "examples").glob("*.toml")}
    tables = [library.open_table(name) for name in library.game_ids()]
    reading = [table for table in tables if strategies_of(table.game).read_file is not None]

    def places(content: bytes) -> None:
        table = tables[content[0] % len(tables)] if content else tables[0]
        table.place(content[1:].decode(errors="replace"))

    def strategies(content: bytes) -> None:
        table = reading[content[0] % len(reading)] if content else reading[0]
        read = strategies_of(table.game).read_file
        assert read is not None
        read(table, content[1:])

    return {
        "transcripts": (library.dispute, [text for name, text in examples.items() if "dispute" in name]),
        "house-files": (library.check, [text for name, text in examples.items() if "house" in name]),
        "records": (library.read_records, [p.read_bytes() for p in sorted((ROOT / "tests/records").glob("*"))[::25]]),
        "strategies": (strategies, [b"\0" + text for name, text in examples.items() if "dispute" not in name]),
        "places": (places, [b"\0straight:17", b"\5hop:3-4"]),
        "amounts": (lambda content: cents(content.decode(errors="replace")), [b"25.00", b"$1,000"]),
        "citations": (lambda content: library.rule(content.decode(errors="replace")), [b"19:47-5.6(c)2"]),
    }


def fuzz(name: str, seconds: int) -> None:
    """Fuzz one of them; ends the process."""
    import atheris

    with atheris.instrument_imports(include=["nomorebets", "tomllib", "msgspec"]):
        importlib.import_module("nomorebets.library")
        aimed, begin = targets()[name]
    from nomorebets.errors import RulesError

    def one(content: bytes) -> None:
        began = time.monotonic()
        try:
            aimed(content[:LARGEST])
        except RulesError as fault:
            if "\n" in str(fault):
                raise ValueError(f"no sentence: {fault}") from None
        took = time.monotonic() - began
        if took > LONGEST:
            raise TimeoutError(f"{took:.1f} seconds for {len(content)} bytes")

    folder = Path(tempfile.mkdtemp(prefix=f"fuzz-{name}-"))
    for n, text in enumerate(begin):
        (folder / str(n)).write_bytes(text)
    options = [f"-max_total_time={seconds}", f"-max_len={LARGEST}", "-timeout=30", f"-artifact_prefix={folder}/found-"]
    atheris.Setup([sys.argv[0], *options, str(folder)], one)
    atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=60, help="for each")
    parser.add_argument("--only", choices=NAMES)
    asked = parser.parse_args()
    try:
        importlib.import_module("atheris")
    except ImportError:
        print("atheris is not installed: pip install atheris", file=sys.stderr)
        return 2
    if asked.only:
        fuzz(asked.only, asked.seconds)
    failed = []
    for name in NAMES:  # a fuzzer ends with its process
        command = [sys.executable, "-m", "benchmarks.fuzz_parsers", "--only", name, "--seconds", str(asked.seconds)]
        if subprocess.run(command, check=False).returncode:
            failed.append(name)
    print(f"failed: {', '.join(failed) or 'none'}")
    return int(bool(failed))


if __name__ == "__main__":
    raise SystemExit(main())
