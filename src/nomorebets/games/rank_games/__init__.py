"""What casino war and red dog share: games in which only ranks count."""
