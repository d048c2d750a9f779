"""Signing secrets: made here, and stored so that a copy of the database does not give them away."""

from __future__ import annotations

import base64
import hashlib
import secrets

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings

PREFIX = "whsec_"
SECRET_BYTES = 32


def new_secret() -> str:
    """A fresh secret as receivers configure it."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def seal(secret: str) -> str:
    """The secret, encrypted with a key that is made of ``SECRET_KEY``."""
    return _cipher().encrypt(secret.encode()).decode()


def unseal(sealed: str) -> str:
    """The inverse of :func:`seal`.

    Raises ``cryptography.fernet.InvalidToken`` if ``SECRET_KEY`` was changed
    and the old one is not among ``SECRET_KEY_FALLBACKS``.
    """
    return _cipher().decrypt(sealed.encode()).decode()


def _cipher() -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_derived(key)) for key in keys])


def _derived(key: str) -> bytes:
    digest = hashlib.sha256(b"tournaments.feeds.webhooks\n" + key.encode()).digest()
    return base64.urlsafe_b64encode(digest)
