"""Rows of the permission matrix for keys, federations, lists and exports.

Also what the key of a federation gets wherever that is not what a stranger gets.
"""

from __future__ import annotations

ALL = "200 200 200 200 200 200 200 200 200"
SIGNED_IN = "401 200 200 200 200 200 200 200 200"
ARBITERS = "401 403 403 403 {0} {0} {0} 403 {0}"
RUNNERS_WRITE = "401 404 404 404 {0} {0} {0} 404 {0}"
OWNERS = "401 403 403 403 403 403 {0} 403 {0}"
RUNNERS = "404 404 404 404 200 200 200 404 200"
NOBODY = "401 403 403 403 403 403 403 403 403"
SUPERUSERS = "401 403 403 403 403 403 403 403 {0}"

EXCHANGE_ROWS = [
    ("GET", "clubs/{club}/api-keys", None, ALL),
    (
        "POST",
        "clubs/{club}/api-keys",
        {"name": "Scoreboard", "scopes": ["results:read"]},
        OWNERS.format(201),
    ),
    ("GET", "federations/ESP/api-keys", None, ALL),
    (
        "POST",
        "federations/ESP/api-keys",
        {"name": "FEDA", "scopes": ["results:read"]},
        SUPERUSERS.format(201),
    ),
    ("GET", "api-keys/{api_key}", None, "404 404 404 404 404 404 200 404 200"),
    ("DELETE", "api-keys/{api_key}", None, "401 404 404 404 404 404 204 404 204"),
    ("GET", "feeds/results", None, NOBODY),
    ("GET", "feeds/results/bulk", None, NOBODY),
    ("POST", "feeds/results/push", {"items": []}, NOBODY),
    ("POST", "feeds/players/push", {"items": []}, NOBODY),
    ("GET", "feeds/quarantine", None, SIGNED_IN),
    ("GET", "feeds/quarantine/{quarantined}", None, "404 404 404 404 404 404 404 404 200"),
    ("DELETE", "feeds/quarantine/{quarantined}", None, "401 404 404 404 404 404 404 404 403"),
    ("POST", "feeds/quarantine/{quarantined}/retry", None, "401 404 404 404 404 404 404 404 403"),
    ("GET", "feeds/reports", None, SIGNED_IN),
    ("GET", "tournaments/{running}/reports", None, ALL),
    ("GET", "tournaments/{draft}/reports", None, RUNNERS),
    ("POST", "tournaments/{running}/reports", None, ARBITERS.format(409)),
    ("POST", "tournaments/{draft}/reports", None, RUNNERS_WRITE.format(409)),
    ("GET", "reports/{report}", None, RUNNERS),
    ("GET", "reports/{report}/files/trf16", None, RUNNERS),
    ("POST", "reports/{report}/submit", None, RUNNERS_WRITE.format(200)),
    (
        "POST",
        "reports/{report}/decision",
        {"accepted": True},
        "401 404 404 404 403 403 403 404 200",
    ),
    ("GET", "rating-lists", None, ALL),
    ("GET", "rating-lists/FIDE/players", None, SIGNED_IN),
    ("GET", "tournaments/{running}/rating-check", None, ARBITERS.format(200)),
    ("GET", "tournaments/{draft}/rating-check", None, RUNNERS_WRITE.format(200)),
    (
        "POST",
        "tournaments/{running}/rating-check",
        {"apply": [{"entry": "{entry}", "field": "rating", "listed": "1"}]},
        ARBITERS.format(200),
    ),
]

# (method, path) -> status for the key of the event's federation, which holds every scope.
FEDERATION_KEY = {
    ("POST", "auth/logout"): 401,
    ("GET", "auth/devices"): 401,
    ("DELETE", "auth/devices/{device}"): 401,
    ("POST", "invitations/accept"): 403,
    ("GET", "auth/me"): 401,
    ("PATCH", "auth/me"): 401,
    ("POST", "clubs"): 403,
    ("GET", "feeds/results"): 200,
    ("GET", "feeds/results/bulk"): 200,
    ("POST", "feeds/results/push"): 200,
    ("POST", "feeds/players/push"): 200,
    ("GET", "feeds/quarantine/{quarantined}"): 200,
    ("DELETE", "feeds/quarantine/{quarantined}"): 204,
    ("POST", "feeds/quarantine/{quarantined}/retry"): 200,
    ("GET", "reports/{report}"): 200,
    ("GET", "reports/{report}/files/trf16"): 200,
    ("POST", "reports/{report}/submit"): 403,
    ("POST", "reports/{report}/decision"): 200,
    # Results: its own entry door, for published rounds only.
    ("PATCH", "boards/{board}"): 200,
    ("POST", "boards/{board}/confirm"): 409,
    ("PATCH", "boards/{board_two}"): 200,
    ("POST", "matches/{match}/games"): 200,
    ("DELETE", "matches/{match}/games/1/1"): 409,
    ("POST", "matches/{match}/bids"): 409,
    ("POST", "tournaments/{running}/results:batch"): 200,
}
