"""Irregularities and disputes: what happened in, a ruling with citations out."""
