"""Files over HTTP: media types, names, tags, and a tournament carried to another club."""

from __future__ import annotations

import json

import pytest

from tests.factories import make_club, make_event, pair, play, refreshed
from tournaments.core.principal import SYSTEM
from tournaments.events.services import schedule_round
from tournaments.formats.exports.files import FORMATS
from tournaments.play.services import publish_round

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def body(answer) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


@pytest.mark.parametrize(
    ("query", "media_type", "name", "begins"),
    [
        ("", "text/plain; charset=utf-8", "open-4-r1.trf16.txt", b"012 Open 4\r\n"),
        ("format=trf26", "text/plain; charset=utf-8", "open-4-r1.trf26.txt", b"012 Open 4\r\n"),
        ("format=csv", "text/csv; charset=utf-8", "open-4-standings.csv", b"rank,pairing_number"),
        (
            "format=csv&table=pairings&round=1",
            "text/csv; charset=utf-8",
            "open-4-r01-pairings.csv",
            b"round,board,",
        ),
        ("format=xlsx", XLSX, "open-4.xlsx", b"PK\x03\x04"),
        ("format=json", "application/json; charset=utf-8", "open-4.json", b'{\n "format": "chess'),
        ("format=ndjson", "application/x-ndjson; charset=utf-8", "open-4.ndjson", b'{"type": "tou'),
        (
            "format=pgn",
            "application/x-chess-pgn; charset=utf-8",
            "open-4.pgn",
            b'[Event "Autumn Open, Open 4"]',
        ),
        ("format=ics", "text/calendar; charset=utf-8", "open-4.ics", b"BEGIN:VCALENDAR\r\n"),
    ],
)
def test_files_have_their_type_and_name(api, make_tournament, query, media_type, name, begins):
    tournament = make_tournament(4)
    play(refreshed(tournament), 1)
    answer = api.anonymous.get(f"tournaments/{tournament.pk}/export?{query}")
    assert answer.status_code == 200
    assert answer["Content-Type"] == media_type
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    assert body(answer).startswith(begins)


def test_an_empty_file_has_its_type_too(api, make_tournament):
    answer = api.anonymous.get(f"tournaments/{make_tournament(4).pk}/export?format=pgn")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer["Content-Type"] == "application/x-chess-pgn; charset=utf-8"


@pytest.mark.parametrize("format", FORMATS)
def test_a_file_is_sent_again_only_when_something_changed(api, make_tournament, format):
    tournament = refreshed(make_tournament(4))
    play(tournament, 1)
    path = f"tournaments/{tournament.pk}/export?format={format}"
    first = api.anonymous.get(path)
    assert first.status_code == 200
    known = {"if_none_match": first["ETag"]}
    pair(tournament, 2)
    same = api.anonymous.get(path, **known)
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", first["ETag"])
    publish_round(actor=SYSTEM, round_id=tournament.rounds.get(number=2).pk)
    assert api.anonymous.get(path, **known).status_code == 200
    other = "csv" if format != "csv" else "json"
    assert api.anonymous.get(path.replace(format, other), **known).status_code == 200
    assert api.arbiter.get(path, **known).status_code == 200


@pytest.mark.parametrize("what", ["player", "schedule", "event"])
def test_the_tag_heeds_what_is_beside_the_tournament(api, make_tournament, what):
    tournament = refreshed(make_tournament(2))
    path = f"tournaments/{tournament.pk}/export?format=json"
    tag = api.anonymous.get(path)["ETag"]
    if what == "player":
        player = tournament.entries.first().player
        assert api.arbiter.change(f"players/{player.pk}", {"fide_id": "77"}).status_code == 200
    elif what == "event":
        changed = api.organiser.change(f"events/{tournament.event_id}", {"city": "Toledo"})
        assert changed.status_code == 200
    else:
        round = tournament.rounds.get(number=1)
        schedule_round(actor=SYSTEM, round_id=round.pk, day=tournament.event.start)
    assert api.anonymous.get(path, if_none_match=tag).status_code == 200


def test_reading_a_tag_costs_no_rows(api, make_tournament, django_assert_max_num_queries):
    tournament = refreshed(make_tournament(30))
    path = f"tournaments/{tournament.pk}/export?format=xlsx"
    tag = api.anonymous.get(path)["ETag"]
    with django_assert_max_num_queries(4):
        assert api.anonymous.get(path, if_none_match=tag).status_code == 304


def test_a_document_is_imported_into_another_club(api, make_tournament):
    tournament = refreshed(make_tournament(4))
    play(tournament, 1)
    sent = api.arbiter.get(f"tournaments/{tournament.pk}/export?format=json").content
    event = make_event(make_club("Elsewhere"))
    path = f"events/{event.pk}/import?name=Copy"
    options = {"raw": sent, "content_type": "application/json"}
    assert api.organiser.post(path, **options).status_code == 403
    made = api.superuser.post(path, **options)
    assert (made.status_code, made.json()["findings"]) == (201, [])
    assert made.json()["tournament"]["name"] == "Copy"
    copy = api.superuser.get(f"tournaments/{made.json()['tournament']['id']}/export?format=json")
    assert json.loads(copy.content) == {
        **json.loads(sent),
        "tournament": {**json.loads(sent)["tournament"], "name": "Copy"},
    }


def test_a_document_with_faults_is_refused_with_pointers(api, make_tournament, event):
    tournament = refreshed(make_tournament(2))
    data = json.loads(api.arbiter.get(f"tournaments/{tournament.pk}/export?format=json").content)
    data["entries"][1]["name"] = "A\u202eB"
    answer = api.organiser.post(f"events/{event.pk}/import", data)
    assert (answer.status_code, answer.json()["code"]) == (422, "import.document_invalid")
    assert answer.json()["errors"] == [
        {
            "pointer": "#/entries/1/name",
            "code": "field.control_character",
            "detail": "One readable line of text, without U+202E.",
        }
    ]
    assert event.tournaments.count() == 1
