"""The announced tables that a tournament keeps as JSON, checked before they are stored.

``virtual_points``: items ``{"points", "first_round", "last_round",
"first_entry", "last_entry"}``, points in tenths, the entries between the two
(inclusive) by pairing number.

``abnormal_points``: items ``{"outcome", "points", "round", "entries"}``;
``outcome`` is a letter of :class:`pairing.scoring.Outcome` or null for a bonus,
``round`` null means every round, ``entries`` empty everybody.

``tie_breaks``: codes as ``tiebreaks`` reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from pairing.errors import PairingError, RecordError
from pairing.scoring import Outcome
from pairing.systems import system
from tiebreaks.codes import parse_order
from tournaments.core.errors import Invalid
from tournaments.schedules.options import ranks_teams

from .models import (
    CUSTOM_SYSTEM,
    KNOCKOUT_SYSTEM,
    MAX_ROUNDS,
    Entry,
    RequestedBye,
    Tournament,
)
from .tie_breaking import is_round_robin

_VIRTUAL_KEYS = {"points", "first_round", "last_round", "first_entry", "last_entry"}
_ABNORMAL_KEYS = {"outcome", "points", "round", "entries"}
_LETTERS = {outcome.value for outcome in Outcome}
_HIGHEST_POINTS = 9999


def check_settings(tournament: Tournament) -> None:
    """Raise ``Invalid("tournament.invalid")`` for settings no engine could work with."""
    errors = [
        *_system_faults(tournament),
        *_tie_break_faults(tournament),
        *_virtual_faults(tournament),
        *_abnormal_faults(tournament),
        *_point_faults(tournament),
    ]
    if errors:
        raise Invalid("tournament.invalid", errors=errors)


def _fault(field: str, code: str, **params: Any) -> dict[str, Any]:
    return {"field": field, "code": code, "params": params}


def _system_faults(tournament: Tournament) -> list[dict[str, Any]]:
    if tournament.system == CUSTOM_SYSTEM:
        return []
    if tournament.system == KNOCKOUT_SYSTEM:
        accelerated = tournament.acceleration != "none" or tournament.virtual_points
        fault = _fault("acceleration", "acceleration.unsupported", system=KNOCKOUT_SYSTEM)
        return [fault] if accelerated else []
    try:
        chosen = system(tournament.system)
    except RecordError as error:
        known = sorted([*error.params["known"], KNOCKOUT_SYSTEM])
        return [_fault("system", error.code, system=tournament.system, known=known)]
    if tournament.edition not in chosen.editions:
        known = list(chosen.editions)
        return [_fault("edition", "edition.unknown", edition=tournament.edition, known=known)]
    accelerated = tournament.acceleration != "none" or tournament.virtual_points
    if accelerated and not chosen.acceleration:
        return [_fault("acceleration", "acceleration.unsupported", system=chosen.code)]
    if chosen.predetermined and RequestedBye.objects.filter(entry__tournament=tournament).exists():
        return [_fault("system", "schedule.byes_requested")]
    if chosen.predetermined and tournament.check_in:
        return [_fault("check_in", "schedule.no_check_in")]
    return []


def _tie_break_faults(tournament: Tournament) -> list[dict[str, Any]]:
    """Codes that nobody knows, or that the system rules out (note to C.07 art. 8)."""
    codes: Any = tournament.tie_breaks
    if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
        return [_fault("tie_breaks", "list_of_texts")]
    try:
        parse_order(codes, teams=ranks_teams(tournament), round_robin=is_round_robin(tournament))
    except PairingError as error:
        return [_fault("tie_breaks", error.code, **error.params)]
    return []


def _virtual_faults(tournament: Tournament) -> Iterable[dict[str, Any]]:
    items = tournament.virtual_points
    if not _is_table(items, _VIRTUAL_KEYS):
        return [_fault("virtual_points", "table_malformed", keys=sorted(_VIRTUAL_KEYS))]
    faults = []
    known = _entry_ids(tournament) if items else set()
    for place, item in enumerate(items):
        field = f"virtual_points.{place}"
        if not _is_points(item["points"]):
            faults.append(_fault(f"{field}.points", "points_impossible"))
        first, last = item["first_round"], item["last_round"]
        if not (_is_round(first) and _is_round(last) and first <= last):
            faults.append(_fault(f"{field}.first_round", "rounds_impossible"))
        faults += _unknown_entries(field, [item["first_entry"], item["last_entry"]], known)
    return faults


def _abnormal_faults(tournament: Tournament) -> Iterable[dict[str, Any]]:
    items = tournament.abnormal_points
    if not _is_table(items, _ABNORMAL_KEYS):
        return [_fault("abnormal_points", "table_malformed", keys=sorted(_ABNORMAL_KEYS))]
    faults = []
    known = _entry_ids(tournament) if items else set()
    for place, item in enumerate(items):
        field = f"abnormal_points.{place}"
        outcome = item["outcome"]
        if outcome is not None and not (isinstance(outcome, str) and outcome in _LETTERS):
            faults.append(_fault(f"{field}.outcome", "outcome_unknown"))
        if item["points"] is not None and not _is_points(item["points"]):
            faults.append(_fault(f"{field}.points", "points_impossible"))
        if item["round"] is not None and not _is_round(item["round"]):
            faults.append(_fault(f"{field}.round", "rounds_impossible"))
        if isinstance(item["entries"], list):
            faults += _unknown_entries(field, item["entries"], known)
        else:
            faults.append(_fault(f"{field}.entries", "list_of_ids"))
    return faults


def _point_faults(tournament: Tournament) -> list[dict[str, Any]]:
    """A win must be worth something, and not less than a draw, nor a draw less than a loss."""
    win, draw, loss = tournament.points_win, tournament.points_draw, tournament.points_loss
    if not win >= draw >= loss or win <= loss:
        return [_fault("points_win", "points_not_ordered", win=win, draw=draw, loss=loss)]
    return []


def _is_table(items: Any, keys: set[str]) -> bool:
    return isinstance(items, list) and all(
        isinstance(item, dict) and set(item) == keys for item in items
    )


def _is_points(value: Any) -> bool:
    return type(value) is int and abs(value) <= _HIGHEST_POINTS


def _is_round(value: Any) -> bool:
    return type(value) is int and 1 <= value <= MAX_ROUNDS


def _entry_ids(tournament: Tournament) -> set[str]:
    ids: Iterable[UUID] = Entry.objects.filter(tournament=tournament).values_list("pk", flat=True)
    return {str(pk) for pk in ids}


def _unknown_entries(field: str, ids: Sequence[Any], known: set[str]) -> list[dict[str, Any]]:
    unknown = [str(entry) for entry in ids if str(entry) not in known]
    return [_fault(f"{field}.entries", "entries_unknown", entries=unknown)] if unknown else []
