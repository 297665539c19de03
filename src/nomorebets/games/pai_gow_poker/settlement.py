"""What the wagers of pai gow poker win and lose, and by which paragraph (19:47-11.9 to 11.23). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from nomorebets.games.pai_gow_poker.seven_cards import seven_cards_hold
from nomorebets.games.pai_gow_poker.terms import (
    BONUS_TABLE,
    LEAST_FOR_ENVY,
    METER_PERCENT,
    PART_OF_METER,
    PROGRESSIVE_STAKE,
    PUSHED_BY_DEALER,
    PUSHES_THREE_PAIR,
    THREE_PAIR,
    WHOLE_METER,
    is_ez,
    rows_of,
    wheel_at,
)
from nomorebets.hands.joker import joker_hand, may_stand_behind, two_cards
from nomorebets.procedures.two_hands import HandsInTwo
from nomorebets.procedures.vigorish import vigorish_at
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import House, Result, Wager
from nomorebets.table.wagers import lost

NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Outcome:
    """How a hand stands against the dealer's or the bank's, and what the bonus wagers go by."""

    better: tuple[bool, bool] = (False, False)  # the high hand, the low hand
    copies: tuple[bool, bool] = (False, False)
    foul: bool = False
    holds: frozenset[str] = NOTHING  # what the player's seven cards hold
    dealer_holds: frozenset[str] = NOTHING  # and the dealer's
    three: frozenset[str] = NOTHING  # what the first three cards hold
    colours: tuple[int, int] = (0, 0)  # red cards and black ones
    jackpot: int = 0  # cents: what the meter shows
    left: int | None = None  # cents: what is left of the most a player is paid on imperial wagers
    others: tuple[frozenset[str], ...] = field(default=())  # what other players' seven cards hold


def has_wrong_number(hand: HandsInTwo) -> bool:
    """Whether a hand was not set as two cards and five."""
    return (len(hand.high), len(hand.low)) != (5, 2)


def is_foul(hand: HandsInTwo, house: House) -> bool:
    """Whether the two cards of a hand outrank its five, or there are not two and five."""
    return has_wrong_number(hand) or not may_stand_behind(joker_hand(hand.high, wheel_at(house)), two_cards(hand.low))


def compared(hand: HandsInTwo, bank: HandsInTwo, house: House) -> Outcome:
    """A player's two hands against the two of the dealer or the bank."""
    wheel = wheel_at(house)
    dealer_holds = seven_cards_hold((*bank.high, *bank.low)) if is_ez(house) else NOTHING
    if has_wrong_number(hand):
        return Outcome(foul=True, dealer_holds=dealer_holds)
    high, low = joker_hand(hand.high, wheel), two_cards(hand.low)
    against = joker_hand(bank.high, wheel), two_cards(bank.low)
    return Outcome(
        (high > against[0], low > against[1]),
        (high == against[0], low == against[1]),
        foul=is_foul(hand, house),
        dealer_holds=dealer_holds,
    )


def calls_of(outcome: Outcome) -> Sequence[str]:
    """What the dealer announces of two hands."""
    if outcome.foul:
        return ("Foul",)
    copies = [f"Copy, {name} hand" for name, copy in zip(("high", "low"), outcome.copies, strict=True) if copy]
    return (*copies, *(("Push",) if sum(outcome.better) == 1 else ()))


def settle_main(wager: Wager, outcome: Outcome, house: House) -> Result:
    """The pai gow poker wager: both hands better win, one of them pushes, copies are the dealer's or the bank's."""
    if is_ez(house) and PUSHED_BY_DEALER in outcome.dealer_holds:
        return Result(wager, "push", 0, reading("R-11.22-ez"))
    if outcome.foul:
        return lost(wager, reading("R-11.9-foul"))
    match sum(outcome.better):
        case 2:
            owed = 0 if is_ez(house) or not wager.seat else vigorish_at(house, wager.amount)
            return Result(wager, "win", wager.amount - owed, reading("R-11.9-vigorish") if owed else cite("11.9"))
        case 1:
            return Result(wager, "push", 0, cite("11.9"))
        case _:
            return lost(wager, reading("R-11.9-copies") if any(outcome.copies) else cite("11.9"))


# --- wagers on what cards hold ---------------------------------------------------------------------------------------


def best_row(wager: str, held: Iterable[str], house: House) -> str:
    """The row that pays most for what is held; nothing where none does."""
    rows = rows_of(wager, house)
    return max((row for row in held if row in rows), key=lambda row: (rows[row].size, row), default="")


def settle_held(wager: Wager, held: Iterable[str], house: House, by: Citation) -> Result:
    """Paid once, for the row that pays most."""
    row = best_row(wager.kind, held, house)
    return Result(wager, "win", rows_of(wager.kind, house)[row].of(wager.amount), by) if row else lost(wager, by)


