"""The facts of a knockout.

* one bracket per tournament, one main draw and one consolation draw per bracket;
* nobody is in two slots of a draw as drawn, and every entry is one entrant;
* a game has two different players, a bid two, a ruling two and at most one winner;
* a game, a bid and a ruling are stored once for each place they can have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from pairing.knockout.double import GrandFinal as EngineGrandFinal
from pairing.knockout.draw import Policy as EnginePolicy
from pairing.knockout.facts import DepartureKind as EngineDeparture
from pairing.knockout.facts import RulingKind as EngineRuling
from pairing.knockout.ladder import ladder_as_json
from pairing.knockout.settings import CLUB_LADDER
from pairing.knockout.settings import ConsolationField as EngineConsolation
from tournaments.core.clock import now
from tournaments.core.models import Identified, Versioned
from tournaments.play.outcomes import BoardOutcome

from .querysets import BracketManager, MatchManager

if TYPE_CHECKING:
    from uuid import UUID

POLICIES = tuple(each.value for each in EnginePolicy)
GRAND_FINALS = tuple(each.value for each in EngineGrandFinal)
CONSOLATIONS = tuple(each.value for each in EngineConsolation)
RULINGS = tuple(each.value for each in EngineRuling)
DEPARTURES = tuple(each.value for each in EngineDeparture)
GAME_OUTCOMES = tuple(each for each in BoardOutcome.values if each != BoardOutcome.POSTPONED)
HIGHEST_SEED = 2**31 - 1


def club_ladder() -> list[dict[str, object]]:
    """One game, two blitz games, Armageddon: what suits clubs best."""
    return ladder_as_json(CLUB_LADDER)


def _one_of(names: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(name, name) for name in names]


class BracketStatus(models.TextChoices):
    """Life of a bracket; a draw that is not published is seen only by those who run it."""

    ANNOUNCED = "announced", _("not drawn")
    DRAWN = "drawn", _("drawn, not published")
    PUBLISHED = "published", _("published")


class Bracket(Versioned):
    """What is announced about the knockout of a tournament, and where it stands.

    ``ladder`` and ``final_ladder`` are stages as
    :func:`pairing.knockout.ladder.ladder_as_json` writes them.
    ``announced_version`` counts changes of the settings alone: ``version``
    also moves with drafts of the draw, which are nobody's business.
    """

    tournament = models.OneToOneField(
        "events.Tournament", on_delete=models.CASCADE, related_name="bracket"
    )
    status = models.CharField(
        _("status"),
        max_length=9,
        choices=BracketStatus.choices,
        default=BracketStatus.ANNOUNCED,
    )
    announced_version = models.PositiveIntegerField(default=1, editable=False)
    ladder = models.JSONField(_("stages of a match"), default=club_ladder)
    final_ladder = models.JSONField(_("stages of the final"), null=True, blank=True)
    double_elimination = models.BooleanField(_("out after two losses"), default=False)
    grand_final = models.CharField(
        _("grand final"),
        max_length=9,
        choices=_one_of(GRAND_FINALS),
        default=EngineGrandFinal.RESET.value,
    )
    places_to = models.PositiveSmallIntegerField(_("places played for"), default=2)
    reseeding = models.BooleanField(_("re-seeding after each round"), default=False)
    consolation = models.CharField(
        _("consolation bracket"),
        max_length=11,
        choices=_one_of(CONSOLATIONS),
        default=EngineConsolation.NONE.value,
    )
    places_by_seed = models.BooleanField(_("places of a round ordered by seed"), default=False)
    policy = models.CharField(
        _("policy of the draw"),
        max_length=7,
        choices=_one_of(POLICIES),
        default=EnginePolicy.RANDOM.value,
    )
    keep_apart = models.JSONField(_("kept apart in round 1"), default=list, blank=True)

    objects = BracketManager()

    if TYPE_CHECKING:
        tournament_id: UUID

    class Meta:
        verbose_name = _("bracket")
        verbose_name_plural = _("brackets")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(status__in=BracketStatus.values), name="bracket_status_known"
            ),
            models.CheckConstraint(
                condition=Q(grand_final__in=GRAND_FINALS), name="bracket_grand_final_known"
            ),
            models.CheckConstraint(
                condition=Q(consolation__in=CONSOLATIONS), name="bracket_consolation_known"
            ),
            models.CheckConstraint(condition=Q(policy__in=POLICIES), name="bracket_policy_known"),
            models.CheckConstraint(condition=Q(places_to__gte=2), name="bracket_places_from_two"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.status}"


class Entrant(Identified):
    """An entry in the bracket.

    ``number`` is what the engine calls it: the seed at the draw, later ones
    for reserves and latecomers; it never changes, whatever happens to pairing
    numbers.  Club and federation are as they were at the draw, which can so be
    made again.
    """

    bracket = models.ForeignKey(Bracket, on_delete=models.CASCADE, related_name="entrants")
    entry = models.ForeignKey("events.Entry", on_delete=models.PROTECT, related_name="entrants")
    number = models.PositiveSmallIntegerField()
    club = models.CharField(max_length=120, blank=True)
    federation = models.CharField(max_length=3, blank=True)

    if TYPE_CHECKING:
        bracket_id: UUID
        entry_id: UUID

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering = ("bracket", "number")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["bracket", "entry"], name="entrant_entry_once"),
            models.UniqueConstraint(fields=["bracket", "number"], name="entrant_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="entrant_number_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.bracket_id} {self.number}"


class Part(models.TextChoices):
    """Which bracket was drawn."""

    MAIN = "main", _("main bracket")
    CONSOLATION = "consolation", _("consolation bracket")


class Drawing(Identified):
    """The log of a draw; its slots as drawn, and what was changed by hand afterwards."""

    bracket = models.ForeignKey(Bracket, on_delete=models.CASCADE, related_name="drawings")
    part = models.CharField(max_length=11, choices=Part.choices, default=Part.MAIN)
    policy = models.CharField(max_length=7, choices=_one_of(POLICIES))
    seed = models.PositiveBigIntegerField()
    keep_apart = models.JSONField(default=list, blank=True)
    attempts = models.PositiveSmallIntegerField(default=1)
    clashes = models.PositiveSmallIntegerField(default=0)
    declined = models.ManyToManyField(Entrant, related_name="+", blank=True)
    at = models.DateTimeField(default=now)

    if TYPE_CHECKING:
        bracket_id: UUID

    class Meta:
        verbose_name = _("draw of a bracket")
        verbose_name_plural = _("draws")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["bracket", "part"], name="drawing_once_per_part"),
            models.CheckConstraint(condition=Q(part__in=Part.values), name="drawing_part_known"),
            models.CheckConstraint(condition=Q(policy__in=POLICIES), name="drawing_policy_known"),
        ]

    def __str__(self) -> str:
        return f"{self.bracket_id} {self.part} {self.policy} {self.seed}"


class Slot(models.Model):
    """A place of the bracket as drawn, from 0 at the top; without an entrant a bye.

    ``place`` is the entrant's place in the list before the draw.
    """

    drawing = models.ForeignKey(Drawing, on_delete=models.CASCADE, related_name="slots")
    index = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.CASCADE, related_name="slots"
    )
    place = models.PositiveSmallIntegerField(null=True, blank=True)

    if TYPE_CHECKING:
        drawing_id: UUID
        entrant_id: UUID | None

    class Meta:
        verbose_name = _("slot")
        verbose_name_plural = _("slots")
        ordering = ("drawing", "index")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["drawing", "index"], name="slot_once"),
            models.UniqueConstraint(fields=["drawing", "entrant"], name="slot_entrant_once"),
            models.UniqueConstraint(fields=["drawing", "place"], name="slot_place_once"),
            models.CheckConstraint(
                condition=Q(entrant__isnull=True, place__isnull=True)
                | Q(entrant__isnull=False, place__gte=1),
                name="slot_place_of_entrant",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.drawing_id} {self.index} {self.entrant_id}"


class SlotChange(models.Model):
    """Two slots exchanged by hand, or (with an entrant) one given to somebody else."""

    drawing = models.ForeignKey(Drawing, on_delete=models.CASCADE, related_name="changes")
    position = models.PositiveSmallIntegerField()
    first = models.PositiveSmallIntegerField()
    second = models.PositiveSmallIntegerField(null=True, blank=True)
    entrant = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )

    if TYPE_CHECKING:
        drawing_id: UUID
        entrant_id: UUID | None

    class Meta:
        verbose_name = _("change of the draw")
        verbose_name_plural = _("changes of the draw")
        ordering = ("drawing", "position")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["drawing", "position"], name="slot_change_once"),
            models.CheckConstraint(
                condition=Q(second__isnull=True, entrant__isnull=False)
                | Q(second__isnull=False, entrant__isnull=True),
                name="slot_change_swap_or_entrant",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.drawing_id} {self.position}"


class Match(Versioned):
    """A match of the bracket: the row that games belong to and that versions are compared of.

    ``code`` is its number in the bracket (``M6``, ``L2``, ``GF1``, ``P1``,
    ``C3``).  ``version`` moves whenever anything of it looks different, so
    also when an earlier result changes who is in it.
    """

    bracket = models.ForeignKey(Bracket, on_delete=models.CASCADE, related_name="matches")
    code = models.CharField(_("match"), max_length=8)

    objects = MatchManager()

    if TYPE_CHECKING:
        bracket_id: UUID

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ("bracket", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["bracket", "code"], name="match_code_once"),
            models.CheckConstraint(condition=~Q(code=""), name="match_has_code"),
        ]

    def __str__(self) -> str:
        return f"{self.bracket_id} {self.code}"


class Entered(Identified):
    """Something that somebody entered for a match."""

    entered_by = models.ForeignKey(
        "accounts.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    entered_at = models.DateTimeField(_("entered at"), default=now)

    class Meta:
        abstract = True


class Game(Entered):
    """One game: ``stage`` and ``number`` count from 1."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    stage = models.PositiveSmallIntegerField(_("stage"))
    number = models.PositiveSmallIntegerField(_("game"))
    white = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    black = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    outcome = models.CharField(_("result"), max_length=10, choices=_one_of(GAME_OUTCOMES))

    if TYPE_CHECKING:
        match_id: UUID
        white_id: UUID
        black_id: UUID

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ("match", "stage", "number")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "stage", "number"], name="game_once"),
            models.CheckConstraint(condition=~Q(white=F("black")), name="game_two_players"),
            models.CheckConstraint(
                condition=Q(stage__gte=1, number__gte=1), name="game_numbers_from_one"
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=GAME_OUTCOMES), name="game_outcome_possible"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.stage}.{self.number} {self.outcome}"


