"""What knockouts look like in REST: shapes for the document, bodies of writes."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from pairing.knockout.draw import ATTRIBUTES
from pairing.knockout.ladder import DECIDERS, MAIN_GAMES, RATED_LISTS, ColourPolicy, DrawOdds
from pairing.knockout.state import How, Status
from pairing.knockout.structure import Section, SourceKind
from tournaments.knockouts.models import (
    CONSOLATIONS,
    DEPARTURES,
    GAME_OUTCOMES,
    GRAND_FINALS,
    HIGHEST_SEED,
    POLICIES,
    RULINGS,
    Bracket,
    BracketStatus,
)

from ...serializers import Body, ModelBody

COLOURS = [each.value for each in ColourPolicy]
PRESET_COLOURS = [each for each in COLOURS if each != ColourPolicy.BID.value]
STATUSES = [each.value for each in Status]
ODDS = [each.value for each in DrawOdds]
MAX_BID = 24 * 3600
MAX_DECLINED = 512
SOMEBODY = "01960b2e-7a4c-7d11-8f0a-5b6c7d8e9f01"
SOMEBODY_ELSE = "01960b2e-7a4c-7d11-8f0a-5b6c7d8e9f02"


def shown_by(**examples: dict[str, Any]) -> Any:
    """Examples of a body, by what they are good for (underscores for blanks)."""
    made = [
        OpenApiExample(name.replace("_", " "), value=value, request_only=True)
        for name, value in examples.items()
    ]
    return extend_schema_serializer(examples=made)


class KnockoutEntry(serializers.Serializer[Any]):
    """Somebody in the bracket."""

    entry = serializers.UUIDField()
    pairing_number = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()


# --------------------------------------------------------------------------- settings


class Stage(serializers.Serializer[Any]):
    """One stage of a match, opened when the earlier ones are level."""

    games = serializers.IntegerField()
    time_control = serializers.CharField(help_text="Seconds, as TRF26 222: `900+10`, `W300-B240`.")
    colours = serializers.ChoiceField(choices=COLOURS)
    draw_odds = serializers.ChoiceField(choices=ODDS, help_text="Who goes on if it ends level.")
    rated = serializers.ChoiceField(choices=[*RATED_LISTS, ""], help_text="Rating list, or none.")
    bid_limit = serializers.IntegerField(help_text="Seconds, where Black is bid for.")


class KnockoutSettingsRead(serializers.ModelSerializer[Bracket]):
    """What is announced about a knockout; frozen once the draw is published."""

    version = serializers.IntegerField(source="announced_version")
    tournament = serializers.UUIDField(source="tournament_id")
    status = serializers.ChoiceField(choices=BracketStatus.choices)
    ladder = Stage(many=True, help_text="The stages of a match; the last one always decides.")
    final_ladder = Stage(many=True, allow_null=True, help_text="Another one for the final.")
    keep_apart = serializers.ListField(child=serializers.ChoiceField(choices=ATTRIBUTES))

    class Meta:
        model = Bracket
        fields = (
            "id",
            "version",
            "tournament",
            "status",
            "policy",
            "keep_apart",
            "ladder",
            "final_ladder",
            "double_elimination",
            "grand_final",
            "places_to",
            "reseeding",
            "consolation",
            "places_by_seed",
        )


class Preset(Body):
    """A ladder by name.  A coin toss is known, and refused with the reason."""

    games = serializers.ChoiceField(choices=list(MAIN_GAMES), required=False)
    decider = serializers.ChoiceField(choices=[*DECIDERS, "coin_toss"], required=False)
    time_control = serializers.CharField(
        max_length=80, required=False, allow_blank=True, help_text="Of the first stage."
    )
    rated = serializers.ChoiceField(
        choices=[*RATED_LISTS, ""], required=False, help_text="List of the first stage."
    )
    colours = serializers.ChoiceField(choices=PRESET_COLOURS, required=False)


@shown_by(
    A_club_evening={
        "preset": {"games": "one_game", "decider": "two_blitz_armageddon", "rated": "rapid"},
        "places_to": 4,
    },
    Drawn_behind_four_seeds={"policy": "top4", "keep_apart": ["club"]},
    Stages_of_one_s_own={
        "ladder": [
            {"games": 2, "time_control": "900+10", "rated": "rapid"},
            {"games": 1, "time_control": "W300-B240", "draw_odds": "black"},
        ]
    },
)
class KnockoutSettingsWrite(ModelBody):
    """What organisers announce; `preset` makes `ladder`, `final_preset` makes `final_ladder`."""

    ladder = serializers.ListField(child=serializers.DictField(), required=False)
    final_ladder = serializers.ListField(
        child=serializers.DictField(), required=False, allow_null=True
    )
    preset = Preset(required=False)
    final_preset = Preset(required=False)
    policy = serializers.ChoiceField(choices=POLICIES, required=False)
    grand_final = serializers.ChoiceField(choices=GRAND_FINALS, required=False)
    consolation = serializers.ChoiceField(choices=CONSOLATIONS, required=False)
    keep_apart = serializers.ListField(
        child=serializers.CharField(max_length=20), required=False, max_length=2
    )

    class Meta:
        model = Bracket
        fields = (
            "policy",
            "keep_apart",
            "ladder",
            "final_ladder",
            "preset",
            "final_preset",
            "double_elimination",
            "grand_final",
            "places_to",
            "reseeding",
            "consolation",
            "places_by_seed",
        )


# ---------------------------------------------------------------------------- matches


class Source(serializers.Serializer[Any]):
    """Where a side comes from: a slot (counted from 0), another match, or the ranking."""

    kind = serializers.ChoiceField(choices=[each.value for each in SourceKind])
    match = serializers.CharField(allow_null=True, help_text="Code of the match: `M6`.")
    slot = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True, help_text="With `rank`: after this round.")
    rank = serializers.IntegerField(allow_null=True, help_text="Best seed left, when re-seeded.")
    text = serializers.CharField(help_text="In words: “winner of M6”.")


class MatchSide(serializers.Serializer[Any]):
    """One side; `empty`: nobody will come."""

    entry = KnockoutEntry(allow_null=True)
    empty = serializers.BooleanField()
    seed = serializers.IntegerField(allow_null=True, help_text="Null for somebody drawn.")
    mark = serializers.CharField(help_text="`+` or `-` where no game decided.")


# ``source`` is an attribute of every field, so as a field it is declared by name.
MatchSide._declared_fields["source"] = Source()


class GameAuthor(serializers.Serializer[Any]):
    """Who entered a game."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class PlayedGame(serializers.Serializer[Any]):
    """One game of a stage."""

    game = serializers.IntegerField()
    white = KnockoutEntry()
    black = KnockoutEntry()
    result = serializers.ChoiceField(choices=GAME_OUTCOMES)
    entered_by = GameAuthor(allow_null=True, help_text="For those who may enter games.")
    entered_at = serializers.DateTimeField()


