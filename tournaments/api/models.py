"""The idempotency store."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from tournaments.core.clock import now


class IdempotencyRecord(models.Model):
    """What one principal's request with one key was, and what was answered.

    Written in the transaction of the request's own effect: one is there
    exactly when the other is.
    """

    principal = models.CharField(max_length=80)
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    headers = models.JSONField(default=dict)
    body = models.TextField(blank=True)
    created_at = models.DateTimeField(default=now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["principal", "key"], name="idempotency_key_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["principal", "created_at"], name="idempotency_age_idx"),
        ]

    def __str__(self) -> str:
        return f"{self.principal} {self.key}"
