"""Twin hands: two hands for every seat from a pack with a joker, and tickets on the dealer's card."""
