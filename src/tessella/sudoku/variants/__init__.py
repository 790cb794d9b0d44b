"""Variants of Sudoku solved: constraints as automata, the plain solver, and the engine."""
