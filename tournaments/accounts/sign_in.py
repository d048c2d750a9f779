"""Signing in with a password and, where one is set up, a second factor.

Sign-up, verification of the address, reset of the password and the set-up of
the second factor are allauth's own, for apps (headless) and for browsers.  The
one step here is the shortest way for a program: password, perhaps a code, and
a token comes back.  Both ways share allauth's count of failed attempts.
"""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from tournaments.core.errors import DomainError

from .models import User

RETRY_AFTER_SECONDS = 300
_FAILED = "login_failed"


class SignInRefused(DomainError):
    """Who signs in has not proved to be that person (yet)."""

    status = 401


class TooManyAttempts(DomainError):
    """Too many wrong passwords or codes; ``seconds`` says how long to wait."""

    status = 429


def prove(request: HttpRequest, *, email: str, password: str, code: str) -> User:
    """The person who gives these proofs.

    Raises ``SignInRefused("auth.failed" | "auth.email_unverified" |
    "auth.code_required" | "auth.code_wrong")`` and
    ``TooManyAttempts("auth.too_many_attempts")``.
    """
    try:
        user = get_adapter().authenticate(request, email=email.lower(), password=password)
    except ValidationError:
        raise _too_many() from None
    if not isinstance(user, User):
        raise SignInRefused("auth.failed")
    if EmailAddress.objects.filter(user=user, email=user.email, verified=False).exists():
        raise SignInRefused("auth.email_unverified")
    if is_mfa_enabled(user):
        _prove_second_factor(request, user, code)
    return user


def _prove_second_factor(request: HttpRequest, user: User, code: str) -> None:
    if not code:
        raise SignInRefused("auth.code_required")
    key = f"mfa-auth-user-{user.pk}"
    if not ratelimit.consume(request, action=_FAILED, key=key):
        raise _too_many()
    for authenticator in Authenticator.objects.filter(user=user):
        if authenticator.wrap().validate_code(code):
            authenticator.record_usage()
            ratelimit.clear(request, action=_FAILED, key=key)
            return
    raise SignInRefused("auth.code_wrong")


def _too_many() -> TooManyAttempts:
    return TooManyAttempts("auth.too_many_attempts", seconds=RETRY_AFTER_SECONDS)
