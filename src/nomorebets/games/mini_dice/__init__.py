"""Mini dice."""
