"""Dialogs of the full screen."""
