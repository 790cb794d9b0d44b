"""The setter: puzzles whose givens and rules are put by hand, and what can be said of them meanwhile."""
