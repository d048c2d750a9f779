"""Event, Tournament, Round, Entry, requested byes and prohibited pairings."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from pairing.scoring import PointSystem
from tournaments.core.models import Identified, Versioned
from tournaments.core.validators import validate_federation, validate_time_zone
from tournaments.players.models import FIDE_LIST, HIGHEST_RATING, RatingKind, Title

from .querysets import (
    EntryManager,
    EventManager,
    ProhibitedPairingManager,
    RequestedByeManager,
    RoundManager,
    TournamentManager,
)

if TYPE_CHECKING:
    from uuid import UUID

MAX_ROUNDS = 99
CUSTOM_SYSTEM = "custom"
"""A tournament that the server does not pair: its rounds are imported or paired by hand."""
DEFAULT_SWISS_TIE_BREAKS = ("PTS", "BH/C1", "BH", "SB", "DE", "WIN")


def default_tie_breaks() -> list[str]:
    """Order of the standings of a new Swiss tournament; the organiser may announce another."""
    return list(DEFAULT_SWISS_TIE_BREAKS)


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


class InitialColour(models.TextChoices):
    """Colour of an odd pairing number in round 1 (C.04.3 5.1); empty: not drawn yet."""

    WHITE = "w", _("White")
    BLACK = "b", _("Black")


class Tournament(Versioned):
    """One section: a field of entries played by one system.

    The ``points_*`` columns are a :class:`pairing.scoring.PointSystem` in
    tenths; null means "follows" as described there.  ``virtual_points`` and
    ``abnormal_points`` hold the announced tables and name entries, not pairing
    numbers, which late entries shift (:mod:`tournaments.events.settings_data`);
    ``tie_breaks`` is the order of the standings as codes.  ``baku_last_entry``
    is the last member of group A when round 1 was paired (C.04.7 1.3).
    ``sequence`` is the number of the last change.
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
    def point_system(self) -> PointSystem:
        """The announced points, in tenths."""
        return PointSystem(
            **{name: getattr(self, f"points_{name}") for name in PointSystem.__slots__}
        )


class RoundStatus(models.TextChoices):
    """Life of a round; all rounds exist from the start as ``planned``."""

    PLANNED = "planned", _("planned")
    DRAFT = "draft", _("paired, not published")
    PUBLISHED = "published", _("published")
    COMPLETED = "completed", _("completed")


class Round(Versioned):
    """One round.  ``starts_at`` is an instant, ``day`` the local day it is announced for."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    status = models.CharField(
        _("status"), max_length=9, choices=RoundStatus.choices, default=RoundStatus.PLANNED
    )
    day = models.DateField(_("day"), null=True, blank=True)
    starts_at = models.DateTimeField(_("starts at"), null=True, blank=True)

    objects = RoundManager()

    if TYPE_CHECKING:
        tournament_id: UUID

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ("tournament", "number")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=MAX_ROUNDS), name="round_number_possible"
            ),
            models.CheckConstraint(
                condition=Q(status__in=RoundStatus.values), name="round_status_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} R{self.number}"

    @property
    def is_published(self) -> bool:
        """Everybody may see its pairings."""
        return self.status in (RoundStatus.PUBLISHED, RoundStatus.COMPLETED)


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
    """An announced absence in a round that is not paired yet."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="requested_byes")
    round_number = models.PositiveSmallIntegerField(_("round"))
    kind = models.CharField(_("kind"), max_length=1, choices=ByeKind.choices)

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


class ProhibitedPairing(Identified):
    """No two of its members may meet in these rounds; ``soft``: as long as possible."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="prohibited_pairings"
    )
    members = models.ManyToManyField(
        Entry, through="ProhibitedPairingMember", related_name="prohibited_pairings"
    )
    first_round = models.PositiveSmallIntegerField(_("first round"), default=1)
    last_round = models.PositiveSmallIntegerField(_("last round"), default=MAX_ROUNDS)
    soft = models.BooleanField(_("as long as possible"), default=False)
    label = models.CharField(_("reason"), max_length=80, blank=True)

    objects = ProhibitedPairingManager()

    if TYPE_CHECKING:
        tournament_id: UUID

    class Meta:
        verbose_name = _("prohibited pairing")
        verbose_name_plural = _("prohibited pairings")
        ordering = ("tournament", "id")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(first_round__gte=1, last_round__gte=F("first_round")),
                name="prohibited_pairing_rounds_ordered",
                violation_error_code="rounds_not_ordered",
                violation_error_message=_("The last round is before the first."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.label}"


class ProhibitedPairingMember(models.Model):
    """One entry in a :class:`ProhibitedPairing`."""

    prohibited_pairing = models.ForeignKey(
        ProhibitedPairing, on_delete=models.CASCADE, related_name="memberships"
    )
    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="prohibited_memberships"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["prohibited_pairing", "entry"], name="prohibited_pairing_member_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prohibited_pairing_id} {self.entry_id}"
