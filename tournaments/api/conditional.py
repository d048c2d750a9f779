"""Conditional requests (RFC 9110 13): ``304`` for what the reader has, no lost updates.

The tag of a resource is strong and made of its id and version, plus the
versions of what its representation embeds, plus which of several
representations it is (the reader's language or rights).  For ``If-Match`` only
id and version count: a write concerns the resource, not what is shown beside it.

The tag of a list is weak and known before any row is read: lists of a
tournament change only with its sequence number.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import Any, Protocol
from uuid import UUID

from rest_framework.request import Request

from .problems import ApiError

_TAG = re.compile(r'(?:W/)?"[^"]*"')


Representation = Mapping[str, Any] | Callable[[], Mapping[str, Any]]
"""What is shown of a resource, or how to make it: what is not sent is not made."""


def written(data: Representation) -> Mapping[str, Any]:
    """The members of a representation."""
    return data() if callable(data) else data


class VersionedResource(Protocol):
    """Anything with an opaque id and a version."""

    id: UUID
    version: int


def etag(
    resource: VersionedResource, *embedded: VersionedResource | None, variant: str = ""
) -> str:
    """Strong tag: ``"v<version>-<id>"``, and a digest of what is embedded or varies, if anything.

    ``variant`` names one of several representations of the same version.
    """
    own = f"v{resource.version}-{resource.id}"
    parts = [f"{each.id}.{each.version}" if each else "-" for each in embedded]
    parts += [variant] if variant else []
    if parts:
        own += "-" + hashlib.sha256(" ".join(parts).encode()).hexdigest()[:16]
    return f'"{own}"'


def content_etag(data: Mapping[str, Any]) -> str:
    """Strong tag of what has no version because only a new release changes it."""
    digest = hashlib.sha256(repr(sorted(data.items())).encode()).hexdigest()[:24]
    return f'"{digest}"'


def collection_etag(*parts: object) -> str:
    """Weak tag of a list, from whatever decides its content."""
    digest = hashlib.sha256(repr(parts).encode()).hexdigest()[:24]
    return f'W/"{digest}"'


def _tags(header: str) -> list[str]:
    return _TAG.findall(header)


def is_known(request: Request, tag: str) -> bool:
    """Whether ``If-None-Match`` names this tag (weak comparison, lists and ``*``)."""
    header = request.headers.get("If-None-Match", "").strip()
    if header == "*":
        return True
    return tag.removeprefix("W/") in (each.removeprefix("W/") for each in _tags(header))


def version_seen(
    request: Request, resource: VersionedResource, current: Representation, tag: str
) -> int | None:
    """The version that the writer has seen.

    Without ``If-Match`` a change or deletion is a 428; an action (POST) says
    nothing about versions then: ``None``.  412 with the ``current``
    representation if the writer has seen another version than the one stored.
    Of several tags one must be the stored one, compared strongly.  ``*`` asks
    only that the resource exists, whatever becomes of it meanwhile: ``None``.
    """
    header = request.headers.get("If-Match", "").strip()
    if not header:
        if request.method == "POST":
            return None
        raise ApiError(428, "precondition.required")
    if header == "*":
        return None
    own = f"v{resource.version}-{resource.id}"
    seen = (each.strip('"') for each in _tags(header) if not each.startswith("W/"))
    if any(each == own or each.startswith(f"{own}-") for each in seen):
        return resource.version
    raise stale(current, tag)


def stale(current: Representation, tag: str) -> ApiError:
    """412 with what is stored now, so that the writer can decide."""
    return ApiError(
        412, "precondition.stale", headers={"ETag": tag}, extra={"current": written(current)}
    )