def settle_bonus(wager: Wager, outcome: Outcome, house: House) -> Result:
    """The bonus wager, on the player's seven cards; three pairs push by one of the tables."""
    result = settle_held(wager, outcome.holds, house, cite("11.16"))
    if result.outcome == "lose" and THREE_PAIR in outcome.holds and house[BONUS_TABLE] in PUSHES_THREE_PAIR:
        return Result(wager, "push", 0, reading("R-11.16-tables"))
    return result


def settle_insurance(wager: Wager, outcome: Outcome, house: House) -> Result:
    """The insurance wager: seven cards without a pair or better."""
    return settle_held(wager, outcome.holds, house, cite("11.16"))


def settle_three_card(wager: Wager, outcome: Outcome, house: House) -> Result:
    """The three-card bonus wager, on the first three cards."""
    return settle_held(wager, outcome.three, house, cite("11.18"))


def settle_seven_card(wager: Wager, outcome: Outcome, house: House) -> Result:
    """The seven-card bonus wager."""
    return settle_held(wager, outcome.holds, house, cite("11.18"))


def settle_dynasty(wager: Wager, outcome: Outcome, house: House) -> Result:
    """The dynasty bonus wager of an EZ table."""
    return settle_held(wager, outcome.holds, house, cite("11.23"))


def settle_protection(wager: Wager, outcome: Outcome, house: House) -> Result:
    """The protection wager: seven cards without a pair or better."""
    return settle_held(wager, outcome.holds, house, cite("11.23"))


def settle_queens_dragon(wager: Wager, outcome: Outcome, house: House) -> Result:
    """The queen's dragon wager, on the dealer's seven cards."""
    return settle_held(wager, outcome.dealer_holds, house, cite("11.22"))


def settle_red_black(wager: Wager, outcome: Outcome, house: House) -> Result:
    """More than half of the player's seven cards of the colour; three of each, with the joker, lose."""
    red, black = outcome.colours
    by = reading("R-11.22-red-black")
    mine = red if wager.on.endswith("red") else black
    return Result(wager, "win", house.pays["red-black"].of(wager.amount), by) if 2 * mine > 7 else lost(wager, by)


def settle_imperial(wager: Wager, outcome: Outcome, house: House) -> Result:
    """The imperial wager: for the player's cards, and beside that for the dealer's; within the limit of a player."""
    rows = rows_of("imperial", house)
    own = best_row("imperial", outcome.holds, house)
    bankers = best_row("imperial", (f"banker-{held}" for held in outcome.dealer_holds), house)
    due = sum(rows[row].of(wager.amount) for row in (own, bankers) if row)
    if not due:
        return lost(wager, reading("R-11.19-both"))
    if outcome.left is not None and due > outcome.left:
        return Result(wager, "win", outcome.left, cite("11.20(d)"))
    return Result(wager, "win", due, cite("11.20(b)") if own else cite("11.20(c)"))


# --- envy and the meter ----------------------------------------------------------------------------------------------


def _settle_envy(wager: Wager, outcome: Outcome, house: House, by: Citation) -> Result | None:
    """A fixed sum for every other player's premium hand; nothing is staked on it."""
    rows = rows_of(wager.kind, house)
    premium = [best_row(wager.kind, held, house) for held in outcome.others]
    earned = sum(rows[row].of(0) for row in premium if row)
    return Result(wager, "win", earned, by) if earned else None


def settle_envy(wager: Wager, outcome: Outcome, house: House) -> Result | None:
    """Beside a bonus wager that is large enough."""
    return _settle_envy(wager, outcome, house, reading("R-11.15-envy"))


def settle_dynasty_envy(wager: Wager, outcome: Outcome, house: House) -> Result | None:
    """Beside a dynasty wager that is large enough."""
    return _settle_envy(wager, outcome, house, reading("R-11.22-envy"))


def earns_envy(wager: Wager) -> bool:
    """Whether a bonus wager is large enough for the envy bonus (R-11.15-envy)."""
    return wager.amount >= LEAST_FOR_ENVY


def settle_progressive(chip: Wager, outcome: Outcome, house: House) -> Result | None:
    """The progressive wager: the meter or a part of it, or a fixed sum; what is won is all the winner receives."""
    by = reading("R-11.14-progressive")
    amount = meter_award(outcome.holds, outcome.jackpot)
    if not amount:
        row = best_row("progressive", outcome.holds, house)
        amount = rows_of("progressive", house)[row].of(PROGRESSIVE_STAKE) if row else 0
    return Result(chip, "win" if amount else "lose", amount - chip.amount, by)


def meter_award(holds: frozenset[str], jackpot: int) -> int:
    """What is taken from the meter for seven cards, in cents."""
    if holds & {*WHOLE_METER}:
        return jackpot
    return jackpot * METER_PERCENT // 100 if PART_OF_METER in holds else 0
