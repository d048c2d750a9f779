"""From raw cells to settled rounds: byes, pairs that agree with each other, played columns."""

from __future__ import annotations

from ..record import Cell
from ..scoring import Outcome
from .cells import LETTERS, RawCell, blank_cell, column_of
from .findings import Report
from .players import PlayerLine
from .sheet import Sheet

# Of several letters for one outcome the first in the table is written.
LETTER_OF = {outcome: letter for letter, outcome in reversed(LETTERS.items())}

# Old spellings of byes in individual events (TRF06).
_OLD_BYES = {
    Outcome.DRAW: Outcome.HALF_POINT_BYE,
    Outcome.FORFEIT_WIN: Outcome.FULL_POINT_BYE,
    Outcome.FORFEIT_LOSS: Outcome.ZERO_POINT_BYE,
}
_SOUND_PAIRS = {
    frozenset(pair)
    for pair in (
        (Outcome.WIN, Outcome.LOSS),
        (Outcome.DRAW,),
        (Outcome.UNRATED_WIN, Outcome.UNRATED_LOSS),
        (Outcome.UNRATED_DRAW,),
        (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
        (Outcome.FORFEIT_LOSS,),
        (Outcome.UNKNOWN,),
        (Outcome.ADJOURNED,),
    )
}
# An arbiter may score the two sides apart; one side may have lost its letter.
_NOTED_PAIRS = {
    frozenset(pair)
    for pair in (
        (Outcome.DRAW, Outcome.LOSS),
        (Outcome.LOSS,),
        (Outcome.WIN, Outcome.UNRATED_LOSS),
        (Outcome.UNRATED_WIN, Outcome.LOSS),
    )
}
# What a blank result must be if the other side has this one.
_COMPLEMENT = {
    Outcome.WIN: Outcome.LOSS,
    Outcome.DRAW: Outcome.DRAW,
    Outcome.UNRATED_WIN: Outcome.UNRATED_LOSS,
    Outcome.UNRATED_DRAW: Outcome.UNRATED_DRAW,
    Outcome.UNRATED_LOSS: Outcome.UNRATED_WIN,
    Outcome.FORFEIT_WIN: Outcome.FORFEIT_LOSS,
    Outcome.ADJOURNED: Outcome.ADJOURNED,
}


class Games:
    """The cells of all players, settled in place.

    After :meth:`settle`, ``completed`` is the number of recorded rounds and
    :meth:`cells_of` gives record cells.  A blank cell within the recorded
    rounds is a zero-point bye.
    """

    def __init__(self, sheet: Sheet, report: Report) -> None:
        self._sheet = sheet
        self._report = report
        self.completed = 0

    def settle(self) -> None:
        """Normalise byes, count the played columns, compare both sides of each pair."""
        for player in self._sheet.players.values():
            for round_number, cell in enumerate(player.cells, start=1):
                self._settle_bye(player, round_number, cell)
        self._drop_cancelled()
        self.completed = self._count_played()
        for round_number in range(1, self.completed + 1):
            self._check_round(round_number)

    def cell(self, player: PlayerLine, round_number: int) -> RawCell:
        """The raw cell of a round, a blank one beyond the end of the line."""
        if round_number <= len(player.cells):
            return player.cells[round_number - 1]
        return blank_cell(player.line, round_number)

    def cells_of(self, player: PlayerLine) -> tuple[Cell, ...]:
        """The recorded rounds of one player."""
        return tuple(
            Cell(cell.outcome or Outcome.ZERO_POINT_BYE, cell.opponent, cell.colour)
            for cell in (self.cell(player, number) for number in range(1, self.completed + 1))
        )

    def _settle_bye(self, player: PlayerLine, round_number: int, cell: RawCell) -> None:
        place = {"number": player.number, "round": round_number}
        outcome = cell.outcome
        if outcome is None:
            if cell.opponent is None and cell.colour is not None:
                cell.colour = None
            return
        if cell.opponent is not None:
            if outcome.is_bye:
                self._report.fatal(
                    "trf.cell.bye_with_opponent",
                    cell.line,
                    cell.column,
                    read=f"{cell.opponent} {LETTER_OF[outcome]}",
                    **place,
                )
            return
        unfielded = self._sheet.is_team_event and outcome.is_forfeit
        if outcome in _OLD_BYES and not unfielded:
            cell.outcome = _OLD_BYES[outcome]
            self._report.adjustment(
                "trf.cell.old_bye",
                cell.line,
                cell.column + 7,
                read=LETTER_OF[outcome],
                assumed=LETTER_OF[cell.outcome],
                **place,
            )
        elif outcome.is_game:
            self._report.fatal(
                "trf.cell.result_without_opponent",
                cell.line,
                cell.column,
                read=LETTER_OF[outcome],
                **place,
            )
        if not unfielded:
            cell.colour = None

    def _drop_cancelled(self) -> None:
        """A pairing with "no colour" and no result on both sides was cancelled."""
        cancelled: list[tuple[int, PlayerLine, RawCell]] = []
        for player in self._sheet.players.values():
            for round_number, cell in enumerate(player.cells, start=1):
                other = self._sheet.players.get(cell.opponent or 0)
                if other is None or not _is_cancelled(cell):
                    continue
                mirror = self.cell(other, round_number)
                if _is_cancelled(mirror) and mirror.opponent == player.number:
                    cancelled.append((round_number, player, cell))
        for round_number, player, cell in cancelled:
            self._report.adjustment(
                "trf.cell.cancelled",
                cell.line,
                cell.column,
                read=str(cell.opponent),
                assumed="Z",
                number=player.number,
                round=round_number,
            )
            cell.opponent, cell.outcome = None, Outcome.ZERO_POINT_BYE

    def _count_played(self) -> int:
        """Last column with a pair or a PAB, or in which everybody has a bye."""
        players = self._sheet.players.values()
        completed = 0
        for player in players:
            for round_number, cell in enumerate(player.cells, start=1):
                if round_number > completed and cell.engaged:
                    completed = round_number
        while players and all(
            len(player.cells) > completed and player.cells[completed].outcome is not None
            for player in players
        ):
            completed += 1
        return completed

    def _check_round(self, round_number: int) -> None:
        allocated = []
        waiting: list[RawCell] = []
        for number, player in self._sheet.players.items():
            cell = self.cell(player, round_number)
            if cell.outcome is Outcome.PAIRING_ALLOCATED_BYE:
                allocated.append(cell)
            if cell.opponent is None:
                continue
            other = self._sheet.players.get(cell.opponent)
            if other is None or other is player:
                code = "trf.pairing.unknown_opponent" if other is None else "trf.pairing.self"
                self._fatal(code, player, round_number, cell)
                continue
            mirror = self.cell(other, round_number)
            if mirror.opponent != number:
                self._fatal("trf.pairing.not_mutual", player, round_number, cell, other=mirror.line)
            elif number < cell.opponent:
                self._check_pair(round_number, player, cell, other, mirror)
                if cell.outcome is Outcome.UNKNOWN:
                    waiting.append(cell)
        if waiting:
            self._report.info(
                "trf.round.results_missing",
                waiting[0].line,
                waiting[0].column,
                round=round_number,
                found=len(waiting),
            )
        if len(allocated) > 1 and not self._sheet.has_several_byes:
            self._report.error(
                "trf.round.several_pab",
                allocated[1].line,
                column_of(round_number) + 7,
                read="U",
                round=round_number,
                found=len(allocated),
            )

    def _fatal(
        self, code: str, player: PlayerLine, round_number: int, cell: RawCell, **rest: int | str
    ) -> None:
        self._report.fatal(
            code,
            cell.line,
            cell.column,
            read=str(cell.opponent),
            number=player.number,
            round=round_number,
            **rest,
        )

    def _check_pair(
        self,
        round_number: int,
        player: PlayerLine,
        cell: RawCell,
        other: PlayerLine,
        mirror: RawCell,
    ) -> None:
        place = {"number": player.number, "opponent": other.number, "round": round_number}
        for own, their in ((cell, mirror), (mirror, cell)):
            if own.outcome in (None, Outcome.UNKNOWN):
                self._complete_result(own, their, place)
        pair = frozenset((cell.outcome or Outcome.UNKNOWN, mirror.outcome or Outcome.UNKNOWN))
        letters = "/".join(LETTER_OF[side.outcome or Outcome.UNKNOWN] for side in (cell, mirror))
        if pair in _NOTED_PAIRS:
            self._report.warning(
                "trf.pairing.split_result", cell.line, cell.column + 7, read=letters, **place
            )
        elif pair not in _SOUND_PAIRS:
            self._report.fatal(
                "trf.pairing.contradiction",
                cell.line,
                cell.column + 7,
                read=letters,
                other=mirror.line,
                **place,
            )
        self._check_colours(cell, mirror, place)

    def _complete_result(self, own: RawCell, their: RawCell, place: dict[str, int]) -> None:
        if their.outcome in (None, Outcome.UNKNOWN):
            own.outcome = Outcome.UNKNOWN
            return
        assumed = _COMPLEMENT.get(their.outcome)
        own.outcome = assumed or Outcome.UNKNOWN
        if assumed is not None:
            self._report.adjustment(
                "trf.pairing.one_sided_result",
                own.line,
                own.column + 7,
                assumed=LETTER_OF[assumed],
                **place,
            )

    def _check_colours(self, cell: RawCell, mirror: RawCell, place: dict[str, int]) -> None:
        if cell.colour is None and mirror.colour is None:
            if cell.outcome is not None and cell.outcome.is_game and not cell.outcome.is_pending:
                self._report.warning(
                    "trf.pairing.no_colour", cell.line, cell.column + 5, read="-", **place
                )
            return
        for own, their in ((cell, mirror), (mirror, cell)):
            if own.colour is None and their.colour is not None:
                own.colour = their.colour.opposite
                self._report.adjustment(
                    "trf.pairing.one_sided_colour",
                    own.line,
                    own.column + 5,
                    read="-",
                    assumed=own.colour.value,
                    **place,
                )
        if cell.colour is not mirror.colour:
            return
        if cell.outcome is not None and cell.outcome.is_forfeit:
            self._report.adjustment(
                "trf.pairing.forfeit_colours", cell.line, cell.column + 5, assumed="-", **place
            )
            cell.colour = mirror.colour = None
            return
        self._report.fatal(
            "trf.pairing.same_colour",
            cell.line,
            cell.column + 5,
            read=cell.colour.value if cell.colour else "",
            other=mirror.line,
            **place,
        )


def _is_cancelled(cell: RawCell) -> bool:
    return cell.opponent is not None and cell.outcome is None and cell.dash
