"""What a tournament's JSON document holds of its schedule: settings, draw, teams, games left out.

Entries are the document's own numbers, 1 .. ``size``; teams have theirs.  A
document that names anything else is refused by :func:`read_schedule`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError

from tournaments.core.clock import now
from tournaments.core.errors import Invalid
from tournaments.events.models import MAX_ROUNDS, Entry, Tournament
from tournaments.events.numbering import HIGHEST_SEED

from .models import (
    MOST_BOARDS,
    CancelledGame,
    Draw,
    DrawMethod,
    ScheduleSettings,
    Team,
    TeamMember,
)
from .options import APPLICABLE, as_data, is_drawn, is_for_teams, settings_of, updated_settings

Numbers = Mapping[UUID, int]
MOST_TEAMS = 10_000


def schedule_document(tournament: Tournament, numbers: Numbers) -> dict[str, Any] | None:
    """The part of the document; ``None`` for a system without announcements of its own.

    Games that were left out of unpublished rounds are not in it.
    """
    settings = as_data(settings_of(tournament))
    if settings is None:
        return None
    known = APPLICABLE[tournament.system]
    teams = list(tournament.teams.prefetch_related("members").order_by("number"))
    draw = Draw.objects.filter(tournament=tournament).first()
    cancelled = CancelledGame.objects.filter(
        round__tournament=tournament, round__status__in=("published", "completed")
    ).select_related("round")
    return {
        "settings": {name: value for name, value in settings.items() if name in known},
        "draw": None if draw is None else _draw(draw, numbers, teams),
        "teams": [
            {
                "name": team.name,
                "nickname": team.nickname,
                "members": [numbers[member.entry_id] for member in team.members.all()],
            }
            for team in teams
        ],
        "cancelled_games": [
            {
                "round": game.round.number,
                "board": game.number,
                "white": numbers[game.white_id],
                "black": None if game.black_id is None else numbers[game.black_id],
                "group": game.group,
            }
            for game in cancelled.order_by("round__number", "number", "white__pairing_number")
        ],
    }


def _draw(draw: Draw, numbers: Numbers, teams: Sequence[Team]) -> dict[str, Any]:
    places = {team.pk: place for place, team in enumerate(teams, start=1)}
    known = {**numbers, **places}
    return {
        "method": draw.method,
        "seed": draw.seed,
        "toss_seed": draw.toss_seed,
        "rounds": draw.rounds,
        # Somebody drawn may have dropped out since.
        "order": [known.get(UUID(each)) for each in draw.order],
        "groups": [[known.get(UUID(each)) for each in group] for group in draw.groups],
    }


@dataclass(frozen=True, slots=True)
class ScheduleReading:
    """Unsaved rows of a document's schedule; numbers are those of its entries."""

    settings: ScheduleSettings
    draw: Mapping[str, Any] | None
    teams: tuple[tuple[Team, tuple[int, ...]], ...]
    cancelled: tuple[Mapping[str, Any], ...]


def read_schedule(tournament: Tournament, data: Any, size: int) -> ScheduleReading | None:
    """Check the part and make rows of it; without one the system's defaults hold.

    ``tournament`` is unsaved and has its system.  Raises ``Invalid("tournament.invalid")``
    or ``Invalid("import.schedule_invalid", place=...)``.
    """
    if data is None:
        data = {}
    _require(isinstance(data, dict), "schedule")
    given = data.get("settings", {})
    _require(isinstance(given, dict), "schedule.settings")
    known = APPLICABLE.get(tournament.system)
    if known is None:
        _require(not data, "schedule")
        return None
    _require(set(given) <= known, "schedule.settings")
    settings = updated_settings(tournament, None, given)
    if settings is None:
        return None
    teams = tuple(
        _team(each, place, size) for place, each in enumerate(_list(data, "teams"), start=1)
    )
    seated = [number for _, members in teams for number in members]
    _require(len(teams) <= MOST_TEAMS and (not teams or is_for_teams(tournament)), "schedule.teams")
    _require(len(seated) == len(set(seated)), "schedule.teams")
    drawn = len(teams) if is_for_teams(tournament) else size
    return ScheduleReading(
        settings=settings,
        draw=_read_draw(tournament, data.get("draw"), drawn, size),
        teams=teams,
        cancelled=tuple(_cancelled(each, size) for each in _list(data, "cancelled_games")),
    )


