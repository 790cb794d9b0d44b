"""Page without a server: the same games, whose server is Python in the browser itself."""
