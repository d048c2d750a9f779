"""Games of a knockout as plain rounds, one record for each rating list.

A knockout's report has as many rounds as games could be played one after the
other: those of session 1, then those of session 2, and so on; a match of two
games takes two.  Whoever has no game in such a round (out, through by a bye,
or decided already) is simply not paired.  Games at different rates go into
different files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..record import ABSENT, Cell, Participant, TournamentInfo, TournamentRecord
from ..scoring import Colour, Outcome
from .facts import Game
from .ladder import ColourPolicy, Stage
from .state import How, MatchState, State

SYSTEM = "CUSTOM_KNOCKOUT"


@dataclass(frozen=True, slots=True)
class ExportedGame:
    """One game (or walkover) with its place: ``round`` counts within its list.

    ``board`` numbers the matches of a session from 1, ``game`` the games of the
    match within the list: PGN's three-part round is session, board, game.
    """

    match: str
    session: int
    board: int
    game: int
    round: int
    stage: Stage
    entered: Game


def games_of_list(state: State, rated: str) -> tuple[ExportedGame, ...]:
    """Games for a rating list (``standard``, ``rapid``, ``blitz``, or empty: unrated).

    A walkover without any game is in the list of the match's first stage, as a
    forfeit with nominal colours: the upper side White.
    """
    found: list[ExportedGame] = []
    before = 0
    for session in sorted({match.session for match in state.structure.matches}):
        matches = [m.id for m in state.structure.matches if m.session == session]
        longest = 0
        for board, match in enumerate(matches, start=1):
            games = list(_games(state.matches.get(match), rated))
            longest = max(longest, len(games))
            found += [
                ExportedGame(match, session, board, number, before + number, stage, game)
                for number, (stage, game) in enumerate(games, start=1)
            ]
        before += longest
    return tuple(sorted(found, key=lambda each: (each.round, each.board)))


def _games(state: MatchState | None, rated: str) -> Iterator[tuple[Stage, Game]]:
    if state is None:
        return
    for result in state.stages:
        if result.stage.rated == rated:
            yield from ((result.stage, game) for game in result.games)
    walkover = _walkover(state)
    if walkover is not None and state.stages[0].stage.rated == rated:
        yield state.stages[0].stage, walkover


def _walkover(state: MatchState) -> Game | None:
    """A match of two people decided without any game."""
    if state.how not in (How.WALKOVER, How.DOUBLE_FORFEIT) or not state.stages:
        return None
    if any(result.games for result in state.stages):
        return None
    one, other = state.people
    outcomes = [
        Outcome.FORFEIT_WIN if side == state.winner else Outcome.FORFEIT_LOSS
        for side in (one, other)
    ]
    return Game(state.match.id, 1, 1, one, other, outcomes[0], outcomes[1])


def record_of_list(
    state: State,
    participants: Sequence[Participant],
    rated: str,
    info: TournamentInfo | None = None,
) -> TournamentRecord:
    """The record of one rating list; ``participants`` come without cells.

    Their numbers are those of the draw.  A list nobody played has no rounds.
    """
    games = games_of_list(state, rated)
    rounds = max((each.round for each in games), default=0)
    cells: dict[int, list[Cell]] = {each.number: [ABSENT] * rounds for each in participants}
    for each in games:
        game = each.entered
        for entrant, opponent, outcome, colour in (
            (game.white, game.black, game.white_outcome, Colour.WHITE),
            (game.black, game.white, game.black_outcome, Colour.BLACK),
        ):
            cells[entrant][each.round - 1] = Cell(outcome, opponent, colour)
    return TournamentRecord(
        participants=tuple(replace(each, cells=tuple(cells[each.number])) for each in participants),
        rounds=rounds,
        completed=rounds,
        info=info or TournamentInfo(),
        system=SYSTEM,
    )


def pgn_tags(
    game: ExportedGame,
    names: Mapping[int, str],
    event: str,
    *,
    site: str = "?",
    date: str = "????.??.??",
) -> list[tuple[str, str]]:
    """PGN tag pairs of a game without moves: seven tag roster, then the others by name.

    ``names`` are ``Lastname, Firstname``.  The round has three parts: session,
    board, game.  A forfeit keeps its result.
    """
    entered = game.entered
    return [
        ("Event", event),
        ("Site", site),
        ("Date", date),
        ("Round", f"{game.session}.{game.board}.{game.game}"),
        ("White", names.get(entered.white, "?")),
        ("Black", names.get(entered.black, "?")),
        ("Result", _pgn_result(entered)),
        ("Board", str(game.board)),
        ("EventType", "k.o."),
        ("TimeControl", _pgn_time_control(game.stage)),
    ]


def _pgn_result(game: Game) -> str:
    """A result without a token in PGN (both lost, or a penalty) is ``*``."""
    points = game.points(game.white), game.points(game.black)
    return {(10, 0): "1-0", (0, 10): "0-1", (5, 5): "1/2-1/2"}.get(points, "*")


def _pgn_time_control(stage: Stage) -> str:
    """PGN has no form for unequal times."""
    unequal = stage.time_control.startswith("W") or stage.colours is ColourPolicy.BID
    return stage.time_control if stage.time_control and not unequal else "?"
