"""The whole schedule of a tournament, and how many rounds it has."""

from __future__ import annotations

from dataclasses import replace

from pairing.errors import PairingError
from pairing.record import TournamentRecord
from pairing.roundrobin.schedules import Schedule
from tournaments.core.errors import Conflict
from tournaments.events.models import MAX_ROUNDS, Tournament
from tournaments.play.record import build_record

from .options import known_system, settings_of


def rounds_to_play(tournament: Tournament) -> int:
    """Rounds that the field needs for the announced cycles.

    Raises ``Conflict`` with the engine's code for a field that has no
    schedule, and ``schedule.too_many_rounds``.
    """
    record = build_record(tournament, through_round=0)
    rounds, _ = planned(tournament, record)
    return rounds


def planned(tournament: Tournament, record: TournamentRecord) -> tuple[int, Schedule]:
    """Number of rounds and the whole schedule, whatever the record says of rounds.

    Raises as :func:`rounds_to_play`, and ``Conflict("schedule.not_for_system")``.
    """
    chosen, settings = known_system(tournament), settings_of(tournament)
    if chosen is None or settings is None or chosen.schedule is None or chosen.rounds is None:
        raise Conflict("schedule.not_for_system", system=tournament.system)
    if len(record.participants) < chosen.min_participants:
        raise Conflict(
            "schedule.too_few_players",
            players=len(record.participants),
            fewest=chosen.min_participants,
        )
    try:
        rounds = chosen.rounds(record, settings.cycles)
        if rounds > MAX_ROUNDS:
            raise Conflict("schedule.too_many_rounds", rounds=rounds, most=MAX_ROUNDS)
        return rounds, chosen.schedule(replace(record, rounds=rounds))
    except PairingError as error:
        raise Conflict(error.code, **error.params) from None


def schedule_of(tournament: Tournament, record: TournamentRecord) -> Schedule:
    """The whole schedule for the record's number of rounds.

    Raises ``Conflict`` with the engine's code, and ``Conflict("schedule.not_for_system")``.
    """
    chosen = known_system(tournament)
    if chosen is None or chosen.schedule is None:
        raise Conflict("schedule.not_for_system", system=tournament.system)
    try:
        return chosen.schedule(record)
    except PairingError as error:
        raise Conflict(error.code, **error.params) from None
