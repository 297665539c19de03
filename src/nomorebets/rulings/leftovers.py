"""Lines of a transcript that no round used, each with what to write instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nomorebets.errors import RulesError, TranscriptError, shown
from nomorebets.rulings.transcript import IrregularityLine

if TYPE_CHECKING:
    from nomorebets.rulings.driver import TranscriptDriver


SHOWN = 12  # of the outcomes that were used, in an error


def unremedied(driver: TranscriptDriver) -> TranscriptError | None:
    """An irregularity that was reported and led to nothing."""
    for wrong in driver.reported:
        if len(wrong.felt.remedies) == wrong.remedies:
            more = "".join(f", {name} = {shown(value, 20)}" for name, value in wrong.line.more.items())
            text = f"{wrong.line.what}{more} was reported, and leads to nothing that the rules remedy"
            by = driver.table.game.irregularities[wrong.line.what].by
            return TranscriptError(text, by, driver.table.as_of, "a transcript without it, or as it really was")
    return None


def leftover(driver: TranscriptDriver) -> TranscriptError | None:
    """The first line of a transcript that the round did not use."""
    day, transcript = driver.table.as_of, driver.transcript
    nothing = unremedied(driver)
    if nothing is not None:
        return nothing
    further_defects = driver.further_defects
    for wrong in driver.pending:
        if wrong not in further_defects:
            return _never_came(driver, wrong)
    for made in driver.wagers:
        try:
            driver.table.places(made.wager)
        except RulesError as fault:
            return TranscriptError(fault.text, fault.by, day, fault.accepts)
    if driver.outcomes.listed:
        return _outcomes_left(driver)
    if driver.outcomes.rolls:
        text = f"the round is over and {shown(' '.join(driver.outcomes.rolls))} is left over in dice"
        return TranscriptError(
            text, on=day, accepts="the one roll that said where the deal began, and void ones before"
        )
    for name, cards in driver.outcomes.hands.items():
        if cards:
            called = "board" if name == "community" else name
            text = f"the round is over and {shown(' '.join(cards))} of {shown(called, 20)} was never dealt"
            fewer = " ".join(transcript.hands[name][: -len(cards)])
            return TranscriptError(text, on=day, accepts=f'{called} = "{fewer}"')
    if driver.decisions:
        line = driver.decisions[0]
        text = f"the round is over and seat {line.seat} was never asked to {line.words}"
        bet = driver.table.game.bet.get(line.choose)  # the wager it would have brought
        by = bet.by if bet is not None else driver.table.game.terms.dealt_by
        asked = driver.decision - 1
        accepts = f"the {asked} decisions that were asked for"
        if asked < 2:
            accepts = "the one decision that was asked for" if asked else "no decisions: none was asked for"
        return TranscriptError(text, by, day, accepts)
    if driver.wagers:
        text = f"the round is over and never came to the wager on {shown(driver.wagers[0].wager)}"
        accepts = f"{driver.table.game.chance.before} = 1 to {driver.outcomes.next - 1}"
        return TranscriptError(text, on=day, accepts=accepts)
    return None


def _outcomes_left(driver: TranscriptDriver) -> TranscriptError:
    chance, listed = driver.table.game.chance, driver.transcript.outcomes
    needed = len(listed) - len(driver.outcomes.listed)
    rest = " ".join(driver.outcomes.listed)
    used = " ".join(["…"] * (needed > SHOWN) + listed[:needed][-SHOWN:])
    wager = f", nor was the wager on {shown(driver.wagers[0].wager)} taken" if driver.wagers else ""
    text = f"the round is over and {shown(rest)} is left over in {chance.words}{wager}"
    one = chance.before.removeprefix("before_")
    void = f", or what made {one} {needed} void" if needed else ", or the wagers it was dealt for"
    burned = any(name.split("-")[0] == "burn" and at > 1 for name, at, *_ in driver.asked)  # amid the cards listed
    unseen = "; cards that were burned unseen are not listed" if burned else ""
    return TranscriptError(text, on=driver.table.as_of, accepts=f'{chance.words} = "{used}"{void}{unseen}')


def _never_came(driver: TranscriptDriver, line: IrregularityLine) -> TranscriptError:
    """An irregularity reported where it cannot happen: when it could have."""
    cause, day = driver.table.game.irregularities[line.what], driver.table.as_of
    at = {"decision": 2, "roll": 3 if driver.outcomes.begins_by_roll else 1}.get(line.counts, 1)
    moments = sorted({asked[at] for asked in driver.asked if asked[0] == cause.ask})
    counts = {"decision": "before_decision", "roll": "before_roll"}.get(line.counts, driver.table.game.chance.before)
    text = f"the round is over and never came to the irregularity {line.what!r} ({counts} = {line.before})"
    if not moments:
        return TranscriptError(text, cause.by, day, f"nothing: {cause.ask} was not asked in this round")
    could = " or ".join(f'{{ {counts} = {moment}, what = "{line.what}" }}' for moment in moments[:4])
    return TranscriptError(text, cause.by, day, could)
