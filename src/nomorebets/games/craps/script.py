"""One roll of craps, from the wagers before it to the puck after it (1.3, 1.6 to 1.11)."""

from __future__ import annotations

from nomorebets.equipment.dice import OPPOSITE, Roll, read
from nomorebets.games.craps.memory import point_of, points_made
from nomorebets.games.craps.settlement import Rolled, fire_points, next_point, travels_to
from nomorebets.games.craps.terms import LATE_BETS
from nomorebets.games.craps.wagers import COME_OUT, supports, wagers
from nomorebets.procedures.dice import NOBODY, clockwise, next_holder
from nomorebets.regulation import cite, reading
from nomorebets.table import (
    Irregularity,
    Result,
    Round,
    Script,
    Wager,
    announce,
    checkpoint,
    collect,
    dice_rest,
    mark,
    note,
    offer_dice,
    pay,
    remedy,
    take_wagers,
    throw_dice,
    travel,
)
from nomorebets.table.chips import give_back
from nomorebets.table.dice import SOMEBODY, DiceRest

VOID = "no roll: nothing is decided, and the shooter throws again; every wager stands"


def _no_roll(says: str, read: str, more: str = "", ask: str = "dice-rest", **facts: object) -> Irregularity:
    return Irregularity(says, ask, facts, VOID + more, by=reading(read), more=("called",) if "may" in read else ())


IRREGULARITIES = {
    "die-off-table": _no_roll(
        "a die left the table", "R-1.9-invalid", "; the die is inspected before it is used again", found="die-off-table"
    ),
    "dice-stacked": _no_roll("one die came to rest on the other", "R-1.9-invalid", found="dice-stacked"),
    "not-thrown-together": Irregularity(
        "the dice did not leave the hand together",
        "throw-dice",
        {"together": False},
        VOID,
        by=reading("R-1.9-may-call"),
        more=("called",),
    ),
    "short-of-the-wall": _no_roll("a die did not reach the far end", "R-1.9-may-call", found="short-of-the-wall"),
    "die-on-bank": _no_roll("a die rests on the bank of chips", "R-1.9-may-call", found="die-on-bank"),
    "die-in-cup": _no_roll("a die rests in the dice cup", "R-1.9-may-call", found="die-in-cup"),
    "die-on-rail": _no_roll("a die rests on the rail", "R-1.9-may-call", found="die-on-rail"),
    "cheating-suspected": _no_roll(
        "a fixed die or a forbidden way to throw is suspected", "R-1.9-may-call", found="cheating-suspected"
    ),
    "dice-on-chips": Irregularity(
        "the dice hit players' chips or rest flat upon them",
        "dice-rest",
        {"found": "dice-on-chips"},
        "the roll counts: players' chips are no reason for a no roll",
        by=reading("R-1.9-chips"),
        needs_outcome=True,
    ),
    "die-cocked": Irregularity(
        "a die rests on a chip with one side",
        "dice-rest",
        {"found": "die-cocked"},
        "the side opposite to the one that touches counts",
        by=reading("R-1.10-cocked"),
        more=("touching",),
        needs_outcome=True,
    ),
    "die-cocked-more-sides": _no_roll(
        "a die rests on chips or objects with more than one side", "R-1.10-cocked-more", found="die-cocked-more-sides"
    ),
    "face-disputed": Irregularity(
        "it is disputed which face is up",
        "dice-rest",
        {"found": "face-disputed"},
        VOID,
        by=reading("R-1.10-disputed"),
        more=("decided",),
    ),
    "die-lost": _no_roll("a die was lost", "R-1.7-change", "; the whole set is changed", found="die-lost"),
    "die-damaged": _no_roll(
        "a die shows damage or signs of tampering", "R-1.7-change", "; the whole set is changed", found="die-damaged"
    ),
    "dice-over-24-hours": Irregularity(
        "the dice have been in use for 24 hours",
        "offer-dice",
        {"new_set": True},
        "the whole set is changed before the throw; every wager stands",
        by=reading("R-1.7-change"),
        may_list_outcome=False,
    ),
    "dice-relinquished": Irregularity(
        "the shooter passes the dice on",
        "offer-dice",
        {"relinquished": "voluntary"},
        "another shooter goes on with the same point; no wager is affected",
        by=reading("R-1.11-voluntary"),
        more=("to", "refused"),
        may_list_outcome=False,
    ),
    "dice-taken-by-order": Irregularity(
        "a supervisor orders the dice passed on",
        "offer-dice",
        {"relinquished": "ordered"},
        "another shooter goes on with the same point; no wager is affected",
        by=reading("R-1.11-ordered"),
        more=("to", "refused"),
        may_list_outcome=False,
    ),
    "shooter-without-line-bet": Irregularity(
        "the shooter has no Pass or Don't Pass Bet before a come-out roll",
        "offer-dice",
        {"relinquished": "no-line-bet"},
        "the dice are offered on to a player who has one",
        by=reading("R-1.8-line-bet"),
        more=("to", "refused"),
        may_list_outcome=False,
    ),
}
NEW_SET = ("die-lost", "die-damaged")


