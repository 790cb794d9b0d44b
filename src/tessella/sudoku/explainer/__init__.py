"""Sudoku Explainer's order of search."""
