"""What is announced about a knockout, until its draw is published."""

from __future__ import annotations

from typing import Any, TypedDict, Unpack
from uuid import UUID

from django.db import transaction

from pairing.knockout.arithmetic import LARGEST_FIELD
from pairing.knockout.draw import ATTRIBUTES, Policy
from pairing.knockout.ladder import ColourPolicy, ladder_as_json, preset
from pairing.knockout.settings import check_settings, settings_from_json
from tournaments.core.errors import Conflict, Invalid, Stale
from tournaments.core.principal import Principal
from tournaments.core.writing import append_change, apply, save_changes, validate

from ..access import locked_bracket
from ..models import POLICIES, Bracket, BracketStatus
from ..refusals import refusing
from .draws import drop_draw

DRAWN_BY = frozenset({"policy", "keep_apart"})
"""Settings that a draw depends on: a draft of it falls with them."""


class PresetFields(TypedDict, total=False):
    """A ladder by name: the first stage and what decides if it ends level."""

    games: str
    decider: str
    time_control: str
    rated: str
    colours: str


class KnockoutFields(TypedDict, total=False):
    """Settable columns of a bracket; ``preset`` and ``final_preset`` make ladders."""

    ladder: list[Any]
    final_ladder: list[Any] | None
    preset: PresetFields
    final_preset: PresetFields
    double_elimination: bool
    grand_final: str
    places_to: int
    reseeding: bool
    consolation: str
    places_by_seed: bool
    policy: str
    keep_apart: list[str]


@transaction.atomic
def update_knockout(
    *,
    actor: Principal,
    tournament_id: UUID,
    expected_version: int | None = None,
    **changes: Unpack[KnockoutFields],
) -> Bracket:
    """Announce other settings (organiser).

    Frozen once the draw is published: ``Conflict("bracket.settings_frozen")``.
    A draft of the draw falls if the policy changes.  Raises
    ``Stale("bracket.stale")`` and ``Invalid`` with the code of what does not
    go together: ``ladder.*`` (a coin toss, a match that can end level ...),
    ``knockout.needs_seeds``, ``knockout.not_with_double_elimination`` ...
    """
    loaded = locked_bracket(actor, tournament_id, "knockouts.announce")
    bracket = loaded.bracket
    if expected_version not in (None, bracket.announced_version):
        raise Stale("bracket.stale", version=bracket.announced_version)
    changed = apply(bracket, _columns(changes))
    if not changed:
        return bracket
    if loaded.is_published:
        raise Conflict("bracket.settings_frozen", fields=sorted(changed))
    check_announced(bracket)
    if DRAWN_BY & changed.keys() and bracket.status == BracketStatus.DRAWN:
        drop_draw(loaded)
    bracket.announced_version += 1
    save_changes(bracket, [*changed, "announced_version", "status"])
    append_change(
        "knockout.announced",
        actor=actor,
        subject=bracket,
        tournament=bracket.tournament,
        data=changed,
    )
    return bracket


def _columns(changes: KnockoutFields) -> dict[str, Any]:
    """The changes with presets as the ladders they mean."""
    columns: dict[str, Any] = dict(changes)
    for name, ladder in (("preset", "ladder"), ("final_preset", "final_ladder")):
        chosen = columns.pop(name, None)
        if chosen is None:
            continue
        if ladder in columns:
            raise Invalid("knockout.two_ladders", ladder=ladder, preset=name)
        columns[ladder] = _preset(chosen)
    return columns


def _preset(chosen: PresetFields) -> list[dict[str, Any]]:
    with refusing():
        return ladder_as_json(
            preset(
                chosen.get("games", "one_game"),
                chosen.get("decider", "two_blitz_armageddon"),
                time_control=chosen.get("time_control", "5400+30"),
                rated=chosen.get("rated", "standard"),
                colours=ColourPolicy(chosen.get("colours", ColourPolicy.LOT.value)),
            )
        )


def check_announced(bracket: Bracket) -> None:
    """Raise ``Invalid`` for settings that no match or draw could follow."""
    if bracket.policy not in POLICIES:
        raise Invalid("knockout.settings_malformed", member="policy")
    if bracket.places_to > LARGEST_FIELD:
        raise Invalid("knockout.places_to", places_to=bracket.places_to)
    unknown = sorted(set(map(str, bracket.keep_apart)) - set(ATTRIBUTES))
    if unknown:
        raise Invalid("draw.attribute_unknown", unknown=unknown, known=list(ATTRIBUTES))
    members = (
        "ladder",
        "final_ladder",
        "double_elimination",
        "grand_final",
        "places_to",
        "reseeding",
        "consolation",
        "places_by_seed",
    )
    with refusing():
        settings = settings_from_json({name: getattr(bracket, name) for name in members})
        check_settings(settings, Policy(bracket.policy))
    # As the engine writes it: what was left out has its value.
    bracket.ladder = ladder_as_json(settings.ladder)
    final = settings.final_ladder
    bracket.final_ladder = None if final is None else ladder_as_json(final)
    validate(bracket, exclude=["tournament"])
