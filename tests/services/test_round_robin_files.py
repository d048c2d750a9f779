"""Round robins and their relatives through report files, out and in again."""

from __future__ import annotations

import json

import pytest

from pairing.systems import SYSTEMS
from pairing.trf import read_trf
from tests.factories import entry_ids, make_event, pair_and_publish, refreshed, round_of
from tests.support.round_robins import (
    board_between,
    boards_of,
    make_round_robin,
    make_team_event,
    outcomes,
    play_round,
    table_of,
)
from tournaments.core.errors import Invalid
from tournaments.core.principal import SYSTEM
from tournaments.events.services import return_entry, withdraw_entry
from tournaments.formats.exports.snapshot import snapshot
from tournaments.formats.portable import to_document
from tournaments.formats.portable_import import import_document
from tournaments.play.record import build_record
from tournaments.play.trf.export import export_trf
from tournaments.play.trf.services import import_trf, import_trf_into
from tournaments.schedules.models import CancelledGame, Draw
from tournaments.schedules.options import as_data, settings_of
from tournaments.standings.selectors import standings_for

pytestmark = pytest.mark.django_db


def file_of(tournament, **asked) -> bytes:
    """The TRF26 file of those who run the tournament."""
    exported = export_trf(principal=SYSTEM, tournament_id=tournament.pk, format="trf26", **asked)
    return exported.content


def imported(content: bytes):
    """The tournament made of a file, and the codes of all remarks."""
    found = import_trf(actor=SYSTEM, event_id=make_event().pk, content=content)
    return refreshed(found.tournament), [each.code for each in found.findings]


def ranks(tournament) -> list[tuple[int | None, int | None, str, int]]:
    """(rank, number, group, points) line by line."""
    table = standings_for(principal=SYSTEM, tournament_id=tournament.pk)
    return [(row.rank, row.entry.pairing_number, row.group, row.points) for row in table.rows]


def make(system: str):
    """A tournament of a system, not begun."""
    if SYSTEMS[system].teams:
        sizes = {"scheveningen": (4, 4), "skalitzka": (2, 2, 2), "team-round-robin": (2, 2, 2)}
        colours = {"board_colours": "BW"} if system == "team-round-robin" else {}
        return make_team_event(sizes[system], system, schedule=colours)
    schedules = {
        "round-robin": {"cycles": 2, "swap_last_rounds": False},
        "groups": {"group_count": 3, "group_draw": "pots", "cycles": 2},
        "quads": {"avoid_seven": True, "last_quad": "swiss"},
        "keizer": {"keizer": {"loss": "1/6", "paid_absences": 3}},
        "crenshaw": {"toss_colours": True},
    }
    if system in ("keizer", "monrad"):
        fields = {"schedule": schedules[system]} if system in schedules else {}
        return make_round_robin(6, system, numbered=False, rounds=4, **fields)
    players = {"groups": 10, "quads": 11, "crenshaw": 4}.get(system, 5)
    return make_round_robin(players, system, schedule=schedules.get(system, {}))


@pytest.mark.parametrize("system", sorted(code for code in SYSTEMS if code != "dutch"))
def test_a_running_event_goes_on_from_its_file_as_if_nothing_had_been(system):
    one = make(system)
    rounds = 2 if SYSTEMS[system].predetermined else 1
    for number in range(1, rounds + 1):
        play_round(one, number)
    one = refreshed(one)
    other, findings = imported(file_of(one))
    assert findings == []
    assert other.system == one.system
    assert as_data(settings_of(other)) == as_data(settings_of(one))
    assert (other.round_count, other.tie_breaks) == (one.round_count, one.tie_breaks)
    assert table_of(other)[:rounds] == table_of(one)[:rounds]
    assert ranks(other) == ranks(one)
    teams = [
        [
            (team.number, team.name, [member.entry.pairing_number for member in team.members.all()])
            for team in each.teams.order_by("number")
        ]
        for each in (one, other)
    ]
    assert teams[0] == teams[1]
    if one.round_count > rounds:
        for each in (one, other):
            pair_and_publish(each, rounds + 1)
        again = [boards_of(round_of(each, rounds + 1)) for each in (one, other)]
        assert again[0] == again[1]


