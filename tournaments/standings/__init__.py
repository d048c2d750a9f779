"""Standings and crosstables, computed from the record of what is published."""
