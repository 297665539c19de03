"""What the wagers of a card game of one's own win and lose. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from nomorebets.games.own_cards.definition import FOLD, CardGame, game_at
from nomorebets.regulation import Pays, cite
from nomorebets.table import House, Result, Wager
from nomorebets.table.game import Settle
from nomorebets.table.wagers import lost

End = Literal["fold", "no-hand", "win", "push", "lose"]
ENDS: tuple[End, ...] = ("fold", "no-hand", "win", "push", "lose")
COMPARED, PAID, FOLDED = cite("D.6(a)"), cite("D.6(b)"), cite("D.5(d)")


@dataclass(frozen=True)
class Outcome:
    """A player's hand and how it ended against the dealer's."""

    hand: str  # its class
    end: End | None = None  # None where there is no wager against the dealer
    main: int = 0  # cents; the bonus goes by it


def end_of(player: int, dealer: int, qualifies_from: int) -> End:
    """How a hand that was not folded ends, by the numbers of both."""
    if dealer < qualifies_from:
        return "no-hand"
    return "push" if player == dealer else "win" if player > dealer else "lose"


def against_dealer(wager: Wager, outcome: Outcome, house: House) -> Result | None:
    """The first wager, or a raise beside it."""
    game = game_at(house)
    if outcome.end is None:
        return None
    if outcome.end == FOLD:
        return lost(wager, FOLDED)
    end: str = outcome.end
    if end == "no-hand":
        end = game.unqualified.get(wager.kind, "push")  # none where every hand qualifies
    elif end == "push":
        end = {"push": "push", "dealer": "lose", "player": "win"}[game.ties]
    if end == "win":
        return Result(wager, "win", house.pays[wager.kind].of(wager.amount), COMPARED)
    return Result(wager, "push", 0, COMPARED) if end == "push" else lost(wager, COMPARED)


def settle_bonus(bonus: Wager, outcome: Outcome, house: House) -> Result | None:
    """What a hand earns on the first wager, whatever the dealer holds; nothing is staked on it."""
    row = game_at(house).ranking.row_for(bonus.kind, outcome.hand, house.pays)
    if outcome.end in (FOLD, None) or not row:
        return None
    return Result(bonus, "win", house.pays[row].of(outcome.main), PAID)


def settle_side(wager: Wager, outcome: Outcome, house: House) -> Result:
    """A wager on the own hand."""
    row = game_at(house).ranking.row_for(wager.kind, outcome.hand, house.pays)
    return Result(wager, "win", house.pays[row].of(wager.amount), PAID) if row else lost(wager, PAID)


def bets_of(game: CardGame) -> list[tuple[str, Mapping[str, Pays], Settle]]:
    """Every wager of a game: its kind, its rows, and how it is settled."""
    made: list[tuple[str, Mapping[str, Pays], Settle]] = []
    if game.main:
        made.append((game.main, {game.main: game.main_pays}, against_dealer))
    made += [(kind, {kind: pays}, against_dealer) for kind, pays in game.raises.items()]
    if game.bonus:
        made.append((game.bonus_kind, game.bonus, settle_bonus))
    return made + [(kind, rows, settle_side) for kind, rows in game.sides.items()]
