"""Event: what a club announces, and in which zone its clocks are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import Versioned
from tournaments.core.validators import validate_federation, validate_time_zone

from ..querysets import EventManager

if TYPE_CHECKING:
    from uuid import UUID


class Visibility(models.TextChoices):
    """Who may see an event."""

    PUBLIC = "public", _("everybody")
    CLUB = "club", _("members of the club")
    HIDDEN = "hidden", _("those who run it")


class Event(Versioned):
    """A festival or a single tournament evening; dates are local days in ``time_zone``."""

    club = models.ForeignKey("clubs.Club", on_delete=models.PROTECT, related_name="events")
    name = models.CharField(_("name"), max_length=160)
    slug = models.SlugField(_("short name"), max_length=80)
    city = models.CharField(_("city"), max_length=80, blank=True)
    federation = models.CharField(
        _("federation"), max_length=3, blank=True, validators=[validate_federation]
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    start = models.DateField(_("first day"))
    end = models.DateField(_("last day"))
    visibility = models.CharField(
        _("visible to"), max_length=6, choices=Visibility.choices, default=Visibility.PUBLIC
    )

    objects = EventManager()

    if TYPE_CHECKING:
        club_id: UUID

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ("-start", "name", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "slug"], name="event_slug_once_per_club"),
            models.CheckConstraint(
                condition=Q(end__gte=F("start")),
                name="event_ends_after_start",
                violation_error_code="ends_before_start",
                violation_error_message=_("The last day is before the first."),
            ),
            models.CheckConstraint(
                condition=Q(visibility__in=Visibility.values), name="event_visibility_known"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="event_has_name"),
        ]

    def __str__(self) -> str:
        return self.name
