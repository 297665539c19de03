"""What a game file may do with punto banco and minibaccarat: other drawing tables, wagers added on a coup."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nomorebets.games.baccarat.drawing_terms import DRAWING_TERMS
from nomorebets.hands.baccarat import VALUES, Coup
from nomorebets.regulation import HouseOption, Pays
from nomorebets.table import House, Result, Wager
from nomorebets.table.added_wagers import ADDED, PAID
from nomorebets.table.game import Bet
from nomorebets.table.variation import GameVariations, paid_by_file, widened
from nomorebets.table.wagers import lost

Holds = Callable[[Coup], bool]


def _counts(hand: str, count: int) -> Holds:
    return lambda coup: coup.count(hand) == count


def _cards(number: int) -> Holds:
    return lambda coup: coup.cards == number


def _ties(count: int) -> Holds:
    return lambda coup: coup.winner == "tie" and coup.player == count


OUTCOMES: Mapping[str, tuple[str, Holds]] = {
    "player-natural": ("a natural of the Player's Hand", lambda coup: coup.natural("player")),
    "banker-natural": ("a natural of the Banker's Hand", lambda coup: coup.natural("banker")),
    "player-wins": ("the Player's Hand wins", lambda coup: coup.winner == "player"),
    "banker-wins": ("the Banker's Hand wins", lambda coup: coup.winner == "banker"),
    **{f"tie-{n}": (f"both hands count {n}", _ties(n)) for n in range(VALUES)},
    "tie": ("both hands count the same", lambda coup: coup.winner == "tie"),
    **{f"player-{n}": (f"the Player's Hand counts {n}", _counts("player", n)) for n in range(VALUES)},
    **{f"banker-{n}": (f"the Banker's Hand counts {n}", _counts("banker", n)) for n in range(VALUES)},
    "four-cards": ("no hand draws", _cards(4)),
    "five-cards": ("one hand draws", _cards(5)),
    "six-cards": ("both hands draw", _cards(6)),
}


def side_bet(kind: str, rows: Mapping[str, Pays]) -> Bet:
    """A wager of a file on a coup: the first row that describes it is paid."""

    def settle(wager: Wager, coup: Any, house: House) -> Result:
        own = (row for row in house.pays if row.startswith(f"{kind}."))
        row = next((row for row in own if OUTCOMES[row.partition(".")[2]][1](coup)), "")
        return Result(wager, "win", house.pays[row].of(wager.amount), PAID) if row else lost(wager, ADDED)

    return Bet(kind=kind, by=ADDED, settle=settle, pays=paid_by_file(rows), own_limits=True)


def variations(decks: HouseOption) -> GameVariations:
    """The facet of a game of this family, by its option of decks: a file may have fewer."""
    return GameVariations(
        terms=(widened(decks, "1", "2", "3", "4", "5"), *DRAWING_TERMS),
        outcomes={name: words for name, (words, _) in OUTCOMES.items()},
        side_bet=side_bet,
    )
