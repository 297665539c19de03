"""The progressive wager of three card poker: off unless the house turns it on (R-20.6-progressive)."""

from __future__ import annotations

from nomorebets.errors import HouseRuleError
from nomorebets.games.three_card_poker.terms import SECOND_CHAPTER
from nomorebets.hands.poker import MINI_ROYAL, ThreeCardHand
from nomorebets.procedures.meter import HOUSE, METER, feed_meter
from nomorebets.regulation import Pays, choice, cite, house_option, reading, win
from nomorebets.table import House, Result, Round, Script, Wager
from nomorebets.table.cards import award, bank, pay_bonus
from nomorebets.table.money import cents, show
from nomorebets.table.wagers import FixedStake

STAKE = 100  # cents
CHIP = FixedStake(STAKE, reading("R-20.6-progressive"))
SPADES = f"{MINI_ROYAL}-spades"
ROWS: dict[str, Pays] = {
    "progressive.mini-royal": win(500),
    "progressive.straight-flush": win(70),
    "progressive.three-of-a-kind": win(60),
    "progressive.straight": win(6),
    "progressive.envy-spades": win(100),
    "progressive.envy": win(25),
}

OFFER_PROGRESSIVE = house_option(
    "offer-progressive",
    "20.6",
    "Whether the progressive wager is offered.",
    {
        "on": choice("20.6", read=reading("R-20.6-progressive"), since=SECOND_CHAPTER, layout="progressive acceptors"),
        "off": choice("20.6"),
    },
    "off",
)
PROGRESSIVE_TABLE = house_option(
    "progressive-table",
    "20.11",
    "What the progressive wager pays.",
    {"progressive-1": choice("20.11", read=reading("R-20.6-progressive"))},
    "progressive-1",
)


def _rate(text: str) -> str:
    digits = text.removeprefix("0.").ljust(2, "0")
    if not (text.startswith("0.") and digits.isdigit() and digits.isascii() and len(digits) == 2):
        raise HouseRuleError(f"a rate of progression of {text[:20]!r}", cite("20.11"), accepts="0.00 to 0.99")
    return f"0.{digits}"


def _seed(text: str) -> str:
    if cents(text) < STAKE:
        raise HouseRuleError(f"a meter that starts at {text[:20]}", cite("20.11"), accepts="an amount from 1.00 on")
    return show(cents(text))


PROGRESSIVE_RATE = house_option(
    "progressive-rate",
    "20.11",
    "How much of each progressive wager goes to the meter.",
    {"0.20": choice("20.11", read=reading("R-20.11-meter"))},
    "0.20",
    parse=_rate,
)
PROGRESSIVE_SEED = house_option(
    "progressive-seed",
    "20.11",
    "What the meter shows at first, and after it was won.",
    {"1000.00": choice("20.11", read=reading("R-20.11-meter"))},
    "1000.00",
    parse=_seed,
)
OPTIONS = (OFFER_PROGRESSIVE, PROGRESSIVE_TABLE, PROGRESSIVE_RATE, PROGRESSIVE_SEED)


def lock_out(table: Round) -> Script[None]:
    """Take the progressive chips in before the deal, and feed the meter."""
    if table.house[OFFER_PROGRESSIVE] == "off":
        return
    by = reading("R-20.6-progressive")
    chips = [w for w in table.wagers if w.kind == "progressive"]
    if METER not in table.felt.state:
        yield from feed_meter(cents(table.house[PROGRESSIVE_SEED]), by=by, source=HOUSE)
    yield from bank(chips, by=by)
    yield from feed_meter(added_to_meter(len(chips), table.house), by=by)


def added_to_meter(chips: int, house: House) -> int:
    """What so many progressive wagers add to the meter."""
    return chips * STAKE * cents(house[PROGRESSIVE_RATE]) // 100


def pays_for(house: House, pay_class: str, jackpot: int) -> tuple[int, str]:
    """What a hand wins on the progressive wager, and whether the meter pays it."""
    if pay_class == SPADES:
        return jackpot, METER
    row = house.pays.get(f"progressive.{pay_class}")
    return (row.of(STAKE) if row else 0), "inventory"


def class_of(hand: ThreeCardHand, cards: tuple[str, ...]) -> str:
    """The pay class of a hand; ace, king and queen of spades are one of their own."""
    return SPADES if hand.pay_class == MINI_ROYAL and cards[0][1] == "s" else hand.pay_class


def pay_progressive(table: Round, seat: int, pay_class: str, lit: list[int]) -> Script[None]:
    """Settle a seat's progressive wager; a mini royal is also paid to the others who made one."""
    by = reading("R-20.6-progressive")
    stake = next((w for w in table.felt.banked if w.seat == seat), None)
    if stake is None:
        return
    amount, source = pays_for(table.house, pay_class, int(table.felt.state[METER]))
    result = Result(stake, "win" if amount else "lose", amount - stake.amount, by)
    yield from award([result], by=by, source=source)
    if pay_class == SPADES:
        yield from feed_meter(cents(table.house[PROGRESSIVE_SEED]), by=by, source=HOUSE)
    if pay_class in (SPADES, MINI_ROYAL):
        yield from pay_envy(table, [other for other in lit if other != seat], pay_class)


def pay_envy(table: Round, seats: list[int], pay_class: str) -> Script[None]:
    """A fixed sum to everyone else with a progressive wager."""
    row = "progressive.envy-spades" if pay_class == SPADES else "progressive.envy"
    by, amount = reading("R-20.6-envy"), table.house.pays[row].of(STAKE)
    yield from pay_bonus([Result(Wager(seat, "progressive-envy", 0), "win", amount, by) for seat in seats], by=by)
