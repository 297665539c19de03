"""What a transcript told and no round needed, each with what it should tell instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nomorebets.errors import RulesError, TranscriptError, shown
from nomorebets.rulings.transcript import IrregularityLine

if TYPE_CHECKING:
    from nomorebets.rulings.driver import TranscriptDriver


def unremedied(told: TranscriptDriver) -> TranscriptError | None:
    """An irregularity that was told and led to nothing."""
    for wrong in told.told:
        if len(wrong.felt.remedies) == wrong.remedies:
            more = "".join(f", {name} = {shown(value, 20)}" for name, value in wrong.line.more.items())
            text = f"{wrong.line.what}{more} was told, and leads to nothing that the rules remedy"
            by = told.table.game.irregularities[wrong.line.what].by
            return TranscriptError(text, by, told.table.as_of, "a transcript without it, or as it really was")
    return None


def leftover(told: TranscriptDriver) -> TranscriptError | None:
    """The first thing of a transcript that the round did not need."""
    day, transcript = told.table.as_of, told.transcript
    nothing = unremedied(told)
    if nothing is not None:
        return nothing
    beside = told.beside
    for wrong in told.pending:
        if wrong not in beside:
            return _never_came(told, wrong)
    for made in told.wagers:
        try:
            told.table.places(made.wager)
        except RulesError as fault:
            return TranscriptError(fault.text, fault.by, day, fault.accepts)
    if told.outcomes.listed:
        return _outcomes_left(told)
    for name, cards in told.outcomes.hands.items():
        if cards:
            text = f"the round is over and {shown(' '.join(cards))} of {shown(name, 20)} was never dealt"
            fewer = " ".join(transcript.hands[name][: -len(cards)])
            return TranscriptError(text, on=day, accepts=f'{name} = "{fewer}"')
    if told.decisions:
        line = told.decisions[0]
        text = f"the round is over and seat {line.seat} was never asked to {line.words}"
        bet = told.table.game.bet.get(line.choose)  # the wager it would have brought
        by = bet.by if bet is not None else told.table.game.terms.dealt_by
        return TranscriptError(text, by, day, f"the {told.decision - 1} decisions that were asked for")
    if told.wagers:
        text = f"the round is over and never came to the wager on {shown(told.wagers[0].wager)}"
        accepts = f"{told.table.game.chance.before} = 1 to {told.outcomes.next - 1}"
        return TranscriptError(text, on=day, accepts=accepts)
    return None


def _outcomes_left(told: TranscriptDriver) -> TranscriptError:
    chance, listed = told.table.game.chance, told.transcript.outcomes
    needed = len(listed) - len(told.outcomes.listed)
    rest, used = " ".join(told.outcomes.listed), " ".join(listed[:needed][-12:])
    wager = f", nor was the wager on {shown(told.wagers[0].wager)} taken" if told.wagers else ""
    text = f"the round is over and {shown(rest)} is left over in {chance.words}{wager}"
    one = chance.before.removeprefix("before_")
    void = f", or what made {one} {needed} void" if needed else ", or the wagers it was dealt for"
    return TranscriptError(text, on=told.table.as_of, accepts=f'{chance.words} = "{used}"{void}')


def _never_came(told: TranscriptDriver, line: IrregularityLine) -> TranscriptError:
    """An irregularity told where it cannot be: when it could have been."""
    cause, day = told.table.game.irregularities[line.what], told.table.as_of
    at = 2 if line.counts == "decision" else 1
    moments = sorted({asked[at] for asked in told.asked if asked[0] == cause.ask})
    counts = "before_decision" if line.counts == "decision" else told.table.game.chance.before
    text = f"the round is over and never came to the irregularity {line.what!r} ({counts} = {line.before})"
    if not moments:
        return TranscriptError(text, cause.by, day, f"nothing: {cause.ask} was not asked in this round")
    could = " or ".join(f'{{ {counts} = {moment}, what = "{line.what}" }}' for moment in moments[:4])
    return TranscriptError(text, cause.by, day, could)
