"""A small SVG canvas: lines, boxes and text that fits."""

from __future__ import annotations

from unicodedata import east_asian_width
from xml.sax.saxutils import escape, quoteattr

FONT = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif"

# Largest printable area of an A4 page, and the largest printed size of a pixel.
PORTRAIT = (190.0, 277.0)
LANDSCAPE = (277.0, 190.0)
LARGEST_PIXEL = 0.3

_NARROW = frozenset("ijltfrI.,:;'|!()[]- ")
_WIDE = frozenset("mwMW@%")


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Estimated width in pixels, rather too wide than too narrow."""
    total = 0.0
    for char in text:
        if east_asian_width(char) in "WF":
            total += 1.0
        elif char in _NARROW:
            total += 0.32
        elif char in _WIDE:
            total += 0.9
        elif char.isupper():
            total += 0.72
        else:
            total += 0.58
    return total * size * (1.06 if bold else 1.0)


def fitted(name: str, width: float, size: float, *, bold: bool = False) -> str:
    """The name, its short form (``Family, G.``), or as much of it as fits."""
    if text_width(name, size, bold=bold) <= width:
        return name
    family, comma, given = name.partition(", ")
    short = f"{family}, {given[:1]}." if comma and given else name
    if text_width(short, size, bold=bold) <= width:
        return short
    while short and text_width(short + "…", size, bold=bold) > width:
        short = short[:-1].rstrip(" ,.")
    return short + "…"


class Canvas:
    """Elements of a picture in the order in which they are painted."""

    def __init__(self) -> None:
        self._elements: list[str] = []
        self.width = 0.0
        self.height = 0.0

    def extend(self, right: float, bottom: float) -> None:
        """Make the picture reach at least to here."""
        self.width = max(self.width, right)
        self.height = max(self.height, bottom)

    def box(self, x: float, y: float, width: float, height: float, kind: str) -> None:
        """A rectangle of a style class."""
        self._elements.append(
            f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'
        )
        self.extend(x + width, y + height)

    def path(self, data: str, kind: str = "line") -> None:
        """A line by SVG path commands."""
        self._elements.append(f'<path class="{kind}" d="{data}"/>')

    def text(
        self,
        x: float,
        y: float,
        text: str,
        kind: str,
        *,
        anchor: str = "",
        full: str = "",
    ) -> None:
        """Text on the base line ``y``; ``full`` is shown when it is pointed at."""
        placed = f' text-anchor="{anchor}"' if anchor else ""
        hint = f"<title>{_clean(full)}</title>" if full and full != text else ""
        self._elements.append(
            f'<text class="{kind}" x="{x:g}" y="{y:g}"{placed}>{hint}{_clean(text)}</text>'
        )

    def render(self, title: str, style: str) -> str:
        """The whole document; printed it fits a page of A4, upright or across."""
        width, height = self.width, self.height
        upright = _pixel(width, height, PORTRAIT)
        across = _pixel(width, height, LANDSCAPE)
        sheet, pixel = ("portrait", upright) if upright >= across else ("landscape", across)
        paper = (
            f"@page{{size:A4 {sheet};margin:10mm}}"
            f"@media print{{svg{{width:{width * pixel:.1f}mm;height:{height * pixel:.1f}mm}}}}"
        )
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:g}" '
            f'height="{height:g}" viewBox="0 0 {width:g} {height:g}" '
            f"aria-label={quoteattr(_printable(title))}>"
        )
        return "\n".join(
            [
                head,
                f"<title>{_clean(title)}</title>",
                f"<style>text{{font-family:{FONT}}}{style}{paper}</style>",
                f'<rect class="paper" width="{width:g}" height="{height:g}"/>',
                *self._elements,
                "</svg>",
                "",
            ]
        )


def _pixel(width: float, height: float, sheet: tuple[float, float]) -> float:
    """Printed size of a pixel in millimetres."""
    return min(LARGEST_PIXEL, sheet[0] / width, sheet[1] / height)


def _printable(text: str) -> str:
    """Without characters that XML does not allow: controls, surrogates, non-characters."""
    return "".join(
        char
        for char in text
        if char >= " " and not "\ud800" <= char <= "\udfff" and char not in "\ufffe\uffff"
    )


def _clean(text: str) -> str:
    return escape(_printable(text))
