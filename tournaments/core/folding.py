"""Folding names for search: without accents, case or punctuation."""

from __future__ import annotations

import re
import unicodedata

# Letters that Unicode does not decompose into a base letter and a mark.
_EXPLICIT = str.maketrans(
    {
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "ø": "o",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "ß": "ss",
        "ı": "i",
        "ħ": "h",
        "ŧ": "t",
        "ŋ": "n",
        "ə": "e",
        "ĸ": "k",
        "ʻ": "",
        "ʼ": "",
        "’": "",
        "'": "",
    }
)
_SEPARATORS = re.compile(r"[\W_]+")


def fold(text: str) -> str:
    """The search key of a name: ``fold("Zażółć-Gęślą, Łucja") == "zazolc gesla lucja"``.

    Composed and decomposed input fold alike; apostrophes join (``O'Brien`` is
    ``obrien``), other punctuation separates words.
    """
    lowered = unicodedata.normalize("NFKC", text).casefold().translate(_EXPLICIT)
    decomposed = unicodedata.normalize("NFKD", lowered)
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return _SEPARATORS.sub(" ", bare).strip()
