"""Five-card stud: N.J.A.C. 19:47-14.13."""
