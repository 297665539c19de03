"""Baccarat-punto banco: N.J.A.C. 19:47-3 (since 2012, 13:69F-3)."""

from msgspec.structs import replace

from nomorebets.games.baccarat.betting import betting_of
from nomorebets.games.baccarat.shoe import MEMORY
from nomorebets.games.punto_banco.curator import CURATOR, REMEMBERED
from nomorebets.games.punto_banco.script import IRREGULARITIES, punto_banco
from nomorebets.games.punto_banco.settlement import BETS, WAGERS
from nomorebets.games.punto_banco.terms import TERMS
from nomorebets.table.game import CARDS, Game

GAME = Game(
    id="punto-banco",
    terms=TERMS,
    bets=BETS,
    betting=betting_of(WAGERS),
    script=punto_banco,
    chance=CARDS,
    memory=replace(MEMORY, remembers={**MEMORY.remembers, **REMEMBERED}, public=(CURATOR,)),
    irregularities=IRREGULARITIES,
)
