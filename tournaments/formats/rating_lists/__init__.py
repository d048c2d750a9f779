"""Rating lists: ``rows`` (what a line says), readers of FIDE's two formats and of CSV,
``sources`` (files and archives, in a stream), ``importing``, and ``checking`` entries.
"""
