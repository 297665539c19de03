"""A dice game of somebody's own, as a game file defines it."""
