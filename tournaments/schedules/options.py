"""Which announcements each system knows, their defaults, and what is wrong with a set of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any

from django.core.exceptions import ValidationError

from pairing.errors import RecordError
from pairing.options import LAST_QUAD_SWISS, KeizerOptions
from pairing.systems import SYSTEMS, System, system
from tournaments.core.errors import Invalid
from tournaments.core.writing import invalid_from
from tournaments.events.models import CUSTOM_SYSTEM, Tournament

from .models import Numbering, ScheduleSettings

ROUND_ROBIN = frozenset({"cycles", "swap_last_rounds", "numbering", "half_rule"})
APPLICABLE: dict[str, frozenset[str]] = {
    "round-robin": ROUND_ROBIN,
    "crenshaw": ROUND_ROBIN | {"toss_colours"},
    "berger-reversed": ROUND_ROBIN,
    "quads": frozenset({"numbering", "half_rule", "last_quad", "avoid_seven", "toss_colours"}),
    "groups": ROUND_ROBIN | {"group_count", "group_draw", "one_per_club"},
    "scheveningen": ROUND_ROBIN,
    "skalitzka": frozenset({"numbering", "half_rule"}),
    "team-round-robin": ROUND_ROBIN | {"board_colours", "match_win", "match_draw", "match_loss"},
    "keizer": frozenset({"keizer"}),
    "monrad": frozenset({"numbering"}),
}
"""System -> the settings that mean something in it."""

RANKS_TEAMS = "team-round-robin"
"""The system whose announced tie-breaks order teams."""
NAMES = tuple(sorted(frozenset().union(*APPLICABLE.values())))
"""Every setting there is."""

_DEFAULTS: dict[str, dict[str, Any]] = {
    "quads": {"numbering": Numbering.RATING.value},
    "groups": {"numbering": Numbering.RATING.value, "group_count": 2},
    "monrad": {"numbering": Numbering.RATING.value},
}
_FOR_TEAMS = (Numbering.LOT.value, Numbering.LIST.value)

_SHARES = {field.name for field in fields(KeizerOptions) if field.type == "Fraction"}
_FLAGS = {field.name for field in fields(KeizerOptions) if field.type == "bool"}
_OPTIONAL = {field.name for field in fields(KeizerOptions) if field.type == "int | None"}
_KEIZER = {field.name for field in fields(KeizerOptions)}
_HIGHEST_AMOUNT = 100_000
_HIGHEST_SHARE = 10


def known_system(tournament: Tournament) -> System | None:
    """The tournament's system, ``None`` if the server does not pair it."""
    if tournament.system == CUSTOM_SYSTEM or tournament.system not in SYSTEMS:
        return None
    return system(tournament.system)


def is_predetermined(tournament: Tournament) -> bool:
    """Whether the server makes the tournament's pairings from a table."""
    chosen = known_system(tournament)
    return chosen is not None and chosen.predetermined


def results_decide(tournament: Tournament) -> bool:
    """Whether a round cannot be paired before the results of the rounds before it."""
    if not is_predetermined(tournament):
        return True
    settings = settings_of(tournament) if tournament.system == "quads" else None
    return settings is not None and settings.last_quad == LAST_QUAD_SWISS


def is_for_teams(tournament: Tournament) -> bool:
    """Whether the tournament's system pairs teams."""
    chosen = known_system(tournament)
    return chosen is not None and chosen.teams


def ranks_teams(tournament: Tournament) -> bool:
    """Whether the announced tie-breaks order teams; else they order players."""
    return tournament.system == RANKS_TEAMS


def is_drawn(tournament: Tournament) -> bool:
    """Whether the tournament's starting numbers are drawn, published and kept."""
    return is_predetermined(tournament) or tournament.system == "monrad"


def default_settings(tournament: Tournament) -> ScheduleSettings | None:
    """Unsaved settings with the system's defaults; ``None`` for a system without any."""
    if tournament.system not in APPLICABLE:
        return None
    values = _DEFAULTS.get(tournament.system, {})
    # By id: an instance would become what the tournament remembers as its settings.
    return ScheduleSettings(tournament_id=tournament.pk, **values)


def settings_of(tournament: Tournament) -> ScheduleSettings | None:
    """The tournament's settings; the defaults where nothing was stored.

    Lists of tournaments load them with ``select_related("schedule_settings")``.
    """
    if tournament.system not in APPLICABLE:
        return None
    return getattr(tournament, "schedule_settings", None) or default_settings(tournament)


