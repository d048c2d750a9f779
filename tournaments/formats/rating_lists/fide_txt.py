"""FIDE's list as text in columns: combined, legacy (without FOA) and of one rate of play.

Columns begin where the words of the header line begin; nothing is counted by
constants.  A list of officials' titles that is too long runs into the next
column and pushes the rest to the right; such lines are longer than the header
says, by just what they are pushed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tournaments.core.errors import Invalid

from . import rows
from .rows import ListedRow, Rate, RejectedRow, RowFault, Rows
from .sources import Source

FORMAT = "fide-txt"
ARENA_TITLES = ("AGM", "AIM", "AFM", "ACM")
MOST_PUSHED = 8
_WORDS = re.compile(r"ID Number|\S+")
_MONTH = re.compile(r"[A-Z]{3}\d{2}")
_NEEDED = ("ID Number", "Name", "Fed")
# kind -> headers of rating, games and K in the combined list.
_COMBINED = {
    "standard": ("SRtng", "SGm", "SK"),
    "rapid": ("RRtng", "RGm", "Rk"),
    "blitz": ("BRtng", "BGm", "BK"),
}


class Columns:
    """Where each field is, from the header line."""

    def __init__(self, header: str, kind: str = "") -> None:
        found = [(match.group(), match.start()) for match in _WORDS.finditer(header)]
        starts = [start for _, start in found]
        ends = [*starts[1:], len(header)]
        self.width = len(header)
        places = zip(starts, ends, strict=False)
        self.places = dict(zip((word for word, _ in found), places, strict=False))
        self.rates = self._rates([word for word, _ in found], kind)
        missing = [word for word in _NEEDED if word not in self.places]
        if missing or not self.rates:
            raise Invalid(
                "rating_list.header_missing",
                expected=[*_NEEDED, "a rating"],
                found=[word for word, _ in found][:30],
            )

    def _rates(self, words: list[str], kind: str) -> dict[str, tuple[str, str, str]]:
        combined = {kind: three for kind, three in _COMBINED.items() if three[0] in words}
        months = [word for word in words if _MONTH.fullmatch(word)]
        if combined or not months:
            return combined
        if kind not in rows.KINDS:
            raise Invalid("rating_list.kind_missing", known=list(rows.KINDS))
        return {kind: (months[0], "Gms", "K")}

    def split(self, line: str) -> dict[str, str]:
        """The fields of a line by header.  Raises ``RowFault``."""
        pushed = max(0, len(line) - self.width)
        if pushed > MOST_PUSHED:
            raise RowFault("listed.line_too_long")
        after = self.places["OTit"][1] if "OTit" in self.places else self.width
        if "FOA" in self.places:
            after = self.places["FOA"][1]
        fields = {}
        for word, (start, end) in self.places.items():
            shift = pushed if start >= after else 0
            fields[word] = line[start + shift : end + shift]
        if "FOA" in self.places:
            begin = self.places["OTit"][0]
            fields["OTit"], fields["FOA"] = _officials(line[begin : after + pushed])
        elif "OTit" in self.places:
            fields["OTit"] = line[self.places["OTit"][0] : after + pushed]
        return fields


def _officials(text: str) -> tuple[str, str]:
    """Officials' titles and arena title, which may have run together."""
    text = text.strip()
    for arena in ARENA_TITLES:
        if text.endswith(arena):
            return text.removesuffix(arena).strip(), arena
    return text, ""


def read(source: Source, *, kind: str = "") -> Rows:
    """The lines of a list; ``kind`` says the rate of play of a list that has only one.

    Raises ``Invalid("rating_list.header_missing" | "rating_list.kind_missing")``
    at once.
    """
    lines = source.lines()
    header = next(lines, b"").decode("ascii", "replace").rstrip()
    columns = Columns(header + " " * _lacking(header), kind)
    return _rows(lines, columns)


def _lacking(header: str) -> int:
    """The last column, ``Flag``, may hold ``wi`` and more than its header is wide."""
    return max(0, 4 - len(header.rpartition(" ")[2]))


def _rows(lines: Iterator[bytes], columns: Columns) -> Rows:
    for place, raw in enumerate(lines, start=1):
        try:
            yield _row(raw.decode("ascii"), columns)
        except UnicodeDecodeError:
            yield RejectedRow(place, "listed.not_ascii", raw.decode("ascii", "replace"))
        except RowFault as fault:
            yield RejectedRow(place, fault.code, raw.decode("ascii", "replace"))


def _row(line: str, columns: Columns) -> ListedRow:
    fields = columns.split(line)
    number = rows.fide_id(fields["ID Number"])
    if not number:
        raise RowFault("listed.id_missing")
    titles = [fields.get("OTit", "").strip(), fields.get("FOA", "").strip()]
    return ListedRow(
        number=number,
        fide_id=number,
        name=rows.player_name(fields["Name"]),
        federation=rows.federation(fields["Fed"]),
        sex=rows.sex(fields.get("Sex", "")),
        title=rows.title(fields.get("Tit", "")),
        womens_title=rows.title(fields.get("WTit", "")),
        other_titles=",".join(filter(None, titles))[:60],
        birth_year=rows.birth_year(fields.get("B-day", "")),
        flag=fields.get("Flag", "").strip()[:4],
        rates={
            kind: Rate(
                rows.rating(fields[rating]),
                rows.count(fields.get(games, "")),
                rows.count(fields.get(k, "")),
            )
            for kind, (rating, games, k) in columns.rates.items()
        },
    )
