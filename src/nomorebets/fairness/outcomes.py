"""What chance gives, many times over, by the very functions the tables use: numbers, spins, throws and shuffles.

A source gives the chance of one round: at the tables one of a series of seals, here too.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from nomorebets.drivers.bots import bots_at
from nomorebets.drivers.chance import Chance, SeededChance
from nomorebets.errors import RulesError, UnknownName
from nomorebets.fairness.drbg import HmacDrbg
from nomorebets.fairness.sealed import Pick, Seal, faces
from nomorebets.fairness.series import LONGEST, fresh_series
from nomorebets.games import game, game_ids, open_table
from nomorebets.table import Play, Round, Table
from nomorebets.table.house import Settings
from nomorebets.table.requests import Request

Numbers = NDArray[np.int64]


class Stream(Chance, Protocol):
    """Chance that gives raw bytes as well."""

    def take(self, size: int) -> bytes: ...


Source = Callable[[], Stream]


def sealed_source(entropy: Callable[[int], bytes] = secrets.token_bytes) -> Source:
    """Another seal for every round, in series as those of a shoe."""
    seals = _seals(entropy)
    return lambda: next(seals).chance()


def _seals(entropy: Callable[[int], bytes]) -> Iterator[Seal]:
    while True:
        series = fresh_series("table", 1, LONGEST, entropy)
        yield from map(series.seal, range(1, LONGEST + 1))


def seeded_source(seed: int) -> Source:
    """The same seals for the same seed, so that a run can be repeated."""
    return sealed_source(HmacDrbg(str(seed).encode()).generate)


def numbers(source: Source, bound: int, count: int) -> Numbers:
    """So many numbers below a bound, all of one stream."""
    chance = source()
    return np.fromiter((chance.below(bound) for _ in range(count)), np.int64, count)


def each_round(source: Source, bound: int, count: int) -> Numbers:
    """The first number of so many rounds."""
    return np.fromiter((source().below(bound) for _ in range(count)), np.int64, count)


def shuffled(pack: Sequence[str], chance: Chance) -> list[str]:
    """A pack in the order in which it is dealt: each card from those that are left."""
    left = sorted(pack)
    return [left.pop(chance.below(len(left))) for _ in range(len(left))]


def orders(source: Source, cards: int, count: int) -> Numbers:
    """So many shuffles of a small pack: which card lies where, one row for each."""
    names = [f"{at:03}" for at in range(cards)]
    dealt = (int(card) for _ in range(count) for card in shuffled(names, source()))
    return np.fromiter(dealt, np.int64, cards * count).reshape(count, cards)


class Wheel:
    """A wheel or some dice: faces that stay the same from round to round."""

    def __init__(self, request: Request, table: Round) -> None:
        possible = faces(request, table)
        self.weights: list[int] = [weight for _, _, weight in possible]
        self.bound: int = sum(self.weights)
        texts = [_short(text) for text, _, _ in possible]
        answers = [answer for _, answer, _ in possible]
        picks = [Pick(possible, self.bound, number).answer for number in range(self.bound)]
        self.faces = texts
        self.face_of: NDArray[Any] = np.array([answers.index(answer) for answer in picks])  # number -> face


class Pack:
    """Cards that are shuffled, or balls in a blower."""

    def __init__(self, cards: Sequence[str]) -> None:
        self.cards: list[str] = sorted(cards)


def equipment(table: Table) -> Wheel | Pack:
    """What a game is played with, found by dealing it until chance is asked for the first time."""
    bots = bots_at(table, "variety", 2, SeededChance(0))
    play = Play(Round(table))
    while play.request is not None:
        if play.request.asks == "chance" and play.request.deals_cards:
            return Pack(list(play.table.felt.shoe.elements()))
        if play.request.asks == "chance":
            return Wheel(play.request, play.table)
        play.answer(bots(play.request, play.table))
    raise UnknownName(f"a round of {table.game.id} asks nothing of chance", accepts="another game")


def different_wheels() -> dict[str, Wheel]:
    """Every wheel and set of dice of the house once, by the first game and the choice that bring it.

    >>> list(different_wheels())[:3]
    ['craps', 'roulette', 'roulette (single-zero)']
    """
    wheels: dict[tuple[tuple[str, ...], tuple[int, ...]], tuple[str, Wheel]] = {}
    for dealt in (game(id) for id in game_ids()):
        if dealt.chance.words == "cards":  # shuffles have tests of their own
            continue
        usual: list[dict[str, str]] = [{}]
        chosen = [{o.id: value} for o in dealt.terms.options for value in o.choices if value != o.default]
        for options in usual + chosen:
            try:
                wheel = equipment(open_table(dealt.id, settings=Settings(options=dict(options))))
            except RulesError:  # a choice that needs another beside it
                continue
            if isinstance(wheel, Wheel):
                name = f"{dealt.id} ({', '.join(options.values())})" if options else dealt.id
                wheels.setdefault((tuple(wheel.faces), tuple(wheel.weights)), (name, wheel))
    return dict(wheels.values())


def outcomes(of: Wheel | Pack, source: Source) -> Iterator[list[str]]:
    """Final outcomes, one round after the other: a face, or all cards of the pack in the order they are dealt."""
    while True:
        if isinstance(of, Pack):
            yield shuffled(of.cards, source())
        else:
            yield [of.faces[of.face_of[source().below(of.bound)]]]


def _short(text: str) -> str:
    """``{"dice":"3-4"}`` as ``3-4``."""
    return text[text.index(":") + 2 : text.rindex('"')]
