"""Keeping a state by hand, and putting one back.

Putting back is all or nothing, is itself in the log, and goes forward: the
tournament's sequence and the versions of rows never fall, so whoever follows
the changes or compares versions notices.  The state before it is kept first,
so it can be undone in turn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import structlog
from django.db import IntegrityError, connection, models, transaction

from tournaments.core.clock import now
from tournaments.core.errors import Conflict
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.writing import append_change, get_or_refuse, save_changes
from tournaments.events.access import locked_tournament, require_open
from tournaments.events.models import Entry, Round, Tournament
from tournaments.events.querysets import PUBLISHED_STATUSES
from tournaments.play.models import Board
from tournaments.players.merging import survivors_of

from .models import Occasion, RestorePoint
from .points import take_restore_point
from .snapshot import (
    Difference,
    Row,
    State,
    changed_settings,
    differences,
    settings_of,
    state_of,
    unpack,
    values_of,
)
from .tables import outside_keys, target_of

log = structlog.get_logger("tournaments.history")

KEEP = "history.keep_points"
RESTORE = "history.restore"
SETTINGS = "events.change_tournament"
BATCH = 1000
COUNTERS = frozenset({"version", "announced_version"})
"""Columns of versions, which never come back."""
FOLLOWS_FROM_PLAY = frozenset({"status", "baku_last_entry_id", "initial_colour"})
"""Columns of the tournament that arbiters change by pairing; the others are settings."""


@transaction.atomic
def keep_restore_point(*, actor: Principal, tournament_id: UUID, label: str = "") -> RestorePoint:
    """Keep the present state until somebody wants it back (arbiters).

    Raises ``NotFound``, ``Forbidden`` and ``Conflict("tournament.closed")``.
    """
    tournament = locked_tournament(actor, tournament_id, KEEP)
    require_open(tournament)
    point = take_restore_point(actor, tournament, Occasion.BY_HAND, label)
    append_change(
        "restore_point.kept",
        actor=actor,
        subject=tournament,
        tournament=tournament,
        internal=True,
        data={"point": str(point.pk), "label": label},
    )
    return point


@transaction.atomic
def restore(
    *,
    actor: Principal,
    point_id: UUID,
    reason: str = "",
    expected_sequence: int | None = None,
) -> RestorePoint:
    """Put a state back (arbiters; organisers where settings differ).

    ``expected_sequence`` is the number of the last change that the principal
    has seen.  Returns the point that undoes this.  Raises ``NotFound``,
    ``Forbidden`` and ``Conflict("restore.changed_meanwhile" |
    "restore.nothing_differs" | "restore.other_version" |
    "restore.pairing_under_way" | "restore.players_merged" | "restore.rows_missing" |
    "restore.impossible" | "tournament.closed")``.
    """
    point, tournament = _locked(actor, point_id)
    if expected_sequence is not None and expected_sequence != tournament.sequence:
        raise Conflict(
            "restore.changed_meanwhile",
            sequence=tournament.sequence,
            expected_sequence=expected_sequence,
        )
    then = _with_survivors(unpack(bytes(point.content)))
    current = state_of(tournament)
    found, settings = differences(current, then), changed_settings(current, then)
    if not settings and all(each.is_empty for each in found):
        raise Conflict("restore.nothing_differs", sequence=point.sequence)
    if set(settings) - FOLLOWS_FROM_PLAY:
        require(actor, SETTINGS, tournament)
    undo = take_restore_point(actor, tournament, Occasion.RESTORE)
    try:
        with transaction.atomic():
            _put_back(tournament, then, current, found, tournament.sequence - point.sequence)
    except IntegrityError as error:
        # What the database says names tables and values: for the operator, not for the reader.
        log.warning("restore_impossible", point=str(point.pk), reason=str(error))
        raise Conflict("restore.impossible") from error
    tournament.refresh_from_db()
    save_changes(tournament, ())
    point.used_at = now()
    point.save(update_fields=["used_at"])
    withdrawn = {kind: sorted(ids - _public(then)[kind]) for kind, ids in _public(current).items()}
    _log(actor, tournament, point, undo, reason, found, settings, withdrawn)
    return undo


def preview(*, principal: Principal, point_id: UUID) -> tuple[RestorePoint, dict[str, Any]]:
    """What putting a state back would do: counts by table, settings, the present sequence.

    Raises ``NotFound`` and ``Conflict("restore.other_version" | "restore.players_merged")``.
    """
    rows = RestorePoint.objects.visible_to(principal).select_related("tournament", "made_by")
    point = get_or_refuse(rows, "restore_point.not_found", pk=point_id)
    then = _with_survivors(unpack(bytes(point.content)))
    current = state_of(point.tournament)
    return point, {
        "sequence": point.tournament.sequence,
        "settings": changed_settings(current, then),
        "tables": _counts(differences(current, then)),
    }


def _locked(actor: Principal, point_id: UUID) -> tuple[RestorePoint, Tournament]:
    rows = RestorePoint.objects.visible_to(actor)
    found = get_or_refuse(rows.defer("content"), "restore_point.not_found", pk=point_id)
    tournament = locked_tournament(actor, found.tournament_id, RESTORE)
    point = get_or_refuse(RestorePoint.objects.all(), "restore_point.not_found", pk=point_id)
    require_open(tournament)
    _require_no_run(tournament)
    return point, tournament


def _require_no_run(tournament: Tournament) -> None:
    """A worker that reads the field while it is put back would pair what is gone."""
    from tournaments.jobs.models import LIVE_STATUSES, PairingRun

    runs = PairingRun.objects.filter(round__tournament=tournament, status__in=LIVE_STATUSES)
    number = runs.values_list("round__number", flat=True).first()
    if number is not None:
        raise Conflict("restore.pairing_under_way", round=number)


def _put_back(
    tournament: Tournament, then: State, current: State, found: Sequence[Difference], distance: int
) -> None:
    """Children go first, parents come first.

    Rows that change are taken out and written anew: no order of updates keeps
    numbers unique at every moment.  Foreign keys are checked at the end.
    """
    rows = {each.table.label: _instances(each, then, current, distance) for each in found}
    for each in reversed(found):
        manager = each.table.model._base_manager
        for keys in _batches(each.changed):
            changed = manager.filter(pk__in=keys)
            changed._raw_delete(changed.db)
    for each in reversed(found):
        for keys in _batches(each.removed):
            each.table.model._base_manager.filter(pk__in=keys).delete()
    for each in found:
        each.table.model._base_manager.bulk_create(rows[each.table.label], batch_size=BATCH)
    Tournament._base_manager.filter(pk=tournament.pk).update(**settings_of(then))
    # Now and not at commit, while it can still be refused.
    connection.check_constraints([each.table.model._meta.db_table for each in found])


def _instances(
    difference: Difference, then: State, current: State, distance: int
) -> list[models.Model]:
    table = difference.table
    before, after = current.tables[table.label], then.tables[table.label]
    keys = (*difference.returned, *difference.changed)
    wanted = [values_of(after[key], table.columns) for key in keys]
    _mend_references(difference, wanted)
    for key, values in zip(keys, wanted, strict=True):
        for counter in COUNTERS & values.keys():
            values[counter] = _next_version(counter, values[counter], before.get(key), distance)
        if "updated_at" in values:
            values["updated_at"] = now()
    return [table.model(**values) for values in wanted]


def _next_version(counter: str, version: int, present: Row | None, distance: int) -> int:
    """Greater than any version the row ever had.

    Of a row that is gone only the version at the time is known; no change of a
    tournament makes more than two versions of one row.
    """
    if present is not None:
        return max(version, int(present[counter])) + 1
    return version + 2 * distance + 1


def _with_survivors(state: State) -> State:
    """The state with those who go on for players who were merged since."""
    entries = state.tables[Entry._meta.label_lower]
    players = {UUID(row["player_id"]) for row in entries.values()}
    survivors = {str(old): str(new) for old, new in survivors_of(players).items()}
    rows = {
        key: row | {"player_id": survivors.get(row["player_id"], row["player_id"])}
        for key, row in entries.items()
    }
    seen: set[str] = set()
    for row in rows.values():
        if row["player_id"] in seen:
            raise Conflict("restore.players_merged", name=row["name"], player=row["player_id"])
        seen.add(row["player_id"])
    return State(state.tournament, {**state.tables, Entry._meta.label_lower: rows})


def _mend_references(difference: Difference, wanted: Sequence[Row]) -> None:
    """Forget people who are gone where that is allowed."""
    for key in outside_keys(difference.table):
        named = {row[key.attname] for row in wanted if row[key.attname] is not None}
        if not named:
            continue
        target = target_of(key)
        rows = target._base_manager.filter(pk__in=named)
        known = set(rows.values_list("pk", flat=True))
        missing = named - known
        if missing and not key.null:
            raise Conflict(
                "restore.rows_missing",
                table=target._meta.label_lower,
                rows=sorted(map(str, missing)),
            )
        for row in wanted:
            if row[key.attname] in missing:
                row[key.attname] = None


def _batches(keys: Sequence[str]) -> list[Sequence[str]]:
    return [keys[start : start + BATCH] for start in range(0, len(keys), BATCH)]


def _counts(found: Sequence[Difference]) -> dict[str, dict[str, int]]:
    return {each.table.label: each.counts() for each in found if not each.is_empty}


def _public(state: State) -> dict[str, set[str]]:
    """Rounds that are published in a state, and their boards."""
    rounds = {
        key
        for key, row in state.tables[Round._meta.label_lower].items()
        if row["status"] in PUBLISHED_STATUSES
    }
    boards = state.tables[Board._meta.label_lower].items()
    return {
        "round": rounds,
        "board": {key for key, row in boards if str(row["round_id"]) in rounds},
    }


def _log(
    actor: Principal,
    tournament: Tournament,
    point: RestorePoint,
    undo: RestorePoint,
    reason: str,
    found: Sequence[Difference],
    settings: Sequence[str],
    withdrawn: Mapping[str, Sequence[str]],
) -> None:
    """One entry: which state came back, what went, and what is no longer public."""
    gone: dict[str, list[str]] = defaultdict(list)
    for each in found:
        if each.removed and each.table.label in ("events.entry", "events.round", "play.board"):
            gone[each.table.model._meta.model_name or ""] = list(each.removed)
    append_change(
        "tournament.restored",
        actor=actor,
        subject=tournament,
        tournament=tournament,
        data={
            "point": str(point.pk),
            "undone_by": str(undo.pk),
            "to_sequence": point.sequence,
            "reason": reason,
            "settings": list(settings),
            "tables": _counts(found),
            "removed": dict(gone),
            "withdrawn": dict(withdrawn),
        },
    )
