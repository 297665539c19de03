"""Pai gow poker."""
