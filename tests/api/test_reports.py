"""Report files over HTTP: whatever is sent, there is an answer that says what is wrong."""

import pytest

from tournaments.events.models import Tournament

PLAYERS = b"001    1      Alpha\n001    2      Beta\n"


def send(api, event, content: bytes, query: str = "", **options):
    options = {"content_type": "text/plain"} | options
    return api.organiser.post(f"events/{event.pk}/import{query}", raw=content, **options)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "trf.not_trf"),
        (b"\x0e@n\x08\xd1\x14\xf1\r", "trf.not_trf"),
        (b"\xff\xfe", "trf.not_trf"),
        (b"\x00" * 1000, "trf.not_trf"),
        (b"PK\x03\x04" + bytes(range(256)) * 10, "trf.not_trf"),
        (bytes(range(256)) * 39_000, "trf.not_trf"),
        (b"001    1      Alpha\n001    1      Beta\n", None),
        (b"XXR 3\n001    1      Alpha" + b" " * 70 + b"     7 w 1\n", None),
    ],
    ids=["empty", "noise", "mark", "zeros", "archive", "10 MB", "twice", "no opponent"],
)
def test_broken_files_are_refused_whole(api, event, content, code):
    answer = send(api, event, content)
    body = answer.json()
    assert answer.status_code == 422, body
    assert body["code"] == code or code is None
    assert body["detail"] != body["title"]
    assert len(body["params"]["findings"]) >= 1
    assert Tournament.objects.count() == 0


def test_a_file_beyond_the_limit_is_not_even_read(api, event):
    answer = send(api, event, b" " * 10_000_001)
    assert (answer.status_code, answer.json()["code"]) == (413, "request.too_large")


@pytest.mark.parametrize("encoding", ["utf-7", "unicode_escape", "klingon", "rot13", "\x00"])
def test_encodings_that_are_none(api, event, encoding):
    content = rb"001    1      \ud800 +2AA-" + b"\n" + PLAYERS
    answer = api.organiser.request(
        "POST",
        f"events/{event.pk}/import?encoding={encoding}",
        raw=content,
        content_type="text/plain",
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "trf.encoding.unknown")


def test_adjustments_are_listed_with_their_place_in_the_readers_language(api, event):
    content = "012 Ábaco\nXXR 3\n001    1      Alpha                             21x0\n".encode()
    said = {}
    for language in ("en", "es"):
        answer = send(api, event, content + PLAYERS[20:], accept_language=language)
        assert answer.status_code == 201
        (finding,) = [each for each in answer.json()["findings"] if each["line"] == 3]
        assert (finding["severity"], finding["column"], finding["read"]) == (
            "adjustment",
            49,
            "21x0",
        )
        said[language] = finding["message"]
    assert said == {
        "en": "not a rating: 21x0; left empty",
        "es": "no es un Elo: 21x0; se deja vacío",
    }


def test_strict_refuses_what_would_be_adjusted(api, event):
    content = b"012 X\nXXR 3\n001    1      Alpha                             21x0\n" + PLAYERS[20:]
    answer = send(api, event, content, "?strict=true")
    assert answer.status_code == 422
    assert [each["read"] for each in answer.json()["params"]["findings"] if each["line"] == 3]
    assert Tournament.objects.count() == 0


def test_the_name_can_be_given(api, event):
    answer = send(api, event, b"012 In the file\nXXR 3\n" + PLAYERS, "?name=Mine")
    assert answer.json()["tournament"]["name"] == "Mine"


def test_an_empty_tournament_is_filled_and_a_filled_one_is_not(api, make_tournament):
    tournament = make_tournament(0, draft=True)
    path = f"tournaments/{tournament.pk}/import"
    options = {"raw": b"XXR 7\n" + PLAYERS, "content_type": "application/octet-stream"}
    filled = api.organiser.post(path, **options)
    assert (filled.status_code, filled.json()["tournament"]["round_count"]) == (200, 7)
    again = api.organiser.post(path, **options)
    assert (again.status_code, again.json()["code"]) == (409, "tournament.not_empty")
    assert tournament.entries.count() == 2


def test_other_media_types_are_refused(api, event):
    for kind in ("application/xml", "multipart/form-data; boundary=x"):
        answer = send(api, event, PLAYERS, content_type=kind)
        assert (answer.status_code, answer.json()["code"]) == (
            415,
            "request.unsupported_media_type",
        )


def test_birth_dates_are_for_those_who_run_the_tournament(api, club, make_tournament):
    tournament = make_tournament(1)
    player = tournament.entries.get().player
    api.arbiter.change(f"players/{player.pk}", {"birth_date": "2014-05-06"})
    path = f"tournaments/{tournament.pk}/export?format=trf16"
    seen = {role: getattr(api, role).get(path).content for role in ("anonymous", "arbiter")}
    assert b"2014/05/06" in seen["arbiter"]
    assert b"2014/05/06" not in seen["anonymous"]
    assert b"2014" in seen["anonymous"]


def test_the_file_has_a_name(api, make_tournament):
    answer = api.anonymous.get(f"tournaments/{make_tournament(2).pk}/export?format=trf26")
    assert answer["Content-Disposition"] == 'attachment; filename="open-2-r0.trf26.txt"'
