"""English sentences for finding codes; other languages translate the codes themselves.

A template may use ``read``, ``assumed`` and the parameters of the finding.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SENTENCES: dict[str, str] = {
    # The file as a whole.
    "trf.not_trf": "this is not a Tournament Report File: no line begins with 001",
    "trf.no_players": "the file has no player with a usable number",
    "trf.too_large": "the file has {size} bytes, more than the {limit} allowed",
    "trf.too_many_lines": "the file has more than {limit} lines",
    "trf.too_many_rounds": "the line has {found} round cells, more than the {limit} allowed",
    "trf.too_many_findings": "more than {limit} things to report: reading stopped here",
    "trf.line_too_long": "the line has {length} characters; those after {limit} were cut off",
    "trf.control_character": "control character {read} read as a blank",
    "trf.tab_in_columns": "tab within the fixed columns read as one blank",
    "trf.record": "the rounds contradict each other: {reason}",
    "trf.encoding.assumed": "not UTF-8 and no encoding declared: read as {assumed}",
    "trf.encoding.byte": "byte 0x{read} is not valid here: read as '{assumed}'",
    "trf.encoding.undecodable": "byte 0x{read} does not exist in the declared encoding {encoding}",
    "trf.encoding.unknown": "unknown encoding {encoding}",
    "trf.encoding.bom_wins": "declared as {read}, but the byte order mark says {assumed}",
    "trf.record.unknown": "unknown record left out: {read}",
    "trf.record.private": "private record {read} left out (it may hold personal data)",
    "trf.record.informative": "record {read} only repeats other records and is not read",
    "trf.columns.not_blank": "a column between two fields is not blank: {read}",
    "trf.columns.shifted": "the fields are not in their columns; repaired ({repair})",
    # Header.
    "trf.header.repeated": "record {record} occurs again with other content; the first one counts",
    "trf.header.count": "record {record} says {read}, counted {found}",
    "trf.header.time_control": "time control code {read} is not of the form 40/5400+30:1800+30",
    "trf.date.unreadable": "not a date: {read}",
    "trf.date.century": "date {read} read as {assumed}",
    "trf.dates.unaligned": "dates do not stand over the rounds; taken in order ({found})",
    "trf.dates.too_many": "{found} round dates for {rounds} rounds",
    "trf.dates.before_start": "a round is played on {read}, before the start on {start}",
    "trf.rounds.unreadable": "not a number of rounds: {read}",
    "trf.rounds.contradiction": "{read} rounds here, {first} in line {first_line}",
    "trf.rounds.assumed": "number of rounds not announced: {assumed} assumed",
    "trf.rounds.exceeded": "{read} rounds announced, but {assumed} are recorded",
    "trf.initial_colour.unreadable": "initial colour must be W or B, not {read}",
    "trf.initial_colour.contradiction": "initial colour given twice, differently",
    "trf.initial_colour.inferred": "initial colour not given; the first round shows {assumed}",
    "trf.system.contradiction": "tournament type {read} here, {first} before",
    "trf.system.renamed": "tournament type {read} is {assumed} today",
    "trf.system.unknown": "unknown tournament type {read}, kept as it is",
    "trf.system.date": "tournament type {read} was not in force on {start}",
    "trf.system.no_teams": "tournament type {read} is for teams, but no team is listed",
    "trf.tie_breaks.disagree": "212 says {read}, 202 says {assumed}: 202 counts",
    "trf.xxc.unknown": "XXC does not know {read}",
    "trf.xxc.rank": "XXC rank is not supported: the order of the starting ranks is kept",
    # Points.
    "trf.points.unreadable": "not points: {read}",
    "trf.points.mismatch": "points {read}, but the results of player {number} give {assumed}",
    "trf.points.hidden_bye": (
        "points {read} of player {number} are more than the results give ({assumed}); "
        "possibly byes in rounds {rounds}, proposal: {proposal}"
    ),
    "trf.points.not_filled": "the points column is not filled in",
    "trf.points.team_totals": "{found} totals differ from the individual results (team event)",
    "trf.match_points.symbol": "match points symbol {read} read as {assumed}",
    # Players.
    "trf.player.number": "starting rank must be 1 to 9999, not '{read}'",
    "trf.player.duplicate": "starting rank {read} is already used in line {first_line}",
    "trf.player.gaps": "{found} players, but the highest starting rank is {highest}",
    "trf.player.sex": "sex must be m or w, not {read}; left empty",
    "trf.player.title": "unknown title {read}, kept as it is",
    "trf.player.title_column": "title {read} begins in the column of the sex",
    "trf.player.rating": "not a rating: {read}; left empty",
    "trf.player.fide_id": "not a plain FIDE id: {read}; read as '{assumed}'",
    "trf.player.fide_id_twice": "FIDE id {read} also belongs to player {first}",
    "trf.player.birth": "not a birth date: {read}; read as '{assumed}'",
    "trf.player.rank": "not a rank: {read}; left empty",
    # Cells and pairs.
    "trf.cell.misaligned": "round {round}: the cell '{read}' is not in its columns",
    "trf.cell.opponent": "round {round}: {read} is not an opponent's number",
    "trf.cell.colour": "{read} is not a colour; read as '{assumed}'",
    "trf.cell.result": "round {round}: {read} is not a result",
    "trf.cell.result_spelling": "result {read} read as {assumed}",
    "trf.cell.old_bye": (
        "player {number}, round {round}: '{read}' without opponent is the old way to write "
        "bye {assumed}"
    ),
    "trf.cell.bye_with_opponent": "player {number}, round {round}: '{read}' is a bye with opponent",
    "trf.cell.result_without_opponent": (
        "player {number}, round {round}: result {read} without opponent"
    ),
    "trf.cell.cancelled": (
        "player {number}, round {round}: pairing with {read} has neither colour nor result; "
        "read as not paired"
    ),
    "trf.pairing.unknown_opponent": "player {number}, round {round}: there is no player {read}",
    "trf.pairing.self": "player {number}, round {round}: paired with himself",
    "trf.pairing.not_mutual": (
        "player {number}, round {round}: paired with {read}, but line {other} says otherwise"
    ),
    "trf.pairing.contradiction": (
        "players {number} and {opponent}, round {round}: results {read} exclude each other "
        "(see line {other})"
    ),
    "trf.pairing.split_result": (
        "players {number} and {opponent}, round {round}: unusual results {read}, kept"
    ),
    "trf.pairing.one_sided_result": (
        "players {number} and {opponent}, round {round}: result on one side only; "
        "the other side is read as {assumed}"
    ),
    "trf.pairing.no_colour": (
        "players {number} and {opponent}, round {round}: game without colours"
    ),
    "trf.pairing.one_sided_colour": (
        "players {number} and {opponent}, round {round}: colour on one side only; "
        "the other side is read as {assumed}"
    ),
    "trf.pairing.same_colour": (
        "players {number} and {opponent}, round {round}: both have colour {read} (see line {other})"
    ),
    "trf.pairing.forfeit_colours": (
        "players {number} and {opponent}, round {round}: same colour in a forfeit; left out"
    ),
    "trf.round.results_missing": "round {round}: {found} results are missing",
    "trf.round.several_pab": "round {round}: {found} players have the pairing-allocated bye",
    # Byes, acceleration, prohibitions, abnormal points.
    "trf.id.unreadable": "not a number: {read}",
    "trf.id.unknown": "unknown number in: {read}; {assumed}",
    "trf.bye.after_last_round": "bye for round {round}, but only {rounds} rounds; left out",
    "trf.240.unreadable": "bye record not understood, left out: {read}",
    "trf.240.conflict": (
        "number {number}, round {round}: bye {read} here, '{assumed}' elsewhere (which counts)"
    ),
    "trf.250.unreadable": "acceleration record not understood, left out: {read}",
    "trf.250.reversed": "range ends before it begins, left out: {read}",
    "trf.250.beyond": "acceleration up to round {read}, but only {rounds} rounds",
    "trf.250.overlap": "the range gives other virtual points than an earlier one",
    "trf.250.not_compared": "too many acceleration ranges to compare with each other",
    "trf.250.team_points": "virtual game points but no virtual match points",
    "trf.xxa.unreadable": "acceleration record not understood: {read}",
    "trf.260.unreadable": "prohibition not understood, left out: {read}",
    "trf.260.too_few": "a prohibition needs at least two numbers, left out: {read}",
    "trf.299.type": "unknown type of abnormal points {read}, left out",
    "trf.299.layout": "columns of 299 not as in either layout; read by blanks: {read}",
    "trf.299.unreadable": "abnormal points not understood, left out: {read}",
    # Teams.
    "trf.013.ignored": "{found} records 013 not read because there are 310 records",
    "trf.013.name_overflow": "team name runs into the board columns; read as {assumed}",
    "trf.team.number": "team number must be 1 to 999, not '{read}'",
    "trf.team.duplicate": "team number {read} occurs twice",
    "trf.team.player_twice": "player {read} is already listed in team {first}",
    "trf.300.unreadable": "line-up not understood, left out: {read}",
    "trf.300.players": (
        "line-up of team {team} in round {round} names a player twice or of another team; left out"
    ),
    "trf.320.repeated": "a second record 320 is left out",
    "trf.320.played": "team {read} has a bye in round {round}, but played",
    "trf.330.unreadable": "forfeited match not understood, left out: {read}",
    "trf.330.kind": "kind of forfeit {read} read as {assumed}",
    "trf.330.not_met": "teams {read} did not meet in round {round}; left out",
    "trf.352.unreadable": "board colours must be letters W and B, not {read}",
    "trf.352.too_long": "board colours {read} for teams of at most {boards} players",
    "trf.352.missing": "teams are listed, but not the colours of the boards (352)",
    # Writing.
    "trf.write.too_wide": "{field} {value} does not fit into {width} columns",
    "trf.write.not_carried": "{format} has no place for {what} ({found}); left out",
    "trf.write.name_cut": "name {read} cut to {assumed}",
    "trf.write.prohibition_widened": "{format} prohibits for all rounds, not for some",
    "trf.write.rank_missing": "{found} players have no rank, which TRF26 asks for",
}


def sentence(code: str, params: Mapping[str, Any]) -> str:
    """The sentence for a finding."""
    return SENTENCES[code].format_map(params)
