"""Rows of the permission matrix for running an event: people, attendance, rounds, undo.

Also what three further roles get wherever that is not what their like gets: a
helper (else as a viewer), an arbiter of this event only (else as an arbiter of
the club), and an arbiter of another event of the club (else as a stranger).
"""

from __future__ import annotations

ALL = "200 200 200 200 200 200 200 200 200"
# Everybody who may write something here; the rest are told that they may not.
ARBITERS = "401 403 403 403 {0} {0} {0} 403 {0}"
ORGANISERS = "401 403 403 403 403 {0} {0} 403 {0}"
OWNERS = "401 403 403 403 403 403 {0} 403 {0}"
# What exists only for those who run the tournament.
RUNNERS = "404 404 404 404 200 200 200 404 200"
RUNNERS_WRITE = "401 404 404 404 {0} {0} {0} 404 {0}"

RESULTS = {"results": [{"board": "{board}", "result": "1-0", "version": 1}]}
CORRECTED = {"result": "0-1", "reason": "Scoresheet"}
KNOWN = {"email": "viewer@example.org", "role": "helper"}
# An account, but none that the owner knows of: it is invited.
MEMBER = {"email": "stranger@example.org", "role": "helper", "first_board": 1, "last_board": 9}

RUNNING_ROWS = [
    # Accounts.
    ("GET", "auth/devices", None, "401" + " 200" * 8),
    ("DELETE", "auth/devices/{device}", None, "401 204" + " 404" * 7),
    # Roles in one event, and invitations.
    ("GET", "events/{event}/memberships", None, ALL),
    ("GET", "events/{hidden_event}/memberships", None, RUNNERS),
    ("POST", "events/{event}/memberships", KNOWN, ORGANISERS.format(201)),
    ("POST", "events/{event}/memberships", MEMBER, "401 403 403 403 403 404 404 403 201"),
    ("GET", "event-memberships/{event_membership}", None, "404 404 404 200 200 200 200 404 200"),
    (
        "PATCH",
        "event-memberships/{event_membership}",
        {"role": "viewer"},
        "401 404 404 403 403 200 200 404 200",
    ),
    (
        "DELETE",
        "event-memberships/{event_membership}",
        None,
        "401 404 404 403 403 204 204 404 204",
    ),
    ("GET", "clubs/{club}/invitations", None, ALL),
    ("POST", "clubs/{club}/invitations", MEMBER, OWNERS.format(201)),
    ("POST", "events/{event}/invitations", MEMBER, ORGANISERS.format(201)),
    ("GET", "invitations/{invitation}", None, "404 404 404 404 404 200 200 404 200"),
    ("DELETE", "invitations/{invitation}", None, "401 404 404 404 404 200 200 404 200"),
    ("POST", "invitations/accept", {"token": "{invitation_token}"}, "401 200" + " 403" * 7),
    # Attendance.
    ("POST", "entries/{entry_gathering}/check-in", None, RUNNERS_WRITE.format(200)),
    ("DELETE", "entries/{entry_gathering}/check-in", None, RUNNERS_WRITE.format(200)),
    ("POST", "entries/{entry}/check-in", None, ARBITERS.format(409)),
    # Pairings by hand, and steps back.
    ("POST", "rounds/{round_planned}/pairing-session", None, RUNNERS_WRITE.format(201)),
    ("POST", "rounds/{round_published}/pairing-session", None, ARBITERS.format(409)),
    ("GET", "pairing-sessions/{session}", None, RUNNERS),
    ("PATCH", "pairing-sessions/{session}", {"boards": []}, RUNNERS_WRITE.format(200)),
    ("DELETE", "pairing-sessions/{session}", None, RUNNERS_WRITE.format(200)),
    (
        "POST",
        "pairing-sessions/{session}/end",
        {"reason": "Two families"},
        RUNNERS_WRITE.format(200),
    ),
    ("POST", "rounds/{round_published}/unpublish", None, ARBITERS.format(200)),
    ("POST", "rounds/{round_published}/reopen", {"reason": "Protest"}, ARBITERS.format(409)),
    ("POST", "rounds/{round_published}/close", None, ARBITERS.format(409)),
    # Each line is judged by itself.
    ("POST", "rounds/{round_published}/results", RESULTS, "401" + " 200" * 8),
    ("POST", "rounds/{round_draft}/results", RESULTS, RUNNERS_WRITE.format(200)),
    # What is claimed and corrected: lists of what one may see of it.
    ("GET", "boards/{board}/claims", None, ALL),
    ("GET", "tournaments/{running}/corrections", None, ALL),
    ("GET", "tournaments/{draft}/corrections", None, RUNNERS),
    ("POST", "boards/{board}/rating-correction", CORRECTED, ARBITERS.format(409)),
    # Results beyond the helper's boards.
    ("PATCH", "boards/{board_two}", {"result": "1-0"}, ARBITERS.format(200)),
]

HELPER = {
    ("PATCH", "boards/{board}"): 200,
    ("POST", "boards/{board}/confirm"): 409,
    ("POST", "matches/{match}/games"): 200,
    ("DELETE", "matches/{match}/games/1/1"): 409,
    ("POST", "matches/{match}/bids"): 409,
    ("POST", "tournaments/{running}/results:batch"): 200,
}
EVENT_ARBITER = {
    # Whose registry it is decides who changes it; finding players there is enough.
    ("POST", "clubs/{club}/players"): 403,
    ("PATCH", "players/{person}"): 403,
    # Of the club he is no member, and of other events he is nothing.
    ("GET", "clubs/{club}/log"): 403,
    ("GET", "clubs/{club}/players/duplicates"): 403,
    ("GET", "memberships/{membership}"): 404,
    ("PATCH", "memberships/{membership}"): 404,
    ("DELETE", "memberships/{membership}"): 404,
    ("GET", "events/{hidden_event}"): 404,
    ("GET", "events/{hidden_event}/tournaments"): 404,
    ("GET", "events/{hidden_event}/memberships"): 404,
    ("PATCH", "events/{hidden_event}"): 404,
}
NEIGHBOUR = {
    ("GET", "players/{person}"): 200,
    ("PATCH", "players/{person}"): 403,
    ("POST", "players/{newcomer}/merge"): 403,
    ("POST", "players/{newcomer}/unmerge"): 403,
    ("GET", "events/{hidden_event}"): 200,
    ("GET", "events/{hidden_event}/tournaments"): 200,
    ("GET", "events/{hidden_event}/memberships"): 200,
    ("PATCH", "events/{hidden_event}"): 403,
    ("DELETE", "auth/devices/{device}"): 404,
    ("POST", "invitations/accept"): 403,
}
LIKE = {
    "helper": ("viewer", HELPER),
    "event_arbiter": ("arbiter", EVENT_ARBITER),
    "neighbour": ("stranger", NEIGHBOUR),
}
