"""Everything about 2048."""
