"""What the writers put where, and what they refuse or leave out."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from pairing.record import (
    Cell,
    NationalRecord,
    Participant,
    ProhibitedPairing,
    TournamentInfo,
    TournamentRecord,
)
from pairing.scoring import Colour, Outcome, PointSystem
from pairing.trf import TrfError, losses, read_trf, write_trf16, write_trf26
from tests.support.trf_files import sample

W, B = Colour.WHITE, Colour.BLACK
BOTH = pytest.mark.parametrize("write", [write_trf16, write_trf26])


def record(*people: Participant, **fields) -> TournamentRecord:
    people = people or (Participant(1, "Solo"),)
    return TournamentRecord(people, rounds=5, completed=len(people[0].cells), **fields)


def lines(data: bytes) -> list[str]:
    assert data.endswith(b"\r\n")
    return data.decode("utf-8").removesuffix("\r\n").split("\r\n")


def test_the_worked_line_of_the_format():
    anna = Participant(
        14,
        "Example, Anna",
        (
            Cell(Outcome.WIN, 31, W),
            Cell(Outcome.LOSS, 2, B),
            Cell(Outcome.HALF_POINT_BYE),
            Cell(Outcome.DRAW, 20, W),
            Cell(Outcome.FORFEIT_WIN, 18, B),
        ),
        rating=2105,
        title="WFM",
        sex="w",
        federation="NOR",
        fide_id="1512345",
        birth="1998-04-23",
        rank=7,
    )
    others = (
        Participant(2, "B", _mirror(anna, 2)),
        Participant(18, "C", _mirror(anna, 18)),
        Participant(20, "D", _mirror(anna, 20)),
        Participant(31, "E", _mirror(anna, 31)),
    )
    # The published example has 3.5 points, which its results do not add up to.
    assert next(line for line in lines(write_trf16(record(anna, *others))) if "Anna" in line) == (
        "001   14 wWFM Example, Anna                     2105 NOR     1512345 1998/04/23  3.0    7"
        "    31 w 1     2 b 0  0000 - H    20 w =    18 b +"
    )


def _mirror(person: Participant, number: int) -> tuple[Cell, ...]:
    other = {"1": "0", "0": "1", "=": "=", "+": "-"}
    return tuple(
        Cell(Outcome(other[cell.outcome.value]), person.number, cell.colour.opposite)
        if cell.opponent == number
        else Cell(Outcome.ZERO_POINT_BYE)
        for cell in person.cells
    )


def test_trf16_as_a_whole():
    people = (
        Participant(1, "Alfa, Ana", (Cell(Outcome.WIN, 2, W),), 2100, rank=1),
        Participant(2, "Beta, Bo", (Cell(Outcome.LOSS, 1, B),), rank=2),
    )
    info = TournamentInfo(
        name="Open",
        city="Oslo",
        federation="NOR",
        start=date(2026, 3, 1),
        end=date(2026, 3, 5),
        kind="Individual: Swiss-System",
        chief_arbiter="Arbiter, A",
        deputy_arbiters=("Deputy, D", "Second, S"),
        time_control="90+30",
        round_dates=(date(2026, 3, 1), None, date(2026, 3, 5)),
    )
    found = record(
        *people,
        info=info,
        initial_colour=W,
        prohibited=(ProhibitedPairing((1, 2)),),
        system="FIDE_DUTCH_2026",
    )
    assert lines(write_trf16(found)) == [
        "012 Open",
        "022 Oslo",
        "032 NOR",
        "042 2026/03/01",
        "052 2026/03/05",
        "062 2",
        "072 1",
        "092 Individual: Swiss-System",
        "102 Arbiter, A",
        "112 Deputy, D",
        "112 Second, S",
        "122 90+30",
        "132" + " " * 88 + "26/03/01            26/03/05",
        "XXR 5",
        "XXC white1",
        "XXP 1 2",
        "001    1      Alfa, Ana                         2100"
        "                             1.0    1     2 w 1",
        "001    2      Beta, Bo                             0"
        "                             0.0    2     1 b 0",
    ]
    assert [line[:3] for line in lines(write_trf16(found, engine=False))] == [
        *("012", "022", "032", "042", "052", "062", "072", "092", "102", "112", "112", "122"),
        *("132", "001", "001"),
    ]


def test_trf26_sample_is_written_again_byte_for_byte():
    data = sample("open-trf26.trf")
    document = read_trf(data, strict=True)
    assert write_trf26(document.record) == data
    assert document.findings == ()


def test_trf26_for_rating_leaves_out_what_only_a_running_tournament_needs():
    document = read_trf(sample("open-trf26.trf"))
    codes = {line[:3] for line in lines(write_trf26(document.record, engine=False))}
    assert codes & {"142", "152", "240", "250", "260"} == set()
    assert codes >= {"012", "132", "162", "192", "202", "299", "001"}


@BOTH
def test_full_dates_of_birth_and_comments_stay_out_of_public_files(write):
    found = read_trf(sample("open-trf26.trf")).record
    federation, public = write(found), write(found, public=True)
    assert b"1991/03/04" in federation
    assert b"1991/00/00" in public
    births = [line[69:79].strip() for line in lines(public) if line[:3] == "001"]
    assert all(text == "" or text.endswith("/00/00") for text in births)
    assert [text for text in births if text] == [
        "1991/00/00",
        "1999/00/00",
        "1985/00/00",
        "2008/00/00",
        "1970/00/00",
        "2010/00/00",
    ]
    assert b"###" not in public
    assert len(lines(federation)) - len(lines(public)) == federation.count(b"###")


def test_dates_of_birth_of_national_entries_are_reduced_too():
    entry = NationalRecord("NOR", 1900, birth="2001-02-03")
    found = record(Participant(1, "Solo", national=(entry,)))
    assert b"2001/02/03" in write_trf26(found)
    assert b"2001/00/00" in write_trf26(found, public=True)


HOSTILE = "Eve\r\n001    2      Mallory\x0b\x0c\x1c\x85\u2028\u2029XXC black1\x00"
CLEANED = "Eve 001    2      Mallory XXC black1"


@BOTH
def test_no_text_can_inject_a_record(write):
    found = record(
        Participant(
            1,
            HOSTILE,
            sex="\n",
            title="\r\n1",
            federation="N\nR",
            fide_id="1\n2",
            birth="\n1990",
            national=(NationalRecord("NOR", name=HOSTILE, number="\n", origin="\n"),),
        ),
        info=TournamentInfo(
            name=HOSTILE,
            city=HOSTILE,
            federation=HOSTILE,
            kind=HOSTILE,
            chief_arbiter=HOSTILE,
            deputy_arbiters=(HOSTILE,),
            time_control=HOSTILE,
            time_control_code=HOSTILE,
            pairing_controller=HOSTILE,
            starting_rank_method=HOSTILE,
            tie_breaks=(HOSTILE,),
            comments=(HOSTILE,),
        ),
        system="FIDE\n",
    )
    data = write(found)
    text = data.decode()
    assert len(text.splitlines()) == data.count(b"\r\n")
    codes = [line[:3] for line in text.splitlines()]
    assert codes.count("001") == 1
    assert "XXC" not in codes
    again = read_trf(data).record
    assert (again.info.name, again.info.chief_arbiter) == (CLEANED, CLEANED)
    assert [person.name for person in again.participants] == [CLEANED[:33].strip()]


def test_a_national_entry_cannot_pass_for_another_record():
    entries = (NationalRecord("XXC", name="black1"), NationalRecord("001"), NationalRecord("nor"))
    found = record(Participant(1, "Solo", national=entries))
    assert {line[:3] for line in lines(write_trf26(found))} == {"062", "072", "142", "001"}
    assert [str(loss) for loss in losses(found, "trf26")] == [
        "TRF26 has no place for national ratings without a FIDE federation code (3); left out"
    ]


@BOTH
def test_lone_surrogates_do_not_stop_the_export(write):
    assert read_trf(write(record(Participant(1, "A\ud800B")))).record.participants[0].name == "A?B"


@BOTH
def test_order_of_participants_does_not_matter(write):
    one, two = Participant(1, "One"), Participant(2, "Two")
    assert write(record(one, two)) == write(record(two, one))


@BOTH
@pytest.mark.parametrize(
    ("person", "field"),
    [
        (Participant(10_000), "starting rank"),
        (Participant(1, rating=10_000), "rating"),
        (Participant(1, rank=10_000), "rank"),
    ],
)
def test_numbers_that_do_not_fit_are_refused_not_cut(write, person, field):
    with pytest.raises(TrfError) as caught:
        write(record(person))
    assert (caught.value.code, caught.value.params["field"]) == ("trf.write.too_wide", field)
    assert str(caught.value) == (f"trf.write.too_wide: {field} 10000 does not fit into 4 columns")


@BOTH
def test_a_hundred_points_and_more_are_written_without_decimals(write):
    points = PointSystem(win=500)
    byes = (Cell(Outcome.FULL_POINT_BYE),) * 3
    found = record(Participant(1, "Solo", byes), points=points)
    assert lines(write(found))[-1][80:84] == " 150"
    assert read_trf(write(found)).record.participants[0].cells == byes
    with pytest.raises(TrfError) as caught:
        write(replace(found, points=PointSystem(win=501)))
    assert caught.value.params == {"field": "points", "value": "150.3", "width": 4}


def test_what_trf16_cannot_carry_is_listed():
    found = read_trf(sample("open-trf26.trf")).record
    assert [str(loss) for loss in losses(found, "trf16")] == [
        "TRF16 has no place for the tournament type (1); left out",
        "TRF16 has no place for tie-breaks (4); left out",
        "TRF16 has no place for the time control code (1); left out",
        "TRF16 has no place for the pairing controller (1); left out",
        "TRF16 has no place for the starting rank method (1); left out",
        "TRF16 has no place for comments (1); left out",
        "TRF16 has no place for national ratings (2); left out",
        "TRF16 has no place for abnormal points (2); left out",
        "TRF16 has no place for byes of coming rounds (1); left out",
        "TRF16 prohibits for all rounds, not for some",
    ]
    assert losses(found, "trf26") == ()


def test_what_trf26_cannot_carry_is_listed():
    found = record(
        Participant(1, "A" * 40, (Cell(Outcome.FULL_POINT_BYE),), club="Chess Club"),
        points=PointSystem(win_black=15, loss_black=5),
        prohibited=(ProhibitedPairing((1, 2), soft=True),),
    )
    assert [str(loss) for loss in losses(found, "trf26")] == [
        "TRF26 has no place for clubs of players (1); left out",
        "TRF26 has no place for prohibitions that may give way (1); left out",
        "TRF26 has no place for points that depend on the colour (2); left out",
        f"name {'A' * 40} cut to {'A' * 33}",
        "1 players have no rank, which TRF26 asks for",
    ]
    assert b"260" not in write_trf26(found)


def test_wishes_are_not_written_as_prohibitions():
    found = record(
        Participant(1, "A"), Participant(2, "B"), prohibited=(ProhibitedPairing((1, 2), soft=True),)
    )
    assert b"XXP" not in write_trf16(found)


def test_prohibitions_of_other_rounds_are_left_out_of_trf16():
    found = record(
        Participant(1, "A"),
        Participant(2, "B"),
        prohibited=(ProhibitedPairing((1, 2), first_round=2, last_round=5),),
    )
    assert b"XXP" not in write_trf16(found)
    assert "prohibitions of other rounds" in str(losses(found, "trf16")[0])
    assert b"260   2   5    1    2" in write_trf26(found)
