"""Tournament Report Files in and out of the database.

``reading`` turns bytes into a record that can be stored and lists what had to
be changed for that; ``people`` finds or makes the players; ``storing`` writes
tournament, entries and rounds; ``services`` holds the two ways to import,
``export`` the file of a tournament.
"""
