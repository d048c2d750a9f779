"""Entries from a table that an organiser keeps: CSV or XLSX, previewed, then applied as previewed.

``sheets`` reads cells, ``columns`` finds out what they mean, ``values`` reads
them, ``plans`` decides what becomes of each row, and ``services`` previews and
applies.  Whatever had to be guessed is a :class:`~.remarks.Remark`.  A preview
has a token made of the file, the options, the plan and the field: what is
applied is exactly what was shown, or nothing.
"""
