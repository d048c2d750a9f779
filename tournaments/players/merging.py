"""Two registrations of one person become one, and become two again if that was wrong.

What belonged to the merged player is given to the survivor: entries (with all
that was played), national ids, ratings, the account.  What the survivor lacked
is filled in; what differs stays as the survivor has it.  The merged row remains
and points to the survivor, so its id is never lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db import models, transaction

from tournaments.clubs.models import Club
from tournaments.core.clock import now
from tournaments.core.errors import Conflict
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.writing import (
    append_change,
    get_or_refuse,
    lock_club,
    lock_tournament,
    require_version,
    save_changes,
    validate,
)
from tournaments.events.models import Entry

from .models import NationalId, Player, PlayerMerge, Rating

MERGE = "players.merge"
FILLED = ("name_latin", "federation", "fide_id", "sex", "title", "birth_date", "birth_year")
"""Columns that the survivor takes over where it has nothing."""
UNIQUE = ("fide_id", "user_id")
"""Columns that only one of the two can hold."""
OWN = (Entry, NationalId, Rating, Player, PlayerMerge)
"""Tables with rules of their own here; whatever else names a player is just moved."""


@transaction.atomic
def merge_players(
    *,
    actor: Principal,
    player_id: UUID,
    into_id: UUID,
    reason: str = "",
    expected_version: int | None = None,
) -> Player:
    """Let ``into_id`` go on for both (organisers); returns the survivor.

    Raises ``NotFound``, ``Forbidden``, ``Stale("player.stale")`` and
    ``Conflict("player.merged" | "player.merge_with_itself" |
    "player.other_registry" | "player.ids_differ" | "player.accounts_differ" |
    "player.both_entered")``, the last one with the tournaments and numbers.
    """
    merged, survivor, club = _both(actor, player_id, into_id)
    require_version(merged, expected_version)
    for player in (merged, survivor):
        require_not_merged(player)
    _require_one_person(merged, survivor)
    entries = _locked_entries(Entry.objects.filter(player=merged))
    _require_apart([entry.tournament_id for entry in entries], survivor)
    record = PlayerMerge(merged=merged, survivor=survivor, reason=reason, by=actor.user, at=now())
    record.given_up = {name: getattr(merged, name) for name in UNIQUE if getattr(merged, name)}
    record.filled = _fill(merged, survivor)
    record.moved = _move_all(merged, survivor, entries)
    merged.merged_into = survivor
    merged.fide_id, merged.user = "", None
    save_changes(merged, ["merged_into", *UNIQUE])
    validate(survivor)
    save_changes(survivor, [*record.filled, *(["search_key"] if record.filled else [])])
    record.save()
    for entry in entries:
        _log_entry(actor, entry, old=merged, new=survivor)
    _log(actor, "player.merged", merged, club, survivor=survivor, reason=reason, entries=entries)
    return survivor


@transaction.atomic
def unmerge_player(
    *, actor: Principal, player_id: UUID, reason: str = "", expected_version: int | None = None
) -> Player:
    """Make a merged player independent again (organisers); returns it.

    Everything that was moved and is still with the survivor goes back; what
    came to the survivor since stays there.  Raises ``NotFound``, ``Forbidden``,
    ``Stale`` and ``Conflict("player.not_merged" | "player.merged" |
    "player.id_taken")``.
    """
    seen = Player.objects.visible_to(actor)
    club = lock_club(get_or_refuse(seen, "player.not_found", pk=player_id).club_id)
    merged = get_or_refuse(seen, "player.not_found", pk=player_id)
    require(actor, MERGE, club)
    require_version(merged, expected_version)
    record = PlayerMerge.objects.filter(merged=merged, undone_at=None).first()
    if record is None:
        raise Conflict("player.not_merged", player=str(merged.pk))
    survivor = Player.objects.get(pk=record.survivor_id)
    require_not_merged(survivor)
    entries = _locked_entries(Entry.objects.filter(pk__in=record.moved["entries"], player=survivor))
    _give_back_columns(record, merged, survivor)
    _give_back_rows(record, merged, survivor, entries)
    record.undone_at = now()
    record.save(update_fields=["undone_at"])
    for entry in entries:
        _log_entry(actor, entry, old=survivor, new=merged)
    _log(actor, "player.unmerged", merged, club, survivor=survivor, reason=reason, entries=entries)
    return merged


def require_not_merged(player: Player) -> None:
    """Raise ``Conflict("player.merged")`` with who goes on for a merged player."""
    if player.merged_into_id is not None:
        raise Conflict("player.merged", player=str(player.pk), into=str(survivor_of(player.pk)))


def survivor_of(player_id: UUID) -> UUID:
    """Who goes on for a player in the end; the player itself if nobody else does."""
    seen: set[UUID] = set()
    found = player_id
    while found not in seen:
        seen.add(found)
        following = Player.objects.filter(pk=found).values_list("merged_into", flat=True).first()
        found = following or found
    return found


def survivors_of(player_ids: Iterable[UUID]) -> dict[UUID, UUID]:
    """The same for many, only those for whom somebody else goes on."""
    merged = Player.objects.filter(pk__in=list(player_ids), merged_into__isnull=False)
    return {pk: survivor_of(pk) for pk in merged.values_list("pk", flat=True)}


def _both(actor: Principal, player_id: UUID, into_id: UUID) -> tuple[Player, Player, Club]:
    """Both players and the club whose registry they are in, which is locked."""
    seen = Player.objects.visible_to(actor)
    club_id = get_or_refuse(seen, "player.not_found", pk=player_id).club_id
    other_id = get_or_refuse(seen, "player.not_found", pk=into_id).club_id
    club = lock_club(club_id)
    require(actor, MERGE, club)
    if player_id == into_id:
        raise Conflict("player.merge_with_itself")
    if club_id != other_id:
        raise Conflict("player.other_registry", clubs=[str(club_id), str(other_id)])
    merged = get_or_refuse(seen, "player.not_found", pk=player_id)
    return merged, get_or_refuse(seen, "player.not_found", pk=into_id), club


def _locked_entries(rows: models.QuerySet[Entry]) -> list[Entry]:
    """Entries as they are once their tournaments are locked, which they name."""
    ids = sorted(set(rows.values_list("tournament_id", flat=True)))
    tournaments = {pk: lock_tournament(pk) for pk in ids}
    entries = list(rows.filter(tournament__in=ids).order_by("tournament_id"))
    for entry in entries:
        entry.tournament = tournaments[entry.tournament_id]
    return entries


def _require_one_person(merged: Player, survivor: Player) -> None:
    """Two FIDE ids, two numbers of one register or two accounts are two persons."""
    if merged.fide_id and survivor.fide_id and merged.fide_id != survivor.fide_id:
        raise Conflict("player.ids_differ", ids=[merged.fide_id, survivor.fide_id])
    theirs = {each.federation: each.number for each in survivor.national_ids.all()}
    for each in merged.national_ids.all():
        if theirs.get(each.federation, each.number) != each.number:
            ids = [str(each), f"{each.federation} {theirs[each.federation]}"]
            raise Conflict("player.ids_differ", ids=ids)
    if merged.user_id and survivor.user_id and merged.user_id != survivor.user_id:
        raise Conflict("player.accounts_differ")


def _require_apart(tournaments: Iterable[UUID], survivor: Player) -> None:
    """Nobody plays twice in one tournament."""
    both = Entry.objects.filter(tournament__in=list(tournaments), player=survivor)
    places = [
        {
            "tournament": str(entry.tournament_id),
            "name": entry.tournament.name,
            "number": entry.pairing_number,
        }
        for entry in both.select_related("tournament").order_by("tournament__name", "tournament")
    ]
    if places:
        raise Conflict("player.both_entered", tournaments=places)


def _fill(merged: Player, survivor: Player) -> dict[str, Any]:
    """Give the survivor what it lacks; returns what it was given."""
    filled = {}
    for name in FILLED:
        if name.startswith("birth_") and survivor.birth:
            continue
        value = getattr(merged, name)
        if value and not getattr(survivor, name):
            filled[name] = value
    if merged.user_id and not survivor.user_id:
        filled["user_id"] = merged.user_id
    for name, value in filled.items():
        setattr(survivor, name, value)
    survivor.refresh_search_key()
    return filled


def _move_all(merged: Player, survivor: Player, entries: list[Entry]) -> dict[str, list[Any]]:
    """Give all rows that name the merged player to the survivor; returns their ids."""
    moved: dict[str, list[Any]] = {"entries": _move_entries(entries, survivor)}
    federations = survivor.national_ids.values_list("federation", flat=True)
    known = list(survivor.ratings.values_list("list_name", "kind", "as_of"))
    moved["national_ids"] = _move(
        merged.national_ids.exclude(federation__in=list(federations)), "player", survivor
    )
    moved["ratings"] = _move(
        Rating.objects.filter(
            pk__in=[
                each.pk
                for each in merged.ratings.all()
                if (each.list_name, each.kind, each.as_of) not in known
            ]
        ),
        "player",
        survivor,
    )
    for name, key in _other_keys():
        rows = key.model._base_manager.filter(**{key.name: merged})
        moved[name] = _move(rows, key.name, survivor)
    return moved


def _move_entries(entries: Iterable[Entry], player: Player) -> list[str]:
    for entry in entries:
        entry.player = player
        save_changes(entry, ["player"])
    return [str(entry.pk) for entry in entries]


def _move(rows: models.QuerySet[Any], column: str, player: Player) -> list[Any]:
    keys = [pk if isinstance(pk, int) else str(pk) for pk in rows.values_list("pk", flat=True)]
    rows.model._base_manager.filter(pk__in=keys).update(**{column: player})
    return keys


def _other_keys() -> list[tuple[str, Any]]:
    """Foreign keys to players from tables that this module does not know."""
    return [
        (f"{each.related_model._meta.label_lower}.{each.field.name}", each.field)
        for each in Player._meta.related_objects
        if each.related_model not in OWN
    ]


def _give_back_columns(record: PlayerMerge, merged: Player, survivor: Player) -> None:
    """Unique values return, and what was filled in and is unchanged goes."""
    columns = {field.attname: field for field in Player._meta.concrete_fields}
    taken = []
    for name in record.filled:
        field = columns[name]
        if getattr(survivor, name) == field.to_python(record.filled[name]):
            setattr(survivor, name, None if field.null else "")
            taken.append(name)
    merged.merged_into = None
    for name, value in record.given_up.items():
        setattr(merged, name, value)
    survivor.refresh_search_key()
    save_changes(survivor, [*taken, "search_key"])
    fide_id = record.given_up.get("fide_id")
    others = Player.objects.filter(club_id=merged.club_id, fide_id=fide_id).exclude(pk=merged.pk)
    if fide_id and others.exists():
        raise Conflict("player.id_taken", fide_id=fide_id)
    save_changes(merged, ["merged_into", *record.given_up])


def _give_back_rows(
    record: PlayerMerge, merged: Player, survivor: Player, entries: list[Entry]
) -> None:
    _move_entries(entries, merged)
    for model, name in ((NationalId, "national_ids"), (Rating, "ratings")):
        _move(
            model._base_manager.filter(pk__in=record.moved[name], player=survivor), "player", merged
        )
    for name, key in _other_keys():
        ids = record.moved.get(name, [])
        rows = key.model._base_manager.filter(pk__in=ids, **{key.name: survivor})
        _move(rows, key.name, merged)


def _log_entry(actor: Principal, entry: Entry, *, old: Player, new: Player) -> None:
    append_change(
        "entry.updated",
        actor=actor,
        subject=entry,
        tournament=entry.tournament,
        data={"player": {"old": str(old.pk), "new": str(new.pk)}},
    )


def _log(
    actor: Principal,
    type: str,
    player: Player,
    club: Club,
    *,
    survivor: Player,
    reason: str,
    entries: Iterable[Entry],
) -> None:
    """The log names rows but holds no personal values."""
    append_change(
        type,
        actor=actor,
        subject=player,
        club=club,
        data={
            "survivor": str(survivor.pk),
            "reason": reason,
            "entries": [str(entry.pk) for entry in entries],
        },
    )
