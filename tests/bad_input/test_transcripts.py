"""Transcripts as they come from the floor: in a hurry, on a telephone, from a damaged file."""

import copy
import json
import math
from contextlib import suppress
from datetime import date, datetime, time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bad_input.nonsense import attempt, check_money, check_sentence
from nomorebets.errors import RulesError, TranscriptError
from nomorebets.games import can_be_dealt, entries, open_table
from nomorebets.rulings.dispute import Verdict, play_transcript, rule_on
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table.record import read, record_of, reproduce, write

TOLD: list[dict[str, Any]] = [
    {
        "game": "roulette",
        "as_of": date(2000, 3, 1),
        "house": {"wheel-kind": "double-zero", "even-money-on-zero": "half", "limits": {"table": {"min": "5.00"}}},
        "wagers": [
            {"seat": 1, "wager": "red", "amount": "25.00"},
            {"seat": 2, "wager": "straight:17", "amount": 5, "said": "straight:18"},
            {"seat": 2, "wager": "split:17-20", "amount": "10.00", "before_spin": 2},
            {"seat": 2, "wager": "straight:17", "remove": True, "before_spin": 2},
            {"seat": 3, "wager": "black", "amount": "10.00", "verbal": "confirmed", "chips": "blue"},
        ],
        "spins": "17 00",
        "irregularities": [
            {"before_spin": 1, "what": "foreign-object"},
            {"before_spin": 2, "what": "late-wager", "seat": 4, "wager": "red", "amount": "5.00"},
        ],
        "done": [
            {"seat": 1, "wager": "red", "collected": "12.50"},
            {"seat": 1, "wager": "red", "returned": "12.50"},
            {"seat": 2, "wager": "split:17-20", "paid": "10.00"},
        ],
        "note": "camera 4",
    },
    {
        "game": "big-six",
        "house": {"clapper-between-two": "previous-section-wins", "pay-table": {"bigsix-joker": "46 to 1"}},
        "wagers": [
            {"seat": 1, "wager": "$5", "amount": "10.00"},
            {"seat": 2, "wager": "bigsix-joker", "amount": "1.00"},
        ],
        "spins": ["$5", "joker"],
        "irregularities": [{"before_spin": 1, "what": "fewer-than-three-revolutions", "revolutions": 1}],
        "done": [{"seat": 2, "wager": "bigsix-joker", "paid": "45.00"}],
    },
]


