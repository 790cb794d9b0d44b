"""End games of 2048: formations that players study, and tables of the exact chance of success."""
