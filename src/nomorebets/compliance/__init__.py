"""A casino's house rules against the regulation."""
