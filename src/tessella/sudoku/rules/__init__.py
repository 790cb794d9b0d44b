"""Rules of Sudoku variants: constraint types, sets of constraints, and the check of a filled grid."""
