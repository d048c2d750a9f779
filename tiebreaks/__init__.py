"""Order the players: tie-breaks over the record that the pairing package defines."""
