"""Read-only advice about a table, for people: it reads the state and is no part of the game."""
