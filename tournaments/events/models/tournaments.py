"""Tournament: one section, its settings and its life."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from pairing.scoring import PointSystem
from tiebreaks.options import HIGHEST_RATING as HIGHEST_TIE_BREAK_RATING
from tournaments.core.folding import fold
from tournaments.core.models import Versioned
from tournaments.core.validators import validate_federation
from tournaments.players.models import FIDE_LIST, RatingKind

from ..querysets import TournamentManager
from .events import Event

if TYPE_CHECKING:
    from uuid import UUID

MAX_ROUNDS = 99
CUSTOM_SYSTEM = "custom"
"""A tournament that the server does not pair: its rounds are imported or paired by hand."""
KNOCKOUT_SYSTEM = "knockout"
"""A tournament with a bracket (:mod:`tournaments.knockouts`) instead of paired rounds."""
DEFAULT_SWISS_TIE_BREAKS = ("PTS", "BH/C1", "BH", "SB", "DE", "WIN")
DEFAULT_ROUND_ROBIN_TIE_BREAKS = ("PTS", "SB", "DE", "KS")
"""Without the Buchholz family, which is not used there (note to C.07 art. 8)."""


def default_tie_breaks() -> list[str]:
    """Order of the standings of a new Swiss tournament; the organiser may announce another."""
    return list(DEFAULT_SWISS_TIE_BREAKS)


class TournamentStatus(models.TextChoices):
    """Life of a tournament."""

    DRAFT = "draft", _("draft")
    REGISTRATION = "registration", _("registration")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    ARCHIVED = "archived", _("archived")


class Acceleration(models.TextChoices):
    """Accelerated pairing announced for the tournament."""

    NONE = "none", _("none")
    BAKU = "baku", _("Baku (C.04.7)")


class ResultsPolicy(models.TextChoices):
    """Who enters results, and when they count."""

    ARBITER = "arbiter", _("the arbiter enters them")
    CONFIRMED_BY_ARBITER = "confirmed_by_arbiter", _("players enter, the arbiter confirms")
    AGREED_BY_PLAYERS = "agreed_by_players", _("players enter, both must agree")


class InitialColour(models.TextChoices):
    """Colour of an odd pairing number in round 1 (C.04.3 5.1); empty: not drawn yet."""

    WHITE = "w", _("White")
    BLACK = "b", _("Black")


class StartingOrderKey(models.TextChoices):
    """What orders entries of equal rating and title (C.04.2 2.2)."""

    NAME = "name", _("alphabet")
    LOT = "lot", _("drawing of lots")


class TieBreakEdition(models.TextChoices):
    """Rules for unplayed rounds by which the tie-breaks are computed (C.07 art. 16)."""

    MARCH_2026 = "2026", _("since March 2026")
    SEPTEMBER_2023 = "2024", _("September 2023 to February 2026")
    JULY_2022 = "self", _("July 2022, for world events")
    VIRTUAL = "virtual", _("until August 2023, virtual opponent")


class Tournament(Versioned):
    """One section: a field of entries played by one system.

    The ``points_*`` columns are a :class:`pairing.scoring.PointSystem` in
    tenths; null means "follows" as described there.  ``virtual_points`` and
    ``abnormal_points`` hold the announced tables and name entries, not pairing
    numbers, which late entries shift (:mod:`tournaments.events.settings_data`);
    ``tie_breaks`` is the order of the standings as codes, computed by the rules
    of ``tie_break_edition``; ``unrated_rating`` stands for the rating of players
    without one (C.07 art. 10).  Ties that remain are ordered by ``manual_order``
    (entries; it orders the groups that it names completely), then by the lots of
    ``lots_seed``.  ``baku_last_entry`` is the last member of group A when round 1
    was paired (C.04.7 1.3).
    ``half_point_byes`` is how many half-point (and full-point) byes a player may
    have at most, null for no limit; none is given in the last
    ``final_rounds_without_byes`` rounds.  With ``check_in`` only those who
    checked in are paired.  ``starting_order_seed`` is that of the lots drawn for
    the starting order.  ``sequence`` is the number of the last change.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(_("name"), max_length=160)
    slug = models.SlugField(_("short name"), max_length=80)
    status = models.CharField(
        _("status"),
        max_length=12,
        choices=TournamentStatus.choices,
        default=TournamentStatus.REGISTRATION,
    )
    system = models.CharField(_("pairing system"), max_length=24, default="dutch")
    edition = models.CharField(_("edition of the rules"), max_length=10, default="2026")
    round_count = models.PositiveSmallIntegerField(
        _("rounds"), validators=[MinValueValidator(1), MaxValueValidator(MAX_ROUNDS)]
    )
    initial_colour = models.CharField(
        _("initial colour"), max_length=1, blank=True, choices=InitialColour.choices
    )
    acceleration = models.CharField(
        _("acceleration"), max_length=8, choices=Acceleration.choices, default=Acceleration.NONE
    )
    baku_last_entry = models.ForeignKey(
        "Entry", null=True, blank=True, on_delete=models.SET_NULL, related_name="+", editable=False
    )
    virtual_points = models.JSONField(_("virtual points"), default=list, blank=True)
    abnormal_points = models.JSONField(_("deviating points"), default=list, blank=True)
    tie_breaks = models.JSONField(_("tie-breaks"), default=default_tie_breaks)
    tie_break_edition = models.CharField(
        _("edition of the tie-break rules"),
        max_length=7,
        choices=TieBreakEdition.choices,
        default=TieBreakEdition.MARCH_2026,
    )
    unrated_rating = models.PositiveSmallIntegerField(
        _("rating of players without one"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(HIGHEST_TIE_BREAK_RATING)],
    )
    lots_seed = models.PositiveIntegerField(null=True, blank=True, editable=False)
    manual_order = models.JSONField(default=list, blank=True, editable=False)
    results_policy = models.CharField(
        _("results"),
        max_length=24,
        choices=ResultsPolicy.choices,
        default=ResultsPolicy.ARBITER,
    )
    rating_kind = models.CharField(
        _("rate of play"), max_length=8, choices=RatingKind.choices, default=RatingKind.STANDARD
    )
    rating_list = models.CharField(_("rating list"), max_length=20, default=FIDE_LIST)
    rated = models.BooleanField(_("sent for rating"), default=True)
    half_point_byes = models.PositiveSmallIntegerField(
        _("half-point byes at most"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(MAX_ROUNDS)],
    )
    final_rounds_without_byes = models.PositiveSmallIntegerField(
        _("last rounds without half-point byes"),
        default=0,
        validators=[MaxValueValidator(MAX_ROUNDS)],
    )
    check_in = models.BooleanField(_("only those who checked in are paired"), default=False)
    starting_order_key = models.CharField(
        _("equal rating and title ordered by"),
        max_length=4,
        choices=StartingOrderKey.choices,
        default=StartingOrderKey.NAME,
    )
    starting_order_seed = models.PositiveIntegerField(null=True, blank=True, editable=False)

    points_win = models.SmallIntegerField(default=10)
    points_draw = models.SmallIntegerField(default=5)
    points_loss = models.SmallIntegerField(default=0)
    points_zero_point_bye = models.SmallIntegerField(default=0)
    points_pairing_allocated_bye = models.SmallIntegerField(null=True, blank=True)
    points_forfeit_win = models.SmallIntegerField(null=True, blank=True)
    points_forfeit_loss = models.SmallIntegerField(null=True, blank=True)
    points_full_point_bye = models.SmallIntegerField(null=True, blank=True)
    points_half_point_bye = models.SmallIntegerField(null=True, blank=True)
    points_adjourned = models.SmallIntegerField(null=True, blank=True)
    points_win_black = models.SmallIntegerField(null=True, blank=True)
    points_draw_black = models.SmallIntegerField(null=True, blank=True)
    points_loss_black = models.SmallIntegerField(null=True, blank=True)

    city = models.CharField(_("city"), max_length=80, blank=True)
    federation = models.CharField(
        _("federation"), max_length=3, blank=True, validators=[validate_federation]
    )
    start = models.DateField(_("first day"), null=True, blank=True)
    end = models.DateField(_("last day"), null=True, blank=True)
    chief_arbiter = models.CharField(_("chief arbiter"), max_length=160, blank=True)
    deputy_arbiters = models.JSONField(_("deputy arbiters"), default=list, blank=True)
    time_control = models.CharField(_("time control"), max_length=160, blank=True)
    time_control_code = models.CharField(_("time control code"), max_length=80, blank=True)
    type_text = models.CharField(_("kind, in words"), max_length=160, blank=True)
    type_code = models.CharField(_("type code"), max_length=60, blank=True)
    starting_rank_method = models.CharField(_("starting rank method"), max_length=20, blank=True)
    pairing_controller = models.CharField(_("pairing controller"), max_length=160, blank=True)
    report_comments = models.JSONField(_("comments in reports"), default=list, blank=True)

    sequence = models.PositiveBigIntegerField(default=0, editable=False)

    objects = TournamentManager()

    if TYPE_CHECKING:
        event_id: UUID
        baku_last_entry_id: UUID | None

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ("event", "name", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["event", "slug"], name="tournament_slug_once_per_event"
            ),
            models.CheckConstraint(
                condition=Q(status__in=TournamentStatus.values), name="tournament_status_known"
            ),
            models.CheckConstraint(
                condition=Q(round_count__gte=1, round_count__lte=MAX_ROUNDS),
                name="tournament_round_count_possible",
            ),
            models.CheckConstraint(
                condition=Q(initial_colour="") | Q(initial_colour__in=InitialColour.values),
                name="tournament_initial_colour_known",
            ),
            models.CheckConstraint(
                condition=Q(acceleration__in=Acceleration.values),
                name="tournament_acceleration_known",
            ),
            models.CheckConstraint(
                condition=Q(results_policy__in=ResultsPolicy.values),
                name="tournament_results_policy_known",
            ),
            models.CheckConstraint(
                condition=Q(rating_kind__in=RatingKind.values),
                name="tournament_rating_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(tie_break_edition__in=TieBreakEdition.values),
                name="tournament_tie_break_edition_known",
            ),
            models.CheckConstraint(
                condition=Q(unrated_rating__isnull=True)
                | Q(unrated_rating__gte=1, unrated_rating__lte=HIGHEST_TIE_BREAK_RATING),
                name="tournament_unrated_rating_possible",
            ),
            models.CheckConstraint(
                condition=Q(starting_order_key__in=StartingOrderKey.values),
                name="tournament_starting_order_key_known",
            ),
            models.CheckConstraint(
                condition=Q(start__isnull=True) | Q(end__isnull=True) | Q(end__gte=F("start")),
                name="tournament_ends_after_start",
                violation_error_code="ends_before_start",
                violation_error_message=_("The last day is before the first."),
            ),
            models.CheckConstraint(condition=~Q(name=""), name="tournament_has_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def full_name(self) -> str:
        """What the section is called outside its event: neither name is said twice."""
        event, section = fold(self.event.name), fold(self.name)
        if f" {event} " in f" {section} ":
            return self.name
        if f" {section} " in f" {event} ":
            return self.event.name
        return f"{self.event.name}, {self.name}"

    @property
    def site(self) -> str:
        """Where it is played: city and federation, its own or the event's."""
        city, federation = self.city or self.event.city, self.federation or self.event.federation
        return f"{city} {federation}".strip()

    @property
    def point_system(self) -> PointSystem:
        """The announced points, in tenths."""
        return PointSystem(
            **{name: getattr(self, f"points_{name}") for name in PointSystem.__slots__}
        )
