"""Routes under ``/api/``."""

from __future__ import annotations

from django.urls import include, path, re_path

from . import docs, views
from .graphql.view import GraphQLEndpoint

urlpatterns = [
    path("v1/schema", docs.Document.as_view(), name="schema"),
    path("graphql", GraphQLEndpoint.as_view(), name="graphql"),
    path("docs/", docs.Explorer.as_view(), name="docs"),
    path("v1/", include("tournaments.api.rest.v1.urls")),
    re_path(r"", views.UnknownRoute.as_view()),
]
