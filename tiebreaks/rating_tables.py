"""The two conversion tables of the rating regulations (B.02 8.1)."""

from __future__ import annotations

_LAST_DIFFERENCE = (
    # The largest rating difference for 50, 51, 52 ... 99 per cent of the stronger side.
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)

_UPPER_HALF = (
    # The rating difference for 50, 51, 52 ... 100 per cent.
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)


def _expected() -> tuple[int, ...]:
    table: list[int] = []
    for percent, last in enumerate(_LAST_DIFFERENCE, start=50):
        table.extend([percent] * (last + 1 - len(table)))
    return tuple(table) + (100,) * (801 - len(table))


EXPECTED_PERCENT: tuple[int, ...] = _expected()
"""Expected score of the higher rated side in per cent, by rating difference 0..800 (8.1.2)."""

PERFORMANCE_DIFFERENCE: tuple[int, ...] = (
    *(-difference for difference in reversed(_UPPER_HALF[1:])),
    *_UPPER_HALF,
)
"""Rating difference for a score of 0..100 per cent (8.1.1)."""
