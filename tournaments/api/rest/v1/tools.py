"""Tools that work without an account and store nothing."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from pairing.scoring import PointSystem
from tiebreaks import EDITIONS, Notice, Row
from tiebreaks.crosstable_text import TableFinding
from tiebreaks.export import standings_csv
from tiebreaks.options import HIGHEST_RATING
from tiebreaks.prizes import ROUNDINGS, share_prizes
from tournaments.core.texts import text_for
from tournaments.standings.calculator import (
    MAX_CHARACTERS,
    MAX_EXPLAINED,
    MAX_ORDER,
    MAX_PLAYERS,
    Calculation,
    Question,
    calculate,
)

from ... import limits, parameters
from ...schema import operation
from ...serializers import Body
from ...views import Endpoint
from .explanations import NoticeRead
from .standings import TieBreak, tie_break
from .workings import WorkingRead, working

HIGHEST_NUMBER = 99_999
HIGHEST_PRIZE = 10**12
MAX_PRIZES = 1_000
FORMAT = OpenApiParameter(
    "format", str, enum=["json", "csv"], description="CSV has one line for each player."
)


class PointsWrite(Body):
    """Points in tenths; those of report files are in the file."""

    win = serializers.IntegerField(min_value=0, max_value=999, default=10)
    draw = serializers.IntegerField(min_value=0, max_value=999, default=5)
    loss = serializers.IntegerField(min_value=0, max_value=999, default=0)
    pairing_allocated_bye = serializers.IntegerField(
        min_value=0, max_value=999, required=False, allow_null=True
    )


class TieBreakQuestion(Body):
    """A cross table as people write it, or a Tournament Report File."""

    text = serializers.CharField(max_length=MAX_CHARACTERS, trim_whitespace=False)
    order = serializers.ListField(
        child=serializers.CharField(max_length=40),
        max_length=MAX_ORDER,
        required=False,
        help_text="Codes of `GET /tie-breaks`; by default what the file announces.",
    )
    edition = serializers.ChoiceField(
        choices=EDITIONS, required=False, help_text="By default the one in force at the start."
    )
    points = PointsWrite(required=False)
    round_robin = serializers.BooleanField(
        required=False, allow_null=True, help_text="Null: as the file says."
    )
    unrated = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=HIGHEST_RATING,
        help_text="Rating of players without one.",
    )
    lots_seed = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=2**31 - 1,
        help_text="Draws lots for the ties that are left.",
    )
    others = serializers.BooleanField(
        default=False, help_text="Also all further tie-breaks, which decide nothing."
    )
    explain = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER),
        max_length=MAX_EXPLAINED,
        required=False,
        help_text="Pairing numbers whose working is wanted.",
    )


class RankedRead(serializers.Serializer[Any]):
    """One line of the ranking; `others` decide nothing."""

    rank = serializers.IntegerField(
        allow_null=True, help_text="Null for somebody listed without a place."
    )
    shared = serializers.BooleanField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    decided_by = serializers.CharField(help_text="What put this line behind the one above.")
    tie_breaks = TieBreak(many=True)
    others = TieBreak(many=True)


class TableFindingRead(serializers.Serializer[Any]):
    """Something wrong or doubtful in the text; 0 where there is no line, player or round."""

    severity = serializers.ChoiceField(choices=["error", "warning"])
    code = serializers.CharField()
    message = serializers.CharField()
    line = serializers.IntegerField()
    number = serializers.IntegerField()
    round = serializers.IntegerField()
    params = serializers.DictField()


class CalculationRead(serializers.Serializer[Any]):
    """The ranking, all values, what is wrong with the text, and the working asked for."""

    edition = serializers.CharField()
    order = serializers.ListField(child=serializers.CharField())
    round = serializers.IntegerField()
    final = serializers.BooleanField(help_text="No counted game is without a result.")
    rows = RankedRead(many=True)
    findings = TableFindingRead(many=True)
    notices = NoticeRead(many=True)
    working = WorkingRead(many=True)


class PlaceWrite(Body):
    """Who stands where; tied players have the same rank, as in 1, 2, 2, 4."""

    rank = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER)
    number = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER)


class PrizeQuestion(Body):
    """Amounts are whole numbers of the smallest coin."""

    places = PlaceWrite(many=True)
    prizes = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=HIGHEST_PRIZE),
        max_length=MAX_PRIZES,
        help_text="First prize first.",
    )
    unit = serializers.IntegerField(
        min_value=1, max_value=HIGHEST_PRIZE, default=1, help_text="What is paid out at least."
    )
    rounding = serializers.ChoiceField(choices=ROUNDINGS, default="down")

    def validate_places(self, places: list[dict[str, int]]) -> list[dict[str, int]]:
        """As many as a table may have."""
        if len(places) > MAX_PLAYERS:
            raise serializers.ValidationError(
                text_for("calculator.field_too_large", _size(places), 422), "too_many"
            )
        return places


class ShareRead(serializers.Serializer[Any]):
    """What one player gets; 0 behind the last prize."""

    rank = serializers.IntegerField()
    number = serializers.IntegerField()
    amount = serializers.IntegerField()


class PrizesRead(serializers.Serializer[Any]):
    """All shares, and what rounding leaves in the fund (negative: overpaid)."""

    shares = ShareRead(many=True)
    left = serializers.IntegerField()


def _size(places: list[dict[str, int]]) -> dict[str, int]:
    return {"players": len(places), "limit": MAX_PLAYERS}


class Tool(Endpoint):
    """Base: everybody may ask; what is computed is limited."""

    open_to_all = True
    throttle_classes = (limits.PrincipalLimit, limits.ComputingLimit)


class TieBreakCalculator(Tool):
    """Tie-breaks of a pasted table."""

    write_query: ClassVar = (FORMAT,)

    @operation(
        "Compute tie-breaks of a pasted cross table",
        name="tools_tiebreaks",
        body=TieBreakQuestion,
        others={
            (200, "application/json"): CalculationRead,
            (200, "text/csv"): OpenApiTypes.STR,
        },
        problems=[413, 415, 422],
    )
    def post(self, request: Request) -> Response | HttpResponse:
        form = parameters.choice(request, "format", ("json", "csv"), "json")
        found = calculate(question(self.body(TieBreakQuestion)))
        return csv_file(found) if form == "csv" else Response(calculation(found))


class PrizeCalculator(Tool):
    """Prizes of tied players."""

    @operation(
        "Share prizes among tied players",
        name="tools_prizes",
        body=PrizeQuestion,
        answer=PrizesRead,
        problems=[413, 415, 422],
    )
    def post(self, request: Request) -> Response:
        asked = self.body(PrizeQuestion)
        split = share_prizes(
            [(each["rank"], each["number"]) for each in asked["places"]],
            asked["prizes"],
            unit=asked["unit"],
            rounding=asked["rounding"],
        )
        return Response(PrizesRead(split).data)


def question(asked: dict[str, Any]) -> Question:
    """The body as the calculator takes it."""
    points = asked.get("points")
    return Question(
        text=asked["text"],
        order=tuple(asked.get("order", ())),
        edition=asked.get("edition", ""),
        points=PointSystem(**points) if points else PointSystem(),
        round_robin=asked.get("round_robin"),
        unrated=asked.get("unrated"),
        lots_seed=asked.get("lots_seed"),
        others=asked["others"],
        explain=tuple(dict.fromkeys(asked.get("explain", ()))),
    )


def calculation(found: Calculation) -> dict[str, Any]:
    """The whole answer."""
    table = found.table
    return {
        "edition": table.edition,
        "order": list(found.order),
        "round": table.after_round,
        "final": table.final,
        "rows": [_row(row, table.order, found.deciding) for row in table.rows],
        "findings": [_finding(each) for each in found.findings],
        "notices": [_notice(each) for each in table.notices],
        "working": [working(each) for each in found.working],
    }


def _row(row: Row, order: tuple[str, ...], deciding: int) -> dict[str, Any]:
    values = [tie_break(code, value.text) for code, value in zip(order, row.values, strict=True)]
    return {
        "rank": row.rank,
        "shared": row.shared,
        "number": row.number,
        "name": row.name,
        "decided_by": row.decided_by,
        "tie_breaks": values[:deciding],
        "others": values[deciding:],
    }


def _finding(found: TableFinding) -> dict[str, Any]:
    return {
        "severity": found.severity,
        "code": found.code,
        "message": text_for(found.code, found.params, 200),
        "line": found.line,
        "number": found.number,
        "round": found.round,
        "params": found.params,
    }


def _notice(found: Notice) -> dict[str, Any]:
    return {
        "code": found.code,
        "message": text_for(found.code, found.params, 200),
        "params": found.params,
    }


def csv_file(found: Calculation) -> HttpResponse:
    """The ranking as CSV (RFC 4180), to save."""
    return HttpResponse(
        standings_csv(found.table),
        content_type="text/csv; charset=utf-8; header=present",
        headers={"Content-Disposition": 'attachment; filename="standings.csv"'},
    )
