"""Fast simulation: millions of rounds a second, reproducible from a seed, whatever the number of workers."""
