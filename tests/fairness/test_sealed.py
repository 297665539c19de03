"""Seals: what is published tells nothing, what is opened cannot be another, and no number is favoured."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as some
from rounds_sealed import dealt, told_seal

from nomorebets.errors import RecordError, WagerRefused
from nomorebets.fairness.drbg import HmacDrbg
from nomorebets.fairness.sealed import (
    COMMITMENT,
    LONGEST_WORD,
    STREAM,
    RoundChance,
    SealedChance,
    faces,
    fresh_seal,
    require_word,
)
from nomorebets.games import open_table
from nomorebets.table import Play, Round
from nomorebets.table.requests import Request


class Told(SealedChance):
    """Bytes that somebody says, in place of the generator."""

    def __init__(self, *said: int) -> None:
        self._said = list(said)
        self._drbg = self  # type: ignore[assignment]

    def generate(self, size: int) -> bytes:
        assert size == 1
        return bytes([self._said.pop(0)])


@pytest.mark.parametrize("bound", [2, 3, 6, 37, 38, 52, 54, 216, 255, 256])
def test_every_number_below_a_bound_has_the_same_number_of_bytes(bound: int) -> None:
    """Of the 256 values a byte may have, exactly as many give each number; the others are drawn again."""
    found: list[int | None] = []
    for byte in range(256):
        try:
            found.append(Told(byte).below(bound))
        except IndexError:  # drawn again, and nothing more was said
            found.append(None)
    counts = {number: found.count(number) for number in set(found) - {None}}
    assert sorted(counts) == list(range(bound))
    assert len(set(counts.values())) == 1
    assert found.count(None) * 2 < 256  # at least half of all tries count


@given(some.integers(1, 2**70), some.integers(0, 2**32))
def test_a_number_is_below_its_bound(bound: int, seed: int) -> None:
    chance = told_seal(seed).chance()
    assert all(0 <= chance.below(bound) < bound for _ in range(5))


def test_one_possibility_takes_nothing_from_the_stream() -> None:
    one, other = told_seal(1).chance(), told_seal(1).chance()
    assert one.below(1) == 0
    assert one.below(2**64) == other.below(2**64)


def test_fresh_seals_are_all_different_and_have_512_bits_of_secrets_and_more() -> None:
    seals = [fresh_seal("table-1") for _ in range(200)]
    assert len({seal.seed for seal in seals}) == len({seal.salt for seal in seals}) == 200
    assert {(len(seal.salt), len(seal.seed)) for seal in seals} == {(32, 48)}
    assert len({seal.commitment for seal in seals}) == 200


def test_the_commitment_binds_seed_salt_and_round() -> None:
    seal = told_seal(1)
    expected = hashlib.sha256(b"nomorebets commitment 1\n" + seal.salt + seal.seed + b"table-1").hexdigest()
    assert seal.commitment == expected
    assert told_seal(1, "table-2").commitment != expected
    assert told_seal(2).commitment != expected


def test_a_seal_does_not_show_its_seed_when_it_is_printed() -> None:
    seal = told_seal(1)
    for text in (repr(seal), str(seal), f"{seal}", repr([seal])):
        assert seal.seed.hex()[:16] not in text
        assert repr(seal.seed)[2:12] not in text
        assert seal.commitment in text


def test_nobody_who_knows_the_commitment_predicts_better_than_chance() -> None:
    """Whatever one tries with the commitment alone, against 2,000 sealed spins: hits as chance has them."""
    rounds, bound = 2000, 38
    predictors = {
        "the commitment modulo": lambda seal: int(seal.commitment, 16) % bound,
        "its first bytes": lambda seal: int(seal.commitment[:8], 16) % bound,
        "its hash": lambda seal: int(hashlib.sha256(bytes.fromhex(seal.commitment)).hexdigest(), 16) % bound,
        "as a seed": lambda seal: SealedChance(bytes.fromhex(seal.commitment)).below(bound),
        "as a key": lambda seal: int(hmac.digest(bytes.fromhex(seal.commitment), STREAM, "sha256").hex(), 16) % bound,
        "as an HMAC_DRBG": lambda seal: HmacDrbg(bytes.fromhex(seal.commitment), COMMITMENT).generate(1)[0] % bound,
    }
    seals = [told_seal(number) for number in range(rounds)]
    drawn = [seal.chance().below(bound) for seal in seals]
    for name, predict in predictors.items():
        hits = sum(predict(seal) == number for seal, number in zip(seals, drawn, strict=True))
        mean, deviation = rounds / bound, (rounds / bound) ** 0.5
        assert abs(hits - mean) < 5 * deviation, name  # one run in a million of an honest source would fail
    assert sum(seal.chance().below(bound) == n for seal, n in zip(seals, drawn, strict=True)) == rounds  # the seed does


def test_words_change_what_comes_after_the_first_wager_and_nothing_before() -> None:
    """Punto banco burns before it takes wagers: the burned cards stay, the hands change with any word or seat."""
    seal = told_seal(4)
    told = [
        [entry.answer for entry in dealt("punto-banco", seal, words).entries if entry.request.asks == "chance"]
        for words in ({}, {"1": "seven"}, {"2": "seven"}, {"1": "eleven"}, {"1": "seven", "2": "eleven"})
    ]
    burned = 1 + sum(entry.request.name == "draw" for entry in _before_wagers(dealt("punto-banco", seal)))
    assert burned > 1
    assert len({tuple(map(str, cards[: burned - 1])) for cards in told}) == 1
    assert len({tuple(map(str, cards[burned - 1 :])) for cards in told}) == len(told)


def _before_wagers(play: Play) -> list[object]:
    first = next(at for at, entry in enumerate(play.entries) if entry.request.asks == "patrons")
    return play.entries[:first]


@pytest.mark.parametrize("word", ["", " \n", "a\tb", "x" * (LONGEST_WORD + 1), 7, None, "\u202e"])
def test_a_word_is_short_printable_text(word: object) -> None:
    with pytest.raises(WagerRefused, match="1 to 64 printable characters"):
        require_word(word)


def test_the_longest_word_is_taken() -> None:
    assert require_word("é" * LONGEST_WORD) == "é" * LONGEST_WORD


def test_faces_stand_in_the_order_of_their_text_whatever_the_order_of_the_equipment() -> None:
    play = dealt("caribbean-stud", told_seal(1))
    table = Round(open_table("caribbean-stud"))
    seen = 0
    again = Play(table)
    for entry in play.entries:
        if entry.request.asks == "chance":
            texts = [text for text, _, _ in faces(entry.request, again.table)]
            assert texts == sorted(texts)
            assert len(texts) == 52 - seen
            seen += 1
        again.answer(entry.answer)
    assert seen == 20


def test_an_answer_that_does_not_follow_from_the_seal_is_refused() -> None:
    play = dealt("roulette", told_seal(1))
    again, chance = Play(Round(open_table("roulette"))), RoundChance(told_seal(2))
    with pytest.raises(RecordError, match="otherwise than the seal of round table-1"):
        _follow_all(play, again, chance)
    _follow_all(play, Play(Round(open_table("roulette"))), RoundChance(told_seal(1)))


def _follow_all(play: Play, again: Play, chance: RoundChance) -> None:
    for entry in play.entries:
        request: Request = entry.request
        chance.follow(request, again.table, entry.answer)
        again.answer(entry.answer)
