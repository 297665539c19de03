"""Questions for language models with answers that are verified: rulings with citations, payouts, best plays.

A question is a text that a seed stands for; the reward of an answer is exact regret: nothing for the best, and less by
what the answer costs, in units of the first wager for a decision and one for a part that is wrong. A tenth of all seeds
is held out: what is trained on is never asked in the test.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from nomorebets.drills.kinds import kinds_of, question
from nomorebets.drills.question import NoAnswer, NotAsked, Question
from nomorebets.errors import RulesError, UnknownName, unknown
from nomorebets.library import deal, open_table
from nomorebets.pricing.mistakes import stake_of
from nomorebets.regulation import Citation, names
from nomorebets.rulings.dispute import rule_on
from nomorebets.rulings.transcript import read_transcript
from nomorebets.rulings.writing import transcript_parts, write_transcript
from nomorebets.table import Ruling, Table
from nomorebets.table.areas import Area
from nomorebets.table.money import NotMoney, cents, show

HELD_OUT = 10  # one seed of so many
RULING = "ruling"
ASKED = (RULING, "pay", "decide")  # the kinds that are asked where a game has them
LONGEST = 20_000  # characters of an answer that are looked at
Split = Literal["train", "test"]
_ANSWER = re.compile(r"answer\s*:(.*)", re.IGNORECASE)


@dataclass(frozen=True)
class Asked:
    """A question as it is put to a model. ``reward`` marks what it says: 0 is best, everything else less."""

    game: str
    kind: str
    seed: int
    prompt: str
    answer: str  # a best one, in the form that is asked for
    cites: tuple[str, ...]  # the paragraphs that it rests on
    mark: Callable[[Sequence[str]], Fraction]

    def reward(self, text: str) -> Fraction:
        """The exact regret of an answer, as something to be avoided; what cannot be read is wrong in every part."""
        return -self.mark(_parts(text))


def _parts(text: str) -> list[str]:
    """What stands behind the last “Answer:”, or in the last line; parts are set apart by semicolons."""
    said = _ANSWER.findall(text[-LONGEST:]) or text[-LONGEST:].strip().splitlines()[-1:] or [""]
    return [part.strip() for part in said[-1].split(";")]


def ask(game: Table | str, kind: str, seed: int) -> Asked:
    """The question of a kind that a seed stands for.

    >>> one = ask("roulette", "ruling", 3)
    >>> one.reward(f"Let me see. Answer: {one.answer}"), one.reward("Answer: I do not know")
    (Fraction(0, 1), Fraction(-2, 1))
    """
    table = open_table(game) if isinstance(game, str) else game
    if kind == RULING:
        return _ruling(table, seed)
    if kind not in kinds_of(table):
        raise unknown(f"kind of question of {table.game.id}", kind, (RULING, *kinds_of(table)), table.as_of)
    made = question(table, kind, seed)
    day = table.as_of
    return Asked(
        table.game.id,
        kind,
        seed,
        _prompt(table, made),
        "; ".join(part.right for part in made.parts),
        tuple(part.by().on(day) for part in made.parts),
        lambda said: _regret(made, said),
    )


def _prompt(table: Table, made: Question) -> str:
    lies = [f"{Area.read(area).words.capitalize()}: {' '.join(cards)}" for area, cards in made.cards.items()]
    asks = [
        part.asks + (f" ({', '.join(part.choices)})" if part.choices else " (dollars)" if part.form == "money" else "")
        for part in made.parts
    ]
    head = f"{table.game.entry.name}, New Jersey, as of {table.as_of}."
    foot = "End with “Answer: …”" + (", one part after the other, with semicolons between." if len(asks) > 1 else ".")
    return "\n".join((head, *made.wagers, *lies, *made.tells, *asks, foot))


def _regret(made: Question, said: Sequence[str]) -> Fraction:
    """What an answer costs: a decision in units of the wager it began with, anything else one for each wrong part."""
    regret = Fraction(0)
    for at, part in enumerate(made.parts):
        try:
            cost = part.known.get(part.read(said[at])) if at < len(said) else None
        except NoAnswer:
            cost = None
        unit = max((stake_of(made.at, seat) for seat in (Area.read(a).owner for a in made.shows)), default=0)
        worst = max(part.known.values(), default=Fraction(0))
        if worst and unit:
            regret += (worst if cost is None else cost) / unit
        else:
            regret += 0 if cost == 0 else 1
    return regret


def _ruling(table: Table, seed: int) -> Asked:
    """A round as it is written down: what does a wager win or lose, and by which paragraph?"""
    dealt = deal(table, seed=seed, seats=min(2, table.seats))
    decided = [r for r in dealt.explained() if r.result != "stands"]
    told = transcript_parts(dealt)
    text = "" if told is None else write_transcript(told)
    if not decided or not _says_enough(text, dealt.rulings):
        raise NotAsked(f"nothing was decided in the round {seed} of {table.game.id}", accepts="another seed")
    asked = decided[seed % len(decided)]
    day = table.as_of
    prompt = "\n".join(
        (
            f"{table.game.entry.name}, New Jersey, as of {day}. A round, as a transcript:",
            text.strip(),
            f"What does seat {asked.seat} win or lose with {names.wager(asked.wager)}, in dollars,",
            "a loss with a minus, and by which paragraph of N.J.A.C.?",
            "End with “Answer: AMOUNT; PARAGRAPH”.",
        )
    )
    cite = asked.by.on(day)
    return Asked(table.game.id, RULING, seed, prompt, f"{show(asked.net)}; {cite}", (cite,), lambda s: _wrong(asked, s))


def _says_enough(transcript: str, rulings: Sequence[Ruling]) -> bool:
    """Whether the transcript alone is ruled on as the round was."""
    try:
        ruled = rule_on(read_transcript(transcript.encode())).required
    except RulesError:
        return False
    return [(r.seat, r.wager, r.net) for r in ruled] == [(r.seat, r.wager, r.net) for r in rulings]


def _wrong(asked: Ruling, said: Sequence[str]) -> Fraction:
    """How many of amount and paragraph are wrong."""
    amount, cite = (*said, "", "")[:2]
    try:
        is_amount = cents(amount.replace("$", "").replace("−", "-").removeprefix("+")) == asked.net
    except NotMoney:
        is_amount = False
    try:
        is_cited = Citation.parse(cite).paragraph in (asked.by.paragraph, asked.amount_by.paragraph)
    except UnknownName:
        is_cited = False
    return Fraction(int(not is_amount) + int(not is_cited))


def questions(game: Table | str, split: Split = "train", seed: int = 0) -> Iterator[Asked]:
    """Questions without end, of every kind that a game has, one after the other; ``test`` has the seeds held out.

    >>> train, test = questions("roulette"), questions("roulette", "test")
    >>> {next(train).seed for _ in range(30)} & {next(test).seed for _ in range(30)}
    set()
    """
    if split not in ("train", "test"):
        raise unknown("split", split, ("train", "test"))
    table = open_table(game) if isinstance(game, str) else game
    kinds = [kind for kind in ASKED if kind == RULING or kind in kinds_of(table)]
    while True:
        seed += 1
        if (seed % HELD_OUT == 0) != (split == "test"):
            continue
        for kind in kinds:
            try:
                yield ask(table, kind, seed)
            except NotAsked:
                continue
