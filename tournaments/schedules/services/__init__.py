"""Writes of draws, teams, departures and whole schedules, one module per subject."""
