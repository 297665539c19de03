"""Big six."""
