"""Keeping standings: what a change touches, who computes them anew, and when.

A change only notes which standings it touches.  Once it is committed, those of
a small field are computed by whoever made it; those of a large one by a
worker (queue ``standings``), and without workers when somebody asks for them.
Correctness depends on none of that: whatever is served is compared with what
was changed (:attr:`~.models.StoredStandings.is_current`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from tournaments.core.clock import now
from tournaments.core.errors import Conflict
from tournaments.core.models import ChangeLogEntry
from tournaments.core.writing import after_commit, lock_tournament
from tournaments.events.models import KNOCKOUT_SYSTEM, Entry, Tournament

from .computation import Computed, compute
from .models import Place, StoredStandings
from .querysets import StoredStandingsQuerySet

ASK_AGAIN_AFTER = timedelta(minutes=1)
"""A worker that has not begun for so long is asked again."""
BATCH = 2000

TOUCH_NOTHING = frozenset(
    {
        "bye.cancelled",
        "bye.requested",
        "entry.check_in_undone",
        "entry.checked_in",
        "initial_colour.drawn",
        "pairing.allowed",
        "pairing.cancelled",
        "pairing.failed",
        "pairing.prohibited",
        "pairing.requested",
        "restore_point.kept",
        "round.paired",
        "round.scheduled",
        "tournament.archived",
        "tournament.finished",
        "tournament.hidden",
        "tournament.opened",
        "tournament.reopened",
        "tournament.started",
        "tournament.unarchived",
    }
)
"""Changes that no standings depend on; every other one counts."""


def note_change(change: ChangeLogEntry, tournament: Tournament) -> None:
    """Note in the transaction of a change which standings it touches.

    A result or a publication touches its round and those after it, anything
    else all of them; the places of a knockout are never stored.  The caller
    holds the tournament's lock.
    """
    if change.type in TOUCH_NOTHING or tournament.system == KNOCKOUT_SYSTEM:
        return
    number = change.round.number if change.round is not None else 0
    touched = StoredStandings.objects.filter(tournament=tournament, after_round__gte=number)
    touched.update(needed_sequence=change.seq)
    if number:
        StoredStandings.objects.get_or_create(
            tournament=tournament, after_round=number, defaults={"needed_sequence": change.seq}
        )
    after_commit(refresh, tournament.pk)


def refresh(tournament_id: UUID) -> None:
    """See that the standings that are behind get computed: here, by a worker, or on demand.

    While results come in fast, one writer computes and the others go on at
    once: what is computed each time would be behind again before it is stored.
    """
    behind = StoredStandings.objects.filter(tournament=tournament_id).behind()
    if is_large(tournament_id):
        ask_worker(tournament_id, behind)
        return
    # Once more for those who came meanwhile; after that it is for readers, and the next writer.
    for _ in range(2):
        claimed = _claim(behind)
        if not claimed:
            return
        try:
            for stored in claimed:
                bring_up_to_date(stored)
        except Conflict:
            # A list of tie-breaks that cannot be applied is for readers to hear of.
            return
        finally:
            _release(claimed)


def _claim(behind: StoredStandingsQuerySet) -> list[StoredStandings]:
    """Those that nobody is computing, now ours; the newest round first."""
    free = Q(requested_at=None) | Q(requested_at__lt=now() - ASK_AGAIN_AFTER)
    found = list(behind.filter(free).order_by("-after_round"))
    rows = StoredStandings.objects.filter(free, pk__in=[each.pk for each in found])
    return found if found and rows.update(requested_at=now()) else []


def _release(claimed: Sequence[StoredStandings]) -> None:
    StoredStandings.objects.filter(pk__in=[each.pk for each in claimed]).update(requested_at=None)


def is_large(tournament_id: UUID) -> bool:
    """Whether computing takes too long for the request that made it necessary."""
    field = Entry.objects.filter(tournament=tournament_id)
    most: int = settings.STANDINGS_INLINE_ENTRIES
    return field.count() > most


def ask_worker(tournament_id: UUID, behind: StoredStandingsQuerySet) -> bool:
    """Ask a worker to compute, unless one is asked already or there are none.

    Returns whether there are workers.
    """
    from tournaments.jobs.tasks import compute_standings

    if settings.CELERY_TASK_ALWAYS_EAGER:
        return False
    not_asked = Q(requested_at=None) | Q(requested_at__lt=now() - ASK_AGAIN_AFTER)
    if behind.filter(not_asked).update(requested_at=now()):
        compute_standings.delay(str(tournament_id))
    return True


def compute_behind(tournament_id: UUID) -> int:
    """A worker's part: compute what is behind, the newest round first; returns how many."""
    behind = StoredStandings.objects.filter(tournament=tournament_id).behind()
    found = list(behind.order_by("-after_round"))
    # From here on a further change asks anew: it may come too late for what is read now.
    behind.update(requested_at=None)
    for stored in found:
        bring_up_to_date(stored)
    return len(found)


def ask_again() -> int:
    """Ask workers for what is behind although somebody asked; returns for how many tournaments."""
    behind = StoredStandings.objects.behind().exclude(computed_at=None)
    waiting = behind.filter(
        Q(requested_at=None) | Q(requested_at__lt=now() - ASK_AGAIN_AFTER)
    ).values_list("tournament", flat=True)
    tournaments = sorted(set(waiting))
    for tournament_id in tournaments:
        refresh(tournament_id)
    return len(tournaments)


def stored_for(tournament_id: UUID, after_round: int) -> StoredStandings:
    """The row of these standings, which may never have been computed."""
    row = StoredStandings.objects.filter(tournament=tournament_id, after_round=after_round).first()
    if row is not None:
        return row
    with transaction.atomic():
        # Under the lock no change can slip in between reading its number and writing it here.
        tournament = lock_tournament(tournament_id)
        row, _ = StoredStandings.objects.get_or_create(
            tournament=tournament,
            after_round=after_round,
            defaults={"needed_sequence": tournament.sequence},
        )
    return row


def bring_up_to_date(stored: StoredStandings) -> StoredStandings:
    """Compute standings and store them, unless newer ones are stored meanwhile.

    Raises ``Conflict`` with the code of a tie-break list that cannot be applied.
    """
    while not _store(stored, compute(stored.tournament_id, stored.after_round)):
        pass
    stored.refresh_from_db()
    return stored


@transaction.atomic
def _store(stored: StoredStandings, found: Computed) -> bool:
    """Whether that was possible: not if somebody was removed since it was computed."""
    # Places refer to entries, which a change may have locked before it comes to the standings.
    lock_tournament(stored.tournament_id)
    entries = set(
        Entry.objects.filter(tournament=stored.tournament_id).values_list("pk", flat=True)
    )
    if any(place.entry_id not in entries for place in found.places):
        return False
    older = Q(computed_at=None) | Q(computed_sequence__lt=found.sequence)
    taken = StoredStandings.objects.filter(older, pk=stored.pk).update(
        computed_sequence=found.sequence,
        computed_at=now(),
        order=list(found.order),
        notices=[{"code": each.code, "params": each.params} for each in found.notices],
        size=len(found.places),
    )
    if not taken:
        return True
    Place.objects.filter(standings=stored).delete()
    for place in found.places:
        place.standings_id = stored.pk
    Place.objects.bulk_create(found.places, batch_size=BATCH)
    return True


def forget_all() -> None:
    """Let everything be computed again: another version of the program may compute otherwise."""
    StoredStandings.objects.update(computed_at=None)
