"""The list of tie-breaks of an event that announces none; the regulations have no default (4.1)."""

from __future__ import annotations

from pairing.record import TournamentRecord

from .field import is_predetermined

SWISS_ORDER = ("PTS", "BH/C1", "BH", "SB")
ROUND_ROBIN_ORDER = ("PTS", "SB", "DE", "KS", "WIN")
TEAM_ORDER = ("MPTS", "GPTS", "EDE", "EMMSB")


def announced_order(record: TournamentRecord) -> tuple[str, ...]:
    """The list that the record announces, else a usual one for its kind of event."""
    if record.info.tie_breaks:
        return record.info.tie_breaks
    if record.team_event is not None:
        return TEAM_ORDER
    return ROUND_ROBIN_ORDER if is_predetermined(record) else SWISS_ORDER
