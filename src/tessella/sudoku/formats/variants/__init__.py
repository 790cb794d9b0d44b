"""Formats of puzzles with rules of their own, each with the limits of what it can say."""
