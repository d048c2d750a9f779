"""Who goes through from a preliminary to a knockout: the interface between the two.

A preliminary is a Swiss or a set of groups.  ``pairing.roundrobin.groups``
makes the qualifiers of groups from their final order; ``pairing.knockout``
places them in the bracket by the crossings that keep group mates apart.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Qualifier:
    """One participant who has qualified.

    ``entrant`` is the pairing number in the preliminary, ``place`` the place
    there: in the group named ``group`` (``"A"``, ``"B"`` ...), or overall where
    ``group`` is empty.  ``group_size`` is the number of participants who
    counted in the group.  ``points`` (tenths) and ``tie_breaks`` (values of
    the announced criteria, the larger one better) compare qualifiers of equal
    place from groups of equal size; nothing else may be compared across groups.
    """

    entrant: int
    place: int
    group: str = ""
    group_size: int = 0
    points: int = 0
    tie_breaks: tuple[int, ...] = ()