def toml(value: Any) -> str:
    """A value in TOML; tables are written inline."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return "nan" if math.isnan(value) else ("-" if value < 0 else "") + "inf" if math.isinf(value) else repr(value)
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    return json.dumps(value) if isinstance(value, str) else str(value)


def document(told: dict[str, Any]) -> bytes:
    return "".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in told.items()).encode()


def rule(content: bytes) -> Verdict | None:
    """The ruling on what was handed in; where there is one, the round behind it must hold together."""
    transcript = attempt(lambda: read_transcript(content))
    verdict = attempt(lambda: rule_on(transcript)) if transcript is not None else None
    if transcript is not None and verdict is not None:
        game = attempt(lambda: play_transcript(transcript))  # what was refused, or ends void, is ruled on all the same
        if game is not None:
            check_money(game.table.felt)
            assert reproduce(read(write(record_of(game)))).rulings == game.rulings
        json.dumps(verdict.to_dict(), allow_nan=False)
    return verdict


def test_the_transcripts_we_start_from_are_ruled_on() -> None:
    first, second = (rule(document(told)) for told in TOLD)
    assert first is not None
    assert [(d.seat, d.wager, d.done, d.required) for d in first.differences] == [(2, "split:17-20", 1000, -1000)]
    assert second is not None
    assert [(d.seat, d.done, d.required) for d in second.differences] == [(2, 4500, 4600)]


texts = st.text(st.characters(codec="utf-8", exclude_characters="\x7f"), max_size=20)
scalars = st.one_of(
    texts,
    st.integers(-(10**13), 10**13),
    st.floats(),
    st.booleans(),
    st.dates(),
    st.datetimes(),
    st.sampled_from(["x" * 3000, "red", "00", "-5.00", "late-wager", "\n", 0, -1, 2**63, 10**30, 10**400, 1, 2, 101]),
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=4
)


def nodes(told: Any) -> list[tuple[Any, Any]]:
    """Every place of a transcript that can be changed: its container, and where in it."""
    keys: list[Any] = list(told) if isinstance(told, dict) else list(range(len(told))) if isinstance(told, list) else []
    return [(told, key) for key in keys] + [node for key in keys for node in nodes(told[key])]


@st.composite
def mutated(draw: st.DrawFn) -> dict[str, Any]:
    """A good transcript with one to three things wrong in it."""
    told = copy.deepcopy(draw(st.sampled_from(TOLD)))
    for _ in range(draw(st.integers(1, 3))):
        within = nodes(told)
        if not within:
            break
        container, key = draw(st.sampled_from(within))
        match draw(st.sampled_from(["replace", "replace", "drop", "add", "double", "swap"])):
            case "replace":
                container[key] = draw(values)
            case "drop":
                del container[key]
            case "add" if isinstance(container, dict):
                container[draw(texts | st.sampled_from(["before_spin", "before_roll", "paid", "coupon", "remove"]))] = (
                    draw(values)
                )
            case "double" if isinstance(container, list):
                container.append(copy.deepcopy(container[key]))
            case "swap":
                other, there = draw(st.sampled_from(within))
                if key in (container if isinstance(container, dict) else range(len(container))):
                    container[key] = (
                        copy.deepcopy(other[there])
                        if there in (other if isinstance(other, dict) else range(len(other)))
                        else 0
                    )
    return told


@given(mutated())
@settings(max_examples=250, deadline=None)
def test_a_transcript_with_something_wrong_in_it(told: dict[str, Any]) -> None:
    rule(document(told))


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
@settings(max_examples=150, deadline=None)
def test_any_bytes(content: bytes) -> None:
    rule(content)


@given(st.sampled_from(TOLD), st.data())
@settings(max_examples=150, deadline=None)
def test_a_transcript_file_with_damage(told: dict[str, Any], data: st.DataObject) -> None:
    content = bytearray(document(told))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        if data.draw(st.booleans()):
            content[at] = data.draw(st.integers(0, 255))
        else:
            del content[at : at + data.draw(st.integers(1, 20))]
        if not content:
            break
    rule(bytes(content))


GOOD = 'game = "roulette"\nspins = "17"\n'
WRONG = "{ before_spin = 1, what = 'foreign-object' }, "


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "names no game"),
        (b"\xff\xfe", "not UTF-8"),
        ("game = 'roulette'".encode("utf-16"), "not UTF-8"),
        (b"game = 5", "names no game"),
        (b'game = "roulete"', "accepted: roulette"),
        (f"{GOOD}spinns = 1", "accepted: spins"),
        (f"{GOOD}wagers = 5", "wagers is not a list"),
        (f"{GOOD}wagers = [{{seat = '1', wager = 'red'}}]", "wager 1: seat must be a whole number, not text"),
        (f"{GOOD}wagers = [{{wager = 'red'}}]", "wager 1: seat is missing"),
        (f"{GOOD}wagers = [{{seat = 1, wager = 'red', amont = 5}}]", "amont"),
        (f"{GOOD}wagers = [{{seat = 1, wager = 'red', amount = '5', verbal = 'shouted'}}]", "wager 1"),
        (f"{GOOD}wagers = [{{seat = 1, wager = 'red', amount = '5', before_spin = 0}}]", "wager 1"),
        (f"{GOOD}wagers = [{{seat = 1, wager = 'red', amount = '5', before_breakfast = 1}}]", "before_breakfast"),
        (
            f"{GOOD}wagers = [{{seat = 1, wager = 'red', amount = 'five'}}]",
            "seat 1: Red refused: 'five' is not an amount",
        ),
        (f"{GOOD}wagers = [{{seat = 1, wager = 'red', amount = '5', before_spin = 2}}]", "never came to the wager"),
        (f"{GOOD}wagers = [{{seat = 0x{'f' * 5000}, wager = 'red'}}]", "too large"),
        (f"{GOOD}note = {'9' * 5000}", "not TOML"),
        (f"{GOOD}note = {'[' * 30}{']' * 30}", "nested too deeply"),
        (f"{GOOD}note = {'[' * 30000}", "nested too deeply"),
        (f"{GOOD}as_of = '1998-13-01'", "is not a date"),
        (f"{GOOD}as_of = 1901-01-01", "in force on 1901-01-01"),
        ('game = "roulette"\nspins = "37"', "no compartment '37'"),
        ('game = "roulette"\nspins = "17 18"', "'18' is left over"),
        (f'game = "craps"\ndice = "{"1-2 " * 1_001}"', "1,001 outcomes; accepted: at most 1,000"),
        (f'game = "blackjack"\nhands = {{ 1 = "{"As" * 1_001}" }}', "1,001 outcomes; accepted: at most 1,000"),
        (f"{GOOD}irregularities = [{WRONG * 21}]", "21 irregularities; accepted: at most 20"),
        ('game = "roulette"', "the transcript ends before the round"),
        (f"{GOOD}dice = '3-4'", "more than one kind"),
        (f"{GOOD}irregularities = [{{what = 'earthquake', before_spin = 1}}]", "no irregularity of roulette is called"),
        (f"{GOOD}irregularities = [{{what = 'foreign-object'}}]", "before which outcome"),
        (f"{GOOD}irregularities = [{{what = 'late-wager', before_spin = 1}}]", "whose it was, where and how much"),
        (
            f"{GOOD}irregularities = [{{what='late-wager', before_spin=1, seat=1, wager='red', amount='-5'}}]",
            "that is no stake",
        ),
        (f"{GOOD}done = [{{seat = 1, wager = 'red', paid = '5'}}]", "done: seat 1 has no wager on red"),
    ],
)
def test_what_a_transcript_may_not_be(content: bytes | str, says: str) -> None:
    with pytest.raises(RulesError) as refused:
        rule_on(read_transcript(content if isinstance(content, bytes) else content.encode()))
    check_sentence(refused.value)
    assert says in str(refused.value)


RED = GOOD.replace("17", "1") + "wagers = [{seat = 1, wager = 'red', amount = '5'}]\n"


@pytest.mark.parametrize(
    "said", ["paid = true", "paid = 'much'", "paid = '-5'", "returned = false", "paid = 1, collected = 1"]
)
def test_what_was_done_is_an_amount(said: str) -> None:
    with pytest.raises(TranscriptError, match="done: seat 1, 'red'"):
        rule_on(read_transcript(f"{RED}done = [{{seat = 1, wager = 'red', {said}}}]".encode()))


def test_a_byte_order_mark_does_no_harm() -> None:
    assert rule(b"\xef\xbb\xbf" + RED.encode()) is not None


KINGS_FIRST = "Kc Kd Kh Ks 2c 9d 3h 8s 5c 7d 4h Js Qc 6d 8h As 2d 9h"  # whatever ties, pairs or is shared does so


@pytest.mark.parametrize("name", [name for name in entries() if can_be_dealt(name)])
def test_any_wager_by_itself_is_ruled_on_or_refused(name):
    """Also one that can only be made later in the round, and that the dealer should not have taken before."""
    table = open_table(name)
    for kind in dict.fromkeys(bet.kind for bet in table.game.bets):
        for number in (0, 2, 6, 18) if table.game.chance.words == "cards" else (0,):
            cards = " ".join(KINGS_FIRST.split()[:number])
            told = (
                f'game = "{name}"\nwagers = [{{ seat = 1, wager = "{kind}", amount = "10.00" }}]\ncards = "{cards}"\n'
            )
            with suppress(RulesError):
                rule_on(read_transcript(told.encode()))
