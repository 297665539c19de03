"""Punto banco."""
