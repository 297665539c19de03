"""Drills in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from nomorebets.cli.common import AskedTable, Count, game_argument, table_options
from nomorebets.cli.out import json_flag, told

if TYPE_CHECKING:
    from nomorebets.drills.question import Marked, Question


@click.command()
@game_argument
@click.option("--kind", metavar="KIND", help="What is drilled; the first that the game has if left out.")
@click.option("--seed", type=click.IntRange(0, 10**9), help="The same questions again.")
@click.option("--count", type=Count("questions", 1, 100), default=10, help="How many questions; 10 if left out.")
@table_options
@json_flag
def drill(
    game_id: str,
    kind: str | None,
    seed: int | None,
    count: int,
    asked: AskedTable,
    as_json: bool,
) -> None:
    """Learn to deal GAME, or to play it: questions from dealt rounds, each answer marked with its paragraph.

    Kinds: pay a wager, call a hand, house-way, spot the error, next step, vigorish; and for players decide, the best
    play. Mistakes come back after a few questions. With --json the questions are printed with their answers.
    """
    from time import monotonic

    from nomorebets.drills.course import Course
    from nomorebets.drills.kinds import kind_called, kinds_of, question
    from nomorebets.drivers.chance import SecureChance

    table = asked.open(game_id)
    kind = kind or kinds_of(table)[0]
    drilled = kind_called(table, kind)
    course = Course(SecureChance().below(10**6) if seed is None else seed, "", count)
    if as_json:
        questions = []
        while (which := course.next) is not None:
            questions.append(question(table, kind, which).to_dict())
            course = course.after(True)
        told({"kind": kind, "name": drilled.name, "seed": course.seed, "questions": questions}, as_json)
        return
    click.echo(f"{table.game.entry.name}: {drilled.name}. {drilled.says} An empty line ends it.")
    began = monotonic()
    while (which := course.next) is not None:
        posed = question(table, kind, which)
        click.echo(f"\n{'Once more' if course.returns else f'Question {course.score[1] + 1}'}")
        answers = _answers(posed)
        if answers is None:
            break
        marked = posed.mark(answers)
        for one in marked:
            click.echo(_marking(one, posed))
        course = course.after(all(one.is_right for one in marked))
    right, of = course.score
    click.echo(f"\n{right} of {of} right at the first attempt, in {monotonic() - began:.0f} seconds.")


def _answers(posed: Question) -> list[str] | None:
    """What somebody types to each part; None where he has had enough."""
    from nomorebets.drills.question import NoAnswer

    for line in _seen(posed):
        click.echo(f"  {line}")
    answers = []
    for part in posed.parts:
        click.echo(part.asks)
        for letter, choice in part.lettered:
            click.echo(f"  {letter}) {choice}")
        while True:
            try:
                text = click.prompt("", default="", show_default=False, prompt_suffix="> ")
            except click.Abort as ended:  # by Control-C, or because what answered has ended
                if sys.stdin.isatty() or not isinstance(ended.__context__, EOFError):
                    raise
                return None
            if not text.strip():
                return None
            try:
                part.read(text)
            except NoAnswer as fault:
                click.echo(f"{fault.text}; accepted: {fault.accepts}")
                continue
            answers.append(text)
            break
    return answers


def _seen(posed: Question) -> list[str]:
    """What lies there, in lines."""
    from nomorebets.drills.dealing import whose
    from nomorebets.equipment.packs import printed

    cards = [f"{whose(area)}: {' '.join(map(printed, lying))}" for area, lying in posed.cards.items()]
    return [*posed.wagers, *cards, *posed.tells]


def _marking(one: Marked, posed: Question) -> str:
    from nomorebets.pricing.mistakes import in_money

    verdict = "Right" if one.is_right else f"No: {one.right}"
    cost = f"; {one.said} costs {in_money(one.cost)}" if one.cost else ""
    return f"{verdict}{cost} [{one.by.with_basis(posed.at.as_of)}]"


COMMANDS: tuple[click.Command, ...] = (drill,)
