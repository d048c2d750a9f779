"""Entry and RequestedBye: who plays, and who announced to be absent when."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import Identified, Versioned
from tournaments.core.validators import validate_federation
from tournaments.players.models import HIGHEST_RATING, Title

from ..querysets import EntryManager, RequestedByeManager
from .tournaments import MAX_ROUNDS, Tournament

if TYPE_CHECKING:
    from uuid import UUID


class EntryStatus(models.TextChoices):
    """Whether an entry is (still) to be paired."""

    ACTIVE = "active", _("active")
    WITHDRAWN = "withdrawn", _("withdrawn")


class Entry(Versioned):
    """A player in one tournament.

    Name, title, federation, club, rating and national records are as they
    stood for this tournament, which is what its reports say for ever.
    ``pairing_number`` is null until the player arrives: those entered from a
    later round get their number when that round is paired (C.04.2 2.4).
    ``status_from_round`` is the first round for which ``status`` holds.
    Where the tournament has a check-in, ``checked_in_at`` says when the player
    arrived.  A player who is not ``byes_allowed`` gets no half-point bye.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="entries")
    pairing_number = models.PositiveIntegerField(_("pairing number"), null=True, blank=True)
    name = models.CharField(_("name"), max_length=120)
    title = models.CharField(_("title"), max_length=3, blank=True, choices=Title.choices)
    federation = models.CharField(
        _("federation"), max_length=3, blank=True, validators=[validate_federation]
    )
    club_name = models.CharField(_("club"), max_length=120, blank=True)
    rating = models.PositiveSmallIntegerField(
        _("rating used"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(HIGHEST_RATING)],
    )
    national_records = models.JSONField(_("national records"), default=list, blank=True)
    status = models.CharField(
        _("status"), max_length=9, choices=EntryStatus.choices, default=EntryStatus.ACTIVE
    )
    status_from_round = models.PositiveSmallIntegerField(_("from round"), default=1)
    entered_from_round = models.PositiveSmallIntegerField(_("plays from round"), default=1)
    checked_in_at = models.DateTimeField(_("checked in at"), null=True, blank=True, editable=False)
    byes_allowed = models.BooleanField(_("may have half-point byes"), default=True)

    objects = EntryManager()

    if TYPE_CHECKING:
        tournament_id: UUID
        player_id: UUID

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ("tournament", "pairing_number", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "player"], name="entry_player_once_per_tournament"
            ),
            models.UniqueConstraint(
                fields=["tournament", "pairing_number"], name="entry_pairing_number_once"
            ),
            models.CheckConstraint(
                condition=Q(pairing_number__isnull=True) | Q(pairing_number__gte=1),
                name="entry_pairing_number_from_one",
            ),
            models.CheckConstraint(
                condition=Q(rating__isnull=True) | Q(rating__gte=1, rating__lte=HIGHEST_RATING),
                name="entry_rating_possible",
            ),
            models.CheckConstraint(
                condition=Q(status__in=EntryStatus.values), name="entry_status_known"
            ),
            models.CheckConstraint(
                condition=Q(status_from_round__gte=1, entered_from_round__gte=1),
                name="entry_rounds_from_one",
            ),
            models.CheckConstraint(
                condition=Q(title="") | Q(title__in=Title.values), name="entry_title_known"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="entry_has_name"),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_number} {self.name}"


class ByeKind(models.TextChoices):
    """Byes and absences a player may ask for; the value is the report's letter."""

    HALF = "H", _("half-point bye")
    FULL = "F", _("full-point bye")
    ZERO = "Z", _("zero-point bye")


class RequestedBye(Identified):
    """An announced absence in a round that is not paired yet.

    ``confirmed``: an arbiter confirmed what needs it, a second half-point bye
    or a full-point bye; the log says who and when.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="requested_byes")
    round_number = models.PositiveSmallIntegerField(_("round"))
    kind = models.CharField(_("kind"), max_length=1, choices=ByeKind.choices)
    confirmed = models.BooleanField(_("confirmed"), default=False)

    objects = RequestedByeManager()

    if TYPE_CHECKING:
        entry_id: UUID

    class Meta:
        verbose_name = _("requested bye")
        verbose_name_plural = _("requested byes")
        ordering = ("round_number", "entry")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["entry", "round_number"], name="requested_bye_once_per_round"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=ByeKind.values), name="requested_bye_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(round_number__gte=1, round_number__lte=MAX_ROUNDS),
                name="requested_bye_round_possible",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} R{self.round_number} {self.kind}"
