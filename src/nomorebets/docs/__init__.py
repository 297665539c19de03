"""The documentation: the pages of docs/, a page per game and the reference, as the house's own pages or as files."""
