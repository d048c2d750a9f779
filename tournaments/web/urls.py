"""The pages."""

from __future__ import annotations

from django.urls import path

from . import invitations, views
from .calculator.views import calculator
from .planner import planner

urlpatterns = [
    path("", views.home, name="home"),
    path("tools/tiebreaks", calculator, name="calculator"),
    path("invitations/<str:token>", invitations.invitation, name="invitation"),
    path("tools/planner", planner, name="planner-page"),
]
