"""Each finding: which line brings it, where it points, how much it matters.

The last test holds the table complete: no code without a case, none without a
sentence.
"""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path

import pytest

import pairing.trf
from pairing.trf import Severity, TrfError, read_trf
from pairing.trf.messages import SENTENCES
from tests.support.trf_files import player_line, trf, two_players

ONE = player_line(1)
TWO = player_line(2)
WIN, LOSS = "   2 w 1", "   1 b 0"
GAME = (player_line(1, WIN), player_line(2, LOSS))
# One blank too many after the name.
SHIFTED = player_line(1, WIN, points="1.0").replace("Player 1 ", "Player 1  ")
TEAM = ("352 W", "310   1 Alpha" + " " * 63 + "1", "310   2 Beta" + " " * 64 + "2")
ERROR, ADJUSTMENT, WARNING, INFO = (
    Severity.ERROR,
    Severity.ADJUSTMENT,
    Severity.WARNING,
    Severity.INFO,
)

# code, severity, line, column, file
CASES = [
    # The file as a whole.
    ("trf.control_character", ADJUSTMENT, 1, 6, trf("012 A\x01B", ONE)),
    ("trf.tab_in_columns", WARNING, 1, 16, trf("001    1      P\tX")),
    ("trf.line_too_long", ERROR, 1, 20_001, trf("012 " + "x" * 20_000, ONE)),
    ("trf.encoding.assumed", ADJUSTMENT, 0, 0, b"012 Caf\xe9\n" + trf(ONE)),
    ("trf.encoding.byte", ADJUSTMENT, 2, 5, "012 Café\n022 ".encode() + b"\xe9\n" + trf(ONE)),
    ("trf.record.unknown", WARNING, 1, 1, trf("QQQ 1", ONE)),
    ("trf.record.private", WARNING, 2, 1, trf(ONE, "DAT 0001 EMAIL someone@example.org")),
    ("trf.record.informative", INFO, 1, 1, trf("802   1 OSLO     5", ONE)),
    ("trf.columns.not_blank", WARNING, 1, 53, trf(ONE.ljust(52) + "x")),
    ("trf.columns.shifted", ADJUSTMENT, 1, 48, trf(SHIFTED, GAME[1])),
    # Header.
    ("trf.header.repeated", WARNING, 2, 1, trf("012 One", "012 Other", ONE)),
    ("trf.header.count", WARNING, 1, 5, trf("062 3 (2)", ONE)),
    ("trf.header.time_control", WARNING, 1, 5, trf("222 90 min", ONE)),
    ("trf.date.unreadable", ADJUSTMENT, 1, 5, trf("042 2026/02/30", ONE)),
    ("trf.date.century", ADJUSTMENT, 1, 5, trf("042 26/10/02", ONE)),
    ("trf.dates.unaligned", INFO, 1, 5, trf("132 2026/10/02 2026/10/03", "142 2", ONE)),
    ("trf.dates.too_many", WARNING, 0, 0, trf("132 2026/10/02 2026/10/03", "142 1", ONE)),
    (
        "trf.dates.before_start",
        WARNING,
        0,
        0,
        trf("042 2026/10/03", "132 2026/10/02", "142 1", ONE),
    ),
    ("trf.rounds.unreadable", ERROR, 1, 5, trf("142 nine", ONE)),
    ("trf.rounds.assumed", WARNING, 0, 0, trf(*GAME)),
    (
        "trf.rounds.exceeded",
        ADJUSTMENT,
        1,
        5,
        two_players((WIN, LOSS), (WIN, LOSS), header=("142 1",)),
    ),
    ("trf.initial_colour.unreadable", ERROR, 1, 5, trf("152 red", ONE)),
    ("trf.initial_colour.inferred", INFO, 0, 0, trf("142 1", *GAME)),
    ("trf.system.renamed", INFO, 0, 0, trf("192 FIDE_DUTCH_2025", ONE)),
    ("trf.system.unknown", WARNING, 0, 0, trf("192 LOTTERY", ONE)),
    ("trf.system.date", WARNING, 0, 0, trf("042 2025/12/31", "192 FIDE_DUTCH_2026", ONE)),
    ("trf.system.no_teams", WARNING, 0, 0, trf("192 FIDE_TEAM", ONE)),
    ("trf.tie_breaks.disagree", WARNING, 0, 0, trf("202 BH,SB", "212 PTS,SB,BH", ONE)),
    ("trf.xxc.unknown", ERROR, 1, 5, trf("XXC green1", ONE)),
    (
        "trf.xxc.rank",
        ADJUSTMENT,
        1,
        5,
        trf("XXC rank", player_line(1, rank="2"), player_line(2, rank="1")),
    ),
    # Points.
    ("trf.points.unreadable", ERROR, 1, 6, trf("162  W three", ONE)),
    (
        "trf.points.mismatch",
        ADJUSTMENT,
        1,
        81,
        trf(player_line(1, WIN, points="1.5"), player_line(2, LOSS, points="0.0")),
    ),
    (
        "trf.points.hidden_bye",
        ADJUSTMENT,
        3,
        81,
        trf(*GAME, player_line(3, points="0.5")),
    ),
    (
        "trf.points.not_filled",
        INFO,
        0,
        0,
        trf(player_line(1, WIN, points="0.0"), player_line(2, LOSS, points="0.0")),
    ),
    ("trf.points.team_totals", INFO, 0, 0, trf(*TEAM, player_line(1, points="2.0"), TWO)),
    ("trf.match_points.symbol", INFO, 1, 5, trf("362  W 3.0", *TEAM, ONE, TWO)),
    # Players.
    ("trf.player.gaps", WARNING, 0, 0, trf(ONE, player_line(3))),
    ("trf.player.sex", ADJUSTMENT, 1, 10, trf(player_line(1, sex="x"))),
    ("trf.player.title", WARNING, 1, 11, trf(player_line(1, title="NM"))),
    ("trf.player.title_column", ADJUSTMENT, 1, 10, trf("001    1 GM   Player")),
    ("trf.player.rating", ADJUSTMENT, 1, 49, trf(player_line(1, rating="abcd"))),
    ("trf.player.fide_id", ADJUSTMENT, 1, 58, trf(player_line(1, fide_id="Z56538"))),
    (
        "trf.player.fide_id_twice",
        WARNING,
        2,
        58,
        trf(player_line(1, fide_id="77"), player_line(2, fide_id="77")),
    ),
    ("trf.player.birth", ADJUSTMENT, 1, 70, trf(player_line(1, birth="yesterday"))),
    ("trf.player.rank", ADJUSTMENT, 1, 86, trf(player_line(1, rank="1st"))),
    # Cells and pairs.
    ("trf.cell.colour", ADJUSTMENT, 3, 97, two_players(("   2 x 1", LOSS))),
    ("trf.cell.result_spelling", ADJUSTMENT, 3, 99, two_players(("   2 w ½", "   1 b ="))),
    ("trf.cell.old_bye", ADJUSTMENT, 3, 99, trf(*GAME, player_line(3, "0000 - +"))),
    ("trf.cell.cancelled", ADJUSTMENT, 3, 92, two_players(("   2 -  ", "   1 -  "))),
    ("trf.pairing.split_result", WARNING, 3, 99, two_players(("   2 w =", "   1 b 0"))),
    ("trf.pairing.one_sided_result", ADJUSTMENT, 4, 99, two_players((WIN, "   1 b"))),
    ("trf.pairing.no_colour", WARNING, 3, 97, two_players(("   2 - 1", "   1 - 0"))),
    ("trf.pairing.one_sided_colour", ADJUSTMENT, 4, 97, two_players((WIN, "   1 - 0"))),
    ("trf.pairing.forfeit_colours", ADJUSTMENT, 3, 97, two_players(("   2 w +", "   1 w -"))),
    ("trf.round.results_missing", INFO, 3, 92, two_players(("   2 w", "   1 b"))),
    (
        "trf.round.several_pab",
        ERROR,
        2,
        99,
        trf(player_line(1, "0000 - U"), player_line(2, "0000 - U")),
    ),
    # Byes, acceleration, prohibitions, abnormal points.
    ("trf.id.unreadable", ERROR, 1, 7, trf("XXZ 1 x", ONE)),
    ("trf.id.unknown", ERROR, 1, 14, trf("240 H   1    9", "142 3", ONE)),
    ("trf.bye.after_last_round", ADJUSTMENT, 0, 0, trf("240 H   4    1", "142 3", ONE)),
    ("trf.240.unreadable", ERROR, 1, 5, trf("240 Q   1    1", ONE)),
    ("trf.240.conflict", WARNING, 1, 14, trf("240 H   1    3", *GAME, player_line(3, "0000 - Z"))),
    ("trf.250.unreadable", ERROR, 1, 15, trf("250       1.0   1   2    1", ONE)),
    ("trf.250.reversed", ERROR, 1, 15, trf("250       1.0   2   1    1    1", ONE)),
    ("trf.250.beyond", ERROR, 1, 19, trf("250       1.0   1   4    1    1", "142 3", ONE)),
    (
        "trf.250.overlap",
        ERROR,
        2,
        15,
        trf("250       1.0   1   2    1    9", "250       0.5   2   3    1    1", "142 3", ONE),
    ),
    (
        "trf.250.team_points",
        WARNING,
        1,
        10,
        trf("250       1.0   1   1    1    1", *TEAM, ONE, TWO),
    ),
    ("trf.xxa.unreadable", ERROR, 1, 10, trf("XXA    1  abc", ONE)),
    ("trf.260.unreadable", ERROR, 1, 5, trf("260   5   1    1    2", ONE, TWO)),
    ("trf.260.too_few", ERROR, 1, 4, trf("XXP 1", ONE)),
    ("trf.299.type", ERROR, 1, 5, trf("299 Q         1.0    1    1", ONE)),
    ("trf.299.layout", ADJUSTMENT, 1, 5, trf("299 + 2.0 2.5 1 1", ONE)),
    ("trf.299.unreadable", ERROR, 1, 5, trf("299 + 2 2 1 1", ONE)),
    # Teams.
    (
        "trf.013.ignored",
        INFO,
        1,
        1,
        trf("013 Old team" + " " * 24 + "   1", *TEAM, ONE, TWO),
    ),
    (
        "trf.013.name_overflow",
        ADJUSTMENT,
        1,
        37,
        trf("013 A team whose name is longer than its field    1    2", ONE, TWO),
    ),
    ("trf.300.unreadable", ERROR, 4, 5, trf(*TEAM, "300 one   1   2    1", ONE, TWO)),
    ("trf.300.players", ERROR, 4, 17, trf(*TEAM, "300   1   1   2    2", ONE, TWO)),
    ("trf.320.repeated", ERROR, 5, 1, trf(*TEAM, "320  2.0  1.0", "320  2.0  1.0", ONE, TWO)),
    ("trf.320.played", ERROR, 0, 0, trf(*TEAM, "320  2.0  1.0   1", *GAME)),
    ("trf.330.unreadable", ERROR, 4, 5, trf(*TEAM, "330 +-   1   1", ONE, TWO)),
    ("trf.330.kind", INFO, 4, 5, trf(*TEAM, "330 10   1   1   2", ONE, TWO)),
    (
        "trf.330.not_met",
        ERROR,
        5,
        12,
        trf(
            *TEAM,
            "310   3 Gamma" + " " * 63 + "3",
            "330 +-   1   1   3",
            *GAME,
            player_line(3, "0000 - Z"),
        ),
    ),
    ("trf.352.unreadable", ERROR, 1, 5, trf("352 WBX", *TEAM[1:], ONE, TWO)),
    ("trf.352.too_long", ERROR, 0, 0, trf("352 WB", *TEAM[1:], ONE, TWO)),
    ("trf.352.missing", WARNING, 0, 0, trf(*TEAM[1:], ONE, TWO)),
]

