"""Leaving a tournament with a table, coming back, and being replaced before it begins."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import Max

from tournaments.core.errors import Conflict, Invalid
from tournaments.core.principal import Principal
from tournaments.core.writing import append_change, apply, save_changes
from tournaments.events.models import Entry, EntryStatus, Tournament
from tournaments.play.models import Board
from tournaments.play.outcomes import NO_RESULT, BoardOutcome

from ..guards import require_departure
from ..withdrawals import RETURN, align_boards, automatic_forfeits, open_games, verdict_on


def withdraw_from_table(
    actor: Principal, tournament: Tournament, entry: Entry, from_round: int | None
) -> Entry:
    """Take an entry out from a round on; the caller holds the tournament's lock.

    By default from the round after the last one that has a result.  The 50 %
    rule decides what becomes of the games: forfeits for the opponents who are
    there, or games that do not exist.  Raises ``Conflict("schedule.delete_instead" |
    "tournament.no_rounds_left" | "schedule.played_later" | "schedule.results_missing")``
    and ``Invalid("round.out_of_range")``.
    """
    require_departure(tournament)
    by_rule = automatic_forfeits(tournament)
    first = _first_round_without(tournament, from_round, by_rule)
    later = _rounds_played(entry, first, by_rule)
    if later:
        raise Conflict("schedule.played_later", from_round=first, rounds=later)
    missing = open_games(tournament, entry, before=first)
    if missing:
        raise Conflict("schedule.results_missing", from_round=first, boards=missing)
    _set_status(entry, EntryStatus.WITHDRAWN, first)
    data: dict[str, Any] = {"from_round": first}
    verdict = verdict_on(tournament, entry)
    if verdict is not None:
        data |= {
            "completed": verdict.completed,
            "games": verdict.games,
            "needed": verdict.needed,
            "counts": verdict.counts,
        }
    append_change("entry.withdrawn", actor=actor, subject=entry, tournament=tournament, data=data)
    align_boards(actor, tournament)
    return entry


def return_to_table(
    actor: Principal, tournament: Tournament, entry: Entry, from_round: int | None
) -> Entry:
    """Undo a withdrawal as if it had never been; the caller holds the tournament's lock.

    Games that were cancelled or forfeited by it are open again.  Raises
    ``Conflict("schedule.return_is_whole")`` if a round is named.
    """
    if from_round is not None:
        raise Conflict("schedule.return_is_whole")
    _set_status(entry, EntryStatus.ACTIVE, 1)
    append_change(
        "entry.returned", actor=actor, subject=entry, tournament=tournament, data={"from_round": 1}
    )
    align_boards(actor, tournament, RETURN)
    return entry


def _first_round_without(
    tournament: Tournament, wanted: int | None, by_rule: Collection[UUID]
) -> int:
    if wanted is not None:
        if not 1 <= wanted <= tournament.round_count:
            raise Invalid("round.out_of_range", round=wanted, rounds=tournament.round_count)
        return wanted
    boards = Board.objects.filter(round__tournament=tournament).exclude(pk__in=by_rule)
    played = boards.exclude(outcome=NO_RESULT)
    last: int = played.aggregate(last=Max("round__number"))["last"] or 0
    if last >= tournament.round_count:
        raise Conflict("tournament.no_rounds_left", rounds=tournament.round_count)
    return last + 1


def _rounds_played(entry: Entry, first: int, by_rule: Collection[UUID]) -> list[int]:
    """Rounds from ``first`` on in which the entry has a result, not one by the rule alone."""
    seats = entry.seats.filter(board__isnull=False, round__number__gte=first)
    open_results = (NO_RESULT, BoardOutcome.POSTPONED)
    played = seats.exclude(board__outcome__in=open_results).exclude(board__in=by_rule)
    return sorted(played.values_list("round__number", flat=True))


def _set_status(entry: Entry, status: EntryStatus, from_round: int) -> None:
    save_changes(entry, apply(entry, {"status": status.value, "status_from_round": from_round}))
