"""Pai gow, the game of tiles."""
