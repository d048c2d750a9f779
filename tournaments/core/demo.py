"""The sample club: two languages, one open in the middle of its rounds.

All names are invented.  What is there already is left as it is.
"""

from __future__ import annotations

import random
import time as clock_time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from tournaments.accounts.models import User
from tournaments.accounts.services import create_user
from tournaments.clubs.models import Club
from tournaments.clubs.services import create_club
from tournaments.events.models import Entry, Event, Round, Tournament
from tournaments.events.services import (
    add_entry,
    create_event,
    create_tournament,
    request_bye,
    schedule_round,
    withdraw_entry,
)
from tournaments.jobs.execution import execute_run
from tournaments.jobs.models import PairingRun
from tournaments.jobs.services import request_pairing
from tournaments.play.models import Board
from tournaments.play.services import publish_round, record_result
from tournaments.players.services import create_player

from .clock import now
from .principal import SYSTEM, Principal

EMAIL = "demo@example.org"
PASSWORD = "sesenta-y-cuatro-squares"
CLUB_SLUG = "puerta-de-la-luna"
TOURNAMENT_SLUG = "open-a"
ROUNDS = 9
ROUNDS_PLAYED = 3
ZONE = "Europe/Madrid"
SEED = 20260501

PLAYERS: tuple[tuple[str, str, str, str, int | None, int, str], ...] = (
    ("Valcárcel Ruiz, Inés", "", "ESP", "w", 2387, 1998, "WGM"),
    ("Oyarbide Larrun, Txomin", "", "ESP", "m", 2412, 1989, "IM"),
    ("Ćwiklińska, Żaneta", "", "POL", "w", 2264, 2001, "WIM"),
    ("Thorvaldsen, Jørn", "", "NOR", "m", 2335, 1984, "FM"),
    ("Гринёва, Лада", "Grineva, Lada", "FID", "w", 2178, 2004, "WFM"),
    ("Okonkwo-Bell, Adaeze", "", "ENG", "w", 2041, 2009, ""),
    ("Nguyễn, Hải Đăng", "", "VIE", "m", 2298, 1995, "FM"),
    ("Θεοδώρου, Αλκμήνη", "Theodorou, Alkmini", "GRE", "w", 1986, 2007, ""),
    ("Lasheras Pont, Bernat", "", "ESP", "m", 2105, 1976, ""),
    ("Müller-Sørensen, Käthe", "", "DEN", "w", 1934, 1968, ""),
    ("O'Hanrahan, Fionn", "", "IRL", "m", 2012, 1992, ""),
    ("Quispe Mamani, Wayra", "", "PER", "w", 1879, 2010, "WCM"),
    ("Barrenechea, Iker", "", "ESP", "m", 1966, 1959, ""),
    ("Szentgyörgyi, Bálint", "", "HUN", "m", 2154, 2000, "CM"),
    ("D'Angelantonio, Flavia", "", "ITA", "w", 1811, 1987, ""),
    ("Château-Renard, Loïc", "", "FRA", "m", 1899, 1972, ""),
    ("Almeida Brás, Tomé", "", "POR", "m", 1765, 2011, ""),
    ("Kılıç, Işıl", "", "TUR", "w", 1842, 1999, ""),
    ("Pérez-Galdeano, Lucas", "", "ESP", "m", 1702, 2013, ""),
    ("Väänänen, Aino", "", "FIN", "w", 1688, 2005, ""),
    ("Zugasti Echeverría, Nerea", "", "ESP", "w", 1594, 2014, ""),
    ("Dvořáček, Šimon", "", "CZE", "m", 1737, 1963, ""),
    ("Ibáñez de la Torre, Gael", "", "ESP", "m", None, 2016, ""),
    ("Moradi-Lindqvist, Parisa", "", "SWE", "w", 2067, 1990, ""),
)
"""Name, name in Latin script, federation, sex, rating, birth year, title."""

LATE, HALF_BYE, ABSENT, LEAVES = 23, 9, 15, 12
"""Places in ``PLAYERS``: enters in round 2; byes in rounds 2 and 3; leaves after round 2."""


@dataclass(frozen=True, slots=True)
class Demo:
    """What was made, or was there."""

    user: User
    tournament: Tournament
    created: bool

    @property
    def next_round(self) -> Round | None:
        """The first round that waits to be paired."""
        return self.tournament.rounds.filter(status="planned").order_by("number").first()


