"""From a preliminary into the bracket: the first of a Swiss, or of every group.

Taking over is repeatable until the draw is published: with somebody more among
those who decline, the next one moves up and everybody is numbered anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from pairing.knockout.draw import Policy
from pairing.knockout.qualification import Cut, cut_swiss, settle_cut
from pairing.qualifiers import Qualifier
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.principal import Principal
from tournaments.core.writing import (
    append_change,
    get_or_refuse,
    lock_tournament,
    save_changes,
)
from tournaments.events.models import Entry, Tournament
from tournaments.events.numbering import numbered
from tournaments.events.services import add_entry, remove_entry, renumber_entries
from tournaments.schedules.selectors import qualifiers_for
from tournaments.schedules.tables import DIVIDED
from tournaments.standings.selectors import standings_for

from ..access import locked_bracket, require_unpublished
from ..loading import Loaded
from ..models import BracketStatus, Qualified
from ..refusals import refusing
from .draws import DRAW, drop_draw


@dataclass(frozen=True, slots=True)
class Taking:
    """What is asked for.

    ``places`` are those of a Swiss, or of every group.  ``declined`` are
    entries of the preliminary.  ``by_play_off``: equal points at the cut of a
    Swiss are decided by a play-off, whose result is ``play_off`` (entries, the
    winner first), instead of the announced tie-breaks.
    """

    preliminary: UUID
    places: int
    declined: Sequence[UUID] = ()
    by_play_off: bool = False
    play_off: Sequence[UUID] = ()


@transaction.atomic
def take_qualifiers(*, actor: Principal, tournament_id: UUID, taking: Taking) -> list[Qualified]:
    """Enter those who have qualified, seeded in their order (arbiters).

    Those taken over before who are not among them any more are removed; other
    entries stay, behind them.  Groups are drawn by crossings, so the policy of
    the draw becomes that.  A draft of the draw falls.

    Raises ``NotFound("tournament.not_found")``, ``Conflict("bracket.published" |
    "standings.not_final" | "standings.level_at_the_cut" |
    "knockout.field_size" | "qualification.too_few" |
    "qualification.play_off_needed" | "groups.*")``,
    ``Invalid("entry.unknown" | "qualification.play_off_order" | "qualification.own_source")``.
    """
    loaded = locked_bracket(actor, tournament_id, DRAW)
    require_unpublished(loaded)
    if taking.preliminary == tournament_id:
        raise Invalid("qualification.own_source")
    seen = Tournament.objects.visible_to(actor).select_related("event")
    source = get_or_refuse(seen, "tournament.not_found", pk=taking.preliminary)
    known = dict(source.entries.in_bulk())
    strangers = [str(pk) for pk in (*taking.declined, *taking.play_off) if pk not in known]
    if strangers:
        raise Invalid("entry.unknown", entries=strangers)
    if source.system in DIVIDED:
        found, entries = _of_groups(actor, taking)
    else:
        found, entries = _of_swiss(actor, taking)
    return _take_over(actor, loaded, source, found, entries)


def _of_groups(actor: Principal, taking: Taking) -> tuple[list[Qualifier], Mapping[int, Entry]]:
    """All winners, then all seconds, and so on."""
    view = qualifiers_for(
        principal=actor,
        tournament_id=taking.preliminary,
        each=taking.places,
        declined=taking.declined,
        final=True,
    )
    return sorted(view.qualifiers, key=lambda each: (each.place, each.group)), view.entries


def _of_swiss(actor: Principal, taking: Taking) -> tuple[list[Qualifier], Mapping[int, Entry]]:
    """Seeds are the places."""
    table = standings_for(principal=actor, tournament_id=taking.preliminary, final=True)
    entries = {row.entry.pairing_number or 0: row.entry for row in table.rows}
    numbers = {entry.pk: number for number, entry in entries.items()}
    ranked = {
        row.entry.pairing_number or 0: Qualifier(
            entrant=row.entry.pairing_number or 0, place=row.rank, points=row.points
        )
        for row in table.rows
        if row.rank is not None
    }
    declined = {numbers[pk] for pk in taking.declined if pk in numbers}

    def describe(number: int) -> dict[str, Any]:
        return {"entry": str(entries[number].pk), "number": number, "name": entries[number].name}

    with refusing(describe):
        cut = cut_swiss(
            list(ranked.values()),
            taking.places,
            declined=declined,
            by_play_off=taking.by_play_off,
        )
        order = _settled(cut, [numbers.get(pk, 0) for pk in taking.play_off])
    if order is None:
        level = [describe(number) for number in cut.play_off]
        raise Conflict("qualification.play_off_needed", players=level, places=cut.places_left)
    return [ranked[number] for number in order], entries


def _settled(cut: Cut, order: Sequence[int]) -> Sequence[int] | None:
    """Seeds, ``None`` while a play-off is still to decide."""
    if not cut.play_off:
        return cut.qualified
    return settle_cut(cut, order) if order else None


def _take_over(
    actor: Principal,
    loaded: Loaded,
    source: Tournament,
    found: Sequence[Qualifier],
    entries: Mapping[int, Entry],
) -> list[Qualified]:
    bracket = loaded.bracket
    if bracket.status == BracketStatus.DRAWN:
        drop_draw(loaded)
    crossed = any(each.group for each in found)
    if crossed and bracket.policy != Policy.CROSSED.value:
        bracket.policy = Policy.CROSSED.value
        bracket.announced_version += 1
    save_changes(bracket, ["status", "policy", "announced_version"])
    wanted = {entries[each.entrant].player_id for each in found}
    for old in Qualified.objects.filter(bracket=bracket).select_related("entry"):
        if old.entry.player_id not in wanted:
            remove_entry(actor=actor, entry_id=old.entry_id)
    taken = [_entered(actor, bracket.tournament, entries[each.entrant]) for each in found]
    _number(actor, bracket.tournament, taken)
    Qualified.objects.filter(bracket=bracket).delete()
    rows = [
        Qualified(
            bracket=bracket,
            entry=entry,
            group=each.group,
            place=each.place,
            group_size=each.group_size,
            points=each.points,
            tie_breaks=list(each.tie_breaks),
        )
        for entry, each in zip(taken, found, strict=True)
    ]
    Qualified.objects.bulk_create(rows)
    # The services above have moved its sequence on.
    bracket.tournament = lock_tournament(bracket.tournament_id)
    append_change(
        "bracket.qualified",
        actor=actor,
        subject=bracket,
        tournament=bracket.tournament,
        data={
            "source": str(source.pk),
            "policy": bracket.policy,
            "entries": [str(each.entry_id) for each in rows],
        },
    )
    return rows


def _entered(actor: Principal, tournament: Tournament, entry: Entry) -> Entry:
    """The player's entry in the knockout, as he stood in the preliminary."""
    known = Entry.objects.filter(tournament=tournament, player=entry.player_id).first()
    if known is not None:
        return known
    return add_entry(
        actor=actor,
        tournament_id=tournament.pk,
        player_id=entry.player_id,
        name=entry.name,
        title=entry.title,
        federation=entry.federation,
        club_name=entry.club_name,
        rating=entry.rating,
    )


def _number(actor: Principal, tournament: Tournament, first: Sequence[Entry]) -> None:
    """Qualifiers in their order, then whoever else is entered."""
    ahead = [entry.pk for entry in first]
    others = [entry.pk for entry in numbered(tournament) if entry.pk not in set(ahead)]
    renumber_entries(actor=actor, tournament_id=tournament.pk, order=[*ahead, *others])
