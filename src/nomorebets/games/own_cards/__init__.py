"""A card game of somebody's own, as a game file defines it."""
