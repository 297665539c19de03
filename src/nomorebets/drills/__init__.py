"""Questions to learn to deal and to play by, made from rounds that are really dealt; every answer has its paragraph."""
