"""Pages, the API and the wires."""
