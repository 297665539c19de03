"""Files from outside ask for no more time and memory than they are worth: bounded before they are parsed."""

from __future__ import annotations

import io
import subprocess
import sys
import time
import tomllib
import tracemalloc
from pathlib import Path

import pytest

from nomorebets.cli.common import read_file
from nomorebets.compliance.housefile import HouseFileError, read_house_file
from nomorebets.errors import RecordError, RulesError, TranscriptError, UnknownName
from nomorebets.games import open_table
from nomorebets.games.craps.plan_file import read_plan
from nomorebets.games.craps.plans import PlanError
from nomorebets.library import check, dispute, read_records
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table.record import read_all
from nomorebets.untrusted import (
    DEEPEST,
    DEEPEST_LINE,
    HOUSE_FILE,
    MOST_ENTRIES,
    MOST_PARTS,
    RECORDS,
    STRATEGY,
    TRANSCRIPT,
    is_deep,
    read_path,
    read_stream,
    read_toml,
)

TRANSCRIPTS = sorted((Path(__file__).parents[1] / "records" / "transcripts").glob("*.toml"))
EXAMPLES = Path(__file__).parents[2] / "examples"
LONG = ".".join("a" * 20_000)
MEMORY = 8_000_000  # bytes; a file is at most 1,048,576

ATTACKS = {
    "one dotted key": f"{LONG} = 1",
    "one dotted key with spaces": LONG.replace(".", " . ") + " = 1",
    "a dotted key of quoted parts": ".".join(["'a.b'"] * 6_000) + " = 1",
    "dotted keys": "\n".join(f"{'a.' * 600}k{n} = 1" for n in range(30)),
    "the name of a table": f"[{LONG}]",
    "names of tables": "\n".join(f"[{'a.' * 600}t{n}]" for n in range(30)),
    "the name of a table in a list": f"[[{LONG}]]",
    "dotted keys in lists of tables": "\n".join(f"[[t]]\n{'a.' * 300}k = 1" for _ in range(60)),
    "a dotted key in a row": f"t = [{{ {LONG} = 1 }}]",
    "brackets": "a = " + "[" * 40_000,
    "brackets that close": "a = " + "[" * 20_000 + "]" * 20_000,
    "rows within rows": "a = " + "{ a = " * 6_000 + "1" + " }" * 6_000,
    "brackets and rows": "a = " + "[{ a = " * 5_000,
    "brackets over lines": "a = " + "[\n" * 20_000,
    "after strings": 'x = """\\""" \' # """""\ny = \'\'\'"\'\'\' # """\n' + f"{LONG} = 1",
    "after a comment": f"# \"\"\" '''\n{LONG} = 1",
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_would_take_long_is_refused_at_once(attack: str) -> None:
    text = ATTACKS[attack]
    assert len(text) < 100_000
    readers = {
        TranscriptError: read_transcript,
        HouseFileError: read_house_file,
        PlanError: lambda content: read_plan(open_table("craps"), content),
    }
    for error, reader in readers.items():
        tracemalloc.start()
        began = time.perf_counter()
        try:
            with pytest.raises(error, match=r"line \d+: the \w+( \w+)? is nested too deeply") as found:
                reader(text.encode())  # type: ignore[operator]
            took, peak = time.perf_counter() - began, tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert found.value.accepts
        assert took < 1
        assert peak < MEMORY


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process cannot be given less memory")
def test_the_command_refuses_it_in_little_memory(tmp_path: Path) -> None:
    """A process of its own, whose memory ends 300 MB beyond what it has when it begins to read."""
    (tmp_path / "long.toml").write_text(f"{LONG} = 1")
    script = """
import resource, sys, time
from pathlib import Path
from nomorebets.library import dispute
from nomorebets.errors import TranscriptError
has = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (has + 300_000_000,) * 2)
began = time.perf_counter()
try:
    dispute(Path(sys.argv[1]))
except TranscriptError as fault:
    print(time.perf_counter() - began < 1, fault)
"""
    words = [sys.executable, "-c", script, str(tmp_path / "long.toml")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.startswith("True line 1: the transcript is nested too deeply"), done.stderr


# --- both sides of every bound -------------------------------------------------------------------------------------


def read(text: str | bytes) -> dict[str, object]:
    return read_toml(text, "the file", RulesError, "another file")


@pytest.mark.parametrize(
    ("holds", "breaks", "says"),
    [
        (".".join("a" * MOST_PARTS) + "=1", ".".join("a" * (MOST_PARTS + 1)) + "=1", "a key of more than 16 parts"),
        ("a=" + "[" * DEEPEST + "]" * DEEPEST, "a=" + "[" * (DEEPEST + 1), "more than 16 brackets"),
        (f"a=[{'1,' * (MOST_ENTRIES - 1)}]", f"a=[{'1,' * MOST_ENTRIES}]", "more than 40,000 entries"),
        ("[[t]]\n" * MOST_ENTRIES, "[[t]]\n" * (MOST_ENTRIES + 1), "more than 40,000 entries"),
        ("#" * TRANSCRIPT, "#" * (TRANSCRIPT + 1), "too large: 262,145 bytes; accepted: at most 262,144 bytes"),
    ],
)
def test_bounds(holds: str, breaks: str, says: str) -> None:
    read(holds)
    with pytest.raises(RulesError, match=says):
        read(breaks)


@pytest.mark.parametrize(
    "text",
    [
        "a = 'x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x [[[[[[[[[[[[[[[[[[[[[['",
        'a = "\\"x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x [[[[[[[[[[[[[[[[[[[[["',
        'a = """\n"" ' + "x." * 40 + "[" * 40 + '\\""" and two quotation marks"""""',
        "a = '''\n'' " + "x." * 40 + "[" * 40 + "'''''",
        "# " + "x." * 40 + "[" * 40 + "\na = 1 # " + "{" * 40,
        "a = [" + "1.5, " * 40 + "]",
        "'a." + "b." * 40 + "c' = 1",
        "a = ''\nb = \"\"\nc = [[[''], [\"\"]], []]",
        "a = [\n" + "  { x.y = 1.5 }, # [[\n" * 40 + "]",
        "".join(f"[a.b.t{n}]\r\nx.y = 1\r\n" for n in range(40)),
    ],
)
def test_what_stands_in_strings_and_comments_does_not_count(text: str) -> None:
    assert read(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"a = \xff", "line 1: the file is not UTF-8 text"),
        (
            "a = 1\nb = = 2",
            "line 2: the file is not TOML: what should be a value is none: texts stand in quotation marks",
        ),
        ("a = 1\nb = '", "line 2: the file is not TOML: a quotation mark is missing"),
        ('a = """', "line 1: the file is not TOML: a quotation mark is missing"),
        ("a = '''x", "line 1: the file is not TOML: a quotation mark is missing"),
        ("a = " + "9" * 5_000, "the file is not TOML: a number has thousands of digits"),
        ("]]]]}}", "line 1: the file is not TOML: a line does not begin with a name"),
        ('"' * 100_000, "line 1: the file is not TOML: a name has no equals sign behind it"),
        ("\\" * 100_000, "line 1: the file is not TOML: a line does not begin with a name"),
    ],
)
def test_what_is_no_toml_is_said_in_one_sentence(text: str | bytes, says: str) -> None:
    with pytest.raises(RulesError) as found:
        read(text)
    accepted = "a text file saved as UTF-8" if isinstance(text, bytes) else "another file"
    assert str(found.value) == f"{says}; accepted: {accepted}"


