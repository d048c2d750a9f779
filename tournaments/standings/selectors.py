"""Standings, crosstable and their working, of what is published."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Max

from pairing.errors import PairingError
from tiebreaks import Notice, ParticipantWorking, explain
from tournaments.core.errors import Conflict, NotFound
from tournaments.core.principal import Principal
from tournaments.core.writing import get_or_refuse
from tournaments.events.models import KNOCKOUT_SYSTEM, Tournament
from tournaments.events.querysets import PUBLISHED_STATUSES
from tournaments.play.models import Board
from tournaments.play.querysets import BoardQuerySet
from tournaments.play.readiness import describe_board
from tournaments.play.record import build_record
from tournaments.schedules.tables import Part, order_of, parts_of

from .brackets import standings_of_bracket
from .computation import options_of
from .models import Place, StoredStandings
from .rows import StandingsRows, StandingsTable
from .services import ask_worker, bring_up_to_date, is_large, stored_for


def standings_for(
    *,
    principal: Principal,
    tournament_id: UUID,
    after_round: int | None = None,
    final: bool = False,
    may_be_behind: bool = False,
    group: str = "",
) -> StandingsTable:
    """Standings and crosstable after a published round, by default the last one with a result.

    ``group`` chooses the table of one group.  With ``final`` they are given only
    when nothing can change any more.  A reader who can tell (``may_be_behind``)
    may get those of a large field as they were before a change that a worker is
    still computing.  A knockout has its places instead (:mod:`.brackets`).

    Raises ``NotFound("tournament.not_found" | "round.not_found" | "group.not_found")``,
    ``Conflict("standings.not_final", boards=...)``, and ``Conflict`` with the
    code of a tie-break list that cannot be applied.
    """
    tournament = _visible(principal, tournament_id)
    if final:
        require_final(tournament)
    if tournament.system == KNOCKOUT_SYSTEM:
        return standings_of_bracket(principal, tournament, after_round)
    counted = counted_round(tournament, after_round)
    stored = stored_for(tournament.pk, counted)
    if not stored.is_current and not (may_be_behind and _is_being_computed(stored)):
        stored = bring_up_to_date(stored)
    rows = StandingsRows(stored, group)
    if group and not rows:
        raise NotFound("group.not_found", group=group, known=_groups(stored))
    return StandingsTable(
        tournament=tournament,
        after_round=counted,
        order=tuple(stored.order),
        rows=rows,
        notices=tuple(Notice(each["code"], each["params"]) for each in stored.notices),
        open_boards=_open_boards(tournament, counted).count(),
        current=stored.is_current,
        computed_at=stored.computed_at,
    )


def working_for(
    *,
    principal: Principal,
    tournament_id: UUID,
    numbers: Sequence[int],
    after_round: int | None = None,
) -> dict[int, ParticipantWorking]:
    """How the values of these pairing numbers came about, by number.

    Raises what :func:`standings_for` raises, and
    ``NotFound("entry.not_found")`` for a number that nobody has.
    """
    tournament = _visible(principal, tournament_id)
    if tournament.system == KNOCKOUT_SYSTEM:
        raise Conflict("standings.no_tie_breaks")
    counted = counted_round(tournament, after_round)
    record = build_record(tournament, through_round=counted, planned=False)
    unknown = set(numbers) - {person.number for person in record.participants}
    if unknown:
        raise NotFound("entry.not_found", numbers=sorted(unknown))
    found: dict[int, ParticipantWorking] = {}
    for part in parts_of(tournament, record):
        members = {person.number for person in part.record.participants}
        asked = [number for number in numbers if number in members]
        if asked:
            found |= {each.number: each for each in _working(tournament, part, asked)}
    return found


def _working(
    tournament: Tournament, part: Part, numbers: Sequence[int]
) -> tuple[ParticipantWorking, ...]:
    try:
        return explain(
            part.record,
            order_of(tournament),
            numbers,
            edition=tournament.tie_break_edition,
            options=options_of(tournament, part),
        )
    except PairingError as error:
        raise Conflict(error.code, **error.params) from None


def _groups(stored: StoredStandings) -> list[str]:
    """Names of the groups of a divided field."""
    places = Place.objects.filter(standings=stored).exclude(group="")
    return list(places.order_by("group").values_list("group", flat=True).distinct())


def require_final(tournament: Tournament) -> None:
    """Raise ``Conflict("standings.not_final")`` unless every round is complete (D11)."""
    done = tournament.rounds.filter(status="completed").count()
    if done < tournament.round_count:
        raise Conflict(
            "standings.not_final",
            completed=done,
            rounds=tournament.round_count,
            boards=open_boards(tournament, tournament.round_count),
        )


def open_boards(tournament: Tournament, through_round: int) -> list[dict[str, Any]]:
    """The published boards up to a round whose result is still to come."""
    boards = _open_boards(tournament, through_round).with_seats().select_related("round")
    return [describe_board(board) for board in boards.order_by("round__number", "number")]


def counted_round(tournament: Tournament, after_round: int | None) -> int:
    """The round asked for if it is published, else the last published one with a result.

    Raises ``NotFound("round.not_found")``.
    """
    published = tournament.rounds.filter(status__in=PUBLISHED_STATUSES)
    if after_round is None:
        with_result = published.exclude(boards__confirmed=False, boards__isnull=False)
        started = published.filter(boards__confirmed=True) | with_result
        return started.order_by("-number").values_list("number", flat=True).first() or 0
    if after_round and not published.filter(number=after_round).exists():
        raise NotFound("round.not_found", number=after_round)
    return after_round


def last_computed(tournament: Tournament) -> datetime | None:
    """When any of its standings was last computed, ``None`` if never."""
    stored = StoredStandings.objects.filter(tournament=tournament)
    found: datetime | None = stored.aggregate(last=Max("computed_at"))["last"]
    return found


def _visible(principal: Principal, tournament_id: UUID) -> Tournament:
    seen = Tournament.objects.visible_to(principal).select_related("event")
    return get_or_refuse(seen, "tournament.not_found", pk=tournament_id)


def _is_being_computed(stored: StoredStandings) -> bool:
    """Whether there is something to show meanwhile, and a worker to replace it."""
    if stored.computed_at is None or not is_large(stored.tournament_id):
        return False
    behind = StoredStandings.objects.filter(pk=stored.pk).behind()
    return ask_worker(stored.tournament_id, behind)


def _open_boards(tournament: Tournament, through_round: int) -> BoardQuerySet:
    boards = Board.objects.filter(
        round__tournament=tournament,
        round__number__lte=through_round,
        round__status__in=PUBLISHED_STATUSES,
    )
    return boards.unsettled()
