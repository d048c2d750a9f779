"""Report files in and out of the database."""

from __future__ import annotations

import unicodedata

import pytest

from pairing.trf import read_trf
from tests.factories import (
    board_of,
    changes_of,
    make_club,
    make_event,
    make_player,
    make_tournament,
    member,
    pair,
    pair_and_publish,
    pairs_of,
    play,
    refreshed,
    round_of,
    stranger,
)
from tests.paths import GOLDEN
from tournaments.core.errors import Conflict, Forbidden, Invalid, NotFound
from tournaments.core.principal import ANONYMOUS, SYSTEM
from tournaments.events.models import Entry, Tournament
from tournaments.events.services import request_bye
from tournaments.play.models import Board, Seat
from tournaments.play.record import build_record
from tournaments.play.services import record_result
from tournaments.play.trf.export import export_trf
from tournaments.play.trf.services import import_trf, import_trf_into
from tournaments.players.models import Player

pytestmark = pytest.mark.django_db

D6 = """012 Case D6
XXR 6
XXC white1
001    1      P1                                2380                             3.0    1     4 b 1     2 w 1     3 w 0     5 b 1
001    2      P2                                2360                             2.0    2     6 b -     1 b 0     7 w 1     6 w 1
001    3      P3                                2340                             4.0    3     7 w 1     6 b 1     1 b 1  0000 - U
001    4      P4                                2320                             3.0    4     1 w 0     5 b 1  0000 - U     7 b 1
001    5      P5                                2300                             1.5    5  0000 - H     4 w 0     6 b 1     1 w 0
001    6      P6                                2280                             1.0    6     2 w +     3 w 0     5 w 0     2 b 0
001    7      P7                                2260                             1.0    7     3 b 0  0000 - U     2 b 0     4 w 0
"""  # noqa: E501

D7 = """012 Case D7
XXR 5
XXC white1
001    1      P1                                2380                             2.5    1     4 w +     2 w =     3 b 1
001    2      P2                                2360                             1.5    2     5 w 1     1 b =     6 b 0
001    3      P3                                2340                             2.0    3     6 b 1     5 w 1     1 w 0
001    4      P4                                2320                             1.5    4     1 b -     6 w =     5 b 1
001    5      P5                                2300                             0.0    5     2 b 0     3 b 0     4 w 0
001    6      P6                                2280                             1.5    6     3 w 0     4 b =     2 w 1
"""  # noqa: E501


def imported(text: str, **options: object) -> Tournament:
    """The tournament that comes of a file."""
    event = make_event()
    result = import_trf(actor=SYSTEM, event_id=event.pk, content=text.encode(), **options)
    return refreshed(result.tournament)


def same_record(tournament: Tournament, data: bytes, through: int) -> None:
    """The database gives the record that the file gives, but for what only one of them says."""
    stored = build_record(tournament, through_round=through)
    read = read_trf(data).record
    assert [p.cells for p in stored.participants] == [p.cells for p in read.participants]
    assert [(p.number, p.name, p.rating) for p in stored.participants] == [
        (p.number, p.name, p.rating) for p in read.participants
    ]
    assert stored.points == read.points
    assert stored.initial_colour == read.initial_colour
    assert stored.planned_byes == read.planned_byes
    assert (stored.rounds, stored.completed) == (read.rounds, read.completed)


def test_d6_the_bye_goes_to_the_lowest_who_may_have_it():
    tournament = imported(D6)
    assert (tournament.name, tournament.status, tournament.round_count) == (
        "Case D6",
        "running",
        6,
    )
    assert pair(tournament, 5).status == "done"
    assert pairs_of(round_of(tournament, 5)) == [(3, 2), (7, 1), (4, 6), (5, None)]


def test_d7_a_forfeited_pairing_was_not_a_game():
    tournament = imported(D7)
    forfeit = Board.objects.get(round__number=1, outcome="1-0F")
    assert forfeit.confirmed
    pair(tournament, 4)
    assert pairs_of(round_of(tournament, 4)) == [(1, 4), (2, 3), (5, 6)]


