"""Spanish 21."""
