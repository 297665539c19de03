"""Sheets of odds, sessions and ruin, for whatever game."""
