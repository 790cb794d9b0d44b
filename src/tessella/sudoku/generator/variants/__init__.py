"""Generation of variants: full grids under their rules, the removal of givens, and levels."""