FATAL = [
    ("trf.not_trf", 0, 0, b"%PDF-1.7 and so on"),
    ("trf.no_players", 0, 0, trf("012 Open", "0011223344556677889900")),
    ("trf.player.number", 1, 5, trf("001   x1")),
    ("trf.player.duplicate", 2, 5, trf(ONE, ONE)),
    ("trf.too_many_rounds", 1, 0, trf(ONE.ljust(91) + " " * 9_990 + "0000 - Z")),
    ("trf.too_many_lines", 0, 0, trf(ONE) + b"\n" * 400_001 + b"x"),
    ("trf.too_many_findings", 0, 0, trf(ONE) + b"QQQ\n" * 20_000),
    ("trf.rounds.contradiction", 2, 5, trf("142 5", "XXR 6", ONE)),
    ("trf.initial_colour.contradiction", 2, 5, trf("152 W", "XXC black1", ONE)),
    ("trf.system.contradiction", 2, 5, trf("192 FIDE_DUTCH", "192 FIDE_DUBOV", ONE)),
    ("trf.cell.misaligned", 3, 92, two_players(("  2 w 1", LOSS))),
    ("trf.cell.opponent", 3, 92, two_players(("two  w 1"[:4] + " w 1", LOSS))),
    ("trf.cell.result", 3, 99, two_players(("   2 w 7", LOSS))),
    ("trf.cell.bye_with_opponent", 3, 92, two_players(("   2 b Z", LOSS))),
    ("trf.cell.result_without_opponent", 3, 92, two_players(("0000 - 1", LOSS))),
    ("trf.pairing.unknown_opponent", 3, 92, two_players(("   9 w 1", "        "))),
    ("trf.pairing.self", 3, 92, two_players(("   1 w 1", "        "))),
    ("trf.pairing.not_mutual", 3, 92, two_players((WIN, "        "))),
    ("trf.pairing.contradiction", 3, 99, two_players((WIN, "   1 b 1"))),
    ("trf.pairing.same_colour", 3, 97, two_players((WIN, "   1 w 0"))),
    ("trf.team.number", 4, 5, trf(*TEAM, "310   x Gamma", ONE, TWO)),
    ("trf.team.duplicate", 4, 5, trf(*TEAM, TEAM[1], ONE, TWO)),
    ("trf.team.player_twice", 4, 0, trf(*TEAM, "310   3 Gamma" + " " * 63 + "1", ONE, TWO)),
]


