"""Player, national ids and ratings by list and date."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.core.clock import now
from tournaments.core.folding import fold
from tournaments.core.models import Identified, Versioned
from tournaments.core.validators import validate_federation, validate_fide_id

from .querysets import PlayerManager

if TYPE_CHECKING:
    from datetime import date
    from uuid import UUID

FIDE_LIST = "FIDE"
"""Name of FIDE's list in :class:`Rating`; national lists are named by federation code."""

HIGHEST_RATING = 4000


class Sex(models.TextChoices):
    """As the report writes it: ``m`` or ``w``."""

    MALE = "m", _("male")
    FEMALE = "w", _("female")


class Title(models.TextChoices):
    """FIDE titles in the order of C.04.2 2.2."""

    GM = "GM", _("Grandmaster")
    IM = "IM", _("International Master")
    WGM = "WGM", _("Woman Grandmaster")
    FM = "FM", _("FIDE Master")
    WIM = "WIM", _("Woman International Master")
    CM = "CM", _("Candidate Master")
    WFM = "WFM", _("Woman FIDE Master")
    WCM = "WCM", _("Woman Candidate Master")


class RatingKind(models.TextChoices):
    """Rate of play a rating is for."""

    STANDARD = "standard", _("standard")
    RAPID = "rapid", _("rapid")
    BLITZ = "blitz", _("blitz")


def birth_text(day: date | None, year: int | None) -> str:
    """ISO text, ``YYYY-MM-DD`` or ``YYYY``, empty if unknown."""
    if day is not None:
        return day.isoformat()
    return str(year) if year is not None else ""


class Player(Versioned):
    """A person in a club's registry.

    ``name`` is in the original script, ``Family, Given``; ``name_latin`` only
    where that differs.  ``search_key`` holds both, folded.  Either the full
    birth date or only the year is known, never both stored.  Somebody who was
    registered twice is ``merged_into`` the player who goes on; the row stays, so
    that its id keeps its meaning.
    """

    club = models.ForeignKey("clubs.Club", on_delete=models.PROTECT, related_name="players")
    user = models.ForeignKey(
        "accounts.User",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="players",
    )
    name = models.CharField(_("name"), max_length=120)
    name_latin = models.CharField(_("name in Latin script"), max_length=120, blank=True)
    search_key = models.CharField(max_length=260, editable=False, db_index=True)
    federation = models.CharField(
        _("federation"), max_length=3, blank=True, validators=[validate_federation]
    )
    fide_id = models.CharField(
        _("FIDE id"), max_length=11, blank=True, validators=[validate_fide_id]
    )
    birth_date = models.DateField(_("birth date"), null=True, blank=True)
    birth_year = models.PositiveSmallIntegerField(
        _("birth year"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1850), MaxValueValidator(2200)],
    )
    sex = models.CharField(_("sex"), max_length=1, blank=True, choices=Sex.choices)
    title = models.CharField(_("title"), max_length=3, blank=True, choices=Title.choices)
    merged_into = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        editable=False,
        on_delete=models.PROTECT,
        related_name="merged_players",
    )

    objects = PlayerManager()

    if TYPE_CHECKING:
        club_id: UUID
        user_id: UUID | None
        merged_into_id: UUID | None

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ("search_key", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club", "fide_id"],
                condition=~Q(fide_id=""),
                name="player_fide_id_once_per_club",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_name"),
            models.CheckConstraint(
                condition=Q(birth_date__isnull=True) | Q(birth_year__isnull=True),
                name="player_birth_stated_once",
                violation_error_code="birth_stated_twice",
                violation_error_message=_("Give the birth date or the year, not both."),
            ),
            models.CheckConstraint(
                condition=Q(birth_year__isnull=True)
                | Q(birth_year__gte=1850, birth_year__lte=2200),
                name="player_birth_year_possible",
            ),
            models.CheckConstraint(
                condition=Q(merged_into__isnull=True) | ~Q(merged_into=F("id")),
                name="player_merged_into_another",
            ),
            models.CheckConstraint(
                condition=Q(merged_into__isnull=True) | Q(fide_id="", user__isnull=True),
                name="player_merged_holds_nothing_unique",
            ),
            models.CheckConstraint(
                condition=Q(sex="") | Q(sex__in=Sex.values), name="player_sex_known"
            ),
            models.CheckConstraint(
                condition=Q(title="") | Q(title__in=Title.values), name="player_title_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def birth(self) -> str:
        """ISO text, ``YYYY-MM-DD`` or ``YYYY``, empty if unknown."""
        return birth_text(self.birth_date, self.birth_year)

    def refresh_search_key(self) -> None:
        """Derive ``search_key`` from the names; services call it before saving."""
        keys = dict.fromkeys(filter(None, (fold(self.name), fold(self.name_latin))))
        self.search_key = " ".join(keys)


class NationalId(models.Model):
    """A player's number in one federation's own register."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="national_ids")
    federation = models.CharField(_("federation"), max_length=3, validators=[validate_federation])
    number = models.CharField(_("number"), max_length=20)

    class Meta:
        verbose_name = _("national id")
        verbose_name_plural = _("national ids")
        ordering = ("federation",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "federation"], name="national_id_once_per_federation"
            ),
            models.CheckConstraint(condition=~Q(number=""), name="national_id_has_number"),
        ]

    def __str__(self) -> str:
        return f"{self.federation} {self.number}"


class Rating(models.Model):
    """A rating as one list gave it on one date."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    list_name = models.CharField(_("list"), max_length=20, default=FIDE_LIST)
    kind = models.CharField(
        _("rate of play"), max_length=8, choices=RatingKind.choices, default=RatingKind.STANDARD
    )
    value = models.PositiveSmallIntegerField(
        _("rating"), validators=[MinValueValidator(1), MaxValueValidator(HIGHEST_RATING)]
    )
    as_of = models.DateField(_("list of"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        ordering = ("-as_of", "list_name", "kind")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "list_name", "kind", "as_of"], name="rating_once_per_list"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=RatingKind.values), name="rating_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(value__gte=1, value__lte=HIGHEST_RATING), name="rating_possible"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.list_name} {self.kind} {self.value}"


class PlayerMerge(Identified):
    """Two registrations of one person became one, and what it takes to undo that.

    ``moved`` has the ids of the rows that were given to the survivor, by table
    and column; ``filled`` the values that the survivor lacked; ``given_up``
    what the other row had to give up.
    """

    merged = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    survivor = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="absorbed")
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    moved = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    filled = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    given_up = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    by = models.ForeignKey(
        "accounts.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(_("at"), default=now)
    undone_at = models.DateTimeField(_("undone at"), null=True, blank=True)

    if TYPE_CHECKING:
        merged_id: UUID
        survivor_id: UUID

    class Meta:
        verbose_name = _("merged player")
        verbose_name_plural = _("merged players")
        ordering = ("-at", "-id")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["merged"],
                condition=Q(undone_at__isnull=True),
                name="player_merged_once_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.merged_id} -> {self.survivor_id}"
