"""What punto banco, minibaccarat and chemin de fer do alike: each step once, its paragraph as data."""
