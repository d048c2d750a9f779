"""The registry of people who play.

A player is kept in one club's registry but belongs to no club exclusively:
entries of any event may name the same player.
"""
