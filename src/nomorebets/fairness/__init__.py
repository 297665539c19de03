"""Chance that can be checked: sealed before a round, opened after it, and put to statistical tests."""
