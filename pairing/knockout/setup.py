"""Setting a knockout up, changes by hand before round 1, and the consolation bracket."""

from __future__ import annotations

from dataclasses import replace

from ..errors import RecordError
from .corrections import Change, apply
from .draw import NOBODY, Draw, Entrant, Policy, draw_bracket, substitute, swap_slots
from .settings import ConsolationField, Settings, check_settings
from .state import Consolation, Knockout, early_losers, resolve


def knockout_of(settings: Settings, draw: Draw) -> Knockout:
    """A knockout with nothing entered yet.

    Raises what :func:`~pairing.knockout.settings.check_settings` raises.
    """
    check_settings(settings, draw.policy)
    return Knockout(settings, draw)


def change_settings(knockout: Knockout, settings: Settings) -> Knockout:
    """Announce other options.

    Raises ``RecordError``: ``knockout.started``, and those of
    :func:`~pairing.knockout.settings.check_settings`.
    """
    _not_started(knockout)
    check_settings(settings, knockout.draw.policy)
    return replace(knockout, settings=settings)


def swap(knockout: Knockout, first: int, second: int) -> Knockout:
    """Exchange two slots by hand (indices from 0).

    Raises ``RecordError``: ``knockout.started``, ``draw.slot_unknown``,
    ``draw.swap_without_effect``, ``draw.two_byes``.
    """
    _not_started(knockout)
    return replace(knockout, draw=swap_slots(knockout.draw, first, second))


def call_reserve(knockout: Knockout, out: int, reserve: int) -> Knockout:
    """Give somebody's slot to a reserve; there is no new draw.

    Raises ``RecordError``: ``knockout.started``, ``knockout.entrant_unknown``,
    ``draw.entrants_invalid``.
    """
    _not_started(knockout)
    slots = knockout.draw.current
    if out == NOBODY or out not in slots:
        raise RecordError("knockout.entrant_unknown", entrant=out)
    gone = tuple(each for each in knockout.facts.departures if each.entrant != out)
    return replace(
        knockout,
        draw=substitute(knockout.draw, slots.index(out), reserve),
        facts=replace(knockout.facts, departures=gone),
    )


def admit_late(knockout: Knockout, slot: int, entrant: int) -> Knockout:
    """Give a bye slot to a latecomer, who meets the player who had the bye.

    Raises ``RecordError``: ``knockout.started``, ``knockout.no_bye_there``,
    ``draw.slot_unknown``, ``draw.entrants_invalid``.
    """
    _not_started(knockout)
    slots = knockout.draw.current
    draw = substitute(knockout.draw, slot, entrant)
    if slots[slot] != NOBODY:
        raise RecordError("knockout.no_bye_there", slot=slot)
    return replace(knockout, draw=draw)


def _not_started(knockout: Knockout) -> None:
    if knockout.facts.started:
        raise RecordError("knockout.started", matches=sorted(knockout.facts.matches()))


def start_consolation(
    knockout: Knockout,
    policy: Policy = Policy.SEEDED,
    seed: int = 0,
    *,
    declined: frozenset[int] = frozenset(),
) -> Change:
    """Draw the consolation bracket among the early losers who want to play.

    Those who have left the event are left out.  Raises ``RecordError``:
    ``knockout.no_consolation``, ``knockout.consolation_drawn``,
    ``knockout.round_not_complete``, ``knockout.entrant_unknown`` (somebody who
    could not play anyway declines), ``knockout.field_size``, ``knockout.needs_seeds``.
    """
    if knockout.settings.consolation is ConsolationField.NONE:
        raise RecordError("knockout.no_consolation")
    if knockout.consolation is not None:
        raise RecordError("knockout.consolation_drawn")
    check_settings(replace(knockout.settings, final_ladder=None), policy)
    state = resolve(knockout)
    losers = early_losers(knockout, state.structure, state.matches)
    if losers is None:
        raise RecordError("knockout.round_not_complete")
    strangers = sorted(declined - set(losers))
    if strangers:
        raise RecordError("knockout.entrant_unknown", entrant=strangers[0])
    out = declined | (knockout.facts.departed & set(losers))
    field = [Entrant(entrant) for entrant in losers if entrant not in out]
    drawn = replace(knockout, consolation=Consolation(draw_bracket(field, policy, seed), out))
    return Change(drawn, resolve(drawn))


def cancel_consolation(knockout: Knockout, *, confirm: bool = False) -> Change:
    """Drop the consolation bracket; its results only if confirmed.

    Raises ``RecordError``: ``knockout.no_consolation``, ``knockout.dependents``.
    """
    if knockout.consolation is None:
        raise RecordError("knockout.no_consolation")
    dropped = replace(knockout, consolation=None)
    return apply(dropped, knockout.facts, "", confirm)
