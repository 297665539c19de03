"""Who comes to the house: accounts, passwords, rights."""
