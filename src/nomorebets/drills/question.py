"""One question of a drill, and how an answer to it is marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from string import ascii_lowercase
from typing import Any, Literal

from nomorebets.drivers.chance import Chance
from nomorebets.equipment.packs import printed, read_pieces
from nomorebets.errors import RulesError, shown
from nomorebets.regulation import Citation, law, names
from nomorebets.table import Round
from nomorebets.table.money import NotMoney, cents, dollars, show

CHOICES = 4
LONGEST_ANSWER = 2_000

Form = Literal["money", "choice", "pieces"]


class NotAsked(RulesError):
    """A drill that a game has nothing to ask for."""

    who = "drill"


class NoAnswer(RulesError):
    """What somebody answered that cannot be understood."""

    who = "answer"


@dataclass(frozen=True)
class Part:
    """One thing that is asked. ``costs`` has every answer that is worth something beside the best, which costs 0."""

    asks: str
    form: Form
    costs: Callable[[], Mapping[str, Fraction]]  # worked out when it is marked: it may take a while
    by: Callable[[], Citation]
    choices: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()  # of which some are to be named

    def read(self, text: str) -> str:
        """An answer as it is marked: words of a choice, or its letter; money; pieces in any order."""
        text = text.strip()[:LONGEST_ANSWER]
        if self.form == "money":
            try:
                return show(cents(text))
            except NotMoney as fault:
                raise NoAnswer(fault.text, accepts=fault.accepts) from None
        if self.form == "pieces":
            try:
                named = sorted(read_pieces(text))
            except RulesError as fault:
                raise NoAnswer(fault.text, accepts=" ".join(self.pieces)) from None
            for piece in Counter(named) - Counter(self.pieces):
                raise NoAnswer(f"{printed(piece)} is not in the hand", accepts=" ".join(self.pieces))
            return " ".join(named)
        for letter, choice in self.lettered:
            if text.lower() in (letter, choice.lower()):
                return choice
        raise NoAnswer(f"{shown(text, 40)} is none of the choices", accepts=", ".join(dict(self.lettered)))

    @property
    def lettered(self) -> list[tuple[str, str]]:
        """The choices by a letter each: what they say may itself be a number."""
        return list(zip(ascii_lowercase, self.choices, strict=False))

    @cached_property
    def known(self) -> Mapping[str, Fraction]:
        return self.costs()

    @property
    def right(self) -> str:
        """The right answer; of several, the first."""
        return next(answer for answer, cost in self.known.items() if not cost)

    def said(self, answer: str) -> str:
        """An answer as people read it."""
        if self.form == "money":
            return dollars(cents(answer))
        return " ".join(map(printed, answer.split())) if self.form == "pieces" else answer


@dataclass(frozen=True)
class Marked:
    """What became of the answer to one part."""

    said: str
    right: str
    is_right: bool
    by: Citation
    cost: Fraction | None  # cents that it loses beside the best, where that is known


@dataclass(frozen=True)
class Question:
    """A question, what there is to see of it, and the parts of its answer."""

    kind: str
    seed: int
    at: Round  # the table as it lies
    tells: tuple[str, ...]  # what happened or lies there, in words
    parts: tuple[Part, ...]
    shows: tuple[str, ...] = ()  # areas whose cards are shown whoever may see them

    def mark(self, answers: Sequence[str]) -> tuple[Marked, ...]:
        """Every part marked; an answer that is missing is refused."""
        if len(answers) != len(self.parts):
            raise NoAnswer(f"{len(answers)} of {len(self.parts)} answers were given", accepts="an answer to each part")
        marked = []
        for part, text in zip(self.parts, answers, strict=True):
            answer = part.read(text)
            cost = part.known.get(answer)
            marked.append(Marked(part.said(answer), part.said(part.right), cost == 0, part.by(), cost))
        return tuple(marked)

    @property
    def cards(self) -> dict[str, list[str]]:
        """The cards that whoever answers may see."""
        felt = self.at.felt
        return felt.seen_by(None) | {area: list(felt.hand(area)) for area in self.shows}

    @property
    def wagers(self) -> list[str]:
        """The wagers on the layout, in words."""
        return [f"{w.whose}: {dollars(w.amount)} on {names.wager(w.on)}" for w in self.at.wagers]

    def to_dict(self) -> dict[str, Any]:
        """The object that ``nomorebets drill --json`` prints, with the right answers."""
        day = self.at.as_of
        return {
            "game": self.at.game.id,
            "as_of": day.isoformat(),
            "kind": self.kind,
            "seed": self.seed,
            "wagers": self.wagers,
            "cards": self.cards,
            "tells": list(self.tells),
            "parts": [
                {
                    "asks": part.asks,
                    **({"choices": list(part.choices)} if part.choices else {}),
                    "right": part.right,
                    "cite": part.by().on(day),
                    "basis": law.basis(part.by(), day),
                    **({"costs": {a: str(c) for a, c in part.known.items()}} if len(part.known) > 1 else {}),
                }
                for part in self.parts
            ],
        }


def exactly(*answers: str) -> Callable[[], Mapping[str, Fraction]]:
    """The costs of a part that has one right answer, or several that are the same."""
    return lambda: dict.fromkeys(answers, Fraction(0))


def choice_among(asks: str, right: str, others: Sequence[str], by: Citation, chance: Chance) -> Part:
    """A part with a few choices: the right one, and others drawn from those that are different."""
    pool = [other for other in dict.fromkeys(others) if other != right]
    choices = [right]
    while pool and len(choices) < CHOICES:
        choices.append(pool.pop(chance.below(len(pool))))
    return Part(asks, "choice", exactly(right), lambda: by, shuffled(choices, chance))


def shuffled(things: Sequence[str], chance: Chance) -> tuple[str, ...]:
    """The same in an order by chance."""
    left, order = list(things), []
    while left:
        order.append(left.pop(chance.below(len(left))))
    return tuple(order)
