"""Computer players of 2048."""
