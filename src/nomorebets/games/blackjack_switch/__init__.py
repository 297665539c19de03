"""Blackjack switch: N.J.A.C. 13:69F-2A."""
