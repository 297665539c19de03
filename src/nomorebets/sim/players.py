"""Rounds dealt by the script to somebody's own way to play: slow beside a kernel, and good for any way at all."""

from __future__ import annotations

import math
from fractions import Fraction
from time import perf_counter

from nomorebets.drivers.bots import BotTable, wagers_of
from nomorebets.drivers.chance import SeededChance
from nomorebets.drivers.seen import Player, decides
from nomorebets.errors import UnknownName
from nomorebets.pricing.sheet import require_decisions
from nomorebets.sim.blocks import LARGEST_SEED
from nomorebets.sim.running import require_number
from nomorebets.sim.simulate import Simulated, Simulation
from nomorebets.table import Round, Table, play
from nomorebets.table.felt import Felt

MOST_DEALT = 10**8


def name_of(player: Player) -> str:
    """What a way to play is called in results."""
    return getattr(player, "__name__", type(player).__name__)


def simulate_player(
    table: Table, rounds: int, player: Player, *, seed: int, wager: str | None, stake: int | None
) -> Simulation:
    """Deal rounds to one seat that decides by a function, and estimate what a unit of its first wagers loses."""
    require_number("number of rounds", rounds, 1, MOST_DEALT)
    require_number("seed", seed, 0, LARGEST_SEED)
    if any(bet.bank == "pot" for bet in table.game.bets):
        text = f"{table.game.id} is played by people against each other: nobody has an edge to estimate"
        raise UnknownName(text, accepts="deal, for single rounds")
    require_decisions(table)
    placed = wagers_of(table, wager or "+".join(table.usual), 1, stake)
    bots, felt = BotTable(placed, SeededChance(seed), decides(player)), Felt()
    unit = sum(one.amount for one in placed)
    done, total, squares, started, interrupted = 0, 0, 0, perf_counter(), False
    try:
        for _ in range(rounds):
            dealt = play(Round(table, felt), bots)
            net = sum(ruling.net for ruling in dealt.rulings)
            felt = Felt.opened(dealt.next_opening)
            done, total, squares = done + 1, total + net, squares + net * net
    except KeyboardInterrupt:
        interrupted = True
    lines: tuple[Simulated, ...] = ()
    if done:
        mean = Fraction(total, done * unit)
        variance = (Fraction(squares, done * unit**2) - mean**2) * Fraction(done, max(done - 1, 1))
        name = wager or "+".join(table.usual)
        lines = (Simulated(name, float(-mean), math.sqrt(float(variance / done)), done),)
    seconds = perf_counter() - started
    return Simulation(table, seed, 1, done, seconds, interrupted, lines, name_of(player), ran_on="the script")
