"""English sentences for the codes of all engines and codecs that have their own.

A template may use the parameters of the finding, notice or refusal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .knockout.messages import SENTENCES as KNOCKOUT
from .roundrobin.messages import SENTENCES as ROUND_ROBIN
from .swiss.messages import SENTENCES as SWISS
from .trf.messages import SENTENCES as REPORT_FILES

PLANNER: dict[str, str] = {
    "planner.round_robin": "{players} players: a round robin is best",
    "planner.round_robin_calendar": "{players} players: a round robin, if the calendar allows it",
    "planner.round_robin_ceiling": "{players} players: the ceiling of a round robin",
    "planner.swiss": (
        "{players} players are too many for a round robin: Swiss, rating sections or quads"
    ),
    "planner.season": "{rounds} rounds: a season rather than a tournament",
    "planner.round_exceeds_session": (
        "one round takes {slot} minutes, longer than a session of {session}"
    ),
    "planner.byes_meet": (
        "{byes} byes: most players begin in round 2, and {meetings} of its matches join two of "
        "them; consider a play-in or another format"
    ),
    "planner.knockout_full": "{players} players fill the bracket without byes",
    "planner.players": "plans are made for {smallest} to {largest} players, not {players}",
    "planner.session": "a session takes at least a minute and a match at least one game",
    "planner.time_control": (
        "time control not understood: {read}; write minutes and seconds, like G/60 d5 or 90+30"
    ),
}
SENTENCES: dict[str, str] = {**REPORT_FILES, **SWISS, **ROUND_ROBIN, **KNOCKOUT, **PLANNER}


def sentence(code: str, params: Mapping[str, Any]) -> str:
    """The sentence for a code; lists are written with commas, an unknown code as it is."""
    if code not in SENTENCES:
        return f"{code} {dict(params)}"
    written = {
        name: ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
        for name, value in params.items()
    }
    return SENTENCES[code].format_map(written)
