"""Rows of the permission matrix for running an event: attendance, rounds, results, undo."""

from __future__ import annotations

ALL = "200 200 200 200 200 200 200 200 200"
# Everybody who may write something here; the rest are told that they may not.
ARBITERS = "401 403 403 403 {0} {0} {0} 403 {0}"
RUNNERS_WRITE = "401 404 404 404 {0} {0} {0} 404 {0}"

RUNNING_ROWS = [
    ("POST", "entries/{entry_gathering}/check-in", None, RUNNERS_WRITE.format(200)),
    ("DELETE", "entries/{entry_gathering}/check-in", None, RUNNERS_WRITE.format(200)),
    ("POST", "entries/{entry}/check-in", None, ARBITERS.format(409)),
]
