"""A wheel as its file defines it."""

from __future__ import annotations

from nomorebets.games.own_wheel.definition import game_at, read_game
from nomorebets.games.own_wheel.game import MADE, settle
from nomorebets.table import Game, House
from nomorebets.table.game_file import Rules
from nomorebets.table.variation import GameVariations, with_wagers


def build(game: Game, rules: Rules) -> Game:
    """The game with the wagers of its file."""
    pays = {kind: wager.pays for kind, wager in read_game(rules).wagers.items()}
    return with_wagers(game, pays, MADE, settle, "clapper-rests")


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
