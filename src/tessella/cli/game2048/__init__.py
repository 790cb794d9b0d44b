"""The commands of `tessella 2048`."""
