"""Pokette."""
