"""Cards, dice, wheels and chips: physical things that know no game."""
