"""``python -m pairing``: a pairing program without a database."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
