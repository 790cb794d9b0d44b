"""The program `python -m tessella`, the same as `tessella`."""

import sys

from tessella.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
