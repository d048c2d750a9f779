"""Which characters a name may have, for everything that reads or stores one.

Names end up in report files with fixed columns, printed lists, terminals and
calendars.  A character that nobody sees can break a line, shift a column,
reverse the text behind it (U+202E) or make two names look alike, so none of
these is part of a name:

* control characters, line and paragraph separators, lone surrogates;
* marks and overrides of the writing direction (names written from right to
  left need none of them);
* what has no width: zero-width space and joiners, soft hyphen, byte order
  mark, fillers, tags.

The joiners U+200C and U+200D are spelling in the scripts from Arabic to
Sinhala, and are allowed between two letters of those.

Services refuse such a text; readers of files put a blank, which keeps the
columns, and report it.
"""

from __future__ import annotations

import re

_NEVER = (
    "\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff"
)
_JOINED = "\u0600-\u061b\u061d-\u0dff"
HIDDEN = re.compile(f"[{_NEVER}]|(?<![{_JOINED}])[\u200c\u200d]|[\u200c\u200d](?![{_JOINED}])")
"""Matches one character that no name may have."""


def hidden_character(text: str) -> str:
    """The first such character as ``U+202E``; empty if there is none.

    >>> hidden_character("Anand, Ana"), hidden_character("Anand,\\u202e Ana")
    ('', 'U+202E')
    """
    found = HIDDEN.search(text)
    return f"U+{ord(found.group()):04X}" if found else ""


def shown(text: str) -> str:
    """The text with a blank for each such character.

    >>> shown("Anand,\\tAna")
    'Anand, Ana'
    """
    return HIDDEN.sub(" ", text)
