"""Techniques by which people solve Sudokus, one family a file."""
