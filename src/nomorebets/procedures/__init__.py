"""What several games do: deck, shoe, opening, shuffling, shaker, meter, vigorish, bank."""
