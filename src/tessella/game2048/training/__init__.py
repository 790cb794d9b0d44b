"""Training of n-tuple networks."""
