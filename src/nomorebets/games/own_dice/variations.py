"""A dice game as its file defines it."""

from __future__ import annotations

from nomorebets.games.own_dice.definition import game_at, read_game
from nomorebets.games.own_dice.game import MADE, settle
from nomorebets.table import Game, House
from nomorebets.table.game_file import Rules
from nomorebets.table.variation import GameVariations, with_wagers


def build(game: Game, rules: Rules) -> Game:
    """The game with the wagers of its file."""
    pays = {kind: wager.pays for kind, wager in read_game(rules).wagers.items()}
    return with_wagers(game, pays, MADE, settle, "uncovered")


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
