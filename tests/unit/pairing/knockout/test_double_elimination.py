"""Section 10: the losers' bracket, rematches, the grand final."""

import json

import pytest

from pairing.knockout import double
from pairing.knockout.actions import rule
from pairing.knockout.departures import withdraw
from pairing.knockout.double import GrandFinal
from pairing.knockout.facts import RulingKind
from pairing.knockout.ladder import DrawOdds, Stage
from pairing.knockout.places import places
from pairing.knockout.state import How, Status, resolve
from pairing.knockout.structure import Section, SourceKind
from tests.paths import GOLDEN
from tests.support.knockouts import a_knockout, enter, people_of, play_out, refused, win, wins
from tests.support.rematches import earliest_rematch

OFFSETS = json.loads((GOLDEN / "knockout" / "bracket.json").read_text())["losers_xor"]
LAST = Stage(1, draw_odds=DrawOdds.BLACK)


def doubled(count, **options):
    return a_knockout(count, double_elimination=True, **options)


def sources(state, match):
    return [
        f"{source.kind.value[0].upper()}{source.match}" if source.match else source.entrant
        for source in state.structure.by_id()[match].sources
    ]


def rounds_of(state, section):
    return [
        [position.match for position in each.positions]
        for each in state.structure.rounds
        if each.section is section
    ]


def test_eight_players_in_full():
    state = resolve(doubled(8))
    assert rounds_of(state, Section.MAIN) == [["M1", "M2", "M3", "M4"], ["M5", "M6"], ["M7"]]
    assert rounds_of(state, Section.LOSERS) == [["L1", "L2"], ["L3", "L4"], ["L5"], ["L6"]]
    assert {match: sources(state, match) for match in ("L1", "L2", "L3", "L4", "L5", "L6")} == {
        "L1": ["LM1", "LM2"],
        "L2": ["LM3", "LM4"],
        "L3": ["WL1", "LM6"],
        "L4": ["WL2", "LM5"],
        "L5": ["WL3", "WL4"],
        "L6": ["WL5", "LM7"],
    }
    assert sources(state, "GF1") == ["WM7", "WL6"]


@pytest.mark.parametrize(
    ("size", "winners_rounds", "losers_rounds", "losers_matches", "least"),
    [
        (4, 2, 2, 2, 6),
        (8, 3, 4, 6, 14),
        (16, 4, 6, 14, 30),
        (32, 5, 8, 30, 62),
        (64, 6, 10, 62, 126),
    ],
)
def test_table_of_full_brackets(size, winners_rounds, losers_rounds, losers_matches, least):
    state = resolve(doubled(size))
    losers = rounds_of(state, Section.LOSERS)
    assert len(rounds_of(state, Section.MAIN)) == winners_rounds
    assert len(losers) == losers_rounds
    assert sum(len(each) for each in losers) == losers_matches
    assert len(state.matches) == least + 1
    single = resolve(doubled(size, grand_final=GrandFinal.SINGLE))
    assert len(single.matches) == least


@pytest.mark.parametrize("size", [4, 8, 16, 32, 64])
def test_losers_come_down_by_the_published_offsets(size):
    state = resolve(doubled(size))
    found = {}
    for each in state.structure.rounds:
        if each.section is not Section.LOSERS or each.round % 2 == 1:
            continue
        for position in each.positions:
            match = state.structure.by_id()[position.match]
            dropped = next(s for s in match.sources if s.kind is SourceKind.LOSER)
            origin = state.structure.by_id()[dropped.match]
            found.setdefault(str(origin.round), set()).add(origin.index ^ match.index)
    assert found == {number: {value} for number, value in OFFSETS[str(size)].items()}


@pytest.mark.parametrize(
    ("size", "earliest"),
    [(4, 2), (8, 3), (16, 4), (32, 5), (64, 7), (128, 8), (256, 9), (512, 11)],
)
def test_rematches_are_delayed(size, earliest, monkeypatch):
    assert earliest_rematch(doubled(size)) == earliest
    monkeypatch.setattr(double, "OFFSETS", {})
    assert earliest_rematch(doubled(size)) == 2


def test_sessions_in_the_order_of_play():
    """R1; R2 and the losers' round 1; losers' 2; R3 and losers' 3; losers' 4; ..."""
    state = resolve(doubled(16))
    order = {}
    for each in state.structure.rounds:
        order.setdefault(each.session, []).append(each.name)
    assert [order[session] for session in sorted(order)] == [
        ["winners_1"],
        ["winners_2", "losers_1"],
        ["losers_2"],
        ["winners_3", "losers_3"],
        ["losers_4"],
        ["winners_final", "losers_5"],
        ["losers_final"],
        ["grand_final"],
        ["grand_final_reset"],
    ]


