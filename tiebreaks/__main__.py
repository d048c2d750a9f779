"""``python -m tiebreaks``."""

from .cli import main

raise SystemExit(main())
