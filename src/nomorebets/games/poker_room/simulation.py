"""Hold 'em and omaha simulated: hands at a full table, all seats playing one of the simple ways. Imports numba."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from nomorebets.errors import UnknownName
from nomorebets.games.poker_room.equities import shape_of
from nomorebets.games.poker_room.holdings import Holdings, holdings, shown_by
from nomorebets.games.poker_room.odds import require_pot
from nomorebets.games.poker_room.posting import POT
from nomorebets.games.poker_room.rankings import two_and_three
from nomorebets.games.poker_room.rounds import Play, dealing, play_hands
from nomorebets.games.poker_room.strategies import BY_CARDS, CALLS
from nomorebets.games.poker_room.terms import (
    ANTE,
    ANTE_FROM,
    NO_FLOP,
    amount,
    blinds_at,
    buy_in_at,
    limits_at,
    rake_at,
    seats_at,
    streets_at,
)
from nomorebets.games.poker_room.variants import Variant
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.simulate import Simulated, Simulator
from nomorebets.table import Table


def play_at(table: Table, variant: Variant, strategy: str | None = None) -> tuple[Play, Holdings]:
    """A table with all its seats taken, as the compiled loops see it."""
    house, shape = table.house, shape_of(table, variant)
    blinds = blinds_at(house)
    if house.options[ANTE_FROM] != "all" and amount(house, ANTE):
        text = f"{variant.id} is not simulated with an ante of one player: stacks are no longer equal"
        raise UnknownName(text, on=table.as_of, accepts=f"{ANTE_FROM} = all")
    limits = [limits_at(house, street, 3) for street in streets_at(variant, house)]
    rake = rake_at(house)
    play = Play(
        players=seats_at(house),
        by_cards=(strategy or CALLS) == BY_CARDS,
        ante=amount(house, ANTE),
        stack=buy_in_at(house).usual,
        blinds=np.array(blinds, np.int64),
        units=np.array([limit.unit for limit in limits], np.int64),
        fixed=limits[0].structure == "fixed-limit",
        raises=-1 if limits[0].raises is None else limits[0].raises,
        chip=house.smallest_chip,
        percent=rake.percent,
        step=rake.step,
        cap=rake.cap,
        spares=variant.has_flop and house.options[NO_FLOP] == "on",
    )
    high, *low = shape.rankings
    return play, holdings(shape.own, high.uses is two_and_three, low[0].worth if low else None)


def kernel_of(play: Play, look_up: Holdings) -> Kernel:
    how = dealing(play.players, look_up.own)

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        shown = shown_by(play.players)  # of this block: others may be played at the same time
        return play_hands(np.uint64(seed), np.uint64(block), np.uint64(rounds), how, play, look_up, shown)

    return kernel


def pot_line(counts: list[int], rounds: int) -> Simulated:
    """What the house took of all pots together, with the standard error of such a ratio."""
    hands, pots, rakes, pots2, rakes2, both = counts[:6]
    edge = rakes / pots
    squares = rakes2 - 2 * edge * both + edge * edge * pots2
    error = math.sqrt(max(squares, 0.0) / hands / max(hands - 1, 1)) / (pots / hands)
    return Simulated(POT, edge, error if squares > 1e-9 * rakes2 else 0.0, rounds)


def simulation_for(variant: Variant) -> GameSimulation:
    """How a game with a board of five is simulated."""

    def simulator(table: Table, pricing: Pricing) -> Simulator:
        require_pot(table, pricing)
        if pricing.stake is not None:
            text = f"pots of {variant.id} are what the seats of simulated hands put in"
            raise UnknownName(text, on=table.as_of, accepts="no stake; odds prices a pot of one")
        play, ranks = play_at(table, variant, pricing.strategy)
        return Simulator(kernel_of(play, ranks), lambda counts, rounds: [pot_line(counts, rounds)])

    return GameSimulation(simulator=simulator)
