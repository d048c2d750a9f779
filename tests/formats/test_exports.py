"""A tournament as files: what they hold, what they never hold, and what they guard against."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import UTC, datetime

import pytest
from defusedxml.ElementTree import fromstring
from django.utils.translation import override
from openpyxl import load_workbook

from tests.factories import make_tournament, pair, play, round_of
from tournaments.core.errors import Conflict, Invalid, NotFound
from tournaments.core.principal import ANONYMOUS, SYSTEM
from tournaments.events.services import schedule_round
from tournaments.formats.exports.files import FORMATS, Wanted, export
from tournaments.formats.exports.sheets import guarded
from tournaments.formats.exports.snapshot import state_of
from tournaments.formats.exports.tables import TABLES
from tournaments.play.services import publish_round, unpair_round


def content(world, format, principal=ANONYMOUS, **wanted) -> bytes:
    file = export(
        principal=principal,
        tournament_id=world.tournament.pk,
        format=format,
        wanted=Wanted(**wanted),
    )
    return file.content if isinstance(file.content, bytes) else b"".join(file.content)


def rows(world, table, principal=ANONYMOUS, **wanted) -> list[dict[str, str]]:
    text = content(world, "csv", principal, table=table, **wanted).decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_entries_as_csv(world):
    found = rows(world, "entries")
    assert [row["pairing_number"] for row in found] == ["1", "2", "3", "4", "5", "6", ""]
    assert found[0] == {
        "pairing_number": "1",
        "title": "WGM",
        "name": "Zażółć-Gęślą, Łucja",
        "federation": "",
        "rating": "2400",
        "club": 'Club, "A"',
        "fide_id": "101",
        "birth": "1990",
        "status": "active",
    }
    assert rows(world, "entries", world.arbiter)[0]["birth"] == "1990-02-03"


def test_pairings_as_csv(world):
    found = rows(world, "pairings")
    assert [(row["round"], row["board"], row["result"]) for row in found] == [
        ("1", "1", "1/2-1/2"),
        ("1", "2", "0-0"),
        ("1", "3", "1-0F"),
        ("2", "1", "0-1U"),
        ("2", "2", "1/2-0"),
        ("2", "", "U"),
    ]
    assert [row["round"] for row in rows(world, "pairings", round_number=2)] == ["2"] * 3
    for number in (3, 4, 9):
        with pytest.raises(NotFound) as refusal:
            rows(world, "pairings", world.arbiter, round_number=number)
        assert refusal.value.code == "round.not_found"


def test_a_result_that_does_not_count_yet_is_not_in_the_files(world):
    world.board.__class__.objects.filter(pk=world.board.pk).update(confirmed=False)
    assert rows(world, "pairings", round_number=2)[0]["result"] == ""
    item = json.loads(content(world, "ndjson").splitlines()[11])
    assert (item["type"], item["data"]["board"], item["data"]["result"]) == ("result", 3, "1-0F")
    assert b'"result": "0-1U"' not in content(world, "ndjson")
    assert b"0-1U" not in content(world, "pgn")


def test_standings_and_crosstable_as_csv(world):
    standings = rows(world, "standings")
    assert list(standings[0])[:7] == [
        "rank",
        "pairing_number",
        "title",
        "name",
        "federation",
        "rating",
        "points",
    ]
    assert list(standings[0])[7:] == ["BH", "SB"]
    crosstable = rows(world, "crosstable")
    assert list(crosstable[0])[7:] == ["r1", "r2"]
    by_number = {row["pairing_number"]: row for row in crosstable}
    assert by_number["1"]["r1"] == "4w="
    assert by_number["6"]["r2"] == "Z"


# --- formulas ----------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_no_cell_of_a_csv_begins_like_a_formula(sign):
    assert guarded(f"{sign}1+1") == f"'{sign}1+1"
    assert (guarded("1=1"), guarded(-5), guarded(None), guarded("")) == ("1=1", -5, None, "")


def test_names_that_look_like_formulas_are_guarded_in_csv(world):
    names = {row["name"] for row in rows(world, "entries")}
    assert {'\'=cmd|" /C calc"!A0', "'+Plus, Minus-", "'@Home, Line"} <= names
    for table in TABLES:
        for row in rows(world, table):
            assert not any(cell.startswith(("=", "+", "@")) for cell in row.values())


def test_xlsx_has_a_sheet_for_each_table_and_no_formula(world):
    book = load_workbook(io.BytesIO(content(world, "xlsx")))
    assert book.sheetnames == ["Entries", "Pairings", "Standings", "Crosstable"]
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert [cell for cell in cells if cell.data_type == "f"] == []
    entries = list(book["Entries"].iter_rows(values_only=True))
    assert entries[0][:3] == ("No.", "Title", "Name")
    assert entries[1][0] == 1
    assert [row[2] for row in entries[1:3]] == ["Zażółć-Gęślą, Łucja", '=cmd|" /C calc"!A0']


def test_a_name_keeps_its_signs_in_xlsx_but_for_those_no_sheet_can_hold(world):
    world.entries[0].__class__.objects.filter(pk=world.entries[0].pk).update(name="A\x07B, C")
    book = load_workbook(io.BytesIO(content(world, "xlsx")))
    assert book["Entries"]["C2"].value == "A B, C"


def test_sheets_are_headed_in_the_readers_language(world):
    with override("es"):
        book = load_workbook(io.BytesIO(content(world, "xlsx")))
    assert book.sheetnames == ["Inscripciones", "Emparejamientos", "Clasificación", "Cuadro"]


# --- PGN ---------------------------------------------------------------------------------------


def games(text: str) -> list[dict[str, str]]:
    found = []
    for game in re.split(r"\n\n(?=\[Event )", text.strip("\n")):
        head, _, moves = game.partition("\n\n")
        tags = dict(re.findall(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]$', head, re.M))
        assert head.count("\n") + 1 == len(tags)
        found.append({**tags, "moves": moves})
    return found


def test_pgn_has_the_roster_first_then_the_other_tags_in_order(world):
    text = content(world, "pgn").decode()
    assert "\r" not in text
    first = text.split("\n\n")[0].split("\n")
    names = [line[1:].split(" ")[0] for line in first]
    assert names[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    assert names[7:] == sorted(names[7:])
    (game, *_) = games(text)
    assert game == {
        "Event": "Open de Mayo, Open; A, B",
        "Site": "Cádiz ESP",
        "Date": "2026.05.01",
        "Round": "1.1",
        "White": "Zażółć-Gęślą, Łucja",
        "Black": "+Plus, Minus-",
        "Result": "1/2-1/2",
        "BlackElo": "2100",
        "BlackTeam": 'Club, \\"A\\"',
        "Board": "1",
        "EventDate": "2026.05.01",
        "EventRounds": "5",
        "Section": "Open; A, B",
        "Time": "12:00:00",
        "TimeControl": "5400+30",
        "WhiteElo": "2400",
        "WhiteFideId": "101",
        "WhiteTeam": 'Club, \\"A\\"',
        "WhiteTitle": "WGM",
        "XPairing": game["XPairing"],
        "moves": "1/2-1/2",
    }


def test_results_without_a_token_are_in_a_comment_and_forfeits_no_games(world):
    found = {game["Round"]: game["moves"] for game in games(content(world, "pgn").decode())}
    assert found == {"1.1": "1/2-1/2", "1.2": "{ 0-0 } *", "2.1": "0-1", "2.2": "{ 1/2-0 } *"}
    whole = games(content(world, "pgn", forfeits=True).decode())
    forfeited = next(game for game in whole if game["Round"] == "1.3")
    assert (forfeited["Result"], "Termination" in forfeited) == ("1-0", False)
    assert [game["Round"] for game in games(content(world, "pgn", round_number=2).decode())] == [
        "2.1",
        "2.2",
    ]


def test_quotes_and_backslashes_of_a_name_cannot_end_its_tag(world):
    text = content(world, "pgn", forfeits=True).decode()
    assert '[White "O\'Brien, \\"Red\\" \\\\ Seán"]' in text or (
        '[Black "O\'Brien, \\"Red\\" \\\\ Seán"]' in text
    )
    world.entries[0].__class__.objects.filter(pk=world.entries[0].pk).update(
        name='A"]\n[Result "0-1"]'
    )
    (game, *_) = games(content(world, "pgn", round_number=1).decode())
    assert (game["White"], game["Result"]) == ('A\\"] [Result \\"0-1\\"]', "1/2-1/2")


# --- chess-results -----------------------------------------------------------------------------


def test_the_document_for_chess_results(world):
    text = content(world, "chessresults")
    assert text.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\r\n<chessresults>\r\n')
    root = fromstring(text)
    assert [child.tag for child in root] == [
        "tournamentdata",
        "rounds",
        "players",
        "playerpairings",
        "security",
    ]
    (tournament,) = root[0]
    wanted = {
        "type": "0",
        "name": "Open de Mayo, Open; A, B",
        "location": "Cádiz",
        "rounds": "5",
        "currentround": "2",
        "rankinground": "2",
        "from": "20260501",
        "endstatus": "N",
        "ratedfide": "J",
        "tb1no": "5",
        "tb3no": "",
        "federation": "ESP",
    }
    assert {name: tournament.get(name) for name in wanted} == wanted
    assert [each.attrib for each in root[1]][:2] == [
        {"round": "1", "date": "20260501", "time": "12:00", "replay": "1"},
        {"round": "2", "date": "20260502", "time": "18:00", "replay": "1"},
    ]
    first = root[2][0].attrib
    assert (first["no"], first["lastname"], first["firstname"]) == ("1", "Zażółć-Gęślą", "Łucja")
    assert (first["dob"], first["fideid"], first["rtgfide"]) == ("1990", "101", "2400")
    assert len(root[2]) == 6
    pairings = [each.attrib for each in root[3]]
    assert [
        (each["round"], each["pairing"], each["reswhite"], each["resblack"], each["forfeit"])
        for each in pairings
    ] == [
        ("1", "1", "0.5", "0.5", ""),
        ("1", "2", "0.0", "0.0", ""),
        ("1", "3", "1.0", "0.0", "K"),
        ("2", "1", "0.0", "1.0", "U"),
        ("2", "2", "0.5", "0.0", ""),
        ("2", "3", "", "", ""),
    ]
    assert pairings[5]["blackno"] == "-1"
    assert all("." not in each.get("pts") for each in root[2])
    arbiter = fromstring(content(world, "chessresults", world.arbiter))
    assert arbiter[2][0].get("dob") == "03.02.1990"


def test_chess_results_gets_no_knockout(world):
    world.tournament.__class__.objects.filter(pk=world.tournament.pk).update(system="knockout")
    with pytest.raises(Conflict) as refused:
        content(world, "chessresults")
    assert refused.value.code == "export.individuals_only"


# --- calendar ----------------------------------------------------------------------------------


def events(world, principal=ANONYMOUS) -> list[dict[str, str]]:
    text = content(world, "ics", principal).decode()
    assert text.endswith("END:VCALENDAR\r\n")
    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75
    unfolded = text.replace("\r\n ", "")
    found = []
    for part in unfolded.split("BEGIN:VEVENT\r\n")[1:]:
        lines = part.split("END:VEVENT")[0].strip().split("\r\n")
        found.append(dict(line.split(":", 1) for line in lines))
    return found


def test_the_calendar_has_the_announced_rounds(world):
    found = events(world)
    key = world.tournament.pk
    assert [event["UID"] for event in found] == [
        f"{key}-{number}@rounds.chess-tournament-server" for number in (1, 2, 3, 4)
    ]
    assert found[0]["DTSTART;TZID=Europe/Madrid"] == "20260501T120000"
    assert found[0]["DTEND;TZID=Europe/Madrid"] == "20260501T160000"
    assert found[0]["SUMMARY"] == "Open de Mayo\\, Open\\; A\\, B\\, round 1"
    assert found[3]["DTSTART;VALUE=DATE"] == "20260504"
    assert {event["SEQUENCE"] for event in found} == {"0"}
    assert found[0]["LOCATION"] == "Cádiz"


def test_another_time_raises_the_sequence_and_keeps_the_uid(world):
    before = events(world)[1]
    schedule_round(
        actor=SYSTEM, round_id=world.second.pk, starts_at=datetime(2026, 5, 2, 17, tzinfo=UTC)
    )
    after = events(world)[1]
    assert (after["UID"], after["SEQUENCE"]) == (before["UID"], "1")
    assert after["DTSTART;TZID=Europe/Madrid"] == "20260502T190000"
    assert after["DTSTAMP"] >= before["DTSTAMP"]


def test_the_calendar_has_its_time_zone_with_a_change_of_the_clock(world):
    text = content(world, "ics").decode().replace("\r\n", "\n")
    assert text.count("BEGIN:VTIMEZONE\nTZID:Europe/Madrid\n") == 1
    assert "DTSTART:20260430T120000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0200\nTZNAME:CEST" in text
    assert "STANDARD" not in text
    schedule_round(
        actor=SYSTEM,
        round_id=round_of(world.tournament, 5).pk,
        starts_at=datetime(2026, 10, 25, 10, tzinfo=UTC),
    )
    text = content(world, "ics").decode().replace("\r\n", "\n")
    assert (
        "BEGIN:STANDARD\nDTSTART:20261025T030000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\n"
        "TZNAME:CET\nEND:STANDARD\n"
    ) in text
    assert "DTSTART;TZID=Europe/Madrid:20261025T110000" in text


def test_long_titles_are_folded_at_whole_characters(world):
    world.tournament.__class__.objects.filter(pk=world.tournament.pk).update(name="Ж" * 150)
    assert events(world)[0]["SUMMARY"] == "Open de Mayo\\, " + "Ж" * 150 + "\\, round 1"


# --- what is not published ---------------------------------------------------------------------

ONE_OF_EACH = [
    *((format, {}) for format in FORMATS),
    *(("csv", {"table": table}) for table in TABLES),
    ("pgn", {"forfeits": True}),
]


@pytest.mark.parametrize("role", ["anonymous", "arbiter"])
@pytest.mark.parametrize(("format", "wanted"), ONE_OF_EACH)
def test_pairing_a_round_changes_no_byte_until_it_is_published(world, role, format, wanted):
    """Nor does the tag of the anonymous reader, who cannot know of the draft."""
    principal = getattr(world, role)

    def read():
        data = content(world, format, principal, **wanted)
        return _without_stamps(data) if format == "xlsx" else data

    with_draft, tag = read(), state_of(ANONYMOUS, world.tournament.pk)
    assert str(world.draft.pk).encode() not in with_draft
    for board in world.draft.boards.all():
        assert str(board.pk).encode() not in with_draft
    unpair_round(actor=SYSTEM, round_id=world.draft.pk)
    assert read() == with_draft
    assert state_of(ANONYMOUS, world.tournament.pk) == tag
    pair(world.tournament, 3)
    assert read() == with_draft
    publish_round(actor=SYSTEM, round_id=world.draft.pk)
    assert state_of(ANONYMOUS, world.tournament.pk) != tag
    unchanged = format == "ics" or wanted.get("table") in ("entries", "standings", "crosstable")
    unchanged = unchanged or (format, wanted) == ("csv", {})
    assert (read() == with_draft) == unchanged


def _without_stamps(data: bytes) -> list[str]:
    """The texts of a workbook, which itself holds the time when it was made."""
    book = load_workbook(io.BytesIO(data))
    return [str(row) for sheet in book for row in sheet.iter_rows(values_only=True)]


@pytest.mark.parametrize(("format", "wanted"), ONE_OF_EACH)
def test_personal_data_are_for_those_who_run_the_tournament(world, format, wanted):
    public = content(world, format, **wanted)
    if format == "xlsx":
        public = "".join(_without_stamps(public)).encode()
    for private in (b"1990-02-03", b"1990/02/03", b"Private remark", b"family"):
        assert private not in public


def test_hidden_tournaments_have_no_files(world):
    world.tournament.event.__class__.objects.update(visibility="hidden")
    for format in FORMATS:
        with pytest.raises(NotFound):
            content(world, format)
    with pytest.raises(NotFound):
        state_of(ANONYMOUS, world.tournament.pk)


def test_what_does_not_exist(world):
    for wanted, code in (
        ({"format": "doc"}, "export.format_unknown"),
        ({"format": "csv", "table": "prizes"}, "export.table_unknown"),
    ):
        with pytest.raises(Invalid) as refusal:
            content(world, **wanted)
        assert refusal.value.code == code


def test_an_export_asks_the_same_queries_at_any_size(db, django_assert_max_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = {}
    for size in (10, 40):
        tournament = make_tournament(size, rounds=3)
        for number in (1, 2):
            play(tournament, number)
        for format, wanted in ONE_OF_EACH:
            with CaptureQueriesContext(connection) as queries:
                file = export(
                    principal=ANONYMOUS,
                    tournament_id=tournament.pk,
                    format=format,
                    wanted=Wanted(**wanted),
                )
                b"".join(file.content) if not isinstance(file.content, bytes) else None
            counts[size, format, str(wanted)] = len(queries)
    for format, wanted in ONE_OF_EACH:
        assert counts[10, format, str(wanted)] == counts[40, format, str(wanted)]


# --- NDJSON ------------------------------------------------------------------------------------


def test_ndjson_names_everything_before_it_is_used(world):
    items = [json.loads(line) for line in content(world, "ndjson").splitlines()]
    known: set[str] = set()
    for item in items:
        data = item["data"]
        for name in ("white", "black", "entry"):
            if name in data:
                assert data[name] in known
        known.add(item.get("id", ""))
    assert [item["type"] for item in items] == [
        "tournament",
        *["entry"] * 7,
        "round",
        *["result"] * 3,
        "round",
        *["result"] * 2,
        "bye",
    ]
    assert items[0]["data"]["federation"] == "ESP"
    fourth = next(i for i in items if i["data"].get("name") == "+Plus, Minus-")
    assert fourth["data"]["external_ids"] == {"fide": None, "national": {"ESP": "000123"}}
    kinds = [item["data"]["kind"] for item in items if item["type"] == "result"]
    assert kinds == ["played", "played", "forfeit", "unrated", "played"]


def test_the_xml_inside_a_workbook_is_well_formed(world):
    import zipfile

    with zipfile.ZipFile(io.BytesIO(content(world, "xlsx"))) as archive:
        for name in archive.namelist():
            fromstring(archive.read(name))
    assert round_of(world.tournament, 3).status == "draft"
