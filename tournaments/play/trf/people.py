"""Finding the players of a file in a club's registry, or adding them to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Q

from pairing.record import Participant
from tournaments.core.clock import now
from tournaments.core.folding import fold
from tournaments.players.models import NationalId, Player


@dataclass(frozen=True, slots=True)
class Registered:
    """Pairing number -> saved player of the registry, how many are new, and who was completed."""

    players: dict[int, Player]
    created: int
    completed: tuple[UUID, ...]


def registered_players(club_id: UUID, people: Iterable[Participant]) -> Registered:
    """The players of a file as players of a registry.

    Somebody is taken for a known player by FIDE id, or by name and date (or
    year) of birth where both are stated and no other FIDE id contradicts; what
    the registry lacks is filled in, what differs is left alone.  Everybody
    else becomes a new player.
    """
    people = list(people)
    known = _Registry(club_id, people)
    players: dict[int, Player] = {}
    new: list[Player] = []
    filled: list[Player] = []
    for person in people:
        player = known.take(person)
        if player is None:
            player = _new_player(club_id, person, known)
            new.append(player)
        elif _fill_in(player, person):
            filled.append(player)
        players[person.number] = player
    numbers = _missing_numbers(people, players)
    complete = {player.pk for player in (*new, *filled)}
    for player in {each.player.pk: each.player for each in numbers}.values():
        if player.pk not in complete:
            _is_changed(player)
            filled.append(player)
    Player.objects.bulk_create(new, batch_size=500)
    Player.objects.bulk_update(filled, [*_FILLED, "version", "updated_at"], batch_size=500)
    NationalId.objects.bulk_create(numbers, batch_size=500, ignore_conflicts=True)
    return Registered(players, created=len(new), completed=tuple(each.pk for each in filled))


_FILLED = ("fide_id", "federation", "sex", "title", "birth_date", "birth_year")


class _Registry:
    """Players who might be meant, each of whom is taken at most once."""

    def __init__(self, club_id: UUID, people: Iterable[Participant]) -> None:
        ids = [person.fide_id for person in people if person.fide_id]
        keys = [fold(person.name) for person in people if person.birth]
        candidates = (
            Player.objects.current()
            .filter(club_id=club_id)
            .filter(Q(fide_id__in=ids) | Q(search_key__in=keys))
        )
        self._by_fide_id: dict[str, Player] = {}
        self._by_name: dict[tuple[str, str], Player] = {}
        self._taken: set[UUID] = set()
        self.fide_ids: set[str] = set()
        for player in candidates.order_by("-created_at"):
            if player.fide_id:
                self._by_fide_id[player.fide_id] = player
                self.fide_ids.add(player.fide_id)
            if player.birth:
                self._by_name[player.search_key, player.birth] = player

    def take(self, person: Participant) -> Player | None:
        found = self._by_fide_id.get(person.fide_id) if person.fide_id else None
        if found is None and person.birth:
            found = self._by_name.get((fold(person.name), person.birth))
            if found and found.fide_id and person.fide_id and found.fide_id != person.fide_id:
                return None
        if found is None or found.pk in self._taken:
            return None
        self._taken.add(found.pk)
        return found


def _new_player(club_id: UUID, person: Participant, known: _Registry) -> Player:
    """A player as the file describes him; an FIDE id that another one has is not repeated."""
    day, year = _birth(person.birth)
    fide_id = "" if person.fide_id in known.fide_ids else person.fide_id
    known.fide_ids.add(person.fide_id)
    player = Player(
        club_id=club_id,
        name=person.name,
        federation=person.federation,
        fide_id=fide_id,
        birth_date=day,
        birth_year=year,
        sex=person.sex,
        title=person.title,
    )
    player.refresh_search_key()
    return player


def _fill_in(player: Player, person: Participant) -> bool:
    """Complete what the registry does not know; whether anything was."""
    before = [getattr(player, field) for field in _FILLED]
    player.fide_id = player.fide_id or person.fide_id
    player.federation = player.federation or person.federation
    player.sex = player.sex or person.sex
    player.title = player.title or person.title
    if not player.birth:
        player.birth_date, player.birth_year = _birth(person.birth)
    if before == [getattr(player, field) for field in _FILLED]:
        return False
    _is_changed(player)
    return True


def _is_changed(player: Player) -> None:
    player.version += 1
    player.updated_at = now()


def _birth(text: str) -> tuple[date | None, int | None]:
    """(date, None), (None, year) or neither, from ISO text."""
    try:
        if len(text) == len("YYYY"):
            year = int(text)
            return None, year if 1850 <= year <= 2200 else None
        return (date.fromisoformat(text), None) if text else (None, None)
    except ValueError:
        return None, None


def _missing_numbers(people: Iterable[Participant], players: dict[int, Player]) -> list[NationalId]:
    """National ids of the file that the registry does not have; one for each federation."""
    keys = [player.pk for player in players.values()]
    rows = NationalId.objects.filter(player_id__in=keys)
    known = set(rows.values_list("player_id", "federation"))
    missing = []
    for person in people:
        player = players[person.number]
        for record in person.national:
            if record.number and (player.pk, record.federation) not in known:
                known.add((player.pk, record.federation))
                number = record.number[:20]
                missing.append(
                    NationalId(player=player, federation=record.federation, number=number)
                )
    return missing
