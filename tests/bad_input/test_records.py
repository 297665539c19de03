"""Records that were damaged, forged, or never were records."""

import copy
import hashlib
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bad_input.nonsense import attempt, check_money, check_sentence
from bad_input.test_transcripts import TOLD, document
from nomorebets.errors import RecordError, RulesError
from nomorebets.rulings.dispute import play_transcript, rule_on_record
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table.record import Record, read, read_all, record_of, reproduce, write

RECORDS = [write(record_of(play_transcript(read_transcript(document(told))))) for told in TOLD]
FILE = b"".join(RECORDS)  # two rounds


def check(content: bytes) -> list[Record]:
    """What a reader, a replay and a dispute make of a file; none, where it was refused in a sentence."""
    good = []
    for record in attempt(lambda: read_all(content)) or []:
        game = attempt(lambda record=record: reproduce(record))  # type: ignore[misc]
        attempt(lambda record=record: rule_on_record(record))  # type: ignore[misc]
        if game is not None:
            check_money(game.table.felt)
            assert record.rulings == game.rulings
            assert [*map(str, record.felt().wagers)] == [*map(str, game.table.felt.wagers)]
            good.append(record)
    return good


def test_the_records_we_start_from_are_good() -> None:
    assert len(check(FILE)) == len(TOLD)
    assert not any(rule_on_record(record).differences for record in read_all(FILE))


def refuse(content: bytes) -> None:
    with pytest.raises(RecordError) as refused:
        read_all(content)
    check_sentence(refused.value)


# --- damage: the chain of hashes shows it -------------------------------------------------------------------------


@given(st.integers(0, len(FILE) * 8 - 1))
@settings(max_examples=250, deadline=None)
def test_a_flipped_bit_is_noticed(at: int) -> None:
    damaged = bytearray(FILE)
    damaged[at // 8] ^= 1 << at % 8
    refuse(bytes(damaged))


@given(st.integers(0, len(FILE) - 2))
@settings(max_examples=100, deadline=None)
def test_a_file_that_breaks_off_is_noticed(length: int) -> None:
    whole_rounds = (len(RECORDS[0]), len(RECORDS[0]) - 1)
    if length not in whole_rounds:
        refuse(FILE[:length])


LINES = FILE.splitlines(keepends=True)


@given(
    st.integers(0, len(LINES) - 1),
    st.integers(0, len(LINES) - 1),
    st.sampled_from(["drop", "double", "swap", "move", "blank"]),
)
@settings(max_examples=200, deadline=None)
def test_a_line_that_is_lost_added_or_moved_is_noticed(first: int, second: int, how: str) -> None:
    lines = list(LINES)
    match how:
        case "drop":
            del lines[first]
        case "double":
            lines.insert(second, lines[first])
        case "swap":
            lines[first], lines[second] = lines[second], lines[first]
        case "move":
            lines.insert(second, lines.pop(first))
        case "blank":
            lines.insert(first, b"\n")
    if lines != LINES:
        refuse(b"".join(lines))


@given(st.binary(max_size=100), st.integers(0, len(FILE)), st.integers(0, 300))
@settings(max_examples=150, deadline=None)
def test_bytes_written_over_others_are_noticed(splash: bytes, at: int, length: int) -> None:
    damaged = FILE[:at] + splash + FILE[at + length :]
    if damaged not in (FILE, *RECORDS, FILE[:-1]):
        check(damaged)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"{}",
        b"[]\n",
        b"null",
        b'{"line":"header"}',
        b"{" * 100_000,
        b"[" * 1_000_000,
        b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
        b'{"line":"header","previous":' + b"9" * 5000 + b"}",
        b'{"line":"' + b"x" * 5_000_000 + b'"}',
        b'{"line":"\\ud800"}',
        FILE.decode().encode("utf-16"),
        FILE.decode().encode("utf-32"),
        FILE.replace(b"\n", b"\r\n"),
        FILE.replace(b"\n", b"\r"),
        FILE.replace(b":", b": "),
        FILE + b"\n",
        b"\0" * 100,
    ],
    ids=range(19),
)
def test_what_is_no_record(content: bytes) -> None:
    refuse(content)


# --- forgery: the chain is whole, the content is nonsense --------------------------------------------------------


def sealed(lines: list[Any]) -> bytes:
    """Lines with a good chain of hashes, whatever they say."""
    content, previous = b"", "0" * 64
    for line in lines:
        if not isinstance(line, dict):
            content += msgspec.json.encode(line) + b"\n"
            continue
        body = {**{k: v for k, v in line.items() if k not in ("previous", "hash")}, "previous": previous}
        seal = hashlib.sha256(msgspec.json.encode(body)).hexdigest()
        content += msgspec.json.encode({**body, "hash": seal}) + b"\n"
        previous = "0" * 64 if line.get("line") == "close" else seal
    return content


def opened(content: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in content.splitlines()]


