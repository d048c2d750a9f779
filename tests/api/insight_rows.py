"""Rows of the permission matrix for standings and their working, and for the tools."""

from __future__ import annotations

ALL = "200 200 200 200 200 200 200 200 200"
# What exists only for those who run the tournament.
RUNNERS = "404 404 404 404 200 200 200 404 200"

INSIGHT_ROWS = [
    ("GET", "tournaments/{running}/standings/{entry}/working", None, ALL),
    ("GET", "tournaments/{planned}/standings/{entry_planned}/working", None, RUNNERS),
    ("POST", "tools/tiebreaks", {"text": "1 A 2w1\n2 B 1b0\n"}, ALL),
    ("POST", "tools/prizes", {"places": [], "prizes": []}, ALL),
]
