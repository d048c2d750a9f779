"""Drawing the starting numbers and groups of a tournament that keeps them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from pairing.errors import PairingError
from pairing.roundrobin.tables import Notice
from tournaments.core.clock import now
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.principal import Principal
from tournaments.core.writing import append_change, apply, require_version, save_changes
from tournaments.events.access import last_paired_round, locked_tournament, require_open
from tournaments.events.models import Entry, EntryStatus, Tournament
from tournaments.events.numbering import HIGHEST_SEED, numbered, strength_key, write_numbers
from tournaments.events.services.tournaments import plan_rounds
from tournaments.history.models import Occasion
from tournaments.history.points import take_restore_point

from ..models import Draw, DrawMethod, GroupDraw, ScheduleSettings, Team, TeamMember
from ..numbers import Drawn, drawn_entries, drawn_groups, drawn_teams
from ..options import is_drawn, is_for_teams, is_predetermined, settings_of
from ..rounds import rounds_to_play

MANAGE = "events.manage_entries"
OUT_OF_THE_WAY = 10_000
"""Above every number of a team; numbers are unique at every moment."""
_BECOMES_THE_BYE = ("round-robin", "crenshaw", "berger-reversed")


@transaction.atomic
def draw_numbers(
    *,
    actor: Principal,
    tournament_id: UUID,
    method: str | None = None,
    seed: int | None = None,
    order: Sequence[UUID] | None = None,
    groups: Sequence[Sequence[UUID]] | None = None,
    expected_version: int | None = None,
) -> Draw:
    """Draw the starting numbers (arbiters), and the groups; again before round 1 if need be.

    ``method`` replaces the announced one (:class:`..models.Numbering`); ``seed``
    one that is drawn here; ``order`` (ids of entries, in team systems of teams)
    and ``groups`` (ids of entries) are draws made by hand.  The number of rounds
    follows.  The log keeps the seed and every step.

    Raises ``NotFound``, ``Forbidden``, ``Stale("tournament.stale")``,
    ``Conflict("tournament.closed" | "schedule.not_for_system" | "schedule.draw_closed" |
    "schedule.field_unclear" | "schedule.too_few_players" | "schedule.too_many_rounds")``,
    ``Conflict`` with the engine's code for a field without a schedule, and
    ``Invalid("schedule.method_unknown" | "entry.order_incomplete" | "schedule.groups_by_hand")``.
    """
    tournament = locked_tournament(actor, tournament_id, MANAGE)
    require_version(tournament, expected_version)
    require_open(tournament)
    if last_paired_round(tournament):
        raise Conflict("schedule.draw_closed")
    if Draw.objects.filter(tournament=tournament).exists():
        take_restore_point(actor, tournament, Occasion.RENUMBER)
    return draw(actor, tournament, method=method, seed=seed, order=order, groups=groups)


def ensure_drawn(actor: Principal, tournament: Tournament) -> None:
    """Draw as announced before round 1 if nothing was drawn yet; the caller holds the lock.

    Raises ``Conflict("schedule.draw_outdated")`` if the field has changed since,
    and what :func:`draw_numbers` raises.
    """
    if not is_drawn(tournament):
        return
    if last_paired_round(tournament):
        return
    found = Draw.objects.filter(tournament=tournament).first()
    if found is None:
        draw(actor, tournament)
    elif is_predetermined(tournament) and not is_current(tournament, found):
        raise Conflict("schedule.draw_outdated", drawn=len(found.order))


def is_current(tournament: Tournament, found: Draw) -> bool:
    """Whether a draw is still that of the field.

    If of an even number of players the last one has dropped out, nothing else
    changes: that number becomes the bye.
    """
    if found.rounds != tournament.round_count:
        return False
    drawn = [UUID(each) for each in found.order]
    if is_for_teams(tournament):
        teams = Team.objects.filter(tournament=tournament).order_by("number")
        return drawn == list(teams.values_list("pk", flat=True)) and _numbered_by_teams(tournament)
    there = [entry.pk for entry in numbered(tournament)]
    if there == drawn:
        return True
    left_over = tournament.system in _BECOMES_THE_BYE and len(drawn) % 2 == 0
    return left_over and there == drawn[:-1]


def _numbered_by_teams(tournament: Tournament) -> bool:
    """Whether everybody has the number that follows from team and board."""
    members = TeamMember.objects.filter(team__tournament=tournament)
    numbers = members.order_by("team__number", "board").values_list(
        "entry__pairing_number", flat=True
    )
    return list(numbers) == list(range(1, tournament.entries.count() + 1))


def draw(
    actor: Principal,
    tournament: Tournament,
    *,
    method: str | None = None,
    seed: int | None = None,
    order: Sequence[UUID] | None = None,
    groups: Sequence[Sequence[UUID]] | None = None,
) -> Draw:
    """As :func:`draw_numbers`; the caller holds the lock and nothing is paired yet."""
    settings = settings_of(tournament)
    if settings is None or not is_drawn(tournament):
        raise Conflict("schedule.not_for_system", system=tournament.system)
    method = DrawMethod.HAND.value if order is not None else method or settings.numbering
    _require_method(tournament, method)
    _require_clear_field(tournament)
    seed = secrets.randbelow(HIGHEST_SEED) if seed is None else seed
    before = {entry.pk: entry.pairing_number for entry in numbered(tournament)}
    if is_for_teams(tournament):
        drawn = _draw_teams(tournament, method, seed, order)
    else:
        drawn = _draw_entries(tournament, method, seed, order)
    dealt, remarks = _deal(tournament, settings, seed, groups)
    notices = [{"code": code, "params": params} for code, params in (*drawn.notices, *remarks)]
    lots_for_groups = dealt and groups is None and settings.group_draw == GroupDraw.POTS
    uses_lots = drawn.method in (DrawMethod.LOT, DrawMethod.VARMA) or lots_for_groups
    Draw.objects.filter(tournament=tournament).delete()
    found = Draw(
        tournament=tournament,
        method=drawn.method,
        seed=seed if uses_lots else None,
        toss_seed=secrets.randbelow(HIGHEST_SEED) if settings.toss_colours else None,
        rounds=tournament.round_count,
        order=[str(each) for each in drawn.order],
        groups=[[str(entry) for entry in group] for group in dealt],
        log=list(drawn.log),
        notices=notices,
        drawn_at=now(),
    )
    found.save()
    _follow(tournament, found)
    _log(actor, tournament, found, before)
    return found


def _require_method(tournament: Tournament, method: str) -> None:
    known = [DrawMethod.LOT, DrawMethod.LIST, DrawMethod.HAND]
    if not is_for_teams(tournament):
        known += [DrawMethod.RATING, DrawMethod.VARMA]
    if method not in known:
        raise Invalid("schedule.method_unknown", method=method, known=sorted(known))


def _require_clear_field(tournament: Tournament) -> None:
    """Everybody plays from round 1 and has a number; in team systems, everybody has a team."""
    unclear = [
        entry
        for entry in tournament.entries.order_by("pairing_number", "id")
        if entry.pairing_number is None
        or entry.entered_from_round > 1
        or entry.status == EntryStatus.WITHDRAWN
    ]
    if is_for_teams(tournament):
        unclear += _loose(tournament)
    if unclear:
        raise Conflict(
            "schedule.field_unclear",
            entries=[{"entry": str(entry.pk), "name": entry.name} for entry in unclear],
        )


def _loose(tournament: Tournament) -> list[Entry]:
    """Entries without a team."""
    return list(tournament.entries.filter(team_member__isnull=True).order_by("pairing_number"))


def _draw_entries(
    tournament: Tournament, method: str, seed: int, order: Sequence[UUID] | None
) -> Drawn:
    entries = numbered(tournament)
    if method != DrawMethod.LIST:
        entries.sort(key=strength_key(tournament))
    by_id = {entry.pk: entry for entry in entries}
    if order is None:
        drawn = drawn_entries(entries, method, seed)
    else:
        _require_complete(order, list(by_id))
        drawn = Drawn(tuple(order), method)
    write_numbers(tournament, [by_id[pk] for pk in drawn.order])
    return drawn


def _draw_teams(
    tournament: Tournament, method: str, seed: int, order: Sequence[UUID] | None
) -> Drawn:
    """Numbers for the teams, and for their players team by team in board order."""
    teams = list(tournament.teams.order_by("number"))
    if method != DrawMethod.LIST:
        teams.sort(key=lambda team: team.name)
    if order is None:
        drawn = drawn_teams(teams, method, seed)
    else:
        _require_complete(order, [team.pk for team in teams])
        drawn = Drawn(tuple(order), method)
    by_id = {team.pk: team for team in teams}
    number_teams([by_id[pk] for pk in drawn.order])
    members = TeamMember.objects.filter(team__tournament=tournament).select_related("entry")
    write_numbers(
        tournament, [member.entry for member in members.order_by("team__number", "board")]
    )
    return drawn


def number_teams(order: Sequence[Team]) -> None:
    """Give these teams the numbers 1..n in this order."""
    for distance in (OUT_OF_THE_WAY, 0):
        for number, team in enumerate(order, start=1):
            if apply(team, {"number": number + distance}):
                save_changes(team, ["number"])


def _require_complete(order: Sequence[UUID], known: Sequence[UUID]) -> None:
    if len(order) != len(known) or set(order) != set(known):
        raise Invalid(
            "entry.order_incomplete",
            missing=[str(pk) for pk in known if pk not in set(order)],
            unknown=[str(pk) for pk in order if pk not in set(known)],
        )


def _deal(
    tournament: Tournament,
    settings: ScheduleSettings,
    seed: int,
    by_hand: Sequence[Sequence[UUID]] | None,
) -> tuple[list[list[UUID]], tuple[Notice, ...]]:
    """The groups of the tournament, empty where there are none or they follow from the numbers."""
    entries = numbered(tournament)
    if by_hand is not None:
        if tournament.system not in ("groups", "quads"):
            raise Invalid("schedule.groups_by_hand", system=tournament.system)
        _require_complete([pk for group in by_hand for pk in group], [e.pk for e in entries])
        return [list(group) for group in by_hand], ()
    if tournament.system != "groups":
        return [], ()
    try:
        return drawn_groups(settings, entries, seed)
    except PairingError as error:
        raise Conflict(error.code, **error.params) from None


def _follow(tournament: Tournament, found: Draw) -> None:
    """How many rounds the draw makes; a ladder has those that were announced."""
    if not is_predetermined(tournament):
        return
    found.rounds = rounds_to_play(tournament)
    found.save(update_fields=["rounds"])
    if apply(tournament, {"round_count": found.rounds}):
        save_changes(tournament, ["round_count"])
    plan_rounds(tournament)


def _log(
    actor: Principal, tournament: Tournament, found: Draw, before: dict[UUID, int | None]
) -> None:
    after = numbered(tournament)
    data: dict[str, Any] = {
        "method": found.method,
        "seed": found.seed,
        "toss_seed": found.toss_seed,
        "rounds": found.rounds,
        "numbers": [
            {"entry": str(entry.pk), "old": before[entry.pk], "new": entry.pairing_number}
            for entry in after
        ],
        "groups": found.groups,
        "log": found.log,
        "notices": found.notices,
    }
    append_change(
        "numbers.drawn", actor=actor, subject=tournament, tournament=tournament, data=data
    )