# --- one roll --------------------------------------------------------------------------------------------------------


def craps(table: Round) -> Script[None]:
    """One roll, from the wagers before it to the puck after it."""
    roll = yield from valid_roll(table)
    rolled = Rolled(roll, point_of(table), points_made(table))
    yield from announce(str(rolled.total), by=reading("R-1.10-call"))
    results = settle_all(table, rolled)
    moving = travellers(table, rolled)
    if results:
        by = reading("R-1.10-order")
        yield from collect([r for r in results if r.outcome == "lose"], by=by)  # all losing wagers first
        yield from pay([r for r in results if r.outcome == "win"], by=by)
        yield from give_back([r for r in results if r.outcome in ("void", "push")], by=by)
    for wager, to in moving:  # where the same number has just been paid: "off and on"
        yield from travel(wager, to, by=wagers()[to].by)
    yield from set_the_puck(table, rolled)


def valid_roll(table: Round) -> Script[Roll]:
    """Take wagers and throw until a roll is valid; return the faces that count."""
    while True:
        yield from checkpoint("before the roll", by=cite("1.8"))
        yield from take_wagers("until the dice are thrown", by=reading("R-1.3-before-throw"))
        yield from return_odds_without_parent(table)
        yield from give_the_dice(table)
        thrown = yield from throw_dice(by=reading("R-1.8-throw"))
        if table.house[LATE_BETS] == "allow-confirmed":
            yield from take_wagers("until the dice come to rest", by=reading("R-1.3-late"), late=True)
        if not thrown.together and thrown.called:
            yield from no_roll("not-thrown-together")
            continue
        if not thrown.together:
            yield from remedy("not-thrown-together", "the roll counts", by=reading("R-1.9-may-call"))
        rest = yield from dice_rest(2, by=reading("R-1.10-call"))
        roll = yield from faces_that_count(rest)
        if roll is not None:
            return roll


def faces_that_count(rest: DiceRest) -> Script[Roll | None]:
    """The two faces up by 1.9 and 1.10; None where the roll is invalid or called so."""
    roll = read(rest.dice, 2)
    cause = IRREGULARITIES.get(rest.found)
    if cause is None:
        return roll
    if rest.found == "dice-on-chips" or not rest.called:
        yield from remedy(rest.found, "the roll counts", by=cause.by)
        return roll
    if rest.found == "die-cocked" and roll is not None:
        first, second = int(rest.dice.strip()[0]), int(rest.dice.strip()[-1])
        if rest.touching:  # reported of the first die: its top is the face opposite to the one that touches
            first = OPPOSITE - rest.touching
        yield from remedy(rest.found, f"the die counts as {first}: {cause.remedy}", by=cause.by)
        return tuple(sorted((first, second)))
    if rest.found == "face-disputed" and rest.decided:
        yield from remedy(rest.found, f"the boxperson rules {rest.decided}", by=cause.by)
        return read(rest.decided, 2)
    yield from no_roll(rest.found)
    return None


def no_roll(what: str) -> Script[None]:
    """Call a roll off; nothing has won or lost. A lost or damaged die takes its set with it."""
    cause = IRREGULARITIES[what]
    yield from announce("No Roll", by=cause.by)
    yield from remedy(what, cause.remedy, by=cause.by)
    if what in NEW_SET:
        yield from announce("New dice", by=reading("R-1.7-change"))


