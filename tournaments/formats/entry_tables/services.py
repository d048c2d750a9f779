"""Previewing a table of entries and applying exactly what was previewed."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction

from tournaments.clubs.models import Club
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.writing import (
    append_change,
    get_or_refuse,
    lock_club,
    save_changes,
    validate,
)
from tournaments.events.access import last_paired_round, locked_tournament, require_open
from tournaments.events.models import Entry, Tournament
from tournaments.events.services.entries import MANAGE, EntryFields
from tournaments.events.services.many_entries import Newcomer, enter_many
from tournaments.history.models import Occasion
from tournaments.history.points import take_restore_point
from tournaments.players.models import NationalId, Player

from .columns import Layout, lay_out, parse_said
from .plans import ENTER, MATCHES, REFUSED, PlannedRow, plan_rows, register_of
from .remarks import Remark
from .sheets import Sheet, read_sheet

MODES = ("all", "possible")
"""Either every row can be entered (or is already), or those that cannot are left out."""
BATCH = 500


@dataclass(frozen=True, slots=True)
class Options:
    """How the organiser wants the file read."""

    encoding: str = ""
    columns: str = ""
    match: str = MATCHES[0]
    mode: str = MODES[0]


@dataclass(frozen=True, slots=True)
class Preview:
    """What applying would do.  ``token`` names file, options, plan and field."""

    token: str
    options: Options
    sheet: Sheet
    layout: Layout
    rows: tuple[PlannedRow, ...]
    remarks: tuple[Remark, ...]
    counts: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Applied:
    """What was done: entries in the order of the file, and what the registry got."""

    entries: list[Entry]
    created: int
    completed: int
    left_out: tuple[PlannedRow, ...]


def preview_table(
    *, principal: Principal, tournament_id: UUID, content: bytes, options: Options
) -> Preview:
    """What would become of a table (arbiters); nothing is stored.

    Raises ``NotFound``, ``Forbidden``, ``Conflict("tournament.closed")`` and
    ``Invalid`` with the reader's code and place.
    """
    seen = Tournament.objects.visible_to(principal).select_related("event__club")
    tournament = get_or_refuse(seen, "tournament.not_found", pk=tournament_id)
    require(principal, MANAGE, tournament)
    require_open(tournament)
    return _previewed(tournament, content, options)


@transaction.atomic
def apply_table(
    *, actor: Principal, tournament_id: UUID, content: bytes, options: Options, token: str
) -> Applied:
    """Do what a preview showed, all of it or nothing (arbiters).

    Raises what :func:`preview_table` raises, ``Invalid("entry_table.other_file"
    | "entry_table.rows_refused")`` and ``Conflict("entry_table.changed_meanwhile")``
    if the field, the registry or a list has changed since.
    """
    seen = Tournament.objects.visible_to(actor).select_related("event")
    found = get_or_refuse(seen, "tournament.not_found", pk=tournament_id)
    require(actor, MANAGE, found)
    club = lock_club(found.event.club_id)
    tournament = locked_tournament(actor, tournament_id, MANAGE)
    require_open(tournament)
    preview = _previewed(tournament, content, options)
    _require_previewed(preview, token)
    refused = tuple(row for row in preview.rows if row.outcome == REFUSED)
    if refused and options.mode == "all":
        raise Invalid(
            "entry_table.rows_refused",
            rows=[{"line": row.line, "code": row.code} for row in refused],
            lines=[row.line for row in refused],
        )
    take_restore_point(actor, tournament, Occasion.ENTRIES)
    rows = [row for row in preview.rows if row.outcome == ENTER]
    players, created = _registered(tournament, club, rows)
    completed = _complete(rows, players)
    if created or completed:
        data = {"created": created, "completed": completed}
        append_change("players.imported", actor=actor, subject=club, club=club, data=data)
    newcomers: list[Newcomer] = [
        (player, _fields(row)) for player, row in zip(players, rows, strict=True)
    ]
    entries = enter_many(actor, tournament, newcomers)
    return Applied(entries, created, completed, refused)


def _previewed(tournament: Tournament, content: bytes, options: Options) -> Preview:
    sheet = read_sheet(content, options.encoding)
    layout = lay_out(sheet, parse_said(options.columns))
    rows, remarks = plan_rows(tournament, sheet, layout, match=options.match)
    counts = Counter(row.outcome for row in rows)
    counts["new_players"] = sum(row.outcome == ENTER and row.player is None for row in rows)
    return Preview(
        f"{_digest_of_file(content, options)}-{_digest_of_plan(tournament, rows)}",
        options,
        sheet,
        layout,
        tuple(rows),
        (*sheet.remarks, *layout.remarks, *remarks),
        dict(counts),
    )


def _require_previewed(preview: Preview, token: str) -> None:
    if token == preview.token:
        return
    if token.partition("-")[0] != preview.token.partition("-")[0]:
        raise Invalid("entry_table.other_file")
    raise Conflict("entry_table.changed_meanwhile")


def _digest_of_file(content: bytes, options: Options) -> str:
    said = (options.encoding, options.columns, options.match, options.mode)
    digest = hashlib.sha256(repr(said).encode())
    digest.update(content)
    return digest.hexdigest()[:24]


def _digest_of_plan(tournament: Tournament, rows: list[PlannedRow]) -> str:
    """Of the plan, and of the field that it was made for."""
    state = [
        str(tournament.pk),
        tournament.version,
        last_paired_round(tournament),
        *(
            f"{pk}.{version}"
            for pk, version in tournament.entries.order_by("id").values_list("pk", "version")
        ),
        [row.as_json() for row in rows],
    ]
    text = json.dumps(state, cls=DjangoJSONEncoder, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:40]


def _registered(
    tournament: Tournament, club: Club, rows: list[PlannedRow]
) -> tuple[list[Player], int]:
    """The players of the rows in their order, new ones made, and how many those are."""
    known = Player.objects.filter(pk__in=[row.player for row in rows if row.player])
    by_id = {player.pk: player for player in known.prefetch_related("ratings")}
    new: list[Player] = []
    players: list[Player] = []
    numbers: list[NationalId] = []
    register = register_of(tournament)
    for row in rows:
        if row.player is not None:
            players.append(by_id[row.player])
            continue
        player = _new_player(club, row)
        new.append(player)
        players.append(player)
        if row.person.national_id and register:
            number = row.person.national_id
            numbers.append(NationalId(player=player, federation=register, number=number))
    Player.objects.bulk_create(new, batch_size=BATCH)
    NationalId.objects.bulk_create(numbers, batch_size=BATCH)
    return players, len(new)


def _new_player(club: Club, row: PlannedRow) -> Player:
    person = row.person
    player = Player(
        club=club,
        name=person.name,
        federation=person.federation,
        fide_id=person.fide_id,
        birth_date=person.birth_date,
        birth_year=person.birth_year,
        sex=person.sex,
        title=person.title,
    )
    player.refresh_search_key()
    # The registry is locked and was looked through: no id of the plan is anybody's.
    validate(player, exclude=("club", "fide_id"))
    return player


def _complete(rows: list[PlannedRow], players: list[Player]) -> int:
    completed = 0
    for row, player in zip(rows, players, strict=True):
        if row.fills:
            for name in row.fills:
                setattr(player, name, getattr(row.person, name))
            save_changes(player, row.fills)
            completed += 1
    return completed


def _fields(row: PlannedRow) -> EntryFields:
    return {
        "title": row.title,
        "federation": row.federation,
        "rating": row.rating,
        "club_name": row.person.club_name,
    }
