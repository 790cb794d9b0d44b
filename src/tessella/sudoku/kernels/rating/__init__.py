"""Kernels that rate puzzles as Sudoku Explainer 1.2.1 does."""
