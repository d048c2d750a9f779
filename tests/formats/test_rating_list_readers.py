"""FIDE's two formats and national tables: what a line says.  No database."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from tests.support.rating_lists import (
    COMBINED,
    LEGACY,
    SAMPLE,
    SINGLE,
    XML_TAGS,
    Listed,
    columns,
    txt,
    write,
    xml,
    zipped,
)
from tournaments.core.errors import Invalid
from tournaments.formats.rating_lists import csv_mapping, fide_txt, fide_xml, sources
from tournaments.formats.rating_lists.csv_mapping import KNOWN, Mapping, mapping_from
from tournaments.formats.rating_lists.rows import ListedRow, Rate, RejectedRow
from tournaments.formats.rating_lists.sources import Source, opened


def source(content: str | bytes, encoding: str = "ascii") -> Source:
    raw = content if isinstance(content, bytes) else content.encode(encoding)
    return Source(io.BytesIO(raw), "list", len(raw))


def read_txt(rows, layout=COMBINED, **options):
    return list(fide_txt.read(source("".join(txt(rows, layout))), **options))


def read_xml(rows, tags=XML_TAGS, **options):
    return list(fide_xml.read(source("".join(xml(rows, tags))), **options))


def test_the_made_up_files_have_the_widths_of_the_real_ones():
    assert sum(width for width, _ in COMBINED) == 162
    assert sum(width for width, _ in LEGACY) == 158
    assert sum(width for width, _ in SINGLE) == 136
    lines = list(txt(SAMPLE, end=""))
    assert [len(line) for line in lines] == [162, 162, 162, 162, 162, 163]
    starts = {name: lines[0].index(name) + 1 for _, name in COMBINED}
    assert (starts["SRtng"], starts["BRtng"], starts["B-day"], starts["Flag"]) == (
        114,
        140,
        153,
        159,
    )


CARLSEN = ListedRow(
    number="1503014",
    fide_id="1503014",
    name="Carlsen, Magnus",
    federation="NOR",
    sex="m",
    title="GM",
    birth_year=1990,
    rates={
        "standard": Rate(2839, 9, 10),
        "rapid": Rate(2825, None, 10),
        "blitz": Rate(2886, None, 10),
    },
)


@pytest.mark.parametrize("read", [read_txt, read_xml])
def test_both_formats_say_the_same(read):
    found = read(SAMPLE)
    assert found[0] == CARLSEN
    ana, nobody, sean, arbiter = found[1:]
    assert (ana.sex, ana.title, ana.womens_title, ana.flag) == ("w", "WGM", "WGM", "w")
    assert ana.rates["rapid"] == Rate()
    assert (nobody.name, nobody.federation, nobody.birth_year) == ("Nobody", "FID", None)
    assert nobody.rates == dict.fromkeys(("standard", "rapid", "blitz"), Rate())
    assert (sean.name, sean.flag, sean.rates["rapid"].rating) == ("O'Brien, Sean Jr.", "i", 1901)
    assert arbiter.other_titles == "SI,FI,LSI,SLI,NA,AFM"
    assert arbiter.rates["standard"] == Rate(1701, None, 40)
    assert (arbiter.birth_year, arbiter.flag) == (1970, "wi")


def test_a_line_of_163_characters_is_read_right():
    """rating-lists.md 1.2: the officials' titles run into FOA and push the rest by one."""
    line = next(line for line in txt(SAMPLE, end="") if line.startswith("2000004"))
    assert (len(line), line[94:114]) == (163, "SI,FI,LSI,SLI,NAAFM ")
    (row,) = (each for each in read_txt(SAMPLE) if each.number == "2000004")
    assert row.other_titles == "SI,FI,LSI,SLI,NA,AFM"
    assert row.rates["standard"].rating == 1701


def test_a_line_pushed_further_than_any_list_of_titles_is_rejected():
    row = Listed("1", "X", other="A" * 24, standard="1500")
    (found,) = read_txt([row])
    assert found == RejectedRow(1, "listed.line_too_long", found.text)


def test_the_legacy_list_has_no_arena_titles():
    found = read_txt(SAMPLE[:4], LEGACY)
    assert found[0] == CARLSEN
    assert read_xml(SAMPLE[:1], [tag for tag in XML_TAGS if tag != "foa_title"]) == [CARLSEN]


