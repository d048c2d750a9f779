"""What the columns of a table mean: by their headers, else by what is in them.

A header is folded and looked up; what is not known is ignored, and told.  The
organiser may say what a column means (``name=Jugador``), which is no guess.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.core.errors import Invalid
from tournaments.core.folding import fold
from tournaments.players.models import HIGHEST_RATING, Title

from .remarks import Remark, note
from .sheets import Sheet

HEADERS: dict[str, tuple[str, ...]] = {
    "name": (
        "name",
        "player",
        "player name",
        "full name",
        "nombre completo",
        "jugador",
        "jugadora",
        "apellidos y nombre",
        "apellidos nombre",
        "spieler",
        "spielername",
        "naam",
        "joueur",
        "cognome e nome",
        "nom prenom",
        "participant",
    ),
    "family_name": (
        "family name",
        "last name",
        "lastname",
        "surname",
        "apellidos",
        "apellido",
        "primer apellido",
        "nachname",
        "achternaam",
        "nom",
        "cognome",
        "familienname",
    ),
    "given_name": (
        "given name",
        "first name",
        "firstname",
        "forename",
        "nombre",
        "vorname",
        "voornaam",
        "prenom",
        "nome",
    ),
    "title": ("title", "titulo", "tit", "titel", "titre", "fide title", "titulo fide", "fidetitel"),
    "federation": (
        "federation",
        "fed",
        "federacion",
        "pais",
        "country",
        "land",
        "nation",
        "fide land",
        "federacio",
    ),
    "fide_id": (
        "fide id",
        "fideid",
        "id fide",
        "codigo fide",
        "fide no",
        "fide nr",
        "fide number",
        "idfide",
        "fide code",
        "code fide",
        "cod fide",
        "fide",
    ),
    "national_id": (
        "national id",
        "id nacional",
        "codigo nacional",
        "feda",
        "codigo feda",
        "nat id",
        "id no",
        "member id",
        "licence",
        "licencia",
        "pkz",
        "ident number",
    ),
    "birth": (
        "birth",
        "birth date",
        "date of birth",
        "dob",
        "birthday",
        "b day",
        "birth year",
        "year of birth",
        "born",
        "fecha de nacimiento",
        "nacimiento",
        "fecha nacimiento",
        "ano nacimiento",
        "ano de nacimiento",
        "geburtsdatum",
        "geburtsjahr",
        "jahrgang",
        "geboren",
        "naissance",
        "nascita",
        "birthdate",
        "year",
    ),
    "sex": ("sex", "gender", "sexo", "geschlecht", "sexe", "sesso", "m f"),
    "rating": (
        "rating",
        "elo",
        "fide rating",
        "elo fide",
        "rtg",
        "rtgi",
        "int elo",
        "elo int",
        "fide elo",
        "rating fide",
        "standard",
        "std",
        "classical",
        "irtg",
    ),
    "national_rating": (
        "national rating",
        "elo nacional",
        "elo feda",
        "rtgn",
        "nat elo",
        "nat rating",
        "dwz",
        "elo nac",
        "nrtg",
        "rating nacional",
    ),
    "club_name": ("club", "club name", "verein", "team", "equipo", "vereniging", "circolo"),
}
"""Our name of a column -> headers that mean it, folded."""

FIELDS = tuple(HEADERS)
_SEARCHED_LINES = 20
_FIDE_ID = re.compile(r"[1-9][0-9]{4,10}")
_YEAR = re.compile(r"(18|19|20)[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Layout:
    """Where each field is, what the headers are, and the rows below them."""

    places: Mapping[str, int]
    headers: tuple[str, ...]
    rows: list[tuple[int, list[str]]]
    remarks: tuple[Remark, ...]


def lay_out(sheet: Sheet, said: Mapping[str, str] | None = None) -> Layout:
    """The layout of a sheet; ``said`` leads from fields to headers.

    Raises ``Invalid("entry_table.column_missing" | "entry_table.field_unknown" |
    "entry_table.no_names")``.
    """
    said = dict(said or {})
    unknown = sorted(set(said) - set(FIELDS))
    if unknown:
        raise Invalid("entry_table.field_unknown", fields=unknown, known=list(FIELDS))
    for index, (_, cells) in enumerate(sheet.rows[:_SEARCHED_LINES]):
        places = _by_header(cells, said)
        if _has_name(places):
            return _headed(sheet, index, places, said)
    if said:
        raise Invalid("entry_table.column_missing", headers=sorted(said.values()))
    return _headless(sheet)


def parse_said(text: str) -> dict[str, str]:
    """``name=Jugador;rating=Elo`` as a mapping.

    Raises ``Invalid("entry_table.columns_unusable")``.
    """
    said: dict[str, str] = {}
    for item in filter(None, text.split(";")):
        field, equals, header = item.partition("=")
        if not equals or not header.strip() or field.strip() in said:
            raise Invalid("entry_table.columns_unusable", item=item)
        said[field.strip()] = header.strip()
    return said


def _has_name(places: Mapping[str, int]) -> bool:
    return "name" in places or "family_name" in places or "given_name" in places


def _by_header(cells: Sequence[str], said: Mapping[str, str]) -> dict[str, int]:
    folded = [fold(cell) for cell in cells]
    places = {
        field: folded.index(fold(header))
        for field, header in said.items()
        if fold(header) in folded
    }
    if said.keys() - places.keys():
        return {}
    for field, known in HEADERS.items():
        for header in known:
            if field not in places and header in folded:
                place = folded.index(header)
                if place not in places.values():
                    places[field] = place
    if "name" not in places and "given_name" in places and "family_name" not in places:
        # ``Nombre`` alone is the whole name.
        places["name"] = places.pop("given_name")
    return places


def _headed(sheet: Sheet, index: int, places: Mapping[str, int], said: Mapping[str, str]) -> Layout:
    line, headers = sheet.rows[index]
    remarks = [note("entry_table.header_line", line=line, value=line)] if index else []
    for field, place in sorted(places.items(), key=lambda item: item[1]):
        if field not in said:
            remarks.append(
                note("entry_table.column", line=line, header=headers[place], field=field)
            )
    ignored = [
        header for place, header in enumerate(headers) if header and place not in places.values()
    ]
    if ignored:
        remarks.append(note("entry_table.columns_ignored", line=line, headers=ignored))
    return Layout(places, tuple(headers), sheet.rows[index + 1 :], tuple(remarks))


def _headless(sheet: Sheet) -> Layout:
    """Columns by what is in most of their cells; the first one with words has the names."""
    width = max(len(cells) for _, cells in sheet.rows)
    columns = [
        [cells[place] for _, cells in sheet.rows if place < len(cells) and cells[place]]
        for place in range(width)
    ]
    places: dict[str, int] = {}
    for place, cells in enumerate(columns):
        field = next(
            (name for name, test in _LOOKS.items() if name not in places and _mostly(cells, test)),
            None,
        )
        if field is not None:
            places[field] = place
    if "name" not in places:
        raise Invalid("entry_table.no_names", known=list(HEADERS["name"][:6]))
    remarks = [note("entry_table.no_header")]
    remarks += [
        note("entry_table.column_by_content", column=place + 1, field=field)
        for field, place in places.items()
    ]
    return Layout(places, (), sheet.rows, tuple(remarks))


def _mostly(cells: Sequence[str], test: Callable[[str], bool]) -> bool:
    return bool(cells) and sum(map(test, cells)) * 10 >= len(cells) * 8


def _is_rating(cell: str) -> bool:
    return cell.isascii() and cell.isdigit() and (cell == "0" or 500 <= int(cell) <= HIGHEST_RATING)


_LOOKS: dict[str, Callable[[str], bool]] = {
    "title": lambda cell: cell.upper() in Title.values,
    "federation": lambda cell: len(cell) == 3 and cell.isalpha() and cell.isupper(),
    "fide_id": lambda cell: bool(_FIDE_ID.fullmatch(cell)),
    "rating": _is_rating,
    "sex": lambda cell: cell.lower() in ("m", "f", "w"),
    "birth": lambda cell: bool(_YEAR.fullmatch(cell[:4])) and len(cell) in (4, 10),
    "name": lambda cell: sum(map(str.isalpha, cell)) >= 3,
}