def test_boards_are_numbered_in_publication_order_c04_2_3_6():
    tournament = imported(D6)
    assert pairs_of(round_of(tournament, 4)) == [(5, 1), (7, 4), (2, 6), (3, None)]


def test_every_round_and_seat_is_stored():
    tournament = imported(D6)
    assert Seat.objects.count() == 28
    assert Board.objects.count() == 12
    assert list(Seat.objects.exclude(bye="").values_list("bye", flat=True).order_by("bye")) == [
        "H",
        "U",
        "U",
        "U",
    ]
    statuses = list(tournament.rounds.order_by("number").values_list("status", flat=True))
    assert statuses == ["completed"] * 4 + ["planned"] * 2
    assert changes_of(tournament) == ["tournament.imported"]
    logged = tournament.event.club.changes.get(type="players.imported")
    assert logged.data == {"created": 7, "completed": 0, "players": []}
    same_record(tournament, D6.encode(), 4)


@pytest.mark.parametrize("format", ["trf16", "trf26"])
def test_export_and_import_again_gives_the_same_record(format):
    tournament = imported(D6)
    request_bye(
        actor=SYSTEM,
        entry_id=tournament.entries.get(pairing_number=1).pk,
        round_number=5,
        kind="H",
    )
    file = export_trf(principal=SYSTEM, tournament_id=tournament.pk, format=format)
    again = import_trf(actor=SYSTEM, event_id=tournament.event_id, content=file.content)
    same_record(refreshed(again.tournament), file.content, 4)
    assert build_record(tournament, through_round=4).participants == (
        build_record(refreshed(again.tournament), through_round=4).participants
    )


def test_the_export_holds_published_rounds_only_and_the_places():
    tournament = make_tournament(4, rounds=3)
    play(tournament, 1)
    pair(tournament, 2)
    file = export_trf(principal=SYSTEM, tournament_id=tournament.pk)
    record = read_trf(file.content).record
    assert (record.completed, record.rounds) == (1, 3)
    assert [person.rank for person in record.participants] == [1, 3, 3, 1]
    assert file.name == "open-a-r1.trf16.txt"


def test_the_public_export_has_no_birth_days_no_absences_and_no_prohibitions():
    tournament = make_tournament(4, rounds=3)
    play(tournament, 1)
    entry = tournament.entries.get(pairing_number=2)
    Player.objects.filter(pk=entry.player_id).update(birth_date="2011-05-06")
    request_bye(actor=SYSTEM, entry_id=entry.pk, round_number=2, kind="H")
    own = read_trf(
        export_trf(
            principal=member(tournament.event.club), tournament_id=tournament.pk, format="trf26"
        ).content
    ).record
    public = read_trf(
        export_trf(principal=ANONYMOUS, tournament_id=tournament.pk, format="trf26").content
    ).record
    assert (own.participants[1].birth, len(own.planned_byes)) == ("2011-05-06", 1)
    assert (public.participants[1].birth[:4], len(public.planned_byes)) == ("2011", 0)
    assert "05-06" not in public.participants[1].birth


def test_d11c_the_rating_report_waits_for_every_result():
    tournament = make_tournament(4, rounds=1)
    round = pair_and_publish(tournament, 1)
    record_result(actor=SYSTEM, board_id=board_of(round, 1).pk, outcome="1-0")
    record_result(actor=SYSTEM, board_id=board_of(round, 2).pk, outcome="POSTPONED")
    with pytest.raises(Conflict) as refusal:
        export_trf(principal=SYSTEM, tournament_id=tournament.pk, report=True)
    assert refusal.value.code == "standings.not_final"
    assert [board["board"] for board in refusal.value.params["boards"]] == [2]
    assert export_trf(principal=SYSTEM, tournament_id=tournament.pk).content
    record_result(actor=SYSTEM, board_id=board_of(round, 2).pk, outcome="1/2-1/2")
    report = export_trf(principal=SYSTEM, tournament_id=tournament.pk, report=True).content
    assert b"XXR" not in report


