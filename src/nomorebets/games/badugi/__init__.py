"""Badugi: N.J.A.C. 13:69F-14."""
