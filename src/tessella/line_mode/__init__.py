"""Line mode: a game played by lines of text, for pipes, screen readers and dumb terminals."""
