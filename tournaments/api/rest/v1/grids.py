"""Everybody against everybody, as people print it: JSON, CSV or columns of text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tiebreaks.crosstable import ITSELF, Grid, GridLine, Order, cell_text, crosstable_text
from tiebreaks.export import crosstable_csv
from tournaments.events.models import MAX_ROUNDS
from tournaments.schedules.selectors import grid_for
from tournaments.standings.selectors import last_computed

from ... import parameters
from ...schema import operation
from ...views import Endpoint
from .standings import ROUND, TieBreak, tie_break

GROUP = OpenApiParameter("group", str, description="The group, where the field is divided.")
ORDER = OpenApiParameter(
    "order", str, enum=[each.value for each in Order], default="rank", description="Of the lines."
)
FORMS = ("json", "csv", "text")
FORMAT = OpenApiParameter("format", str, enum=FORMS, default="json", description="Form.")


class GridGameRead(serializers.Serializer[Any]):
    """One game of a cell; `mark` as printed, `points` in tenths."""

    round = serializers.IntegerField()
    outcome = serializers.CharField(help_text="The report's letter.")
    colour = serializers.ChoiceField(choices=["w", "b", ""])
    points = serializers.IntegerField()
    counted = serializers.BooleanField(help_text="False if it is out of the standings.")
    mark = serializers.CharField()


class GridCellRead(serializers.Serializer[Any]):
    """All games of two players, and the cell as it is printed."""

    text = serializers.CharField()
    games = GridGameRead(many=True)


class GridByeRead(serializers.Serializer[Any]):
    """A bye, with its points in tenths."""

    round = serializers.IntegerField()
    outcome = serializers.CharField()
    points = serializers.IntegerField()


class GridLineRead(serializers.Serializer[Any]):
    """One player; `cells` follow `columns`."""

    head = serializers.CharField(help_text="Head of the player's own column.")
    rank = serializers.IntegerField(allow_null=True)
    pairing_number = serializers.IntegerField()
    name = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)
    cells = GridCellRead(many=True)
    byes = GridByeRead(many=True)
    tie_breaks = TieBreak(many=True)


class GridRead(serializers.Serializer[Any]):
    """The table; `columns` are pairing numbers, `heads` stand above them."""

    order = serializers.ChoiceField(choices=[each.value for each in Order])
    columns = serializers.ListField(child=serializers.IntegerField())
    heads = serializers.ListField(child=serializers.CharField())
    lines = GridLineRead(many=True)


def as_json(grid: Grid) -> Response:
    """The table as data."""
    return Response(
        {
            "order": grid.order.value,
            "columns": list(grid.columns),
            "heads": list(grid.labels),
            "lines": [_line(grid, line) for line in grid.lines],
        }
    )


def _line(grid: Grid, line: GridLine) -> dict[str, Any]:
    return {
        "head": line.label,
        "rank": line.rank,
        "pairing_number": line.number,
        "name": line.name,
        "rating": line.rating,
        "cells": [
            {
                "text": ITSELF if number == line.number else cell_text(games),
                "games": [
                    {
                        "round": game.round,
                        "outcome": game.outcome,
                        "colour": game.colour,
                        "points": game.points,
                        "counted": game.counted,
                        "mark": game.mark,
                    }
                    for game in games
                ],
            }
            for number, games in zip(grid.columns, line.cells, strict=True)
        ],
        "byes": [
            {"round": bye.round, "outcome": bye.outcome, "points": bye.points} for bye in line.byes
        ],
        "tie_breaks": [
            tie_break(code, value.text) for code, value in zip(grid.codes, line.values, strict=True)
        ],
    }


def as_csv(grid: Grid) -> HttpResponse:
    """The table as CSV, to save."""
    return HttpResponse(
        crosstable_csv(grid),
        content_type="text/csv; charset=utf-8; header=present",
        headers={"Content-Disposition": 'attachment; filename="crosstable.csv"'},
    )


def as_text(grid: Grid) -> HttpResponse:
    """The table in columns of one width, to print."""
    return HttpResponse(f"{crosstable_text(grid)}\n", content_type="text/plain; charset=utf-8")


WRITERS: dict[str, Callable[[Grid], Response | HttpResponse]] = {
    "json": as_json,
    "csv": as_csv,
    "text": as_text,
}


class TournamentGrid(Endpoint):
    """Everybody against everybody."""

    query: ClassVar = (ORDER, ROUND, GROUP, FORMAT)

    @operation(
        "Read everybody against everybody",
        name="grids_read",
        problems=[409],
        others={
            (200, "application/json"): GridRead,
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "text/plain"): OpenApiTypes.STR,
        },
    )
    def get(self, request: Request, tournament_id: UUID) -> Response | HttpResponse:
        form = parameters.choice(request, "format", FORMS, "json")
        orders = {each.value: each for each in Order}
        order = orders[parameters.choice(request, "order", orders, "rank")]
        after = parameters.integer(request, "round", lowest=0, highest=MAX_ROUNDS)
        tournament = self.outline(tournament_id)

        def answer() -> Response | HttpResponse:
            grid = grid_for(
                principal=self.principal,
                tournament_id=tournament_id,
                order=order,
                after_round=after,
                group=request.query_params.get("group", ""),
            )
            return WRITERS[form](grid)

        return self.listed(self.list_tag(tournament, last_computed(tournament)), answer)
