"""Kernels of 2048: boards as numbers, searches, games in bulk and learning."""
