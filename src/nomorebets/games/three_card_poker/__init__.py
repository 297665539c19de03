"""Three card poker."""
