"""Seats, wagers, the felt, requests and answers, the shared procedures, and the record."""

from nomorebets.table.dice import dice_rest, offer_dice, shake, throw_dice
from nomorebets.table.game import Game, Irregularity, Script, Table
from nomorebets.table.house import House, Limit, Settings
from nomorebets.table.play import Entry, Play, play
from nomorebets.table.round import Round
from nomorebets.table.steps import (
    announce,
    attest,
    checkpoint,
    collect,
    mark,
    move_part,
    note,
    pay,
    remedy,
    take_wagers,
    travel,
)
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
    "Settings",
    "Table",
    "Wager",
    "announce",
    "attest",
    "ball_rests",
    "checkpoint",
    "collect",
    "dice_rest",
    "mark",
    "move_part",
    "note",
    "offer_dice",
    "pay",
    "play",
    "remedy",
    "shake",
    "spin_ball",
    "spin_wheel",
    "take_wagers",
    "throw_dice",
    "travel",
]
