"""What the house may choose at keno (19:47-15)."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from nomorebets.equipment.tickets import MOST_GAMES, Ticket
from nomorebets.errors import HouseRuleError, RulesError, shown
from nomorebets.games.keno.schedules import BASIS, MOST_SPOTS, SCHEDULES, schedule, theoretical_return
from nomorebets.regulation import Citation, HouseOption, cite, reading
from nomorebets.regulation.options import Idle, idle_where, option, whole_number
from nomorebets.table import House
from nomorebets.table.game import Terms
from nomorebets.table.house import SMALLEST_CHIP
from nomorebets.table.money import cents, show

STRAIGHT, WAY, COMBINATION, MULTI_GAME = KINDS = ("straight", "way", "combination", "multi-game")
NONE = "none"


def _kinds(text: str) -> str:
    """Kinds of tickets, each once, in the usual order."""
    named = [word for word in re.split(r"[,;\s]+", text.strip().lower().strip("[]")) if word]
    named = [word.strip("'\"") for word in named]
    if not set(named) & set(KINDS[:3]) or set(named) - set(KINDS):
        by = reading("R-15.2-kinds")
        raise HouseRuleError(f"{shown(text, 60)} are no kinds of tickets", by, accepts=f"some of {', '.join(KINDS)}")
    return " ".join(kind for kind in KINDS if kind in named)


def _amount(by: Citation) -> Callable[[str], str]:
    """Reads a sum of money that is more than nothing."""

    def parse(text: str) -> str:
        value = cents(text)
        if value < 1:
            raise HouseRuleError(f"{shown(text, 20)} is no amount", by, accepts="none, or amounts from 0.01 on")
        return show(value)

    return parse


def _share(text: str) -> str:
    """Reads a share of what is wagered, as percent or as a fraction."""
    by = reading("R-15.3-return")
    match = re.fullmatch(r"(\d{1,3})(?:\.(\d{1,6}))?\s*(%?)", text.strip(), re.ASCII)
    share = Fraction(text.strip().rstrip("% ")) / (100 if match[3] else 1) if match else Fraction(-1)
    if not 0 < share <= 1:
        raise HouseRuleError(f"{shown(text, 20)} is no share", by, accepts='none, or a share like "0.70" or "70%"')
    return str(share)


TICKET_KINDS = option(
    "ticket-kinds",
    reading("R-15.2-kinds"),
    "Which kinds of tickets are sold.",
    (" ".join(KINDS[:3]), STRAIGHT),
    parse=_kinds,
)
MAX_SPOTS = option(
    "max-spots",
    reading("R-15.2-spots"),
    "The most spots that one way may have.",
    ("15", "8", "10", "20"),
    parse=whole_number(1, MOST_SPOTS, "a number of spots", reading("R-15.2-spots")),
)
MULTI_GAME_MAX = option(
    "multi-game-max",
    reading("R-15.2-multi-game"),
    "For how many games in a row a ticket may be bought; 1 where there are no such tickets.",
    ("1", "2", "5", "10", "20"),
    parse=whole_number(1, MOST_GAMES, "a number of games", reading("R-15.2-multi-game")),
)
MIN_PRICE = option(
    "min-price",
    reading("R-15.3-price"),
    "The least that a ticket may cost for one game.",
    ("1.00",),
    parse=_amount(reading("R-15.3-price")),
)
MIN_PER_WAY = option(
    "min-per-way",
    reading("R-15.3-price"),
    "The least price of a way.",
    ("0.10",),
    parse=_amount(reading("R-15.3-price")),
)
MIN_RETURN = option(
    "min-theoretical-return",
    reading("R-15.3-return"),
    "The least that every schedule must give back on average, as a share of the price.",
    (NONE,),
    parse=_share,
)
AGGREGATE_LIMIT = option(
    "aggregate-limit",
    reading("R-15.3-aggregate"),
    "The most that is paid to all winners of one game together.",
    (NONE,),
    parse=_amount(reading("R-15.3-aggregate")),
    own_sign=reading("R-15.3-aggregate"),
)
PRO_RATA, ABOVE = "pro-rata", " above "


def _sharing(text: str) -> str:
    """Reads how an aggregate is shared: by all prizes, or by those that exceed an amount."""
    by = reading("R-15.3-aggregate")
    rule, above, amount = text.strip().partition(ABOVE)
    if rule != PRO_RATA or not above:
        raise HouseRuleError(f"{shown(text, 40)} shares no aggregate", by, accepts=f'{PRO_RATA}, or "{_EXAMPLE}"')
    return f"{PRO_RATA}{ABOVE}{_amount(by)(amount)}"


_EXAMPLE = f"{PRO_RATA}{ABOVE}500.00"
AGGREGATE_RULE = option(
    "aggregate-rule",
    reading("R-15.3-aggregate"),
    "Which prizes share an aggregate, each in the same proportion: all of them, or only those above an amount.",
    (PRO_RATA,),
    parse=_sharing,
    own_sign=reading("R-15.3-aggregate"),
)
PUBLIC_AREAS = option(
    "public-keno-areas",
    reading("R-15.3-areas"),
    "Whether tickets are sold in public keno areas too, outside the casino.",
    ("off", "on"),
    came_later=True,
)
TICKET_LIMIT = option(
    "per-ticket-limit",
    reading("R-15.3-per-ticket"),
    "The most that is paid on one ticket in one game.",
    (NONE,),
    parse=_amount(reading("R-15.3-per-ticket")),
    own_sign=reading("R-15.3-per-ticket"),
)
DRAW_METHOD = option(
    "draw-method", reading("R-15.5-method"), "A generator of random numbers, or balls from a blower.", ("rng", "balls")
)
NEXT_GAME = "next-game"
CLAIM_PERIOD = option(
    "claim-period",
    reading("R-15.6-claim"),
    "For how many days a winning ticket is paid, or only before the next game is closed.",
    ("365", "30", NEXT_GAME),
    parse=whole_number(1, 3650, "a number of days", reading("R-15.6-claim")),
)
PRICE_STEP = option(
    SMALLEST_CHIP.id,
    reading("R-15.3-price"),
    "The step in which the price of a way is chosen.",
    ("0.05",),
    parse=SMALLEST_CHIP.parse,
)


def _faults(house: House) -> dict[str, RulesError]:
    """Schedules of ways that are sold below the stated return, and tickets for several games of which there is one."""
    faults: dict[str, RulesError] = {}
    if house[MIN_RETURN] != NONE:
        floor = Fraction(house[MIN_RETURN])
        for spots, own in SCHEDULES.items():
            returned, is_sold = theoretical_return(house, spots), spots <= int(house[MAX_SPOTS])
            if is_sold and schedule(house, spots) and returned < floor:
                text = f"{own.id} gives back {returned} ({float(returned):.4%}); the stated least is {float(floor):.4%}"
                accepts = f"higher prizes, {own.id} = none, or a lower {MIN_RETURN.id}"
                faults[own.id] = HouseRuleError(text, reading("R-15.3-return"), house.as_of, accepts)
    if MULTI_GAME in house[TICKET_KINDS].split() and house[MULTI_GAME_MAX] == "1":
        text = f"{TICKET_KINDS.id} has {MULTI_GAME}, and {MULTI_GAME_MAX.id} = 1"
        by = reading("R-15.2-multi-game")
        faults[TICKET_KINDS.id] = HouseRuleError(text, by, house.as_of, f"{MULTI_GAME_MAX.id} = 2 or more")
    return faults


TERMS = Terms(
    options=idle_where(
        (
            TICKET_KINDS,
            MAX_SPOTS,
            MULTI_GAME_MAX,
            BASIS,
            *SCHEDULES.values(),
            MIN_RETURN,
            AGGREGATE_LIMIT,
            AGGREGATE_RULE,
            TICKET_LIMIT,
            MIN_PRICE,
            MIN_PER_WAY,
            DRAW_METHOD,
            CLAIM_PERIOD,
            PUBLIC_AREAS,
            PRICE_STEP,
        ),
        {one.id: Idle(beside={MAX_SPOTS.id: tuple(map(str, range(1, spots)))}) for spots, one in SCHEDULES.items()}
        | {AGGREGATE_RULE.id: Idle(beside={AGGREGATE_LIMIT.id: (NONE,)})},
    ),
    dealt_by=cite("15.5"),
    late_by=reading("R-15.5-closed"),
    no_decision="a keno ticket is bought before the game closes and then left alone: there is nothing to decide",
    seats=lambda house: 20,
    faults=_faults,
)


def kind_of(ticket: Ticket) -> str:
    """Which kind of ticket it is (R-15.2-kinds)."""
    if ticket.is_straight:
        return STRAIGHT
    return WAY if len(set(ticket.sizes)) == 1 and len(ticket.ways) == 1 else COMBINATION


def shares_aggregate(house: House, prize: int) -> bool:
    """Whether a prize counts toward the aggregate of a game, and is reduced where that is exceeded."""
    above = house[AGGREGATE_RULE].partition(ABOVE)[2]
    return prize > (cents(above) if above else 0)


def most_paid(house: House, limit: HouseOption) -> int | None:
    """A limit of what is paid, in cents; None where there is none."""
    return None if house[limit] == NONE else cents(house[limit])
