"""Games as plain rounds per rating list, in report files and as PGN headers."""

from pairing.knockout.actions import rule
from pairing.knockout.departures import withdraw
from pairing.knockout.export import games_of_list, pgn_tags, record_of_list
from pairing.knockout.facts import RulingKind
from pairing.knockout.ladder import preset
from pairing.knockout.state import resolve
from pairing.record import Participant, check_record
from pairing.scoring import Colour, Outcome
from pairing.trf import read_trf, write_trf16, write_trf26
from tests.support.knockouts import a_knockout, enter, win, wins

CLUB = preset("one_game", "two_blitz_armageddon")


def people(count):
    return [Participant(number, f"Family{number}, Given") for number in range(1, count + 1)]


def four_played():
    """M1 in one game, M2 in the second blitz game, the final by Armageddon."""
    knockout = win(a_knockout(4, ladder=CLUB), "M1", 1)
    knockout = enter(enter(knockout, "M2", "="), "M2", "=")
    knockout = win(knockout, "M2", 2)
    for _ in range(4):
        knockout = enter(knockout, "M3", "=")
    return knockout


def places(state, rated):
    return [
        (each.match, each.round, each.session, each.game) for each in games_of_list(state, rated)
    ]


def test_each_list_has_its_own_rounds():
    state = resolve(four_played())
    assert places(state, "standard") == [("M1", 1, 1, 1), ("M2", 1, 1, 1), ("M3", 2, 2, 1)]
    assert places(state, "blitz") == [
        ("M2", 1, 1, 1),
        ("M2", 2, 1, 2),
        ("M3", 3, 2, 1),
        ("M3", 4, 2, 2),
    ]
    assert places(state, "") == [("M3", 1, 2, 1)]
    assert games_of_list(state, "rapid") == ()


def test_the_record_of_a_list_is_a_sound_record():
    state = resolve(four_played())
    record = record_of_list(state, people(4), "blitz")
    check_record(record)
    assert (record.rounds, record.completed, record.system) == (4, 4, "CUSTOM_KNOCKOUT")
    cells = {person.number: person.cells for person in record.participants}
    assert [cell.outcome for cell in cells[4]] == [Outcome.ZERO_POINT_BYE] * 4
    assert [cell.opponent for cell in cells[1]] == [None, None, 2, 2]
    assert [cell.opponent for cell in cells[3]] == [2, 2, None, None]
    assert {cells[2][0].colour, cells[2][1].colour} == {Colour.WHITE, Colour.BLACK}
    empty = record_of_list(state, people(4), "rapid")
    assert empty.rounds == 0 and empty.participants == tuple(people(4))


def test_byes_are_no_bye_codes_but_not_paired():
    state = resolve(win(a_knockout(3, ladder=CLUB), "M1", 2))
    record = record_of_list(state, people(3), "standard")
    assert record.participants[0].cells[0].outcome is Outcome.ZERO_POINT_BYE
    assert record.participants[0].cells[0].opponent is None


def test_walkovers_are_forfeits_in_the_list_of_the_first_stage():
    knockout = rule(a_knockout(8, ladder=CLUB), "M1", RulingKind.WALKOVER, 8).knockout
    knockout = rule(knockout, "M2", RulingKind.DOUBLE_FORFEIT, 0).knockout
    state = resolve(withdraw(knockout, 3).knockout)
    record = record_of_list(state, people(8), "standard")
    check_record(record)
    first = {person.number: person.cells[0] for person in record.participants}
    assert (first[8].outcome, first[8].opponent) == (Outcome.FORFEIT_WIN, 1)
    assert first[1].outcome is first[4].outcome is first[5].outcome is Outcome.FORFEIT_LOSS
    assert (first[6].outcome, first[3].outcome) == (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
    # 8 has no opponent in the next match: nothing is reported for that.
    assert record.rounds == 1


def test_a_walkover_after_a_game_adds_no_forfeit():
    knockout = enter(a_knockout(2, ladder=CLUB), "M1", "=")
    knockout = rule(knockout, "M1", RulingKind.WALKOVER, 2).knockout
    games = games_of_list(resolve(knockout), "standard")
    assert [game.entered.white_outcome for game in games] == [Outcome.DRAW]


def test_report_files_of_each_list_can_be_written_and_read():
    state = resolve(four_played())
    for rated in ("standard", "blitz"):
        record = record_of_list(state, people(4), rated)
        for write in (write_trf16, write_trf26):
            back = read_trf(write(record)).record
            assert [person.cells for person in back.participants] == [
                person.cells for person in record.participants
            ]
        assert read_trf(write_trf26(record)).record.system == "CUSTOM_KNOCKOUT"


def test_pgn_headers_have_three_part_rounds():
    games = games_of_list(resolve(four_played()), "blitz")
    names = {number: f"Family{number}, Given" for number in range(1, 5)}
    second = games[1]
    white, black = second.entered.white, second.entered.black
    assert pgn_tags(second, names, "Club cup", site="Oslo NOR", date="2026.11.30") == [
        ("Event", "Club cup"),
        ("Site", "Oslo NOR"),
        ("Date", "2026.11.30"),
        ("Round", "1.2.2"),
        ("White", names[white]),
        ("Black", names[black]),
        ("Result", "1-0" if white == 2 else "0-1"),
        ("Board", "2"),
        ("EventType", "k.o."),
        ("TimeControl", "300+3"),
    ]


def test_what_pgn_has_no_token_for():
    state = resolve(four_played())
    (armageddon,) = games_of_list(state, "")
    tags = dict(pgn_tags(armageddon, {}, "Cup"))
    assert (tags["TimeControl"], tags["Result"], tags["White"]) == ("?", "1/2-1/2", "?")
    lost = resolve(enter(a_knockout(2, ladder=CLUB), "M1", "0-0"))
    assert dict(pgn_tags(games_of_list(lost, "standard")[0], {}, "Cup"))["Result"] == "*"


def test_sessions_of_a_double_elimination_share_rounds():
    knockout = wins(
        a_knockout(4, double_elimination=True, ladder=CLUB),
        *(("M1", 1), ("M2", 2), ("M3", 1), ("L1", 3), ("L2", 2), ("GF1", 2), ("GF2", 1)),
    )
    found = [(each.match, each.round) for each in games_of_list(resolve(knockout), "standard")]
    assert found == [
        *(("M1", 1), ("M2", 1), ("M3", 2), ("L1", 2), ("L2", 3), ("GF1", 4), ("GF2", 5)),
    ]
