"""Input and output: byte streams, a progress bar, learning environments."""
