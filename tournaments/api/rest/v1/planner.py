"""How long an event takes in each format; for everybody."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from pairing.planner import LARGEST, SMALLEST, Plan, Planner, quarters_text
from tournaments.core.errors import Invalid
from tournaments.core.schedule_sentences import FORMATS
from tournaments.core.texts import text_for
from tournaments.schedules.plans import (
    USUAL_CONTROL,
    USUAL_HOURS,
    control_from,
    plans_for,
    session_from,
)

from ... import parameters
from ...schema import operation
from .explanations import NoticeRead
from .schedules import notices
from .tools import Tool

PLAYERS = OpenApiParameter(
    "players",
    {"type": "integer", "minimum": SMALLEST, "maximum": LARGEST},
    required=True,
    description="How many come.",
)
CONTROL = OpenApiParameter(
    "time_control",
    str,
    default=USUAL_CONTROL,
    description="Minutes and seconds, as `G/60 d5`, `90+30` (write the plus as `%2B`) or `60`.",
)
SESSION = OpenApiParameter(
    "session_hours",
    str,
    default=USUAL_HOURS,
    description="Hours of one evening, as `3` or `2.5`.",
)


class TimeControlRead(serializers.Serializer[Any]):
    """What was read, in minutes; `slot` is from one round to the next."""

    minutes = serializers.IntegerField()
    seconds = serializers.IntegerField()
    longest_game = serializers.IntegerField()
    slot = serializers.IntegerField()


class PlanRead(serializers.Serializer[Any]):
    """One format."""

    format = serializers.CharField()
    name = serializers.CharField(help_text="In the reader's language.")
    rounds = serializers.IntegerField()
    games = serializers.IntegerField()
    extra_games = serializers.IntegerField(help_text="That the format itself may add.")
    boards = serializers.IntegerField(help_text="The most that are needed at once.")
    byes = serializers.IntegerField(help_text="Rests or free passes in all.")
    minutes = serializers.IntegerField()
    hours = serializers.CharField(help_text="To the nearest quarter, as `26 1/2`.")
    rounds_a_session = serializers.IntegerField()
    sessions = serializers.IntegerField()
    notices = NoticeRead(many=True)


class PlannerRead(serializers.Serializer[Any]):
    """Every format that fits, and what to play."""

    players = serializers.IntegerField()
    time_control = TimeControlRead()
    session_minutes = serializers.IntegerField()
    advice = NoticeRead()
    plans = PlanRead(many=True)


def answer(found: Planner) -> dict[str, Any]:
    """The whole answer."""
    control = found.control
    (advice,) = notices((found.advice,))
    return {
        "players": found.players,
        "time_control": {
            "minutes": control.minutes,
            "seconds": control.seconds,
            "longest_game": control.longest_game,
            "slot": control.slot,
        },
        "session_minutes": found.session_minutes,
        "advice": advice,
        "plans": [_plan(each) for each in found.plans],
    }


def _plan(plan: Plan) -> dict[str, Any]:
    return {
        "format": plan.format,
        "name": str(FORMATS[plan.format]),
        "rounds": plan.rounds,
        "games": plan.games,
        "extra_games": plan.extra_games,
        "boards": plan.boards,
        "byes": plan.byes,
        "minutes": plan.minutes,
        "hours": quarters_text(plan.quarters),
        "rounds_a_session": plan.rounds_a_session,
        "sessions": plan.sessions,
        "notices": notices(plan.notices),
    }


class EventPlanner(Tool):
    """The planner."""

    query: ClassVar = (PLAYERS, CONTROL, SESSION)

    @operation("Plan an event", name="tools_planner", answer=PlannerRead)
    def get(self, request: Request) -> Response:
        players = parameters.integer(request, "players", lowest=SMALLEST, highest=LARGEST)
        if players is None:
            raise parameters.missing("players")
        control = _read(request, "time_control", USUAL_CONTROL, control_from)
        session = _read(request, "session_hours", USUAL_HOURS, session_from)
        return self.told(Response(answer(plans_for(players, control, session))))


def _read(request: Request, name: str, usual: str, read: Any) -> Any:
    """The value of a parameter; 400 if it cannot be understood."""
    try:
        return read(request.query_params.get(name, usual))
    except Invalid as refusal:
        detail = text_for(refusal.code, refusal.params, 400)
        raise parameters.invalid(name, refusal.code, detail) from None
