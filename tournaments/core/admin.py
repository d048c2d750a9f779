"""The admin site: reading everything, and writing through services only."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin, messages
from django.db import models
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from .errors import DomainError
from .models import ChangeLogEntry
from .principal import Principal
from .texts import sentence

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    AnyForm = ModelForm[Any]
else:
    ModelAdmin, AnyForm = admin.ModelAdmin, ModelForm

Service = Callable[..., Any]


def acting(request: HttpRequest) -> Principal:
    """The member of staff as a principal; the services ask the same permissions as ever."""
    return Principal.for_user(request.user)  # type: ignore[arg-type]


def refuse(request: HttpRequest, refusal: DomainError) -> None:
    """Show a refusal as a message."""
    messages.error(request, sentence(refusal))


def each(request: HttpRequest, rows: QuerySet[Any], service: Service, argument: str) -> int:
    """Call a service for every selected row; returns for how many it was not refused."""
    done = 0
    for row in rows:
        try:
            service(actor=acting(request), **{argument: row.pk})
            done += 1
        except DomainError as refusal:
            refuse(request, refusal)
    return done


class ReadOnlyAdmin(ModelAdmin):
    """Lists and shows; changes nothing."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ServiceAdmin(ModelAdmin):
    """A form whose changes are handed to a service.

    ``writable`` names the fields of the form; ``create`` and ``update`` are
    the services, ``parent`` maps a field that only creation takes to the
    service's argument, ``argument`` is what ``update`` calls the id, and
    ``hidden`` fields are not shown.
    """

    writable: ClassVar[tuple[str, ...]] = ()
    create: ClassVar[Service | None] = None
    update: ClassVar[Service | None] = None
    parent: ClassVar[dict[str, str]] = {}
    argument: ClassVar[str] = ""
    hidden: ClassVar[tuple[str, ...]] = ()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.create is not None and super().has_add_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return [*self.parent, *self.writable]
        return [field.name for field in obj._meta.fields if field.name not in self.hidden]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        if obj is None:
            return []
        return [field.name for field in obj._meta.fields if field.name not in self.writable]

    def save_model(self, request: HttpRequest, obj: Any, form: AnyForm, change: bool) -> None:
        service = type(self).update if change else type(self).create
        if service is None:
            return
        names = form.changed_data if change else self.writable
        values = {name: form.cleaned_data[name] for name in names if name in self.writable}
        if change:
            values[self.argument] = obj.pk
        else:
            values |= {
                argument: form.cleaned_data[name].pk for name, argument in self.parent.items()
            }
        saved: models.Model = service(actor=acting(request), **values)
        obj.pk = saved.pk
        obj._state.adding = False

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except DomainError as refusal:
            refuse(request, refusal)
            return HttpResponseRedirect(request.get_full_path())


@admin.register(ChangeLogEntry)
class ChangeLogAdmin(ReadOnlyAdmin):
    """The log of a tournament or a club."""

    list_display = ("at", "type", "tournament", "seq", "actor_kind", "actor")
    list_filter = ("type", "actor_kind")
    list_select_related = ("tournament", "actor")
    search_fields = ("subject_id", "tournament__name")
    ordering = ("-at",)