@pytest.mark.parametrize("system", ["round-robin", "groups", "team-round-robin", "keizer"])
def test_the_json_document_of_an_event_makes_it_anew(system):
    one = make(system)
    play_round(one, 1)
    if system == "round-robin":
        withdraw_entry(actor=SYSTEM, entry_id=entry_ids(one)[2])
        play_round(one, 2)
    content = to_document(snapshot(SYSTEM, one.pk))
    found = import_document(actor=SYSTEM, event_id=make_event().pk, content=content)
    other = refreshed(found.tournament)
    assert found.findings == ()
    assert to_document(snapshot(SYSTEM, other.pk)) == content
    assert as_data(settings_of(other)) == as_data(settings_of(refreshed(one)))
    assert ranks(other) == ranks(refreshed(one))
    if system == "round-robin":
        return_entry(actor=SYSTEM, entry_id=entry_ids(other)[2])
        assert not CancelledGame.objects.filter(round__tournament=other).exists()
    number = refreshed(one).rounds.filter(status="planned").order_by("number").first().number
    for each in (one, other):
        pair_and_publish(each, number)
    if system != "round-robin":
        assert boards_of(round_of(other, number)) == boards_of(round_of(one, number))


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"settings": {"cycles": 2, "luck": 1}}, "schedule.settings"),
        ({"settings": []}, "schedule.settings"),
        ({"teams": [{"name": "A", "members": [1]}]}, "schedule.teams"),
        ({"draw": {"method": "magic"}}, "schedule.draw.method"),
        ({"cancelled_games": [{"round": 1, "board": 1, "white": 9}]}, "schedule.cancelled_games"),
    ],
)
def test_a_document_whose_schedule_does_not_hold_together_is_refused(change, place):
    one = make_round_robin(4)
    play_round(one, 1)
    data = json.loads(to_document(snapshot(SYSTEM, one.pk)))
    data["schedule"] |= change
    event = make_event()
    with pytest.raises(Invalid) as refused:
        import_document(actor=SYSTEM, event_id=event.pk, content=json.dumps(data).encode())
    assert (refused.value.code, refused.value.params) == (
        "import.schedule_invalid",
        {"place": place},
    )
    assert not event.tournaments.exists()


def test_the_file_of_a_team_event_has_team_lines():
    tournament = make_team_event((2, 2, 2), "team-round-robin")
    play_round(tournament, 1)
    lines = file_of(tournament).decode().splitlines()
    teams = [line for line in lines if line.startswith("310")]
    assert [line[4:7].strip() for line in teams] == ["1", "2", "3"]
    assert "192 BERGER_TEAM_ROUNDROBIN" in "\n".join(lines)
    # Match points, game points, place: B and C won a board each, B the first one (12.1).
    assert [(line[54:60], line[61:67], line[68:71]) for line in teams] == [
        ("   0.0", "   0.0", "  3"),
        ("   1.0", "   1.0", "  1"),
        ("   1.0", "   1.0", "  2"),
    ]


def test_a_file_without_our_note_is_known_by_its_type_code():
    one = make_round_robin(5)
    play_round(one, 1)
    content = file_of(refreshed(one))
    bare = b"\n".join(line for line in content.splitlines() if not line.startswith(b"###"))
    other, findings = imported(bare + b"\n")
    assert (other.system, findings) == ("round-robin", [])
    assert Draw.objects.get(tournament=other).method == "imported"
    assert settings_of(other).cycles == 1


def test_a_note_that_cannot_be_understood_is_a_comment():
    one = make_round_robin(5)
    play_round(one, 1)
    content = file_of(refreshed(one)).replace(b'"cycles":1', b'"cycles":"x"')
    assert b'"cycles":"x"' in content
    other, _ = imported(content)
    # The type code says it all the same.
    assert other.system == "round-robin"
    assert [text[:9] for text in other.report_comments] == ["schedule "]


def test_a_table_drops_requested_byes_of_a_file():
    one = make_round_robin(5)
    play_round(one, 1)
    content = file_of(refreshed(one)) + b"240 H   4    1\n"
    other, findings = imported(content)
    assert (other.system, findings) == ("round-robin", ["import.byes_dropped"])


def test_who_has_left_stays_away_and_may_come_back():
    one = make_round_robin(6)
    play_round(one, 1)
    withdraw_entry(actor=SYSTEM, entry_id=entry_ids(one)[2])
    play_round(one, 2)
    other, findings = imported(file_of(refreshed(one)))
    assert findings == []
    assert ranks(other) == ranks(one)
    left = other.entries.get(pairing_number=2)
    assert (left.status, left.status_from_round) == ("withdrawn", 2)
    (missing,) = CancelledGame.objects.filter(round__tournament=other)
    assert (missing.round.number, missing.white.pairing_number) == (2, 1)
    return_entry(actor=SYSTEM, entry_id=left.pk)
    assert outcomes(other, 2)[1, 2] == ""
    assert board_between(other, 1, 2).round.status == "published"


def test_the_rating_report_keeps_games_that_do_not_count():
    tournament = make_round_robin(4)
    play_round(tournament, 1)
    withdraw_entry(actor=SYSTEM, entry_id=entry_ids(tournament)[4])
    for number in (2, 3):
        play_round(tournament, number)
    assert [row[0] for row in ranks(tournament)] == [1, 1, 1, None]
    content = file_of(refreshed(tournament), report=True)
    record = read_trf(content).record
    first, fourth = record.participant(1), record.participant(4)
    assert [cell.outcome.value for cell in first.cells] == ["1", "1", "0"]
    assert [cell.outcome.value for cell in fourth.cells] == ["0", "Z", "Z"]
    assert b"###" not in content


def test_a_file_takes_the_place_of_what_an_empty_tournament_had():
    one = make_round_robin(4)
    play_round(one, 1)
    empty = make_round_robin(0, "groups", schedule={"group_count": 3})
    import_trf_into(actor=SYSTEM, tournament_id=empty.pk, content=file_of(refreshed(one)))
    empty = refreshed(empty)
    assert (empty.system, empty.round_count) == ("round-robin", 3)
    assert as_data(settings_of(empty))["group_count"] is None
    assert build_record(empty, through_round=1).system == "BERGER_ROUNDROBIN"
