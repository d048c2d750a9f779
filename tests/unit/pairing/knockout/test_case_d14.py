"""Case D14: knockouts with 12, 6 and 206; drawn matches; corrections."""

from pairing.knockout.state import Status, resolve
from tests.support.knockouts import a_knockout, byes, enter, first_round, play_out, refused, win


def test_d14_twelve_entries():
    knockout = a_knockout(12, places_to=4)
    assert sorted(byes(knockout)) == [1, 2, 3, 4]
    assert set(first_round(knockout)) - {(0, seed) for seed in range(1, 5)} == {
        (8, 9),
        (5, 12),
        (7, 10),
        (6, 11),
    }
    state = resolve(knockout)
    feeders = {frozenset(match.people): match.match.id for match in state.matches.values()}
    second = {
        next(iter(match.people)): {source.match for source in match.match.sources if source.match}
        for match in state.matches.values()
        if match.match.section.value == "main" and match.match.round == 2
    }
    assert second == {
        1: {feeders[frozenset((8, 9))]},
        4: {feeders[frozenset((5, 12))]},
        2: {feeders[frozenset((7, 10))]},
        3: {feeders[frozenset((6, 11))]},
    }
    assert len([match for match in state.matches if match.startswith("M")]) == 11
    assert len(state.matches) == 12
    assert {match.match.session for match in state.matches.values()} == {1, 2, 3, 4}
    finished = resolve(play_out(knockout))
    assert set(finished.matches["M11"].people) == {1, 2}
    assert set(finished.matches["P1"].people) == {3, 4}


def test_d14_six_entries():
    knockout = a_knockout(6)
    assert sorted(byes(knockout)) == [1, 2]
    assert {pair for pair in first_round(knockout) if pair[0]} == {(4, 5), (3, 6)}
    assert list(resolve(knockout).matches) == ["M1", "M2", "M3", "M4", "M5"]


def test_d14_206_entries():
    state = resolve(a_knockout(206))
    rounds = list(state.structure.rounds)
    first = rounds[0].positions
    assert len(rounds) == 8 and len(state.matches) == 205
    assert sum(1 for position in first if position.match) == 78
    assert sum(1 for position in first if position.source is not None) == 50


def test_d14_eight_entries_have_no_byes():
    assert byes(a_knockout(8)) == []
    assert len(resolve(a_knockout(8)).matches) == 7


def test_d14_no_bye_after_round_1_and_none_against_a_bye_in_round_2():
    for players in (12, 6):
        state = resolve(a_knockout(players))
        assert all(
            position.match for each in state.structure.rounds[1:] for position in each.positions
        )
        second = [m for m in state.matches.values() if m.match.round == 2]
        assert all(len(match.people) == 1 for match in second)


def test_d14_a_drawn_game_closes_no_match():
    knockout = enter(a_knockout(8), "M1", "=")
    match = resolve(knockout).matches["M1"]
    assert match.status is Status.RUNNING and match.winner is None
    assert (match.next_game.stage, match.next_game.number) == (2, 1)
    decided = resolve(enter(knockout, "M1", "=")).matches["M1"]
    assert decided.status is Status.DECIDED and decided.how.value == "draw_odds"
    assert decided.winner == match.next_game.black


def test_d14_an_earlier_result_is_corrected_only_with_what_hangs_on_it():
    knockout = win(win(a_knockout(4), "M1", 1), "M2", 2)
    played = win(knockout, "M3", 1)
    with refused("knockout.dependents", match="M1", dependents=["M3"]):
        enter(played, "M1", "0-1" if _white(played, "M1") == 1 else "1-0", stage=1, number=1)
    assert resolve(played).winner == 1
    corrected = enter(
        played,
        "M1",
        "0-1" if _white(played, "M1") == 1 else "1-0",
        stage=1,
        number=1,
        confirm=True,
    )
    state = resolve(corrected)
    assert state.matches["M1"].winner == 4
    assert state.matches["M3"].status is Status.READY and state.matches["M3"].sides == (4, 2)


def _white(knockout, match):
    return resolve(knockout).matches[match].stages[0].games[0].white
