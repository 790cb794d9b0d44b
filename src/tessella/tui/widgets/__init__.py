"""Widgets of the full screen."""
