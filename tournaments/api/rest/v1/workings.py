"""How the values in the standings came about."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from tiebreaks import ParticipantWorking
from tiebreaks.explain import ContributionReport, TiebreakWorking
from tournaments.core.tiebreak_names import tiebreak_name
from tournaments.core.tiebreak_sentences import reading_text, reason_text
from tournaments.events.models import MAX_ROUNDS, Entry
from tournaments.standings.selectors import working_for

from ... import limits, parameters
from ...schema import operation
from ...views import Endpoint
from .standings import ROUND


class ContributionRead(serializers.Serializer[Any]):
    """One line of the working."""

    round = serializers.IntegerField(help_text="0: belongs to no round.")
    opponent = serializers.IntegerField(allow_null=True, help_text="Pairing number.")
    adjusted = serializers.CharField(help_text="What the opponent, or the round, was worth.")
    counted = serializers.CharField(help_text="What entered the value, unless it was cut.")
    reason = serializers.CharField()
    text = serializers.CharField(help_text="The reason in the reader's language.")
    article = serializers.CharField(help_text="Of C.07, behind the reason.")
    voluntary = serializers.BooleanField(help_text="Not played by choice (16.1.2).")
    cut = serializers.ChoiceField(choices=["", "low", "high"])
    cut_reason = serializers.CharField()
    cut_text = serializers.CharField(help_text="In the reader's language.")
    cut_article = serializers.CharField()


class OtherReadingRead(serializers.Serializer[Any]):
    """What another reading of an article would give."""

    reading = serializers.CharField()
    text = serializers.CharField(help_text="In the reader's language.")
    article = serializers.CharField()
    value = serializers.CharField(allow_null=True)


class TieBreakWorkingRead(serializers.Serializer[Any]):
    """One value and what it is made of."""

    code = serializers.CharField()
    name = serializers.CharField(help_text="In the reader's language.")
    article = serializers.CharField()
    value = serializers.CharField(allow_null=True)
    contributions = ContributionRead(many=True)
    details = serializers.DictField(help_text="What only this tie-break has.")
    other_readings = OtherReadingRead(many=True)


class WorkingRead(serializers.Serializer[Any]):
    """The working of all values of one player."""

    pairing_number = serializers.IntegerField()
    name = serializers.CharField()
    round = serializers.IntegerField(help_text="How many rounds are counted.")
    edition = serializers.CharField()
    tie_breaks = TieBreakWorkingRead(many=True)


class EntryWorkingRead(WorkingRead):
    """The working of one line of the standings."""

    entry = serializers.UUIDField()


def working(found: ParticipantWorking) -> dict[str, Any]:
    """The working of one player."""
    return {
        "pairing_number": found.number,
        "name": found.name,
        "round": found.after_round,
        "edition": found.edition,
        "tie_breaks": [_tie_break(each) for each in found.tie_breaks],
    }


def _tie_break(found: TiebreakWorking) -> dict[str, Any]:
    return {
        "code": found.code,
        "name": tiebreak_name(found.code),
        "article": found.article,
        "value": found.value,
        "contributions": [_contribution(each) for each in found.contributions],
        "details": found.details,
        "other_readings": [
            {
                "reading": each.reading,
                "text": reading_text(each.reading),
                "article": each.article,
                "value": each.value,
            }
            for each in found.other_readings
        ],
    }


def _contribution(line: ContributionReport) -> dict[str, Any]:
    return {
        "round": line.round,
        "opponent": line.opponent,
        "adjusted": line.adjusted,
        "counted": line.counted,
        "reason": line.reason,
        "text": reason_text(line.reason),
        "article": line.article,
        "voluntary": line.voluntary,
        "cut": line.cut,
        "cut_reason": line.cut_reason,
        "cut_text": reason_text(line.cut_reason),
        "cut_article": line.cut_article,
    }


class StandingsWorking(Endpoint):
    """The working of one line of the standings."""

    query: ClassVar = (ROUND,)
    throttle_classes = (limits.PrincipalLimit, limits.ComputingLimit)

    @operation(
        "Explain a line of the standings",
        name="standings_working",
        answer=EntryWorkingRead,
        problems=[409],
    )
    def get(self, request: Request, tournament_id: UUID, entry_id: UUID) -> Response:
        after = parameters.integer(request, "round", lowest=0, highest=MAX_ROUNDS)
        rows = Entry.objects.visible_to(self.principal).filter(tournament=tournament_id)
        entry = self.found(rows.select_related("tournament__event"), pk=entry_id)
        if entry.pairing_number is None:
            raise NotFound
        return self.listed(self.list_tag(entry.tournament), lambda: self._working(entry, after))

    def _working(self, entry: Entry, after: int | None) -> Response:
        number = entry.pairing_number or 0
        found = working_for(
            principal=self.principal,
            tournament_id=entry.tournament_id,
            numbers=[number],
            after_round=after,
        )
        return Response({"entry": str(entry.pk), **working(found[number])})
