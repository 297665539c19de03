"""Call the hand, and set the house way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from nomorebets.drills.dealing import Watched, hand_of, rounds, sample, whose
from nomorebets.drills.question import NotAsked, Part, Question, choice_among, exactly
from nomorebets.drivers.chance import Chance, SeededChance
from nomorebets.equipment.cards import JOKER
from nomorebets.procedures.setting import SET_WRONG, SetByHouseWay
from nomorebets.regulation import Citation
from nomorebets.table import Table
from nomorebets.table.cards import ReadHand
from nomorebets.table.requests import Announce


class Called(NamedTuple):
    """What a dealer reads aloud: before which step, of which area, if of one, in which words."""

    step: int
    area: str
    words: str
    by: Citation


WHOLE_HAND = 5
READ_ALOUD = ("dice", "cards", "tiles")  # wheels and balls say themselves what they show


def _calls(dealt: Watched) -> Iterator[Called]:
    """All that a dealer reads aloud of a round."""
    entries = dealt.play.entries
    for at, entry in enumerate(entries):
        request = entry.request
        if isinstance(request, ReadHand):
            yield Called(at, request.area, request.hand, request.by)
        elif isinstance(request, Announce) and at and hasattr(entries[at - 1].answer, "dice"):
            yield Called(at, "", request.words, request.by)


def has_calls(table: Table) -> bool:
    """Whether a dealer reads hands or dice at a game."""
    return table.game.chance.words in READ_ALOUD


def call(table: Table, seed: int) -> Question:
    """Cards or dice as they lie: what does the dealer call?"""
    chance = SeededChance(seed)
    asked: tuple[Watched, Called] | None = None
    others = [known for dealt in sample(table) for known in _calls(dealt)]
    for dealt in rounds(table, chance):
        calls = list(_calls(dealt))
        if calls:
            asked = asked or (dealt, calls[chance.below(len(calls))])
            others += calls
        if asked is not None:
            question = _called(*asked, others, chance, seed)
            if len(question.parts[0].choices) > 1:
                return question
    raise NotAsked(f"no hand was read in the rounds of this drill of {table.game.id}", accepts="another seed")


def _called(
    dealt: Watched,
    called: Called,
    others: Sequence[Called],
    chance: Chance,
    seed: int,
) -> Question:
    area, before = called.area, dealt.before(called.step)
    alike = [other.words for other in others if bool(other.area) == bool(area)]
    what = hand_of(area) if area else f"the dice: {before.felt.dice}"
    part = choice_among(f"Call {what}.", called.words, alike, called.by, chance)
    tells = tuple(f"“{said}”" for said in before.felt.called)
    return Question("call", seed, before, tells, (part,), (area,) if before.felt.hand(area) else ())


def _settings(dealt: Watched) -> Iterator[tuple[int, SetByHouseWay]]:
    for at, entry in enumerate(dealt.play.entries):
        if isinstance(entry.request, SetByHouseWay):
            yield at, entry.request


def has_house_way(table: Table) -> bool:
    """Whether hands are set by a method of the house."""
    return SET_WRONG in table.game.irregularities


def _alike(low: Sequence[str], held: Sequence[str]) -> list[str]:
    """The low hand that is set, and those that make the same two hands of other suits.

    Suits count for nothing but a flush of the high hand, where it is five cards that no others fill up.
    """
    right, high = sorted(low), list((Counter(held) - Counter(low)).elements())
    if len(high) != WHOLE_HAND:
        return [" ".join(right)]
    ranks, is_flush = [card[0] for card in right], _is_one_suit(high)
    others = (
        sorted(other)
        for other in combinations(held, len(low))
        if sorted(card[0] for card in other) == sorted(ranks)
        and (JOKER in other) == (JOKER in right)
        and _is_one_suit(list((Counter(held) - Counter(other)).elements())) == is_flush
    )
    return list(dict.fromkeys(" ".join(cards) for cards in (right, *others)))


def _is_one_suit(cards: Sequence[str]) -> bool:
    return len({card[1] for card in cards if card != JOKER}) == 1


def house_way(table: Table, seed: int) -> Question:
    """A hand that is to be set: which pieces are the low hand by the house way?"""
    chance = SeededChance(seed)
    for dealt in rounds(table, chance):
        for at, request in _settings(dealt):
            before = dealt.before(at)
            held = before.felt.hand(request.area)
            many = len(request.low)
            asks = f"Set {whose(request.area)}’s hand by the house way: which {many} make the low hand?"
            right = exactly(*_alike(request.low, held))
            part = Part(asks, "pieces", right, lambda by=request.by: by, pieces=held)  # type: ignore[misc]
            return Question("house-way", seed, before, (), (part,), (request.area,))
    raise NotAsked(f"no hand was set in the rounds of this drill of {table.game.id}", accepts="another seed")
