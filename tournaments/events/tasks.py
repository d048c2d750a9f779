"""Mails around events."""

from __future__ import annotations

from smtplib import SMTPException
from uuid import UUID

from celery import shared_task

from .mail import send_invitation


@shared_task(
    name="tournaments.events.mail_invitation",
    autoretry_for=(SMTPException, OSError),
    retry_backoff=True,
    max_retries=6,
)
def mail_invitation(invitation_id: str) -> None:
    """Mail the link of an invitation that is still open; twice at worst, never not at all."""
    send_invitation(UUID(invitation_id))
