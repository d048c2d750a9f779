"""Rows of the permission matrix for knockouts.

``knockout`` is a tournament with a published draw, ``knockout_draft`` one
whose draw only those who run it see; both tournaments are public.
"""

from __future__ import annotations

ALL = "200 200 200 200 200 200 200 200 200"
# Everybody who may write something here; the rest are told that they may not.
ARBITERS = "401 403 403 403 {0} {0} {0} 403 {0}"
ORGANISERS = "401 403 403 403 403 {0} {0} 403 {0}"
# What exists only for those who run the tournament.
RUNNERS = "404 404 404 404 200 200 200 404 200"
RUNNERS_WRITE = "401 404 404 404 {0} {0} {0} 404 {0}"

_OPEN = "tournaments/{knockout}"
_DRAFT = "tournaments/{knockout_draft}"

KNOCKOUT_ROWS = [
    ("GET", f"{_OPEN}/knockout", None, ALL),
    ("GET", f"{_DRAFT}/knockout", None, ALL),
    ("PATCH", f"{_DRAFT}/knockout", {"places_to": 4}, ORGANISERS.format(200)),
    ("PATCH", f"{_OPEN}/knockout", {"places_to": 4}, ORGANISERS.format(409)),
    ("GET", f"{_OPEN}/bracket", None, ALL),
    ("GET", f"{_DRAFT}/bracket", None, RUNNERS),
    ("GET", f"{_OPEN}/bracket.svg", None, ALL),
    ("GET", f"{_DRAFT}/bracket.svg", None, RUNNERS),
    ("GET", f"{_OPEN}/bracket/export", None, ALL),
    ("GET", f"{_DRAFT}/bracket/export", None, RUNNERS),
    ("GET", f"{_OPEN}/places", None, ALL),
    ("GET", f"{_DRAFT}/places", None, RUNNERS),
    ("GET", f"{_OPEN}/matches", None, ALL),
    ("GET", f"{_DRAFT}/matches", None, RUNNERS),
    ("GET", f"{_OPEN}/standings", None, ALL),
    ("GET", f"{_OPEN}/bracket/qualifiers", None, ALL),
    (
        "POST",
        f"{_DRAFT}/bracket/qualifiers",
        {"preliminary": "{running}", "places": 4},
        ARBITERS.format(409),
    ),
    ("POST", f"{_DRAFT}/bracket/draw", {"seed": 5}, ARBITERS.format(200)),
    ("POST", f"{_OPEN}/bracket/draw", {}, ARBITERS.format(409)),
    ("POST", f"{_DRAFT}/bracket/publish", None, ARBITERS.format(200)),
    ("POST", f"{_DRAFT}/bracket/cancel", None, ARBITERS.format(200)),
    ("POST", f"{_OPEN}/bracket/cancel", None, ARBITERS.format(200)),
    ("POST", f"{_OPEN}/bracket/swap", {"first": 0, "second": 2}, ARBITERS.format(200)),
    (
        "POST",
        f"{_OPEN}/bracket/reserve",
        {"out": "{entry_knockout}", "reserve": "{entry_reserve}"},
        ARBITERS.format(200),
    ),
    (
        "POST",
        f"{_OPEN}/bracket/latecomer",
        {"slot": 1, "entry": "{entry_reserve}"},
        ARBITERS.format(409),
    ),
    ("POST", f"{_OPEN}/bracket/depart", {"entry": "{entry_knockout}"}, ARBITERS.format(200)),
    ("POST", f"{_OPEN}/bracket/readmit", {"entry": "{entry_knockout}"}, ARBITERS.format(409)),
    ("POST", f"{_OPEN}/bracket/consolation", {}, ARBITERS.format(409)),
    ("POST", f"{_OPEN}/bracket/consolation/cancel", {}, ARBITERS.format(409)),
    ("GET", "matches/{match}", None, ALL),
    (
        "POST",
        "matches/{match}/games",
        {"stage": 1, "game": 1, "result": "1-0"},
        ARBITERS.format(200),
    ),
    ("DELETE", "matches/{match}/games/1/1", None, ARBITERS.format(409)),
    (
        "POST",
        "matches/{match}/bids",
        {"entry": "{entry_knockout}", "seconds": 100},
        ARBITERS.format(409),
    ),
    ("POST", "matches/{match}/ruling", {"kind": "double_forfeit"}, ARBITERS.format(200)),
    ("DELETE", "matches/{match}/ruling", None, ARBITERS.format(409)),
]
