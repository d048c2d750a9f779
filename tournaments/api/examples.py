"""Examples of requests in the OpenAPI document, by operation; the tests send each of them.

Bodies that need an explanation of their own have their examples beside their serializer.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

BOARD = "01960b2e-7a4c-7d11-8f0a-5b6c7d8e9f01"
OTHER_BOARD = "01960b2e-7a4c-7d11-8f0a-5b6c7d8e9f02"
TOURNAMENT = "01960b2e-7a4c-7d11-8f0a-5b6c7d8e9f03"
ENTRY = "01960b2e-7a4c-7d11-8f0a-5b6c7d8e9f04"
OTHER_ENTRY = "01960b2e-7a4c-7d11-8f0a-5b6c7d8e9f05"
PLAYER = "01960b2e-7a4c-7d11-8f0a-5b6c7d8e9f06"

_REPORT = (
    "012 Club open\nXXR 5\n"
    "001    1      Alvarez, Ana                      2100\n"
    "001    2      Brown, Bob                        2065\n"
)
_TABLE = "Name;Rating\nAlvarez, Ana;2100\nBrown, Bob;2065\n"

# Operation -> title -> body.
BODIES: dict[str, dict[str, Any]] = {
    "login": {
        "From a phone": {
            "email": "ana@example.org",
            "password": "Torre-y-alfil-64",
            "device": "Phone",
        }
    },
    "me_update": {"Another name": {"name": "Ana Alvarez"}},
    "boards_update": {"White won": {"result": "1-0"}},
    "clubs_create": {"A club": {"name": "Club de ajedrez", "city": "Toledo"}},
    "clubs_update": {"It has moved": {"city": "Toledo"}},
    "club_keys_create": {
        "A scoreboard that reads": {"name": "Scoreboard", "scopes": ["results:read"]}
    },
    "events_create": {
        "A weekend": {"name": "Autumn open", "start": "2026-10-24", "end": "2026-10-25"}
    },
    "memberships_create": {
        "An arbiter of the club": {"email": "event_arbiter@example.org", "role": "arbiter"}
    },
    "players_create": {
        "With a FIDE id": {"name": "Alvarez, Ana", "title": "WFM", "fide_id": "2200001"}
    },
    "webhooks_create": {"Everything": {"url": "https://hooks.example.org/chess"}},
    "webhooks_update": {"What it is for": {"description": "Screen in the hall"}},
    "webhooks_replay": {"What was missed since noon": {"since": "2026-10-24T12:00:00Z"}},
    "entries_update": {"Another rating": {"rating": 2000}},
    "byes_create": {"Not there in round 3": {"round": 3, "kind": "Z"}},
    "entries_return": {"From round 4 on": {"from_round": 4}, "As soon as possible": {}},
    "entries_withdraw": {"From now on": {}},
    "teams_withdraw": {"From now on": {}},
    "event_members_update": {"May only look": {"role": "viewer"}},
    "event_members_create": {
        "A helper for ten boards": {
            "email": "viewer@example.org",
            "role": "helper",
            "first_board": 1,
            "last_board": 10,
        }
    },
    "memberships_update": {"An arbiter": {"role": "arbiter"}},
    "events_update": {"Another town": {"city": "Toledo"}},
    "federation_keys_create": {
        "Follows results, sends players": {
            "name": "Rating office",
            "scopes": ["results:read", "players:write"],
        }
    },
    "feeds_players_push": {
        "A new title and rating": {
            "items": [
                {
                    "ref": "1",
                    "fide_id": "2200001",
                    "set": {
                        "title": "FM",
                        "ratings": [{"value": 2301, "as_of": "2026-10-01", "list": "FIDE"}],
                    },
                }
            ]
        }
    },
    "feeds_results_push": {
        "A game of round 1": {
            "items": [
                {
                    "ref": "1",
                    "tournament": TOURNAMENT,
                    "round": 1,
                    "white": {"number": 1},
                    "black": {"number": 3},
                    "result": "1-0",
                }
            ]
        }
    },
    "invitations_accept": {"What the link in the mail ends with": {"token": "Zm9yIHlvdQ"}},
    "pairing_sessions_update": {
        "One board by hand": {"boards": [{"white": ENTRY, "black": OTHER_ENTRY}]}
    },
    "rounds_pair_by_hand": {
        "One board by hand": {"boards": [{"white": ENTRY, "black": OTHER_ENTRY}]}
    },
    "players_update": {"A new title": {"title": "FM"}},
    "reports_decide": {
        "Accepted": {"accepted": True},
        "Rejected": {"accepted": False, "findings": [{"text": "Wrong id", "entry": 2}]},
    },
    "rounds_schedule": {"When it starts": {"starts_at": "2026-10-24T10:00:00+02:00"}},
    "rounds_reopen": {"A protest": {"reason": "Protest of board 3"}},
    "tools_prizes": {
        "Second and third share": {
            "places": [
                {"rank": 1, "number": 4},
                {"rank": 2, "number": 1},
                {"rank": 2, "number": 7},
            ],
            "prizes": [300, 200, 100],
        }
    },
    "tools_tiebreaks": {"Two players": {"text": "1 A 2w1\n2 B 1b0\n"}},
    "tournaments_update": {"Another town": {"city": "Toledo"}},
    "tournaments_change_status": {"Open for entries": {"status": "registration"}},
    "consolation_cancel": {"As it is": {}, "With its games": {"confirm": True}},
    "bracket_readmit": {"Somebody who had left": {"entry": ENTRY}},
    "entries_create": {"A player of the club": {"player": PLAYER, "rating": 2100}},
    "entries_number": {"By rating": {}, "As given": {"order": [ENTRY, OTHER_ENTRY]}},
    "rating_check_apply": {
        "Take the rating of the list": {
            "apply": [{"entry": ENTRY, "field": "rating", "listed": "2100"}]
        }
    },
    "results_batch": {
        "Two results of a tablet": {
            "results": [
                {"client_id": "a1", "board": BOARD, "result": "1-0", "base_version": 1},
                {"client_id": "a2", "board": OTHER_BOARD, "result": "1/2-1/2", "base_version": 1},
            ]
        }
    },
    "standings_draw_lots": {"The server draws": {}, "The same lots again": {"seed": 2026}},
    "standings_order_ties": {
        "Two who tie": {"entries": [ENTRY, OTHER_ENTRY]},
        "Taken back": {"entries": []},
    },
}

# Operation -> media type -> body.
FILES: dict[str, dict[str, str]] = {
    "events_import": {"text/plain": _REPORT},
    "tournaments_import": {"text/plain": _REPORT},
    "entries_import": {"text/csv": _TABLE},
    "entries_preview": {"text/csv": _TABLE},
}


def examples_for(operation: str) -> list[OpenApiExample]:
    """The examples of an operation's request."""
    made = [
        OpenApiExample(title, value=value, request_only=True)
        for title, value in BODIES.get(operation, {}).items()
    ]
    made += [
        OpenApiExample("A file", value=value, request_only=True, media_type=media_type)
        for media_type, value in FILES.get(operation, {}).items()
    ]
    return made
