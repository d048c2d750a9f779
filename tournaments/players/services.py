"""Writes of the players' registry.

Common refusals: ``NotFound``, ``Forbidden("permission.denied")``,
``Stale("player.stale")`` and ``Invalid("player.invalid")``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, NotRequired, TypedDict, Unpack
from uuid import UUID

from django.db import transaction

from tournaments.core.errors import Invalid
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.writing import (
    append_change,
    apply,
    get_or_refuse,
    lock_club,
    require_version,
    save_changes,
    validate,
)

from .models import FIDE_LIST, NationalId, Player, Rating, RatingKind


class PlayerFields(TypedDict, total=False):
    """Settable columns of a player."""

    name: str
    name_latin: str
    federation: str
    fide_id: str
    birth_date: date | None
    birth_year: int | None
    sex: str
    title: str
    user_id: UUID | None


class NationalIdInput(TypedDict):
    """A number in one federation's register."""

    federation: str
    number: str


class RatingInput(TypedDict):
    """A rating as one list gave it."""

    value: int
    as_of: date
    list_name: NotRequired[str]
    kind: NotRequired[str]


@transaction.atomic
def create_player(
    *,
    actor: Principal,
    club_id: UUID,
    national_ids: Sequence[NationalIdInput] = (),
    ratings: Sequence[RatingInput] = (),
    **fields: Unpack[PlayerFields],
) -> Player:
    """A new player in a club's registry (owner, organiser, arbiter)."""
    club = lock_club(club_id)
    require(actor, "players.change", club)
    player = Player(club=club, **fields)
    player.refresh_search_key()
    validate(player)
    player.save()
    _replace_national_ids(player, national_ids)
    _replace_ratings(player, ratings)
    append_change("player.created", actor=actor, subject=player, club=club)
    return player


@transaction.atomic
def update_player(
    *,
    actor: Principal,
    player_id: UUID,
    expected_version: int | None = None,
    national_ids: Sequence[NationalIdInput] | None = None,
    ratings: Sequence[RatingInput] | None = None,
    **changes: Unpack[PlayerFields],
) -> Player:
    """Change a player; ``national_ids`` and ``ratings`` replace what is stored if given.

    Entries keep the name, title and rating they were made with.  The log names
    the fields changed but holds no personal values.
    """
    seen = Player.objects.visible_to(actor)
    club = lock_club(get_or_refuse(seen, "player.not_found", pk=player_id).club_id)
    player = get_or_refuse(seen, "player.not_found", pk=player_id)
    require(actor, "players.change", player)
    require_version(player, expected_version)
    _require_not_merged(player)
    changed: list[str] = list(apply(player, dict(changes)))
    player.refresh_search_key()
    validate(player)
    related = []
    if national_ids is not None:
        _replace_national_ids(player, national_ids)
        related.append("national_ids")
    if ratings is not None:
        _replace_ratings(player, ratings)
        related.append("ratings")
    if changed or related:
        save_changes(player, [*changed, "search_key"])
        append_change(
            "player.updated",
            actor=actor,
            subject=player,
            club=club,
            data={"fields": sorted([*changed, *related])},
        )
    return player


class Corrections(TypedDict, total=False):
    """Columns of a player that lists and federations know."""

    fide_id: str
    federation: str
    title: str
    birth_date: date | None
    birth_year: int | None


@transaction.atomic
def correct_player(
    *,
    actor: Principal,
    player_id: UUID,
    national_ids: Sequence[NationalIdInput] = (),
    ratings: Sequence[RatingInput] = (),
    **changes: Unpack[Corrections],
) -> list[str]:
    """Take over what a list or a federation says of a player.

    Unlike :func:`update_player` this adds: a national id replaces the one of
    its federation, a rating the one of its list, kind and day; the others stay.
    Arbiters do this, and the federation of the player's club.  Returns what
    changed, nothing if all of it was known.
    """
    rows = Player.objects.correctable_by(actor)
    club = lock_club(get_or_refuse(rows, "player.not_found", pk=player_id).club_id)
    player = get_or_refuse(rows, "player.not_found", pk=player_id)
    player.club = club
    require(actor, "players.correct", player)
    _require_not_merged(player)
    changed: list[str] = list(apply(player, dict(changes)))
    validate(player)
    related = [
        *(["national_ids"] if _add_national_ids(player, national_ids) else []),
        *(["ratings"] if _add_ratings(player, ratings) else []),
    ]
    if changed or related:
        save_changes(player, changed)
        append_change(
            "player.updated",
            actor=actor,
            subject=player,
            club=club,
            data={"fields": sorted([*changed, *related])},
        )
    return [*changed, *related]


def _require_not_merged(player: Player) -> None:
    from .merging import require_not_merged

    require_not_merged(player)


def _add_national_ids(player: Player, given: Sequence[NationalIdInput]) -> bool:
    known = {each.federation: each for each in player.national_ids.all()}
    changed = False
    for item in given:
        part = known.get(item["federation"]) or NationalId(player=player, **item)
        if part.pk is None or part.number != item["number"]:
            part.number = item["number"]
            _save_part(part, player, "national_ids")
            changed = True
    return changed


def _add_ratings(player: Player, given: Sequence[RatingInput]) -> bool:
    changed = False
    for item in given:
        values: dict[str, Any] = {"list_name": FIDE_LIST, "kind": RatingKind.STANDARD, **item}
        value = values.pop("value")
        part = player.ratings.filter(**values).first() or Rating(player=player, **values)
        if part.value != value:
            part.value = value
            _save_part(part, player, "ratings")
            changed = True
    return changed


def _replace_national_ids(player: Player, given: Sequence[NationalIdInput]) -> None:
    player.national_ids.all().delete()
    for item in given:
        _save_part(NationalId(player=player, **item), player, "national_ids")


def _replace_ratings(player: Player, given: Sequence[RatingInput]) -> None:
    player.ratings.all().delete()
    for item in given:
        values: dict[str, Any] = {"list_name": FIDE_LIST, "kind": RatingKind.STANDARD, **item}
        _save_part(Rating(player=player, **values), player, "ratings")


def _save_part(part: NationalId | Rating, player: Player, field: str) -> None:
    try:
        validate(part)
    except Invalid as fault:
        errors = [
            error | {"field": f"{field}.{error['field']}".rstrip(".")}
            for error in fault.params["errors"]
        ]
        raise Invalid("player.invalid", errors=errors) from None
    part.save()
