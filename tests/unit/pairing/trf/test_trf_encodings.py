"""Names and encodings (case D9): columns are counted in characters."""

from __future__ import annotations

import random

import pytest

from pairing.trf import Severity, TrfError, read_trf, write_trf16, write_trf26
from tests.support.trf_files import player_line, trf

POLISH = "Zażółć-Gęślą, Łucja"
VIETNAMESE = "Nguyễn, Thị Ánh"
IRISH = "O'Brien d'Été, Müller"
LINES = (
    "012 Otwarty",
    "142 5",
    player_line(1, name=POLISH, rating="2105", federation="POL"),
    player_line(2, name=VIETNAMESE, rating="1880", federation="VIE"),
    player_line(3, name=IRISH, rating="1650", federation="IRL"),
)
PEOPLE = [(POLISH, 2105, "POL"), (VIETNAMESE, 1880, "VIE"), (IRISH, 1650, "IRL")]


def people(document):
    return [
        (person.name, person.rating, person.federation) for person in document.record.participants
    ]


def test_d9_utf8_with_mark_and_crlf_equals_utf8_without_mark_and_lf():
    with_mark = read_trf("\ufeff".encode() + trf(*LINES).replace(b"\n", b"\r\n"))
    without = read_trf(trf(*LINES))
    assert people(with_mark) == people(without) == PEOPLE
    assert with_mark.record == without.record
    assert (with_mark.encoding, without.encoding) == ("utf-8-sig", "utf-8")
    assert with_mark.findings == without.findings == ()


def test_d9_windows_1252_is_recognised_and_reported():
    document = read_trf("\n".join((*LINES[:2], LINES[4])).encode("cp1252"))
    assert people(document) == [(IRISH, 1650, "IRL")]
    assert document.encoding == "cp1252"
    assumed = [finding for finding in document.findings if finding.code == "trf.encoding.assumed"]
    assert [(finding.severity, finding.assumed) for finding in assumed] == [
        (Severity.ADJUSTMENT, "cp1252")
    ]


def test_d9_windows_1252_declared_needs_no_adjustment():
    data = "\n".join((*LINES[:2], LINES[4].replace("   3", "   1", 1))).encode("cp1252")
    document = read_trf(data, encoding="cp1252", strict=True)
    assert people(document) == [(IRISH, 1650, "IRL")]


def test_d9_iso_8859_2_declared_by_the_user():
    document = read_trf("\r\n".join(LINES[:3]).encode("iso-8859-2"), encoding="iso-8859-2")
    assert people(document) == [(POLISH, 2105, "POL")]
    assert (document.encoding, document.findings) == ("iso-8859-2", ())


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_line_ends_do_not_matter(line_end):
    data = line_end.join(LINES).encode()
    assert people(read_trf(data)) == PEOPLE
    with pytest.raises(TrfError) as caught:
        read_trf(data + line_end.encode() + LINES[2].encode())
    assert caught.value.params["line"] == 6


def test_mixed_line_ends_in_one_file():
    data = "\r\n".join(LINES[:2]) + "\r" + "\n".join(LINES[2:]) + "\x1a"
    assert people(read_trf(data.encode())) == PEOPLE


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_is_recognised_by_its_mark(encoding):
    document = read_trf(("\ufeff" + "\n".join(LINES)).encode(encoding))
    assert people(document) == PEOPLE
    assert document.encoding == "utf-16"


def test_decomposed_names_become_composed_ones():
    import unicodedata

    decomposed = player_line(1, name=unicodedata.normalize("NFD", "Müller, Éva"), rating="1900")
    assert decomposed != unicodedata.normalize("NFC", decomposed)
    assert people(read_trf(trf(decomposed))) == [("Müller, Éva", 1900, "")]


def test_columns_counted_in_bytes_are_repaired_and_reported():
    """The writer padded by bytes: everything after the name stands four columns too far left."""
    name = "Zażółć, Łucja"
    line = player_line(1, name=name, rating="2105", federation="POL", points="0.0")
    extra = len(name.encode()) - len(name)
    assert extra == 5
    short = line.replace(name + " " * extra, name, 1)
    document = read_trf(trf(short))
    assert people(document) == [(name, 2105, "POL")]
    shifted = [finding for finding in document.findings if finding.code == "trf.columns.shifted"]
    assert [finding.params["repair"] for finding in shifted] == ["columns counted in bytes"]


def test_a_decomposed_line_padded_by_composed_characters_is_repaired():
    line = player_line(1, name="Müller, Éva", rating="1900", points="0.0")
    decomposed = line.replace("ü", "u\u0308").replace("É", "E\u0301")
    document = read_trf(trf(decomposed))
    assert people(document) == [("Müller, Éva", 1900, "")]
    assert [
        finding.params["repair"]
        for finding in document.findings
        if finding.code == "trf.columns.shifted"
    ] == ["composed characters"]


