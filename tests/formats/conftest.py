"""A tournament with everything that an export can hold."""

from __future__ import annotations

from datetime import UTC, date, datetime
from types import SimpleNamespace

import pytest

from tests.factories import (
    board_of,
    entry_ids,
    make_club,
    make_event,
    make_player,
    make_tournament,
    member,
    pair,
    play,
    refreshed,
    round_of,
)
from tournaments.core.principal import ANONYMOUS, SYSTEM
from tournaments.events.services import (
    add_entry,
    prohibit_pairing,
    request_bye,
    schedule_round,
    update_tournament,
    withdraw_entry,
)
from tournaments.play.services import record_result

PEOPLE = (
    ("Zażółć-Gęślą, Łucja", {"title": "WGM", "fide_id": "101", "birth_date": date(1990, 2, 3)}),
    ('=cmd|" /C calc"!A0', {"title": "FM", "federation": "ESP", "birth_year": 2001}),
    ("Иванов, Пётр", {"name_latin": "Ivanov, Petr", "federation": "RUS", "sex": "m"}),
    ("+Plus, Minus-", {"national_ids": [{"federation": "ESP", "number": "000123"}]}),
    ('O\'Brien, "Red" \\ Seán', {}),
    ("@Home, Line", {}),
    ("Late, Comer", {}),
)


@pytest.fixture
def world(db):
    """Round 1 with every kind of result, round 2 open, round 3 a draft; somebody has left."""
    club = make_club(federation="ESP")
    event = make_event(club, city="Cádiz", federation="ESP", time_zone="Europe/Madrid")
    tournament = make_tournament(
        0, rounds=5, event=event, name="Open; A, B", tie_breaks=["PTS", "BH", "SB"]
    )
    entries = []
    for rating, (name, fields) in zip(range(2400, 1000, -100), PEOPLE, strict=False):
        player = make_player(club, name, **fields)
        late = {"from_round": 4} if name.startswith("Late") else {}
        entries.append(
            add_entry(
                actor=SYSTEM,
                tournament_id=tournament.pk,
                player_id=player.pk,
                rating=rating,
                club_name='Club, "A"',
                **late,
            )
        )
    update_tournament(
        actor=SYSTEM,
        tournament_id=tournament.pk,
        report_comments=["Private remark"],
        time_control_code="5400+30",
        abnormal_points=[
            {"outcome": "W", "points": 20, "round": None, "entries": [str(entries[0].pk)]}
        ],
    )
    prohibit_pairing(
        actor=SYSTEM,
        tournament_id=tournament.pk,
        entry_ids=[entries[0].pk, entries[1].pk],
        label="family",
    )
    for number, hour in ((1, 10), (2, 16), (3, 10)):
        schedule_round(
            actor=SYSTEM,
            round_id=round_of(tournament, number).pk,
            starts_at=datetime(2026, 5, number, hour, tzinfo=UTC),
        )
    schedule_round(actor=SYSTEM, round_id=round_of(tournament, 4).pk, day=date(2026, 5, 4))
    play(tournament, 1, {1: "1/2-1/2", 2: "0-0", 3: "1-0F"})
    withdraw_entry(actor=SYSTEM, entry_id=entries[5].pk)
    second = play(tournament, 2, {1: "0-1U", 2: "1/2-0"})
    pair(tournament, 3)
    request_bye(actor=SYSTEM, entry_id=entries[2].pk, round_number=5, kind="H")
    return SimpleNamespace(
        tournament=refreshed(tournament),
        entries=entries,
        arbiter=member(club, "arbiter"),
        anonymous=ANONYMOUS,
        ids=entry_ids(tournament),
        second=second,
        draft=round_of(tournament, 3),
        board=board_of(second, 1),
        record=lambda outcome: record_result(
            actor=SYSTEM, board_id=board_of(second, 1).pk, outcome=outcome
        ),
    )
