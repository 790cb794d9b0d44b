"""The command line: a table of commands, and the modules that run them."""
