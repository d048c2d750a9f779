"""Standings and crosstables of what is published, stored for each round."""
