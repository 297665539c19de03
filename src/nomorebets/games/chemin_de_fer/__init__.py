"""Chemin de fer."""