def settle_all(table: Round, rolled: Rolled) -> list[Result]:
    """Every wager the roll decides, area by area and seat by seat (R-1.10-order)."""
    listed, lying = wagers(), table.felt.wagers
    own = [wager for wager in lying if wager.on in listed]
    own.sort(key=lambda w: (listed[w.on].area, w.seat))
    if len(own) < len(lying):
        own += [wager for wager in lying if wager.on not in listed]  # added by a game file: they come last
    return table.settle(own, rolled)


def own_wagers(table: Round) -> list[Wager]:
    """The wagers that lie there, without those that a game file has added."""
    listed = wagers()
    return [wager for wager in table.felt.wagers if wager.on in listed]


def travellers(table: Round, rolled: Rolled) -> list[tuple[Wager, str]]:
    """Come and Don't Come Bets in their areas that the roll sends to a point, and where to."""
    return [(wager, to) for wager in table.felt.wagers if (to := travels_to(wager, rolled))]


def set_the_puck(table: Round, rolled: Rolled) -> Script[None]:
    """Note the point and the hand as they are after the roll, and set the puck."""
    point, total = rolled.point, rolled.total
    made = fire_points(rolled.points_made, point, total)
    after = next_point(point, total)
    if after != point:
        yield from mark("puck", str(after or "off"), by=cite("1.10"))
        yield from note("point", str(after or ""), by=cite("1.10"))
    if point and total == 7:  # the loser 7 ends the hand
        yield from note("last-shooter", table.felt.state.get("shooter", ""), by=reading("R-1.11-seven"))
        yield from note("shooter", "", by=reading("R-1.11-seven"))
        yield from note("hand", "", by=reading("R-1.11-seven"))
        made = frozenset()
    elif table.felt.state.get("hand") != "under way":
        yield from note("hand", "under way", by=cite("1.11"))
    if made != rolled.points_made:
        yield from note("fire", "-".join(map(str, sorted(made))), by=cite("1.11"))


# --- the shooter: 1.7, 1.8, 1.11 -------------------------------------------------------------------------------------


def give_the_dice(table: Round) -> Script[None]:
    """Give the dice back to the shooter, or offer them on; a set of five, of which the shooter picks two."""
    state = table.felt.state
    if "dice" not in state:
        yield from note("dice", "5", by=reading("R-1.7-set"))
    known = state.get("shooter", "")
    holder = int(known) if known else NOBODY
    order = clockwise(table, holder if holder > SOMEBODY else int(state.get("last-shooter") or SOMEBODY))
    is_come_out, on_the_line = point_of(table) == COME_OUT, with_line_bets(table)
    may_throw = [seat for seat in order if seat in on_the_line] if is_come_out else order
    keeps = holder == SOMEBODY or (holder > SOMEBODY and (not is_come_out or holder in on_the_line))
    by = reading("R-1.7-offer") if holder < 0 else reading("R-1.11-voluntary")
    taken = yield from offer_dice(holder, may_throw, by=by)
    if taken.new_set:
        old = IRREGULARITIES["dice-over-24-hours"]
        yield from announce("New dice", by=old.by)
        yield from remedy("dice-over-24-hours", old.remedy, by=old.by)
    if taken.relinquished:
        cause = next(i for i in IRREGULARITIES.values() if i.facts.get("relinquished") == taken.relinquished)
        what = next(name for name, i in IRREGULARITIES.items() if i is cause)
        yield from remedy(what, cause.remedy, by=cause.by)
    shooter = next_holder(taken, holder, may_throw, keeps)
    if str(shooter) != known:
        yield from note("shooter", str(shooter), by=reading("R-1.8-line-bet") if known else reading("R-1.7-offer"))


def with_line_bets(table: Round) -> set[int]:
    """The seats that have a line bet."""
    return {w.seat for w in table.felt.wagers if w.on in ("pass", "dont-pass")}


# --- wagers: 1.3, 1.6 ------------------------------------------------------------------------------------------------


def return_odds_without_parent(table: Round) -> Script[None]:
    """Odds whose bet was taken down go back at once."""
    by = reading("R-1.6-parent")
    orphans = [
        Result(w, "void", 0, by=by)
        for w in own_wagers(table)
        if (parent := supports(wagers()[w.on])) and not table.felt.on(w.seat, parent)
    ]
    yield from give_back(orphans, by=by)
