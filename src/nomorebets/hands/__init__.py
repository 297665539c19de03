"""Ranking and counting hands: pure functions that odds, simulation, disputes and the live table share."""
