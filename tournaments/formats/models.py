"""RatingList: one version of one list; ListedPlayer: a line of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import Versioned
from tournaments.players.models import HIGHEST_RATING, RatingKind

from .querysets import ListedPlayerManager, RatingListManager

if TYPE_CHECKING:
    from uuid import UUID


class ListStatus(models.TextChoices):
    """Life of one version of a list; only the current one is used."""

    LOADING = "loading", _("loading")
    HELD = "held", _("loaded, waits for acceptance")
    CURRENT = "current", _("current")
    SUPERSEDED = "superseded", _("superseded")


class RatingList(Versioned):
    """One version of a list, from one file.

    ``name`` is that of :class:`tournaments.players.models.Rating`: ``FIDE`` or
    a federation.  ``rows_read`` is how many records of the file are dealt with:
    an interrupted import goes on there.  ``lease_until`` is until when nobody
    else may load it.
    """

    name = models.CharField(_("list"), max_length=20)
    as_of = models.DateField(_("list of"))
    format = models.CharField(_("format"), max_length=20)
    source = models.CharField(_("file"), max_length=200)
    source_sha256 = models.CharField(max_length=64)
    status = models.CharField(
        _("status"), max_length=10, choices=ListStatus.choices, default=ListStatus.LOADING
    )
    rows_read = models.PositiveIntegerField(default=0)
    rows_stored = models.PositiveIntegerField(default=0)
    rows_repeated = models.PositiveIntegerField(default=0)
    rows_rejected = models.PositiveIntegerField(default=0)
    rejected = models.JSONField(default=list, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = RatingListManager()

    class Meta:
        verbose_name = _("rating list")
        verbose_name_plural = _("rating lists")
        ordering = ("name", "-as_of", "-created_at")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["name"], condition=Q(status="current"), name="rating_list_one_current"
            ),
            models.CheckConstraint(
                condition=Q(status__in=ListStatus.values), name="rating_list_status_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.as_of}"


class ListedPlayer(models.Model):
    """A line of a list; texts as the list spells them, ratings null where there is none.

    ``number`` is the list's own id; ``fide_id`` is what a national list says
    of it, for FIDE's own list the same.  Of two lines with one number, the one
    with the higher ``preference`` counts.
    """

    # Its own index would be a beginning of the others.
    list = models.ForeignKey(
        RatingList, on_delete=models.CASCADE, related_name="players", db_index=False
    )
    number = models.CharField(max_length=20)
    fide_id = models.CharField(max_length=11, blank=True)
    name = models.CharField(max_length=120)
    search_key = models.CharField(max_length=130)
    federation = models.CharField(max_length=3, blank=True)
    sex = models.CharField(max_length=1, blank=True)
    title = models.CharField(max_length=3, blank=True)
    womens_title = models.CharField(max_length=3, blank=True)
    other_titles = models.CharField(max_length=60, blank=True)
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    flag = models.CharField(max_length=4, blank=True)
    standard = models.PositiveSmallIntegerField(null=True, blank=True)
    standard_games = models.PositiveSmallIntegerField(null=True, blank=True)
    standard_k = models.PositiveSmallIntegerField(null=True, blank=True)
    rapid = models.PositiveSmallIntegerField(null=True, blank=True)
    rapid_games = models.PositiveSmallIntegerField(null=True, blank=True)
    rapid_k = models.PositiveSmallIntegerField(null=True, blank=True)
    blitz = models.PositiveSmallIntegerField(null=True, blank=True)
    blitz_games = models.PositiveSmallIntegerField(null=True, blank=True)
    blitz_k = models.PositiveSmallIntegerField(null=True, blank=True)
    preference = models.PositiveSmallIntegerField(default=0)

    objects = ListedPlayerManager()

    if TYPE_CHECKING:
        list_id: UUID

    class Meta:
        verbose_name = _("listed player")
        verbose_name_plural = _("listed players")
        ordering = ("search_key", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["list", "number"], name="listed_number_once"),
            models.CheckConstraint(
                condition=(Q(standard__isnull=True) | Q(standard__lte=HIGHEST_RATING))
                & (Q(rapid__isnull=True) | Q(rapid__lte=HIGHEST_RATING))
                & (Q(blitz__isnull=True) | Q(blitz__lte=HIGHEST_RATING)),
                name="listed_rating_possible",
            ),
        ]
        indexes: ClassVar = [
            # Beginnings of names are looked for, whatever the collation of the database.
            models.Index(
                fields=["list", "search_key"],
                name="listed_name_idx",
                opclasses=["uuid_ops", "varchar_pattern_ops"],
            ),
            models.Index(
                fields=["list", "fide_id"], name="listed_fide_idx", condition=~Q(fide_id="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    def rating(self, kind: str) -> int | None:
        """The rating of this rate of play, else the standard one, as entries take it."""
        own: int | None = getattr(self, RatingKind(kind).value)
        return self.standard if own is None else own