@pytest.mark.parametrize("kind", ["standard", "rapid", "blitz"])
def test_a_list_of_one_rate_of_play_says_not_which(kind):
    (row,) = read_txt(SAMPLE[:1], SINGLE, kind=kind)
    assert (row.name, row.birth_year, row.rates) == (
        "Carlsen, Magnus",
        1990,
        {kind: Rate(2839, 9, 10)},
    )
    tags = [*XML_TAGS[:11], "birthday", "flag"]
    assert read_xml(SAMPLE[:1], tags, kind=kind) == [row]
    for read, layout in ((read_txt, SINGLE), (read_xml, tags)):
        with pytest.raises(Invalid) as refusal:
            read(SAMPLE[:1], layout)
        assert refusal.value.code == "rating_list.kind_missing"


def test_columns_come_from_the_header_not_from_constants():
    """Were FIDE to widen the name by ten, nothing would be misread."""
    wider = tuple((71 if name == "Name" else width, name) for width, name in COMBINED)
    assert read_txt(SAMPLE[:1], wider) == [CARLSEN]


def test_lines_without_their_last_blanks_are_read():
    stripped = "\n".join(line.rstrip() for line in txt(SAMPLE[:4], end=""))
    assert next(fide_txt.read(source(stripped))) == CARLSEN


@pytest.mark.parametrize("lost", ["ID Number", "Name", "Fed"])
def test_a_list_without_a_needed_header_is_refused(lost):
    layout = [(width, "" if name == lost else name) for width, name in COMBINED]
    content = columns(layout, [name for _, name in layout]) + "\r\n"
    with pytest.raises(Invalid) as refusal:
        fide_txt.read(source(content))
    assert refusal.value.code == "rating_list.header_missing"


@pytest.mark.parametrize("content", [b"", b"\r\n", b"PK\x03\x04", b"{}"])
def test_what_is_no_list_is_refused(content):
    with pytest.raises(Invalid) as refusal:
        fide_txt.read(source(content))
    assert refusal.value.code == "rating_list.header_missing"


BAD = [
    (Listed("", "X"), "listed.id_missing"),
    (Listed("0", "X"), "listed.id_missing"),
    (Listed("12A", "X"), "listed.id_missing"),
    (Listed("5", ""), "listed.name_missing"),
    (Listed("5", "X", standard="18O0"), "listed.rating_malformed"),
    (Listed("5", "X", blitz="4001"), "listed.rating_impossible"),
    (Listed("5", "X", rapid_k="x"), "listed.number_malformed"),
]


@pytest.mark.parametrize("read", [read_txt, read_xml])
@pytest.mark.parametrize(("row", "code"), BAD)
def test_a_line_that_does_not_fit_is_counted_and_shown_and_the_rest_goes_on(read, row, code):
    first, bad, last = read([SAMPLE[0], row, SAMPLE[2]])
    assert (first.number, last.number) == ("1503014", "2000002")
    assert (bad.place, bad.code) == (2, code)
    assert bad.as_json()["text"] == bad.text[:120]


def test_a_byte_beyond_ascii_rejects_its_line_and_is_not_guessed():
    content = "".join(txt([Listed("7", "Garcia, Jose"), SAMPLE[0]])).encode()
    found = list(fide_txt.read(source(content.replace(b"Jose", b"Jos\xe9"))))
    assert (found[0].code, found[1]) == ("listed.not_ascii", CARLSEN)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("<players></players>", "rating_list.header_missing"),
        ("<playerslist></playerslist>", "rating_list.header_missing"),
        ("<playerslist><player><fideid>1</fideid></player>", "rating_list.header_missing"),
        ("<playerslist><player>", "rating_list.xml_malformed"),
        ("nothing", "rating_list.xml_malformed"),
        (
            '<!DOCTYPE x [<!ENTITY a "b">]><playerslist><player>&a;</player></playerslist>',
            "rating_list.xml_malformed",
        ),
    ],
)
def test_xml_that_is_none_or_not_the_list(content, code):
    with pytest.raises(Invalid) as refusal:
        list(fide_xml.read(source(content)))
    assert refusal.value.code == code


