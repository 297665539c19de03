"""Whole shoes, burned, cut and dealt to the last hand."""

from nomorebets.games.baccarat.simulation import SIMULATION

__all__ = ["SIMULATION"]