def as_data(settings: ScheduleSettings | None) -> dict[str, Any] | None:
    """The settings as plain data, as they are shown and logged."""
    return None if settings is None else {name: getattr(settings, name) for name in NAMES}


def updated_settings(
    tournament: Tournament, stored: ScheduleSettings | None, given: Mapping[str, Any]
) -> ScheduleSettings | None:
    """The settings after a change, unsaved.

    ``stored`` are those so far, of the same system, else ``None``: a new system
    begins with its defaults.  Raises ``Invalid("tournament.invalid")`` that
    names each fault.
    """
    settings = stored or default_settings(tournament)
    if settings is None:
        if given:
            raise _invalid([_fault("", "schedule.not_for_system", system=tournament.system)])
        return None
    for name, value in given.items():
        setattr(settings, name, value)
    faults = [*_misplaced(tournament, settings), *_unsuitable(tournament, settings)]
    if faults:
        raise _invalid(faults)
    try:
        settings.full_clean(exclude=["tournament"])
    except ValidationError as error:
        found = invalid_from(error, "tournament.invalid")
        raise _invalid(
            [{**each, "field": _path(each["field"])} for each in found.params["errors"]]
        ) from None
    return settings


def keizer_options(given: Mapping[str, Any]) -> KeizerOptions:
    """Options from checked data."""
    values: dict[str, Any] = {
        name: Fraction(value) if name in _SHARES else value for name, value in given.items()
    }
    return KeizerOptions(**values)


def _invalid(faults: list[dict[str, Any]]) -> Invalid:
    return Invalid("tournament.invalid", errors=faults)


def _path(name: str) -> str:
    return f"schedule.{name}" if name else "schedule"


def _fault(name: str, code: str, **params: Any) -> dict[str, Any]:
    return {"field": _path(name), "code": code, "params": params}


def _misplaced(tournament: Tournament, settings: ScheduleSettings) -> Iterable[dict[str, Any]]:
    """Settings that mean nothing in this system and are set all the same."""
    defaults = default_settings(tournament)
    for name in NAMES:
        applies = name in APPLICABLE[tournament.system]
        if not applies and getattr(settings, name) != getattr(defaults, name):
            yield _fault(name, "schedule.option_not_for_system", system=tournament.system)


def _unsuitable(tournament: Tournament, settings: ScheduleSettings) -> Iterable[dict[str, Any]]:
    if is_for_teams(tournament) and settings.numbering not in _FOR_TEAMS:
        yield _fault("numbering", "schedule.numbering_of_teams", possible=list(_FOR_TEAMS))
    if tournament.system == "groups" and settings.group_count is None:
        yield _fault("group_count", "schedule.group_count_missing")
    yield from _keizer_faults(settings.keizer)


def _keizer_faults(given: Any) -> Iterable[dict[str, Any]]:
    if not isinstance(given, Mapping):
        yield _fault("keizer", "schedule.keizer_malformed", known=sorted(_KEIZER))
        return
    for name, value in given.items():
        if name not in _KEIZER:
            yield _fault(f"keizer.{name}", "schedule.keizer_malformed", known=sorted(_KEIZER))
        elif not _is_keizer_value(name, value):
            yield _fault(f"keizer.{name}", "schedule.keizer_value", value=str(value)[:40])


def _is_keizer_value(name: str, value: Any) -> bool:
    """Shares are texts like ``1/2`` or ``0.35``, amounts whole numbers."""
    if name in _FLAGS:
        return isinstance(value, bool)
    if name in _SHARES:
        return isinstance(value, str) and _is_share(value)
    if value is None:
        return name in _OPTIONAL
    return type(value) is int and 0 <= value <= _HIGHEST_AMOUNT


def _is_share(text: str) -> bool:
    if len(text) > 20:
        return False
    try:
        return 0 <= Fraction(text) <= _HIGHEST_SHARE
    except (ValueError, ZeroDivisionError):
        return False


def type_code_of(chosen: System, record: Any) -> str:
    """The report's type code, empty while a record (no teams yet) has none."""
    try:
        return chosen.type_code(record) if chosen.type_code else chosen.type_codes[0]
    except RecordError:
        return ""