def test_xml_that_breaks_off_gives_what_was_whole_and_then_says_so():
    content = "".join(xml(SAMPLE))
    rows = fide_xml.read(source(content[: content.index("2000002")]))
    assert next(rows) == CARLSEN
    assert next(rows).number == "2000001"
    with pytest.raises(Invalid) as refusal:
        next(rows)
    assert refusal.value.code == "rating_list.xml_malformed"


# --- national tables ---------------------------------------------------------------------------

DSB = (
    'ID,ZPS,Mitgliedsnummer,Status,"Name,Vorname",Geschlecht,Spielberechtigung,Geburtsjahr,'
    '"Letzte Auswertung",DWZ,Index,FIDE-Elozahl,FIDE-Titel,FIDE-ID,FIDE-Land,Vorname,Nachname,'
    "FIDE-Frauentitel,FIDE-Elozahl-Schnellschach,FIDE-Elozahl-Blitz\r\n"
    '10001,A0101,0001,P,"Müller, Jürgen",M,D,1961,202640,1805,33,,,,,Jürgen,Müller,,,\r\n'
    '10001,B0202,0007,A,"Müller, Jürgen",M,D,1961,202640,1805,33,1902,FM,4600001,GER,J,M,,,\r\n'
    '10002,A0101,0002,A,"Weiß, Änne",W,D,2008,,,,,,,,Änne,Weiß,,,\r\n'
)


def test_the_german_list():
    found = list(csv_mapping.read(source(DSB, "cp1252"), KNOWN["dsb"]))
    passive, active, girl = found
    assert (passive.number, passive.preference, active.preference) == ("10001", 1, 2)
    assert active == ListedRow(
        number="10001",
        fide_id="4600001",
        name="Müller, Jürgen",
        federation="GER",
        sex="m",
        title="FM",
        birth_year=1961,
        rates={"standard": Rate(1805)},
        preference=2,
    )
    assert (girl.name, girl.sex, girl.federation) == ("Weiß, Änne", "w", "GER")
    assert girl.rates == {"standard": Rate()}


def test_the_dutch_and_the_canadian_list():
    knsb = (
        "Relatienummer;Naam;Titel;FED;Rating;Nv;Geboren;S\n8000001;Jansen, Piet;;NED;1999;;1970;\n"
    )
    (row,) = csv_mapping.read(source(knsb), KNOWN["knsb"])
    assert (row.number, row.rates, row.birth_year) == ("8000001", {"standard": Rate(1999)}, 1970)
    cfc = (
        "CFC#,Expiry,Last,First,Prov,City,Rating,High,Active Rtg,Active High,FIDE Number,"
        "FIDE Rating\n100000,2027/01/01,Smith,John,ON,Ottawa,1700,1800,unr,0,2600001,1650\n"
    )
    (row,) = csv_mapping.read(source(cfc), KNOWN["cfc"])
    assert (row.name, row.fide_id, row.federation) == ("Smith, John", "2600001", "CAN")
    assert row.rates == {"standard": Rate(1700), "rapid": Rate()}


MAPPING = Mapping("NOR", {"number": "Nr", "name": "Navn", "standard": "Rating"}, delimiter=";")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_mark_and_line_ends_make_no_difference(mark, end):
    content = f"{mark}Nr;Navn;Rating{end}{end}1;Zażółć-Gęślą, Łucja;2105{end}"
    (row,) = csv_mapping.read(source(content, "utf-8"), MAPPING)
    assert (row.number, row.name, row.rates["standard"].rating) == (
        "1",
        "Zażółć-Gęślą, Łucja",
        2105,
    )


def test_the_wrong_encoding_rejects_lines_instead_of_storing_signs_for_them():
    content = "Nr;Navn;Rating\n1;Øye;1500\n2;Aas;1600\n".encode("cp1252")
    bad, good = csv_mapping.read(source(content), MAPPING)
    assert (bad.code, good.name) == ("listed.encoding_wrong", "Aas")


def test_lines_of_tables_that_do_not_fit():
    content = "Nr;Navn;Rating\n1;A\n;B;1500\n3;;1500\n4;D;x\n5;E;-\n"
    found = list(csv_mapping.read(source(content), MAPPING))
    assert [each.code for each in found[:4]] == [
        "listed.line_malformed",
        "listed.id_missing",
        "listed.name_missing",
        "listed.rating_malformed",
    ]
    assert found[4].rates == {"standard": Rate()}