class SealedBid(serializers.Serializer[Any]):
    """A bid for Black; `seconds` is null until both are in."""

    entry = KnockoutEntry()
    seconds = serializers.IntegerField(allow_null=True)


class PlayedStage(Stage):
    """A stage that was opened; points in tenths by side."""

    number = serializers.IntegerField()
    points = serializers.ListField(child=serializers.IntegerField())
    over = serializers.BooleanField()
    played = PlayedGame(many=True)
    bids = SealedBid(many=True)


class NextGame(serializers.Serializer[Any]):
    """The game that is due; colours are null while bids are missing."""

    stage = serializers.IntegerField()
    game = serializers.IntegerField()
    white = KnockoutEntry(allow_null=True)
    black = KnockoutEntry(allow_null=True)


class KnockoutMatchRead(serializers.Serializer[Any]):
    """A match as it stands; `score` in tenths over all games.

    `session` is the order of play: matches of one session can be played at
    the same time, and it is the number of the tournament's round.
    """

    id = serializers.UUIDField(allow_null=True, help_text="Null while the draw is a draft.")
    version = serializers.IntegerField(allow_null=True)
    updated_at = serializers.DateTimeField(allow_null=True)
    tournament = serializers.UUIDField()
    code = serializers.CharField(help_text="Number in the bracket: `M6`, `L2`, `GF1`, `P1`, `C3`.")
    section = serializers.ChoiceField(choices=[each.value for each in Section])
    round = serializers.IntegerField(help_text="Within the section.")
    round_name = serializers.CharField()
    index = serializers.IntegerField(help_text="From the top, 0 the first.")
    session = serializers.IntegerField()
    status = serializers.ChoiceField(choices=STATUSES)
    sides = MatchSide(many=True, help_text="Two, from top to bottom.")
    score = serializers.ListField(child=serializers.IntegerField())
    winner = KnockoutEntry(allow_null=True)
    how = serializers.ChoiceField(choices=[each.value for each in How], allow_null=True)
    stages = PlayedStage(many=True)
    next_game = NextGame(allow_null=True)


