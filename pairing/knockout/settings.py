"""What is announced about a knockout before round 1, and checked then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeVar

from ..errors import RecordError
from .double import GrandFinal
from .draw import Policy
from .ladder import (
    ColourPolicy,
    DrawOdds,
    Ladder,
    check_ladder,
    ladder_as_json,
    ladder_from_json,
    preset,
    uses_seeds,
)

CLUB_LADDER = preset("one_game", "two_blitz_armageddon")
"""One game; if drawn two blitz games with colours exchanged, then Armageddon."""


class ConsolationField(Enum):
    """Who plays the consolation bracket.

    ``ROUND_1``: the losers of round 1; ``FIRST_MATCH``: also those who lost
    their first match in round 2 after a bye.
    """

    NONE = "none"
    ROUND_1 = "round_1"
    FIRST_MATCH = "first_match"


@dataclass(frozen=True, slots=True)
class Settings:
    """Announced options; the defaults are a plain single knockout for a club.

    ``final_ladder`` replaces ``ladder`` in the final (and the grand final).
    ``places_to``: places up to this one are played for; 2 only the final, 4
    with a match for third place, 8 with matches for 5 to 8, and so on.
    ``places_by_seed`` orders those who went out in the same round by seed
    instead of giving them a shared place.
    """

    ladder: Ladder = CLUB_LADDER
    final_ladder: Ladder | None = None
    double_elimination: bool = False
    grand_final: GrandFinal = GrandFinal.RESET
    places_to: int = 2
    reseeding: bool = False
    consolation: ConsolationField = ConsolationField.NONE
    places_by_seed: bool = False

    def ladder_of_grand_final(self) -> Ladder:
        """The ladder of the grand final with what its option gives the unbeaten one."""
        ladder = self.final_ladder or self.ladder
        if self.grand_final is GrandFinal.DRAW_ODDS:
            first = ladder[0]
            colours = first.colours
            if colours is ColourPolicy.BID:
                colours = ColourPolicy.LOT
            return (replace(first, draw_odds=DrawOdds.UNBEATEN, colours=colours, bid_limit=0),)
        return ladder


def check_settings(settings: Settings, policy: Policy) -> None:
    """Raise ``RecordError`` for options that do not go together.

    Codes: those of :func:`~pairing.knockout.ladder.check_ladder`;
    ``knockout.places_to`` (not a power of two from 2);
    ``knockout.not_with_double_elimination`` (``option``: places, re-seeding or
    consolation have no sense there); ``knockout.needs_seeds`` (``option``: a
    random draw has no seeds).
    """
    for ladder in (settings.ladder, settings.final_ladder):
        if ladder is not None:
            check_ladder(ladder)
    places = settings.places_to
    if places < 2 or places & (places - 1):
        raise RecordError("knockout.places_to", places_to=places)
    if settings.double_elimination:
        for option, chosen in (
            ("places_to", places > 2),
            ("reseeding", settings.reseeding),
            ("consolation", settings.consolation is not ConsolationField.NONE),
        ):
            if chosen:
                raise RecordError("knockout.not_with_double_elimination", option=option)
    if policy is Policy.RANDOM:
        for option, chosen in (
            ("ladder", uses_seeds(settings.ladder)),
            ("final_ladder", uses_seeds(settings.final_ladder or ())),
            ("reseeding", settings.reseeding),
            ("places_by_seed", settings.places_by_seed),
        ):
            if chosen:
                raise RecordError("knockout.needs_seeds", option=option)


def settings_as_json(settings: Settings) -> dict[str, Any]:
    """Plain data with the members of :class:`Settings`."""
    final = settings.final_ladder
    return {
        "ladder": ladder_as_json(settings.ladder),
        "final_ladder": None if final is None else ladder_as_json(final),
        "double_elimination": settings.double_elimination,
        "grand_final": settings.grand_final.value,
        "places_to": settings.places_to,
        "reseeding": settings.reseeding,
        "consolation": settings.consolation.value,
        "places_by_seed": settings.places_by_seed,
    }


def settings_from_json(data: Any) -> Settings:
    """Inverse of :func:`settings_as_json`; members left out have their defaults.

    Raises ``RecordError``: ``knockout.settings_malformed`` (``member``), and
    those of :func:`~pairing.knockout.ladder.ladder_from_json`.
    """
    defaults = settings_as_json(Settings())
    if not isinstance(data, Mapping):
        raise RecordError("knockout.settings_malformed", member="")
    unknown = sorted(str(name) for name in set(data) - set(defaults))
    if unknown:
        raise RecordError("knockout.settings_malformed", member=unknown[0])
    values = {**defaults, **data}
    for name in ("double_elimination", "reseeding", "places_by_seed"):
        if not isinstance(values[name], bool):
            raise RecordError("knockout.settings_malformed", member=name)
    if type(values["places_to"]) is not int:
        raise RecordError("knockout.settings_malformed", member="places_to")
    final = values["final_ladder"]
    return Settings(
        ladder=ladder_from_json(values["ladder"]),
        final_ladder=None if final is None else ladder_from_json(final),
        double_elimination=values["double_elimination"],
        grand_final=_choice(GrandFinal, "grand_final", values),
        places_to=values["places_to"],
        reseeding=values["reseeding"],
        consolation=_choice(ConsolationField, "consolation", values),
        places_by_seed=values["places_by_seed"],
    )


Choice = TypeVar("Choice", bound=Enum)


def _choice(kind: type[Choice], member: str, values: Mapping[str, Any]) -> Choice:
    try:
        return kind(values[member])
    except ValueError:
        raise RecordError("knockout.settings_malformed", member=member) from None
