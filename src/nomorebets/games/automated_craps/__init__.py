"""Automated craps."""
