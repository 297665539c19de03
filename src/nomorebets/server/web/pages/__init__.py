"""The pages of the house; each module lists its handlers as ROUTES."""
