"""Exact odds of the baccarat games."""
