"""Mambo stud: N.J.A.C. 19:47-14.13A."""
