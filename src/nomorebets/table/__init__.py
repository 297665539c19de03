"""Seats, wagers, the felt, requests and answers, the shared procedures, and the record."""

from nomorebets.table.game import Game, Irregularity, Script, Table, game, open_table
from nomorebets.table.house import House, Limit, Wishes
from nomorebets.table.play import Entry, Play, play
from nomorebets.table.procedures import (
    announce,
    checkpoint,
    collect,
    mark,
    move_part,
    note,
    pay,
    remedy,
    take_wagers,
)
from nomorebets.table.round import Round
from nomorebets.table.wagers import Layout, Place, Result, Ruling, Wager
from nomorebets.table.wheels import ball_rests, spin_ball, spin_wheel

__all__ = [
    "Entry",
    "Game",
    "House",
    "Irregularity",
    "Layout",
    "Limit",
    "Place",
    "Play",
    "Result",
    "Round",
    "Ruling",
    "Script",
    "Table",
    "Wager",
    "Wishes",
    "announce",
    "ball_rests",
    "checkpoint",
    "collect",
    "game",
    "mark",
    "move_part",
    "note",
    "open_table",
    "pay",
    "play",
    "remedy",
    "spin_ball",
    "spin_wheel",
    "take_wagers",
]
