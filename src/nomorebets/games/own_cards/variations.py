"""A card game as its file defines it."""

from __future__ import annotations

from dataclasses import replace

from nomorebets.games.own_cards.definition import read_game
from nomorebets.games.own_cards.settlement import bets_of
from nomorebets.regulation import cite
from nomorebets.table import Game
from nomorebets.table.betting_areas import areas_for
from nomorebets.table.game import Bet
from nomorebets.table.game_file import Rules
from nomorebets.table.variation import GameVariations, paid_by_file


def build(game: Game, rules: Rules) -> Game:
    """The game with the wagers of its file."""
    own = read_game(rules)
    bets = tuple(
        Bet(
            kind=kind,
            by=cite("D.4(c)") if kind == own.raised else cite("D.4(a)"),
            settle=settle,
            pays=paid_by_file(rows),
            opens="decision" if kind == own.raised else "before-deal",
            beside=own.main if kind in (own.raised, own.bonus_kind) else "",
            has_stake=kind != own.bonus_kind,
            own_limits=kind in own.sides,
        )
        for kind, rows, settle in bets_of(own)
    )
    usual = (own.main or next(iter(own.sides)),)
    betting = replace(game.betting, layout=areas_for(bets), usual=usual)
    no_decision = "" if own.raised else "nothing is decided after the wagers are made"
    return replace(game, bets=bets, betting=betting, terms=replace(game.terms, no_decision=no_decision))


VARIATIONS = GameVariations(build=build)
