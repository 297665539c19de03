"""Double down stud."""
