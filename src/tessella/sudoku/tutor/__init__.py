"""Hints, explained solutions and practice."""
