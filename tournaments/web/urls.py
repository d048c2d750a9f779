"""Routes of the pages."""

from __future__ import annotations

from django.urls import path

from . import views

urlpatterns = [path("", views.home, name="home")]
