# ruff: noqa: A005 - it is called what the command is
"""Build the site: python scripts/site.py OUT [--pyodide DIR]

The same as `tessella site OUT`: docs, and the page that plays without a server, as plain files.
"""

import sys

from tessella.cli.main import main

if __name__ == "__main__":
    sys.exit(main(["site", *sys.argv[1:]]))
