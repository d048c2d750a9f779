"""What is announced for a round robin or a relative, what was drawn, and the teams.

A :class:`CancelledGame` is a board that does not exist because a player left
before half of the games; it is kept so that it can come back with the player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from pairing.options import LAST_QUAD_ROUND_ROBIN, LAST_QUAD_SWISS
from pairing.roundrobin.groups import MOST_GROUPS
from tournaments.core.clock import now
from tournaments.core.models import Identified, Versioned

from .querysets import DrawManager, TeamManager

if TYPE_CHECKING:
    from uuid import UUID

MOST_CYCLES = 99
MOST_BOARDS = 200
TEAM_NAME_WIDTH = 32
"""What report files have room for."""


class Numbering(models.TextChoices):
    """Where starting numbers come from."""

    LOT = "lot", _("drawing of lots")
    RATING = "rating", _("rating")
    VARMA = "varma", _("drawing of lots restricted by federation (Varma)")
    LIST = "list", _("the list as it stands")


class GroupDraw(models.TextChoices):
    """How the field is divided into groups."""

    SNAKE = "snake", _("seeding snake")
    POTS = "pots", _("drawing of lots from pots")


class LastQuad(models.TextChoices):
    """What five to seven players left over from quads play."""

    ROUND_ROBIN = LAST_QUAD_ROUND_ROBIN, _("round robin")
    SWISS = LAST_QUAD_SWISS, _("three rounds of Swiss")


class ScheduleSettings(Identified):
    """Announcements of one tournament for systems that have a schedule, and for ladders.

    Which of them a system knows says :data:`.options.APPLICABLE`; the others
    keep their defaults.  ``swap_last_rounds``: the last two rounds of a cycle in
    the opposite order where another one follows.  ``half_rule``: results of
    those who left before half of their games are cancelled (C.05 6.6).
    ``toss_colours``: colours that a table leaves to a toss are drawn.
    ``keizer`` holds what deviates from :class:`pairing.options.KeizerOptions`.
    ``match_*`` are points of a team match, in tenths.
    """

    tournament = models.OneToOneField(
        "events.Tournament", on_delete=models.CASCADE, related_name="schedule_settings"
    )
    cycles = models.PositiveSmallIntegerField(
        _("cycles"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_CYCLES)],
    )
    swap_last_rounds = models.BooleanField(_("last two rounds of a cycle exchanged"), default=True)
    numbering = models.CharField(
        _("starting numbers by"), max_length=6, choices=Numbering.choices, default=Numbering.LOT
    )
    half_rule = models.BooleanField(_("half of the games needed to count"), default=True)
    toss_colours = models.BooleanField(_("colours left to a toss are drawn"), default=False)
    group_count = models.PositiveSmallIntegerField(
        _("groups"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_GROUPS)],
    )
    group_draw = models.CharField(
        _("groups by"), max_length=5, choices=GroupDraw.choices, default=GroupDraw.SNAKE
    )
    one_per_club = models.BooleanField(_("one of a club in each group"), default=False)
    last_quad = models.CharField(
        _("five to seven left over play"),
        max_length=11,
        choices=LastQuad.choices,
        default=LastQuad.ROUND_ROBIN,
    )
    avoid_seven = models.BooleanField(_("5 + 6 instead of 4 + 7"), default=False)
    board_colours = models.CharField(
        _("colours of the first-named team"),
        max_length=MOST_BOARDS,
        blank=True,
        validators=[RegexValidator("^[WB]*$", code="colours_unreadable")],
    )
    match_win = models.SmallIntegerField(default=20)
    match_draw = models.SmallIntegerField(default=10)
    match_loss = models.SmallIntegerField(default=0)
    keizer = models.JSONField(_("Keizer"), default=dict, blank=True)

    if TYPE_CHECKING:
        tournament_id: UUID

    class Meta:
        verbose_name = _("schedule settings")
        verbose_name_plural = _("schedule settings")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(cycles__gte=1, cycles__lte=MOST_CYCLES),
                name="schedule_cycles_possible",
            ),
            models.CheckConstraint(
                condition=Q(numbering__in=Numbering.values), name="schedule_numbering_known"
            ),
            models.CheckConstraint(
                condition=Q(group_count__isnull=True)
                | Q(group_count__gte=1, group_count__lte=MOST_GROUPS),
                name="schedule_group_count_possible",
            ),
            models.CheckConstraint(
                condition=Q(group_draw__in=GroupDraw.values), name="schedule_group_draw_known"
            ),
            models.CheckConstraint(
                condition=Q(last_quad__in=LastQuad.values), name="schedule_last_quad_known"
            ),
            models.CheckConstraint(
                condition=Q(match_win__gte=F("match_draw"), match_draw__gte=F("match_loss")),
                name="schedule_match_points_ordered",
                violation_error_code="match_points_not_ordered",
                violation_error_message=_(
                    "A won match is worth at least a drawn one, and that at least a lost one."
                ),
            ),
        ]

    def __str__(self) -> str:
        return str(self.tournament_id)


class DrawMethod(models.TextChoices):
    """How the numbers of a draw came about."""

    LOT = "lot", _("drawing of lots")
    RATING = "rating", _("rating")
    VARMA = "varma", _("drawing of lots restricted by federation (Varma)")
    LIST = "list", _("the list as it stands")
    HAND = "hand", _("entered by hand")
    IMPORTED = "imported", _("imported")


class Draw(Versioned):
    """The starting numbers (and groups) as drawn, published and kept.

    ``order`` has the ids of the entries (of the teams, in team systems) in the
    order of their numbers, ``groups`` those of the entries of each group.
    ``seed`` drew them, ``toss_seed`` the colours left to a toss; ``log`` has
    the steps and ``notices`` lists ``{"code", "params"}``.  ``rounds`` is how
    many rounds followed from it.
    """

    tournament = models.OneToOneField(
        "events.Tournament", on_delete=models.CASCADE, related_name="draw"
    )
    method = models.CharField(_("drawn by"), max_length=8, choices=DrawMethod.choices)
    seed = models.PositiveIntegerField(null=True, blank=True)
    toss_seed = models.PositiveIntegerField(null=True, blank=True)
    rounds = models.PositiveSmallIntegerField(_("rounds"))
    order: models.JSONField[Any, Any] = models.JSONField(default=list, encoder=DjangoJSONEncoder)
    groups: models.JSONField[Any, Any] = models.JSONField(
        default=list, blank=True, encoder=DjangoJSONEncoder
    )
    log: models.JSONField[Any, Any] = models.JSONField(
        default=list, blank=True, encoder=DjangoJSONEncoder
    )
    notices: models.JSONField[Any, Any] = models.JSONField(
        default=list, blank=True, encoder=DjangoJSONEncoder
    )
    drawn_at = models.DateTimeField(default=now)

    objects = DrawManager()

    if TYPE_CHECKING:
        tournament_id: UUID

    class Meta:
        verbose_name = _("draw")
        verbose_name_plural = _("draws")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(method__in=DrawMethod.values), name="draw_method_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.method}"


class Team(Versioned):
    """A team of one tournament; its members are entries of the same tournament."""

    tournament = models.ForeignKey(
        "events.Tournament", on_delete=models.CASCADE, related_name="teams"
    )
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=TEAM_NAME_WIDTH)
    nickname = models.CharField(_("short name"), max_length=5, blank=True)

    objects = TeamManager()

    if TYPE_CHECKING:
        tournament_id: UUID

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        ordering = ("tournament", "number")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="team_number_once"),
            models.UniqueConstraint(fields=["tournament", "name"], name="team_name_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="team_number_from_one"),
            models.CheckConstraint(condition=~Q(name=""), name="team_has_name"),
        ]

    def __str__(self) -> str:
        return self.name


class TeamMember(models.Model):
    """An entry's place in its team; reserves have the last boards."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    entry = models.OneToOneField(
        "events.Entry", on_delete=models.CASCADE, related_name="team_member"
    )
    board = models.PositiveSmallIntegerField(_("board"))

    if TYPE_CHECKING:
        team_id: UUID
        entry_id: UUID

    class Meta:
        verbose_name = _("member of a team")
        verbose_name_plural = _("members of teams")
        ordering = ("team", "board")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["team", "board"], name="team_board_once"),
            models.CheckConstraint(
                condition=Q(board__gte=1, board__lte=MOST_BOARDS), name="team_board_possible"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team_id} {self.board}"


class CancelledGame(models.Model):
    """A board of a paired round that does not take place, as somebody left too early.

    ``black`` is null for the rest of somebody who has left, in ``group`` if the
    field is divided.  ``number`` is the board it had, or would have had.
    """

    round = models.ForeignKey(
        "events.Round", on_delete=models.CASCADE, related_name="cancelled_games"
    )
    number = models.PositiveIntegerField(_("board"))
    white = models.ForeignKey("events.Entry", on_delete=models.CASCADE, related_name="+")
    black = models.ForeignKey(
        "events.Entry", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    group = models.CharField(_("group"), max_length=8, blank=True, default="")

    if TYPE_CHECKING:
        round_id: UUID
        white_id: UUID
        black_id: UUID | None

    class Meta:
        verbose_name = _("cancelled game")
        verbose_name_plural = _("cancelled games")
        ordering = ("round", "number", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "white"], name="cancelled_white_once"),
            models.UniqueConstraint(fields=["round", "black"], name="cancelled_black_once"),
            models.CheckConstraint(
                condition=Q(black__isnull=True) | ~Q(white=F("black")),
                name="cancelled_two_players",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id} #{self.number}"
