"""Stud."""
