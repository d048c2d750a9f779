"""The tie-breaks: official code -> name, article, whom it is for, which modifiers it takes.

The table is C.07 (edition of 1 March 2026) with the team criteria of
art. 11-13, the helper values of FIDE's checker (``VUR``, ``ABH``, ``AFB``) and
the US Chess set (rule 34E).  The ``US...`` codes are ours: that book has names
only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

INDIVIDUALS = "individuals"
TEAMS = "teams"
BOTH = "both"


@dataclass(frozen=True, slots=True)
class Definition:
    """One tie-break.

    ``kind`` is the type of art. 4.3 (A direct encounter, B own results, C
    opponents' results, D ratings and others).  ``modifiers`` holds the letters
    that may follow a slash; ``scored`` says whether ``:MP`` or ``:GP`` may
    follow the name.  ``in_groups`` marks values that exist only inside a group
    of tied players, ``buchholz`` the family that the note to art. 8 bars from
    round robins, ``adjusted`` the users of art. 16, ``rated`` those that need
    everybody's rating (art. 10).
    """

    code: str
    title: str
    article: str
    kind: str
    subject: str = BOTH
    descending: bool = True
    modifiers: frozenset[str] = frozenset()
    scored: bool = False
    in_groups: bool = False
    buchholz: bool = False
    adjusted: bool = False
    rated: bool = False


def _define(
    code: str, article: str, kind: str, title: str, modifiers: str = "", **facts: Any
) -> Definition:
    return Definition(code, title, article, kind, modifiers=frozenset(modifiers), **facts)


def _family(definitions: Iterable[Definition]) -> dict[str, Definition]:
    return {definition.code: definition for definition in definitions}


_SCORED: dict[str, Any] = {"scored": True}
_PLAYERS: dict[str, Any] = {"subject": INDIVIDUALS}
_TEAMS: dict[str, Any] = {"subject": TEAMS}
_BUCHHOLZ: dict[str, Any] = {"scored": True, "buchholz": True, "adjusted": True}
_RATED: dict[str, Any] = {"subject": INDIVIDUALS, "rated": True}
_TEAM_PLACES: dict[str, Any] = {"subject": TEAMS, "in_groups": True, "descending": False}
_EXTENDED: dict[str, Any] = {"subject": TEAMS, "adjusted": True}

# Letters: C cut, M median, L Koya limit, P forfeits as played, F fore, K divisor,
# R reversed, U rating of the unrated, S as in a Swiss, V edition, N without 16.5.
DEFINITIONS: dict[str, Definition] = _family(
    [
        _define("PTS", "11", "-", "Points", **_SCORED),
        _define("MPTS", "11", "-", "Match points", **_TEAMS),
        _define("GPTS", "11", "-", "Game points", **_TEAMS),
        _define(
            "DE", "6", "A", "Direct encounter", "PS", in_groups=True, descending=False, **_SCORED
        ),
        _define("WIN", "7.1", "B", "Rounds won", "RS", **_SCORED),
        _define("WON", "7.2", "B", "Games won", "RS", **_SCORED),
        _define("BPG", "7.3", "B", "Games with Black", "RS", **_PLAYERS),
        _define("BWG", "7.4", "B", "Games won with Black", "RS", **_PLAYERS),
        _define("PS", "7.5", "B", "Progressive scores", "CRS", **_SCORED),
        _define("REP", "7.6", "B", "Rounds one elected to play", "RS", **_SCORED),
        _define("STD", "7.7", "B", "Standard points", "RS", **_SCORED),
        _define("TPN", "7.8", "B", "Tournament pairing number", "R", descending=False),
        _define("VUR", "16.1.2", "-", "Voluntarily unplayed rounds", "RS"),
        _define("BH", "8.1", "C", "Buchholz", "CMPNRSV", **_BUCHHOLZ),
        _define("AOB", "8.2", "CC", "Average of opponents' Buchholz", "FRSV", **_BUCHHOLZ),
        _define("FB", "8.3", "D", "Fore Buchholz", "CMPNRSV", **_BUCHHOLZ),
        _define("ABH", "16.3", "-", "Adjusted score", "RSV", **_BUCHHOLZ),
        _define("AFB", "16.3", "-", "Adjusted score, last round drawn", "RSV", **_BUCHHOLZ),
        _define("SB", "9.1", "BC", "Sonneborn-Berger", "CPNRSV", adjusted=True),
        _define("KS", "9.2", "BC", "Koya system", "LRS", **_SCORED),
        _define("ARO", "10.1", "D", "Average rating of opponents", "CMRUSV", **_RATED),
        _define("TPR", "10.2", "DB", "Tournament performance rating", "RUS", **_RATED),
        _define("PTP", "10.3", "DB", "Perfect tournament performance", "RUS", **_RATED),
        _define("APRO", "10.4", "DC", "Average performance of opponents", "RUS", **_RATED),
        _define("APPO", "10.5", "DC", "Average perfect performance of opponents", "RUS", **_RATED),
        _define("RTNG", "10.6", "B", "Rating", "RU", **_RATED),
        _define("BC", "12.1", "-", "Board count", "R", descending=False, **_TEAMS),
        _define("TBR", "12.2", "-", "Top board results", **_TEAM_PLACES),
        _define("BBE", "12.3", "-", "Bottom board elimination", **_TEAM_PLACES),
        _define("MPvGP", "13.1", "B", "The other team score", "R", **_TEAMS),
        _define(
            "EMMSB", "13.2.1", "BC", "Extended Sonneborn-Berger MP x MP", "CPNRSV", **_EXTENDED
        ),
        _define(
            "EMGSB", "13.2.2", "BC", "Extended Sonneborn-Berger MP x GP", "CPNRSV", **_EXTENDED
        ),
        _define(
            "EGMSB", "13.2.3", "BC", "Extended Sonneborn-Berger GP x MP", "CPNRSV", **_EXTENDED
        ),
        _define(
            "EGGSB", "13.2.4", "BC", "Extended Sonneborn-Berger GP x GP", "CPNRSV", **_EXTENDED
        ),
        _define("EDE", "13.3", "A", "Extended direct encounter", "PS", **_TEAM_PLACES),
        _define("EDEC", "13.3.2", "A", "EDE, then board count", "PS", **_TEAM_PLACES),
        _define("EDET", "13.3.2", "A", "EDE, then top boards", "PS", **_TEAM_PLACES),
        _define("EDEB", "13.3.2", "A", "EDE, then bottom boards", "PS", **_TEAM_PLACES),
        _define("EDEBT", "13.3.2", "A", "EDE, board count, top boards", "PS", **_TEAM_PLACES),
        _define("EDEBB", "13.3.2", "A", "EDE, board count, bottom boards", "PS", **_TEAM_PLACES),
        _define(
            "SSSC", "13.4", "BC", "Score strength combination", "FKPRSV", adjusted=True, **_TEAMS
        ),
        _define("USMM", "34E1", "C", "US Chess Modified Median", **_PLAYERS),
        _define("USSOL", "34E2", "C", "US Chess Solkoff", **_PLAYERS),
        _define("USCUM", "34E3", "B", "US Chess Cumulative", **_PLAYERS),
        _define("USMED", "34E4", "C", "US Chess Median", **_PLAYERS),
        _define(
            "USRTP", "34E5", "A", "US Chess result between tied players", in_groups=True, **_PLAYERS
        ),
        _define("USBLK", "34E6", "B", "US Chess most Blacks", **_PLAYERS),
        _define("USKAS", "34E7", "B", "US Chess Kashdan", **_PLAYERS),
        _define("USSB", "34E8", "BC", "US Chess Sonneborn-Berger", **_PLAYERS),
        _define("USCOP", "34E9", "CC", "US Chess Cumulative of opposition", **_PLAYERS),
        _define("USOPR", "34E10", "DC", "US Chess opposition's performance", "U", **_RATED),
        _define("USAVG", "34E11", "D", "US Chess average opposition", "U", **_RATED),
    ]
)

# Names of earlier editions and other programs -> the code of 2026.
ALIASES: dict[str, str] = {
    "GE": "REP",
    "ARPO": "APRO",
    "SNO": "TPN",
    "ESB:MM": "EMMSB",
    "ESB:MG": "EMGSB",
    "ESB:GM": "EGMSB",
    "ESB:GG": "EGGSB",
    "PTS:MP": "MPTS",
    "PTS:GP": "GPTS",
}

ORGANISERS_OWN = "OTHER"
"""Prefix of criteria that the organiser computes (TRF26 202/212 ``OTHER_xxx``)."""


def catalogue() -> tuple[Definition, ...]:
    """All tie-breaks in the order of the regulations."""
    return tuple(DEFINITIONS.values())
