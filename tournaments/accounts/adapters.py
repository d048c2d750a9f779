"""How allauth's flows meet our accounts."""

from __future__ import annotations

import base64
import hashlib
from functools import partial
from typing import Any
from urllib.parse import urljoin

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as current
from allauth.headless.tokens.strategies.sessions import SessionTokenStrategy
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.contrib.sites.shortcuts import get_current_site
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language

from .devices import sign_in_device, sign_out_everywhere
from .models import Language, User
from .tasks import deliver


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts speak the language they were made in; links lead to the public address."""

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """A new account, before its address is verified."""
        language = (get_language() or "")[:2]
        if language in Language.values:
            user.language = language
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def set_password(self, user: User, password: str) -> None:
        """A new password, changed or reset: every device has to sign in again."""
        super().set_password(user, password)
        sign_out_everywhere(user)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Hand a mail to the worker: no answer waits for a mail server or tells of it."""
        request = current.request
        known = {"request": request, "email": email, "current_site": get_current_site(request)}
        mail = self.render_mail(template_prefix, email, known | context)
        send = partial(deliver.delay, mail.subject, mail.body, mail.from_email, mail.to)
        transaction.on_commit(send, robust=True)

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """Where the link in the mail leads, whatever host the request named."""
        path = reverse("account_confirm_email", args=[emailconfirmation.key])
        return urljoin(str(settings.PUBLIC_URL), path)

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Where the link to a new password leads, whatever host the request named."""
        path: str = reverse(
            "account_reset_password_from_key", kwargs={"uidb36": "UID", "key": "KEY"}
        )
        return urljoin(str(settings.PUBLIC_URL), path.replace("UID-KEY", key))


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Secrets of second factors are stored encrypted with the server's key."""

    def encrypt(self, text: str) -> str:
        """What is stored of a secret."""
        return _fernet(settings.SECRET_KEY).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The secret again; old server keys (``SECRET_KEY_FALLBACKS``) are tried too."""
        for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
            try:
                return _fernet(key).decrypt(encrypted_text.encode()).decode()
            except InvalidToken:
                continue
        raise InvalidToken


class DeviceTokenStrategy(SessionTokenStrategy):  # type: ignore[misc]
    """Apps that have signed in through allauth get a device token for this API."""

    def create_access_token(self, request: HttpRequest) -> str | None:
        """The token, as ``meta.access_token`` of the answer that completes a sign-in."""
        _, token = sign_in_device(request.user, request.headers.get("User-Agent", ""))  # type: ignore[arg-type]
        return token


def _fernet(secret: str) -> Fernet:
    digest = hashlib.sha256(b"tournaments.accounts.second-factor:" + secret.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(digest))
