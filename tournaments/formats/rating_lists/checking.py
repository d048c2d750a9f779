"""Entries against the list in use: what differs, and taking over what is chosen.

Nothing changes by looking.  Whoever applies differences names each one with
the value that was shown; one that no longer stands like that is left alone.

Somebody is found on FIDE's list by FIDE id, on a national list by national id,
else by the FIDE id that the list itself knows.  Names are never a match: who
has no id gets, as a suggestion, the only listed player with the same name,
year of birth and federation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from tournaments.core.errors import DomainError, NotFound
from tournaments.core.folding import fold
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.writing import get_or_refuse
from tournaments.events.access import locked_tournament
from tournaments.events.models import Entry, Tournament
from tournaments.events.services import update_entry
from tournaments.history.models import Occasion
from tournaments.history.points import take_restore_point
from tournaments.players.models import FIDE_LIST, NationalId
from tournaments.players.services import Corrections, RatingInput, correct_player

from ..models import ListedPlayer, RatingList

FIELDS = ("rating", "title", "federation", "fide_id", "birth_year")
"""What can be taken over, in this order."""
REMARKS = ("name", "birth", "not_listed")
"""What can only be looked at: another name, another year of birth, nobody with this id."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that an entry says and the list says otherwise; empty texts for "nothing".

    ``listed_number`` is whom the list means.  A remark cannot be taken over.
    """

    entry: Entry
    field: str
    current: str
    listed: str
    listed_number: str
    listed_name: str

    @property
    def can_be_applied(self) -> bool:
        return self.field in FIELDS


@dataclass(frozen=True, slots=True)
class Check:
    """All differences of a tournament, by pairing number."""

    version: RatingList
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A difference that shall be taken over, as it was shown."""

    entry_id: UUID
    field: str
    listed: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a choice: ``applied``, ``stale``, or ``refused`` with a code."""

    choice: Choice
    status: str
    code: str = ""
    params: dict[str, Any] | None = None


def check_entries(*, principal: Principal, tournament_id: UUID) -> Check:
    """The differences between a tournament's entries and the list in use (arbiters).

    Raises ``NotFound("tournament.not_found" | "rating_list.not_found")`` and ``Forbidden``.
    """
    seen = Tournament.objects.visible_to(principal).select_related("event__club")
    tournament = get_or_refuse(seen, "tournament.not_found", pk=tournament_id)
    require(principal, "rating_lists.check", tournament)
    version = RatingList.objects.current(tournament.rating_list)
    if version is None:
        raise NotFound("rating_list.not_found", name=tournament.rating_list)
    entries = list(
        tournament.entries.select_related("player").order_by("pairing_number", "name", "id")
    )
    finder = _Finder(version, entries)
    found = (each for entry in entries for each in _compare(tournament, entry, finder))
    return Check(version, tuple(found))


def apply_differences(
    *, actor: Principal, tournament_id: UUID, choices: Sequence[Choice]
) -> list[Outcome]:
    """Take over the chosen differences, each on its own (arbiters).

    Raises what :func:`check_entries` raises; refusals of single choices are outcomes.
    """
    check = check_entries(principal=actor, tournament_id=tournament_id)
    with transaction.atomic():
        tournament = locked_tournament(actor, tournament_id, "rating_lists.check")
        take_restore_point(actor, tournament, Occasion.RATINGS)
    stand = {(each.entry.pk, each.field, each.listed): each for each in check.differences}
    outcomes = []
    for choice in choices:
        difference = stand.pop((choice.entry_id, choice.field, choice.listed), None)
        if difference is None or not difference.can_be_applied:
            outcomes.append(Outcome(choice, "stale"))
            continue
        outcomes.append(_applied(actor, check.version, difference, choice))
    return outcomes


def _applied(
    actor: Principal, version: RatingList, difference: Difference, choice: Choice
) -> Outcome:
    try:
        with transaction.atomic():
            _apply(actor, version, difference)
    except DomainError as refusal:
        return Outcome(choice, "refused", refusal.code, refusal.params)
    return Outcome(choice, "applied")


def _apply(actor: Principal, version: RatingList, difference: Difference) -> None:
    """The entry, and what the registry shall know for the next tournament."""
    entry, value = difference.entry, difference.listed
    if difference.field == "rating":
        update_entry(actor=actor, entry_id=entry.pk, rating=int(value) if value else None)
        if value:
            kind = entry.tournament.rating_kind
            rating: RatingInput = {
                "value": int(value),
                "as_of": version.as_of,
                "list_name": version.name,
                "kind": kind,
            }
            correct_player(actor=actor, player_id=entry.player_id, ratings=[rating])
        return
    if difference.field == "title":
        update_entry(actor=actor, entry_id=entry.pk, title=value)
    elif difference.field == "federation":
        update_entry(actor=actor, entry_id=entry.pk, federation=value)
    correct_player(actor=actor, player_id=entry.player_id, **_correction(difference.field, value))


def _correction(field: str, value: str) -> Corrections:
    match field:
        case "title":
            return {"title": value}
        case "federation":
            return {"federation": value}
        case "birth_year":
            return {"birth_year": int(value)}
    return {"fide_id": value}


class _Finder:
    """The listed players who are or may be meant, in three queries."""

    def __init__(self, version: RatingList, entries: Iterable[Entry]) -> None:
        players = {entry.player_id: entry.player for entry in entries}
        self._is_fide = version.name == FIDE_LIST
        self._national = dict(
            NationalId.objects.filter(
                player_id__in=players, federation=version.name[:3]
            ).values_list("player_id", "number")
        )
        rows = ListedPlayer.objects.filter(list=version)
        fide_ids = {player.fide_id for player in players.values() if player.fide_id}
        self._by_number = {
            row.number: row
            for row in rows.filter(
                number__in=fide_ids if self._is_fide else self._national.values()
            )
        }
        self._by_fide_id = {row.fide_id: row for row in rows.filter(fide_id__in=fide_ids)}
        keys = {fold(player.name) for player in players.values() if not player.fide_id}
        self._by_name: dict[str, list[ListedPlayer]] = defaultdict(list)
        for row in rows.filter(search_key__in=keys):
            self._by_name[row.search_key].append(row)

    def by_id(self, entry: Entry) -> tuple[str, ListedPlayer | None]:
        """The id to look for (empty: none) and whom the list has under it."""
        fide_id = entry.player.fide_id
        if self._is_fide:
            return fide_id, self._by_number.get(fide_id)
        national = self._national.get(entry.player_id, "")
        found = self._by_number.get(national) or self._by_fide_id.get(fide_id)
        return national or fide_id, found

    def suggestion(self, entry: Entry) -> ListedPlayer | None:
        """The only one with this name, year of birth and federation."""
        player = entry.player
        year = _year(entry)
        if player.fide_id or not year:
            return None
        alike = [
            row
            for row in self._by_name.get(fold(player.name), ())
            if row.birth_year == year and row.federation == player.federation and row.fide_id
        ]
        return alike[0] if len(alike) == 1 else None


def _year(entry: Entry) -> int | None:
    text = entry.player.birth[:4]
    return int(text) if text else None


def _compare(tournament: Tournament, entry: Entry, finder: _Finder) -> Iterable[Difference]:
    number, row = finder.by_id(entry)
    if row is None:
        suggested = finder.suggestion(entry)
        if suggested is not None:
            yield _difference(entry, "fide_id", "", suggested.fide_id, suggested)
        elif number:
            yield Difference(entry, "not_listed", number, "", "", "")
        return
    rating = row.rating(tournament.rating_kind)
    yield from _unless_equal(entry, "rating", _text(entry.rating), _text(rating), row)
    yield from _unless_equal(entry, "title", entry.title, row.title, row)
    if row.federation:
        yield from _unless_equal(entry, "federation", entry.federation, row.federation, row)
    if row.fide_id:
        yield from _unless_equal(entry, "fide_id", entry.player.fide_id, row.fide_id, row)
    year = _year(entry)
    if row.birth_year is not None and year != row.birth_year:
        field = "birth" if year else "birth_year"
        yield _difference(entry, field, _text(year), str(row.birth_year), row)
    if sorted(fold(entry.player.name).split()) != sorted(row.search_key.split()):
        yield _difference(entry, "name", entry.player.name, row.name, row)


def _unless_equal(
    entry: Entry, field: str, current: str, listed: str, row: ListedPlayer
) -> Iterable[Difference]:
    if current != listed:
        yield _difference(entry, field, current, listed, row)


def _difference(
    entry: Entry, field: str, current: str, listed: str, row: ListedPlayer
) -> Difference:
    return Difference(entry, field, current, listed, row.number, row.name)


def _text(value: int | None) -> str:
    return "" if value is None else str(value)
