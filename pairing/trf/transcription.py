"""ASCII spellings of names, for readers that know no other letters."""

from __future__ import annotations

import unicodedata

# Letters that Unicode does not decompose, the Cyrillic and Greek alphabets, and
# punctuation met in names.  An item without a value is dropped.
_TABLE = """
    ł=l đ=d ð=d ø=o ħ=h ı=i ŧ=t ə=a ŋ=n æ=ae œ=oe ß=ss þ=th ĳ=ij ŉ=n ĸ=k а=a б=b в=v г=g д=d е=e
    ж=zh з=z и=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ=
    ы=y ь= э=e ю=yu я=ya і=i ї=i є=ie ґ=g ў=u ј=j љ=lj њ=nj ћ=c ђ=dj џ=dz α=a β=v γ=g δ=d ε=e
    ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=u φ=f χ=ch ψ=ps ω=o ‘=' ’='
    ʼ=' `=' ´=' “=" ”=" „=" ‐=- ‑=- –=- —=- ½=1/2 №=No «=" »="
"""
_FOLDS = dict(item.split("=") for item in _TABLE.split())


def to_ascii(text: str) -> str:
    """Accents dropped, Cyrillic and Greek letters transcribed, ``?`` for anything else.

    >>> to_ascii("Zażółć-Gęślą, Łucja")
    'Zazolc-Gesla, Lucja'
    """
    return "".join(_letter(char) for char in unicodedata.normalize("NFC", text))


def _letter(char: str) -> str:
    if char.isascii():
        return char
    if char in _FOLDS:
        return _FOLDS[char]
    lower = char.lower()
    if lower in _FOLDS:
        return _FOLDS[lower].capitalize()
    parts = [
        part for part in unicodedata.normalize("NFKD", char) if not unicodedata.combining(part)
    ]
    if unicodedata.category(char) == "Cf":
        return ""
    if parts == [char]:
        return " " if char.isspace() else "?"
    return "".join(_letter(part) for part in parts)
