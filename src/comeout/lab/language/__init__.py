"""The strategy language: a text that a craps player can read aloud, read once and played as a strategy."""
