"""Let it ride."""
