"""Sic bo."""
