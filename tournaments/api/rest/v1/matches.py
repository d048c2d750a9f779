"""Matches of knockouts: games, bids and decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from pairing.knockout.state import MatchState
from pairing.knockout.structure import Section
from tournaments.events.models import MAX_ROUNDS
from tournaments.knockouts import services
from tournaments.knockouts.loading import Loaded
from tournaments.knockouts.models import Match
from tournaments.knockouts.selectors import bracket_for, match_for

from ... import parameters
from ...conditional import etag
from ...idempotency import idempotent
from ...pagination import page_of
from ...schema import compares_versions, operation
from . import knockout_shapes as shapes
from .brackets import BracketEndpoint, Shown, guarded, language, with_instants

CONFIRM = OpenApiParameter(
    "confirm", bool, description="Clear what loses its ground by this.", default=False
)
BOOLEANS = {"true": True, "false": False}
_SECTIONS = [each.value for each in Section]


class Matches(BracketEndpoint):
    """Matches of one knockout."""

    paged = True
    query: ClassVar = (
        OpenApiParameter("session", int, description="Those played at this time."),
        OpenApiParameter("status", str, enum=shapes.STATUSES, description="Where they are."),
        OpenApiParameter("section", str, enum=_SECTIONS, description="Part of the bracket."),
    )

    @operation(
        "List matches, each after those it depends on",
        name="matches_list",
        answer=shapes.KnockoutMatchRead,
        paged=True,
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        wanted = self._wanted(request)
        return self.listed(
            self.list_tag(self.outline(tournament_id)),
            lambda: self._matches(request, tournament_id, wanted),
        )

    def _matches(
        self, request: Request, tournament_id: UUID, wanted: Callable[[MatchState], bool]
    ) -> Response:
        loaded = bracket_for(principal=self.principal, tournament_id=tournament_id)
        presenter = self.presenter(loaded)
        rows = [code for code, each in loaded.state.matches.items() if wanted(each)]
        answer = page_of(request, rows, str(loaded.bracket.version))
        return answer.response(request, lambda code: with_instants(presenter.match(code)))

    def _wanted(self, request: Request) -> Callable[[MatchState], bool]:
        session = parameters.integer(request, "session", lowest=1, highest=MAX_ROUNDS)
        status = parameters.choice(request, "status", [*shapes.STATUSES, ""], "")
        section = parameters.choice(request, "section", [*_SECTIONS, ""], "")

        def wanted(each: MatchState) -> bool:
            return (
                session in (None, each.match.session)
                and status in ("", each.status.value)
                and section in ("", each.match.section.value)
            )

        return wanted


class MatchEndpoint(BracketEndpoint):
    """Base of what concerns one match."""

    def match(self, loaded: Loaded, match: Match) -> Shown:
        """The match and its tag, which holds the entries that it shows."""
        state = loaded.state.matches[match.code]
        entries = [loaded.entrants[number].entry for number in state.people]
        data = with_instants(self.presenter(loaded).match(match.code))
        return Shown(match.pk, match.version, data, etag(match, language(), *entries))

    def current(self, match_id: UUID) -> Shown:
        """The match, if the caller may see it."""
        return self.match(*match_for(principal=self.principal, match_id=match_id))

    def written(
        self, match_id: UUID, service: Callable[..., tuple[Loaded, Match]], **choice: Any
    ) -> Response:
        """The match after a write."""
        return guarded(
            self.request,
            lambda: self.current(match_id),
            lambda version: self.match(
                *service(
                    actor=self.principal,
                    match_id=match_id,
                    expected_version=version,
                    **choice,
                )
            ),
        )

    def confirmed(self) -> bool:
        """Whether a deletion may clear what depends on it."""
        return BOOLEANS[parameters.choice(self.request, "confirm", BOOLEANS, "false")]


class MatchDetail(MatchEndpoint):
    """One match."""

    @operation("Read a match", name="matches_read", answer=shapes.KnockoutMatchRead)
    def get(self, request: Request, match_id: UUID) -> Response:
        shown = self.current(match_id)
        return self.shown(shown.data, shown.tag)


class MatchGames(MatchEndpoint):
    """Games of a match."""

    @operation(
        "Enter a game, or correct one (arbiter)",
        name="matches_enter_game",
        body=shapes.GameWrite,
        answer=shapes.KnockoutMatchRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, match_id: UUID) -> Response:
        given = self.body(shapes.GameWrite)
        outcome = given.pop("result")
        return self.written(match_id, services.record_game, outcome=outcome, **given)


class MatchGame(MatchEndpoint):
    """One game of a match."""

    write_query: ClassVar = (CONFIRM,)

    @operation(
        "Take a game back (arbiter)",
        name="matches_remove_game",
        answer=shapes.KnockoutMatchRead,
        problems=[403, 409, 412, 428],
    )
    @compares_versions
    def delete(self, request: Request, match_id: UUID, stage: int, game: int) -> Response:
        return self.written(
            match_id, services.remove_game, stage=stage, game=game, confirm=self.confirmed()
        )


class MatchBids(MatchEndpoint):
    """Bids for Black."""

    @operation(
        "Record a sealed bid for Black (arbiter)",
        name="matches_bid",
        body=shapes.BidWrite,
        answer=shapes.KnockoutMatchRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, match_id: UUID) -> Response:
        given = self.body(shapes.BidWrite)
        return self.written(
            match_id, services.record_bid, entry_id=given["entry"], seconds=given["seconds"]
        )


class MatchRuling(MatchEndpoint):
    """The arbiter's decision on a match."""

    write_query: ClassVar = (CONFIRM,)

    @operation(
        "Decide a match: walkover, double forfeit, any other decision (arbiter)",
        name="matches_rule",
        body=shapes.RulingWrite,
        answer=shapes.KnockoutMatchRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, match_id: UUID) -> Response:
        return self.written(match_id, services.rule_match, **self.body(shapes.RulingWrite))

    @operation(
        "Take the decision back (arbiter)",
        name="matches_remove_ruling",
        answer=shapes.KnockoutMatchRead,
        problems=[403, 409, 412, 428],
    )
    @compares_versions
    def delete(self, request: Request, match_id: UUID) -> Response:
        return self.written(match_id, services.remove_ruling, confirm=self.confirmed())
