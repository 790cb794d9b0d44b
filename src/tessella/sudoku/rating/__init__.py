"""Difficulty ratings and levels."""