@pytest.mark.parametrize(
    ("code", "severity", "line", "column", "data"), CASES, ids=[case[0] for case in CASES]
)
def test_lenient_reading_reports_with_place_and_severity(code, severity, line, column, data):
    found = [finding for finding in read_trf(data).findings if finding.code == code]
    assert len(found) >= 1
    assert (found[0].severity, found[0].line, found[0].column) == (severity, line, column)
    prefix = (
        "" if not line else f"line {line}: " if not column else f"line {line}, column {column}: "
    )
    assert str(found[0]).startswith(prefix)


@pytest.mark.parametrize(
    ("code", "severity", "line", "column", "data"), CASES, ids=[case[0] for case in CASES]
)
def test_strict_reading_refuses_errors_and_adjustments_only(code, severity, line, column, data):
    objections = {
        finding.code
        for finding in read_trf(data).findings
        if finding.severity in (ERROR, ADJUSTMENT)
    }
    assert (code in objections) is (severity in (ERROR, ADJUSTMENT))
    if not objections:
        assert read_trf(data, strict=True) == read_trf(data)
        return
    with pytest.raises(TrfError) as caught:
        read_trf(data, strict=True)
    assert caught.value.code in objections
    assert {finding.code for finding in caught.value.findings} >= objections


@pytest.mark.parametrize(("code", "line", "column", "data"), FATAL, ids=[case[0] for case in FATAL])
def test_no_record_is_built_by_guessing(code, line, column, data):
    with pytest.raises(TrfError) as caught:
        read_trf(data)
    error = caught.value
    assert error.code == code
    first = next(finding for finding in error.findings if finding.code == code)
    assert (first.severity, first.line, first.column) == (ERROR, line, column)
    assert (error.params["line"], error.params["column"]) == (line, column)
    assert str(error) == f"{code}: {first}"


