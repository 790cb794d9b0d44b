"""The commands of `tessella sudoku`."""
