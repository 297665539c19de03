"""Spot the error: a round with one mistake of the dealer in it, found and put right by the rulings."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec

from nomorebets.drills.dealing import Watched, any_place, at_chance, rounds, step_words
from nomorebets.drills.question import NotAsked, Part, Question, choice_among, exactly
from nomorebets.drivers.bots import BotTable
from nomorebets.drivers.chance import Chance, SeededChance
from nomorebets.errors import RulesError
from nomorebets.regulation import names
from nomorebets.rulings.comparison import Difference, handed_over
from nomorebets.rulings.dispute import Remark, rule_on, verdict_of
from nomorebets.rulings.transcript import read_transcript
from nomorebets.rulings.writing import transcript_parts, write_transcript
from nomorebets.table import Table
from nomorebets.table.game import Irregularity
from nomorebets.table.handed import Handed
from nomorebets.table.money import dollars, show
from nomorebets.table.requests import Answer

ROUNDS = 12
SHOWN = 8  # steps of a round around the one that went wrong
TRIED = 40  # incidents and moments


def has_faults(table: Table) -> bool:
    """Whether something may go wrong at a game that can be told."""
    return bool(table.game.irregularities)


def spot(table: Table, seed: int) -> Question:
    """A round with one mistake: which step is it, and what is done about it?"""
    chance = SeededChance(seed)
    kinds = (_mispaid, _irregular) if chance.below(2) else (_irregular, _mispaid)
    for kind in kinds:
        for dealt in rounds(table, chance, any_place(table, chance), ROUNDS):
            question = None if dealt.play.table.felt.remedies else kind(dealt, chance, seed)
            if question is not None:
                return question
    raise NotAsked(f"no mistake could be made in the rounds of this drill of {table.game.id}", accepts="another seed")


# --- a wager that is settled wrongly ---------------------------------------------------------------------------------


def _mispaid(dealt: Watched, chance: Chance, seed: int) -> Question | None:
    """A dealer who pays one wager wrongly; the ruling on the transcript says which, and what was due."""
    parts = transcript_parts(dealt.play)
    moves = [move for move in handed_over([dealt.play]) if move.moves and move.seat]
    paid = [at for at, move in enumerate(moves) if move.paid]
    if parts is None or not paid or len(moves) < 2:
        return None
    at = paid[chance.below(len(paid))]
    wrong = _other_amount(moves[at].paid, chance)
    done = [line for n, move in enumerate(moves) for line in _done(move, wrong if n == at else move.paid)]
    with suppress(RulesError):
        verdict = rule_on(read_transcript(write_transcript({**parts, "done": done}).encode()))
        if len(verdict.differences) == 1:
            (difference,) = verdict.differences
            return _of_difference(dealt, moves, at, wrong, difference, chance, seed)
    return None


def _of_difference(
    dealt: Watched, moves: list[Handed], at: int, wrong: int, difference: Difference, chance: Chance, seed: int
) -> Question:
    lines = tuple(_line(move, wrong if n == at else move.paid) for n, move in enumerate(moves))
    due = (difference.required_as or {}).get("paid")
    less = difference.required - difference.done if due is None else due - wrong
    others = [_put_right(amount) for amount in (-less, 2 * less, less + wrong, less - wrong) if amount]
    find = Part("One wager was settled wrongly. Which?", "choice", exactly(lines[at]), lambda: difference.by, lines)
    remedy = choice_among("What puts it right?", _put_right(less), others, difference.by, chance)
    last = max(n for n, entry in enumerate(dealt.play.entries) if not entry.request.hands_over())
    shown = next((n for n, entry in enumerate(dealt.play.entries) if entry.request.hands_over()), last)
    before = dealt.before(shown)
    tells = tuple(told for told in dealt.told[:shown] if told)[-SHOWN:]
    shows = tuple(area for area in before.felt.cards if before.felt.hand(area))
    return Question("error", seed, before, tells, (find, remedy), shows)


def _other_amount(paid: int, chance: Chance) -> int:
    """A slip of a dealer: half as much, twice as much, or a little less."""
    slips = [amount for amount in (paid * 2, paid // 2, paid - paid // 5) if amount not in (0, paid)]
    return slips[chance.below(len(slips))] if slips else paid * 2


def _done(move: Handed, paid: int) -> list[dict[str, Any]]:
    """What the dealer did with a wager, as lines of a transcript."""
    amounts = move.moves | ({"paid": paid} if move.paid else {})
    own = {"seat": move.seat, "wager": move.wager, **({"hand": move.hand} if move.hand > 1 else {})}
    return [{**own, deed: show(amount)} for deed, amount in amounts.items()]


def _line(move: Handed, paid: int) -> str:
    amounts = move.moves | ({"paid": paid} if move.paid else {})
    hand = f", hand {move.hand}" if move.hand > 1 else ""
    deeds = ", ".join(f"{deed} {dollars(amount)}" for deed, amount in amounts.items())
    return f"Seat {move.seat}, {names.wager(move.wager)}{hand}: {deeds}"


def _put_right(less: int) -> str:
    return f"Pay {dollars(less)} more" if less > 0 else f"Take {dollars(-less)} back"


# --- something that went wrong in the deal ---------------------------------------------------------------------------


def _irregular(dealt: Watched, chance: Chance, seed: int) -> Question | None:
    """A dealer who goes on as if nothing had happened; the rules say what was to be done."""
    table = dealt.play.table.table
    causes = list(table.game.irregularities.values())
    entries = dealt.play.entries
    could = [(at, cause) for at, e in enumerate(entries) for cause in causes if cause.may_be_reported_at(e.request)]
    for _ in range(min(TRIED, len(could))):
        at, cause = could.pop(chance.below(len(could)))
        remark = _remedied(dealt, at, cause, chance)
        if remark is not None:
            return _of_remark(dealt, at, cause, remark, chance, seed)
    return None


def _of_remark(
    dealt: Watched, at: int, cause: Irregularity, remark: Remark, chance: Chance, seed: int
) -> Question | None:
    table = dealt.play.table.table
    wrong = cause.says[:1].upper() + cause.says[1:]
    told = [(n, dealt.told[n] or step_words(e.request)) for n, e in enumerate(dealt.play.entries)]
    first = max(0, at - chance.below(SHOWN - 1))
    lines = [wrong if n == at else words for n, words in told[first:] if words or n == at][:SHOWN]
    remedies = [other.remedy_at(table.house)[0] for other in table.game.irregularities.values()]
    choices = tuple(dict.fromkeys(lines))
    if wrong not in choices or len(choices) < 2:
        return None
    find = Part("Where did the round go wrong?", "choice", exactly(wrong), lambda: cause.by, choices)
    # what came of it may hang on what somebody decided then
    right = remark.remedy if remark.remedy in remedies else cause.remedy_at(table.house)[0]
    remedy = choice_among("What is to be done?", right, remedies, remark.by, chance)
    return Question("error", seed, dealt.before(first), (), (find, remedy))


def _remedied(dealt: Watched, at: int, cause: Irregularity, chance: Chance) -> Remark | None:
    """What the rules do about something at a step of a round; None where it cannot have happened then."""
    play = dealt.up_to(at)
    remedies = len(play.table.felt.remedies)
    bots = BotTable((), chance, at_chance(chance))
    with suppress(RulesError, TypeError):
        play.answer(_with(dealt.play.entries[at].answer, cause, dealt.play.table.seats))
        while play.request is not None and len(play.table.felt.remedies) == remedies:
            play.answer(bots(play.request, play.table))
        if len(play.table.felt.remedies) > remedies:
            return verdict_of(play).remedies[remedies]
    return None


def _with(answer: Answer, cause: Irregularity, seats: dict[int, int]) -> Answer:
    """An answer that tells of something beside what it told anyway."""
    whose = {"seat": min(seats)} if cause.needs_seat and seats else {}
    return msgspec.structs.replace(answer, **cause.facts, **whose)
