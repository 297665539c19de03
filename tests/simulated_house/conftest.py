"""What the simulated house shares with the kill test."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
