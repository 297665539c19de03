"""What a licensee may choose at a table of the poker room (14.7, 14.14, 14.17), and what it comes to in cents."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from nomorebets.errors import HouseRuleError, RulesError
from nomorebets.games.poker_room.betting import Limits
from nomorebets.games.poker_room.variants import Street, Variant, Wins
from nomorebets.procedures.deck import SHUFFLE
from nomorebets.procedures.opening import PRE_SHUFFLED
from nomorebets.regulation import Citation, HouseOption, cite, reading
from nomorebets.regulation.options import Choice, Idle, idle_where, option, whole_number
from nomorebets.table import House
from nomorebets.table.house import SMALLEST_CHIP
from nomorebets.table.money import amounts_from, cents, dollars, show
from nomorebets.table.stakes import BuyIn, TimeCharge

WINS, STRUCTURE, BLINDS, ANTE, BRING_IN = "variant-wins", "structure", "blinds", "ante-amount", "bring-in-amount"
SMALL_BET, BIG_BET, RAISES, STRADDLE = "small-bet", "big-bet", "raises-cap", "straddle"
PERCENT, CAP, STEP, NO_FLOP = "rake-percent", "rake-cap", "rake-step", "rake-no-flop-no-drop"
DROP, DROP_FROM, TIME = "jackpot-drop", "jackpot-drop-from", "time-charge"
PLAYERS, SHOWS, ALL_IN_HANDS = "max-players", "reveal-discarded", "all-in-hands"
BUTTON_RULE, THIRD_CARD = "button-rule", "third-card"
ANTE_FROM, MISSED = "ante-from", "missed-blind"
LEAST_BUY_IN, MOST_BUY_IN = "buy-in-min", "buy-in-max"
AS_BLIND, TWICE, ONE_CHIP = "big-blind", "double", "smallest-chip"
FORTY_BETS, HUNDRED_BETS = "forty-bets", "hundred-bets"
USUAL_LEAST, USUAL_MOST = 40, 100  # bets to buy in for
STRUCTURES = ("no-limit", "pot-limit", "spread-limit", "fixed-limit")


class Rake(NamedTuple):
    """What the house takes of a pot: so many percent in whole steps, up to a cap."""

    percent: int
    cap: int
    step: int

    def of(self, pot: int) -> int:
        """The rake of all that was put in during a round.

        >>> [Rake(10, 400, 100).of(pot) for pot in (900, 1999, 2000, 9000)]
        [0, 100, 200, 400]
        """
        return min(pot * self.percent // 100 // self.step * self.step, self.cap)


def _money(id: str, by: Citation, says: str, default: str, came_later: bool = False) -> HouseOption:
    """An amount that is posted at the table; the usual one may be a word for what follows from another."""
    parse = amounts_from(0, f"{id} of", "an amount of money", by)
    return _posted(id, by, says, default, parse, came_later)


def _posted(
    id: str, by: Citation, says: str, default: str, parse: Callable[[str], str], came_later: bool = False
) -> HouseOption:
    """A figure of the house, which stands on a sign whatever it is."""
    sign = reading("R-14.17-posted")
    return option(
        id, by, says, {default: Choice(by, sign=sign)}, default, parse=parse, own_sign=sign, came_later=came_later
    )


def _blinds(text: str) -> str:
    """Blinds as people write them: 1.00 2.00, or a list."""
    amounts = [cents(word) for word in re.findall(r"[^\s,'\"\[\]()]+", text)]
    by = reading("R-14.10-blinds")
    if not 1 <= len(amounts) <= 3 or amounts != sorted(amounts) or amounts[-1] < 1:
        raise HouseRuleError(f"{text[:40]!r} are no blinds", by, accepts='one to three amounts that rise: "1.00 2.00"')
    return " ".join(map(show, amounts))


def options_of(variant: Variant) -> tuple[HouseOption, ...]:
    """All that a licensee posts at a table of this game."""
    wagers, revenue = reading("R-14.7-structures"), reading("R-14.14-rake")
    stakes = reading("R-14.7-table-stakes")
    sign = reading("R-14.17-posted")
    rules = (variant.structure, *(name for name in STRUCTURES if name != variant.structure))
    shuffle = cite("14.5(a)")
    ways = dict.fromkeys(("automated", "manual"), shuffle) | {PRE_SHUFFLED: Choice(reading("R-14.5-pre-shuffled"))}
    common = (
        option(
            WINS,
            variant.by,
            "Which hands win.",
            {name: wins.posted_by or wins.by for name, wins in variant.wins.items()},
            sign=sign,
        ),
        option(STRUCTURE, wagers, "How much may be bet and raised.", rules, sign=sign),
        _money(
            ANTE, variant.ante_by, "What every player pays before the deal.", "0.00" if variant.has_button else "0.50"
        ),
        *(_blind_options(variant) if variant.has_button else _bring_in_options()),
        _money(BIG_BET, wagers, "The bet of later streets, or the most of a spread.", TWICE),
        option(RAISES, reading("R-14.7-raises"), "How many raises may follow a bet.", ("3", "4", "none"), sign=sign),
        option(SHUFFLE, shuffle, "How the cards are shuffled.", ways),
        option(SHOWS, reading("R-14.16-showing"), "Whether beaten hands must be shown.", ("may-muck", "all-show")),
        *_all_in_option(variant),
        option(
            PERCENT,
            revenue,
            "How many percent of a pot are rake.",
            ("10", "0"),
            parse=whole_number(0, 10, "a percentage of a pot", revenue, unit="%"),
            sign=sign,
        ),
        _money(LEAST_BUY_IN, stakes, "The least chips to sit down with.", FORTY_BETS),
        _money(MOST_BUY_IN, stakes, "The most chips to sit down with, and to have after buying more.", HUNDRED_BETS),
        _money(CAP, revenue, "The most rake of a round.", "4.00"),
        _money(STEP, revenue, "The steps in which rake is taken.", ONE_CHIP),
        _money(DROP, reading("R-14.14-jackpot"), "What of a pot goes to the jackpot.", "0.00"),
        _money(DROP_FROM, reading("R-14.14-jackpot"), "From what pot on.", "20.00"),
        _money(TIME, reading("R-14.14-time"), "What every player pays for each half hour.", "0.00", came_later=True),
        option(
            PLAYERS,
            variant.most_by,
            "How many players may sit at the table.",
            (str(variant.most),),
            parse=whole_number(2, variant.most, "a number of players", variant.most_by),
            counts_cards=True,
        ),
    )
    no_rake = Idle(beside={PERCENT: ("0",)})
    idle = {
        RAISES: Idle(beside={STRUCTURE: ("no-limit", "pot-limit")}),
        BIG_BET: Idle(beside={STRUCTURE: ("no-limit", "pot-limit")}),
        ANTE_FROM: Idle(beside={ANTE: ("0.00",)}),
        DROP_FROM: Idle(beside={DROP: ("0.00",)}),
        MISSED: Idle(beside={BUTTON_RULE: ("moving-button",)}),  # nobody keeps count of them then
        **dict.fromkeys((CAP, STEP), no_rake),
        NO_FLOP: Idle(beside_all={PERCENT: ("0",), DROP: ("0.00",)}),  # it spares a pot the drop as well
    }
    options = (*common, *_third_card(variant))
    return idle_where(options, {one.id: idle[one.id] for one in options if one.id in idle})


def _blind_options(variant: Variant) -> tuple[HouseOption, ...]:
    by, sign = variant.blinds_by or variant.by, reading("R-14.17-posted")
    spared = reading("R-14.14-no-flop")
    flop = option(
        NO_FLOP, spared, "Whether there is no rake without a flop.", {"on": Choice(spared, sign=sign), "off": spared}
    )
    return (
        _posted(BLINDS, by, "The blind bets, the first one first.", "1.00 2.00", _blinds),
        option(STRADDLE, by, "Whether the player behind the blinds may straddle.", ("off", "on"), sign=sign),
        option(ANTE_FROM, reading("R-14.7-ante"), "Who pays the ante.", ("all", "big-blind"), sign=sign),
        option(MISSED, reading("R-14.10-missed"), "What a player owes who missed blinds.", ("post", "wait"), sign=sign),
        option(BUTTON_RULE, reading("R-14.10-button"), "How the button passes.", ("dead-button", "moving-button")),
        _money(SMALL_BET, reading("R-14.7-structures"), "The bet of early streets, and the least bet.", AS_BLIND),
        *((flop,) if variant.has_flop else ()),
    )


def _all_in_option(variant: Variant) -> tuple[HouseOption, ...]:
    """Cards that are still drawn are a decision, and stay covered."""
    if any(street.draws for street in variant.streets):
        return ()
    says, by = "Whether hands are shown as soon as nobody can bet any more.", reading("R-14.16-all-in")
    return (option(ALL_IN_HANDS, by, says, ("covered", "shown"), came_later=True),)


def _bring_in_options() -> tuple[HouseOption, ...]:
    return (
        _money(BRING_IN, reading("R-14.9-bring-in"), "The forced bet.", "1.00"),
        _money(SMALL_BET, reading("R-14.7-structures"), "The bet of early streets, and the least bet.", "4.00"),
    )


def _third_card(variant: Variant) -> tuple[HouseOption, ...]:
    if not variant.third_card:
        return ()
    says, by = "Whether the third card is dealt face up.", reading("R-14.13A-third-card")
    faces = {face: Choice(by, sign=by if face == "down" else None) for face in variant.third_card}
    return (option(THIRD_CARD, by, says, faces),)


# --- what it comes to ------------------------------------------------------------------------------------------------


def wins_at(variant: Variant, house: House) -> Wins:
    return variant.wins[house.options[WINS]]


def streets_at(variant: Variant, house: House) -> tuple[Street, ...]:
    third = variant.third_card.get(house.options.get(THIRD_CARD, ""))
    return variant.streets if third is None else tuple(third)


def amount(house: House, id: str) -> int:
    """A posted amount in cents; nothing where the table has no such thing."""
    return cents(house.options.get(id, "0"))


@lru_cache(1 << 6)
def blinds_at(house: House) -> tuple[int, ...]:
    return tuple(cents(blind) for blind in house.options.get(BLINDS, "").split())


@lru_cache(1 << 6)
def small_bet(house: House) -> int:
    return blinds_at(house)[-1] if house.options[SMALL_BET] == AS_BLIND else cents(house.options[SMALL_BET])


@lru_cache(1 << 6)
def big_bet(house: House) -> int:
    return 2 * small_bet(house) if house.options[BIG_BET] == TWICE else cents(house.options[BIG_BET])


def limits_at(house: House, street: Street, players: int) -> Limits:
    """What may be bet on a street; between two players raises have no end."""
    structure, cap = house.options[STRUCTURE], house.options[RAISES]
    small, big = small_bet(house), big_bet(house)
    bounded = structure in ("fixed-limit", "spread-limit") and cap != "none" and players > 2
    unit = big if structure == "fixed-limit" and street.is_late else small
    return Limits(structure, unit, big, int(cap) if bounded else None)  # type: ignore[arg-type]  # one of them


@lru_cache(1 << 6)
def rake_at(house: House) -> Rake:
    step = house.smallest_chip if house.options[STEP] == ONE_CHIP else cents(house.options[STEP])
    return Rake(int(house.options[PERCENT]), cents(house.options[CAP]), max(step, 1))


def drop_at(house: House, pot: int) -> int:
    """What of a pot goes to the jackpot."""
    return amount(house, DROP) if pot >= amount(house, DROP_FROM) else 0


@lru_cache(1 << 6)
def time_charge_at(house: House) -> TimeCharge | None:
    """What each seat pays for a half hour; None where nothing is posted."""
    charge = amount(house, TIME)
    return TimeCharge(charge, reading("R-14.14-time")) if charge else None


@lru_cache(1 << 6)
def buy_in_at(house: House) -> BuyIn:
    """With how many chips a player sits down; the most where nobody says how many."""
    words = {FORTY_BETS: USUAL_LEAST * small_bet(house), HUNDRED_BETS: USUAL_MOST * small_bet(house)}
    posted = (house.options[name] for name in (LEAST_BUY_IN, MOST_BUY_IN))
    least, most = (words[text] if text in words else cents(text) for text in posted)
    return BuyIn(most, least, most, reading("R-14.7-table-stakes"), reading("R-14.18-list"))


def seats_at(house: House) -> int:
    return int(house.options[PLAYERS])


def faults(house: House) -> dict[str, RulesError]:
    """Amounts that do not go together."""
    found: dict[str, RulesError] = {}
    small, by = small_bet(house), reading("R-14.7-structures")
    if small < 1:  # the other amounts go by it
        return {SMALL_BET: HouseRuleError("a bet of nothing is no bet", by, house.as_of, "an amount above 0.00")}
    if big_bet(house) < small:
        text = f"a big bet of {dollars(big_bet(house))} is less than the small one"
        found[BIG_BET] = HouseRuleError(text, by, house.as_of, f"{show(small)} or more")
    if BRING_IN in house.options and not 0 < amount(house, BRING_IN) <= small:
        text = f"a forced bet of {dollars(amount(house, BRING_IN))} beside a bet of {dollars(small)}"
        accepts = f"an amount up to {show(small)}"
        found[BRING_IN] = HouseRuleError(text, reading("R-14.9-bring-in"), house.as_of, accepts)
    buy_in = buy_in_at(house)
    if not 0 < buy_in.least <= buy_in.most:
        text = f"a buy-in of {dollars(buy_in.least)} to {dollars(buy_in.most)}"
        found[LEAST_BUY_IN] = HouseRuleError(text, buy_in.by, house.as_of, f"an amount up to {show(buy_in.most)}")
    due = {ANTE: amount(house, ANTE), BLINDS: max(blinds_at(house), default=0), TIME: amount(house, TIME)}
    for name, owed in due.items():
        if owed > buy_in.most:
            text = f"{name}: {dollars(owed)} is more than the {dollars(buy_in.most)} with which a player may sit down"
            found[name] = HouseRuleError(text, buy_in.by, house.as_of, f"an amount up to {show(buy_in.most)}")
    drop, least_pot = amount(house, DROP), max(amount(house, DROP_FROM), small)
    if drop >= least_pot:
        text = f"{DROP}: {dollars(drop)} would be all of a pot of {dollars(least_pot)}"
        accepts = f"less, or a {DROP_FROM} above {show(drop)}"
        found[DROP] = HouseRuleError(text, reading("R-14.14-jackpot"), house.as_of, accepts)
    return found | _not_in_chips(house)


def _not_in_chips(house: House) -> dict[str, RulesError]:
    """Posted wagers that the table's chips do not make: they could be neither put in nor called."""
    chip, by = house.smallest_chip, reading("R-8.2-increments")
    posted = {name: cents(house.options[name]) for name in (ANTE, BRING_IN) if name in house.options}
    bets = {SMALL_BET: (AS_BLIND, small_bet), BIG_BET: (TWICE, big_bet)}
    posted |= {name: figure(house) for name, (word, figure) in bets.items() if house.options[name] != word}
    wagers = [*((BLINDS, blind) for blind in blinds_at(house)), *posted.items()]
    text, accepts = f"no whole number of chips of {dollars(chip)}", f"whole chips, or a smaller {SMALLEST_CHIP.id}"
    return {
        name: HouseRuleError(f"{name}: {dollars(wager)} is {text}", by, house.as_of, accepts)
        for name, wager in wagers
        if wager % chip
    }
