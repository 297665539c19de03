"""nomorebets: the casino rulebook that runs."""