# --- what people write ---------------------------------------------------------------------------------------------


def test_every_transcript_is_read_and_so_is_a_long_one() -> None:
    assert len(TRANSCRIPTS) > 100
    for path in TRANSCRIPTS:
        assert read(path.read_bytes()) == tomllib.loads(path.read_text())
    row = '{ seat = 1, wager = "straight:17", amount = "10.00", chips = "value", accepted = true },\n'
    long = f'game = "roulette"\nspins = "17"\nwagers = [\n{row * 2_500}]\n'.encode()
    assert len(read_transcript(long).wagers) == 2_500


def test_every_example_is_read() -> None:
    for path in EXAMPLES.rglob("*.toml"):
        text = path.read_text()
        assert read_toml(text, "the file", RulesError, "", HOUSE_FILE) == tomllib.loads(text)
    table = (EXAMPLES / "house.toml").read_bytes()
    assert 200 * len(read_house_file(table).entries) == len(read_house_file(table + 199 * _tables(table)).entries)


def _tables(house: bytes) -> bytes:
    return house[house.index(b"[[table]]") :]


# --- files and records ---------------------------------------------------------------------------------------------


def test_a_file_of_ten_gigabytes_is_not_read(tmp_path: Path) -> None:
    vast = tmp_path / "vast"
    with vast.open("wb") as file:
        file.truncate(10 * 1024**3)  # takes no room on the disk
    tracemalloc.start()
    began = time.perf_counter()
    try:
        for read_it in (dispute, check, read_records, lambda path: read_file(str(path))):
            with pytest.raises(UnknownName, match="too large to be read; accepted: files of at most"):
                read_it(vast)  # type: ignore[operator]
        for most in (HOUSE_FILE, STRATEGY, TRANSCRIPT):
            with pytest.raises(UnknownName, match=f"at most {most:,} bytes"):
                read_file(str(vast), most)
        assert tracemalloc.get_traced_memory()[1] < MEMORY
    finally:
        tracemalloc.stop()
    assert time.perf_counter() - began < 1


def test_a_file_of_the_largest_size_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for size, is_read in ((STRATEGY, True), (STRATEGY + 1, False)):
        file.write_bytes(b"#" * size)
        for read_it in (read_path, lambda path, most: read_stream(io.BytesIO(path.read_bytes()), "it", most)):
            if is_read:
                assert len(read_it(file, STRATEGY)) == STRATEGY
            else:
                with pytest.raises(UnknownName, match=r"accepted: files of at most 262,144 bytes"):
                    read_it(file, STRATEGY)


@pytest.mark.parametrize("depth", [DEEPEST_LINE, 500, 900, 985, 990, 995, 1_000, 100_000, 1_900_000])
@pytest.mark.parametrize("name", ["line", "n", "previous", "request"])
def test_a_record_nested_without_end_is_refused(depth: int, name: str) -> None:
    line = f'{{"{name}":{"[" * depth}{"]" * depth}}}\n'.encode()
    with pytest.raises(RecordError, match=r"line 1 \(the header\) is nested too deeply"):
        read_all(line)


def test_depth_counts_outside_strings() -> None:
    assert not is_deep(b'{"a":"' + b"[" * 100 + b'\\"[","b":[' + b"[]," * 100 + b"[]]}")
    assert is_deep(b'{"a":"\\\\",' + b'"b":' + b"[" * DEEPEST_LINE)


def test_a_record_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert RECORDS == 256 * 1024 * 1024
    monkeypatch.setattr("nomorebets.table.record.RECORDS", 100)
    with pytest.raises(RecordError, match="the record has 101 bytes; accepted: at most 100 bytes"):
        read_all(b"x" * 101)
