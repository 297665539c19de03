"""What the games of the blackjack family share."""
