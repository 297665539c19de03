"""The law as it is read and enforced: what a paragraph says, who enforces it, what changed."""
