"""Decides commands and returns events (event sourcing): the log is the game, and dice and time come in as commands."""
