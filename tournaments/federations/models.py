"""ApiKey; the stream of the results feed; rating reports; what federations send in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from rest_framework_api_key.models import AbstractAPIKey

from tournaments.core.clock import now
from tournaments.core.ids import uuid7
from tournaments.core.models import Versioned
from tournaments.core.validators import validate_federation

from .querysets import ApiKeyManager, QuarantinedManager, RatingReportManager

if TYPE_CHECKING:
    from uuid import UUID

    KeyBase = models.Model
else:
    KeyBase = AbstractAPIKey


class ApiKey(KeyBase):
    """A key of one club or one federation; only its hash is stored.

    The primary key holds the hash, so ``public_id`` is what is shown.
    """

    public_id = models.UUIDField(unique=True, default=uuid7, editable=False)
    club = models.ForeignKey(
        "clubs.Club", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    federation = models.CharField(
        _("federation"), max_length=3, blank=True, validators=[validate_federation]
    )
    scopes = models.JSONField(_("scopes"), default=list)
    created_by = models.ForeignKey(
        "accounts.User",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    objects = ApiKeyManager()

    if TYPE_CHECKING:
        id: str
        prefix: str
        name: str
        revoked: bool
        expiry_date: Any
        has_expired: bool
        club_id: UUID | None
        created_by_id: UUID | None

        def is_valid(self, key: str) -> bool: ...

    class Meta:
        verbose_name = _("API key")
        verbose_name_plural = _("API keys")
        ordering = ("-created",)
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(club__isnull=False, federation="")
                | (Q(club__isnull=True) & ~Q(federation="")),
                name="api_key_of_club_or_federation",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prefix} {self.name}"


class ResultsStream(models.Model):
    """The results feed of one federation; ``position`` is that of its last change.

    ``forgotten`` is the highest position of a tombstone that is no longer
    kept: who has read no further than before it must start again.
    """

    federation = models.CharField(max_length=3, primary_key=True, validators=[validate_federation])
    position = models.PositiveBigIntegerField(default=0)
    forgotten = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.federation} {self.position}"


class StreamedTournament(models.Model):
    """How far a tournament is taken over into a stream.

    ``sequence`` and ``event_version`` are those of the tournament and its
    event when its items were compared last; ``stale`` marks that something
    else in it changed (a player of the registry).  No foreign keys: what a
    stream has told must be taken back when the rows are gone.
    """

    stream = models.ForeignKey(ResultsStream, on_delete=models.CASCADE, related_name="tournaments")
    tournament_id = models.UUIDField()
    club_id = models.UUIDField()
    sequence = models.PositiveBigIntegerField()
    event_version = models.PositiveIntegerField()
    stale = models.BooleanField(default=False)
    present = models.BooleanField(default=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["stream", "tournament_id"], name="streamed_tournament_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["stream", "club_id"], name="streamed_tournament_club_idx"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.sequence}"


class StreamedClub(models.Model):
    """How far a club's own log (its registry of players) is heeded by a stream."""

    stream = models.ForeignKey(ResultsStream, on_delete=models.CASCADE, related_name="clubs")
    club_id = models.UUIDField()
    sequence = models.PositiveBigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stream", "club_id"], name="streamed_club_once"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.sequence}"


class ItemKind(models.TextChoices):
    """What a stream tells of, what is named before what names it."""

    TOURNAMENT = "tournament", _("tournament")
    ENTRY = "entry", _("entry")
    ROUND = "round", _("round")
    RESULT = "result", _("result")
    BYE = "bye", _("bye")
    GAME = "game", _("game")


class StreamItem(models.Model):
    """The last state of one thing, at the position of its last change.

    ``version`` counts the changes that the stream told.  A tombstone
    (``deleted``) keeps no data.  ``rank`` orders kinds by what they need.
    """

    stream = models.ForeignKey(ResultsStream, on_delete=models.CASCADE, related_name="items")
    position = models.PositiveBigIntegerField()
    tournament_id = models.UUIDField()
    rank = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=ItemKind.choices)
    key = models.CharField(max_length=80)
    version = models.PositiveIntegerField(default=1)
    deleted = models.BooleanField(default=False)
    data = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    at = models.DateTimeField(default=now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stream", "position"], name="stream_position_once"),
            models.UniqueConstraint(fields=["stream", "kind", "key"], name="stream_item_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["stream", "tournament_id", "rank", "key"], name="stream_order_idx"
            ),
            models.Index(fields=["at"], condition=Q(deleted=True), name="stream_tombstone_idx"),
        ]

    def __str__(self) -> str:
        return f"{self.position} {self.kind} {self.key}"


