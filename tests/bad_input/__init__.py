"""Whatever anybody hands to the library ends in success or in one readable sentence."""
