"""The stored rounds: each replays to the byte, and no character of one can be altered unnoticed."""

import random
import re
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from nomorebets.errors import RecordError
from nomorebets.games import can_be_dealt, entries, game
from nomorebets.rulings.dispute import rule_on_record
from nomorebets.table import Entry
from nomorebets.table.record import Record, read, record_of, reproduce, write
from nomorebets.table.requests import Answer
from nomorebets.table.wheels import BallRest

FOLDER = Path(__file__).parent
STORED = sorted(FOLDER.glob("*.jsonl"))
SHORTEST = min(STORED, key=lambda path: path.stat().st_size)
every_stored_round = pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)


@every_stored_round
def test_replays_to_the_byte(path):
    content = path.read_bytes()
    record = read(content)
    assert write(record) == content
    assert write(record_of(reproduce(record))) == content


@every_stored_round
def test_the_felt_is_rebuilt_without_the_script(path):
    record = read(path.read_bytes())
    played, rebuilt = reproduce(record).table.felt, record.felt()
    assert rebuilt.ledger.postings == played.ledger.postings == record.postings
    assert rebuilt.rulings() == played.rulings() == record.rulings
    assert (rebuilt.called, rebuilt.markers, rebuilt.wheel) == (played.called, played.markers, played.wheel)


@every_stored_round
def test_settled_as_the_rules_require(path):
    assert rule_on_record(read(path.read_bytes())).differences == []


@pytest.mark.parametrize("dealt", [g for g in entries() if can_be_dealt(g)])
def test_everything_that_may_go_wrong_is_stored(dealt):
    stored = [read(path.read_bytes()) for path in FOLDER.glob(f"{dealt}-*.jsonl")]
    own = [record for record in stored if record.header.game == dealt]  # pai gow is no pai gow poker
    remedied = {remedy.what for record in own for remedy in record.felt().remedies}
    assert remedied >= set(game(dealt).irregularities)


def line_of(content: bytes, position: int) -> int:
    """The line a byte belongs to, its end included, counted from 1."""
    return content[:position].count(b"\n") + 1


def altered(content: bytes, position: int, byte: int) -> bytes:
    return content[:position] + bytes([byte]) + content[position + 1 :]


def assert_refused_by_name(content: bytes, position: int, byte: int) -> None:
    with pytest.raises(RecordError) as refusal:
        read(altered(content, position, byte))
    named = re.search(r"line (\d+)", str(refusal.value))
    assert named, refusal.value
    assert int(named[1]) == line_of(content, position), refusal.value


@every_stored_round
def test_an_altered_character_is_refused_by_the_name_of_its_entry(path):
    content, chance = path.read_bytes(), random.Random(path.name)
    for _ in range(25):
        position = chance.randrange(len(content))
        byte = chance.choice([byte for byte in range(256) if byte != content[position]])
        assert_refused_by_name(content, position, byte)


def test_no_character_of_a_short_record_can_be_altered():
    """Every position: another digit or letter, a quotation mark, a space, a line break, and the bit beside it."""
    content = SHORTEST.read_bytes()
    for position, was in enumerate(content):
        for byte in {*b'0a" \n', was ^ 1, was ^ 0x20, was | 0x80} - {was}:
            assert_refused_by_name(content, position, byte)


@every_stored_round
def test_a_lost_moved_or_repeated_line_is_noticed(path):
    lines = path.read_bytes().splitlines(keepends=True)
    for at in range(len(lines)):
        without = lines[:at] + lines[at + 1 :]
        twice = [*lines[: at + 1], *lines[at:]]
        swapped = lines[:at] + lines[at : at + 2][::-1] + lines[at + 2 :]
        for changed in (without, twice, *([swapped] if at + 1 < len(lines) else [])):
            with pytest.raises(RecordError):
                read(b"".join(changed))


def with_answer(record: Record, number: int, answer: Answer) -> Record:
    """The record with another answer to one entry; it is written with hashes that fit."""
    entries = list(record.entries)
    entries[number - 1] = Entry(entries[number - 1].request, answer)
    return replace(record, entries=entries)


def test_a_forged_answer_with_new_hashes_is_found_by_the_script():
    """Whoever hashes the lines again can alter a record; the script still asks for other acts than the record has."""
    record = read((FOLDER / "roulette-straight-wins.jsonl").read_bytes())
    number = next(n for n, entry in enumerate(record.entries, 1) if entry.request.name == "ball-rests")
    forged = read(write(with_answer(record, number, BallRest("18"))))
    with pytest.raises(RecordError, match=rf"entry {number + 1}: the script asks announce"):
        reproduce(forged)


def test_a_forged_settlement_with_new_hashes_is_a_difference():
    record = read((FOLDER / "roulette-straight-wins.jsonl").read_bytes())
    paid = [msgspec.structs.replace(r, net=r.net + 100) if r.net > 0 else r for r in record.rulings]
    forged = read(write(replace(record, rulings=paid)))
    with pytest.raises(RecordError):
        reproduce(forged)
    found = {(d.seat, d.wager): d.done - d.required for d in rule_on_record(forged).differences}
    assert found == {(1, "straight:17"): 100, (3, "dozen:2"): 100}
