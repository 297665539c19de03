"""A wheel as its file defines it."""

from __future__ import annotations

from dataclasses import replace

from nomorebets.games.own_wheel.definition import game_at, read_game
from nomorebets.games.own_wheel.game import MADE, settle
from nomorebets.table import Game, House
from nomorebets.table.betting_areas import areas_for
from nomorebets.table.game import Bet
from nomorebets.table.game_file import Rules
from nomorebets.table.variation import GameVariations, paid_by_file


def build(game: Game, rules: Rules) -> Game:
    """The game with the wagers of its file."""
    own = read_game(rules)
    bets = tuple(
        Bet(kind=kind, by=MADE, settle=settle, pays=paid_by_file({kind: wager.pays}), decided="clapper-rests")
        for kind, wager in own.wagers.items()
    )
    betting = replace(game.betting, layout=areas_for(bets), usual=tuple(own.wagers)[:1], varied=tuple(own.wagers))
    return replace(game, bets=bets, betting=betting)


def draft(house: House) -> dict[str, tuple[str, ...]]:
    """The rules of the game in sentences, by the paragraphs of the draft."""
    game = game_at(house)
    counts = ", ".join(f"{game.sections.count(name)} of {name}" for name in dict.fromkeys(game.sections))
    return {
        "D.1(a)": ("Foresee where the wheel comes to rest.",),
        "D.2(a)": (f"An upright wheel of {len(game.sections)} equal sections with a clapper: {counts}.",),
        "D.4(a)": tuple(
            f"The {kind.replace('-', ' ')} wager wins if the clapper rests at {' or '.join(wager.covers)}."
            for kind, wager in game.wagers.items()
        ),
        "D.5(a)": ("The dealer calls “No more bets” before the wheel is spun.",),
        "D.5(g)": ("The wheel turns at least three times; a spin that ends between two sections is void.",),
        "D.6(c)": ("All losing wagers are collected before winning wagers are paid.",),
    }


VARIATIONS = GameVariations(build=build, draft=draft)
