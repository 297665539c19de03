"""A dice game as its file defines it."""

from __future__ import annotations

from dataclasses import replace

from nomorebets.games.own_dice.definition import game_at, read_game
from nomorebets.games.own_dice.game import MADE, settle
from nomorebets.table import Game, House
from nomorebets.table.betting_areas import areas_for
from nomorebets.table.game import Bet
from nomorebets.table.game_file import Rules
from nomorebets.table.variation import GameVariations, paid_by_file


def build(game: Game, rules: Rules) -> Game:
    """The game with the wagers of its file."""
    own = read_game(rules)
    bets = tuple(
        Bet(kind=kind, by=MADE, settle=settle, pays=paid_by_file({kind: wager.pays}), decided="uncovered")
        for kind, wager in own.wagers.items()
    )
    betting = replace(game.betting, layout=areas_for(bets), usual=tuple(own.wagers)[:1], varied=tuple(own.wagers))
    return replace(game, bets=bets, betting=betting)


def draft(house: House) -> dict[str, tuple[str, ...]]:
    """The rules of the game in sentences, by the paragraphs of the draft."""
    game = game_at(house)
    dice = "One die is" if game.dice == 1 else f"{('Two', 'Three')[game.dice - 2]} dice are"
    wagers = []
    for kind, wager in game.wagers.items():
        push = f", and is returned if {wager.push}" if wager.push is not None else ""
        wagers.append(f"The {kind.replace('-', ' ')} wager wins if {wager.wins}{push}; otherwise it loses.")
    return {
        "D.1(a)": ("Foresee the throw of the dice.",),
        "D.2(a)": (f"{dice} used, with a covered shaker and a layout that has an area for each wager.",),
        "D.4(a)": tuple(wagers),
        "D.5(a)": ("The dealer calls “No more bets” before the shaker is shaken.",),
        "D.5(f)": ("The dealer shakes the covered shaker at least three times, uncovers it and calls the dice.",),
        "D.6(c)": ("All losing wagers are collected before winning wagers are paid.",),
    }


VARIATIONS = GameVariations(build=build, draft=draft)
