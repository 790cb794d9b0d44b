"""Puzzle generators."""
