"""Tables of blackjack for tests of its side wagers."""

from __future__ import annotations

from datetime import date

from nomorebets.errors import RulesError
from nomorebets.games import can_be_dealt, game
from nomorebets.games.blackjack.constraints import NEEDS, read_depth
from nomorebets.games.blackjack.outcome import BoxOutcome
from nomorebets.games.blackjack.side_terms import SIDE_OPTIONS
from nomorebets.games.blackjack.side_wagers import MAIN, SIDE_BETS
from nomorebets.regulation import cite, law, pay_table, to
from nomorebets.regulation.options import constrained, option, whole_number
from nomorebets.table import Game, House, Result, Table, Wager
from nomorebets.table.betting_areas import area_finder, areas_for, whole_chips
from nomorebets.table.game import CARDS, Bet, Betting, Terms
from nomorebets.table.house import Settings, open_house, set_up_house

_BY = cite("2.2(a)")
_OTHERS = (
    option("decks", _BY, "Decks.", ("8",), parse=whole_number(1, 99, "a number of decks", _BY), counts_cards=True),
    option("dealing", _BY, "Dealing.", ("shoe", "hand", "continuous", "double-shoe")),
    option("blackjack-pays", _BY, "Blackjack.", ("3:2", "6:5")),
    option("even-money", _BY, "Even money.", ("on", "off")),
    option("resplit", _BY, "Resplit.", ("none", "up-to-limit")),
    option("resplit-aces", _BY, "Aces.", ("forbidden", "allowed")),
    option("boxes", _BY, "Boxes.", [str(boxes) for boxes in (6, 1, 2, 3, 4, 5, 7)]),
    option("cut-depth", cite("2.5(d)"), "Cutting card.", ("1/4",), parse=read_depth),
    option("multiple-action", _BY, "Multiple action.", ("off", "on")),
)


def _stand_in() -> Game:
    """A game that has the side wagers and the options they need, and no round."""
    main = Bet(kind=MAIN, by=_BY, settle=lambda *ignored: None, pays=pay_table("2.2(a)", {MAIN: to(1)}))
    bets = (main, *SIDE_BETS)

    def script(table):
        raise NotImplementedError
        yield

    return Game(
        id="blackjack",
        terms=Terms(options=constrained((*_OTHERS, *SIDE_OPTIONS), NEEDS), dealt_by=_BY, late_by=_BY),
        bets=bets,
        betting=Betting(layout=areas_for(bets), place=area_finder(_BY), unit=whole_chips),
        script=script,
        chance=CARDS,
    )


GAME = game("blackjack") if can_be_dealt("blackjack") else _stand_in()


def side_table(as_of: date | None = None, pay_table: dict[str, object] | None = None, **options: object) -> Table:
    """A table with these options, underscores for dashes."""
    asked = Settings({name.replace("_", "-"): value for name, value in options.items()}, dict(pay_table or {}))
    house = open_house(GAME, as_of or law.newest(), asked)
    return Table(GAME, house, GAME.betting.layout(house))


def faults(as_of: date | None = None, **options: object) -> list[RulesError]:
    """All that is wrong with these options."""
    asked = Settings({name.replace("_", "-"): value for name, value in options.items()})
    return set_up_house(GAME, as_of or law.newest(), asked)[1]


def box(
    cards: str, up: str = "2c", drawn: str = "", hole: str | None = None, net: int | None = None, **more: object
) -> BoxOutcome:
    """A box as far as it is known."""
    return BoxOutcome(tuple(cards.split()), tuple(drawn.split()), up, hole, net, 1000, **more)  # type: ignore[arg-type]


def settled(table: Table, wager: str, outcome: BoxOutcome, amount: int = 100) -> Result | None:
    """What becomes of a wager."""
    made = Wager(1, wager, amount)
    return table.game.bet[made.kind].settle(made, outcome, table.house)


def net(table: Table, wager: str, outcome: BoxOutcome, amount: int = 100) -> int | None:
    """What a wager wins or loses in cents; None where it is not decided."""
    result = settled(table, wager, outcome, amount)
    return None if result is None else result.net


def house_of(**options: object) -> House:
    return side_table(**options).house