def store_reading(
    tournament: Tournament, reading: ScheduleReading | None, entries: Sequence[Entry]
) -> None:
    """Write what was read; entries and rounds are stored already."""
    if reading is None:
        return
    reading.settings.tournament = tournament
    reading.settings.save()
    teams = []
    for team, members in reading.teams:
        team.tournament = tournament
        team.save()
        teams.append(team)
        TeamMember.objects.bulk_create(
            TeamMember(team=team, entry=entries[number - 1], board=board)
            for board, number in enumerate(members, start=1)
        )
    if reading.draw is not None:
        _store_draw(tournament, reading.draw, entries, teams)
    rounds = {round.number: round for round in tournament.rounds.all()}
    CancelledGame.objects.bulk_create(
        CancelledGame(
            round=rounds[game["round"]],
            number=game["board"],
            white=entries[game["white"] - 1],
            black=None if game["black"] is None else entries[game["black"] - 1],
            group=game["group"],
        )
        for game in reading.cancelled
        if game["round"] in rounds
    )


def _store_draw(
    tournament: Tournament,
    data: Mapping[str, Any],
    entries: Sequence[Entry],
    teams: Sequence[Team],
) -> None:
    drawn: Sequence[Entry] | Sequence[Team] = teams if is_for_teams(tournament) else entries
    Draw(
        tournament=tournament,
        method=data["method"],
        seed=data["seed"],
        toss_seed=data["toss_seed"],
        rounds=data["rounds"],
        order=[str(drawn[number - 1].pk) for number in data["order"] if number is not None],
        groups=[
            [str(entries[number - 1].pk) for number in group if number is not None]
            for group in data["groups"]
        ],
        drawn_at=now(),
    ).save()


def _require(holds: bool, place: str) -> None:
    if not holds:
        raise Invalid("import.schedule_invalid", place=place)


def _list(data: Mapping[str, Any], name: str) -> list[Any]:
    found = data.get(name, [])
    _require(isinstance(found, list), f"schedule.{name}")
    return list(found)


def _is_number(value: Any, size: int, *, lowest: int = 1) -> bool:
    return type(value) is int and lowest <= value <= size


def _team(data: Any, place: int, size: int) -> tuple[Team, tuple[int, ...]]:
    where = f"schedule.teams.{place - 1}"
    _require(isinstance(data, dict), where)
    members = data.get("members", [])
    _require(isinstance(members, list) and len(members) <= MOST_BOARDS, where)
    _require(all(_is_number(number, size) for number in members), f"{where}.members")
    names = (data.get("name", ""), data.get("nickname", ""))
    _require(all(isinstance(name, str) for name in names), where)
    team = Team(number=place, name=names[0], nickname=names[1])
    try:
        team.clean_fields(exclude=["tournament"])
    except ValidationError:
        _require(False, where)
    return team, tuple(members)


def _read_draw(tournament: Tournament, data: Any, drawn: int, size: int) -> dict[str, Any] | None:
    if data is None:
        return None
    where = "schedule.draw"
    _require(isinstance(data, dict) and is_drawn(tournament), where)
    groups = data.get("groups", [])
    order = data.get("order", [])
    seeds = [data.get("seed"), data.get("toss_seed")]
    _require(isinstance(order, list) and isinstance(groups, list), where)
    _require(all(isinstance(group, list) for group in groups), f"{where}.groups")
    _require(data.get("method") in DrawMethod.values, f"{where}.method")
    _require(_is_number(data.get("rounds"), MAX_ROUNDS), f"{where}.rounds")
    _require(all(seed is None or _is_number(seed, HIGHEST_SEED, lowest=0) for seed in seeds), where)
    _require(_are_places(order, drawn), f"{where}.order")
    _require(_are_places([n for group in groups for n in group], size), f"{where}.groups")
    return {
        "method": data["method"],
        "seed": seeds[0],
        "toss_seed": seeds[1],
        "rounds": data["rounds"],
        "order": order,
        "groups": groups,
    }


def _are_places(values: Sequence[Any], size: int) -> bool:
    """Whether they are different numbers, and nothing for those who dropped out."""
    there = [value for value in values if value is not None]
    return all(_is_number(value, size) for value in there) and len(there) == len(set(there))


def _cancelled(data: Any, size: int) -> dict[str, Any]:
    where = "schedule.cancelled_games"
    _require(isinstance(data, dict), where)
    group, black = data.get("group", ""), data.get("black")
    _require(
        _is_number(data.get("round"), MAX_ROUNDS)
        and _is_number(data.get("board"), 10**6, lowest=0)
        and _is_number(data.get("white"), size)
        and (black is None or (_is_number(black, size) and black != data["white"]))
        and isinstance(group, str)
        and len(group) <= 8,
        where,
    )
    return {
        "round": data["round"],
        "board": data["board"],
        "white": data["white"],
        "black": black,
        "group": group,
    }
