"""Made-up rating lists in the exact formats of FIDE's files (rating-lists.md 1.2, 1.3)."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

# (width, header) of the combined list: 162 characters.
COMBINED = (
    (15, "ID Number"),
    (61, "Name"),
    (4, "Fed"),
    (4, "Sex"),
    (5, "Tit"),
    (5, "WTit"),
    (15, "OTit"),
    (4, "FOA"),
    (6, "SRtng"),
    (4, "SGm"),
    (3, "SK"),
    (6, "RRtng"),
    (4, "RGm"),
    (3, "Rk"),
    (6, "BRtng"),
    (4, "BGm"),
    (3, "BK"),
    (6, "B-day"),
    (4, "Flag"),
)
LEGACY = tuple(each for each in COMBINED if each[1] != "FOA")
SINGLE = (
    *COMBINED[:8],
    (6, "OCT26"),
    (4, "Gms"),
    (3, "K"),
    (6, "B-day"),
    (4, "Flag"),
)
XML_TAGS = (
    "fideid",
    "name",
    "country",
    "sex",
    "title",
    "w_title",
    "o_title",
    "foa_title",
    "rating",
    "games",
    "k",
    "rapid_rating",
    "rapid_games",
    "rapid_k",
    "blitz_rating",
    "blitz_games",
    "blitz_k",
    "birthday",
    "flag",
)


@dataclass(frozen=True, slots=True)
class Listed:
    """One line, every field as text."""

    number: str
    name: str
    fed: str = "ESP"
    sex: str = "M"
    title: str = ""
    womens: str = ""
    other: str = ""
    foa: str = ""
    standard: str = "0"
    standard_games: str = "0"
    standard_k: str = "0"
    rapid: str = "0"
    rapid_games: str = "0"
    rapid_k: str = "0"
    blitz: str = "0"
    blitz_games: str = "0"
    blitz_k: str = "0"
    birth: str = "0"
    flag: str = ""

    def fields(self) -> tuple[str, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)


SAMPLE = (
    Listed("1503014", "Carlsen, Magnus", "NOR", title="GM", standard="2839", standard_games="9",
           standard_k="10", rapid="2825", rapid_k="10", blitz="2886", blitz_k="10", birth="1990"),
    Listed("2000001", "Perez Garcia, Ana", sex="F", title="WGM", womens="WGM", other="IO",
           standard="2301", standard_k="20", birth="1985", flag="w"),
    Listed("2000002", "Nobody", fed="FID"),
    Listed("2000003", "O'Brien, Sean Jr.", "IRL", standard="1850", standard_k="20", birth="1999",
           flag="i", rapid="1901", rapid_k="20"),
    Listed("2000004", "Arbiter, Busy", other="SI,FI,LSI,SLI,NA", foa="AFM", standard="1701",
           standard_k="40", birth="1970", flag="wi"),
)  # fmt: skip


def columns(widths: Iterable[tuple[int, str]], values: Iterable[str]) -> str:
    """Left-aligned fields; one that is too long pushes the rest to the right."""
    return "".join(value.ljust(width) for (width, _), value in zip(widths, values, strict=True))


def txt(rows: Iterable[Listed], layout=COMBINED, end: str = "\r\n") -> Iterator[str]:
    """Lines of the text format, the header first."""
    names = [header for _, header in COMBINED]
    kept = {header for _, header in layout}
    if layout is SINGLE:
        keep = [*range(8), 8, 9, 10, 17, 18]
    else:
        keep = [place for place, header in enumerate(names) if header in kept]
    yield columns(layout, [header for _, header in layout]) + end
    for row in rows:
        fields = row.fields()
        # Officials' titles that overflow run into the arena title.
        yield columns(layout, [fields[place] for place in keep]) + end


def xml(rows: Iterable[Listed], tags=XML_TAGS) -> Iterator[str]:
    """Pieces of the XML format."""
    yield "<playerslist>\n"
    for row in rows:
        values = dict(zip(XML_TAGS, row.fields(), strict=True))
        inner = "".join(f"<{tag}>{_escaped(values[tag])}</{tag}>\n" for tag in tags)
        yield f"<player>\n{inner}</player>\n"
    yield "</playerslist>\n"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def write(path: Path, pieces: Iterable[str], encoding: str = "ascii") -> Path:
    """A plain file."""
    with path.open("w", encoding=encoding, newline="") as file:
        file.writelines(pieces)
    return path


def zipped(path: Path, plain: Path, name: str = "") -> Path:
    """An archive with one file."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(plain, name or plain.name)
    return path


def many(number: int, rating: int = 1500) -> list[Listed]:
    """So many players."""
    return [
        Listed(str(3_000_000 + n), f"Player, Number {n:07d}", standard=str(rating), birth="1990")
        for n in range(number)
    ]
