"""Line mode: a game played by lines of text."""
