"""What does `python -m tessella` do? The same as `tessella`."""

import sys

from tessella.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
