"""What a report file says of a schedule: by its type code, and by a comment of ours.

Type codes name no settings, and none at all for groups, quads or ladders, so the
file of a running tournament carries them in a comment (``### schedule {...}``,
TRF26) that other programs pass over.  Players are pairing numbers there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pairing.errors import PairingError
from pairing.options import ScheduleOptions
from pairing.record import TournamentRecord
from pairing.systems import SYSTEMS, System
from tournaments.core.errors import Invalid
from tournaments.events.models import MAX_ROUNDS, EntryStatus, Tournament
from tournaments.events.numbering import HIGHEST_SEED

from .models import MOST_CYCLES
from .options import APPLICABLE, RANKS_TEAMS, as_data, settings_of, updated_settings

PREFIX = "schedule "


@dataclass(frozen=True, slots=True)
class ScheduleNote:
    """The settings of a system, and what was drawn, by pairing number.

    ``withdrawn`` pairs who has left with the first round without him.
    """

    system: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    groups: tuple[tuple[int, ...], ...] = ()
    toss_seed: int | None = None
    withdrawn: tuple[tuple[int, int], ...] = ()


def comment_for(tournament: Tournament, record: TournamentRecord) -> str | None:
    """The comment for a tournament's report file; ``None`` for a system without settings."""
    settings = as_data(settings_of(tournament))
    if settings is None:
        return None
    known = APPLICABLE[tournament.system]
    gone = tournament.entries.filter(status=EntryStatus.WITHDRAWN, pairing_number__isnull=False)
    data = {
        "system": tournament.system,
        "settings": {name: value for name, value in settings.items() if name in known},
        "groups": record.schedule.groups,
        "toss_seed": record.schedule.toss_seed,
        "withdrawn": list(
            gone.order_by("pairing_number").values_list("pairing_number", "status_from_round")
        ),
    }
    return PREFIX + json.dumps(data, separators=(",", ":"), sort_keys=True)


def note_in(comments: Sequence[str]) -> tuple[ScheduleNote | None, tuple[str, ...]]:
    """The note among the comments of a file, if there is one, and the other comments.

    A comment that begins like one and cannot be understood is a comment.
    """
    others: list[str] = []
    found: ScheduleNote | None = None
    for comment in comments:
        note = _understood(comment) if comment.startswith(PREFIX) else None
        if note is None:
            others.append(comment)
        else:
            found = note
    return found, tuple(others)


def _understood(comment: str) -> ScheduleNote | None:
    try:
        data = json.loads(comment.removeprefix(PREFIX))
        note = ScheduleNote(
            system=data["system"],
            settings=data["settings"],
            groups=tuple(tuple(group) for group in data["groups"]),
            toss_seed=data["toss_seed"],
            withdrawn=tuple((number, first) for number, first in data["withdrawn"]),
        )
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return note if _is_sound(note) and _has_sound_settings(note) else None


def _is_sound(note: ScheduleNote) -> bool:
    numbers = [number for group in note.groups for number in group]
    numbers += [number for left in note.withdrawn for number in left]
    return (
        isinstance(note.system, str)
        and note.system in APPLICABLE
        and isinstance(note.settings, dict)
        and note.settings.keys() <= APPLICABLE[note.system]
        and all(type(number) is int for number in numbers)
        and all(1 <= first <= MAX_ROUNDS for _, first in note.withdrawn)
        and (note.toss_seed is None or _is_seed(note.toss_seed))
    )


def _is_seed(value: Any) -> bool:
    return type(value) is int and 0 <= value <= HIGHEST_SEED


def _has_sound_settings(note: ScheduleNote) -> bool:
    try:
        updated_settings(Tournament(system=note.system), None, note.settings)
    except Invalid:
        return False
    return True


def note_for_file(record: TournamentRecord, note: ScheduleNote | None) -> ScheduleNote | None:
    """The schedule that a record follows: as noted, else as its type code says.

    ``None`` if it says neither, or if players and rounds do not fit.
    """
    found = note or _by_type_code(record)
    if found is None:
        return None
    chosen = SYSTEMS[found.system]
    if not chosen.predetermined:
        return found
    return _fitting(chosen, replace(record, schedule=options_of(found)), found)


def options_of(note: ScheduleNote) -> ScheduleOptions:
    """What the engines take of a note."""
    settings = note.settings
    return ScheduleOptions(
        swap_last_rounds=settings.get("swap_last_rounds") is not False,
        groups=note.groups,
        last_quad=str(settings.get("last_quad", ScheduleOptions().last_quad)),
        avoid_seven=settings.get("avoid_seven") is True,
        toss_seed=note.toss_seed,
    )


def _by_type_code(record: TournamentRecord) -> ScheduleNote | None:
    for code, known in SYSTEMS.items():
        if known.predetermined and record.system in known.type_codes:
            swap = not record.system.startswith("BERGER_") or record.system.endswith("_ROUNDROBIN")
            return ScheduleNote(code, {"swap_last_rounds": swap, **_of_matches(code, record)})
    return None


def _of_matches(code: str, record: TournamentRecord) -> dict[str, Any]:
    """What a file says of team matches."""
    event = record.team_event
    if code != RANKS_TEAMS or event is None:
        return {}
    return {
        "board_colours": "".join(event.board_colours),
        "match_win": event.match_win,
        "match_draw": event.match_draw,
        "match_loss": event.match_loss,
    }


def _fitting(chosen: System, record: TournamentRecord, note: ScheduleNote) -> ScheduleNote | None:
    """The note with the number of cycles that the record's rounds make; ``None`` for no fit."""
    if chosen.rounds is None or chosen.schedule is None:
        return None
    try:
        per_cycle = chosen.rounds(record, 1)
        cycles, rest = divmod(record.rounds, per_cycle)
        if rest or not 1 <= cycles <= MOST_CYCLES or len(record.participants) < 2:
            return None
        chosen.schedule(record)
    except PairingError:
        return None
    if "cycles" not in APPLICABLE[note.system]:
        return note
    return replace(note, settings={**note.settings, "cycles": cycles})
