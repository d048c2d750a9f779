"""Report files say what was made by hand and amended, and the checker believes them."""

from __future__ import annotations

import pytest

from pairing.amendments import Amendment, amendment_line, as_paired, by_hand_line, told
from pairing.checker import case_from_record, check_case
from pairing.cli import main
from pairing.scoring import Outcome
from pairing.trf import read_trf

WIN, LOSS, DRAW = Outcome.WIN, Outcome.LOSS, Outcome.DRAW

# The program pairs 1-3 2-4 in round 1, and 1-2 4-3 or the like in round 2.
FOUR = """\
012 Four
XXR 3
XXC white1
001    1      P1                                2380                             {0}    1     3 w {1}     {2}
001    2      P2                                2360                             1.0    2     4 b 1     {3}
001    3      P3                                2340                             {4}    3     1 b {5}     {6}
001    4      P4                                2320                             0.0    4     2 w 0     {7}
"""  # noqa: E501


def record_of(*lines: str, comments: tuple[str, ...] = ()):
    text = FOUR.format(*lines) + "".join(f"### {line}\n" for line in comments)
    return read_trf(text.encode()).record


def test_lines_say_what_they_are_read_as():
    made = by_hand_line(4, [(5, 12), (7, None)], "rematch 5-12 (two families)")
    assert made == "Pairing made by hand: round 4; 5-12, 7-bye; rematch 5-12 (two families)"
    amendment = Amendment(3, 5, 12, (LOSS, WIN), 4)
    line = amendment_line(amendment, "the scoresheets say so")
    assert line == (
        "Result amended: round 3, 5-12; 0:1 in the pairings up to round 4; the scoresheets say so"
    )
    found = told([made, line, "Result amended: round x", "Venue: town hall", f"  {line}  "])
    assert found.by_hand == {4}
    assert found.amendments == (amendment, amendment)


THREE_ROUNDS = (
    *("3.0", "1", "4 b 1     2 w 1", "3 w 1     1 b 0"),
    *("1.0", "0", "2 b 0     4 w 1", "1 w 0     3 b 0"),
)


@pytest.mark.parametrize(
    ("number", "known"), [(2, DRAW), (3, LOSS), (4, WIN)], ids=["first", "second", "now"]
)
def test_each_round_was_paired_with_what_was_known_then(number, known):
    """A draw in the pairing of round 2, lost in that of round 3, won since."""
    record = record_of(*THREE_ROUNDS)
    amendments = (
        Amendment(1, 1, 3, (DRAW, DRAW), 2),
        Amendment(1, 1, 3, (LOSS, WIN), 3),
    )
    before = as_paired(record, number, amendments)
    assert before.participants[0].cells[0].outcome is known


def test_of_two_amendments_while_one_round_ran_the_first_tells_what_counted():
    record = record_of("1.0", "1", "", "", "0.0", "0", "", "")
    amendments = (
        Amendment(1, 1, 3, (DRAW, DRAW), 2),
        Amendment(1, 1, 3, (LOSS, WIN), 2),
    )
    assert as_paired(record, 2, amendments).participants[0].cells[0].outcome is DRAW
    assert as_paired(record, 2, ()).participants[0].cells[0].outcome is WIN


# Round 2 as the program pairs it after 3 has beaten 1: 2-3, 4-1.
AFTER_A_WRONG_RESULT = ("2.0", "1", "4 b 1", "3 w 1", "0.0", "0", "2 b 0", "1 w 0")
AMENDED = "Result amended: round 1, 1-3; 0:1 in the pairings up to round 2; misread"
BY_HAND = "Pairing made by hand: round 2; 2-3, 4-1; two families"


@pytest.mark.parametrize(
    ("comments", "differences"),
    [((), [False]), ((AMENDED,), []), ((BY_HAND,), [True]), (("Venue: town hall",), [False])],
    ids=["nothing said", "amended", "by hand", "something else"],
)
def test_the_checker_believes_what_the_file_says(comments, differences):
    record = record_of(*AFTER_A_WRONG_RESULT, comments=comments)
    report = check_case(case_from_record("four", record))
    assert [each.by_hand for each in report.differences] == differences
    assert [each.round for each in report.differences] == [2] * len(differences)


@pytest.mark.parametrize(
    ("comments", "code", "said"),
    [
        ((), 1, "checked 1 tournaments, 2 rounds: 1 differences"),
        ((BY_HAND,), 0, "checked 1 tournaments, 2 rounds: 0 differences"),
        ((AMENDED,), 0, "checked 1 tournaments, 2 rounds: 0 differences"),
    ],
    ids=["nothing said", "by hand", "amended"],
)
def test_check_accepts_what_is_said_and_reports_it(tmp_path, capsys, comments, code, said):
    text = FOUR.format(*AFTER_A_WRONG_RESULT) + "".join(f"### {line}\n" for line in comments)
    path = tmp_path / "four.trf"
    path.write_text(text)
    assert main(["check", str(path)]) == code
    printed = capsys.readouterr().out
    assert printed.splitlines()[-1] == said
    assert ("made by hand, as the file says" in printed) == (BY_HAND in comments)
    amended = "results amended after a pairing, as the files say: 1"
    assert (amended in printed) == (AMENDED in comments)
