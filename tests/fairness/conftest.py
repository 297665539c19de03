"""The tests of fairness find their rounds."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
