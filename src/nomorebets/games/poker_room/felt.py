"""How a table of the poker room looks: a board in the middle, and in front of every seat what it has put in."""

from __future__ import annotations

from collections.abc import Sequence

from nomorebets.drawing.cards import hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.seats import SeatPlan
from nomorebets.games.poker_room.exposed import BOARD
from nomorebets.games.poker_room.posting import POT
from nomorebets.games.poker_room.showdown import wagered
from nomorebets.games.poker_room.terms import ANTE, ANTE_FROM, amount
from nomorebets.table import Round
from nomorebets.table.decisions import Ask


def felt_with(cards: Sequence[str | None], has_board: bool = True) -> GameFelt:
    """The felt, with these cards as the emblem of the game."""
    plan = SeatPlan(common=(BOARD,) if has_board else (), rows=((POT,),), letters={POT: "in"})
    return GameFelt(emblem=hand(cards), seats=plan, presets=presets)


def presets(asked: Ask, table: Round) -> dict[str, int]:
    """To how much a bet or raise of half the pot and of the pot comes, as far as it is allowed, and the most."""
    option = asked.option("bet") or asked.option("raise")
    if option is None or option.least == option.most:
        return {}
    put, call = wagered(table), asked.option("call")
    own = put.get(asked.seat, 0)
    owed = max(put.values(), default=0) - own if call else 0
    ante = amount(table.house, ANTE) if table.house.options.get(ANTE_FROM, "all") == "all" else 0
    high = call.least if call else 0 if option.name == "bet" else own - ante
    pot, chip = sum(put.values()) + owed, table.house.smallest_chip
    wanted = {"half the pot": high + pot // 2, "the pot": high + pot}
    inside = {name: min(max(to // chip * chip, option.least), option.most) for name, to in wanted.items()}
    return {**inside, "the most": option.most}
