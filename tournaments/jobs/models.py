"""PairingRun: one request to pair one round."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import Versioned

from .querysets import PairingRunManager

if TYPE_CHECKING:
    from uuid import UUID


class RunStatus(models.TextChoices):
    """Life of a run."""

    QUEUED = "queued", _("queued")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


LIVE_STATUSES = (RunStatus.QUEUED.value, RunStatus.RUNNING.value)


class PairingRun(Versioned):
    """One request to pair one round, or with ``whole_schedule`` that round and all after it.

    The rounds after the first then have finished runs of their own, which hold
    their results.

    ``based_on_sequence`` and ``input_fingerprint`` say what the worker read;
    ``lease_until`` until when nobody else may take the run; ``attempts`` how
    often it was claimed.  ``error_code`` and ``error_params`` are those of the
    refusal or failure; ``notices`` lists ``{"code", "params"}`` of soft rules
    that gave way; ``result`` holds the boards as pairing numbers of that time
    and the engine's working, which is large: lists and polls defer it.
    """

    round = models.ForeignKey("events.Round", on_delete=models.CASCADE, related_name="pairing_runs")
    whole_schedule = models.BooleanField(_("all rounds"), default=False)
    status = models.CharField(
        _("status"), max_length=9, choices=RunStatus.choices, default=RunStatus.QUEUED
    )
    requested_by = models.ForeignKey(
        "accounts.User",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="pairing_runs",
    )
    sent_at = models.DateTimeField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    based_on_sequence = models.PositiveBigIntegerField(null=True, blank=True)
    input_fingerprint = models.CharField(max_length=64, blank=True)
    progress_done = models.PositiveIntegerField(default=0)
    progress_total = models.PositiveIntegerField(default=0)
    error_code = models.CharField(max_length=80, blank=True)
    error_params = models.JSONField(default=dict, blank=True, encoder=DjangoJSONEncoder)
    notices = models.JSONField(default=list, blank=True, encoder=DjangoJSONEncoder)
    result = models.JSONField(default=dict, blank=True, encoder=DjangoJSONEncoder)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = PairingRunManager()

    if TYPE_CHECKING:
        round_id: UUID
        requested_by_id: UUID | None

    class Meta:
        verbose_name = _("pairing run")
        verbose_name_plural = _("pairing runs")
        ordering = ("-created_at", "-id")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["round"],
                condition=Q(status__in=LIVE_STATUSES),
                name="pairing_run_one_live_per_round",
            ),
            models.CheckConstraint(
                condition=Q(status__in=RunStatus.values), name="pairing_run_status_known"
            ),
            models.CheckConstraint(
                condition=~Q(status=RunStatus.RUNNING) | Q(lease_until__isnull=False),
                name="pairing_run_running_has_lease",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk} {self.status}"

    @property
    def is_live(self) -> bool:
        return self.status in LIVE_STATUSES
