"""The exact analysis of the blackjack family: the best play by decimals, what a play is worth by whole numbers."""
