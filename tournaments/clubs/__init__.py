"""Clubs own events and a registry of players; members have roles in them."""
