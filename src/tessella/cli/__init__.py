"""The command line: one module a command, and the table that names them."""
