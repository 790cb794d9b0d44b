"""Solvers of variants: puzzles with rules beside those of rows, columns and boxes."""
