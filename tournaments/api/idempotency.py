"""``Idempotency-Key`` (IETF draft-ietf-httpapi-idempotency-key-header) on POST and PATCH.

=============================================  =====================================
the same principal sends a key again           answer
=============================================  =====================================
with the same request, which is done           the stored answer, ``Idempotent-Replayed: true``
with the same request, which is still running  409 and ``Retry-After``
with another method, address or body           422
after the first attempt was refused or failed  as if for the first time
=============================================  =====================================

The key is stored in the transaction of the effect, so neither can exist alone
and nothing has to be cleaned up after a crash.  While that transaction runs,
PostgreSQL holds an advisory lock that a second request finds taken; SQLite has
one writer at a time, so there the second request waits and then replays.
Answers are kept for a day.  Keys of callers without an account are ignored:
there is nobody they could belong to, and a stored sign-in would be a stored token.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.db import connection, transaction
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.clock import now

from .models import IdempotencyRecord
from .problems import ApiError

KEPT_FOR = timedelta(hours=24)
MAX_KEY_LENGTH = 255
RETRY_AFTER_SECONDS = 1
_REMEMBERED_HEADERS = ("Location", "ETag")

Handler = Callable[..., Response]


def idempotent(handler: Handler) -> Handler:
    """Decorate a ``post`` or ``patch`` method of a view."""

    @wraps(handler)
    def wrapped(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = _key(request)
        if key is None or not request.user.is_authenticated:
            return handler(view, request, *args, **kwargs)
        principal = f"user:{request.user.pk}"
        # The body is read here, before the parser takes it from the stream.
        fingerprint = _fingerprint(request)
        with transaction.atomic():
            _claim(principal, key)
            known = IdempotencyRecord.objects.filter(principal=principal, key=key).first()
            if known is not None and known.created_at > now() - KEPT_FOR:
                return _replay(known, fingerprint)
            answer = handler(view, request, *args, **kwargs)
            if not getattr(answer, "is_refusal", False):
                _remember(principal, key, fingerprint, answer)
        return answer

    wrapped.honours_idempotency_key = True  # type: ignore[attr-defined]
    return wrapped


def _key(request: Request) -> str | None:
    """The key, bare or quoted as the draft has it."""
    header = request.headers.get("Idempotency-Key")
    if header is None:
        return None
    key = header.strip()
    if len(key) >= 2 and key[0] == key[-1] == '"':
        key = key[1:-1]
    if not key or len(key) > MAX_KEY_LENGTH or not key.isascii() or not key.isprintable():
        raise ApiError(400, "idempotency.key_malformed", {"longest": MAX_KEY_LENGTH})
    return key


def _fingerprint(request: Request) -> str:
    parts = (request.method or "", request.get_full_path())
    digest = hashlib.sha256("\n".join(parts).encode() + b"\n")
    digest.update(request._request.body)
    return digest.hexdigest()


def _claim(principal: str, key: str) -> None:
    """Hold the key until the transaction ends; 409 if somebody else does."""
    if connection.vendor != "postgresql":
        return
    digest = hashlib.sha256(f"{principal}\n{key}".encode()).digest()
    number = int.from_bytes(digest[:8], "big", signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [number])
        (taken,) = cursor.fetchone()
    if not taken:
        raise ApiError(
            409,
            "idempotency.in_progress",
            headers={"Retry-After": str(RETRY_AFTER_SECONDS)},
        )


def _replay(known: IdempotencyRecord, fingerprint: str) -> Response:
    if known.fingerprint != fingerprint:
        raise ApiError(422, "idempotency.key_reused")
    return Response(
        json.loads(known.body) if known.body else None,
        status=known.status,
        headers={**known.headers, "Idempotent-Replayed": "true"},
    )


def _remember(principal: str, key: str, fingerprint: str, answer: Response) -> None:
    """Store the answer, and drop this principal's answers that are over a day old."""
    IdempotencyRecord.objects.filter(principal=principal, created_at__lte=now() - KEPT_FOR).delete()
    body = JSONRenderer().render(answer.data) if answer.data is not None else b""
    IdempotencyRecord.objects.create(
        principal=principal,
        key=key,
        fingerprint=fingerprint,
        status=answer.status_code,
        headers={name: answer[name] for name in _REMEMBERED_HEADERS if name in answer},
        body=body.decode(),
    )
