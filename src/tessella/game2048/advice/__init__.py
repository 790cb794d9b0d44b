"""Advice on a 2048 position: the values of the moves, and the reasons in words."""
