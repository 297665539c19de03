"""Dice in a shaker: the shake, what can go wrong with it, and the call. Three games share it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from nomorebets.equipment.dice import Roll, read
from nomorebets.procedures.dice import next_holder
from nomorebets.regulation import Citation
from nomorebets.table import (
    Irregularity,
    Round,
    Script,
    announce,
    checkpoint,
    dice_rest,
    offer_dice,
    remedy,
    shake,
    take_wagers,
)
from nomorebets.table.dice import SOMEBODY

LEAST_SHAKES = 3
PASSED_ON = {"voluntary": "shaker-relinquished", "ordered": "shaker-taken-by-order"}
VOID = "no shake: nothing is decided, and the shaker is shaken again; every wager stands"


@dataclass(frozen=True)
class ShakerRules:
    """The paragraphs by which a game uses its shaker."""

    dice: int
    round_by: Citation
    wagers_by: Citation
    shaken_by: Citation
    called_by: Citation
    void_by: Callable[[Round], Citation]
    irregularities: Mapping[str, Irregularity]
    void_call: str = "No Shake"  # what the dealer says of a shake that does not count


def mishaps(by: Citation, tampering: Citation, corrected: Citation) -> dict[str, Irregularity]:
    """What may go wrong with a shaker: in the shake itself, or with the dice when it is uncovered."""

    def of_shake(says: str, what: str, more: str = "") -> Irregularity:
        return Irregularity(says, "shake", {"found": what}, VOID + more, by=by)

    def of_dice(says: str, what: str) -> Irregularity:
        return Irregularity(says, "dice-rest", {"found": what}, VOID, by=by)

    return {
        "fewer-than-three-shakes": Irregularity(
            "the shaker was shaken fewer than three times", "shake", {"shakes": 2}, VOID, by=by, more=("shakes",)
        ),
        "lid-off": of_shake("the cover came off during the shake", "lid-off"),
        "opened-early": of_shake(
            'the shaker was opened before "No more bets"', "opened-early", "; they may be changed"
        ),
        "shaker-dropped": of_shake("the shaker was dropped", "shaker-dropped", "; the dice are inspected"),
        "die-lost": of_shake("a die was lost", "die-lost", "; the dice are replaced"),
        "die-not-flat": of_dice("a die does not lie flat or leans", "die-not-flat"),
        "dice-stacked": of_dice("one die lies on another", "dice-stacked"),
        "tampering": Irregularity(
            "the shaker or a die shows signs of tampering",
            "shake",
            {"found": "tampering"},
            "no shake: shaker and dice are withdrawn and reported at once, another is used; every wager stands",
            by=tampering,
        ),
        **put_right(
            "wrong-total-called",
            "a wrong total was called",
            "corrected to the dice as they lie, before the next shake",
            by=corrected,
        ),
        "machine-fails": of_shake(
            "the automated shaker did not finish", "machine-fails", ", or another approved shaker is used"
        ),
    }


def starting_mishaps(by: Citation) -> dict[str, Irregularity]:
    """What may go wrong with a shaker that only says where a deal begins; untold when, it is the first shake."""
    known = mishaps(by, by, by)
    left = Irregularity("a die left the shaker", "dice-rest", {"found": "die-left-shaker"}, VOID, by=by)
    kept = {what: known[what] for what in ("fewer-than-three-shakes", "die-not-flat", "wrong-total-called")}
    return {what: replace(cause, waits=True) for what, cause in {**kept, "die-left-shaker": left}.items()}


def put_right(what: str, says: str, remedy: str, by: Citation) -> dict[str, Irregularity]:
    """Something that goes wrong once the dice are uncovered: it is put right, and the shake counts."""
    return {what: Irregularity(says, "dice-rest", {"found": what}, remedy, by=by, needs_outcome=True)}


def relinquishments(ordered: str, then: str, by: Citation) -> dict[str, Irregularity]:
    """The holder passes the shaker on, or has it taken away: no irregularity of the shake, and no wager is affected."""
    says = {"voluntary": "the holder gives the shaker up", "ordered": ordered}
    return {
        what: Irregularity(
            says[how],
            "offer-dice",
            {"relinquished": how},
            f"{then}; no wager is affected",
            by=by,
            more=("to", "refused"),
            may_list_outcome=False,
        )
        for how, what in PASSED_ON.items()
    }


def offer_the_shaker(rules: ShakerRules, holder: int, order: Sequence[int], by: Citation) -> Script[int]:
    """Leave the shaker with its holder, or offer it on; who has it now."""
    taken = yield from offer_dice(holder, order, by=by)
    if taken.relinquished:
        what = PASSED_ON.get(taken.relinquished, PASSED_ON["ordered"])
        cause = rules.irregularities[what]
        yield from remedy(what, cause.remedy, by=cause.by)
    return next_holder(taken, holder, order, keeps=holder >= SOMEBODY)


def valid_shake(table: Round, rules: ShakerRules, give: Callable[[Round], Script[None]]) -> Script[Roll]:
    """Take wagers, give the shaker to whoever has it now, and shake, until a shake counts."""
    while True:
        yield from checkpoint("before the shake", by=rules.round_by)
        yield from take_wagers("until the dealer calls", by=rules.wagers_by)
        yield from give(table)
        yield from announce("No More Bets", by=rules.shaken_by)
        counts = yield from shaken(table, rules)
        roll = (yield from uncovered(table, rules)) if counts else None
        if roll is not None:
            return roll


def shaken(table: Round, rules: ShakerRules) -> Script[bool]:
    """Shake the covered shaker; whether that shake counts so far."""
    done = yield from shake(by=rules.shaken_by)
    if done.found:
        yield from no_shake(table, rules, done.found)
    elif done.shakes < LEAST_SHAKES:
        yield from no_shake(table, rules, "fewer-than-three-shakes")
    else:
        return True
    return False


def uncovered(table: Round, rules: ShakerRules) -> Script[Roll | None]:
    """Uncover the dice; None where they cannot be read."""
    rest = yield from dice_rest(rules.dice, by=rules.called_by)
    cause = rules.irregularities.get(rest.found)
    if cause is not None and not cause.needs_outcome:
        yield from no_shake(table, rules, rest.found)
        return None
    if cause is not None:
        yield from remedy(rest.found, cause.remedy, by=cause.by)
    return read(rest.dice, rules.dice)


def shake_until_valid(table: Round, rules: ShakerRules) -> Script[Roll]:
    """Shake and uncover until the dice can be read, where no wager depends on them."""
    while True:
        roll = (yield from uncovered(table, rules)) if (yield from shaken(table, rules)) else None
        if roll is not None:
            return roll


def no_shake(table: Round, rules: ShakerRules, what: str) -> Script[None]:
    """Call a shake off: nothing has won or lost."""
    cause = rules.irregularities[what]
    by = cause.by if what == "tampering" else rules.void_by(table)
    yield from announce(rules.void_call, by=by)
    yield from remedy(what, cause.remedy, by=by)