# ------------------------------------------------------------------------- grand final


def before_the_grand_final(**options):
    """Four players: 1 unbeaten, 2 through the losers' bracket."""
    return wins(doubled(4, **options), ("M1", 1), ("M2", 2), ("M3", 1), ("L1", 3), ("L2", 2))


def test_the_unbeaten_one_wins_the_first_grand_final():
    state = resolve(win(before_the_grand_final(), "GF1", 1))
    assert state.winner == 1 and state.finished
    assert state.matches["GF2"].status is Status.NOT_NEEDED
    assert sum(match.status is Status.DECIDED for match in state.matches.values()) == 6


@pytest.mark.parametrize("winner", [1, 2])
def test_the_challenger_must_win_twice(winner):
    knockout = win(before_the_grand_final(), "GF1", 2)
    state = resolve(knockout)
    assert state.winner is None and not state.finished
    assert state.matches["GF2"].sides == (1, 2)
    finished = resolve(win(knockout, "GF2", winner))
    assert finished.winner == winner and finished.finished
    assert [(place.entrant, place.first) for place in places(knockout, finished)][:3] == [
        (winner, 1),
        (3 - winner, 2),
        (3, 3),
    ]


def test_correcting_the_first_grand_final_clears_the_second():
    knockout = win(win(before_the_grand_final(), "GF1", 2), "GF2", 2)
    white = resolve(knockout).matches["GF1"].stages[0].games[0].white
    result = "1-0" if white == 1 else "0-1"
    with refused("knockout.dependents", match="GF1", dependents=["GF2"]):
        enter(knockout, "GF1", result, stage=1, number=1)
    corrected = enter(knockout, "GF1", result, stage=1, number=1, confirm=True)
    assert resolve(corrected).winner == 1 and resolve(corrected).finished


def test_a_single_grand_final_ends_it():
    knockout = win(before_the_grand_final(grand_final=GrandFinal.SINGLE), "GF1", 2)
    state = resolve(knockout)
    assert "GF2" not in state.matches and state.winner == 2 and state.finished


def test_draw_odds_for_the_unbeaten_one():
    knockout = before_the_grand_final(grand_final=GrandFinal.DRAW_ODDS)
    drawn = resolve(enter(knockout, "GF1", "=")).matches["GF1"]
    assert (drawn.winner, drawn.how) == (1, How.UNBEATEN)
    assert len(drawn.stages) == 1
    assert resolve(win(knockout, "GF1", 2)).winner == 2


def test_black_for_the_unbeaten_one_in_every_stage():
    knockout = before_the_grand_final(grand_final=GrandFinal.BLACK)
    assert resolve(knockout).matches["GF1"].next_game.black == 1
    drawn = enter(knockout, "GF1", "=")
    assert resolve(drawn).matches["GF1"].next_game.black == 1
    decided = resolve(enter(drawn, "GF1", "=")).matches["GF1"]
    assert (decided.winner, decided.how) == (1, How.DRAW_ODDS)


def test_the_final_ladder_is_that_of_the_grand_final():
    knockout = before_the_grand_final(final_ladder=(Stage(4), LAST))
    state = resolve(knockout)
    assert state.matches["GF1"].stages[0].stage.games == 4
    assert (
        resolve(doubled(4, final_ladder=(Stage(4), LAST))).matches["M1"].stages[0].stage.games == 1
    )
    single = resolve(wins(a_knockout(4, final_ladder=(Stage(4), LAST)), ("M1", 1), ("M2", 2)))
    assert single.matches["M3"].stages[0].stage.games == 4
    assert single.matches["M1"].stages[0].stage.games == 1


# ----------------------------------------------------------------- byes and absences


@pytest.mark.parametrize("players", [2, 3, 5, 6, 7, 9, 11, 12, 13, 20, 33])
def test_byes_change_nothing_in_the_totals(players):
    for grand_final, expected in (
        (GrandFinal.SINGLE, 2 * players - 2),
        (GrandFinal.RESET, 2 * players - 1),
    ):
        state = resolve(doubled(players, grand_final=grand_final))
        assert len(state.matches) == expected
        losers = [m for m in state.structure.matches if m.section is Section.LOSERS]
        assert len(losers) == players - 2


