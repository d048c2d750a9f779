"""Writes of teams: who plays for whom, on which board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict, Unpack
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from tournaments.core.errors import Conflict, Invalid
from tournaments.core.principal import Principal
from tournaments.core.writing import (
    append_change,
    apply,
    get_or_refuse,
    require_version,
    save_changes,
    validate,
)
from tournaments.events.access import last_paired_round, locked_tournament, require_open
from tournaments.events.models import EntryStatus, Tournament
from tournaments.events.services import withdraw_entry

from ..models import Team, TeamMember
from ..options import is_for_teams

MANAGE = "events.manage_entries"


class TeamFields(TypedDict, total=False):
    """What can be set of a team; ``members`` are entries in board order, reserves last."""

    name: str
    nickname: str
    members: Sequence[UUID]


@transaction.atomic
def create_team(*, actor: Principal, tournament_id: UUID, **fields: Unpack[TeamFields]) -> Team:
    """A new team, behind the others (arbiters); its number is drawn later.

    Raises ``NotFound``, ``Forbidden``, ``Conflict("tournament.closed" | "team.no_teams" |
    "team.settings_frozen" | "team.member_twice")``, ``Invalid("team.invalid" | "entry.unknown")``.
    """
    tournament = locked_tournament(actor, tournament_id, MANAGE)
    _require_teams_open(tournament)
    members = fields.pop("members", ())
    last: int = tournament.teams.aggregate(last=Max("number"))["last"] or 0
    team = Team(tournament=tournament, number=last + 1, **fields)
    validate(team)
    team.save()
    _seat(team, members)
    _log("team.added", actor, team, {"name": team.name, "members": [str(pk) for pk in members]})
    return team


@transaction.atomic
def update_team(
    *,
    actor: Principal,
    team_id: UUID,
    expected_version: int | None = None,
    **changes: Unpack[TeamFields],
) -> Team:
    """Rename a team or seat it anew (arbiters).  Raises as :func:`create_team`, and ``Stale``."""
    team, tournament = _locked(actor, team_id)
    require_version(team, expected_version)
    _require_teams_open(tournament)
    wanted = changes.pop("members", None)
    changed = apply(team, dict(changes))
    before = list(team.members.order_by("board").values_list("entry_id", flat=True))
    if wanted is not None and list(wanted) != before:
        team.members.all().delete()
        _seat(team, wanted)
        changed["members"] = {
            "old": [str(pk) for pk in before],
            "new": [str(pk) for pk in wanted],
        }
    if changed:
        validate(team)
        save_changes(team, changed.keys() - {"members"})
        _log("team.updated", actor, team, changed)
    return team


@transaction.atomic
def delete_team(*, actor: Principal, team_id: UUID, expected_version: int | None = None) -> None:
    """Dissolve a team; its players stay entered (arbiters).  Raises as :func:`update_team`."""
    team, tournament = _locked(actor, team_id)
    require_version(team, expected_version)
    _require_teams_open(tournament)
    team.version += 1
    _log("team.removed", actor, team, {"name": team.name})
    team.delete()
    for number, each in enumerate(tournament.teams.order_by("number"), start=1):
        if apply(each, {"number": number}):
            save_changes(each, ["number"])


@transaction.atomic
def withdraw_team(*, actor: Principal, team_id: UUID, from_round: int | None = None) -> Team:
    """Take a team out: all of its players leave (arbiters).

    Raises what :func:`tournaments.events.services.withdraw_entry` raises.
    """
    team, _ = _locked(actor, team_id)
    playing = team.members.filter(entry__status=EntryStatus.ACTIVE).order_by("board")
    for entry in playing.values_list("entry_id", flat=True):
        withdraw_entry(actor=actor, entry_id=entry, from_round=from_round)
    return team


def _locked(actor: Principal, team_id: UUID) -> tuple[Team, Tournament]:
    seen = Team.objects.visible_to(actor)
    found = get_or_refuse(seen, "team.not_found", pk=team_id)
    tournament = locked_tournament(actor, found.tournament_id, MANAGE)
    team = get_or_refuse(Team.objects.all(), "team.not_found", pk=team_id)
    team.tournament = tournament
    return team, tournament


def _require_teams_open(tournament: Tournament) -> None:
    require_open(tournament)
    if not is_for_teams(tournament):
        raise Conflict("team.no_teams", system=tournament.system)
    if last_paired_round(tournament):
        raise Conflict("team.settings_frozen")


def _seat(team: Team, members: Sequence[UUID]) -> None:
    """Give these entries the boards 1, 2 ... of the team."""
    entries = team.tournament.entries.filter(pk__in=members)
    known = set(entries.values_list("pk", flat=True))
    if unknown := [str(pk) for pk in members if pk not in known]:
        raise Invalid("entry.unknown", entries=unknown)
    taken = set(entries.filter(team_member__isnull=False).values_list("pk", flat=True))
    twice = {pk for pk in members if members.count(pk) > 1} | taken
    if twice:
        raise Conflict("team.member_twice", entries=sorted(str(pk) for pk in twice))
    TeamMember.objects.bulk_create(
        TeamMember(team=team, entry_id=pk, board=board) for board, pk in enumerate(members, start=1)
    )


def _log(type: str, actor: Principal, team: Team, data: dict[str, Any]) -> None:
    append_change(type, actor=actor, subject=team, tournament=team.tournament, data=data)
