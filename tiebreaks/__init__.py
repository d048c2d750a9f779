"""Order the players: tie-breaks over the record that the pairing package defines.

``standings`` applies an announced list of criteria to a record, ``explain``
gives the working of every value.  C.07 in the edition of 1 March 2026 is the
default; earlier rules and the US Chess set are there too.

Layout: ``registry`` names the tie-breaks, ``codes`` parses them, ``field`` and
``team_field`` turn a record into tables, ``unplayed`` and ``cuts`` hold
art. 14-16, one module for each family computes values, ``ranking`` applies the
list and ``explain`` reports.  ``crosstable`` prints everybody against
everybody, ``crosstable_text`` reads pasted tables, ``qualifying`` names who goes through from
a group, ``prizes`` shares prizes, ``check`` compares with vector files.
"""

from .codes import EDITIONS, Criterion, parse_code, parse_order
from .errors import TiebreakError
from .explain import ParticipantWorking, explain
from .options import Options
from .orders import announced_order
from .ranking import Row, Standings, standings
from .registry import Definition, catalogue
from .unplayed import edition_of
from .values import Notice, Value

__all__ = [
    "EDITIONS",
    "Criterion",
    "Definition",
    "Notice",
    "Options",
    "ParticipantWorking",
    "Row",
    "Standings",
    "TiebreakError",
    "Value",
    "announced_order",
    "catalogue",
    "edition_of",
    "explain",
    "parse_code",
    "parse_order",
    "standings",
]
