"""Tables of blackjack for tests of its side wagers."""

from __future__ import annotations

from datetime import date

from nomorebets.errors import RulesError
from nomorebets.games import game
from nomorebets.games.blackjack.outcome import BoxOutcome
from nomorebets.regulation import law
from nomorebets.table import Result, Table, Wager
from nomorebets.table.house import Settings, open_house, set_up_house

GAME = game("blackjack")


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
    return BoxOutcome(tuple(cards.split()), tuple(drawn.split()), up, hole, net, **more)  # type: ignore[arg-type]


def settled(table: Table, wager: str, outcome: BoxOutcome, amount: int = 100) -> Result | None:
    """What becomes of a wager."""
    made = Wager(1, wager, amount)
    return table.game.bet[made.kind].settle(made, outcome, table.house)


def net(table: Table, wager: str, outcome: BoxOutcome, amount: int = 100) -> int | None:
    """What a wager wins or loses in cents; None where it is not decided."""
    result = settled(table, wager, outcome, amount)
    return None if result is None else result.net
