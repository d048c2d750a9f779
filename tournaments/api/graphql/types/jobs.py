"""Jobs: long work as something to look at."""

from __future__ import annotations

from typing import Any

import graphene
from graphene_django import DjangoObjectType

from tournaments.events.models import Round
from tournaments.jobs.models import PairingRun

from ..batches import parent
from ..context import Info, who
from .common import Notice, Resource, noticed
from .rounds import RoundType


class JobType(DjangoObjectType):
    """The pairing of one round; `problem` says why a `failed` one failed."""

    class Meta:
        name = "Job"
        model = PairingRun
        interfaces = (Resource,)
        convert_choices_to_enum = False
        fields = ("status", "created_at", "started_at", "finished_at")

    progress_done = graphene.Int(required=True)
    progress_total = graphene.Int(required=True)
    round = graphene.Field(graphene.NonNull(RoundType))
    problem = graphene.Field(Notice)

    @staticmethod
    def resolve_round(run: PairingRun, info: Info) -> Any:
        return parent(run, "round_id", lambda: Round.objects.visible_to(who(info)))

    @staticmethod
    def resolve_problem(run: PairingRun, info: Info) -> Any:
        return noticed(run.error_code, run.error_params) if run.error_code else None
