"""FIDE's list as XML: ``<playerslist>`` of ``<player>``; also of one rate of play, also legacy."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import iterparse

from tournaments.core.errors import Invalid

from . import rows
from .rows import ListedRow, Rate, RejectedRow, RowFault, Rows
from .sources import Source

FORMAT = "fide-xml"
_NEEDED = ("fideid", "name", "country")
_COMBINED = {
    "standard": ("rating", "games", "k"),
    "rapid": ("rapid_rating", "rapid_games", "rapid_k"),
    "blitz": ("blitz_rating", "blitz_games", "blitz_k"),
}


def read(source: Source, *, kind: str = "") -> Rows:
    """The players of a list, one at a time; ``kind`` as in the text format.

    Raises ``Invalid("rating_list.xml_malformed")`` (also later, where the file
    breaks off), ``Invalid("rating_list.header_missing" | "rating_list.kind_missing")``.
    """
    players = _players(source)
    first = next(players, None)
    if first is None:
        raise Invalid("rating_list.header_missing", expected=["playerslist", "player"], found=[])
    missing = [tag for tag in (*_NEEDED, "rating") if tag not in first]
    if missing:
        raise Invalid("rating_list.header_missing", expected=[*_NEEDED], found=sorted(first))
    rates = _COMBINED
    if "rapid_rating" not in first:
        if kind not in rows.KINDS:
            raise Invalid("rating_list.kind_missing", known=list(rows.KINDS))
        rates = {kind: _COMBINED["standard"]}
    return _rows(chain([first], players), rates)


def _players(source: Source) -> Iterator[dict[str, str]]:
    """Texts by tag; what has been read is thrown away, so memory does not grow."""
    root: Element | None = None
    try:
        for event, element in iterparse(source.stream(), events=("start", "end")):
            if root is None:
                root = _playerslist(element)
            elif event == "end" and element.tag == "player":
                yield {child.tag: child.text or "" for child in element}
                root.clear()
    except (ParseError, DefusedXmlException) as error:
        raise Invalid("rating_list.xml_malformed", reason=str(error)) from None


def _playerslist(element: Any) -> Element:
    if element.tag != "playerslist":
        raise Invalid(
            "rating_list.header_missing", expected=["playerslist"], found=[str(element.tag)[:80]]
        )
    root: Element = element
    return root


def _rows(players: Iterator[dict[str, str]], rates: dict[str, tuple[str, str, str]]) -> Rows:
    for place, fields in enumerate(players, start=1):
        try:
            yield _row(fields, rates)
        except RowFault as fault:
            yield RejectedRow(place, fault.code, repr(fields))


def _row(fields: dict[str, str], rates: dict[str, tuple[str, str, str]]) -> ListedRow:
    number = rows.fide_id(fields.get("fideid", ""))
    if not number:
        raise RowFault("listed.id_missing")
    titles = [fields.get("o_title", "").strip(), fields.get("foa_title", "").strip()]
    return ListedRow(
        number=number,
        fide_id=number,
        name=rows.player_name(fields.get("name", "")),
        federation=rows.federation(fields.get("country", "")),
        sex=rows.sex(fields.get("sex", "")),
        title=rows.title(fields.get("title", "")),
        womens_title=rows.title(fields.get("w_title", "")),
        other_titles=",".join(filter(None, titles))[:60],
        birth_year=rows.birth_year(fields.get("birthday", "")),
        flag=fields.get("flag", "").strip()[:4],
        rates={
            kind: Rate(
                rows.rating(fields.get(rating, "")),
                rows.count(fields.get(games, "")),
                rows.count(fields.get(k, "")),
            )
            for kind, (rating, games, k) in rates.items()
        },
    )
