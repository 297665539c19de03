"""A game of the poker room, made from what tells it from the others."""

from __future__ import annotations

from nomorebets.errors import WagerRefused
from nomorebets.games.poker_room.cards import IN_A_DRAW
from nomorebets.games.poker_room.cards import IRREGULARITIES as CARDS_GO_WRONG
from nomorebets.games.poker_room.conduct import IRREGULARITIES as CONDUCT
from nomorebets.games.poker_room.conduct import ON_A_BOARD
from nomorebets.games.poker_room.exposed import mishaps
from nomorebets.games.poker_room.posting import BIG, BIG_BLIND, BOTH, OWED, POT, SMALL
from nomorebets.games.poker_room.script import poker
from nomorebets.games.poker_room.settlement import settle_pot
from nomorebets.games.poker_room.terms import buy_in_at, faults, options_of, seats_at
from nomorebets.games.poker_room.variants import Variant
from nomorebets.procedures.opening import STANDINGS, TABLE
from nomorebets.procedures.starting import BUTTON, BUTTON_REMEMBERS
from nomorebets.regulation import cite, reading
from nomorebets.table import Game, Round, Script, Wager
from nomorebets.table.betting_areas import area_finder, areas_for, whole_chips
from nomorebets.table.cards import PACK
from nomorebets.table.game import CARDS, Bet, Betting, Memory, Terms
from nomorebets.table.memory import CARDS as CARDS_WRITTEN
from nomorebets.table.memory import NUMBER, Remembered, one_of

_MISSED = rf"\d{{1,2}}:({BOTH}|{SMALL}|{BIG})"
MISSED_BLINDS = Remembered(rf"({_MISSED}( {_MISSED})*)?", "seats and what they owe, like 3:both 5:small, or nothing")
WORDS: dict[str, tuple[str, ...]] = {
    "fold": ("f",),
    "check": ("k", "check or call"),
    "call": ("c", "check or call"),
    "bet": ("b", "bet or raise"),
    "raise": ("r", "complete", "bet or raise"),
    "all-in": ("a", "all in", "allin"),
}


def _only_in_turn(table: Round, act: str, wager: Wager) -> None:
    text = f"seat {wager.seat}: chips go into the pot in turn only"
    raise WagerRefused(text, cite("14.6(c)"), table.as_of, "what the player whose turn it is is asked")


def game_of(variant: Variant) -> Game:
    """The game of a variant."""

    def script(table: Round) -> Script[None]:
        yield from poker(table, variant)

    bets = (Bet(kind=POT, by=cite("14.6(c)"), settle=settle_pot, bank="pot"),)
    button = {**BUTTON_REMEMBERS, BIG_BLIND: NUMBER, OWED: MISSED_BLINDS} if variant.has_button else {}
    return Game(
        id=variant.id,
        terms=Terms(
            options=options_of(variant),
            dealt_by=variant.by,
            late_by=reading("R-14.15-turn"),
            why_not_alone="players wager against each other: at least two are needed",
            seats=seats_at,
            buy_in=buy_in_at,
            faults=faults,
            said=WORDS,
        ),
        bets=bets,
        betting=Betting(
            layout=areas_for(bets),
            place=area_finder(cite("14.6(c)")),
            unit=whole_chips,
            verify_act=_only_in_turn,
            usual=(POT,),
        ),
        script=script,
        chance=CARDS,
        memory=Memory(
            remembers={TABLE: one_of(*STANDINGS), PACK: CARDS_WRITTEN, **button},
            public=(BUTTON,) if button else (),
        ),
        irregularities={
            **CARDS_GO_WRONG,
            **(IN_A_DRAW if any(street.draws for street in variant.streets) else {}),
            **mishaps(variant),
            **CONDUCT,
            **(ON_A_BOARD if variant.has_flop else {}),
        },
    )
