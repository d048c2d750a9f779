"""Sentences for the registry of players and for filling a field."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

REGISTRY_TEXTS: dict[str, Any] = {
    "player.accounts_differ": _("The two have different accounts, so they are two persons."),
    "player.both_entered": _("Both are entered in the same tournament: %(tournaments)s."),
    "player.id_taken": _("Somebody else has the FIDE id %(fide_id)s by now."),
    "player.ids_differ": _("The two have different ids (%(ids)s), so they are two persons."),
    "player.merge_with_itself": _("A player cannot be merged with himself."),
    "player.merged": _("This player was merged; player %(into)s goes on."),
    "player.not_merged": _("This player is not merged into another."),
    "player.other_registry": _("The two are in the registries of different clubs."),
    # The starting list.
    "entries.not_by_strength": _(
        "The numbers %(numbers)s do not follow rating, title and name; "
        "they can be assigned anew until round %(until_round)s is paired."
    ),
    # Many entries at once.
    "player.unknown": _("There are no such players, or you may not see them: %(players)s."),
    "entry.exist": _("Entered already: %(players)s."),
    "entry.repeated": _("Named more than once: %(players)s."),
    "entry.too_many": _("%(entries)s at once are too many; at most %(limit)s."),
    # Tables of entries: what cannot be read.
    "entry_table.cell_too_long": _("Line %(line)s: a cell has more than %(limit)s characters."),
    "entry_table.changed_meanwhile": _(
        "The field or the registry changed after the preview; look at a new one."
    ),
    "entry_table.column_missing": _("There is no column “%(headers)s”."),
    "entry_table.columns_unusable": _(
        "“%(item)s” does not say what a column means; write field=header."
    ),
    "entry_table.empty": _("The file holds no table."),
    "entry_table.encoding_unknown": _("There is no encoding “%(encoding)s”."),
    "entry_table.field_unknown": _("There are no fields %(fields)s; known are: %(known)s."),
    "entry_table.no_names": _("No column holds names; head it with one of: %(known)s."),
    "entry_table.not_a_table": _("Line %(line)s cannot be read as a table: %(reason)s."),
    "entry_table.old_workbook": _("This is an old Excel file; save it as .xlsx or CSV."),
    "entry_table.other_file": _("This is not the file, or not the options, of the preview."),
    "entry_table.rows_refused": _("These lines cannot be entered: %(lines)s; nothing was."),
    "entry_table.too_many_columns": _("Line %(line)s has more than %(limit)s columns."),
    "entry_table.too_many_rows": _("The table has more than %(limit)s rows."),
    "entry_table.undecodable": _(
        "Line %(line)s: the byte %(byte)s is no character of %(encoding)s; "
        "say which encoding it is."
    ),
    "entry_table.workbook_too_large": _("Unpacked, this workbook would be too large."),
    "entry_table.workbook_unreadable": _("This workbook is damaged (%(reason)s)."),
    # Tables of entries: guesses and adjustments.
    "entry_table.birth_unusable": _("“%(read)s” is no date of birth; left out."),
    "entry_table.column": _("Column “%(header)s” is read as: %(field)s."),
    "entry_table.column_by_content": _("Column %(column)s is read as: %(field)s."),
    "entry_table.columns_ignored": _("Columns that are not used: %(headers)s."),
    "entry_table.date_order": _("Dates are written %(value)s."),
    "entry_table.date_order_guessed": _("Dates are taken for %(value)s; nothing in them shows it."),
    "entry_table.delimiter": _("Cells are divided by “%(value)s”."),
    "entry_table.encoding": _("The text is %(value)s."),
    "entry_table.encoding_guessed": _("The text is not UTF-8; taken for %(value)s."),
    "entry_table.federation_unknown": _("“%(read)s” is no federation; left out."),
    "entry_table.fide_id_read": _("FIDE id “%(read)s” read as %(assumed)s."),
    "entry_table.fide_id_unusable": _("“%(read)s” is no FIDE id; left out."),
    "entry_table.formula": _("Formulas (%(fields)s): the value that the file stored is taken."),
    "entry_table.header_line": _("The headers are in line %(value)s; what is above is left out."),
    "entry_table.hidden_character": _(
        "Characters that nobody sees (%(character)s) are read as blanks."
    ),
    "entry_table.maybe_known": _(
        "The registry has a “%(name)s”, but without a birth date that agrees; "
        "taken for somebody new."
    ),
    "entry_table.name_differs": _("“%(read)s” is “%(assumed)s” in the registry."),
    "entry_table.name_is_formula": _("The name is a formula."),
    "entry_table.name_missing": _("There is no name."),
    "entry_table.name_not_split": _("“%(name)s” has no comma; kept as it stands."),
    "entry_table.name_unusable": _("The name is too long or holds control characters."),
    "entry_table.no_header": _("There is no line of headers; columns are read by their content."),
    "entry_table.one_column": _("The table has one column; commas belong to the names."),
    "entry_table.rating_read": _("Rating “%(read)s” read as %(assumed)s."),
    "entry_table.rating_unusable": _("“%(read)s” is no rating; left out."),
    "entry_table.row_repeated": _("The same person stands in an earlier line."),
    "entry_table.row_wider": _("The line has more cells than there are headers."),
    "entry_table.sex_unknown": _("“%(read)s” is no sex; left out."),
    "entry_table.sheet": _("The sheet “%(value)s” is read."),
    "entry_table.title_read": _("Title “%(read)s” read as %(assumed)s."),
    "entry_table.title_unknown": _("“%(read)s” is no title; left out."),
}
