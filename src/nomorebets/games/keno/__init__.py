"""Keno."""
