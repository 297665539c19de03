"""A table at which a test plays a script of its own."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from msgspec import structs

from nomorebets.games import open_table
from nomorebets.regulation import cite
from nomorebets.table import Play, Round, Table
from nomorebets.table.felt import Felt, Laid

BY = cite("8.2")


def table_with(script: Callable[[Round], Any] | None = None, **more: Any) -> Table:
    """A table whose game runs this script and knows no irregularity."""
    table = open_table("casino-war")
    game = structs.replace(table.game, irregularities={}, **({"script": script} if script else {}), **more)
    return replace(table, game=game)


def round_with(table: Table | None = None, **hands: str) -> Round:
    """A round in which cards lie: ``seat_1="As Kd"`` is what seat 1 holds, face down."""
    felt = Felt()
    for area, cards in hands.items():
        felt.cards[area.replace("_", ":")] = [Laid(card, False) for card in cards.split()]
    return Round(table or table_with(), felt)


def running(script: Callable[[Round], Any], **hands: str) -> Play:
    """A round that has come to the first request of a script."""
    return Play(round_with(table_with(script), **hands))
