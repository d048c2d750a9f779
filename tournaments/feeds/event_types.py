"""The changes that leave the server as events, by the type they have in the log.

Changes that only those who run a tournament may see are not among them.
``tests/contract`` holds that this list and the code agree.
"""

from __future__ import annotations

TEST = "endpoint.test"
"""What a ping sends."""

EVENT_TYPES = frozenset(
    {
        "board.cancelled",
        "board.restored",
        "bracket.cancelled",
        "bracket.published",
        "bracket.qualified",
        "bracket.swapped",
        "club.created",
        "club.updated",
        "entries.renumbered",
        "entry.added",
        "entry.arrived",
        "entry.removed",
        "entry.returned",
        "entry.substituted",
        "entry.updated",
        "entry.withdrawn",
        "event.created",
        "event.updated",
        "initial_colour.drawn",
        "member.added",
        "member.removed",
        "member.updated",
        "numbers.drawn",
        "player.created",
        "player.updated",
        "result.confirmed",
        "result.corrected",
        "result.corrected_for_rating",
        "result.recorded",
        "round.closed",
        "round.completed",
        "round.published",
        "round.reopened",
        "round.scheduled",
        "round.unpaired",
        "round.unpublished",
        "team.added",
        "team.removed",
        "team.updated",
        "tournament.archived",
        "tournament.created",
        "tournament.divided",
        "tournament.finished",
        "tournament.hidden",
        "tournament.imported",
        "tournament.opened",
        "tournament.reopened",
        "tournament.restored",
        "tournament.started",
        "tournament.unarchived",
        "tournament.updated",
    }
)
