"""Tournaments at live tables: entering, the draw, stages, places and prizes."""
