"""Addresses of resources."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse
from rest_framework.request import Request


def address(request: Request, name: str, key: UUID) -> str:
    """Absolute address of the route ``name`` with this id."""
    return request.build_absolute_uri(reverse(f"v1:{name}", args=[key]))