class Bid(Entered):
    """A sealed bid of time for Black; shown once both are in."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="bids")
    stage = models.PositiveSmallIntegerField(_("stage"))
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    opponent = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    seconds = models.PositiveIntegerField(_("seconds"))

    if TYPE_CHECKING:
        match_id: UUID
        entrant_id: UUID
        opponent_id: UUID

    class Meta:
        verbose_name = _("bid")
        verbose_name_plural = _("bids")
        ordering = ("match", "stage", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "stage", "entrant"], name="bid_once"),
            models.CheckConstraint(condition=~Q(entrant=F("opponent")), name="bid_two_players"),
            models.CheckConstraint(
                condition=Q(stage__gte=1, seconds__gte=1), name="bid_numbers_from_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.stage}"


class Ruling(Entered):
    """A match decided by the arbiter; without a winner nobody goes through."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="ruling")
    kind = models.CharField(_("kind"), max_length=16, choices=_one_of(RULINGS))
    one = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    winner = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )

    if TYPE_CHECKING:
        match_id: UUID
        one_id: UUID
        other_id: UUID
        winner_id: UUID | None

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(kind__in=RULINGS), name="ruling_kind_known"),
            models.CheckConstraint(condition=~Q(one=F("other")), name="ruling_two_players"),
            models.CheckConstraint(
                condition=Q(winner__isnull=True) | Q(winner=F("one")) | Q(winner=F("other")),
                name="ruling_winner_plays",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.kind}"


