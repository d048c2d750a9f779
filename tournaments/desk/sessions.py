"""Editing a pairing by hand: start, change as often as needed, end with a check.

While a session is open its round can be neither paired, published nor taken
back.  Ended, the boards become the round's draft.  What breaks a rule is listed
all along and must be confirmed at the end; the log and the report file say so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from tournaments.core.clock import now
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.writing import (
    append_change,
    get_or_refuse,
    lock_tournament,
    require_version,
    save_changes,
)
from tournaments.events.access import locked_round, require_open, require_paired_rounds
from tournaments.events.models import Entry, Round, RoundStatus, Tournament
from tournaments.events.services import put_off_the_absent
from tournaments.play.models import Seat
from tournaments.play.outcomes import SeatBye, Side
from tournaments.play.readiness import present_entries, require_ready
from tournaments.play.services.rounds import (
    PAIR,
    beside_of,
    clear_draft,
    number_arrivals,
    store_draft,
)
from tournaments.schedules.services.draw import ensure_drawn

from .guards import require_no_session
from .hand import Boards, boards_of, require_complete, warnings_of
from .models import PairingSession, SessionStatus


@transaction.atomic
def start_session(
    *, actor: Principal, round_id: UUID, expected_version: int | None = None
) -> PairingSession:
    """Begin to edit the pairing of a draft, or of a round that could be paired (arbiters).

    Raises what makes a round not ready (:mod:`tournaments.play.readiness`),
    ``Conflict("round.being_edited" | "round.already_published")``, ``Stale("round.stale")``.
    """
    round, tournament = locked_round(actor, round_id, PAIR)
    require_version(round, expected_version)
    require_open(tournament)
    require_paired_rounds(tournament)
    require_no_session(round)
    if round.is_published:
        raise Conflict("round.already_published", round=round.number)
    if round.status == RoundStatus.PLANNED:
        put_off_the_absent(actor, tournament, round)
        require_ready(tournament, round)
        ensure_drawn(actor, tournament)
        number_arrivals(actor, tournament, round)
    boards = boards_of(round)
    session = PairingSession.objects.create(
        round=round, boards=boards, before=_before(round, boards), started_by=actor.user
    )
    _log("pairing_session.started", actor, session, tournament)
    return session


@transaction.atomic
def edit_session(
    *,
    actor: Principal,
    session_id: UUID,
    boards: Boards,
    expected_version: int | None = None,
) -> PairingSession:
    """Replace the boards of an open session; whoever is left out is still to be placed.

    Raises ``Conflict("session.over")``, ``Stale("pairingsession.stale")``,
    ``Invalid("pairing.second_bye")`` and ``Invalid("pairing.impossible")`` for
    somebody named twice or not present.
    """
    session, tournament = _locked(actor, session_id, expected_version)
    entries = {entry.pk: entry for entry in _to_place(tournament, session.round)}
    _require_possible(boards, set(entries))
    beside_of(tournament, session.round, _numbered(boards, entries))
    old, session.boards = session.boards, _as_stored(boards)
    if old != session.boards:
        save_changes(session, ["boards"])
        _log(
            "pairing_session.edited",
            actor,
            session,
            tournament,
            removed=[pair for pair in old if pair not in session.boards],
            added=[pair for pair in session.boards if pair not in old],
        )
    return session


@transaction.atomic
def end_session(
    *,
    actor: Principal,
    session_id: UUID,
    confirmed: bool = False,
    reason: str = "",
    expected_version: int | None = None,
) -> PairingSession:
    """Make the session's boards the round's draft.

    Raises ``Invalid("pairing.incomplete")`` while somebody is not placed,
    ``Conflict("session.warnings", warnings=[...])`` unless what breaks a rule
    is ``confirmed``, and ``Conflict("session.over")``.
    """
    session, tournament = _locked(actor, session_id, expected_version)
    round = session.round
    entries = {entry.pk: entry for entry in _to_place(tournament, round)}
    boards = _as_given(session.boards)
    require_complete(boards, entries)
    warnings = warnings_of(session)
    if warnings and not confirmed:
        raise Conflict("session.warnings", round=round.number, warnings=warnings)
    session.warnings, session.reason = warnings, reason.strip()
    _close(actor, session, SessionStatus.ENDED, "warnings", "reason")
    pairs = _numbered(boards, entries)
    replaced = list(map(str, round.boards.order_by("number").values_list("pk", flat=True)))
    clear_draft(tournament, round)
    store_draft(
        actor,
        tournament,
        round,
        pairs,
        data={"by_hand": True, "session": str(session.pk), "warnings": warnings},
        said=beside_of(tournament, round, pairs),
    )
    _log(
        "pairing_session.ended",
        actor,
        session,
        tournament,
        reason=session.reason,
        replaced=replaced,
    )
    return session


@transaction.atomic
def abandon_session(
    *, actor: Principal, session_id: UUID, expected_version: int | None = None
) -> PairingSession:
    """Leave the round as it was; twice is once.  Raises ``Conflict("session.over")``."""
    session, tournament = _locked(actor, session_id, expected_version, SessionStatus.ABANDONED)
    if session.status == SessionStatus.ABANDONED:
        return session
    _close(actor, session, SessionStatus.ABANDONED)
    _log("pairing_session.abandoned", actor, session, tournament)
    return session


def unplaced_of(session: PairingSession) -> list[Entry]:
    """Entries that the boards of a session do not name yet, by pairing number."""
    named = {pk for pair in session.boards for pk in pair}
    waiting = _to_place(session.round.tournament, session.round)
    return sorted(
        (entry for entry in waiting if str(entry.pk) not in named),
        key=lambda entry: entry.pairing_number or 0,
    )


def _before(round: Round, boards: list[list[str | None]]) -> list[list[str | None]]:
    """The boards as the program made them, also where they were changed by hand already."""
    earlier = round.sessions.filter(status=SessionStatus.ENDED).order_by("ended_at", "id").first()
    return boards if earlier is None else earlier.before


def _require_possible(boards: Boards, present: set[UUID]) -> None:
    """Nobody twice, nobody who is not there."""
    named = [pk for pair in boards for pk in pair if pk is not None]
    repeated = sorted(str(pk) for pk, count in Counter(named).items() if count > 1)
    absent = sorted(str(pk) for pk in set(named) - present)
    if repeated or absent:
        raise Invalid("pairing.impossible", repeated=repeated, unexpected=absent)


def _to_place(tournament: Tournament, round: Round) -> list[Entry]:
    """Those who have to be placed: present, or placed in the draft already."""
    placed = Seat.objects.filter(round=round).filter(side__in=Side.values).values("entry_id")
    bye = Seat.objects.filter(round=round, bye=SeatBye.ALLOCATED).values("entry_id")
    drafted = tournament.entries.filter(pk__in=placed) | tournament.entries.filter(pk__in=bye)
    found = {entry.pk: entry for entry in drafted}
    if round.status == RoundStatus.PLANNED:
        found = {entry.pk: entry for entry in present_entries(tournament, round.number)}
    return list(found.values())


def _numbered(boards: Boards, entries: Mapping[UUID, Entry]) -> list[tuple[int, int | None]]:
    numbers = {pk: entry.pairing_number or 0 for pk, entry in entries.items()}
    return [(numbers[white], numbers[black] if black else None) for white, black in boards]


def _as_stored(boards: Boards) -> list[list[str | None]]:
    return [[str(white), str(black) if black else None] for white, black in boards]


def _as_given(boards: Sequence[Sequence[str | None]]) -> list[tuple[UUID, UUID | None]]:
    return [(UUID(white), UUID(black) if black else None) for white, black in boards]


def _locked(
    actor: Principal,
    session_id: UUID,
    expected_version: int | None,
    *also: SessionStatus,
) -> tuple[PairingSession, Tournament]:
    """The session, open or in one of the ``also`` statuses, and its locked tournament."""
    seen = PairingSession.objects.visible_to(actor).select_related("round")
    found = get_or_refuse(seen, "session.not_found", pk=session_id)
    tournament = lock_tournament(found.round.tournament_id)
    rows = PairingSession.objects.select_related("round")
    session = get_or_refuse(rows, "session.not_found", pk=session_id)
    session.round.tournament = tournament
    require(actor, PAIR, tournament)
    require_version(session, expected_version)
    require_open(tournament)
    require_paired_rounds(tournament)
    if session.status not in (SessionStatus.OPEN, *also):
        raise Conflict("session.over", status=session.status)
    return session, tournament


def _close(actor: Principal, session: PairingSession, status: SessionStatus, *fields: str) -> None:
    session.status, session.ended_by, session.ended_at = status.value, actor.user, now()
    save_changes(session, ["status", "ended_by", "ended_at", *fields])


def _log(
    type: str, actor: Principal, session: PairingSession, tournament: Tournament, **data: Any
) -> None:
    append_change(
        type,
        actor=actor,
        subject=session,
        tournament=tournament,
        round=session.round,
        internal=True,
        data={"round": session.round.number, **data},
    )
