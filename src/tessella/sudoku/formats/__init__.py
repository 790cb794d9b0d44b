"""Sudoku file formats."""
