"""Rows of the permission matrix for standings and their working, and for the tools."""

from __future__ import annotations

ALL = "200 200 200 200 200 200 200 200 200"
# What exists only for those who run the tournament.
RUNNERS = "404 404 404 404 200 200 200 404 200"

# Everybody who may write something here; the rest are told that they may not.
ARBITERS = "401 403 403 403 {0} {0} {0} 403 {0}"
RUNNERS_WRITE = "401 404 404 404 {0} {0} {0} 404 {0}"

INSIGHT_ROWS = [
    ("POST", "tournaments/{running}/standings/lots", {}, ARBITERS.format(200)),
    ("POST", "tournaments/{draft}/standings/lots", {}, RUNNERS_WRITE.format(200)),
    ("POST", "tournaments/{running}/standings/lots/call-off", None, ARBITERS.format(200)),
    (
        "POST",
        "tournaments/{running}/standings/manual-order",
        {"entries": []},
        ARBITERS.format(200),
    ),
    ("GET", "tournaments/{running}/standings/{entry}/working", None, ALL),
    ("GET", "tournaments/{planned}/standings/{entry_planned}/working", None, RUNNERS),
    ("POST", "tools/tiebreaks", {"text": "1 A 2w1\n2 B 1b0\n"}, ALL),
    ("POST", "tools/prizes", {"places": [], "prizes": []}, ALL),
]
