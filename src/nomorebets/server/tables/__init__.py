"""Live tables: seats, orders, the round, what is shown."""
