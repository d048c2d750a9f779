"""Small worlds for the tests, made through the services as people would."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from uuid import UUID

from tournaments.accounts.models import User
from tournaments.clubs.models import Club, Membership, Role
from tournaments.clubs.services import create_club
from tournaments.core.principal import SYSTEM, Principal
from tournaments.events.models import Entry, Event, Round, Tournament
from tournaments.events.services import add_entry, create_event, create_tournament
from tournaments.jobs.execution import execute_run
from tournaments.jobs.models import PairingRun
from tournaments.jobs.services import request_pairing
from tournaments.play.models import Board, Seat
from tournaments.play.services import publish_round, record_result
from tournaments.players.models import Player
from tournaments.players.services import create_player

_counter = itertools.count(1)


def make_user(name: str = "", *, superuser: bool = False) -> User:
    """An account; without a usable password, which only sign-in tests need."""
    name = name or f"user{next(_counter)}"
    return User.objects.create_user(
        f"{name.lower().replace(' ', '.')}.{next(_counter)}@example.org",
        name=name,
        is_superuser=superuser,
        is_staff=superuser,
    )


def make_club(name: str = "Peón Libre", **fields: str) -> Club:
    """A club without members, made by the system."""
    return create_club(actor=SYSTEM, name=name, **fields)


def member(club: Club, role: str = Role.ARBITER, name: str = "") -> Principal:
    """A new member of a club, as a principal."""
    user = make_user(name or f"{role}{next(_counter)}")
    Membership.objects.create(club=club, user=user, role=role)
    return Principal.for_user(user)


def stranger() -> Principal:
    """Somebody with an account and no role anywhere."""
    return Principal.for_user(make_user())


def make_event(club: Club | None = None, **fields: object) -> Event:
    """A public event in May 2026."""
    values: dict[str, object] = {
        "name": "Open de Mayo",
        "start": date(2026, 5, 1),
        "end": date(2026, 5, 9),
        **fields,
    }
    club = club or make_club()
    return create_event(actor=SYSTEM, club_id=club.pk, **values)  # type: ignore[arg-type]


def make_player(club: Club, name: str = "", **fields: object) -> Player:
    """A player of a club's registry."""
    number = next(_counter)
    name = name or f"Player, Number{number:04d}"
    return create_player(actor=SYSTEM, club_id=club.pk, name=name, **fields)  # type: ignore[arg-type]


def make_tournament(
    players: int = 0, *, rounds: int = 5, event: Event | None = None, **fields: object
) -> Tournament:
    """A Swiss whose initial colour is White; players rated 2300, 2290, ... in this order."""
    event = event or make_event()
    values: dict[str, object] = {"name": "Open A", "initial_colour": "w", **fields}
    tournament = create_tournament(
        actor=SYSTEM,
        event_id=event.pk,
        round_count=rounds,
        **values,  # type: ignore[arg-type]
    )
    add_players(tournament, range(2300, 2300 - 10 * players, -10))
    return Tournament.objects.select_related("event__club").get(pk=tournament.pk)


def add_players(tournament: Tournament, ratings: Iterable[int | None]) -> list[Entry]:
    """One new player per rating, entered for the next round."""
    return [
        add_entry(
            actor=SYSTEM,
            tournament_id=tournament.pk,
            player_id=make_player(tournament.event.club).pk,
            rating=rating,
        )
        for rating in ratings
    ]


def make_large_tournament(players: int, **fields: object) -> Tournament:
    """As :func:`make_tournament`, for fields that would take long one by one."""
    tournament = make_tournament(0, **fields)  # type: ignore[arg-type]
    club = tournament.event.club
    people = Player.objects.bulk_create(
        Player(club=club, name=f"Player, Number{n:04d}") for n in range(1, players + 1)
    )
    Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player=player,
            name=player.name,
            rating=2800 - number,
            pairing_number=number,
        )
        for number, player in enumerate(people, start=1)
    )
    return tournament


def round_of(tournament: Tournament, number: int) -> Round:
    """The round with this number, as it is now."""
    return Round.objects.get(tournament=tournament, number=number)


def pair(tournament: Tournament, number: int, actor: Principal = SYSTEM) -> PairingRun:
    """Pair a round and work on the run at once, as a worker would."""
    run = request_pairing(actor=actor, round_id=round_of(tournament, number).pk)
    execute_run(run.pk)
    run.refresh_from_db()
    return run


def pair_and_publish(tournament: Tournament, number: int) -> Round:
    """A published round without results."""
    run = pair(tournament, number)
    assert run.status == "done", (run.error_code, run.error_params)
    return publish_round(actor=SYSTEM, round_id=run.round_id)


def play(tournament: Tournament, number: int, outcomes: Mapping[int, str] | None = None) -> Round:
    """Pair, publish and finish a round; ``outcomes`` by board, White wins elsewhere."""
    round = pair_and_publish(tournament, number)
    enter(round, dict.fromkeys(board_numbers(round), "1-0") | dict(outcomes or {}))
    return round_of(tournament, number)


def enter(round: Round, outcomes: Mapping[int, str], actor: Principal = SYSTEM) -> None:
    """Enter results by board number; an empty one is left out."""
    for number, outcome in outcomes.items():
        if outcome:
            record_result(actor=actor, board_id=board_of(round, number).pk, outcome=outcome)


def board_of(round: Round, number: int) -> Board:
    """The board with this number, as it is now."""
    return Board.objects.get(round=round, number=number)


def board_numbers(round: Round) -> list[int]:
    """Board numbers in order."""
    return list(round.boards.order_by("number").values_list("number", flat=True))


def pairs_of(round: Round) -> list[tuple[int, int | None]]:
    """White's and Black's pairing numbers by board, then the allocated bye as ``(n, None)``."""
    boards = round.boards.with_seats().order_by("number")
    pairs: list[tuple[int, int | None]] = []
    for board in boards:
        white, black = board.white, board.black
        assert white is not None and black is not None
        pairs.append((white.entry.pairing_number or 0, black.entry.pairing_number))
    byes = Seat.objects.filter(round=round, bye="U").select_related("entry")
    return pairs + [(seat.entry.pairing_number or 0, None) for seat in byes]


def changes_of(tournament: Tournament) -> list[str]:
    """Types in the change log, in order; the sequence has no gaps."""
    entries = list(tournament.changes.order_by("seq").values_list("seq", "type"))
    assert [seq for seq, _ in entries] == list(range(1, len(entries) + 1))
    return [type for _, type in entries]


def numbers_and_names(entries: Sequence[Entry]) -> list[tuple[int | None, str]]:
    """Pairing number and name of each entry."""
    return [(entry.pairing_number, entry.name) for entry in entries]


def refreshed(tournament: Tournament) -> Tournament:
    """The tournament as it is now, with its event and club."""
    return Tournament.objects.select_related("event__club").get(pk=tournament.pk)


def entry_ids(tournament: Tournament) -> dict[int, UUID]:
    """Pairing number -> entry id."""
    rows = tournament.entries.filter(pairing_number__isnull=False)
    return {number or 0: pk for number, pk in rows.values_list("pairing_number", "pk")}
