"""Under and over seven: the smallest game that is a whole game."""
