"""Casino war."""
