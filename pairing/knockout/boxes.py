"""What stands in one box of the picture: two sides, their scores, the match number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..scoring import format_points
from .draw import NOBODY
from .messages import Word
from .state import Knockout, MatchState, State, Status
from .structure import Position, Section, Source, SourceKind
from .views import draw_of, mark_of, shown_seed

_HALF = 5
_SIGNS = {"+": "+", "-": "\N{EN DASH}"}


@dataclass(frozen=True, slots=True)
class Line:
    """One side: ``tone`` is ``won``, ``lost``, ``open`` or ``wait`` (nobody known yet)."""

    text: str
    tone: str
    seed: str = ""
    scores: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """A match, or a free pass (one line, no number) in which ``lines[1]`` is the bye."""

    label: str
    lines: tuple[Line, Line]
    running: bool = False
    faint: bool = False


def score_text(tenths: int) -> str:
    """Points as printed: ``1½``."""
    whole, rest = divmod(tenths, 10)
    if rest == _HALF:
        return f"{whole or ''}½"
    return str(whole) if rest == 0 else format_points(tenths)


class BoxMaker:
    """Boxes of one knockout for readers of one language."""

    def __init__(
        self, knockout: Knockout, state: State, names: Mapping[int, str], word: Word
    ) -> None:
        self.knockout = knockout
        self.state = state
        self.names = names
        self.word = word

    def name(self, entrant: int) -> str:
        """The name, or the number of somebody without."""
        return self.names.get(entrant) or self.word("bracket.player", {"number": entrant})

    def box(self, position: Position, section: Section) -> Box | None:
        """The box of a position; ``None`` where there is nothing."""
        if position.match:
            state = self.state.matches.get(position.match)
            return None if state is None else self._match(state)
        if position.source is None:
            return None
        bye = Line(self.word("bracket.bye", {}), "wait")
        return Box("", (self._pass(position.source, section), bye), faint=True)

    def _match(self, state: MatchState) -> Box:
        if state.status is Status.NOT_NEEDED:
            note = Line(self.word("bracket.not_needed", {}), "wait")
            return Box(state.match.id, (note, Line("", "wait")), faint=True)
        first, second = self._order(state)
        lines = (self._side(state, first), self._side(state, second))
        return Box(state.match.id, lines, running=state.status is Status.RUNNING)

    def _order(self, state: MatchState) -> tuple[int, int]:
        """Upper and lower side; where two seeds start against each other the better one is up."""
        if any(source.kind is not SourceKind.ENTRANT for source in state.match.sources):
            return 0, 1
        draw = draw_of(self.knockout, state.match.section)
        seeds = [shown_seed(draw, source.entrant) for source in state.match.sources]
        last = draw.placed + 1
        return (0, 1) if (seeds[0] or last) <= (seeds[1] or last) else (1, 0)

    def _side(self, state: MatchState, side: int) -> Line:
        entrant = state.sides[side]
        if entrant is None:
            return Line(self.source(state.match.sources[side]), "wait")
        if entrant == NOBODY:
            return Line(self.word("bracket.nobody", {}), "wait")
        tone = "open"
        if state.decided:
            tone = "won" if entrant == state.winner else "lost"
        scores = [score_text(each.points[side]) for each in state.stages if each.games]
        mark = mark_of(state, entrant)
        if mark:
            scores.append(_SIGNS[mark])
        return Line(
            self.name(entrant), tone, self._seed(entrant, state.match.section), tuple(scores)
        )

    def _pass(self, source: Source, section: Section) -> Line:
        entrant = self._known(source)
        if entrant:
            return Line(self.name(entrant), "open", self._seed(entrant, section))
        if entrant == NOBODY:
            return Line(self.word("bracket.nobody", {}), "wait")
        return Line(self.source(source), "wait")

    def _known(self, source: Source) -> int | None:
        if source.kind is SourceKind.ENTRANT:
            return source.entrant
        state = self.state.matches[source.match]
        return state.winner if source.kind is SourceKind.WINNER else state.loser

    def source(self, source: Source) -> str:
        """Where somebody will come from."""
        if source.kind is SourceKind.RANK:
            return self.word("bracket.source.rank", {"rank": source.rank})
        return self.word(f"bracket.source.{source.kind.value}", {"match": source.match})

    def _seed(self, entrant: int, section: Section) -> str:
        seed = shown_seed(draw_of(self.knockout, section), entrant)
        return "" if seed is None else str(seed)
