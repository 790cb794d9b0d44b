"""The web page and its server."""
