"""The bracket as SVG: a tree for paper and screens, a list for narrow ones.

Up to 64 players the tree is one page of A4 (a double elimination beyond 32 has
its losers' bracket on a second page).  Larger brackets are cut into parts of 64
slots, a page each, and the last page joins the winners of the parts.  For
paper the parts can be smaller (:data:`PRINT`): printed on A4 the names then
have 8 points or more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .boxes import BoxMaker
from .canvas import Canvas, text_width
from .messages import Word, english
from .panels import (
    HEADER,
    LIST_WIDTH,
    MARGIN,
    PANEL_GAP,
    PITCH,
    STYLE,
    TEXT,
    Column,
    Panel,
    draw_box,
    draw_champion,
    draw_panel,
    list_widths,
    title_of,
)
from .state import Knockout, State, Status, resolve
from .structure import Round, Section

THIRD_PLACE = "places_3_4"


@dataclass(frozen=True, slots=True)
class Cutting:
    """How much goes on a page: matches of the first round of a bracket, and of the losers'.

    The losers' bracket is below the winners' up to ``together`` matches in its
    first round.
    """

    matches: int
    losers: int
    together: int


SCREEN = Cutting(matches=32, losers=16, together=8)
PRINT = Cutting(matches=16, losers=4, together=4)


def bracket_pages(
    knockout: Knockout,
    names: Mapping[int, str],
    *,
    title: str = "",
    word: Word = english,
    cutting: Cutting = SCREEN,
) -> tuple[str, ...]:
    """The tree, one SVG document per page.

    ``names`` (by number of the draw, ``Family, Given``) are shortened to the
    initial, and further if they must be, where they do not fit.
    """
    state = resolve(knockout)
    maker = BoxMaker(knockout, state, names, word)
    sheets = _sheets(knockout, state, cutting)
    return tuple(
        _page(sheet, maker, title, word, (number, len(sheets)))
        for number, sheet in enumerate(sheets, start=1)
    )


def bracket_list(
    knockout: Knockout,
    names: Mapping[int, str],
    *,
    title: str = "",
    word: Word = english,
) -> str:
    """All matches below each other, round by round, in the width of a phone."""
    state = resolve(knockout)
    maker = BoxMaker(knockout, state, names, word)
    canvas = Canvas()
    y = _heading(canvas, title, MARGIN)
    y = draw_champion(canvas, maker, MARGIN, y + 3 * TEXT) if state.winner else y
    for each in sorted(state.structure.rounds, key=lambda one: one.session):
        found = [maker.box(position, each.section) for position in each.positions]
        boxes = [box for box in found if box is not None]
        if boxes:
            y += HEADER
            canvas.text(MARGIN, y, _list_title(each, word), "head")
            y += 6
        for box in boxes:
            draw_box(canvas, box, MARGIN, y, list_widths(boxes))
            y += PITCH
    canvas.extend(LIST_WIDTH, y + MARGIN)
    return canvas.render(title or title_of(state.structure.rounds[0], word), STYLE)


def _list_title(each: Round, word: Word) -> str:
    title = title_of(each, word)
    if each.section is not Section.CONSOLATION:
        return title
    return f"{word('bracket.section.consolation', {})}: {title}"


# ----------------------------------------------------------------------------- pages


_Sheet = tuple[Panel, ...]


def _sheets(knockout: Knockout, state: State, cutting: Cutting) -> list[_Sheet]:
    """Panels of every page."""
    rounds = state.structure.rounds
    main = [each for each in rounds if each.section in (Section.MAIN, Section.GRAND_FINAL)]
    losers = [each for each in rounds if each.section is Section.LOSERS]
    if knockout.settings.reseeding:
        return [(_current_round(main, rounds, state), *_further_panels(rounds, state))]
    third = [each for each in rounds if each.name == THIRD_PLACE]
    sheets = _cut(main, cutting.matches, "", champion=True, aside=_whole(third))
    if losers:
        following = len(sheets) + 1
        title = "bracket.section.losers"
        below = _cut(losers, cutting.losers, title, first_page=following)
        if len(sheets) == 1 and len(losers[0].positions) <= cutting.together:
            sheets[-1] = (*sheets[-1], *below[0])
        else:
            sheets += below
    sheets[-1] = (*sheets[-1], *_further_panels(rounds, state))
    return sheets


def _cut(
    rounds: Sequence[Round],
    matches: int,
    title: str,
    *,
    first_page: int = 1,
    champion: bool = False,
    aside: tuple[Column, ...] = (),
) -> list[_Sheet]:
    """Parts with at most ``matches`` in their first column, and what joins them."""
    parts = max(1, len(rounds[0].positions) // matches)
    if parts == 1:
        return [(Panel(_whole(rounds), title, champion, aside=aside),)]
    early = [each for each in rounds if len(each.positions) >= parts]
    late = rounds[len(early) :]
    sheets: list[_Sheet] = []
    for part in range(parts):
        columns = []
        for each in early:
            share = len(each.positions) // parts
            columns.append(Column(each, each.positions[part * share : (part + 1) * share]))
        sheets.append((Panel(tuple(columns), title, further=first_page + parts),))
    sheets.append((Panel(_whole(late), title, champion, aside=aside),))
    return sheets


def _whole(rounds: Iterable[Round]) -> tuple[Column, ...]:
    return tuple(Column(each, each.positions) for each in rounds)


def _further_panels(rounds: Sequence[Round], state: State) -> list[Panel]:
    """Matches for places beyond the third, and the consolation bracket."""
    places = [
        each for each in rounds if each.section is Section.PLACES and each.name != THIRD_PLACE
    ]
    panels = [Panel(_whole(places), tree=False)] if places else []
    consolation = [each for each in rounds if each.section is Section.CONSOLATION]
    if consolation and not state.consolation_stale:
        panels.append(Panel(_whole(consolation), "bracket.section.consolation"))
    return panels


def _current_round(main: Sequence[Round], rounds: Sequence[Round], state: State) -> Panel:
    """With re-seeding nothing is known of later rounds: show the one that is played."""
    third = tuple(each for each in rounds if each.name == THIRD_PLACE)
    for each in main:
        played = [state.matches[position.match] for position in each.positions if position.match]
        if any(match.status is not Status.DECIDED for match in played):
            break
    last = each is main[-1]
    return Panel(_whole((each, *third) if last else (each,)), champion=last, tree=False)


def _page(sheet: _Sheet, maker: BoxMaker, title: str, word: Word, page: tuple[int, int]) -> str:
    canvas = Canvas()
    number, pages = page
    label = word("bracket.page", {"page": number, "pages": pages}) if pages > 1 else ""
    heading = " · ".join(part for part in (title, label) if part)
    y = _heading(canvas, heading, MARGIN)
    for panel in sheet:
        if panel.title:
            y += PANEL_GAP
            canvas.text(MARGIN, y, word(panel.title, {}), "panel")
        y = draw_panel(canvas, panel, maker, y)
    canvas.extend(canvas.width + MARGIN, y + MARGIN)
    return canvas.render(heading or title_of(sheet[0].columns[0].round, word), STYLE)


def _heading(canvas: Canvas, text: str, y: float) -> float:
    if not text:
        return y
    canvas.text(MARGIN, y + 14, text, "title")
    canvas.extend(MARGIN + text_width(text, 18, bold=True), y + 20)
    return y + 22