def test_one_broken_byte_in_a_utf8_file_is_listed_and_spoils_nothing_else():
    data = trf(*LINES).replace("Ánh".encode(), b"\xc1nh")
    document = read_trf(data)
    assert [person.name for person in document.record.participants] == [
        POLISH,
        "Nguyễn, Thị  nh",
        IRISH,
    ]
    assert [str(finding) for finding in document.findings] == [
        "line 4, column 27: byte 0xc1 is not valid here: read as ' '"
    ]


def test_a_windows_1252_line_in_a_utf8_file_keeps_both_readings():
    data = trf(*LINES[:3]) + LINES[4].replace("   3", "   2", 1).encode("cp1252") + b"\n"
    document = read_trf(data)
    assert people(document) == [PEOPLE[0], PEOPLE[2]]
    assert [(finding.code, finding.line, finding.read) for finding in document.findings] == [
        ("trf.encoding.byte", 4, "c9"),
        ("trf.encoding.byte", 4, "e9"),
        ("trf.encoding.byte", 4, "fc"),
    ]


def test_no_replacement_character_is_ever_stored():
    data = trf(player_line(1, name="Ab\x81\x8d Cd")).replace("\x81".encode(), b"\x81")
    names = [person.name for person in read_trf(data).record.participants]
    assert names == ["Ab   Cd"]
    assert not set("\ufffd?Ã") & set(names[0])


@pytest.mark.parametrize(
    ("encoding", "code", "place"),
    [
        ("utf-8", "trf.encoding.undecodable", (3, 27)),
        ("ascii", "trf.encoding.undecodable", (3, 27)),
        ("klingon", "trf.encoding.unknown", (0, 0)),
        ("base64", "trf.encoding.unknown", (0, 0)),
        ("a\0b", "trf.encoding.unknown", (0, 0)),
    ],
)
def test_a_wrong_declaration_is_refused_with_its_place(encoding, code, place):
    data = trf(*LINES[:2]) + player_line(1, name="O'Brien d'Et\u00e9").encode("cp1252")
    with pytest.raises(TrfError) as caught:
        read_trf(data, encoding=encoding)
    assert caught.value.code == code
    assert (caught.value.params["line"], caught.value.params["column"]) == place


def test_a_byte_order_mark_wins_over_a_wrong_declaration():
    document = read_trf("\ufeff".encode() + trf(*LINES), encoding="cp1252")
    assert people(document) == PEOPLE
    assert [finding.code for finding in document.findings] == ["trf.encoding.bom_wins"]


@pytest.mark.parametrize("write", [write_trf16, write_trf26])
def test_d9_export_and_import_keep_names_and_columns(write):
    record = read_trf(trf(*LINES)).record
    data = write(record)
    assert not data.startswith(b"\xef\xbb\xbf")
    assert data.count(b"\n") == data.count(b"\r\n") == data.count(b"\r")
    assert read_trf(data).record == record
    for line in data.decode().splitlines():
        if line.startswith("001"):
            assert line[48:52].strip() in ("2105", "1880", "1650")
            assert line[53:56] in ("POL", "VIE", "IRL")


def test_d9_a_long_name_is_cut_at_33_characters_and_the_columns_stay():
    long = "Wójtowicz-Brzęczyszczykiewicz, Świętosława"
    record = read_trf(trf(player_line(1, name=long[:33], rating="2001", federation="POL"))).record
    from dataclasses import replace

    person = replace(record.participants[0], name=long)
    line = write_trf16(replace(record, participants=(person,))).decode().splitlines()[-1]
    assert line[14:47] == "Wójtowicz-Brzęczyszczykiewicz, Św"
    assert (line[47], line[48:52], line[53:56]) == (" ", "2001", "POL")


def test_ascii_variant_transcribes_names():
    lines = write_trf16(read_trf(trf(*LINES)).record, ascii_only=True)
    assert lines.isascii()
    assert [person.name for person in read_trf(lines).record.participants] == [
        "Zazolc-Gesla, Lucja",
        "Nguyen, Thi Anh",
        "O'Brien d'Ete, Muller",
    ]


def test_ten_megabytes_of_noise_give_one_clear_error():
    with pytest.raises(TrfError) as caught:
        read_trf(random.Random(1).randbytes(10_000_000))
    assert caught.value.code == "trf.not_trf"
    assert len(caught.value.findings) == 1


def test_a_file_over_the_limit_is_not_even_decoded():
    with pytest.raises(TrfError) as caught:
        read_trf(trf(*LINES), max_bytes=100)
    assert (caught.value.code, caught.value.params["limit"]) == ("trf.too_large", 100)
