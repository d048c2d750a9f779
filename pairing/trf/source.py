"""From bytes to numbered lines: encodings, line ends, control characters.

Columns are counted in characters, so decoding comes first.  Order of attempts:
the encoding the caller declared, a byte order mark, strict UTF-8, Windows-1252.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..printable import HIDDEN, shown
from .findings import Report

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_LINE_END = re.compile(r"\r\n|\n|\r")
_HAS_PLAYER = re.compile(r"(?:\A|[\r\n])001")
_SURROGATE = re.compile("[\ud800-\udfff]")
_UNDECODED = re.compile("[\udc80-\udcff]")
_UNDECODED_BASE = 0xDC00
_PLAYER_COLUMNS = 89
MAX_LINE = 20_000
MAX_LINES = 200_000


@dataclass(frozen=True, slots=True)
class Line:
    """One physical line; ``number`` is 1-based, ``text`` without its end."""

    number: int
    text: str

    @property
    def code(self) -> str:
        """Columns 1-3."""
        return self.text[:3]

    def field(self, first: int, last: int) -> str:
        """Trimmed content of columns ``first``..``last`` (1-based, inclusive)."""
        return self.text[first - 1 : last].strip()

    def char(self, column: int) -> str:
        """One column, a blank beyond the end of the line."""
        return self.text[column - 1 : column] or " "

    @property
    def data(self) -> str:
        """Everything after the record code (a missing blank in column 4 is tolerated)."""
        return self.text[3:].strip()

    @property
    def data_column(self) -> int:
        """Column where :attr:`data` starts."""
        return len(self.text) - len(self.text[3:].lstrip()) + 1 if self.data else 5


def read_lines(
    data: bytes, encoding: str | None, max_bytes: int, report: Report
) -> tuple[list[Line], str]:
    """Decode ``data``; the lines and the name of the encoding used."""
    if len(data) > max_bytes:
        report.fatal("trf.too_large", size=len(data), limit=max_bytes)
        report.settle()
    text, used = _decode(data, encoding, report)
    if not _HAS_PLAYER.search(text):
        report.fatal("trf.not_trf", read=shown(_SURROGATE.sub("\ufffd", text[:40])))
        report.settle()
    text = text.rstrip("\x00\x1a\r\n")
    if text.count("\n") + text.count("\r") > 2 * MAX_LINES:
        report.fatal("trf.too_many_lines", limit=MAX_LINES)
        report.settle()
    lines = [
        _clean(number, raw, report) for number, raw in enumerate(_LINE_END.split(text), start=1)
    ]
    return lines, used


def _decode(data: bytes, encoding: str | None, report: Report) -> tuple[str, str]:
    mark = next(((bom, name) for bom, name in _BOMS if data.startswith(bom)), None)
    if encoding is not None:
        return _decode_declared(data, encoding, mark, report), encoding
    if mark is not None:
        return _decode_declared(data, mark[1], mark, report), mark[1]
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return _decode_unknown(data, report)


def _decode_declared(
    data: bytes, encoding: str, mark: tuple[bytes, str] | None, report: Report
) -> str:
    if mark is not None and mark[1] == "utf-8-sig":
        data = data[len(mark[0]) :]
        if encoding.lower().replace("_", "-") not in ("utf-8", "utf8", "utf-8-sig"):
            report.adjustment("trf.encoding.bom_wins", 1, read=encoding, assumed="utf-8")
        encoding = "utf-8"
    try:
        text = data.decode(encoding)
        # UTF-7 and escapes can make halves of characters, which nothing could write again.
        if _SURROGATE.search(text) is None:
            return text
        report.fatal("trf.encoding.unknown", encoding=encoding)
    except UnicodeDecodeError as failure:
        line, column = _place(data, failure, encoding)
        report.fatal(
            "trf.encoding.undecodable",
            line,
            column,
            read=data[failure.start : failure.start + 1].hex(),
            encoding=encoding,
        )
    except (LookupError, UnicodeError, ValueError):
        report.fatal("trf.encoding.unknown", encoding=encoding)
    report.settle()
    raise AssertionError("settle raises")


def _place(data: bytes, failure: UnicodeDecodeError, encoding: str) -> tuple[int, int]:
    before = _LINE_END.split(data[: failure.start].decode(encoding, "replace"))
    return len(before), len(before[-1]) + 1


def _decode_unknown(data: bytes, report: Report) -> tuple[str, str]:
    """Not UTF-8 as a whole: Windows-1252, or UTF-8 with some broken bytes.

    Text in a single-byte encoding practically never contains valid multi-byte
    sequences, so their presence tells the two apart.
    """
    text = data.decode("utf-8", "surrogateescape")
    if not _HAS_PLAYER.search(text):
        return text, "unknown"
    used = "utf-8"
    if _UNDECODED.sub("", text).isascii():
        used = "cp1252"
        report.adjustment("trf.encoding.assumed", assumed=used)
        text = data.decode(used, "surrogateescape")
    lines = _LINE_END.split(text)
    for index, line in enumerate(lines):
        if _UNDECODED.search(line):
            lines[index] = _repair(line, index + 1, report)
    return "\n".join(lines), used


def _repair(line: str, number: int, report: Report) -> str:
    """Broken bytes of one line: Windows-1252 if nothing else there is UTF-8, blanks otherwise."""
    single_byte = _UNDECODED.sub("", line).isascii()

    def replacement(match: re.Match[str]) -> str:
        byte = bytes([ord(match.group()) - _UNDECODED_BASE])
        char = " "
        if single_byte:
            char = byte.decode("cp1252", "replace").replace("\ufffd", " ")
        report.adjustment(
            "trf.encoding.byte", number, match.start() + 1, read=byte.hex(), assumed=char
        )
        return char

    return _UNDECODED.sub(replacement, line)


def _clean(number: int, raw: str, report: Report) -> Line:
    """Cut overlong lines, make hidden characters blanks (they keep their column)."""
    if len(raw) > MAX_LINE:
        report.error("trf.line_too_long", number, MAX_LINE + 1, length=len(raw), limit=MAX_LINE)
        raw = raw[:MAX_LINE]
    raw = raw.rstrip()
    found = HIDDEN.search(raw)
    if found is None:
        return Line(number, raw)
    if found.group() != "\t":
        report.adjustment(
            "trf.control_character",
            number,
            found.start() + 1,
            read=f"U+{ord(found.group()):04X}",
            assumed=" ",
        )
    elif found.start() < _PLAYER_COLUMNS and raw.startswith("001"):
        report.warning("trf.tab_in_columns", number, found.start() + 1, read="tab", assumed=" ")
    return Line(number, shown(raw))
