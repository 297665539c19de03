"""Caribbean stud."""