def test_free_passes_of_six_players():
    """Byes of 1 and 2 in round 1: their partners lose alone and pass the first losers' round."""
    state = resolve(doubled(6))
    passes = [
        (each.name, [position.source.match for position in each.positions if position.source])
        for each in state.structure.rounds
        if each.section is Section.LOSERS
    ]
    assert passes[0] == ("losers_1", ["M1", "M2"])
    assert sources(state, "L1") == ["LM1", "LM4"]
    assert sources(state, "L2") == ["LM2", "LM3"]


def test_an_empty_place_in_the_losers_bracket_is_passed_on():
    """Nine players: one match in round 1, so three of four places of the first losers' round
    are empty, and its loser has free passes until somebody comes down."""
    state = resolve(doubled(9))
    first = next(each for each in state.structure.rounds if each.name == "losers_1")
    assert [bool(p.source) for p in first.positions] == [True, False, False, False]
    assert all(not position.match for position in first.positions)


def test_a_walkover_is_a_loss_and_a_withdrawn_player_loses_below_too():
    knockout = withdraw(doubled(4), 1).knockout
    state = resolve(win(knockout, "M2", 2))
    assert state.matches["M1"].winner == 4
    assert people_of(state, "L1") == {1, 3}
    assert (state.matches["L1"].winner, state.matches["L1"].how) == (3, How.WALKOVER)


def test_an_absent_player_may_go_on_below():
    knockout = rule(doubled(4), "M1", RulingKind.WALKOVER, 4).knockout
    state = resolve(wins(knockout, ("M2", 2), ("L1", 1)))
    assert people_of(state, "L2") == {1} and state.matches["L1"].winner == 1


def test_a_double_forfeit_puts_both_out():
    knockout = rule(doubled(4), "M1", RulingKind.DOUBLE_FORFEIT, 0).knockout
    state = resolve(win(knockout, "M2", 2))
    assert state.matches["M3"].winner == 2 and state.matches["M3"].how is How.WALKOVER
    assert state.matches["L1"].winner == 3 and state.matches["L1"].how is How.WALKOVER
    state = resolve(win(win(knockout, "M2", 2), "GF1", 2))
    assert state.matches["L2"].winner == 3
    assert state.finished and state.winner == 2
    assert [(p.entrant, p.first, p.last) for p in places(knockout, state)] == [
        (2, 1, 1),
        (3, 2, 2),
        (1, 3, 4),
        (4, 3, 4),
    ]


def test_a_challenger_without_opponent_needs_no_second_final():
    knockout = rule(doubled(2), "M1", RulingKind.DOUBLE_FORFEIT, 0).knockout
    state = resolve(knockout)
    assert state.finished and state.winner == 0
    assert state.matches["GF1"].how is How.EMPTY
    assert state.matches["GF2"].status is Status.NOT_NEEDED


def test_nobody_is_first_where_everybody_has_left():
    knockout = doubled(5)
    for entrant in (1, 2, 3, 4, 5):
        knockout = withdraw(knockout, entrant).knockout
    state = resolve(knockout)
    assert (state.finished, state.winner) == (True, 0)
    assert [(p.entrant, p.first, p.last) for p in places(knockout, state)] == [
        (2, 2, 5),
        (3, 2, 5),
        (4, 2, 5),
        (5, 2, 5),
    ]


def test_two_players():
    knockout = wins(doubled(2), ("M1", 1), ("GF1", 2))
    assert people_of(resolve(knockout), "GF2") == {1, 2}
    assert resolve(win(knockout, "GF2", 2)).winner == 2


def test_places_by_losers_round():
    knockout = play_out(doubled(16))
    found = [(p.entrant, p.first, p.last) for p in places(knockout, resolve(knockout))]
    assert [(first, last) for _, first, last in found] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
        *[(5, 6)] * 2,
        *[(7, 8)] * 2,
        *[(9, 12)] * 4,
        *[(13, 16)] * 4,
    ]
    assert [entrant for entrant, _, _ in found[:4]] == [1, 2, 3, 4]


def test_a_correction_in_the_winners_bracket_clears_the_losers_match_of_the_former_loser():
    knockout = wins(doubled(4), ("M1", 1), ("M2", 2), ("L1", 3))
    white = resolve(knockout).matches["M1"].stages[0].games[0].white
    result = "0-1" if white == 1 else "1-0"
    with refused("knockout.dependents", match="M1", dependents=["L1"]):
        enter(knockout, "M1", result, stage=1, number=1)
    corrected = resolve(enter(knockout, "M1", result, stage=1, number=1, confirm=True))
    assert people_of(corrected, "M3") == {4, 2} and people_of(corrected, "L1") == {1, 3}
