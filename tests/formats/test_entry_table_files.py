"""Tables of entries as they are read: encodings, columns, values, workbooks."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime

import pytest

from tests.factories import (
    make_tournament,
)
from tests.support.entry_tables import D9, applied, codes, previewed, stored, workbook
from tournaments.core.errors import Invalid
from tournaments.core.texts import is_known
from tournaments.formats.entry_tables import sheets
from tournaments.formats.entry_tables.columns import HEADERS, lay_out
from tournaments.formats.entry_tables.sheets import read_sheet
from tournaments.formats.entry_tables.values import days_first

pytestmark = pytest.mark.django_db


# Encodings (D9).


@pytest.mark.parametrize(
    ("content", "remark"),
    [
        (D9.replace("\n", "\r\n").encode("utf-8-sig"), "encoding"),
        (D9.encode(), "encoding"),
        (D9.encode("utf-16"), "encoding"),
    ],
    ids=["mark and CRLF", "plain and LF", "utf-16"],
)
def test_d9_the_same_list_in_any_form_of_unicode(content, remark):
    tournament = make_tournament(0)
    preview = previewed(tournament, content)
    assert remark in codes(preview)
    applied(tournament, content)
    assert stored(tournament) == [
        (1, "Zażółć-Gęślą, Łucja", 2105, "POL"),
        (2, "Nguyễn, Thị Ánh", 1880, "VIE"),
        (3, "O'Brien d'Été, Müller", 1650, "IRL"),
    ]


def test_d9_windows_1252_is_a_guess_that_is_told():
    tournament = make_tournament(0)
    content = "Name;Rating\nO'Brien d'Été, Müller;1650\n".encode("cp1252")
    preview = previewed(tournament, content)
    assert [each.params for each in preview.remarks if "encoding" in each.code] == [
        {"value": "Windows-1252"}
    ]
    assert "encoding_guessed" in codes(preview)
    assert preview.rows[0].name == "O'Brien d'Été, Müller"


def test_d9_a_declared_encoding_is_no_guess():
    content = "Name;Elo\nZażółć-Gęślą, Łucja;2105\n".encode("iso-8859-2")
    preview = previewed(make_tournament(0), content, encoding="iso-8859-2")
    assert preview.rows[0].name == "Zażółć-Gęślą, Łucja"
    assert not [code for code in codes(preview) if "encoding" in code]


@pytest.mark.parametrize(
    ("content", "options", "code", "params"),
    [
        (b"Name\nA\x81b", {}, "undecodable", {"byte": "0x81", "line": 2, "encoding": "charmap"}),
        (b"Name\nA\xff", {"encoding": "utf-8"}, "undecodable", None),
        (b"Name\nA", {"encoding": "zip"}, "encoding_unknown", {"encoding": "zip"}),
        (b"Name\nA", {"encoding": "klingon"}, "encoding_unknown", {"encoding": "klingon"}),
        (b"Name\nA", {"encoding": "undefined"}, "encoding_unknown", {"encoding": "undefined"}),
        (b"Name\nA", {"encoding": "a\0"}, "encoding_unknown", {"encoding": "a\0"}),
        (b"\xff\xfeN\0a", {}, "undecodable", None),
        (b"", {}, "empty", {}),
        (b"\n \n;;\n", {}, "empty", {}),
        (b"12;34\n56;78", {}, "no_names", None),
        (b"Name\nA", {"columns": "nombre=Name"}, "field_unknown", None),
        (b"Name\nA", {"columns": "name=Jugador"}, "column_missing", {"headers": ["Jugador"]}),
        (b"Name\nA", {"columns": "name"}, "columns_unusable", {"item": "name"}),
        (b"\xd0\xcf\x11\xe0old", {}, "old_workbook", {}),
        (b"PK\x03\x04broken", {}, "workbook_unreadable", {"reason": "BadZipFile"}),
        (b"Name\n" + b"x" * 501, {}, "cell_too_long", {"line": 2, "limit": 500}),
        (b"Name" + b";a" * 60, {}, "too_many_columns", {"line": 1, "limit": 60}),
        (b"Name\n" + b"A B\n" * 2001, {}, "too_many_rows", {"limit": 2000}),
        (b'Name\n"Ruiz', {}, "not_a_table", None),
    ],
)
def test_files_that_cannot_be_read_are_refused_with_the_place(content, options, code, params):
    tournament = make_tournament(0)
    with pytest.raises(Invalid) as refusal:
        previewed(tournament, content, **options)
    assert refusal.value.code == f"entry_table.{code}"
    assert is_known(refusal.value.code)
    if params is not None:
        assert refusal.value.params == params


# Columns and values.


def test_columns_are_found_by_their_headers_and_what_is_not_used_is_told():
    content = (
        "Torneo de otoño;;;;\n"
        "Nº;Apellidos;Nombre;Elo FIDE;F. Nacimiento;Código FIDE;Título;Sexo;Club;Teléfono\n"
        "1;Ruiz Sanz;Eva;2105;;2200001;WFM;F;Peón;600\n"
    )
    preview = previewed(make_tournament(0), content)
    assert preview.layout.places == {
        "family_name": 1,
        "given_name": 2,
        "rating": 3,
        "fide_id": 5,
        "title": 6,
        "sex": 7,
        "club_name": 8,
    }
    assert codes(preview)[-1] == "columns_ignored"
    assert preview.remarks[-1].params == {"headers": ["Nº", "F. Nacimiento", "Teléfono"]}
    assert "header_line" in codes(preview)
    (row,) = preview.rows
    person = row.person
    assert (row.line, row.name, row.title, row.rating) == (3, "Ruiz Sanz, Eva", "WFM", 2105)
    assert (person.fide_id, person.sex, person.club_name) == ("2200001", "w", "Peón")


def test_the_organiser_may_say_what_columns_mean():
    content = "Quién,Cuánto\nRuiz,2000\n"
    preview = previewed(make_tournament(0), content, columns="name=quien;rating=Cuánto")
    assert (preview.rows[0].name, preview.rows[0].rating) == ("Ruiz", 2000)
    assert "column" not in codes(preview)


def test_without_headers_columns_are_read_by_their_content():
    content = "GM\tCarlsen, Magnus\tNOR\t1503014\t2840\nIM\tRuiz, Eva\tESP\t2200001\t0\n"
    preview = previewed(make_tournament(0), content)
    assert preview.layout.places == {
        "title": 0,
        "name": 1,
        "federation": 2,
        "fide_id": 3,
        "rating": 4,
    }
    assert codes(preview)[2] == "no_header"
    assert [row.rating for row in preview.rows] == [2840, None]


def test_every_header_is_folded_and_means_one_thing():
    from tournaments.core.folding import fold

    known = [header for headers in HEADERS.values() for header in headers]
    assert known == [fold(header) for header in known]
    assert len(known) == len(set(known))


@pytest.mark.parametrize(
    ("header", "cell", "field", "value", "code"),
    [
        ("Rating", "2105", "rating", 2105, None),
        ("Rating", "2105,0", "rating", 2105, "rating_read"),
        ("Rating", "2105.00", "rating", 2105, "rating_read"),
        ("Rating", "2.105", "rating", 2105, "rating_read"),
        ("Rating", "unr", "rating", None, None),
        ("Rating", "2105½", "rating", None, "rating_unusable"),
        ("Rating", "9999", "rating", None, "rating_unusable"),
        ("FIDE-ID", "'34179178'", "fide_id", "34179178", "fide_id_read"),
        ("FIDE-ID", "Z56538", "fide_id", "", "fide_id_unusable"),
        ("FIDE-ID", "2001-02-03", "fide_id", "", "fide_id_unusable"),
        ("FIDE-ID", "0", "fide_id", "", None),
        ("Title", "gm", "title", "GM", "title_read"),
        ("Title", "MI", "title", "IM", "title_read"),
        ("Title", "Dr", "title", "", "title_unknown"),
        ("Fed", "esp", "federation", "ESP", None),
        ("Fed", "Spain", "federation", "", "federation_unknown"),
        ("Born", "1990", "birth_year", 1990, None),
        ("Born", "1990-05-06", "birth_date", date(1990, 5, 6), None),
        ("Born", "06/05/1990", "birth_date", date(1990, 5, 6), None),
        ("Born", "00.00.1990", "birth_year", 1990, None),
        ("Born", "1900/01/01", "birth_date", None, None),
        ("Born", "31.02.1990", "birth_date", None, "birth_unusable"),
        ("Sex", "mujer", "sex", "w", None),
        ("Sex", "?", "sex", "", "sex_unknown"),
    ],
)
def test_how_a_value_is_read(header, cell, field, value, code):
    preview = previewed(make_tournament(0), f"Name;{header}\nRuiz, Eva;{cell}\n")
    (row,) = preview.rows
    assert getattr(row.person, field) == value
    assert codes(preview, 2) == ([code] if code else [])
    assert row.outcome == "enter"


@pytest.mark.parametrize(
    ("values", "first", "code"),
    [
        (["13/01/2001", "02/03/2001"], True, "entry_table.date_order"),
        (["01/13/2001", "02/03/2001"], False, "entry_table.date_order"),
        (["01/12/2001", "02/03/2001"], True, "entry_table.date_order_guessed"),
        (["2001-01-13", "1990"], True, None),
    ],
)
def test_the_whole_column_shows_whether_days_come_first(values, first, code):
    found, remark = days_first(values)
    assert (found, remark.code if remark else None) == (first, code)


def test_a_name_without_comma_is_kept_and_told():
    preview = previewed(make_tournament(0), "Name\nEva Ruiz Sanz\nMadonna\n")
    assert [row.name for row in preview.rows] == ["Eva Ruiz Sanz", "Madonna"]
    assert (codes(preview, 2), codes(preview, 3)) == (["name_not_split"], [])


def test_characters_that_nobody_sees_are_blanks_and_told():
    tournament = make_tournament(0)
    content = "Name;Club\nRuiz,\u202e Eva;Pe\u200bón\nNguye\u0302\u0303n, Anh;Ajo\n"
    preview = previewed(tournament, content)
    assert codes(preview, 2) == ["hidden_character"]
    assert codes(preview, 3) == []
    applied(tournament, content)
    rows = tournament.entries.order_by("pairing_number").values_list("name", "club_name")
    assert list(rows) == [("Nguyễn, Anh", "Ajo"), ("Ruiz, Eva", "Pe ón")]


# Workbooks.


def test_a_workbook_is_read_like_a_table():
    content = workbook(
        [
            ["Name", "Rating", "Birth", "FIDE ID"],
            ["Ruiz, Eva", 2105.0, datetime(1990, 5, 6), 2200001],
            [None, None, None, None],
            ["Sanz, Leo", None, 1985, None],
        ]
    )
    preview = previewed(make_tournament(0), content)
    assert preview.sheet.kind == "xlsx"
    assert preview.remarks[0].params == {"value": "Lista"}
    eva, leo = preview.rows
    assert (eva.rating, eva.person.birth_date, eva.person.fide_id) == (
        2105,
        date(1990, 5, 6),
        "2200001",
    )
    assert (leo.line, leo.rating, leo.person.birth_year) == (4, None, 1985)


def test_of_a_formula_only_the_stored_value_counts_and_it_is_told():
    content = workbook([["Name", "Rating"], ["Ruiz, Eva", "=2000+105"], ["=1+1", 1800]])
    preview = previewed(make_tournament(0), content)
    assert codes(preview, 2) == ["formula"]
    # Nothing was ever computed: there is no value to take.
    assert preview.rows[0].rating is None
    assert (preview.rows[1].outcome, preview.rows[1].code) == (
        "refused",
        "entry_table.name_missing",
    )


@pytest.mark.parametrize("cell", ["=HYPERLINK(1)", "+34", "@SUM", "=cmd|x"])
def test_names_that_a_spreadsheet_would_run_are_refused(cell):
    preview = previewed(make_tournament(0), f"Name\nRuiz, Eva\n{cell}a\n")
    assert preview.rows[1].outcome == "refused"


def bomb(members) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return stream.getvalue()


@pytest.mark.parametrize(
    "members",
    [
        [("xl/worksheets/sheet1.xml", b"0" * 20_000_000)],
        [(f"m{number}", b"x") for number in range(501)],
    ],
    ids=["ratio", "members"],
)
def test_archives_that_would_unpack_to_too_much_are_not_unpacked(members, monkeypatch):
    monkeypatch.setattr(sheets, "_cells", None)
    with pytest.raises(Invalid, match=r"entry_table.workbook_too_large"):
        read_sheet(bomb(members))


def test_entities_in_a_workbook_are_not_expanded():
    with zipfile.ZipFile(io.BytesIO(workbook([["Name"], ["Ruiz"]]))) as archive:
        members = {each: archive.read(each) for each in archive.namelist()}
    assert len(read_sheet(bomb(members.items())).rows) == 2
    sheet = "xl/worksheets/sheet1.xml"
    members[sheet] = b'<!DOCTYPE x [<!ENTITY a "aaaa">]>' + members[sheet]
    with pytest.raises(Invalid, match=r"entry_table.workbook_unreadable"):
        read_sheet(bomb(members.items()))


def test_a_workbook_that_lies_about_its_size_is_read_as_far_as_the_limit():
    with pytest.raises(Invalid, match=r"entry_table.too_many_rows"):
        read_sheet(workbook([["Name"], *([f"Ruiz {n}"] for n in range(2001))]))


def test_a_workbook_with_very_long_rows_is_read_as_far_as_the_limit():
    with pytest.raises(Invalid) as refusal:
        read_sheet(workbook([["Name"], ["x"] * 5000]))
    assert refusal.value.code == "entry_table.too_many_columns"
    assert refusal.value.params == {"line": 2, "limit": 60}


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        (b"Name\nRuiz, Eva\nSanz, Leo\n", [(2, ["Ruiz, Eva"]), (3, ["Sanz, Leo"])]),
        (b"Ruiz, Eva\nSanz, Leo\n", [(1, ["Ruiz, Eva"]), (2, ["Sanz, Leo"])]),
        (b"Name,Elo\nRuiz,2000\n", [(2, ["Ruiz", "2000"])]),
    ],
)
def test_commas_inside_names_divide_nothing(content, rows):
    sheet = read_sheet(content)
    assert lay_out(sheet).rows == rows


def test_a_line_with_more_cells_than_headers_is_refused():
    preview = previewed(make_tournament(0), "Name,Elo\nRuiz,2000\nSanz, Leo,1900\n")
    assert [(row.outcome, row.code) for row in preview.rows] == [
        ("enter", ""),
        ("refused", "entry_table.row_wider"),
    ]
