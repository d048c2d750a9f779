"""Brackets of knockouts: settings, draw, changes before round 1, departures, places."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar
from uuid import UUID

from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.errors import Stale
from tournaments.core.permissions import may
from tournaments.knockouts import services
from tournaments.knockouts.loading import Loaded, load
from tournaments.knockouts.models import Bracket, Part
from tournaments.knockouts.presentation import Presenter, settings_shown, status_for
from tournaments.knockouts.selectors import (
    announced_for,
    bracket_for,
    places_of,
    qualified_for,
)

from ... import parameters
from ...conditional import etag, stale, version_seen
from ...idempotency import idempotent
from ...pagination import page_of
from ...schema import compares_versions, operation
from ...serializers import instant
from ...views import Endpoint
from . import knockout_shapes as shapes
from .tournaments import TournamentEndpoint


@dataclass(slots=True)
class Shown:
    """A resource as this reader sees it."""

    id: UUID
    version: int
    data: dict[str, Any]
    tag: str


def guarded(
    request: Request, load: Callable[[], Shown], write: Callable[[int | None], Shown]
) -> Response:
    """A write that compares versions, like :meth:`Endpoint.conditionally` for derived resources."""
    seen = load()
    version = version_seen(request, seen, seen.data, seen.tag)
    try:
        after = write(version)
    except Stale:
        now = load()
        raise stale(now.data, now.tag) from None
    return Response(after.data, headers={"ETag": after.tag})


def language() -> SimpleNamespace:
    """Part of the tag of what holds words."""
    return SimpleNamespace(id=get_language() or "", version=0)


def with_instants(value: Any) -> Any:
    """Instants as every representation writes them."""
    if isinstance(value, dict):
        return {
            name: instant(each) if name.endswith("_at") else with_instants(each)
            for name, each in value.items()
        }
    return [with_instants(each) for each in value] if isinstance(value, list) else value


class BracketEndpoint(TournamentEndpoint):
    """Base of what concerns the bracket of one tournament."""

    def presenter(self, loaded: Loaded) -> Presenter:
        """Who entered games is shown to those who may."""
        tournament = loaded.bracket.tournament
        shows_authors = may(self.principal, "knockouts.enter_game", tournament)
        return Presenter(loaded, shows_authors=shows_authors)

    def bracket(self, loaded: Loaded) -> Shown:
        """The whole bracket."""
        bracket = loaded.bracket
        entries = [each.entry for each in loaded.entrants.values()]
        data = with_instants(self.presenter(loaded).bracket())
        return Shown(bracket.pk, bracket.version, data, etag(bracket, language(), *entries))

    def acted(self, tournament_id: UUID, service: Callable[..., Loaded], **choice: Any) -> Response:
        """The bracket after an action of those who run it; If-Match is optional."""
        tournament = self.tournament(tournament_id)

        def current() -> Shown:
            announced = announced_for(principal=self.principal, tournament_id=tournament_id)
            return self.bracket(load(announced))

        compares = "If-Match" in self.request.headers
        # Whom the service refuses is not shown what it would be compared with.
        if not compares or not may(self.principal, "knockouts.draw", tournament):
            changed = service(actor=self.principal, tournament_id=tournament_id, **choice)
            after = self.bracket(changed)
            return Response(after.data, headers={"ETag": after.tag})
        return guarded(
            self.request,
            current,
            lambda version: self.bracket(
                service(
                    actor=self.principal,
                    tournament_id=tournament_id,
                    expected_version=version,
                    **choice,
                )
            ),
        )


class KnockoutSettings(BracketEndpoint):
    """What is announced about a knockout."""

    def announced(self, bracket: Bracket) -> Shown:
        """The settings; a draft of the draw is not told of."""
        runs_it = may(self.principal, "knockouts.draw", bracket.tournament)
        version = bracket.announced_version
        status = status_for(bracket, runs_it=runs_it)
        data = {
            "id": str(bracket.pk),
            "version": version,
            "tournament": str(bracket.tournament_id),
            "status": status,
            **settings_shown(bracket),
        }
        own = SimpleNamespace(id=bracket.pk, version=version)
        return Shown(bracket.pk, version, data, etag(own, SimpleNamespace(id=status, version=0)))

    def current(self, tournament_id: UUID) -> Shown:
        """As stored now."""
        return self.announced(announced_for(principal=self.principal, tournament_id=tournament_id))

    @operation(
        "Read what is announced about a knockout",
        name="knockout_settings_read",
        answer=shapes.KnockoutSettingsRead,
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        shown = self.current(tournament_id)
        return self.shown(shown.data, shown.tag)

    @operation(
        "Announce the settings of a knockout (organiser)",
        name="knockout_settings_update",
        body=shapes.KnockoutSettingsWrite,
        answer=shapes.KnockoutSettingsRead,
        problems=[403, 409, 412, 413, 415, 422, 428],
    )
    @compares_versions
    @idempotent
    def patch(self, request: Request, tournament_id: UUID) -> Response:
        return guarded(
            request,
            lambda: self.current(tournament_id),
            lambda version: self.announced(
                services.update_knockout(
                    actor=self.principal,
                    tournament_id=tournament_id,
                    expected_version=version,
                    **self.body(shapes.KnockoutSettingsWrite, partial=True),
                )
            ),
        )


class TournamentBracket(BracketEndpoint):
    """The bracket."""

    @operation("Read the bracket", name="bracket_read", answer=shapes.BracketRead)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        loaded = bracket_for(principal=self.principal, tournament_id=tournament_id)
        shown = self.bracket(loaded)
        return self.shown(shown.data, shown.tag)


class BracketQualifiers(BracketEndpoint):
    """Those who have qualified."""

    def taken(self, tournament_id: UUID) -> Response:
        """Who was taken over."""
        rows = qualified_for(principal=self.principal, tournament_id=tournament_id)
        data = [
            {
                "entry": str(each.entry_id),
                "pairing_number": each.entry.pairing_number,
                "name": each.entry.name,
                "group": each.group,
                "place": each.place,
                "points": each.points,
            }
            for each in rows
        ]
        return Response({"qualifiers": data})

    @operation(
        "Read who was taken over from a preliminary",
        name="bracket_qualifiers_read",
        answer=shapes.TakenQualifiers,
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        return self.told(self.taken(tournament_id))

    @operation(
        "Enter the qualifiers of a Swiss or of groups, until the draw is published (arbiter)",
        name="bracket_qualifiers_take",
        body=shapes.QualifiersWrite,
        answer=shapes.TakenQualifiers,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        self.tournament(tournament_id)
        taking = services.Taking(**self.body(shapes.QualifiersWrite))
        services.take_qualifiers(actor=self.principal, tournament_id=tournament_id, taking=taking)
        return self.taken(tournament_id)


class BracketDraw(BracketEndpoint):
    """Drawing, as a draft."""

    @operation(
        "Draw the bracket as a draft, or draw again (arbiter)",
        name="bracket_draw",
        body=shapes.BracketDrawWrite,
        answer=shapes.BracketRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        seed = self.body(shapes.BracketDrawWrite).get("seed")
        return self.acted(tournament_id, services.draw_bracket, seed=seed)


class BracketPublication(BracketEndpoint):
    """Showing the draw to everybody."""

    @operation(
        "Publish the draw, which freezes the settings (arbiter)",
        name="bracket_publish",
        answer=shapes.BracketRead,
        problems=[403, 409, 412, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        return self.acted(tournament_id, services.publish_bracket)


class BracketCancellation(BracketEndpoint):
    """Taking the draw back."""

    @operation(
        "Cancel the draw, as long as nothing is entered for a match (arbiter)",
        name="bracket_cancel",
        answer=shapes.BracketRead,
        problems=[403, 409, 412],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        return self.acted(tournament_id, services.cancel_draw)


class BracketSwap(BracketEndpoint):
    """Exchanging two slots by hand."""

    @operation(
        "Exchange two slots before round 1 starts (arbiter)",
        name="bracket_swap",
        body=shapes.SwapWrite,
        answer=shapes.BracketRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        return self.acted(tournament_id, services.swap_slots, **self.body(shapes.SwapWrite))


class BracketReserve(BracketEndpoint):
    """Calling a reserve."""

    @operation(
        "Give a slot to a reserve before round 1 starts (arbiter)",
        name="bracket_reserve",
        body=shapes.ReserveWrite,
        answer=shapes.BracketRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        return self.acted(tournament_id, services.call_reserve, **self.body(shapes.ReserveWrite))


class BracketLatecomer(BracketEndpoint):
    """Admitting a latecomer."""

    @operation(
        "Give a bye slot to a latecomer before round 1 starts (arbiter)",
        name="bracket_latecomer",
        body=shapes.LatecomerWrite,
        answer=shapes.BracketRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        given = self.body(shapes.LatecomerWrite)
        return self.acted(
            tournament_id, services.admit_latecomer, slot=given["slot"], entry_id=given["entry"]
        )


class BracketDeparture(BracketEndpoint):
    """Withdrawals and disqualifications."""

    @operation(
        "Withdraw or disqualify somebody (arbiter)",
        name="bracket_depart",
        body=shapes.DepartureWrite,
        answer=shapes.BracketRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        given = self.body(shapes.DepartureWrite)
        choice = {"entry_id": given["entry"], "confirm": given["confirm"]}
        if given["kind"] == "withdrawn":
            return self.acted(tournament_id, services.withdraw_entrant, **choice)
        choice["reinstate_opponent"] = given["reinstate_opponent"]
        return self.acted(tournament_id, services.disqualify_entrant, **choice)


class BracketReturn(BracketEndpoint):
    """Taking a departure back."""

    @operation(
        "Take a withdrawal or disqualification back (arbiter)",
        name="bracket_readmit",
        body=shapes.ReturnWrite,
        answer=shapes.BracketRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        given = self.body(shapes.ReturnWrite)
        return self.acted(
            tournament_id,
            services.readmit_entrant,
            entry_id=given["entry"],
            confirm=given["confirm"],
        )


class ConsolationDraw(BracketEndpoint):
    """The consolation bracket."""

    @operation(
        "Draw the consolation bracket (arbiter)",
        name="consolation_draw",
        body=shapes.ConsolationWrite,
        answer=shapes.BracketRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        given = self.body(shapes.ConsolationWrite)
        return self.acted(tournament_id, services.draw_consolation, **given)


class ConsolationCancellation(BracketEndpoint):
    """Dropping the consolation bracket."""

    @operation(
        "Drop the consolation bracket (arbiter)",
        name="consolation_cancel",
        body=shapes.ConfirmWrite,
        answer=shapes.BracketRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        given = self.body(shapes.ConfirmWrite)
        return self.acted(tournament_id, services.cancel_consolation, **given)


class BracketPlaces(Endpoint):
    """Places."""

    paged = True
    query: ClassVar = (
        OpenApiParameter("part", str, enum=Part.values, default="main", description="Of which."),
    )

    @operation(
        "List the places that are settled",
        name="places_list",
        answer=shapes.KnockoutPlace,
        paged=True,
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        part = parameters.choice(request, "part", Part.values, "main")
        return self.listed(
            self.list_tag(self.outline(tournament_id)),
            lambda: self._places(request, tournament_id, part),
        )

    def _places(self, request: Request, tournament_id: UUID, part: str) -> Response:
        loaded = bracket_for(principal=self.principal, tournament_id=tournament_id)
        presenter = Presenter(loaded)
        version = str(loaded.bracket.version)
        rows = places_of(loaded, part)
        return page_of(request, rows, version).response(request, presenter.place)
