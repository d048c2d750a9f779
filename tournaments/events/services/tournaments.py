"""Writes of tournaments: creation with all rounds, settings, life."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, TypedDict, Unpack
from uuid import UUID

from django.db import transaction

from tournaments.core.errors import Conflict, Invalid
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.slugs import free_slug
from tournaments.core.writing import (
    append_change,
    apply,
    get_or_refuse,
    lock_club,
    require_version,
    save_changes,
    validate,
)
from tournaments.history.models import Occasion
from tournaments.history.points import take_restore_point
from tournaments.play.models import Board
from tournaments.schedules.options import updated_settings
from tournaments.schedules.settings import change_settings, suited

from ..access import last_paired_round, locked_tournament, require_open
from ..models import (
    KNOCKOUT_SYSTEM,
    Event,
    RequestedBye,
    Round,
    Tournament,
    TournamentStatus,
)
from ..numbering import draw_seed
from ..settings_data import check_settings
from ..tie_breaking import as_spelled, edition_in_force


class TournamentFields(TypedDict, total=False):
    """Settable columns of a tournament; ``points_*`` in tenths."""

    name: str
    slug: str
    system: str
    edition: str
    round_count: int
    initial_colour: str
    acceleration: str
    virtual_points: list[dict[str, Any]]
    abnormal_points: list[dict[str, Any]]
    tie_breaks: list[str]
    tie_break_edition: str
    unrated_rating: int | None
    results_policy: str
    rating_kind: str
    rating_list: str
    rated: bool
    half_point_byes: int | None
    final_rounds_without_byes: int
    check_in: bool
    starting_order_key: str
    points_win: int
    points_draw: int
    points_loss: int
    points_zero_point_bye: int
    points_pairing_allocated_bye: int | None
    points_forfeit_win: int | None
    points_forfeit_loss: int | None
    points_full_point_bye: int | None
    points_half_point_bye: int | None
    points_adjourned: int | None
    points_win_black: int | None
    points_draw_black: int | None
    points_loss_black: int | None
    city: str
    federation: str
    start: date | None
    end: date | None
    chief_arbiter: str
    deputy_arbiters: list[str]
    time_control: str
    time_control_code: str
    type_text: str
    type_code: str
    starting_rank_method: str
    pairing_controller: str
    report_comments: list[str]
    schedule: dict[str, Any]


FROZEN_ONCE_PAIRED = frozenset(
    {
        "system",
        "edition",
        "round_count",
        "initial_colour",
        "acceleration",
        "virtual_points",
        "abnormal_points",
        "tie_breaks",
        "tie_break_edition",
        "unrated_rating",
        "starting_order_key",
        "schedule",
    }
    | {name for name in TournamentFields.__annotations__ if name.startswith("points_")}
)
"""Settings announced beforehand: they cannot change once round 1 is paired (C.04.1 art. 1, 3)."""

BESIDE = frozenset({"schedule", "draw"})
"""Settings that have rows of their own."""

_TRANSITIONS = {
    (TournamentStatus.DRAFT, TournamentStatus.REGISTRATION): "tournament.opened",
    (TournamentStatus.REGISTRATION, TournamentStatus.DRAFT): "tournament.hidden",
    (TournamentStatus.RUNNING, TournamentStatus.FINISHED): "tournament.finished",
    (TournamentStatus.FINISHED, TournamentStatus.RUNNING): "tournament.reopened",
    (TournamentStatus.FINISHED, TournamentStatus.ARCHIVED): "tournament.archived",
    (TournamentStatus.ARCHIVED, TournamentStatus.FINISHED): "tournament.unarchived",
}
"""Changes of status that people make; publishing round 1 makes a tournament ``running``."""


@transaction.atomic
def create_tournament(
    *,
    actor: Principal,
    event_id: UUID,
    draft: bool = False,
    **fields: Unpack[TournamentFields],
) -> Tournament:
    """A new tournament with all its rounds planned (owner, organiser).

    A ``draft`` is seen only by those who run it.  ``schedule`` has what is
    announced for round robins and ladders (:mod:`tournaments.schedules.options`);
    how many rounds a round robin has follows when its numbers are drawn.  The
    order of the standings is a usual one unless given, and the edition of the
    tie-break rules is the one in force at the start.  Raises ``NotFound``,
    ``Forbidden("permission.denied")``, ``Invalid("tournament.invalid")``.
    """
    seen = Event.objects.visible_to(actor)
    lock_club(get_or_refuse(seen, "event.not_found", pk=event_id).club_id)
    event = get_or_refuse(seen.select_related("club"), "event.not_found", pk=event_id)
    require(actor, "events.change_tournament", event)
    status = TournamentStatus.DRAFT if draft else TournamentStatus.REGISTRATION
    if fields.get("system") == KNOCKOUT_SYSTEM:
        # Known when the bracket is drawn.
        fields.setdefault("round_count", 1)
    schedule = fields.pop("schedule", {})
    tournament = Tournament(event=event, status=status, **fields)
    tournament.tie_breaks = as_spelled(tournament.tie_breaks)
    apply(tournament, suited(tournament, fields))
    if "tie_break_edition" not in fields:
        tournament.tie_break_edition = edition_in_force(tournament)
    tournament.slug = tournament.slug or free_slug(event.tournaments.all(), tournament.name, 80)
    draw_seed(tournament)
    _check(tournament)
    settings = updated_settings(tournament, None, schedule)
    tournament.save()
    if settings is not None:
        settings.tournament = tournament
        settings.save()
    plan_rounds(tournament)
    append_change("tournament.created", actor=actor, subject=tournament, tournament=tournament)
    return tournament


@transaction.atomic
def update_tournament(
    *,
    actor: Principal,
    tournament_id: UUID,
    expected_version: int | None = None,
    **changes: Unpack[TournamentFields],
) -> Tournament:
    """Change settings (owner, organiser).

    Once round 1 is paired, what was announced is frozen:
    ``Conflict("tournament.settings_frozen", fields=[...])``.  Further
    refusals: ``Conflict("tournament.closed")``, ``Stale("tournament.stale")``,
    ``Invalid("tournament.invalid")``.
    """
    tournament = locked_tournament(actor, tournament_id, "events.change_tournament")
    require_version(tournament, expected_version)
    require_open(tournament)
    if "tie_breaks" in changes:
        changes["tie_breaks"] = as_spelled(changes["tie_breaks"])
    schedule = changes.pop("schedule", {})
    old_system = tournament.system
    changed = apply(tournament, dict(changes))
    _require_not_frozen(tournament, changed)
    if "system" in changed:
        changed |= apply(tournament, suited(tournament, changes, old_system))
    if changed:
        _check(tournament)
    if schedule or "system" in changed:
        changed |= change_settings(tournament, schedule, new_system="system" in changed)
        _require_not_frozen(tournament, changed)
    if changed:
        if draw_seed(tournament):
            changed["starting_order_seed"] = {"old": None, "new": tournament.starting_order_seed}
        removed: list[dict[str, Any]] = []
        if "round_count" in changed:
            take_restore_point(actor, tournament, Occasion.SETTINGS)
            removed = plan_rounds(tournament)
        save_changes(tournament, changed.keys() - BESIDE)
        append_change(
            "tournament.updated",
            actor=actor,
            subject=tournament,
            tournament=tournament,
            data=changed | ({"rounds_removed": removed} if removed else {}),
        )
    return tournament


@transaction.atomic
def change_status(
    *,
    actor: Principal,
    tournament_id: UUID,
    status: str,
    expected_version: int | None = None,
) -> Tournament:
    """Open, hide, finish, reopen or archive a tournament (owner, organiser).

    Finishing needs every round completed:
    ``Conflict("tournament.not_complete", rounds=[...], boards=[...])``.  Other
    steps than those of the life of a tournament:
    ``Conflict("tournament.status_not_reachable")``.
    """
    tournament = locked_tournament(actor, tournament_id, "events.change_tournament")
    require_version(tournament, expected_version)
    if status not in TournamentStatus.values:
        raise Invalid("tournament.status_unknown", status=status)
    old = TournamentStatus(tournament.status)
    if status == old:
        return tournament
    kind = _TRANSITIONS.get((old, TournamentStatus(status)))
    if kind is None:
        raise Conflict("tournament.status_not_reachable", status=status, current=old.value)
    if status == TournamentStatus.DRAFT and last_paired_round(tournament):
        raise Conflict("tournament.status_not_reachable", status=status, current=old.value)
    if status == TournamentStatus.FINISHED and old == TournamentStatus.RUNNING:
        _require_complete(tournament)
    changed = apply(tournament, {"status": status})
    save_changes(tournament, changed)
    append_change(kind, actor=actor, subject=tournament, tournament=tournament, data=changed)
    return tournament


def plan_rounds(tournament: Tournament) -> list[dict[str, Any]]:
    """Make the rounds 1..``round_count`` exist; surplus ones go, with what was asked for them.

    Returns those that went as ``{"id", "version"}``.
    """
    existing = set(tournament.rounds.values_list("number", flat=True))
    wanted = range(1, tournament.round_count + 1)
    Round.objects.bulk_create(
        Round(tournament=tournament, number=number) for number in wanted if number not in existing
    )
    surplus = tournament.rounds.filter(number__gt=tournament.round_count, status="planned")
    removed = [
        {"id": str(pk), "version": version + 1}
        for pk, version in surplus.order_by("number").values_list("pk", "version")
    ]
    surplus.delete()
    RequestedBye.objects.filter(
        entry__tournament=tournament, round_number__gt=tournament.round_count
    ).delete()
    return removed


def _require_not_frozen(tournament: Tournament, changed: Mapping[str, Any]) -> None:
    frozen = sorted(FROZEN_ONCE_PAIRED & changed.keys())
    if frozen and last_paired_round(tournament):
        raise Conflict("tournament.settings_frozen", fields=frozen)


def _check(tournament: Tournament) -> None:
    validate(tournament)
    check_settings(tournament)


def _require_complete(tournament: Tournament) -> None:
    rounds = tournament.rounds.exclude(status="completed").order_by("number")
    numbers = list(rounds.values_list("number", flat=True))
    if numbers:
        boards = Board.objects.filter(round__in=rounds).unsettled()
        raise Conflict(
            "tournament.not_complete",
            rounds=numbers,
            boards=[
                {"round": round_number, "board": number}
                for round_number, number in boards.values_list("round__number", "number").order_by(
                    "round__number", "number"
                )
            ],
        )
