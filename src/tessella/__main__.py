"""What does `python -m tessella` do? The same as `tessella`."""

import sys

from tessella.cli import main

sys.exit(main())