class ReportStatus(models.TextChoices):
    """Life of a rating report."""

    CHECKED = "checked", _("checked")
    SUBMITTED = "submitted", _("submitted")
    ACCEPTED = "accepted", _("accepted")
    REJECTED = "rejected", _("rejected")


class RatingReport(Versioned):
    """What a federation gets of a finished tournament, and what became of it.

    ``findings`` is what the check found, ``decision`` what the federation
    answered: items ``{"severity", "code", "params"}`` and ``{"text", ...}``.
    The files are made when it is checked and never change; a corrected
    tournament gets another report, with the next ``number``.
    """

    tournament = models.ForeignKey(
        "events.Tournament", on_delete=models.PROTECT, related_name="reports"
    )
    number = models.PositiveSmallIntegerField(_("number"))
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    status = models.CharField(
        _("status"),
        max_length=9,
        choices=ReportStatus.choices,
        default=ReportStatus.CHECKED,
    )
    findings = models.JSONField(_("findings"), default=list, blank=True, encoder=DjangoJSONEncoder)
    decision = models.JSONField(_("findings of the federation"), default=list, blank=True)
    made_by = models.ForeignKey(
        "accounts.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    submitted_by = models.ForeignKey(
        "accounts.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    submitted_at = models.DateTimeField(_("submitted at"), null=True, blank=True)
    decided_by = models.CharField(_("key that decided"), max_length=8, blank=True)
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)

    objects = RatingReportManager()

    if TYPE_CHECKING:
        tournament_id: UUID
        made_by_id: UUID | None
        submitted_by_id: UUID | None

    class Meta:
        verbose_name = _("rating report")
        verbose_name_plural = _("rating reports")
        ordering = ("-created_at", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="report_number_once"),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(status__in=("submitted", "accepted")),
                name="report_one_with_the_federation",
            ),
            models.CheckConstraint(
                condition=Q(status__in=ReportStatus.values), name="report_status_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.number} {self.status}"


class ReportFile(models.Model):
    """The exact bytes of a report in one format, or why there are none.

    ``sha256`` is of ``content``; ``problem`` is the code of what the format
    cannot hold.
    """

    report = models.ForeignKey(RatingReport, on_delete=models.CASCADE, related_name="files")
    format = models.CharField(max_length=8)
    name = models.CharField(max_length=120, blank=True)
    content = models.BinaryField(default=b"")
    sha256 = models.CharField(max_length=64, blank=True)
    problem = models.CharField(max_length=80, blank=True)
    params = models.JSONField(default=dict, encoder=DjangoJSONEncoder)

    class Meta:
        ordering = ("format",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["report", "format"], name="report_file_once"),
            models.CheckConstraint(
                condition=Q(problem="", sha256__gt="") | (~Q(problem="") & Q(sha256="")),
                name="report_file_or_problem",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.sha256[:12]}"


class Quarantined(Versioned):
    """What a federation sent and nobody here is known for certain to be meant by.

    ``ref`` is the sender's own name of the item: sent again, it is tried again
    and not stored a second time.
    """

    federation = models.CharField(max_length=3)
    kind = models.CharField(max_length=10)
    ref = models.CharField(max_length=80)
    item = models.JSONField(encoder=DjangoJSONEncoder)
    code = models.CharField(max_length=80)
    params = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    key = models.CharField(max_length=8)

    objects = QuarantinedManager()

    class Meta:
        verbose_name = _("quarantined item")
        verbose_name_plural = _("quarantined items")
        ordering = ("created_at", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["federation", "kind", "ref"], name="quarantined_item_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.federation} {self.kind} {self.ref} {self.code}"
