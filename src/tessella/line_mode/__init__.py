"""Line mode: a game played by lines of text, for pipes, screen readers and dumb terminals.

Type a letter, press Enter. A game goes from here to the full screen and back; the transcript stands on standard output
alone.
"""