def seed() -> Iterator[str | Demo]:
    """Make the sample; yields what is being done, and last the result."""
    existing = Tournament.objects.filter(
        event__club__slug=CLUB_SLUG, slug=TOURNAMENT_SLUG
    ).select_related("event__club")
    found = existing.first()
    if found is not None:
        yield Demo(User.objects.get(email=EMAIL), found, created=False)
        return
    yield "Club and account"
    user = User.objects.filter(email=EMAIL).first() or create_user(
        actor=SYSTEM, email=EMAIL, password=PASSWORD, name="Demo Arbiter", time_zone=ZONE
    )
    actor = Principal.for_user(user)
    club = _club(actor)
    event = _event(actor, club)
    yield "Players"
    tournament = _tournament(actor, event)
    entries = [
        _enter(actor, club, tournament, place) for place in range(len(PLAYERS)) if place != LATE
    ]
    chance = random.Random(SEED)
    for number in range(1, ROUNDS_PLAYED + 1):
        yield f"Round {number}"
        if number == 2:
            _enter(actor, club, tournament, LATE)
            request_bye(actor=actor, entry_id=entries[HALF_BYE].pk, round_number=2, kind="H")
        if number == 3:
            request_bye(actor=actor, entry_id=entries[ABSENT].pk, round_number=3, kind="Z")
            withdraw_entry(actor=actor, entry_id=entries[LEAVES].pk)
        _play(actor, tournament, number, chance)
    yield Demo(user, Tournament.objects.get(pk=tournament.pk), created=True)


def _club(actor: Principal) -> Club:
    found = Club.objects.filter(slug=CLUB_SLUG).first()
    return found or create_club(
        actor=actor,
        name="Club de Ajedrez Puerta de la Luna · Moongate Chess Club",
        slug=CLUB_SLUG,
        federation="ESP",
        city="Madrid",
        time_zone=ZONE,
    )


def _event(actor: Principal, club: Club) -> Event:
    first = now().astimezone(ZoneInfo(ZONE)).date() - timedelta(days=ROUNDS_PLAYED)
    return create_event(
        actor=actor,
        club_id=club.pk,
        name="Festival de la Luna · Moon Festival",
        slug="moon-festival",
        start=first,
        end=first + timedelta(days=ROUNDS - 1),
    )


def _tournament(actor: Principal, event: Event) -> Tournament:
    tournament = create_tournament(
        actor=actor,
        event_id=event.pk,
        name="Open A",
        slug=TOURNAMENT_SLUG,
        round_count=ROUNDS,
        initial_colour="w",
        chief_arbiter="Demo Arbiter",
        time_control="90 min + 30 s",
        time_control_code="5400+30",
    )
    for number, round in enumerate(tournament.rounds.order_by("number")):
        day = event.start + timedelta(days=number)
        schedule_round(actor=actor, round_id=round.pk, starts_at=_five_o_clock(day))
    return tournament


def _five_o_clock(day: date) -> datetime:
    return datetime.combine(day, time(17), tzinfo=ZoneInfo(ZONE))


def _enter(actor: Principal, club: Club, tournament: Tournament, place: int) -> Entry:
    name, latin, federation, sex, rating, born, title = PLAYERS[place]
    player = create_player(
        actor=actor,
        club_id=club.pk,
        name=name,
        name_latin=latin,
        federation=federation,
        sex=sex,
        birth_year=born,
        title=title,
        ratings=[{"value": rating, "as_of": tournament.event.start.replace(day=1)}]
        if rating
        else [],
    )
    return add_entry(actor=actor, tournament_id=tournament.pk, player_id=player.pk)


def _play(actor: Principal, tournament: Tournament, number: int, chance: random.Random) -> None:
    round = tournament.rounds.get(number=number)
    run = request_pairing(actor=actor, round_id=round.pk)
    _finish(run)
    publish_round(actor=actor, round_id=round.pk)
    for board in round.boards.with_seats().order_by("number"):
        forfeit = number == 2 and board.number == 7
        outcome = "0-1F" if forfeit else _outcome(board, chance)
        record_result(actor=actor, board_id=board.pk, outcome=outcome, expected_version=1)


def _finish(run: PairingRun) -> None:
    """Work on the run here, so that a sample needs no worker; one may be quicker."""
    while run.is_live:
        held_for = execute_run(run.pk)
        if held_for is not None:
            clock_time.sleep(held_for.total_seconds())
        run.refresh_from_db()


def _outcome(board: Board, chance: random.Random) -> str:
    """A result drawn by the ratings: the better player scores more, a third are draws."""
    white, black = board.white, board.black
    ratings = [seat.entry.rating or 1400 if seat else 1400 for seat in (white, black)]
    difference = ratings[0] - ratings[1] + 35
    expected = 1 / (1 + 10 ** (-difference / 400))
    drawn = min(expected, 1 - expected) * 0.7
    throw = chance.random()
    if throw < expected - drawn / 2:
        return "1-0"
    return "1/2-1/2" if throw < expected + drawn / 2 else "0-1"
