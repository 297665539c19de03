"""Minibaccarat."""
