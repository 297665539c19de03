"""The poker room (14): games in which players wager against each other and the house takes a rake."""
