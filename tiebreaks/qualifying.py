"""From the final standings of a group to those who may qualify from it."""

from __future__ import annotations

from pairing.roundrobin.groups import Ranked

from .codes import parse_code
from .errors import TiebreakError
from .ranking import Standings


def group_order(table: Standings, places: int) -> tuple[Ranked, ...]:
    """The group in its final order, for :func:`pairing.roundrobin.groups.qualifiers`.

    ``places`` is how many qualify.  Points and tie-breaks go along, the larger
    the better, to rank qualifiers of equal place across groups; values that
    exist only among the tied of one group (direct encounter) cannot, and are
    left out.  Who is listed without a place does not qualify.  Raises
    ``TiebreakError("standings.level_at_the_cut")`` while a place that
    qualifies is shared: lots, a play-off (manual order) or a further criterion
    must decide first.
    """
    ranked = [row for row in table.rows if row.rank is not None]
    level = [row.number for row in ranked if row.shared and (row.rank or 0) <= places]
    if level:
        raise TiebreakError("standings.level_at_the_cut", numbers=level, places=places)
    criteria = [parse_code(code) for code in table.order]
    compared = [
        (place, 1 if criterion.descending else -1)
        for place, criterion in enumerate(criteria)
        if place and not criterion.definition.in_groups
    ]
    return tuple(
        Ranked(
            number=row.number,
            points=row.values[0].scaled or 0,
            tie_breaks=tuple((row.values[place].scaled or 0) * sign for place, sign in compared),
        )
        for row in ranked
    )
