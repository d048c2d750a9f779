"""Bases of representations and bodies."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

RESOURCE_FIELDS = ("id", "version", "updated_at")
_INSTANT = serializers.DateTimeField()


def instant(value: datetime | None) -> str | None:
    """An instant as every representation writes it."""
    return None if value is None else _INSTANT.to_representation(value)


class Strict:
    """Mixin of bodies: a field that does not exist is a fault, not ignored."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            writable = {name for name, field in self.fields.items() if not field.read_only}  # type: ignore[attr-defined]
            unknown = {
                str(name): [serializers.ErrorDetail(_("There is no such field."), "unknown")]
                for name in data
                if name not in writable
            }
            if unknown:
                raise serializers.ValidationError(unknown)
        return super().to_internal_value(data)  # type: ignore[misc]


class Body(Strict, serializers.Serializer[Any]):
    """The body of a write."""


class ModelBody(Strict, serializers.ModelSerializer[Any]):
    """The body of a write whose fields are columns.

    Types and lengths come from the model; what must be unique or consistent
    is the service's business, so it is not asked twice.
    """

    def get_unique_together_validators(self) -> list[Any]:
        return []

    def get_unique_for_date_validators(self) -> list[Any]:
        return []

    def build_standard_field(self, field_name: str, model_field: Any) -> Any:
        kind, options = super().build_standard_field(field_name, model_field)
        options.pop("validators", None)
        return kind, options


class Pages(serializers.Serializer[Any]):
    """What every list has beside its ``data``."""

    next_cursor = serializers.CharField(
        allow_null=True, help_text="Give it as `cursor` to read on; null on the last page."
    )
    has_more = serializers.BooleanField()


_pages: dict[type[serializers.BaseSerializer[Any]], type[Pages]] = {}


def page_of(item: type[serializers.BaseSerializer[Any]]) -> type[Pages]:
    """The answer of a paged list of ``item``."""
    if item not in _pages:
        members = {"data": item(many=True), "__doc__": f"A page of {item.__name__}."}
        _pages[item] = type(f"PageOf{item.__name__}", (Pages,), members)
    return _pages[item]


class ProblemBase(serializers.Serializer[Any]):
    """What every problem document has."""

    type = serializers.URLField()
    title = serializers.CharField(help_text="What the status means, in the reader's language.")
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="What went wrong, in the reader's language.")
    instance = serializers.CharField(help_text="The path that was asked.")
    code = serializers.CharField(help_text="Stable word for programs, never translated.")
    request_id = serializers.CharField(allow_null=True)
    params = serializers.DictField(required=False, help_text="Values that `detail` speaks of.")
    current = serializers.DictField(
        required=False, help_text="With 412: the representation that is stored now."
    )


class Fault(serializers.Serializer[Any]):
    """One field or parameter that cannot be used."""

    pointer = serializers.CharField(required=False, help_text="JSON pointer into the body.")
    parameter = serializers.CharField(required=False, help_text="Name of a query parameter.")
    code = serializers.CharField()
    detail = serializers.CharField()


# ``errors`` is an attribute of every serializer class, so as a field it is declared by name.
Problem = type(
    "Problem",
    (ProblemBase,),
    {
        "errors": Fault(many=True, required=False),
        "__doc__": "A problem document (RFC 9457), `application/problem+json`.",
        "__module__": __name__,
    },
)
