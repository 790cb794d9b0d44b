"""Presenters: what a page or a notebook cell shows of each game, a module a game."""
