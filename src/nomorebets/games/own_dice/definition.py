"""What a game file says of a dice game of one's own: how many dice, and by which throws each wager wins.

A throw is described by a few words; all that are given must hold, and nothing is carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from nomorebets.equipment.dice import FACES, Roll, rolls
from nomorebets.errors import shown, unknown
from nomorebets.regulation import Pays
from nomorebets.table import House
from nomorebets.table.game_file import RULES_OPTION, Rules, rules_from
from nomorebets.table.variation import fault, read_kind, read_pays

DICE = (1, 2, 3)
Numbers = tuple[int, ...]


def _alike(roll: Roll, least: int) -> set[int]:
    return {face for face in roll if roll.count(face) >= least}


# each word, whether a throw is so, and how it is said
VOCABULARY: Mapping[str, tuple[Callable[[Roll, Numbers], bool], str]] = {
    "total": (lambda roll, numbers: sum(roll) in numbers, "the total is {}"),
    "shows": (lambda roll, numbers: bool({*roll} & {*numbers}), "a die shows {}"),
    "pair-of": (lambda roll, numbers: bool(_alike(roll, 2) & {*numbers}), "two dice or more show {}"),
    "triple-of": (lambda roll, numbers: bool(_alike(roll, 3) & {*numbers}), "three dice show {}"),
    "all-of": (lambda roll, numbers: {*roll} <= {*numbers}, "every die shows one of {}"),
    "hard": (lambda roll, numbers: sum(roll) in numbers and len({*roll}) == 1, "the total is {} with dice alike"),
    "easy": (
        lambda roll, numbers: sum(roll) in numbers and len({*roll}) > 1,
        "the total is {} with dice not all alike",
    ),
}


@dataclass(frozen=True)
class Throws:
    """Throws described by words, all of which hold."""

    words: tuple[tuple[str, Numbers], ...]

    def holds(self, roll: Roll) -> bool:
        return all(VOCABULARY[word][0](roll, numbers) for word, numbers in self.words)

    def __str__(self) -> str:
        said = (VOCABULARY[word][1].format(" or ".join(map(str, numbers))) for word, numbers in self.words)
        return " and ".join(said)


@dataclass(frozen=True)
class DiceWager:
    wins: Throws
    push: Throws | None
    pays: Pays


@dataclass(frozen=True)
class DiceGame:
    dice: int
    wagers: Mapping[str, DiceWager]


def game_at(house: House) -> DiceGame:
    """The game that a house deals."""
    return _read(house.options[RULES_OPTION])


@lru_cache(maxsize=64)
def _read(text: str) -> DiceGame:
    return read_game(rules_from(text))


def read_game(rules: Rules) -> DiceGame:
    """A dice game from the rules of its file; every gap is an error that says what would be accepted."""
    for key in rules.own:
        if key != "dice":
            raise fault(rules, f"no entry of a dice game is called {shown(key, 40)}", "dice, wager")
    dice = rules.own.get("dice")
    if type(dice) is not int or dice not in DICE:
        raise fault(rules, f"dice = {shown(dice, 40)}", "dice = 1, 2 or 3")
    wagers: dict[str, DiceWager] = {}
    for raw in rules.wager:
        kind = read_kind(rules, raw, wagers, ("name", "wins", "push", "pays"))
        push = _throws(rules, kind, "push", raw["push"], dice) if "push" in raw else None
        wins = _throws(rules, kind, "wins", raw.get("wins"), dice)
        wagers[kind] = DiceWager(wins, push, read_pays(rules, f"wager {kind}.pays", raw.get("pays")))
        both = [roll for roll in rolls(dice) if push is not None and push.holds(roll) and wins.holds(roll)]
        if both:
            raise fault(rules, f"wager {kind} wins and pushes by {both[0]}", "throws that are not in both")
    if not wagers:
        raise fault(rules, "it has no wager", "[[wager]] with a name, wins and pays")
    return DiceGame(dice, wagers)


def _throws(rules: Rules, kind: str, key: str, raw: object, dice: int) -> Throws:
    accepts = f"{key} = {{ total = [7, 11] }}, or others of {', '.join(VOCABULARY)}"
    if not isinstance(raw, Mapping) or not raw:
        raise fault(rules, f"wager {kind}: {key} = {shown(raw, 40)} describes no throw", accepts)
    words: list[tuple[str, Numbers]] = []
    for word, numbers in raw.items():
        if word not in VOCABULARY:
            raise fault(
                rules, f"wager {kind}: no throw is described by {shown(word, 40)}", unknown("word", word, VOCABULARY)
            )
        known = range(dice, 6 * dice + 1) if word in ("total", "hard", "easy") else FACES
        words.append((word, _numbers(rules, f"wager {kind}: {key}.{word}", numbers, known)))
    throws = Throws(tuple(words))
    if not any(throws.holds(roll) for roll in rolls(dice)):
        raise fault(rules, f"wager {kind}: no throw of {dice} dice is so: {throws}", accepts)
    return throws


def _numbers(rules: Rules, key: str, raw: Any, known: Any) -> Numbers:
    every = raw if isinstance(raw, list) else [raw]
    if not every or any(type(number) is not int or number not in known for number in every):
        raise fault(rules, f"{key} = {shown(raw, 40)}", f"whole numbers from {min(known)} to {max(known)}")
    return tuple(dict.fromkeys(every))
