"""A command in, events out. The log of events is the game; dice and time come in as commands."""