def test_an_unknown_format_is_refused():
    tournament = make_tournament(2)
    with pytest.raises(Invalid) as refusal:
        export_trf(principal=SYSTEM, tournament_id=tournament.pk, format="pgn")
    assert refusal.value.params == {"format": "pgn", "known": ["trf16", "trf26"]}


def test_all_case_files_import_and_export_again():
    files = sorted((GOLDEN / "trf").glob("d0*.trf"))
    assert len(files) == 8
    for path in files:
        event = make_event(name=path.stem)
        data = path.read_bytes()
        result = import_trf(actor=SYSTEM, event_id=event.pk, content=data)
        tournament = refreshed(result.tournament)
        completed = read_trf(data).record.completed
        same_record(tournament, data, completed)
        for format in ("trf16", "trf26"):
            exported = export_trf(principal=SYSTEM, tournament_id=tournament.pk, format=format)
            cells = [p.cells for p in read_trf(exported.content).record.participants]
            assert cells == [p.cells for p in read_trf(data).record.participants]


def test_importing_into_an_empty_tournament_keeps_its_name_and_address():
    tournament = make_tournament(name="Abierto", slug="abierto")
    result = import_trf_into(
        actor=SYSTEM, tournament_id=tournament.pk, content=D7.encode(), expected_version=1
    )
    filled = refreshed(result.tournament)
    assert (filled.pk, filled.name, filled.slug) == (tournament.pk, "Abierto", "abierto")
    assert (filled.round_count, filled.status, filled.entries.count()) == (5, "running", 6)
    assert changes_of(filled) == ["tournament.created", "tournament.imported"]
    with pytest.raises(Conflict) as refusal:
        import_trf_into(actor=SYSTEM, tournament_id=tournament.pk, content=D6.encode())
    assert refusal.value.params == {"entries": 6}
    assert filled.entries.count() == 6


