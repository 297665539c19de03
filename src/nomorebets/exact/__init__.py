"""Exact number machinery: linear systems, p-adic lifting, the simplex method."""
