"""Rank games."""