class Departure(Entered):
    """An entrant who is out of the event."""

    entrant = models.OneToOneField(Entrant, on_delete=models.CASCADE, related_name="departure")
    kind = models.CharField(_("kind"), max_length=12, choices=_one_of(DEPARTURES))

    if TYPE_CHECKING:
        entrant_id: UUID

    class Meta:
        verbose_name = _("departure")
        verbose_name_plural = _("departures")
        ordering = ("id",)
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(kind__in=DEPARTURES), name="departure_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} {self.kind}"


class Qualified(Identified):
    """How an entry qualified: its place in a group of the preliminary, or overall.

    ``points`` are tenths, ``tie_breaks`` the announced values, the larger the
    better (:class:`pairing.qualifiers.Qualifier`).
    """

    bracket = models.ForeignKey(Bracket, on_delete=models.CASCADE, related_name="qualified")
    entry = models.OneToOneField(
        "events.Entry", on_delete=models.CASCADE, related_name="qualification"
    )
    group = models.CharField(max_length=3, blank=True)
    place = models.PositiveSmallIntegerField()
    group_size = models.PositiveSmallIntegerField(default=0)
    points = models.IntegerField(default=0)
    tie_breaks = models.JSONField(default=list, blank=True)

    if TYPE_CHECKING:
        bracket_id: UUID
        entry_id: UUID

    class Meta:
        verbose_name = _("qualifier")
        verbose_name_plural = _("qualifiers")
        ordering = ("bracket", "group", "place", "id")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(place__gte=1), name="qualified_place_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.group}{self.place}"
