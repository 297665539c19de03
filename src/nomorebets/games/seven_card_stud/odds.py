"""What seven-card stud costs its players: the rake."""

from nomorebets.games.poker_room.odds import ODDS

__all__ = ["ODDS"]
