"""Rows of the permission matrix for the registry and for filling a field."""

from __future__ import annotations

ARBITERS = "401 403 403 403 {0} {0} {0} 403 {0}"
RUNNERS_WRITE = "401 404 404 404 {0} {0} {0} 404 {0}"
# Members see the registry; only those who organise merge.
MERGERS = "401 404 404 403 403 {0} {0} 404 {0}"

REGISTRY_ROWS = [
    ("GET", "clubs/{club}/players/duplicates", None, ARBITERS.format(200)),
    ("POST", "players/{newcomer}/merge", {"into": "{person}"}, MERGERS.format(200)),
    ("POST", "players/{newcomer}/unmerge", {}, MERGERS.format(409)),
    ("POST", "tournaments/{running}/entries/preview", b"Name\nNew, Comer", ARBITERS.format(200)),
    ("POST", "tournaments/{draft}/entries/preview", b"Name\nNew, Comer", RUNNERS_WRITE.format(200)),
    # Without the token of a preview.
    ("POST", "tournaments/{running}/entries/import", b"Name\nNew, Comer", ARBITERS.format(422)),
    (
        "POST",
        "tournaments/{running}/entries/from-players",
        {"players": ["{newcomer}"]},
        ARBITERS.format(200),
    ),
    (
        "POST",
        "tournaments/{running}/entries/from-tournament",
        {"tournament": "{planned}"},
        # Who does not see the other tournament is told nothing else of it.
        "401 403 403 403 200 200 200 403 200",
    ),
]
