"""Filters that refuse what they do not understand instead of ignoring it."""

from __future__ import annotations

from typing import Any

import django_filters
from django import forms

HIGHEST = 2**31 - 1
LONGEST_SEARCH = 200
"""Characters of a search; each word is a condition, of which a database takes not any number."""


class IntegerFilter(django_filters.Filter):
    """A whole number that a column can hold."""

    field_class = forms.IntegerField

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=HIGHEST, **options)


class WordsFilter(django_filters.CharFilter):
    """Rows that the queryset's ``search`` finds."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=LONGEST_SEARCH, **options)

    def filter(self, qs: Any, value: str) -> Any:
        return qs.search(value) if value else qs


class FlagFilter(django_filters.ChoiceFilter):
    """``true`` or ``false``."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=[("true", "true"), ("false", "false")], **options)