def test_a_table_without_a_mapped_column_is_refused():
    with pytest.raises(Invalid) as refusal:
        csv_mapping.read(source("Nr;Name;Rating\n"), MAPPING)
    assert refusal.value.code == "rating_list.header_missing"
    assert refusal.value.params == {"expected": ["Navn"], "found": ["Nr", "Name", "Rating"]}


def test_of_two_columns_with_one_name_the_first_is_meant_and_titles_may_stand_above():
    mapping = Mapping("DEN", {"number": "Nr", "name": "Navn", "rapid": "Hurtig"}, skip_lines=1)
    (row,) = csv_mapping.read(source("Liste\nNr,Navn,Nr,Hurtig\n7,A,8,1444\n"), mapping)
    assert (row.number, row.rates) == ("7", {"rapid": Rate(1444)})


def test_a_mapping_of_ones_own(tmp_path):
    path = tmp_path / "nor.json"
    path.write_text(
        json.dumps(
            {
                "list_name": "NOR",
                "delimiter": ";",
                "columns": {"number": "Nr", "name": "Navn", "standard": "Rating"},
            }
        )
    )
    assert mapping_from(str(path)) == MAPPING
    assert mapping_from("dsb") is KNOWN["dsb"]


@pytest.mark.parametrize(
    "data",
    [
        "[]",
        "{",
        '{"list_name": "NOR"}',
        '{"list_name": "NOR", "columns": {}, "more": 1}',
        '{"list_name": "NOR", "columns": {"number": "a", "name": "b"}}',
        '{"list_name": "NOR", "columns": {"number": "a", "standard": "b"}}',
        '{"list_name": "NOR", "columns": {"number": "a", "name": "b", "elo": "c"}}',
        '{"list_name": "NOR", "columns": {"number": "a", "name": "b", "rapid": "c"},'
        ' "encoding": "klingon"}',
        '{"list_name": "NOR", "columns": {"number": "a", "name": "b", "rapid": "c"},'
        ' "delimiter": ";;"}',
    ],
)
def test_mappings_that_cannot_be_used(tmp_path, data):
    path = tmp_path / "x.json"
    path.write_text(data)
    with pytest.raises(Invalid) as refusal:
        mapping_from(str(path))
    assert refusal.value.code == "rating_list.mapping_unusable"
    with pytest.raises(Invalid):
        mapping_from(str(tmp_path / "missing.json"))


# --- files -------------------------------------------------------------------------------------


def test_an_archive_is_read_through_and_says_how_far(tmp_path):
    plain = write(tmp_path / "players_list_foa.txt", txt(SAMPLE))
    with opened(zipped(tmp_path / "players_list.zip", plain)) as found:
        assert (found.name, found.total) == ("players_list_foa.txt", plain.stat().st_size)
        assert len(list(fide_txt.read(found))) == 5
        assert found.done == found.total


def test_an_archive_with_several_files_needs_the_name_of_one(tmp_path):
    path = tmp_path / "LV-0-csv.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("vereine.csv", "x")
        archive.writestr("spieler.csv", DSB.encode("cp1252"))
    with pytest.raises(Invalid) as refusal, opened(path):
        pass
    assert refusal.value.code == "rating_list.archive_ambiguous"
    with opened(path, "spieler.csv") as found:
        assert len(list(csv_mapping.read(found, KNOWN["dsb"]))) == 3


def test_files_that_cannot_be_read(tmp_path):
    for path in (tmp_path / "missing", tmp_path):
        with pytest.raises(Invalid) as refusal, opened(path):
            pass
        assert refusal.value.code == "rating_list.file_unreadable"


def test_a_bomb_and_an_endless_line_are_refused(tmp_path, monkeypatch):
    plain = write(tmp_path / "list.txt", txt(SAMPLE))
    with monkeypatch.context() as smaller:
        smaller.setattr(sources, "MOST_BYTES", 500)
        with pytest.raises(Invalid) as refusal, opened(zipped(tmp_path / "a.zip", plain)):
            pass
        assert refusal.value.code == "rating_list.too_large"
        with pytest.raises(Invalid) as refusal, opened(plain) as found:
            list(fide_txt.read(found))
        assert refusal.value.code == "rating_list.too_large"
    with pytest.raises(Invalid) as refusal:
        list(source("x" * 70_000).lines())
    assert refusal.value.code == "rating_list.line_endless"