BROKEN = {
    "nothing": (b"", "trf.not_trf"),
    "not a report": (b"\x00\x01PK\x03\x04 nothing here" * 50, "trf.not_trf"),
    "duplicate number": (
        D7.replace("001    2      P2", "001    1      P2").encode(),
        "trf.player.duplicate",
    ),
    "bye with an opponent": (
        D7.replace("    4 w +     2 w =", "    4 w U     2 w =").encode(),
        "trf.cell.bye_with_opponent",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_files_are_refused_and_nothing_is_stored(case):
    content, code = BROKEN[case]
    event = make_event()
    with pytest.raises(Invalid) as refusal:
        import_trf(actor=SYSTEM, event_id=event.pk, content=content)
    assert refusal.value.code == code
    assert refusal.value.params["findings"]
    assert (Tournament.objects.count(), Entry.objects.count(), Player.objects.count()) == (0, 0, 0)


def test_a_strict_import_refuses_what_needs_an_adjustment():
    event = make_event()
    doubtful = D7.replace("2380", "ABCD").encode()
    with pytest.raises(Invalid) as refusal:
        import_trf(actor=SYSTEM, event_id=event.pk, content=doubtful, strict=True)
    assert refusal.value.params["line"] == 4
    assert Tournament.objects.count() == 0
    result = import_trf(actor=SYSTEM, event_id=event.pk, content=doubtful)
    assert result.tournament.entries.get(pairing_number=1).rating is None
    assert any(finding.line == 4 for finding in result.findings)


def test_who_may_import():
    event = make_event()
    for principal in (ANONYMOUS, stranger(), member(event.club, "arbiter")):
        with pytest.raises(Forbidden):
            import_trf(actor=principal, event_id=event.pk, content=D6.encode())
    hidden = make_event(name="Secreto", visibility="hidden")
    with pytest.raises(NotFound):
        import_trf(actor=stranger(), event_id=hidden.pk, content=D6.encode())
    organiser = member(event.club, "organiser")
    assert import_trf(actor=organiser, event_id=event.pk, content=D6.encode()).tournament.pk


def test_players_are_recognised_by_fide_id_or_by_name_and_birth():
    club = make_club()
    event = make_event(club)
    by_id = make_player(club, "Nowak, Jan", fide_id="1234567")
    by_name = make_player(club, "García, Ana", birth_date="2001-02-03")
    make_player(club, "Smith, John")
    other_id = make_player(club, "Weber, Max", birth_date="1990-01-01", fide_id="7777777")
    file = """012 People
XXR 3
001    1 m    Nowak, J.                         2100 POL     1234567 1999/01/02  0.0    1
001    2 w    Garcia, Ana                       2000                 2001/02/03  0.0    2
001    3      Smith, John                       1900                             0.0    3
001    4      Weber, Max                        1800         8888888 1990/01/01  0.0    4
"""
    result = import_trf(actor=SYSTEM, event_id=event.pk, content=file.encode())
    entries = {entry.pairing_number: entry for entry in result.tournament.entries.all()}
    assert entries[1].player_id == by_id.pk
    assert entries[2].player_id == by_name.pk
    assert entries[4].player_id != other_id.pk
    assert Player.objects.filter(club=club).count() == 6
    by_id.refresh_from_db()
    assert (by_id.name, by_id.birth, by_id.sex, by_id.federation, by_id.version) == (
        "Nowak, Jan",
        "1999-01-02",
        "m",
        "POL",
        2,
    )
    assert entries[1].name == "Nowak, J."
    again = import_trf(actor=SYSTEM, event_id=event.pk, content=file.encode())
    assert Player.objects.filter(club=club).count() == 7
    assert again.tournament.slug == "people-2"


def test_d9_names_survive_and_are_found_without_their_accents():
    event = make_event()
    people = (("Zażółć-Gęślą, Łucja", 2105, "POL"), ("Nguyễn, Thị Ánh", 1880, "VIE"))
    lines = [
        f"001 {number:>4}      {name:<33} {rating:>4} {federation}"
        for number, (name, rating, federation) in enumerate(people, start=1)
    ]
    file = "\r\n".join(["012 Names", "XXR 3", *lines, ""])
    tournament = import_trf(actor=SYSTEM, event_id=event.pk, content=file.encode()).tournament
    entry = tournament.entries.get(pairing_number=1)
    assert (entry.name, entry.rating, entry.federation) == ("Zażółć-Gęślą, Łucja", 2105, "POL")
    for text in ("Zazolc", "ZAŻÓŁĆ", "gesla lucja", unicodedata.normalize("NFD", "Zażółć")):
        assert list(Player.objects.search(text)) == [entry.player], text
    assert [p.name for p in Player.objects.search("nguyen anh")] == ["Nguyễn, Thị Ánh"]
    assert list(Player.objects.search("Zazolcz")) == []
    exported = export_trf(principal=SYSTEM, tournament_id=tournament.pk)
    assert "Zażółć-Gęślą, Łucja".encode() in exported.content


def test_a_round_robin_is_kept_but_not_paired_by_the_server():
    file = """012 Club final
092 Individual: Round Robin
XXR 3
001    1      A                                 2100                             1.0    1     2 w 1
001    2      B                                 2000                             0.0    2     1 b 0
"""
    tournament = imported(file)
    assert (tournament.system, tournament.tie_breaks) == ("custom", ["PTS", "SB", "DE", "KS"])
    with pytest.raises(Conflict) as refusal:
        pair(tournament, 2)
    assert refusal.value.code == "tournament.paired_by_hand"


@pytest.mark.parametrize(
    ("letter", "outcome"), [("*", "POSTPONED"), (" ", "")], ids=["adjourned", "no result yet"]
)
def test_a_running_round_is_published_with_what_is_open(letter, outcome):
    file = D7.replace("3 b 1\n", f"3 b {letter}\n").replace("1 w 0\n", f"1 w {letter}\n")
    tournament = imported(file)
    assert round_of(tournament, 3).status == "published"
    open_boards = Board.objects.filter(round__tournament=tournament).unsettled()
    assert [(board.round.number, board.outcome) for board in open_boards] == [(3, outcome)]


def test_team_files_are_refused_plainly():
    file = D7 + "013 Team A                             1    2    3\n"
    with pytest.raises(Invalid) as refusal:
        imported(file)
    assert refusal.value.code == "import.team_event_unsupported"
    assert Tournament.objects.count() == 0
