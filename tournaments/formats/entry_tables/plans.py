"""What becomes of each row: whom it means, what the entry will say, and why not.

Somebody is found in the registry by FIDE id, by national id, or by name and
birth where both are known and agree.  The same name alone is only told, unless
the organiser wants such matches (``match="names"``) and there is one only.
A rating is the table's; where it has none, the registry's; where that has none,
the one of the rating list in use.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError

from pairing.printable import hidden_character, shown
from tournaments.events.models import Tournament
from tournaments.events.services.entries import rating_for
from tournaments.players.duplicates import name_key
from tournaments.players.models import FIDE_LIST, NationalId, Player

from ..models import ListedPlayer, RatingList
from .columns import Layout
from .remarks import Remark, note
from .sheets import Sheet
from .values import Person, days_first, read_person

MATCHES = ("sure", "names")
ENTER, KNOWN, REFUSED = "enter", "entered_already", "refused"
FILLED = ("fide_id", "federation", "sex", "title", "birth_date", "birth_year")
"""What the registry takes over where it has nothing."""


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """One row: ``player`` is null for somebody new; ``fills`` is what the registry learns."""

    line: int
    outcome: str
    person: Person
    player: UUID | None = None
    matched_by: str = ""
    name: str = ""
    title: str = ""
    federation: str = ""
    rating: int | None = None
    rating_from: str = "none"
    fills: tuple[str, ...] = ()
    code: str = ""
    remarks: tuple[Remark, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Everything that decides what happens, for the token."""
        return asdict(self)


@dataclass(slots=True)
class _Registry:
    """The club's players by everything one can be found by, and who is entered."""

    by_fide_id: dict[str, Player] = field(default_factory=dict)
    by_number: dict[str, Player] = field(default_factory=dict)
    by_name: dict[str, list[Player]] = field(default_factory=lambda: defaultdict(list))
    entered: set[UUID] = field(default_factory=set)


def plan_rows(
    tournament: Tournament, sheet: Sheet, layout: Layout, *, match: str
) -> tuple[list[PlannedRow], list[Remark]]:
    """The plan of all rows, and remarks about whole columns.  Reads, writes nothing."""
    rows = [_cells(line, cells, layout) for line, cells in layout.rows]
    births = [cells.get("birth", "") for _, cells in rows]
    day_first, remark = days_first(births)
    national = tournament.rating_list != FIDE_LIST
    read = [
        (line, *read_person(cells, line, day_first=day_first, national=national))
        for line, cells in rows
    ]
    registry = _registry(tournament, [person for _, person, _ in read])
    listed = _listed(tournament, [person.fide_id for _, person, _ in read])
    planner = _Planner(tournament, registry, listed, match)
    widths = {line: len(cells) for line, cells in layout.rows}
    plan = []
    hidden = {line: found for line, cells in layout.rows if (found := _hidden(layout, cells))}
    for line, person, remarks in read:
        if line in hidden:
            remarks.append(note("entry_table.hidden_character", line, character=hidden[line]))
        if formulas := _formulas(sheet, layout, line):
            remarks.append(note("entry_table.formula", line, fields=formulas))
        is_wider = bool(layout.headers) and widths[line] > len(layout.headers)
        fault = "entry_table.row_wider" if is_wider else _unusable(person)
        plan.append(planner.row(line, person, remarks, fault))
    return plan, [remark] if remark else []


def _cells(line: int, cells: Sequence[str], layout: Layout) -> tuple[int, dict[str, str]]:
    found = {
        field: " ".join(shown(cells[place]).split()) if place < len(cells) else ""
        for field, place in layout.places.items()
    }
    return line, found


def _hidden(layout: Layout, cells: Sequence[str]) -> str:
    """The first character of the row that no name may have."""
    used = (cells[place] for place in layout.places.values() if place < len(cells))
    return next(filter(None, map(hidden_character, used)), "")


def _formulas(sheet: Sheet, layout: Layout, line: int) -> list[str]:
    return [field for field, place in layout.places.items() if (line, place) in sheet.formulas]


def _registry(tournament: Tournament, people: Iterable[Person]) -> _Registry:
    """Everybody who may be meant, in four queries whatever the size."""
    club_id = tournament.event.club_id
    players = {
        player.pk: player
        for player in Player.objects.current()
        .filter(club_id=club_id)
        .order_by("id")
        .prefetch_related("ratings")
    }
    found = _Registry(entered=set(tournament.entries.values_list("player_id", flat=True)))
    for player in players.values():
        if player.fide_id:
            found.by_fide_id[player.fide_id] = player
        for key in {name_key(player.name), name_key(player.name_latin)} - {""}:
            found.by_name[key].append(player)
    numbers = {person.national_id for person in people} - {""}
    known = NationalId.objects.filter(player__in=players, number__in=numbers)
    federation = register_of(tournament)
    for number, player_id in known.filter(federation=federation).values_list("number", "player_id"):
        found.by_number[number] = players[player_id]
    return found