@shown_by(
    The_game_that_is_due_with_If_Match={"result": "1/2-1/2"},
    A_named_game={"stage": 2, "game": 1, "result": "1-0"},
    A_correction_that_may_clear={"stage": 1, "game": 1, "result": "0-1", "confirm": True},
)
class GameWrite(Body):
    """A game: the one named, or (with If-Match) the one that is due."""

    result = serializers.ChoiceField(choices=GAME_OUTCOMES)
    stage = serializers.IntegerField(min_value=1, max_value=99, required=False)
    game = serializers.IntegerField(min_value=1, max_value=99, required=False)
    white = serializers.UUIDField(
        required=False, help_text="An entry, where it is not who has White by the rule announced."
    )
    confirm = serializers.BooleanField(
        required=False, default=False, help_text="Clear what loses its ground by a correction."
    )


@shown_by(Two_and_a_half_minutes={"entry": SOMEBODY, "seconds": 150})
class BidWrite(Body):
    """A sealed bid."""

    entry = serializers.UUIDField()
    seconds = serializers.IntegerField(min_value=1, max_value=MAX_BID)


@shown_by(
    The_opponent_did_not_come={"kind": "walkover", "winner": SOMEBODY},
    Nobody_came={"kind": "double_forfeit"},
)
class RulingWrite(Body):
    """A decision of the arbiter; a double forfeit has no winner, everything else has one."""

    kind = serializers.ChoiceField(choices=RULINGS)
    winner = serializers.UUIDField(required=False, allow_null=True, help_text="An entry.")
    confirm = serializers.BooleanField(required=False, default=False)


# --------------------------------------------------------------------------- brackets


class SlotChangeRead(serializers.Serializer[Any]):
    """Two slots exchanged by hand, or one (`first`) given to somebody else."""

    first = serializers.IntegerField()
    second = serializers.IntegerField(allow_null=True)
    entry = KnockoutEntry(allow_null=True)


class BracketDrawRead(serializers.Serializer[Any]):
    """The log of a draw.

    The same seed and the same list give the same slots; null in them is a bye.
    """

    policy = serializers.ChoiceField(choices=POLICIES)
    seed = serializers.IntegerField()
    keep_apart = serializers.ListField(child=serializers.CharField())
    attempts = serializers.IntegerField()
    clashes = serializers.IntegerField()
    order = KnockoutEntry(many=True, help_text="The list before the draw, seed 1 first.")
    slots = serializers.ListField(child=KnockoutEntry(allow_null=True), help_text="As drawn.")
    current = serializers.ListField(
        child=KnockoutEntry(allow_null=True), help_text="After the changes by hand."
    )
    changes = SlotChangeRead(many=True)
    reproducible = serializers.BooleanField(
        allow_null=True, help_text="Drawing again gave these slots; null for crossed groups."
    )


class BracketNotice(serializers.Serializer[Any]):
    """Something to know about the bracket."""

    code = serializers.CharField()
    message = serializers.CharField()
    params = serializers.DictField()


class BracketPosition(serializers.Serializer[Any]):
    """A place in a round: a match, a free pass, or nothing at all."""

    match = serializers.CharField(allow_null=True)
    free_pass = Source(allow_null=True)


class BracketRound(serializers.Serializer[Any]):
    """A round of a section, from top to bottom."""

    section = serializers.ChoiceField(choices=[each.value for each in Section])
    round = serializers.IntegerField()
    name = serializers.CharField()
    title = serializers.CharField(help_text="In the reader's language.")
    session = serializers.IntegerField()
    positions = BracketPosition(many=True)


class KnockoutPlace(serializers.Serializer[Any]):
    """A place that nobody can change any more; `first` to `last` are shared."""

    entry = KnockoutEntry()
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    shared = serializers.BooleanField()


class ConsolationRead(serializers.Serializer[Any]):
    """The bracket of the early losers."""

    draw = BracketDrawRead()
    declined = KnockoutEntry(many=True)
    places = KnockoutPlace(many=True)


