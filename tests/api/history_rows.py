"""Rows of the permission matrix for the change log and restore points."""

from __future__ import annotations

# Everybody who may see it; the rest are told that they may not.
ARBITERS = "401 403 403 403 {0} {0} {0} 403 {0}"
RUNNERS = "404 404 404 404 200 200 200 404 200"
RUNNERS_WRITE = "401 404 404 404 {0} {0} {0} 404 {0}"

HISTORY_ROWS = [
    ("GET", "tournaments/{running}/log", None, ARBITERS.format(200)),
    ("GET", "tournaments/{draft}/log", None, RUNNERS_WRITE.format(200)),
    ("GET", "clubs/{club}/log", None, ARBITERS.format(200)),
    ("GET", "tournaments/{running}/restore-points", None, "200 " * 9),
    ("GET", "tournaments/{draft}/restore-points", None, RUNNERS),
    (
        "POST",
        "tournaments/{running}/restore-points",
        {"label": "Before lunch"},
        ARBITERS.format(201),
    ),
    ("GET", "restore-points/{restore_point}", None, RUNNERS),
    (
        "POST",
        "restore-points/{restore_point}/restore",
        {"reason": "Wrong field"},
        RUNNERS_WRITE.format(200),
    ),
]
