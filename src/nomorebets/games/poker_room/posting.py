"""Who plays, where the button lies, and what is put in unasked: antes, blinds, straddle, bring-in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from nomorebets.errors import WagerRefused
from nomorebets.games.poker_room.terms import (
    ANTE,
    ANTE_FROM,
    BRING_IN,
    BUTTON_RULE,
    MISSED,
    STRADDLE,
    amount,
    blinds_at,
    seats_at,
    small_bet,
)
from nomorebets.games.poker_room.variants import Variant
from nomorebets.procedures.starting import BUTTON
from nomorebets.regulation import Citation, reading
from nomorebets.table import Round, Script, note
from nomorebets.table.chips import put_down
from nomorebets.table.decisions import Ask, Chosen, Option, ask
from nomorebets.table.ledger import patron
from nomorebets.table.money import cents
from nomorebets.table.requests import Answer

POT, BOTH, SMALL, BIG = "pot", "both", "small", "big"
BIG_BLIND = "last-big-blind"  # the seat that had it in the round before
OWED = "missed-blinds"  # by seats whose players sat out: "3:both 5:small"


def players(table: Round, variant: Variant) -> list[int]:
    """The seats that are dealt in: those that play with chips; who missed a blind may have to wait for the big one."""
    most = seats_at(table.house)
    seats = [seat for seat in sorted(table.seats) if stack(table, seat)]
    after = int(table.felt.state.get(BIG_BLIND, "0"))
    if table.house.options.get(MISSED) == "wait" and after:
        big, owing = clockwise(seats, after)[:1], owed(table)
        in_time = [seat for seat in seats if seat not in owing or seat in big]
        seats = in_time if len(in_time) > 1 else seats
    if len(seats) > most:
        text = f"seat {seats[most]}: {len(seats)} players cannot be dealt in"
        raise WagerRefused(text, variant.most_by, table.as_of, f"at most {most} players")
    return seats


def stack(table: Round, seat: int) -> int:
    """The chips that a seat has in front of it now."""
    return table.seats[seat] + table.felt.ledger.balance[patron(seat)]


def put_in(table: Round, seat: int, chips: int, by: Citation) -> Script[int]:
    """A seat puts chips into the pot, as many as it has; how many those were."""
    own = min(chips, stack(table, seat))
    if own:
        yield from put_down(table.chips(seat, POT, own), by=by)
    return own


def clockwise(seats: Sequence[int], after: int) -> list[int]:
    """All seats in turn, the one to the left of a place first.

    >>> clockwise([1, 3, 4, 6], after=3), clockwise([1, 3, 4, 6], after=5)
    ([4, 6, 1, 3], [6, 1, 3, 4])
    """
    return [seat for seat in seats if seat > after] + [seat for seat in seats if seat <= after]


@dataclass
class Posted:
    """What lies in front of seats before the first betting round, and who acts first."""

    button: int
    order: list[int]  # who acts, in turn
    bets: dict[int, int] = field(default_factory=dict)
    facing: int = 0  # what must be matched
    dead: dict[int, int] = field(default_factory=dict)  # what was put in and matches nothing
    acted: tuple[int, ...] = ()  # who had a choice already


def owed(table: Round) -> dict[int, str]:
    """What players who sat out owe of the blinds that passed them, by seat."""
    pairs = (word.split(":") for word in table.felt.state.get(OWED, "").split())
    return {int(seat): what for seat, what in pairs}


def note_missed(table: Round, seats: Sequence[int], big: int) -> Script[None]:
    """Who keeps a seat and is not dealt in misses the blinds that pass it; whoever was dealt in owes nothing more."""
    after = int(table.felt.state.get(BIG_BLIND, "0"))
    out = sorted(seat for seat in table.seats if seat not in seats)
    passed = clockwise([*sorted({*out, big})], after) if after else [big]
    missed = {seat: what for seat, what in owed(table).items() if seat in out}
    if after in out:
        missed.setdefault(after, SMALL)
    missed |= dict.fromkeys(passed[: passed.index(big)], BOTH)
    text = " ".join(f"{seat}:{what}" for seat, what in sorted(missed.items()))
    if text != table.felt.state.get(OWED, ""):
        yield from note(OWED, text, by=reading("R-14.10-missed"))


def positions(table: Round, seats: Sequence[int]) -> tuple[int, list[int]]:
    """The button, and who posts the blinds, 0 where one is nobody's.

    The big blind passes from player to player and the small one follows it, so that nobody is spared either; the button
    may lie where nobody sits. At a new table the last seat has it. Between two players it is the small blind's.
    """
    remembered, after = table.felt.state.get(BUTTON), int(table.felt.state.get(BIG_BLIND, "0"))
    button, number = int(remembered) if remembered else seats[-1], len(blinds_at(table.house))
    around = clockwise(seats, button)
    if number < 2:
        return button, around[:number]
    big = clockwise(seats, after)[0] if after else around[0 if len(seats) == 2 else 1]
    if len(seats) == 2:
        small = next(seat for seat in seats if seat != big)
        return small, [small, big]
    small = (after if after in seats else 0) if after else around[0]
    return button, [small, big, *clockwise(seats, big)][:number]


def post_antes(table: Round, variant: Variant, seats: Sequence[int]) -> Script[dict[int, int]]:
    """Every player pays the ante, as far as his chips go; or one for all. What of it is dead, matching nothing."""
    ante = amount(table.house, ANTE)
    if table.house.options.get(ANTE_FROM, "all") != "all":
        pays = positions(table, seats)[1][-1]
        return {pays: (yield from put_in(table, pays, ante, by=reading("R-14.7-ante")))}
    for seat in seats:
        yield from put_in(table, seat, ante, by=variant.ante_by)
    return {}


def post_blinds(table: Round, variant: Variant, seats: Sequence[int]) -> Script[Posted]:
    """The blinds left of the button, and a straddle behind them; the first to act sits to the left of the last."""
    by, blinds = variant.blinds_by or variant.by, blinds_at(table.house)
    button, posting = positions(table, seats)
    if table.felt.state.get(BUTTON) != str(button):
        yield from note(BUTTON, str(button), by=reading("R-14.10-button"))
    posted, last = Posted(button, [], facing=blinds[-1]), button
    for seat, blind in zip(posting, blinds, strict=False):
        if seat:
            posted.bets[seat] = yield from put_in(table, seat, blind, by=by)
            last = seat
    for seat in [seat for seat in owed(table) if seat in seats and seat not in posted.bets]:
        if owed(table)[seat] != BIG:
            posted.dead[seat] = yield from put_in(table, seat, blinds[0], by=reading("R-14.10-missed"))
        if owed(table)[seat] != SMALL:
            posted.bets[seat] = yield from put_in(table, seat, blinds[-1], by=reading("R-14.10-missed"))
    left = clockwise(seats, last)[0]
    double = 2 * blinds[-1]
    if table.house.options[STRADDLE] == "on" and left not in posted.bets and stack(table, left) >= double:
        straddle = Option("straddle", double, double)
        said = yield from ask(left, straddle, "no", by=by, default="no")
        if said.choice == straddle.name:
            posted.bets[left] = yield from put_in(table, left, double, by=by)
            posted.facing, last = double, left
    posted.order = clockwise(seats, last)
    return posted


class BringIn(Ask, frozen=True, tag="bring-in"):
    """Whoever must make the forced bet may make the whole bet instead."""

    def fits(self, seat: int, message: Mapping[str, Any], table: Round) -> bool:
        """A raise that is told may be his next decision, after others have bet: only the whole bet is this one."""
        option = self.option(table.game.terms.choice_said(str(message.get("choice")), self.choices))
        told = cents(message.get("amount", 0))
        return option is not None and (option.least <= told <= option.most or (not told and option.name == "bring-in"))

    def written(self, seat: int, part: Answer) -> dict[str, Any]:
        """With the amount, also where the most was meant: without one it would be read as a later decision."""
        assert isinstance(part, Chosen)
        option = self.option(part.choice)
        if option is not None and option.name != "bring-in" and not part.amount:
            part = replace(part, amount=option.most)
        return super().written(seat, part)


def post_bring_in(table: Round, seats: Sequence[int], brings: int) -> Script[Posted]:
    """The forced bet; whoever must make it may make the whole bet instead, or as much of it as others can match."""
    by, forced, whole = reading("R-14.9-bring-in"), amount(table.house, BRING_IN), small_bet(table.house)
    chips, least = forced, min(whole, max(stack(table, seat) for seat in seats if seat != brings))
    if forced < least and whole <= stack(table, brings):
        amounts = ("bring-in", "raise"), forced, forced, "bring-in", "bring-in", "", (Option("raise", least, whole),)
        said = yield BringIn(by, brings, *amounts, most_if_unsaid=True)
        assert isinstance(said, Chosen)
        chips = forced if said.choice == "bring-in" else said.amount or whole
    own = yield from put_in(table, brings, chips, by=by)
    return Posted(0, clockwise(seats, brings), {brings: own} if own else {}, facing=chips, acted=(brings,))


def pass_button(table: Round, seats: Sequence[int]) -> Script[None]:
    """Where the button lies in the next round: with the next player, or where the small blind was, if only his seat."""
    by = reading("R-14.10-button")
    button, posting = positions(table, seats)
    if table.house.options[BUTTON_RULE] == "moving-button" or len(posting) < 2:
        yield from note(BUTTON, str(clockwise(seats, button)[0]), by=by)
        return
    small, big = posting[:2]
    yield from note_missed(table, seats, big)
    yield from note(BUTTON, str(small or table.felt.state[BIG_BLIND]), by=by)
    yield from note(BIG_BLIND, str(big), by=by)
