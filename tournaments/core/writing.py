"""What every service does around its own rule: lock, check version, validate, save, log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from django.core.exceptions import NON_FIELD_ERRORS, ObjectDoesNotExist, ValidationError
from django.db import IntegrityError, models, transaction

from pairing.printable import hidden_character

from .clock import now
from .errors import Invalid, NotFound, Stale
from .models import ChangeLogEntry, Versioned
from .principal import Principal

if TYPE_CHECKING:
    from tournaments.clubs.models import Club
    from tournaments.events.models import Round, Tournament

Row = TypeVar("Row", bound=models.Model)
Listener = Callable[["ChangeLogEntry", "Tournament"], None]
ClubListener = Callable[["ChangeLogEntry"], None]

_listeners: list[Listener] = []
_club_listeners: list[ClubListener] = []


def get_or_refuse(rows: models.QuerySet[Row], code: str, **lookup: Any) -> Row:
    """The one row that matches; raises ``NotFound(code)``."""
    try:
        return rows.get(**lookup)
    except (ObjectDoesNotExist, ValidationError):
        raise NotFound(code, **{name: str(value) for name, value in lookup.items()}) from None


def lock_tournament(tournament_id: UUID) -> Tournament:
    """The tournament, its row locked until the transaction ends.

    Every change of a tournament takes this lock first, so changes of one
    tournament happen one after the other.  SQLite has no row locks: there the
    transaction itself (``IMMEDIATE``) holds the only write lock.
    """
    return lock_tournament_of("tournament.not_found", pk=tournament_id)


def lock_tournament_of(code: str, **lookup: Any) -> Tournament:
    """The one tournament that matches, locked likewise; raises ``NotFound(code)``."""
    from tournaments.events.models import Tournament

    rows = Tournament.objects.select_for_update(of=("self",)).select_related("event__club")
    return get_or_refuse(rows, code, **lookup)


def lock_club(club_id: UUID) -> Club:
    """The club, its row locked until the transaction ends."""
    from tournaments.clubs.models import Club

    return get_or_refuse(Club.objects.select_for_update(), "club.not_found", pk=club_id)


def require_version(row: Versioned, expected_version: int | None, **current: Any) -> None:
    """Raise ``Stale`` unless the row has the version that the principal saw.

    ``None`` means that the principal does not compare (commands, tasks).
    """
    if expected_version is not None and row.version != expected_version:
        name = row._meta.model_name
        raise Stale(
            f"{name}.stale",
            id=str(row.pk),
            version=row.version,
            expected_version=expected_version,
            **current,
        )


def validate(row: models.Model, *, exclude: Iterable[str] = ()) -> None:
    """``full_clean`` whose faults are an ``Invalid`` with one item per fault.

    Names and other short texts are one readable line
    (:mod:`pairing.printable`): they end up in report files and printed lists.
    """
    try:
        row.full_clean(exclude=set(exclude))
        _refuse_hidden_characters(row, frozenset(exclude))
    except ValidationError as error:
        raise invalid_from(error, f"{row._meta.model_name}.invalid") from None


def _refuse_hidden_characters(row: models.Model, exclude: frozenset[str]) -> None:
    faults = {}
    for field in row._meta.concrete_fields:
        if field.name in exclude or not field.editable:
            continue
        if not isinstance(field, models.CharField | models.JSONField):
            continue
        found = next(filter(None, map(hidden_character, texts(getattr(row, field.attname)))), "")
        if found:
            faults[field.name] = ValidationError(
                "", "control_character", params={"character": found}
            )
    if faults:
        raise ValidationError(faults)


def texts(value: Any) -> Iterator[str]:
    """Every text in a column, which may hold lists of them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.items():
            yield from texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts(each)


def invalid_from(error: ValidationError, code: str) -> Invalid:
    """An ``Invalid`` that lists what a Django validation found."""
    errors = [
        {
            "field": "" if field == NON_FIELD_ERRORS else field,
            "code": fault.code or "invalid",
            "params": {key: _plain(value) for key, value in (fault.params or {}).items()},
            "detail": " ".join(map(str, fault.messages)),
        }
        for field, faults in error.error_dict.items()
        for fault in faults
    ]
    return Invalid(code, errors=errors)


def insert(row: models.Model) -> None:
    """Save a new row that no lock protects.

    Somebody may have taken a unique value since it was validated: then the
    same ``Invalid`` is raised as if it had been taken before.
    """
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        validate(row)
        raise


def _plain(value: Any) -> Any:
    return value if isinstance(value, bool | int | str | type(None)) else str(value)


def apply(row: models.Model, changes: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Set the changed fields; returns ``{field: {"old", "new"}}`` of real changes only."""
    changed: dict[str, dict[str, Any]] = {}
    for name, new in changes.items():
        old = getattr(row, name)
        if old != new:
            setattr(row, name, new)
            changed[name] = {"old": old, "new": new}
    return changed


def save_changes(row: Versioned, fields: Iterable[str]) -> None:
    """Save these fields as the next version of the row."""
    row.version += 1
    row.updated_at = now()
    row.save(update_fields=[*fields, "version", "updated_at"])


def append_change(
    type: str,
    *,
    actor: Principal,
    subject: Versioned,
    tournament: Tournament | None = None,
    club: Club | None = None,
    round: Round | None = None,
    internal: bool = False,
    data: Mapping[str, Any] | None = None,
) -> ChangeLogEntry:
    """Write the next entry of the change log.

    The caller holds the lock of ``tournament`` (or of ``club`` for what
    belongs to no tournament), which makes the sequence free of gaps and of
    entries that commit late.
    """
    stream: Tournament | Club | None = tournament or club
    if stream is None:
        raise TypeError("a change belongs to a tournament or to a club")
    stream.sequence += 1
    stream.save(update_fields=["sequence"])
    change = ChangeLogEntry.objects.create(
        club_id=tournament.event.club_id if tournament else stream.pk,
        tournament=tournament,
        round=round,
        seq=stream.sequence,
        type=type,
        subject_type=subject._meta.model_name or "",
        subject_id=subject.pk,
        subject_version=subject.version,
        actor_kind=actor.kind.value,
        actor=actor.user,
        actor_key=actor.key.prefix if actor.key else "",
        internal=internal,
        data=dict(data or {}),
        at=now(),
    )
    if tournament is None:
        for hear in _club_listeners:
            hear(change)
    else:
        for listener in _listeners:
            listener(change, tournament)
    return change


def after_commit(work: Callable[..., object], *args: object) -> None:
    """Call once the transaction is committed; a failure is logged and undoes nothing.

    Django asks what fails for its ``__qualname__``, which partials lack.
    """

    def run() -> None:
        work(*args)

    run.__qualname__ = getattr(work, "__qualname__", repr(work))
    transaction.on_commit(run, robust=True)


def listen(listener: Listener) -> None:
    """Have a function called with every change of a tournament, in its transaction.

    Listeners write rows; they talk to nobody outside the database.
    """
    if listener not in _listeners:
        _listeners.append(listener)


def listen_to_clubs(listener: ClubListener) -> None:
    """The same for the changes that belong to a club and to no tournament."""
    if listener not in _club_listeners:
        _club_listeners.append(listener)
