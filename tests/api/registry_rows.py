"""Rows of the permission matrix for the registry and for filling a field."""

from __future__ import annotations

ARBITERS = "401 403 403 403 {0} {0} {0} 403 {0}"
# Members see the registry; only those who organise merge.
MERGERS = "401 404 404 403 403 {0} {0} 404 {0}"

REGISTRY_ROWS = [
    ("GET", "clubs/{club}/players/duplicates", None, ARBITERS.format(200)),
    ("POST", "players/{newcomer}/merge", {"into": "{person}"}, MERGERS.format(200)),
    ("POST", "players/{newcomer}/unmerge", {}, MERGERS.format(409)),
]
