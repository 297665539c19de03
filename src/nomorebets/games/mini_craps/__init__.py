"""Mini craps."""
