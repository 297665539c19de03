"""Five-card draw: N.J.A.C. 19:47-14.12."""
