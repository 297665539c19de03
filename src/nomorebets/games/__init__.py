"""One module per game of the chapter: its options, odds, layout and script."""