def register_of(tournament: Tournament) -> str:
    """The federation whose numbers a table's national ids are: the list's, else the event's."""
    name = tournament.rating_list
    if name != FIDE_LIST and len(name) == 3:
        return name
    return tournament.event.federation or tournament.event.club.federation


def _listed(tournament: Tournament, fide_ids: Iterable[str]) -> dict[str, ListedPlayer]:
    version = RatingList.objects.current(tournament.rating_list)
    wanted = {each for each in fide_ids if each}
    if version is None or not wanted:
        return {}
    rows = ListedPlayer.objects.filter(list=version, fide_id__in=wanted)
    return {row.fide_id: row for row in rows}


@dataclass(slots=True)
class _Planner:
    """Plans rows one after the other; nobody is taken twice."""

    tournament: Tournament
    registry: _Registry
    listed: Mapping[str, ListedPlayer]
    match: str
    taken: set[Any] = field(default_factory=set)

    def row(self, line: int, person: Person, remarks: list[Remark], fault: str) -> PlannedRow:
        """The plan of a row; ``fault`` says why it cannot be used, if so."""
        if fault:
            return PlannedRow(line, REFUSED, person, code=fault, remarks=tuple(remarks))
        player, matched_by = _match(self.registry, person, self.match, line, remarks)
        # A FIDE id is one person's, whatever else the rows say.
        identity = player.pk if player else (name_key(person.name), _born(person), person.fide_id)
        identities = {identity, person.fide_id} - {""}
        if identities & self.taken:
            return self.row(line, person, remarks, "entry_table.row_repeated")
        self.taken |= identities
        if player is not None and name_key(player.name) != name_key(person.name):
            remarks.append(
                note("entry_table.name_differs", line, read=person.name, assumed=player.name)
            )
        rating, rating_from = _rating(self.tournament, person, player, self.listed)
        is_known = player is not None and player.pk in self.registry.entered
        return PlannedRow(
            line,
            KNOWN if is_known else ENTER,
            person,
            player=player.pk if player else None,
            matched_by=matched_by,
            name=player.name if player else person.name,
            title=person.title or (player.title if player else ""),
            federation=person.federation or (player.federation if player else ""),
            rating=rating,
            rating_from=rating_from,
            fills=_fills(player, person),
            remarks=tuple(remarks),
        )


def _unusable(person: Person) -> str:
    """Why a row cannot be used at all."""
    if not any(map(str.isalpha, person.name)):
        return "entry_table.name_missing"
    if person.name.startswith(("=", "+", "@")):
        return "entry_table.name_is_formula"
    try:
        Player(name=person.name).clean_fields(exclude={"club", "search_key"})
    except ValidationError:
        return "entry_table.name_unusable"
    if not person.name.isprintable():
        return "entry_table.name_unusable"
    return ""


def _match(
    registry: _Registry, person: Person, match: str, line: int, remarks: list[Remark]
) -> tuple[Player | None, str]:
    if player := registry.by_fide_id.get(person.fide_id):
        return player, "fide_id"
    player = registry.by_number.get(person.national_id)
    if player and not _contradicts(player, person):
        return player, "national_id"
    alike = [
        each
        for each in registry.by_name.get(name_key(person.name), ())
        if not _contradicts(each, person)
    ]
    born = [each for each in alike if each.birth and _born(person)]
    if len(born) == 1:
        return born[0], "name_birth"
    if len(alike) == 1 and match == "names":
        return alike[0], "name"
    if alike:
        remarks.append(
            note(
                "entry_table.maybe_known",
                line,
                name=person.name,
                players=[str(each.pk) for each in alike[:5]],
            )
        )
    return None, ""


def _contradicts(player: Player, person: Person) -> bool:
    if player.fide_id and person.fide_id and player.fide_id != person.fide_id:
        return True
    if player.birth_date and person.birth_date:
        return player.birth_date != person.birth_date
    ours, theirs = player.birth[:4], _born(person)[:4]
    return bool(ours and theirs) and ours != theirs


def _born(person: Person) -> str:
    if person.birth_date:
        return person.birth_date.isoformat()
    return str(person.birth_year or "")


def _rating(
    tournament: Tournament,
    person: Person,
    player: Player | None,
    listed: Mapping[str, ListedPlayer],
) -> tuple[int | None, str]:
    if person.rating is not None:
        return person.rating, "table"
    registered = rating_for(tournament, player) if player else None
    if registered is not None:
        return registered, "registry"
    fide_id = person.fide_id or (player.fide_id if player else "")
    row = listed.get(fide_id)
    value = row.rating(tournament.rating_kind) if row else None
    return (value, "list") if value else (None, "none")


def _fills(player: Player | None, person: Person) -> tuple[str, ...]:
    """What the registry does not know of a known player and the table says."""
    if player is None:
        return ()
    return tuple(
        name
        for name in FILLED
        if getattr(person, name)
        and not getattr(player, name)
        and not (name.startswith("birth_") and player.birth)
    )
