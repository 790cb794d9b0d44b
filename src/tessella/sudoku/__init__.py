"""Everything about Sudoku."""
