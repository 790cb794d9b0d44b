"""Sudoku for the machine: kernels over plain arrays, which check nothing and raise nothing."""
