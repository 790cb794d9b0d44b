"""Printed sheets of puzzles."""
