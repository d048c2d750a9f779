"""Why a round was paired as it was."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import (
    OpenApiParameter,
    PolymorphicProxySerializer,
    extend_schema_field,
)
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.reasons import CRITERIA, criterion_text, source_text, why_text
from tournaments.core.texts import text_for
from tournaments.events.models import Entry, Round
from tournaments.jobs.explanations import (
    SOURCES,
    Comparison,
    RoundExplanation,
    WhyNot,
    explanation_for,
    why_not,
)

from ... import limits, parameters
from ...schema import operation
from ...views import Endpoint

HIGHEST_NUMBER = 999_999
BYE_WORDS = ("0", "bye")
WHITE = OpenApiParameter(
    "white", int, description="Pairing number of one player; with `black`, asks why not this pair."
)
BLACK = OpenApiParameter(
    "black", str, description="Pairing number of the other player; `0` or `bye` for the bye."
)


class NoticeRead(serializers.Serializer[Any]):
    """Something that readers should know."""

    code = serializers.CharField()
    message = serializers.CharField()
    params = serializers.DictField()


class CriterionRead(serializers.Serializer[Any]):
    """A rule of C.04.3 and what it looks at."""

    code = serializers.CharField()
    text = serializers.CharField(help_text="In the reader's language.")


class ByeWorkingRead(serializers.Serializer[Any]):
    """The decision on the bye; scores in tenths."""

    receiver = serializers.IntegerField()
    score = serializers.IntegerField(help_text="The lowest at which it could be given.")
    eligible = serializers.ListField(child=serializers.IntegerField())
    passed_over = serializers.ListField(
        child=serializers.ListField(), help_text="Lower scores and why it was not given there."
    )


class BracketWorkingRead(serializers.Serializer[Any]):
    """One bracket; players as pairing numbers, scores in tenths."""

    score = serializers.IntegerField()
    moved_down = serializers.ListField(child=serializers.IntegerField())
    residents = serializers.ListField(child=serializers.IntegerField())
    pairs = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    downfloaters = serializers.ListField(child=serializers.IntegerField())
    criteria = serializers.DictField(
        help_text="Value of C6 to C21: a number, or a list for those that compare lists."
    )
    certified = serializers.BooleanField(
        help_text="Proved best by counting; otherwise found by exact search."
    )


class DutchWorkingRead(serializers.Serializer[Any]):
    """Working of the Dutch system."""

    edition = serializers.CharField()
    round = serializers.IntegerField()
    bye = ByeWorkingRead(allow_null=True)
    brackets = BracketWorkingRead(many=True)


class OtherWorkingRead(serializers.Serializer[Any]):
    """Working of a system that follows tables."""

    tables = serializers.ListField(child=serializers.CharField())
    round = serializers.IntegerField()


class RenumberedRead(serializers.Serializer[Any]):
    """An entry whose pairing number has changed since the round was paired."""

    number = serializers.IntegerField(help_text="As it was then, and is in `working`.")
    entry = serializers.UUIDField(source="entry_id")
    now = serializers.IntegerField()


class Explained(serializers.Serializer[Any]):
    """Whose pairing it is.

    `agrees`: the rules of the system lead to it.  If not, `difference` names
    the first rule that decides for the system's own pairing (`colours` if only
    those differ), and everything said here is about the system's own pairing.
    """

    round = serializers.UUIDField()
    number = serializers.IntegerField()
    system = serializers.CharField()
    origin = serializers.ChoiceField(choices=SOURCES)
    agrees = serializers.BooleanField()
    difference = serializers.CharField(allow_null=True)
    note = serializers.CharField(help_text="The same in words; empty if there is nothing to say.")


class ExplanationRead(Explained):
    """The working of a round; players are pairing numbers as they were when it was paired."""

    notices = NoticeRead(many=True)
    criteria = CriterionRead(many=True)
    working = serializers.SerializerMethodField()
    renumbered = RenumberedRead(many=True)

    @extend_schema_field(
        PolymorphicProxySerializer(
            component_name="Working",
            serializers=[DutchWorkingRead, OtherWorkingRead],
            resource_type_field_name=None,
            allow_null=True,
        )
    )
    def get_working(self, data: dict[str, Any]) -> Any:
        """What was decided, and why."""
        return data["working"]


class PersonRead(serializers.ModelSerializer[Entry]):
    """A player asked about."""

    entry = serializers.UUIDField(source="id")

    class Meta:
        model = Entry
        fields = ("entry", "pairing_number", "name")


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "array", "items": {}}]})
class CriterionValue(serializers.JSONField):
    """A number, or a list where lists are compared; scores and their differences in tenths."""


class WhyRead(Explained):
    """Why two players (or one and the bye) are not paired.

    `reason`: `paired`, `prohibited`, a criterion (`C1` to `C21`) or an article
    of the order of generation (`4.2`, `4.3`, `4.4`).  `made` and `instead` are
    its values for the pairing and for the best `alternative` with the wish, in
    the bracket of `score` tenths of a point.
    """

    white = PersonRead()
    black = PersonRead(allow_null=True)
    message = serializers.CharField(help_text="The answer in the reader's language.")
    reason = serializers.CharField()
    score = serializers.IntegerField(allow_null=True)
    made = CriterionValue(allow_null=True)
    instead = CriterionValue(allow_null=True)
    alternative = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField())
    )
    alternative_criteria = serializers.DictField(allow_null=True)
    rounds = serializers.ListField(
        child=serializers.IntegerField(), help_text="With C1 and C2: the rounds behind it."
    )
    colour = serializers.ChoiceField(
        choices=["w", "b", ""], help_text="With C3: the colour that both must get."
    )


ANSWERS = PolymorphicProxySerializer(
    component_name="RoundExplanation",
    serializers=[ExplanationRead, WhyRead],
    resource_type_field_name=None,
)


def _heading(found: RoundExplanation | WhyNot) -> dict[str, Any]:
    comparison: Comparison = found.comparison
    return {
        "round": found.round.pk,
        "number": found.round.number,
        "system": found.round.tournament.system,
        "origin": comparison.source,
        "agrees": comparison.agrees,
        "difference": comparison.difference,
        "note": source_text(comparison.source, agrees=comparison.agrees),
    }


def notice(each: dict[str, Any]) -> dict[str, Any]:
    """A notice with its sentence, in front of which stands whatever it is called."""
    text = text_for(each["code"], each["params"], 200)
    label = each["params"].get("label")
    return {**each, "message": f"{label}: {text}" if label else text}


def explanation(found: RoundExplanation) -> dict[str, Any]:
    """The working of a round with what its criteria mean."""
    legend = [{"code": code, "text": criterion_text(code)} for code in CRITERIA]
    data = {
        **_heading(found),
        "notices": [notice(each) for each in found.notices],
        "criteria": legend,
        "working": found.working,
        "renumbered": found.renumbered,
    }
    return dict(ExplanationRead(data).data)


def answer(found: WhyNot, white: int, black: int | None) -> dict[str, Any]:
    """Why a pair was not made, as data and as a sentence."""
    names = {number: f"{number} {entry.name}" for number, entry in found.entries.items()}
    verdict = {name: value for name, value in found.verdict.items() if name != "players"}
    data = {
        **_heading(found),
        **verdict,
        "white": found.entries[white],
        "black": None if black is None else found.entries[black],
        "message": why_text(found.verdict, names, found.facts),
        "rounds": found.facts.get("rounds", []),
        "colour": found.facts.get("colour", ""),
    }
    return dict(WhyRead(data).data)


class RoundExplanations(Endpoint):
    """The working of a round, or the answer about one pair."""

    query: ClassVar = (WHITE, BLACK)
    throttle_classes = (limits.PrincipalLimit, limits.ComputingLimit)

    @operation(
        "Explain the pairings, or why a pair was not made",
        name="rounds_explanation",
        answer=ANSWERS,
        problems=[409],
    )
    def get(self, request: Request, round_id: UUID) -> Response:
        white = parameters.integer(request, "white", lowest=1, highest=HIGHEST_NUMBER)
        whole = white is None and "black" not in request.query_params
        black = None if whole else _black(request)
        if white is None and not whole:
            raise parameters.invalid("white", "query.missing", _("Needed together with black."))
        seen = Round.objects.visible_to(self.principal).select_related("tournament__event")
        tag = self.list_tag(self.found(seen, pk=round_id).tournament)
        return self.listed(tag, lambda: self._explained(round_id, white, black))

    def _explained(self, round_id: UUID, white: int | None, black: int | None) -> Response:
        if white is None:
            found = explanation_for(principal=self.principal, round_id=round_id)
            return Response(explanation(found))
        reason = why_not(principal=self.principal, round_id=round_id, one=white, other=black)
        return Response(answer(reason, white, black))


def _black(request: Request) -> int | None:
    """The other player's number, ``None`` for the bye."""
    text = request.query_params.get("black")
    if text is None:
        raise parameters.invalid("black", "query.missing", _("Needed together with white."))
    if text in BYE_WORDS:
        return None
    return parameters.integer(request, "black", lowest=1, highest=HIGHEST_NUMBER)