def test_sealing_again_changes_nothing() -> None:
    assert sealed(opened(FILE)) == FILE


texts = st.text(st.characters(codec="utf-8"), max_size=12)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    texts,
    st.sampled_from(
        [
            "x" * 5000,
            "5.3(e)",
            "99.99",
            "19:47-5.1(e)1" + "i" * 100_000,
            "13:69F-5.3(e) R-nobody",
            "²",
            "straight:17",
            "17",
            "00",
            "$5",
            "announce",
            "checkpoint",
            "take-wagers",
            "collect",
            "pay",
            "win",
            "red",
            "1978-06-02",
            "a\nb",
            0,
            1,
            -1,
            500,
            2**63,
            2**64,
            10**30,
            10**400,
        ]
    ),
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=4
)


def nodes(within: Any) -> list[tuple[Any, Any]]:
    keys: list[Any] = (
        list(within) if isinstance(within, dict) else list(range(len(within))) if isinstance(within, list) else []
    )
    return [(within, key) for key in keys] + [node for key in keys for node in nodes(within[key])]


@st.composite
def forged(draw: st.DrawFn) -> bytes:
    """A record with one to three things changed, sealed as if nothing had happened."""
    lines = opened(draw(st.sampled_from(RECORDS)))
    for _ in range(draw(st.integers(1, 3))):
        container, key = draw(st.sampled_from(nodes(lines)))
        match draw(st.sampled_from(["replace", "replace", "swap", "drop", "double", "add"])):
            case "replace":
                container[key] = draw(values)
            case "swap":
                other, there = draw(st.sampled_from(nodes(lines)))
                container[key] = copy.deepcopy(other[there])
            case "drop":
                del container[key]
            case "double" if isinstance(container, list):
                container.insert(key, copy.deepcopy(container[key]))
            case "add" if isinstance(container, dict):
                container[draw(texts)] = draw(values)
    return sealed(lines)


@given(forged())
@settings(max_examples=300, deadline=None)
def test_a_forged_record_is_refused_in_a_sentence_or_is_a_round_by_the_rules(content: bytes) -> None:
    check(content)


def change(content: bytes, line: int, **to: Any) -> bytes:
    lines = opened(content)
    lines[line].update(to)
    return sealed(lines)


CLOSE = opened(RECORDS[0])[-1]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (change(RECORDS[0], -1, rulings=[]), "rules otherwise than the script"),
        (change(RECORDS[0], -1, rulings=CLOSE["rulings"][:-1]), "rules otherwise than the script"),
        (
            change(RECORDS[0], -1, rulings=[{**CLOSE["rulings"][0], "net": 10**12}, *CLOSE["rulings"][1:]]),
            "rules otherwise",
        ),
        (change(RECORDS[0], -1, postings=CLOSE["postings"][1:]), "posts otherwise"),
        (change(RECORDS[0], 0, seats={"²": "0.00"}), "names a seat '²'"),
        (change(RECORDS[0], 0, seats={"1" * 5000: "0.00"}), "names a seat"),
        (change(RECORDS[0], 0, seats={"0": "0.00"}), "names a seat '0'"),
        (change(RECORDS[0], 0, seats={"1": "much"}), "gives seat 1 no stake"),
        (change(RECORDS[0], 0, format=2), "format '2'"),
        (change(RECORDS[0], 0, chapter="13:69F\n"), "on 2000-03-01 it was 19:47"),
        (change(RECORDS[0], 0, game="blackjak"), "a table that cannot be"),
        (change(RECORDS[0], 0, opening={"wagers": [{"seat": 1, "on": "roof", "amount": 5}]}), "cannot stand"),
        (change(RECORDS[0], 0, opening={"wagers": [{"seat": 1, "on": "red", "amount": -5}]}), "cannot stand"),
        (change(RECORDS[0], 1, n=2), "is numbered '2'"),
        (change(RECORDS[0], 1, cite="5.1(z)"), "entry 1"),
        (change(RECORDS[0], 1, answer={"placed": [{"seat": 1, "on": "red", "amount": 10**30}]}), "entry 1"),
        (change(RECORDS[0], 1, answer={"placed": "x" * 10_000}), "entry 1 cannot be understood"),
        (
            change(RECORDS[0], 1, answer={}, request={"ask": "announce", "words": "a\nb"}),
            "entry 1: the script asks take-wagers",
        ),
        (change(RECORDS[0], 1, **{"x" * 5000: 1}), "entry 1 says something that a record does not say"),
        (change(RECORDS[0], -1, note="paid in full"), "the closing line says something"),
        (change(RECORDS[0], 0, **{"x" * 5000: 1}), "the header cannot be understood"),
    ],
    ids=range(21),
)
def test_a_forgery_is_named(content: bytes, says: str) -> None:
    with pytest.raises(RulesError) as refused:
        reproduce(read(content))
    check_sentence(refused.value)
    assert says in str(refused.value)
