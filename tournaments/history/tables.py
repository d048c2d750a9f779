"""Which tables hold the state of a tournament, found by the foreign keys that lead to it.

A table belongs to the state if its rows cannot exist without the tournament,
directly or through other such tables.  Applications that only tell of a
tournament, or have sent something away, are left alone (:data:`LEFT_ALONE`):
undoing does not unsay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.apps import apps
from django.db import models

from tournaments.events.models import Tournament

Model = type[models.Model]

LEFT_ALONE = frozenset(
    {
        "accounts",  # people
        "admin",
        "api",  # answers kept for repetition
        "clubs",
        "core",  # the change log
        "federations",  # keys, what was submitted
        "feeds",  # what was sent
        "formats",  # lists
        "history",
        "jobs",  # runs, which are bound to a sequence number
        "players",  # the registry is the club's
        "standings",  # computed from the rest
    }
)
"""Labels of applications whose rows are never put back."""

OWNING = (models.CASCADE, models.PROTECT, models.RESTRICT)
"""A row with such a key cannot outlive what the key names."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table of the state; ``path`` is the lookup that leads to the tournament."""

    model: Model
    path: str

    @property
    def label(self) -> str:
        return self.model._meta.label_lower

    @property
    def columns(self) -> list[models.Field[Any, Any]]:
        return list(self.model._meta.concrete_fields)

    def rows_of(self, tournament: Tournament) -> models.QuerySet[Any]:
        """The rows of one tournament, in a stable order."""
        return self.model._base_manager.filter(**{self.path: tournament}).order_by("pk")


@cache
def tables_of_a_tournament() -> tuple[Table, ...]:
    """All tables of the state, what others refer to first."""
    found: dict[Model, str] = {}
    candidates = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model is not Tournament
        and model._meta.managed
        and not model._meta.proxy
        and model._meta.app_label not in LEFT_ALONE
    ]
    while new := dict(_reaching(candidates, found)):
        found |= new
    return tuple(Table(model, found[model]) for model in _parents_first(found))


def _reaching(candidates: Iterable[Model], found: dict[Model, str]) -> Iterator[tuple[Model, str]]:
    """Tables with a key to the tournament or to one of those found, and the path."""
    for model in candidates:
        if model not in found:
            paths = [path for key in _keys_of(model) if (path := _path(key, found))]
            if paths:
                yield model, paths[0]


def _path(key: models.Field[Any, Any], found: dict[Model, str]) -> str | None:
    target = _target(key)
    on_delete: Any = key.remote_field.on_delete  # type: ignore[union-attr]
    if on_delete not in OWNING:
        return None
    if target is Tournament:
        return key.name
    return f"{key.name}__{found[target]}" if target in found else None


def _keys_of(model: Model) -> list[models.Field[Any, Any]]:
    """Foreign keys, those that are always set first."""
    keys = [field for field in model._meta.concrete_fields if field.remote_field is not None]
    return sorted(keys, key=lambda key: key.null)


def _target(key: models.Field[Any, Any]) -> Model:
    target: Model = key.remote_field.model  # type: ignore[union-attr]
    return target


def _parents_first(found: dict[Model, str]) -> list[Model]:
    order: list[Model] = []
    waiting = sorted(found, key=lambda model: model._meta.label_lower)
    while waiting:
        ready = [
            model
            for model in waiting
            if not any(
                _target(key) in waiting and _target(key) is not model for key in _keys_of(model)
            )
        ] or waiting[:1]
        order += ready
        waiting = [model for model in waiting if model not in ready]
    return order


def outside_keys(table: Table) -> list[models.Field[Any, Any]]:
    """Keys of a table to rows that are no part of the state: people, players."""
    inside = {each.model for each in tables_of_a_tournament()} | {Tournament}
    return [key for key in _keys_of(table.model) if _target(key) not in inside]


def target_of(key: models.Field[Any, Any]) -> Model:
    """The model that a key names."""
    return _target(key)
