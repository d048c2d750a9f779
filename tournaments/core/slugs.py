"""Short names for addresses."""

from __future__ import annotations

from django.db import models
from django.utils.text import slugify

from .folding import fold


def free_slug(rows: models.QuerySet[models.Model], name: str, max_length: int) -> str:
    """A slug made from ``name`` that none of ``rows`` has: ``open``, ``open-2``, ..."""
    base = slugify(fold(name))[: max_length - 4].strip("-") or "x"
    taken = set(rows.filter(slug__startswith=base).values_list("slug", flat=True))
    if base not in taken:
        return base
    return next(slug for n in range(2, len(taken) + 3) if (slug := f"{base}-{n}") not in taken)