class BracketRead(serializers.Serializer[Any]):
    """The whole bracket."""

    id = serializers.UUIDField()
    version = serializers.IntegerField()
    updated_at = serializers.DateTimeField()
    tournament = serializers.UUIDField()
    status = serializers.ChoiceField(choices=BracketStatus.choices)
    settings = serializers.DictField()
    players = serializers.IntegerField()
    size = serializers.IntegerField()
    byes = serializers.IntegerField()
    match_count = serializers.IntegerField()
    draw = BracketDrawRead(allow_null=True)
    notices = BracketNotice(many=True)
    rounds = BracketRound(many=True)
    matches = KnockoutMatchRead(many=True)
    finished = serializers.BooleanField()
    winner = KnockoutEntry(allow_null=True)
    places = KnockoutPlace(many=True)
    consolation = ConsolationRead(allow_null=True)


class TakenQualifier(KnockoutEntry):
    """Somebody who was taken over; `points` are tenths of the preliminary."""

    group = serializers.CharField(help_text="Empty where it was no group.")
    place = serializers.IntegerField(help_text="In the group, or overall.")
    points = serializers.IntegerField()


class TakenQualifiers(serializers.Serializer[Any]):
    """The qualifiers in the order of their seeds."""

    qualifiers = TakenQualifier(many=True)


@shown_by(
    The_first_eight_of_a_Swiss={"preliminary": SOMEBODY, "places": 8},
    Somebody_declined={"preliminary": SOMEBODY, "places": 8, "declined": [SOMEBODY_ELSE]},
)
class QualifiersWrite(Body):
    """Where from and how many: of a Swiss, or of every group."""

    preliminary = serializers.UUIDField(help_text="A tournament: a Swiss, or groups.")
    places = serializers.IntegerField(min_value=1, max_value=512)
    declined = serializers.ListField(
        child=serializers.UUIDField(),
        required=False,
        default=list,
        max_length=MAX_DECLINED,
        help_text="Entries of the preliminary; the next ones move up.",
    )
    by_play_off = serializers.BooleanField(
        required=False, default=False, help_text="Equal points at the cut: not by tie-breaks."
    )
    play_off = serializers.ListField(
        child=serializers.UUIDField(),
        required=False,
        default=list,
        max_length=MAX_DECLINED,
        help_text="Result of the play-off: entries of the preliminary, the winner first.",
    )


@shown_by(A_new_draw={}, The_same_again={"seed": 20261130})
class BracketDrawWrite(Body):
    """Without a seed the server draws one."""

    seed = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=HIGHEST_SEED
    )


@shown_by(Second_and_fourth_from_the_top={"first": 1, "second": 3})
class SwapWrite(Body):
    """Two slots, counted from 0 from the top."""

    first = serializers.IntegerField(min_value=0, max_value=511)
    second = serializers.IntegerField(min_value=0, max_value=511)


@shown_by(A_reserve={"out": SOMEBODY, "reserve": SOMEBODY_ELSE})
class ReserveWrite(Body):
    """Who leaves the bracket and who takes the slot and seed."""

    out = serializers.UUIDField(help_text="An entry of the bracket.")
    reserve = serializers.UUIDField(help_text="An entry that is not in it.")


@shown_by(Against_the_first_seed={"slot": 1, "entry": SOMEBODY})
class LatecomerWrite(Body):
    """A bye slot, counted from 0 from the top, for a latecomer."""

    slot = serializers.IntegerField(min_value=0, max_value=511)
    entry = serializers.UUIDField()


@shown_by(
    Gone_home={"entry": SOMEBODY},
    Disqualified_after_a_win={
        "entry": SOMEBODY,
        "kind": "disqualified",
        "reinstate_opponent": True,
    },
)
class DepartureWrite(Body):
    """Who leaves, and how; the next opponent has a walkover."""

    entry = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=DEPARTURES, required=False, default="withdrawn")
    reinstate_opponent = serializers.BooleanField(
        required=False,
        default=False,
        help_text="With a disqualification: the opponent of the last match won goes on instead.",
    )
    confirm = serializers.BooleanField(required=False, default=False)


class ReturnWrite(Body):
    """Whose departure is taken back."""

    entry = serializers.UUIDField()
    confirm = serializers.BooleanField(required=False, default=False)


@shown_by(Without_one_who_went_home={"policy": "seeded", "declined": [SOMEBODY]})
class ConsolationWrite(Body):
    """How the consolation bracket is drawn, and who does not want to play it."""

    policy = serializers.ChoiceField(choices=POLICIES, required=False, default="seeded")
    seed = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=HIGHEST_SEED
    )
    declined = serializers.ListField(
        child=serializers.UUIDField(), required=False, default=list, max_length=MAX_DECLINED
    )


class ConfirmWrite(Body):
    """Whether what was entered may be cleared."""

    confirm = serializers.BooleanField(required=False, default=False)
