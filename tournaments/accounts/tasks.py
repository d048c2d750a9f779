"""Mails about accounts."""

from __future__ import annotations

from collections.abc import Sequence
from smtplib import SMTPException

from celery import shared_task
from django.core.mail import send_mail


@shared_task(
    name="tournaments.accounts.deliver",
    autoretry_for=(SMTPException, OSError),
    retry_backoff=True,
    max_retries=6,
)
def deliver(subject: str, body: str, sender: str, to: Sequence[str]) -> None:
    """Send one mail; a server that does not answer is tried again later."""
    send_mail(subject, body, sender, list(to))