def test_all_fatal_findings_of_a_stage_are_reported_at_once():
    with pytest.raises(TrfError) as caught:
        read_trf(two_players((WIN, "   9 b 0"), ("   2 w 1", "   1 b 1")))
    assert [(finding.code, finding.line, finding.column) for finding in caught.value.findings] == [
        ("trf.pairing.not_mutual", 3, 92),
        ("trf.pairing.contradiction", 3, 109),
        ("trf.pairing.unknown_opponent", 4, 92),
    ]


def test_findings_come_in_the_order_of_the_lines():
    findings = read_trf(trf("052 never", "042 soon", player_line(1, sex="x"))).findings
    placed = [(finding.line, finding.column) for finding in findings]
    assert placed == sorted(placed)


def test_a_finding_is_plain_data():
    finding = read_trf(trf("192 FIDE_DUTCH_2025", "142 3", ONE)).findings[0]
    assert json.loads(json.dumps(finding.as_json())) == {
        "severity": "info",
        "code": "trf.system.renamed",
        "line": 0,
        "column": 0,
        "read": "FIDE_DUTCH_2025",
        "assumed": "FIDE_DUTCH_2026",
        "params": {},
        "message": "tournament type FIDE_DUTCH_2025 is FIDE_DUTCH_2026 today",
    }


def test_the_error_crosses_process_boundaries_with_its_findings():
    with pytest.raises(TrfError) as caught:
        read_trf(trf(ONE, ONE))
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.code, copy.params, copy.findings) == (
        caught.value.code,
        caught.value.params,
        caught.value.findings,
    )
    assert str(copy) == str(caught.value)


ELSEWHERE = {
    # test_trf_encodings, test_trf_write, test_trf_limits
    "trf.too_large",
    "trf.encoding.undecodable",
    "trf.encoding.unknown",
    "trf.encoding.bom_wins",
    "trf.250.not_compared",
    "trf.write.too_wide",
    "trf.write.not_carried",
    "trf.write.name_cut",
    "trf.write.prohibition_widened",
    "trf.write.rank_missing",
}


def test_every_code_has_a_sentence_and_a_case():
    package = Path(pairing.trf.__file__).parent
    source = "".join(
        path.read_text() for path in package.glob("*.py") if path.name != "messages.py"
    )
    used = set(re.findall(r'"(trf\.[a-z0-9_.]+)"', source))
    assert used == set(SENTENCES)
    tested = {case[0] for case in CASES} | {case[0] for case in FATAL} | ELSEWHERE
    # The last resort if check_record disagrees with the reader; no file reaches it.
    assert used - tested == {"trf.record"}
    assert tested <= used
