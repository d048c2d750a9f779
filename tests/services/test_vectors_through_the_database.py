"""Vector tournaments through the database: nothing that an engine reads changes on the way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.record import TournamentInfo, TournamentRecord
from pairing.trf import read_trf, write_trf26
from tests.factories import make_club, make_event, pair, pairs_of, refreshed, round_of
from tests.paths import GOLDEN
from tests.support.dutch_vectors import boards, lines, record_of
from tournaments.core.principal import SYSTEM
from tournaments.play.record import build_record
from tournaments.play.trf.export import export_trf
from tournaments.play.trf.services import import_trf

pytestmark = pytest.mark.django_db

SAMPLE = GOLDEN / "dutch-tournaments.jsonl.gz"


def engine_view(record: TournamentRecord) -> TournamentRecord:
    """The record without what no engine reads, and without derived settings."""
    return replace(
        record,
        info=TournamentInfo(),
        system="",
        baku_last_number=None,
        participants=tuple(
            replace(person, name="", rank=None, sex="", federation="")
            for person in record.participants
        ),
    )


def test_imported_tournaments_give_the_record_of_their_file_and_export_it_again():
    event = make_event(make_club())
    checked = 0
    for line in list(lines(SAMPLE))[::4]:
        record = record_of(line)
        made = import_trf(actor=SYSTEM, event_id=event.pk, content=line["trf"].encode())
        tournament = refreshed(made.tournament)
        stored = build_record(tournament, through_round=record.completed)
        assert engine_view(stored) == engine_view(record), line["id"]
        for format in ("trf16", "trf26"):
            file = export_trf(principal=SYSTEM, tournament_id=tournament.pk, format=format)
            again = read_trf(file.content).record
            assert [p.cells for p in again.participants] == [p.cells for p in record.participants]
            assert again.points == record.points
        checked += 1
    assert checked == 21


def test_the_last_round_is_paired_by_the_server_as_by_the_reference():
    event = make_event(make_club())
    checked = 0
    for line in list(lines(SAMPLE))[::4]:
        record = record_of(line)
        if record.completed < 2 or len(line["pairings"]) != record.completed:
            continue
        before = write_trf26(record.truncated(record.completed - 1))
        tournament = import_trf(actor=SYSTEM, event_id=event.pk, content=before).tournament
        run = pair(tournament, record.completed)
        assert run.status == "done", (line["id"], run.error_code)
        found = pairs_of(round_of(tournament, record.completed))
        assert found == boards(line["pairings"][-1]), line["id"]
        checked += 1
    assert checked == 21
