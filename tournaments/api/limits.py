"""Request limits per account, or per address for callers without one.

Counters live in the cache: shared by all processes with Redis, per process
without.  They are not atomic, so a burst may pass a few requests more.
Every answer says how much is left (``RateLimit``, ``RateLimit-Policy``).
A ``304`` costs an account nothing.
"""

from __future__ import annotations

from math import ceil
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView


class Limit(SimpleRateThrottle):
    """A limit whose rate is ``API_THROTTLE_RATES[scope]`` in the settings."""

    scope = "user"
    num_requests: int
    duration: int
    allowed: bool = False

    def get_rate(self) -> str:
        return str(settings.API_THROTTLE_RATES[self.scope])

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.identity(request)}

    def identity(self, request: Request) -> str:
        """Who is counted."""
        return self.get_ident(request)

    def allow_request(self, request: Request, view: APIView) -> bool:
        allowed = super().allow_request(request, view)
        request._request.rate_limits = [  # type: ignore[attr-defined]
            *getattr(request._request, "rate_limits", ()),
            self,
        ]
        self.allowed = allowed
        return allowed

    def give_back(self) -> None:
        """Do not count this request after all."""
        history = self.cache.get(self.key, [])
        if self.allowed and self.now in history:
            history.remove(self.now)
            self.cache.set(self.key, history, self.duration)
            self.history = history

    def state(self) -> dict[str, Any]:
        """How much is left of the limit, and until when."""
        oldest = self.history[-1] if self.history else self.now
        return {
            "name": self.scope,
            "quota": self.num_requests,
            "window": self.duration,
            "left": max(0, self.num_requests - len(self.history)) if self.allowed else 0,
            "reset": max(1, ceil(self.duration - (self.now - oldest))),
        }


class CallerLimit(Limit):
    """A limit per account, or per address for callers without one."""

    def identity(self, request: Request) -> str:
        return str(request.user.pk) if request.user.is_authenticated else self.get_ident(request)


class PrincipalLimit(CallerLimit):
    """The general limit: one rate for accounts, a lower one for everybody else."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        self.scope = "user" if request.user.is_authenticated else "anonymous"
        self.num_requests, self.duration = self.parse_rate(self.get_rate())  # type: ignore[assignment]
        return super().allow_request(request, view)


class ComputingLimit(CallerLimit):
    """Requests that are computed from scratch and may take long."""

    scope = "computing"


class LoginLimit(Limit):
    """Attempts to sign in, per address."""

    scope = "login"


def seconds_to_wait(request: HttpRequest) -> int:
    """For pages that compute: 0 if the caller may go on, and then it is counted."""
    limit = ComputingLimit()
    if limit.allow_request(Request(request), APIView()):
        return 0
    return max(1, ceil(limit.wait() or 1))


def give_back(request: Any) -> None:
    """Do not count this request in the limits that were applied to it."""
    for limit in getattr(request, "rate_limits", ()):
        limit.give_back()


def headers(request: Any) -> dict[str, str]:
    """``RateLimit`` fields (IETF draft) of the limits that were applied to this request."""
    states = [limit.state() for limit in getattr(request, "rate_limits", ())]
    if not states:
        return {}
    return {
        "RateLimit-Policy": ", ".join(
            f'"{s["name"]}";q={s["quota"]};w={s["window"]}' for s in states
        ),
        "RateLimit": ", ".join(f'"{s["name"]}";r={s["left"]};t={s["reset"]}' for s in states),
    }
