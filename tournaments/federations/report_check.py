"""What a federation would ask about a finished tournament, found before it is sent.

Errors keep the report from being submitted, warnings do not.  The rules are
those of FIDE's upload (rules/formats/results-feed.md A1): the event and its
arbiter are named, dates lie inside it, everybody has a FIDE id once or, as a
new player, name, sex, federation and full birth date.  What title norms need
besides (rules/ratings.md 5) is a warning.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from tournaments.events.models import Entry, Round, Tournament
from tournaments.formats.exports.items import UNRATED
from tournaments.play.models import Board, Seat
from tournaments.play.outcomes import BoardOutcome
from tournaments.players.models import RatingKind

ERROR, WARNING = "error", "warning"
SEVERITIES = ((ERROR, "error"), (WARNING, "warning"))
_FIDE_ID = re.compile(r"\d{5,11}")
_ROUNDS_A_DAY_FOR_NORMS = 2
_ROUNDS_FOR_NORMS = 9
_FORFEITS = (
    BoardOutcome.WHITE_WINS_FORFEIT,
    BoardOutcome.BLACK_WINS_FORFEIT,
    BoardOutcome.DOUBLE_FORFEIT,
)


@dataclass(frozen=True, slots=True)
class ReportFinding:
    """One remark: ``severity`` is ``error`` or ``warning``."""

    severity: str
    code: str
    params: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        return {"severity": self.severity, "code": self.code, "params": self.params}


Findings = Iterator[ReportFinding]


def check_report(tournament: Tournament) -> list[ReportFinding]:
    """All findings, errors first; a fixed number of queries."""
    entries = list(
        tournament.entries.select_related("player")
        .prefetch_related("player__national_ids")
        .filter(pairing_number__isnull=False)
        .order_by("pairing_number")
    )
    rounds = list(tournament.rounds.order_by("number"))
    found = [
        *_of_the_event(tournament),
        *_of_the_dates(tournament, rounds),
        *_of_the_players(tournament, entries),
        *_of_the_games(tournament),
        *_of_the_norms(tournament, entries, rounds),
    ]
    return sorted(found, key=lambda each: each.severity != ERROR)


def error(code: str, **params: Any) -> ReportFinding:
    return ReportFinding(ERROR, code, params)


def warning(code: str, **params: Any) -> ReportFinding:
    return ReportFinding(WARNING, code, params)


def _of_the_event(tournament: Tournament) -> Findings:
    event = tournament.event
    if not event.federation:
        yield error("report.federation_missing")
    if not tournament.chief_arbiter:
        yield error("report.chief_arbiter_missing")
    elif not _FIDE_ID.search(tournament.chief_arbiter):
        yield warning("report.arbiter_id_missing", arbiter=tournament.chief_arbiter)
    values = {
        "city": tournament.city or event.city,
        "time_control": tournament.time_control or tournament.time_control_code,
    }
    missing = [name for name, value in values.items() if not value]
    if missing:
        yield warning("report.event_incomplete", missing=missing)


def _of_the_dates(tournament: Tournament, rounds: Sequence[Round]) -> Findings:
    event = tournament.event
    first, last = tournament.start or event.start, tournament.end or event.end
    if first < event.start or last > event.end:
        yield error("report.dates_outside_event", first=first, last=last)
    outside = [
        {"round": each.number, "day": each.day}
        for each in rounds
        if each.day is not None and not first <= each.day <= last
    ]
    if outside:
        yield error("report.rounds_outside_event", rounds=outside, first=first, last=last)
    undated = [each.number for each in rounds if each.day is None]
    if undated:
        yield warning("report.round_dates_missing", rounds=undated)
    days = [each.day for each in rounds if each.day is not None]
    if days != sorted(days):
        yield error("report.rounds_not_in_order")


def _of_the_players(tournament: Tournament, entries: Sequence[Entry]) -> Findings:
    federation = tournament.event.federation
    incomplete: list[dict[str, Any]] = []
    new, undated, unnumbered = [], [], []
    for entry in entries:
        player = entry.player
        if not player.fide_id:
            missing = _missing(entry)
            new.append(_named(entry))
            if missing:
                incomplete.append({**_named(entry), "missing": missing})
        elif not player.birth:
            undated.append(_named(entry))
        numbers = {each.federation for each in player.national_ids.all()}
        if federation and entry.federation == federation and federation not in numbers:
            unnumbered.append(_named(entry))
    if incomplete:
        yield error("report.new_players_incomplete", players=incomplete)
    if new:
        yield warning("report.fide_ids_missing", players=new)
    if undated:
        yield warning("report.births_missing", players=undated)
    if unnumbered:
        yield warning("report.national_ids_missing", players=unnumbered, federation=federation)
    yield from _of_repeated_ids(entries)


def _missing(entry: Entry) -> list[str]:
    """What a player new to FIDE must be registered with."""
    player = entry.player
    values = {
        "federation": entry.federation or player.federation,
        "sex": player.sex,
        "birth_date": player.birth_date,
    }
    return [name for name, value in values.items() if not value]


def _of_repeated_ids(entries: Sequence[Entry]) -> Findings:
    counts = Counter(entry.player.fide_id for entry in entries if entry.player.fide_id)
    for fide_id in (each for each, count in counts.items() if count > 1):
        players = [_named(entry) for entry in entries if entry.player.fide_id == fide_id]
        yield error("report.fide_id_repeated", fide_id=fide_id, players=players)


def _named(entry: Entry) -> dict[str, Any]:
    return {"number": entry.pairing_number, "name": entry.name}


def _of_the_games(tournament: Tournament) -> Findings:
    boards = Board.objects.filter(round__tournament=tournament)
    places = boards.order_by("round__number", "number")
    values = places.values_list("round__number", "number", "outcome")
    forfeited = [[number, board] for number, board, outcome in values if outcome in _FORFEITS]
    unrated = [[number, board] for number, board, outcome in values if outcome in UNRATED]
    byes = Seat.objects.filter(round__tournament=tournament, board=None).count()
    if forfeited or byes:
        yield warning("report.unplayed_games", boards=forfeited, forfeits=len(forfeited), byes=byes)
    if unrated:
        yield warning("report.unrated_games", boards=unrated, games=len(unrated))


def _of_the_norms(
    tournament: Tournament, entries: Sequence[Entry], rounds: Sequence[Round]
) -> Findings:
    """Only where norms can be made: standard play over nine rounds or more."""
    if tournament.rating_kind != RatingKind.STANDARD or len(rounds) < _ROUNDS_FOR_NORMS:
        return
    homeless = [_named(entry) for entry in entries if not entry.federation]
    if homeless:
        yield warning("report.norm_federations_missing", players=homeless)
    by_day: dict[date, list[int]] = defaultdict(list)
    for each in rounds:
        if each.day is not None:
            by_day[each.day].append(each.number)
    crowded = [day for day, numbers in by_day.items() if len(numbers) > _ROUNDS_A_DAY_FOR_NORMS]
    if crowded:
        yield warning("report.norm_rounds_a_day", days=sorted(crowded))
