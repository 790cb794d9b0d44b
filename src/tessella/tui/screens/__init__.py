"""Screens of the full screen."""
